package checker

import (
	"maps"
	"slices"
	"strings"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/hint"
	"github.com/synrun/synrun/synsema/sig"
)

// The further warnings: undefined names, wrong argument counts, statements
// that are never reached. Names are looked up in the scopes of the language,
// but without order: a name that is bound anywhere in a scope counts as
// bound, since tasks and loops may run after the binding.

// scope is one scope: the names bound in it.
type scope struct {
	parent *scope
	names  map[string]*decl
}

// decl is what is known of a name in its scope.
type decl struct {
	task  *ast.Task // if it is bound by one task and nothing else
	bound int
}

func (s *scope) lookup(name string) *decl {
	for ; s != nil; s = s.parent {
		if d := s.names[name]; d != nil {
			return d
		}
	}
	return nil
}

func (s *scope) bind(name string, task *ast.Task) {
	d := s.names[name]
	if d == nil {
		d = &decl{}
		if s.names == nil {
			s.names = map[string]*decl{}
		}
		s.names[name] = d
	}
	d.bound++
	d.task = task
	if d.bound > 1 {
		d.task = nil
	}
}

// names is the walk that finds undefined names and wrong calls.
type names struct {
	c      *check
	set    map[string]bool     // names that some `set` replaces
	spawns []string            // names that some `spawn … with` gives to agents
	callee *ast.Ident          // what the call or member before is of: a function, if it is not a misspelt variable
	keys   map[*ast.Ident]bool // keys of map literals that are written without quotes
}

// further adds the warnings of Options.All.
func (c *check) further() {
	w := &names{c: c, set: map[string]bool{}, keys: map[*ast.Ident]bool{}}
	prog := c.file.Program
	ast.Walk(prog, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Set:
			if id, ok := n.Target.(*ast.Ident); ok {
				w.set[id.Name] = true
			}
		case *ast.Spawn:
			for _, a := range n.With {
				w.spawns = append(w.spawns, a.Name)
			}
		}
		return true
	})
	mark := len(c.found)
	w.block(prog.Stmts, &scope{})
	c.row(mark)
	mark = len(c.found)
	c.unreachable(prog.Stmts)
	c.row(mark)
}

// block declares what a list of statements binds in s and visits it.
func (w *names) block(list []ast.Stmt, s *scope) {
	for _, n := range list {
		declare(n, s)
	}
	for _, n := range list {
		w.visit(n, s)
	}
}

// declare binds in s what n binds there: not what the scopes inside n bind.
func declare(n ast.Node, s *scope) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Task:
			s.bind(n.Name.Text, n)
			return false
		case *ast.Lambda, *ast.Test, *ast.Sandbox, *ast.Serve, *ast.Routes:
			if r, ok := n.(*ast.Routes); ok {
				s.bind(r.Name.Text, nil)
			}
			return false
		case *ast.Agent:
			s.bind(n.Name.Text, nil)
			return false
		case *ast.Each:
			declare(n.X, s)
			return false
		case *ast.Match:
			declare(n.X, s)
			for _, e := range n.Else {
				declare(e, s)
			}
			return false
		case *ast.Try:
			for _, e := range n.Body {
				declare(e, s)
			}
			return false
		}
		ast.Bindings(n, func(b ast.Name) { s.bind(b.Text, nil) })
		return true
	})
}

func (w *names) visit(n ast.Node, s *scope) {
	if n == nil {
		return
	}
	ast.Walk(n, func(n ast.Node) bool { return w.node(n, s) })
}

// inner visits a block that is a scope of its own.
func (w *names) inner(list []ast.Stmt, s *scope, bound ...string) {
	in := &scope{parent: s}
	for _, name := range bound {
		in.bind(name, nil)
	}
	w.block(list, in)
}

