package checker

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/sig"
	"github.com/synrun/synrun/synsema/token"
)

// Capability is a kind by its wire name, with or without a scope.
type Capability struct {
	Kind   string
	Scope  string
	Scoped bool
}

// String is the form that messages show: file_read("log/today.txt").
func (c Capability) String() string {
	name := c.Kind
	if name == "file.read" || name == "file.write" {
		name = strings.Replace(name, ".", "_", 1)
	}
	if c.Scope == "" {
		return name
	}
	return name + `("` + c.Scope + `")`
}

// Require is the statement that grants c.
func (c Capability) Require() string {
	if c.Scope == "" {
		return "require " + c.Kind
	}
	return "require " + c.Kind + `("` + c.Scope + `")`
}

// Ask is one capability that a program asks for: a require statement, or a
// use that no require of the program grants.
type Ask struct {
	Capability Capability
	File       string
	Pos        token.Pos
	Declared   bool
	// Dynamic marks a scope that is computed when the program runs and cannot
	// be told before.
	Dynamic bool
	// Symbol is what asks: the builtin or keyword, "require" if Declared.
	Symbol string
	// Ambient marks a capability that run grants by itself.
	Ambient bool
}

// String is the capability as reports show it, with ? for an unknown scope.
func (a *Ask) String() string {
	if a.Dynamic {
		return a.Capability.String() + "(?)"
	}
	return a.Capability.String()
}

// kindOf returns the wire name of a capability name as programs write it.
func kindOf(name string) (string, bool) {
	switch name {
	case "file_read":
		return "file.read", true
	case "file_write":
		return "file.write", true
	case "net", "file", "file.read", "file.write", "exec", "env", "secret", "reveal", "time", "random",
		"stdout", "stdin", "llm", "db", "judge", "serve", "memory", "sandbox_run", "sign", "wallet", "spend", "attest":
		return name, true
	}
	return "", false
}

// isAmbient reports whether a use of the kind needs no grant without a
// ceiling.
func isAmbient(kind string) bool {
	switch kind {
	case "stdout", "stdin", "time", "llm", "judge":
		return true
	}
	return false
}

// use is a use of a capability in the file or one of its modules.
type use struct {
	cap    Capability
	file   string
	at     token.Pos
	symbol string
	// unknown tells that there is a scope which only the running program knows.
	unknown bool
}

// capabilities warns about uses that no require grants, and notes what the
// program asks for.
func (c *check) capabilities() {
	grants := c.grants()
	uses := c.usesOf(c.facts)
	for _, m := range c.modules {
		uses = append(uses, c.usesOf(gather(m))...)
	}
	type line struct {
		cap     Capability
		at, end token.Pos
		names   []string
	}
	var lines []*line
	byCap := map[string]*line{}
	asked := map[string]bool{}
	for _, u := range uses {
		if c.granted(grants, u.cap) {
			continue
		}
		shown := u.cap.String()
		if !asked[shown] {
			asked[shown] = true
			c.asks = append(c.asks, Ask{Capability: u.cap, File: u.file, Pos: u.at, Symbol: u.symbol, Ambient: isAmbient(u.cap.Kind), Dynamic: u.unknown})
		}
		if isAmbient(u.cap.Kind) || sig.Lookup(u.symbol) == nil {
			continue
		}
		l := byCap[shown]
		if l == nil {
			l = &line{cap: u.cap, at: u.at, end: span(u.at, u.symbol)}
			if u.file != c.file.File {
				l.at, l.end = token.Pos{Line: 1, Col: 1}, token.Pos{Line: 1, Col: 1}
			}
			byCap[shown] = l
			lines = append(lines, l)
		}
		where := "line " + itoa(u.at.Line)
		if u.file != c.file.File {
			where = u.file + " " + where
		}
		l.names = append(l.names, u.symbol+" ("+where+")")
	}
	for _, l := range lines {
		need := l.cap
		if need.Kind == "memory" {
			need.Scope = Stem(c.file.File)
		}
		c.add(Diagnostic{
			File: c.file.File, Pos: l.at, End: l.end, Code: CodeUndeclared, place: placeFile,
			Message: l.cap.String() + " is used by " + strings.Join(l.names, ", ") + " but no `require` grants it — add `" +
				need.Require() + "`. A module's needs are declared by the file that imports it.",
		})
	}
}