func (w *names) node(n ast.Node, s *scope) bool {
	switch n := n.(type) {
	case *ast.Ident:
		w.ident(n, s)
	case *ast.Set:
		if id, ok := n.Target.(*ast.Ident); ok {
			if w.undefined(id.Name, s) {
				w.warn(id, "Cannot set undefined variable: '"+id.Name+"'. Use 'let' first.")
			}
			w.visit(n.Value, s)
			return false
		}
	case *ast.Call:
		w.call(n, 0, s)
	case *ast.Member:
		if id, ok := n.X.(*ast.Ident); ok {
			w.callee = id
		}
	case *ast.Map:
		for _, entry := range n.Entries {
			if id, ok := entry.Key.(*ast.Ident); ok {
				w.keys[id] = true
			}
		}
	case *ast.Pipe:
		w.visit(n.X, s)
		for _, step := range n.Steps {
			call, ok := step.X.(*ast.Call)
			if !ok {
				w.visit(step.X, s)
				continue
			}
			w.call(call, 1, s)
			w.visit(call.Fn, s)
			for _, a := range call.Args {
				w.visit(a.Value, s)
			}
		}
		return false
	case *ast.Task:
		in := &scope{parent: s}
		for _, p := range n.Params {
			in.bind(p.Name.Text, nil)
			if p.Default != nil {
				w.visit(p.Default, s)
			}
		}
		w.block(n.Body, in)
		return false
	case *ast.Lambda:
		in := &scope{parent: s}
		for _, p := range n.Params {
			in.bind(p.Text, nil)
		}
		declare(n.Body, in)
		w.visit(n.Body, in)
		return false
	case *ast.Each:
		w.visit(n.X, s)
		w.inner(n.Body, s, n.Name.Text)
		return false
	case *ast.Try:
		for _, e := range n.Body {
			w.visit(e, s)
		}
		w.inner(n.Recover, s, n.Err.Text)
		return false
	case *ast.Match:
		w.match(n, s)
		return false
	case *ast.Test:
		w.inner(n.Body, s)
		return false
	case *ast.Agent:
		w.inner(n.Body, s, w.spawns...)
		return false
	case *ast.Sandbox:
		if n.Under != nil {
			w.visit(n.Under, s)
		}
		if n.X != nil {
			in := &scope{parent: s}
			declare(n.X, in)
			w.visit(n.X, in)
		}
		w.inner(n.Body, s)
		return false
	case *ast.Serve, *ast.Routes:
		return false // route handlers see names that only a server knows
	}
	return true
}

func (w *names) match(n *ast.Match, s *scope) {
	w.visit(n.X, s)
	for _, arm := range n.Arms {
		in := &scope{parent: s}
		ast.Walk(arm.Pattern, func(q ast.Node) bool {
			ast.Bindings(q, func(b ast.Name) { in.bind(b.Text, nil) })
			return true
		})
		w.visit(arm.Pattern, s)
		if arm.Guard != nil {
			w.visit(arm.Guard, in)
		}
		w.block(arm.Body, in)
	}
	for _, e := range n.Else {
		w.visit(e, s)
	}
}

func (w *names) undefined(name string, s *scope) bool {
	switch name {
	case "pi", "tau", "e", "inf", "nan":
		return false
	}
	return s.lookup(name) == nil && sig.Lookup(name) == nil
}

func (w *names) warn(id *ast.Ident, message string) {
	w.c.warn(CodeUndefined, id.At, span(id.At, id.Name), message)
}

func (w *names) ident(id *ast.Ident, s *scope) {
	if w.undefined(id.Name, s) {
		advice := w.meant(id)
		if advice == "" && len(id.Name) > 3 { // shorter ones are near to too many
			if near := hint.Near(id.Name, visible(s)); near != "" {
				advice = " — did you mean '" + near + "'?"
			}
		}
		w.warn(id, "Undefined variable: '"+id.Name+"'"+advice)
	}
}

// meant is the hint for an undefined name by where it stands, or "": a key that
// wants quotes, a word or a function of another language.
func (w *names) meant(id *ast.Ident) string {
	if w.keys[id] {
		return " — a key without quotes is the value of that variable: write \"" + id.Name + "\""
	}
	if advice := hint.Undefined(id.Name); advice != "" {
		return advice
	}
	if form := hint.Elsewhere(id.Name); form != "" && id == w.callee {
		return " — in Synsema: " + form
	}
	return ""
}

// visible lists the names that a mistyped one may stand for: those of the
// scopes around it, then the builtins.
func visible(s *scope) []string {
	var list []string
	for ; s != nil; s = s.parent {
		list = slices.AppendSeq(list, maps.Keys(s.names))
	}
	slices.Sort(list)
	for _, rows := range sig.Families() {
		for _, r := range rows {
			if r.Status != sig.Recognised {
				list = append(list, r.Name)
			}
		}
	}
	return list
}

// call checks the arguments of a call of a known task or builtin; piped is 1
// if a pipe gives the first one.
func (w *names) call(n *ast.Call, piped int, s *scope) {
	id, ok := n.Fn.(*ast.Ident)
	if !ok {
		return
	}
	w.callee = id
	message := ""
	if d := s.lookup(id.Name); d != nil {
		if d.task != nil && !w.set[id.Name] {
			message = taskArguments(d.task, n.Args, piped)
		}
	} else if row := sig.Lookup(id.Name); row != nil {
		message = builtinArguments(row, n.Args, piped)
	}
	if message != "" {
		w.c.warn(CodeWrongArguments, n.At, span(n.At, "("), message)
	}
}