// grants notes the require statements of the file.
func (c *check) grants() (grants []Ask) {
	grants = c.requiresOf(c.facts)
	c.asks = append(c.asks, grants...)
	for _, m := range c.modules {
		c.asks = append(c.asks, c.requiresOf(gather(m))...)
	}
	return grants
}

// requiresOf are the require statements of one file, those of its tasks too.
func (c *check) requiresOf(f *facts) (asks []Ask) {
	for _, r := range f.requires {
		kind, ok := kindOf(r.Cap)
		if !ok {
			continue
		}
		a := Ask{Capability: Capability{Kind: kind}, File: f.prog.File, Pos: r.At, Declared: true, Symbol: "require", Ambient: isAmbient(kind)}
		switch x := r.Scope.(type) {
		case nil:
		case *ast.Number:
			a.Capability.Scope, a.Capability.Scoped = x.Raw, true
		default:
			if text, ok := c.fold(f, x); ok {
				a.Capability.Scope, a.Capability.Scoped = text, true
			} else {
				a.Dynamic = true
			}
		}
		asks = append(asks, a)
	}
	return asks
}

// fold is the text of an expression. Only a literal has one where the language
// says what to warn about; reports look further.
func (c *check) fold(f *facts, x ast.Expr) (string, bool) {
	if t, ok := x.(*ast.Text); ok {
		return t.Value, true
	}
	if !c.opt.Fold {
		return "", false
	}
	return f.fold(x)
}

// granted reports whether a require grants a use. Where the language says what
// to warn about, kinds are compared and scopes are left to the run; reports
// look at them too. A use whose scope is not known is granted by any require
// that could.
func (c *check) granted(grants []Ask, u Capability) bool {
	for _, g := range grants {
		kind := g.Capability.Kind
		if kind != u.Kind && (kind != "file" || u.Kind != "file.read" && u.Kind != "file.write") {
			continue
		}
		switch {
		case !c.opt.All && !c.opt.Fold, !g.Capability.Scoped && !g.Dynamic:
			return true
		case u.Kind == "random" || u.Kind == "sandbox_run" || u.Kind == "attest":
			continue // these ask without a scope, which no scoped grant covers
		case g.Dynamic || !u.Scoped:
			return true
		case c.opt.Covers != nil:
			if c.opt.Covers(g.Capability, u) {
				return true
			}
		case covers(g.Capability, u):
			return true
		}
	}
	return false
}

// usesOf returns the uses of capabilities in one program, in source order.
func (c *check) usesOf(f *facts) (uses []use) {
	for i := range f.calls {
		call := &f.calls[i]
		row := call.row
		if row.Cap == "" || f.declared[row.Name] {
			continue
		}
		kind, ok := kindOf(row.Cap)
		if !ok || row.CapNote != "" && !asksAnyway(call) {
			continue
		}
		u := use{cap: Capability{Kind: kind}, file: f.prog.File, at: call.at, symbol: row.Name}
		if scope, ok := c.scopeOf(f, call, kind); ok {
			if takesPrefix(row.Name) {
				if strings.HasPrefix(scope, "bundle:") {
					continue // an asset of the program itself
				}
				scope = strings.TrimPrefix(scope, "disk:")
			}
			u.cap.Scope, u.cap.Scoped = scope, true
			if c.opt.Scope != nil {
				u.cap = c.opt.Scope(u.cap)
			}
			u.cap.Scope = simpleScope(u.cap) // a URL that is still one may hold credentials
		} else {
			u.unknown = c.opt.Fold && scopeAsked(kind)
		}
		uses = append(uses, u)
	}
	for _, e := range f.effects {
		u := use{cap: Capability{Kind: e.kind}, file: f.prog.File, at: e.node.Pos(), symbol: e.symbol}
		if s, ok := e.node.(*ast.Serve); ok {
			if port, ok := s.Port.(*ast.Number); ok {
				u.cap.Scope, u.cap.Scoped = port.Raw, true
			}
		}
		uses = append(uses, u)
	}
	slices.SortStableFunc(uses, func(a, b use) int { return comparePos(a.at, b.at) })
	return uses
}