// taskArguments is the error that a call of a task would raise, or "".
func taskArguments(t *ast.Task, args []ast.Arg, piped int) string {
	who := "task '" + t.Name.Text + "'"
	positional := piped
	for _, a := range args {
		if a.Name == "" {
			positional++
		}
	}
	if positional > len(t.Params) {
		return who + " takes " + count(len(t.Params), "argument") + ", got " + itoa(int32(positional))
	}
	named := map[string]bool{}
	for _, a := range args {
		if a.Name != "" {
			named[a.Name] = true
		}
	}
	for i, p := range t.Params {
		if i >= positional && !named[p.Name.Text] && p.Default == nil {
			return who + " is missing argument '" + p.Name.Text + "' — pass it, or give the parameter a default in the task: " + p.Name.Text + " = …"
		}
	}
	if len(named) == 0 {
		return ""
	}
	given, known := map[string]bool{}, map[string]bool{}
	for i, p := range t.Params {
		known[p.Name.Text] = true
		if i < positional {
			given[p.Name.Text] = true
		}
	}
	after := false
	for _, a := range args {
		switch {
		case a.Name == "" && after:
			return "positional argument after named argument"
		case a.Name == "":
		case !known[a.Name]:
			return "unknown parameter '" + a.Name + "'"
		case given[a.Name]:
			return "duplicate argument '" + a.Name + "'"
		default:
			after = true
			given[a.Name] = true
		}
	}
	return ""
}

// builtinArguments is the error that a call of a builtin would raise, or "".
func builtinArguments(row *sig.Row, args []ast.Arg, piped int) string {
	positional, named := piped, 0
	for _, a := range args {
		if a.Name == "" {
			positional++
		}
	}
	name := row.Name + "()"
	if most := row.Max(); most >= 0 && positional > most {
		return name + " takes at most " + count(most, "argument") + ", got " + itoa(int32(positional)) + row.TooMany
	}
	for i, a := range args {
		if a.Name == "" {
			continue
		}
		if !row.TakesNames() {
			return name + " does not accept named arguments (got " + a.Name + " = …); pass it by position"
		}
		var keys []string
		found, byPosition := false, false
		for _, p := range row.Params {
			if p.Passing == sig.Positional {
				continue
			}
			byPosition = byPosition || p.Passing == sig.Named
			keys = append(keys, p.Name)
			if p.Name == a.Name {
				found = true
				if p.Passing == sig.Named {
					named++
				}
			}
		}
		switch {
		case found && slices.ContainsFunc(args[:i], func(b ast.Arg) bool { return b.Name == a.Name }):
			return "duplicate argument '" + a.Name + "'"
		case found:
		case byPosition:
			return "unknown parameter '" + a.Name + "'"
		default:
			return name + " has no argument named '" + a.Name + "' (named arguments it takes: " + strings.Join(keys, ", ") + ")"
		}
	}
	if least := row.Min(); positional+named < least {
		return name + " needs " + count(least, "argument") + ", got " + itoa(int32(positional+named))
	}
	return ""
}

// unreachable warns about statements behind one that leaves their block.
func (c *check) unreachable(top []ast.Stmt) {
	c.dead(top)
	ast.Walk(c.file.Program, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.When:
			for _, arm := range n.Arms {
				c.dead(arm.Body)
			}
			c.dead(n.Else)
		case *ast.Each:
			c.dead(n.Body)
		case *ast.While:
			c.dead(n.Body)
		case *ast.Match:
			for _, arm := range n.Arms {
				c.dead(arm.Body)
			}
			c.dead(n.Else)
		case *ast.Task:
			c.dead(n.Body)
		case *ast.Try:
			c.dead(n.Body)
			c.dead(n.Recover)
		case *ast.Sandbox:
			c.dead(n.Body)
		case *ast.Test:
			c.dead(n.Body)
		case *ast.Agent:
			c.dead(n.Body)
		case *ast.Trace:
			c.dead(n.Body)
		case *ast.Measure:
			c.dead(n.Body)
		case *ast.Route:
			c.dead(n.Body)
		}
		return true
	})
}

func (c *check) dead(list []ast.Stmt) {
	for i, s := range list[:max(len(list)-1, 0)] {
		word := leaves(s)
		if word == "" {
			continue
		}
		next := list[i+1]
		c.warn(CodeUnreachable, next.Pos(), span(next.Pos(), "x"), "this statement is never reached: `"+word+"` above it leaves the block")
		return
	}
}

// leaves is the word of a statement after which the block does not go on.
func leaves(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.Give:
		return "give"
	case *ast.Stop:
		return "stop"
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.Call); ok {
			if id, ok := call.Fn.(*ast.Ident); ok && id.Name == "raise" {
				return "raise"
			}
		}
	}
	return ""
}