// asksAnyway reports whether a call of a builtin that asks only sometimes
// does: random and random_int ask unless a generator is their first argument.
func asksAnyway(call *called) bool {
	switch call.row.Name {
	case "random":
		return call.count() == 0
	case "random_int":
		return call.count() == 2
	}
	return false
}

// takesPrefix reports whether the path argument of a builtin may begin with
// disk: or bundle:.
func takesPrefix(name string) bool {
	switch name {
	case "read_file", "read_file_bytes", "file_info", "file_exists", "grep":
		return true
	}
	return false
}

// scopeOf is the argument that the grant is asked for, when its text is known.
func (c *check) scopeOf(f *facts, call *called, kind string) (string, bool) {
	i := 0
	switch kind {
	case "file.read", "file.write", "exec", "env", "secret", "net":
	default:
		if call.row.Name != "db_open" {
			return "", false
		}
	}
	switch call.row.Name {
	case "http", "http_bytes", "zip_extract", "tar_extract":
		i = 1
	}
	arg := call.arg(i)
	if arg == nil {
		return "", false
	}
	text, ok := c.fold(f, arg)
	if !ok {
		return "", false
	}
	if call.row.Name == "tcp_connect" {
		if port, ok := call.arg(1).(*ast.Number); ok {
			return text + ":" + port.Raw, true
		}
		return "", false
	}
	if kind == "net" && !strings.Contains(text, "://") {
		return "", false // no URL: the call fails before it asks
	}
	return text, true
}

// simpleScope is the scope that a use asks for, where no host gave the real
// rules: of a URL the host, of that of a database its scheme, host and name,
// else the argument as it is written.
func simpleScope(u Capability) string {
	scheme, s, ok := strings.Cut(u.Scope, "://")
	if u.Kind != "net" && u.Kind != "db" || !ok {
		return u.Scope
	}
	rest := ""
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		s, rest = s[:i], s[i:]
	}
	host := strings.ToLower(s[strings.LastIndexByte(s, '@')+1:])
	if u.Kind == "net" {
		return host
	}
	if i := strings.LastIndexByte(host, ':'); i >= 0 {
		host = host[:i]
	}
	target := strings.ToLower(scheme) + "://" + host
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	if name, _, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/"); name != "" {
		target += "/" + name
	}
	return target
}

// covers reports whether a scoped grant covers a scoped use, where no host
// gave the real rules.
func covers(grant, u Capability) bool {
	pattern := grant.Scope
	switch u.Kind {
	case "net":
		pattern = strings.ToLower(simpleScope(grant))
		if _, _, port := strings.Cut(pattern, ":"); !port {
			host, _, _ := strings.Cut(u.Scope, ":")
			return glob(pattern, host)
		}
	case "file.read", "file.write":
		if pattern != "*" {
			pattern = cleanPath(pattern)
			u.Scope = cleanPath(u.Scope)
			if path.IsAbs(pattern) != path.IsAbs(u.Scope) {
				return false
			}
		}
	}
	return glob(pattern, u.Scope)
}

func cleanPath(s string) string { return path.Clean(strings.ReplaceAll(s, `\`, "/")) }

// glob matches * (any text) and ? (one character) in linear time.
func glob(pattern, s string) bool {
	p, t := []rune(pattern), []rune(s)
	i, j, star, back := 0, 0, -1, 0
	for j < len(t) {
		switch {
		case i < len(p) && p[i] == '*':
			star, back = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == t[j]):
			i++
			j++
		case star >= 0:
			back++
			i, j = star+1, back
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}

// Stem is the name of the memory that a program file gets when a message
// proposes one.
func Stem(file string) string {
	if file == "" || file == "-" || file == "<stdin>" {
		return "my-agent"
	}
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	base = strings.TrimSuffix(base, path.Ext(base))
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, base)
}

// count writes "1 argument" or "2 arguments".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
