package caps

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// log collects entries as lines.
type log struct{ lines []string }

func (l *log) sink(e Entry) {
	verdict := "no "
	if e.Granted {
		verdict = "yes"
	}
	place := ""
	if e.File != "" {
		place = fmt.Sprintf(" %s:%d", e.File, e.Line)
	}
	l.lines = append(l.lines, fmt.Sprintf("%s %s %s [%s] %s (%s)%s", e.Context, verdict, e.Capability(), e.Source, e.Reason, e.Origin, place))
}

// take returns the lines since the last call.
func (l *log) take() string {
	s := strings.Join(l.lines, "\n")
	l.lines = nil
	return s
}

// ceiling parses a list; "-" is the absent one.
func ceiling(t testing.TB, text string) *List {
	t.Helper()
	if text == "-" {
		return nil
	}
	l, err := unix.ParseList(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func program(t testing.TB, list string) (*Set, *log) {
	l := &log{}
	s := New(Config{Platform: unix, Ceilings: []*List{ceiling(t, list)}, Ambient: Ambient(), Sink: l.sink})
	l.take()
	return s, l
}

// item parses one list item.
func item(t testing.TB, text string) *Item {
	t.Helper()
	l, err := unix.ParseItems(text)
	if err != nil || len(l.items) != 1 {
		t.Fatalf("%q: %v", text, err)
	}
	return l.items[0]
}

var at = At{Source: "op()", File: "main.syn", Line: 7}

func (s *Set) require(t testing.TB, texts ...string) {
	t.Helper()
	for _, text := range texts {
		s.Grant(item(t, text), at)
	}
}

// request builds the request of an operation from an item's text; net scopes
// are hosts.
func request(t testing.TB, text string) Request {
	t.Helper()
	it := item(t, text)
	scope, scoped := it.Scope()
	switch {
	case !scoped:
		return Bare(it.Kind())
	case it.Kind() == Net:
		return use(t, unix, Net, "http://"+scope)
	default:
		return unix.Request(it.Kind(), scope)
	}
}

const (
	plain1  = "Capability not granted: %s — this is a permission, not a bug: add `require %s` to the program's preamble (or to the importing file, when this code runs in a module)"
	above1  = "Capability not granted: %s — declared but above the host ceiling (--sandbox/--cap-set). The program cannot fix this; the host must widen the ceiling"
	block1  = "Capability not granted: %s — outside the ceiling of the enclosing `sandbox under` block; add it to that block's caps or run this outside the block"
	denied1 = "Capability not granted: %s — explicitly denied by %s"
)

func TestDecision(t *testing.T) {
	tests := []struct {
		ceiling  string
		requires string // comma-separated items
		use      string
		message  string // "" for granted
		reason   string
	}{
		{"-", "file.read=a.txt", "file.read=a.txt", "", `Granted by file_read("a.txt")`},
		{"-", "file=d/*,file.read=d/a", "file.read=./d//a", "", `Granted by file("d/*")`},
		{"-", "", "file.read=./x//y", fmt.Sprintf(plain1, `file_read("x/y")`, `file.read("x/y")`), ReasonNoGrant},
		{"-", "", "random", fmt.Sprintf(plain1, "random", "random"), ReasonNoGrant},
		{"-", "random=dice", "random", fmt.Sprintf(plain1, "random", "random"), ReasonNoGrant},
		{"-", "", "time", "", "Granted by time"},
		{"-", "", "net=h:1", fmt.Sprintf(plain1, `net("h:1")`, `net("h:1")`), ReasonNoGrant},
		{"stdout", "", "file.read=a", fmt.Sprintf(plain1, `file_read("a")`, `file.read("a")`), ReasonNoGrant},
		{"stdout", "file.read=a", "file.read=a", fmt.Sprintf(above1, `file_read("a")`), ReasonCeiling},
		{"stdout", "", "time", fmt.Sprintf(plain1, "time", "time"), ReasonNoGrant},
		{"stdout", "time", "time", fmt.Sprintf(above1, "time"), ReasonCeiling},
		// The table of what a wide require does under a narrow ceiling.
		{"file.read=pub/*", "file.read", "file.read=priv/b", fmt.Sprintf(above1, `file_read("priv/b")`), ReasonCeiling},
		{"file.read=pub/*", "file.read", "file.read=pub/a", fmt.Sprintf(plain1, `file_read("pub/a")`, `file.read("pub/a")`), ReasonNoGrant},
		{"file.read=pub/*", "file.read=pub/*", "file.read=pub/a", "", `Granted by file_read("pub/*")`},
		{"file.read=pub/*", "", "file.read=priv/b", fmt.Sprintf(plain1, `file_read("priv/b")`, `file.read("priv/b")`), ReasonNoGrant},
		{"net=api.mock", "net=*", "net=api.mock", fmt.Sprintf(plain1, `net("api.mock")`, `net("api.mock")`), ReasonNoGrant},
		{"file.read=ws/*", "file=ws/a", "file.read=ws/a", fmt.Sprintf(plain1, `file_read("ws/a")`, `file.read("ws/a")`), ReasonNoGrant},
		{"none", "stdout", "stdout", fmt.Sprintf(above1, "stdout"), ReasonCeiling},

		{"-", "", "env=DB_URL", "env(\"DB_URL\") not permitted: missing capability — add `require env(\"DB_URL\")` (or a prefix: `require env(\"DB_*\")`)", ReasonNoGrant},
		{"-", "", "secret=A_B_C", "secret(\"A_B_C\") not permitted: missing capability — add `require secret(\"A_B_C\")` (or a prefix: `require secret(\"A_*\")`)", ReasonNoGrant},
		{"-", "", "env=PORT", "env(\"PORT\") not permitted: missing capability — add `require env(\"PORT\")`", ReasonNoGrant},
		{"-", "env=*", "env=OPENAI_API_KEY", "env(\"OPENAI_API_KEY\") not permitted: missing capability — add `require env(\"OPENAI_API_KEY\")`", ReasonNoGrant},
		{"-", "", "secret=OPENAI_API_KEY", "secret(\"OPENAI_API_KEY\") not permitted: missing capability — add `require secret(\"OPENAI_API_KEY\")` (or a prefix: `require secret(\"OPENAI_*\")`)", ReasonNoGrant},
		{"env=*", "env=OPENAI_API_KEY", "env=OPENAI_API_KEY", `env("OPENAI_API_KEY") not permitted: declared but above the host ceiling (--sandbox/--cap-set). The program cannot fix this; the host must widen the ceiling`, ReasonCeiling},
		{"stdout", "secret=X", "secret=X", `secret("X") not permitted: declared but above the host ceiling (--sandbox/--cap-set). The program cannot fix this; the host must widen the ceiling`, ReasonCeiling},
		{"-", "", "reveal=K", "reveal() not permitted: Capability not granted: reveal(\"K\") — add `require reveal(\"K\")` (reveal is loud and writes a persistent audit entry)", ReasonNoGrant},
		{"stdout", "reveal=K", "reveal=K", `reveal() not permitted: reveal("K") is declared but above the host ceiling (--sandbox/--cap-set). The program cannot fix this; the host must widen the ceiling`, ReasonCeiling},
		{"-", "", "spend=USD", "Capability not granted: spend(\"USD\") — add `require spend(\"USD\")` (spending is deny-by-default and writes a persistent audit entry)", ReasonNoGrant},
		{"stdout", "spend=USD", "spend=USD", fmt.Sprintf(above1, `spend("USD")`), ReasonCeiling},
	}
	for _, tt := range tests {
		s, l := program(t, tt.ceiling)
		if tt.requires != "" {
			s.require(t, strings.Split(tt.requires, ",")...)
		}
		l.take()
		r := request(t, tt.use)
		for range 2 { // the second time the answer may be remembered
			d := s.Check(r, at)
			if d.Message() != tt.message || d.Granted != (tt.message == "") {
				t.Errorf("%s under %s: use of %s: %q\nwant %q", tt.requires, tt.ceiling, tt.use, d.Message(), tt.message)
			}
			verdict := "no "
			if d.Granted {
				verdict = "yes"
			}
			want := fmt.Sprintf("program %s %s [op()] %s (program) main.syn:7", verdict, r, tt.reason)
			if got := l.take(); got != want {
				t.Errorf("entry %q, want %q", got, want)
			}
		}
		silent := s.Decide(r)
		if silent.Message() != tt.message || l.take() != "" {
			t.Errorf("the silent decision differs: %q", silent.Message())
		}
	}
}

func TestGrantEntries(t *testing.T) {
	l := &log{}
	s := New(Config{Platform: unix, Ceilings: []*List{ceiling(t, "stdout,file.read=*.txt,env")}, Ambient: Ambient(), Sink: l.sink})
	want := `program yes stdout [ambient] auto-granted by the runtime (runtime)
program no  time [ceiling] above host ceiling (--sandbox/--cap-set) (runtime)
program no  llm [ceiling] above host ceiling (--sandbox/--cap-set) (runtime)
program no  judge [ceiling] above host ceiling (--sandbox/--cap-set) (runtime)`
	if got := l.take(); got != want {
		t.Errorf("ambient:\n%s", got)
	}
	if g := s.Grant(item(t, "file.read=./a.txt"), at); !g.Stored || g.Warning != "" || l.take() != "" {
		t.Errorf("a granted require: %+v", g)
	}
	if g := s.Grant(item(t, "net=https://u:pw@Host.test:8443/x"), at); g.Stored {
		t.Error("granted above the ceiling")
	}
	if got := l.take(); got != `program no  net("host.test:8443") [ceiling] above host ceiling (--sandbox/--cap-set) (program) main.syn:7` {
		t.Error(got)
	}
	s.Grant(item(t, "file.write=./b//c"), at)
	if got := l.take(); !strings.Contains(got, `no  file_write("./b//c") [ceiling]`) {
		t.Error(got)
	}
	n := len(s.now.grants.items)
	for range 100 {
		s.Grant(item(t, "file.read=./a.txt"), at)
		s.Grant(item(t, "exec=x"), at)
	}
	if len(s.now.grants.items) != n || len(s.rejected.items) != 3 {
		t.Errorf("a require in a loop grows the set: %d grants, %d rejected", len(s.now.grants.items), len(s.rejected.items))
	}
}

func TestBareWarnings(t *testing.T) {
	want := map[string]string{
		"reveal": "synsema: warning: bare `require reveal` permits revealing ANY secret; scope it with `require reveal(\"NAME\")` (the name/label of the secret)",
		"sign":   "synsema: warning: bare `require sign` permits signing with ANY key; scope it with `require sign(\"KEY_NAME\")` (the name of the key's secret)",
		"spend":  "synsema: warning: bare `require spend` permits spending in ANY unit; scope it with `require spend(\"USD\")` (the unit being spent)",
		"wallet": "synsema: warning: bare `require wallet` permits creating custody from ANY secret; scope it with `require wallet(\"NAME\")` (the source secret's name, or the new secret's label when generating)",
	}
	for _, list := range []string{"-", "stdout"} {
		for _, name := range Names() {
			s, _ := program(t, list)
			if g := s.Grant(item(t, name), at); g.Warning != want[name] {
				t.Errorf("%s: %q", name, g.Warning)
			}
			if g := s.Grant(item(t, name+"=x"), at); g.Warning != "" {
				t.Errorf("%s(x): %q", name, g.Warning)
			}
			s.EnterSandbox()
			if g := s.Grant(item(t, name), at); g.Warning != "" || g.Stored {
				t.Errorf("%s in a sandbox: %+v", name, g)
			}
		}
	}
}

func TestDenialsAndParents(t *testing.T) {
	pl, cl := &log{}, &log{}
	parent := New(Config{Name: "host", Platform: unix, Sink: pl.sink, Denials: []*Item{item(t, "net=evil.x")}})
	parent.require(t, "net=*.x", "time")
	child := New(Config{Platform: unix, Sink: cl.sink, Parent: parent, Denials: []*Item{item(t, "net=admin.x")}, Ceilings: []*List{ceiling(t, "net=*.x,env")}})

	d := child.Check(request(t, "net=admin.x"), at)
	if d.Message() != fmt.Sprintf(denied1, `net("admin.x")`, `net("admin.x")`) || cl.take() != `program no  net("admin.x") [op()] Explicitly denied by net("admin.x") (program) main.syn:7` || pl.take() != "" {
		t.Error(d.Message())
	}
	if d := child.Check(request(t, "net=a.x"), at); !d.Granted || cl.take() != "" || pl.take() != `host yes net("a.x") [op()] Granted by net("*.x") (program) main.syn:7` {
		t.Error(d.Message())
	}
	if d := child.Check(request(t, "time"), at); d.Cause != AboveCeiling || !strings.Contains(cl.take(), ReasonCeiling) || pl.take() != "" {
		t.Error("the ceiling of the child does not bound what the parent grants:", d.Message())
	}
	d = child.Check(request(t, "env=X_Y"), at)
	if d.Cause != NoGrant || cl.take() != `program no  env("X_Y") [op()] No matching grant found (program) main.syn:7` || pl.take() != `host no  env("X_Y") [op()] No matching grant found (program) main.syn:7` {
		t.Error(d.Message())
	}
	if d := child.Check(request(t, "net=evil.x"), at); d.Cause != NoGrant || !strings.Contains(pl.take(), "Explicitly denied") {
		t.Error("a denial of the parent:", d.Message())
	}
	// A tool with a wide declaration does not get round a denial.
	child.EnterTool([]*Item{item(t, "net=*.x")}, at)
	for _, host := range []string{"net=admin.x", "net=evil.x"} {
		if d := child.Decide(request(t, host)); d.Cause != Denied {
			t.Errorf("%s in a tool: %v", host, d.Cause)
		}
	}
	if !child.Decide(request(t, "net=a.x")).Granted {
		t.Error("the tool lost its grant")
	}
}

func TestSandbox(t *testing.T) {
	s, l := program(t, "stdout,time,file.read=a,file.read=b,env")
	s.require(t, "file.read=a", "exec=x")
	l.take()
	f := s.EnterSandbox()
	for use, want := range map[string]Cause{"file.read=a": NoGrant, "time": NoGrant, "exec=x": AboveCeiling, "net=h": NoGrant} {
		if d := s.Decide(request(t, use)); d.Cause != want {
			t.Errorf("%s in a sandbox: %v", use, d.Cause)
		}
	}
	if s.Grant(item(t, "file.read=a"), at).Stored || s.Grant(item(t, "random"), at).Stored || !s.Frozen() || l.take() != "" {
		t.Error("require in a sandbox does something")
	}
	inner := s.EnterSandbox()
	_ = inner // left by an error: the outer frame restores
	s.Leave(f)
	if s.Frozen() || !s.Decide(request(t, "file.read=a")).Granted || !s.Decide(request(t, "time")).Granted {
		t.Error("leaving does not restore")
	}
	if !s.Grant(item(t, "file.read=b"), at).Stored {
		t.Error("require after a sandbox")
	}
}

func TestStdout(t *testing.T) {
	free, l := program(t, "-")
	free.EnterSandbox()
	if !free.Stdout(at).Granted || l.take() != "" {
		t.Error("printing without a ceiling is checked")
	}
	s, l := program(t, "stdout")
	s.EnterSandbox()
	print := At{Source: "print()", File: "m.syn", Line: 1}
	for i := range 3 {
		if !s.Stdout(print).Granted {
			t.Error("the first print in a sandbox is refused")
		}
		if got := l.take(); (got == `program yes stdout [print()] Granted by stdout (program) m.syn:1`) != (i == 0) {
			t.Errorf("%d: %q", i, got)
		}
	}
	// A worker of a sandbox asks the grants outside of it, once more.
	w := s.Worker(nil)
	if !w.Stdout(print).Granted || l.take() != `parallel yes stdout [print()] Granted by stdout (program) m.syn:1` {
		t.Error("stdout of a worker in a sandbox")
	}
	no, l := program(t, "time")
	if d := no.Stdout(print); d.Message() != fmt.Sprintf(plain1, "stdout", "stdout") || len(l.lines) != 1 {
		t.Error(d.Message())
	}
	// The verdict stays, whatever comes later.
	no.require(t, "stdout")
	if d := no.Stdout(print); d.Cause != NoGrant {
		t.Error(d.Cause)
	}
	declared, _ := program(t, "none")
	declared.require(t, "stdout")
	if d := declared.Stdout(print); d.Message() != fmt.Sprintf(above1, "stdout") {
		t.Error(d.Message())
	}
}

func TestSandboxUnder(t *testing.T) {
	s, l := program(t, "-")
	s.require(t, "file.read=pub/*", "file.read=priv/*", "env=B", "net=a.test", "reveal=K", "secret=S", "random")
	list, err := unix.Delegated("sandbox under", []Delegation{{"file_read", []string{"pub/*"}}, {"net", []string{"b.test", "*.test:80"}}, {"db", nil}})
	if err != nil {
		t.Fatal(err)
	}
	f := s.EnterUnder(BlockCeiling(list))
	for use, want := range map[string]string{
		"file.read=pub/a":  "",
		"file.read=priv/b": fmt.Sprintf(block1, `file_read("priv/b")`),
		"file.read=c":      fmt.Sprintf(plain1, `file_read("c")`, `file.read("c")`),
		"time":             "",
		"random":           "",
		"llm":              fmt.Sprintf(block1, "llm"),
		"net=a.test":       fmt.Sprintf(block1, `net("a.test")`),
		"net=b.test":       fmt.Sprintf(plain1, `net("b.test")`, `net("b.test")`),
		"net=a.test:80":    "",
		"env=B":            fmt.Sprintf(block1, `env("B")`),
		"secret=S":         fmt.Sprintf(block1, `secret("S")`),
		"reveal=K":         fmt.Sprintf(block1, `reveal("K")`),
	} {
		if d := s.Decide(request(t, use)); d.Message() != want {
			t.Errorf("%s: %q", use, d.Message())
		}
	}
	l.take()
	s.Check(request(t, "env=B"), at)
	if got := l.take(); got != `program no  env("B") [op()] above sandbox ceiling (sandbox under) (program) main.syn:7` {
		t.Error(got)
	}
	if s.Grant(item(t, "file.read=pub/x"), at).Stored {
		t.Error("require in a block grants")
	}
	// A worker has the usual set under the pushed ceiling and may require.
	w := s.Worker(nil)
	if got := l.take(); !strings.Contains(got, "parallel no  llm [sandbox] above sandbox ceiling (sandbox under) (runtime)") || !strings.Contains(got, "parallel yes time [ambient]") {
		t.Error(got)
	}
	if !w.Grant(item(t, "file.read=pub/x"), at).Stored || w.Grant(item(t, "exec=x"), at).Stored {
		t.Error("require of a worker under a block")
	}
	if got := l.take(); got != `parallel no  exec("x") [sandbox] above sandbox ceiling (sandbox under) (program) main.syn:7` {
		t.Error(got)
	}
	s.EnterUnder(BlockCeiling(NewList()))
	if d := s.Decide(request(t, "file.read=pub/a")); d.Cause != Delegated {
		t.Error("nested blocks do not stack")
	}
	s.Leave(f)
	if !s.Decide(request(t, "file.read=priv/b")).Granted || s.Frozen() {
		t.Error("leaving a block")
	}
	if w.Decide(request(t, "file.read=priv/b")).Cause != Delegated {
		t.Error("leaving a block frees a worker made in it")
	}
}

func TestDelegatedMaps(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"netwrok", "sandbox under: unknown capability \"netwrok\" — use the same names as `require`"},
		{"stdin", "sandbox under: stdin is process-local and cannot be delegated"},
		{"stdout", "sandbox under: stdout is process-local and cannot be delegated"},
		{"time", "sandbox under: time is process-local and cannot be delegated"},
		{"random", "sandbox under: random is process-local and cannot be delegated"},
	} {
		_, err := unix.Delegated("sandbox under", []Delegation{{Name: "net"}, {Name: tt.name}})
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v", tt.name, err)
		}
		_, err = unix.Delegated("run_program: ceiling", []Delegation{{Name: tt.name}})
		if err == nil || err.Error() != strings.Replace(tt.want, "sandbox under", "run_program: ceiling", 1) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if got := DelegationTypeError("list").Error(); got != `sandbox under: expected a map of capabilities ({"net": ["api.x"], "db": "orders"}) or the map returned by captoken_verify, got list` {
		t.Error(got)
	}
	l, err := unix.Delegated("sandbox under", []Delegation{{"serve", []string{"8080"}}, {"file.read", nil}, {"exec", []string{"a,b", " c"}}})
	if err != nil || l.String() != "serve=8080,file.read,exec=a,b,exec= c" {
		t.Error(l, err)
	}
}

func TestTokens(t *testing.T) {
	s, l := program(t, "-")
	s.require(t, "net=a", "net=b", "random")
	s.PushToken(unix.TokenCeiling("T1", []Delegation{{"net", []string{"a"}}, {"moon", nil}, {"stdin", nil}}, true))
	for use, want := range map[string][2]string{
		"net=a":  {"", `Granted by net("a")`},
		"net=b":  {`Capability not granted: net("b") — denied by the delegated ceiling of token T1: the program declares it, but the caller's token does not grant it. The program cannot fix this; the caller must present a token that carries it`, "above delegated ceiling (token T1)"},
		"time":   {"Capability not granted: time — denied by the deterministic caveat of token T1: the caller asked for a run without clock or entropy. The program cannot fix this; the caller must mint a token without that caveat", "denied by the deterministic caveat of token T1"},
		"random": {"Capability not granted: random — denied by the deterministic caveat of token T1: the caller asked for a run without clock or entropy. The program cannot fix this; the caller must mint a token without that caveat", "denied by the deterministic caveat of token T1"},
		"stdout": {"", "Granted by stdout"},
		"exec=x": {fmt.Sprintf(plain1, `exec("x")`, `exec("x")`), ReasonNoGrant},
	} {
		if d := s.Decide(request(t, use)); d.Message() != want[0] || d.Reason() != want[1] {
			t.Errorf("%s: %q %q", use, d.Message(), d.Reason())
		}
	}
	l.take()
	if s.Grant(item(t, "exec=x"), at).Stored || l.take() != `program no  exec("x") [token] above delegated ceiling (token T1) (program) main.syn:7` {
		t.Error("a require above a token")
	}
	if !strings.Contains(s.Decide(request(t, "exec=x")).Message(), "delegated ceiling of token T1") {
		t.Error("the rejected declaration is forgotten")
	}
	// Of several the outermost words it.
	s.EnterUnder(BlockCeiling(NewList()))
	if d := s.Decide(request(t, "net=b")); d.Reason() != "above delegated ceiling (token T1)" {
		t.Error(d.Reason())
	}
	if d := s.Decide(request(t, "net=a")); d.Reason() != ReasonSandbox {
		t.Error(d.Reason())
	}
}

func TestTool(t *testing.T) {
	s, l := program(t, "stdout,file.read=*.txt,env")
	s.require(t, "file.read=./a.txt", "file.read=b.txt", "exec=x")
	l.take()
	f := s.EnterTool([]*Item{item(t, "file.read=a.txt"), item(t, "env=X"), item(t, "exec=x"), item(t, "file.read=./a//*")}, at)
	want := `program yes file_read("a.txt") [tool-scope] Granted by file_read("./a.txt") (program) main.syn:7
program no  env("X") [tool-scope] No matching grant found (program) main.syn:7
program no  exec("x") [tool-scope] above host ceiling (--sandbox/--cap-set) (program) main.syn:7
program no  file_read("./a//*") [tool-scope] No matching grant found (program) main.syn:7`
	if got := l.take(); got != want {
		t.Errorf("got\n%s", got)
	}
	if d := s.Decide(request(t, "file.read=a.txt")); d.Reason() != `Granted by file_read("a.txt")` {
		t.Error(d.Reason())
	}
	for use, want := range map[string]Cause{"file.read=b.txt": NoGrant, "stdout": NoGrant, "env=X": NoGrant, "exec=x": AboveCeiling} {
		if d := s.Decide(request(t, use)); d.Cause != want {
			t.Errorf("%s in a tool: %v", use, d.Cause)
		}
	}
	if s.Grant(item(t, "file.read=b.txt"), at).Stored {
		t.Error("require in a tool grants")
	}
	s.EnterTool([]*Item{item(t, "file.read=b.txt")}, at)
	if s.Decide(request(t, "file.read=b.txt")).Granted || s.Decide(request(t, "file.read=a.txt")).Granted {
		t.Error("a tool in a tool widens")
	}
	s.Leave(f)
	if !s.Decide(request(t, "file.read=b.txt")).Granted {
		t.Error("leaving a tool")
	}
}

func TestChildren(t *testing.T) {
	s, l := program(t, "-")
	s.require(t, "file.read=a", "memory=m")
	agent := s.Agent(nil)
	if got := l.take(); got != strings.Join([]string{
		"agent yes stdout [ambient] auto-granted by the runtime (runtime)",
		"agent yes time [ambient] auto-granted by the runtime (runtime)",
		"agent yes llm [ambient] auto-granted by the runtime (runtime)",
		"agent yes judge [ambient] auto-granted by the runtime (runtime)",
	}, "\n") {
		t.Errorf("agent:\n%s", got)
	}
	if agent.Decide(request(t, "file.read=a")).Granted || !agent.Decide(request(t, "memory=m")).Granted {
		t.Error("grants of an agent")
	}
	if !agent.Grant(item(t, "exec=x"), at).Stored || s.Decide(request(t, "exec=x")).Granted {
		t.Error("require of an agent")
	}
	worker := s.Worker(nil)
	if !strings.HasPrefix(l.take(), "parallel yes stdout [ambient]") || !worker.Decide(request(t, "file.read=a")).Granted {
		t.Error("grants of a worker")
	}
	worker.require(t, "file.read=b")
	if s.Decide(request(t, "file.read=b")).Granted || !worker.Decide(request(t, "file.read=b")).Granted {
		t.Error("require of a worker")
	}

	limited, _ := program(t, "stdout")
	limited.require(t, "exec=x", "memory=m")
	if d := limited.Worker(nil).Decide(request(t, "exec=x")); d.Cause != AboveCeiling {
		t.Error("a worker forgets what was rejected")
	}
	if d := limited.Agent(nil).Decide(request(t, "exec=x")); d.Cause != NoGrant {
		t.Error("an agent remembers what the program declared")
	}
	if d := limited.Agent(nil).Decide(request(t, "memory=m")); d.Cause != AboveCeiling {
		t.Error("memory of an agent")
	}

	for _, enter := range []func() (Frame, bool){
		func() (Frame, bool) { return s.EnterSandbox(), false },
		func() (Frame, bool) { return s.EnterTool([]*Item{item(t, "file.read=a")}, at), true },
	} {
		f, has := enter()
		l.take()
		for _, child := range []*Set{s.Worker(nil), s.Agent(nil), s.Worker(nil).Worker(nil), s.Agent(nil).Worker(nil)} {
			if child.Decide(request(t, "time")).Granted || child.Grant(item(t, "file.read=z"), at).Stored ||
				child.Decide(request(t, "file.read=a")).Granted != has || l.take() != "" {
				t.Errorf("%s inside a sandbox or tool", child.Name())
			}
		}
		s.Leave(f)
	}
}

func TestLend(t *testing.T) {
	s, l := program(t, "-")
	s.require(t, "net=uno", "file.read=pub/*", "file=d/*", "exec=./t/*", "exec=git", "exec=/bin/*", "db=*", "file.write=*")
	wanted := ceiling(t, "stdout,time,net=*,net=uno,file.read=pub/?,file.read=./priv//*,random,exec=git")
	lists := s.Lend(wanted, nil, at)
	if got := lists[0].String(); got != "stdout,time,net=uno,file.read=pub/?,exec=git" {
		t.Error(got)
	}
	want := `program no  net("*") [run_program()] above parent ceiling (program) main.syn:7
program no  file_read("./priv//*") [run_program()] above parent ceiling (program) main.syn:7
program no  random [run_program()] above parent ceiling (program) main.syn:7`
	if got := l.take(); got != want {
		t.Error(got)
	}
	if got := s.Lend(ceiling(t, "net=*"), nil, at)[0]; got == nil || got.String() != "none" {
		t.Errorf("nothing lent is %q", got)
	}
	l.take()

	move := &Move{From: "/home/u/w", To: "/tmp/x"}
	wanted = ceiling(t, "file.read=./d/../d/*,file.read=d/?,exec=git,exec=./t/x,exec=/bin/x,db=*,db=x.db,db=postgres://h/d,file.write=*,file.write=./*,file.write=../z,file.read=/abs")
	lists = s.Lend(wanted, move, at)
	if got := lists[0].String(); got != "file.read=/home/u/w/d/*,file.read=/home/u/w/d/?,exec=git,exec=/bin/x,db=*,db=/home/u/w/x.db,db=postgres://h/d,file.write=*,file.write=/home/u/w/*,file.write=/home/u/z" {
		t.Error(got)
	}
	if got := l.take(); strings.Count(got, "above parent ceiling") != 2 || !strings.Contains(got, `exec("./t/x")`) || !strings.Contains(got, `file_read("/abs")`) {
		t.Error(got)
	}
	child := New(Config{Platform: unix, Ceilings: lists, Ambient: Ambient()})
	child.require(t, "file.read=/home/u/w/d/*", "file.read=d/*")
	if !child.Decide(request(t, "file.read=/home/u/w/d/a")).Granted || child.Decide(request(t, "file.read=d/a")).Cause != AboveCeiling {
		t.Error("a child elsewhere")
	}
	l.take()
	if got := s.Lend(ceiling(t, "file.read=d/a,db=*"), &Move{From: "/we*rd", To: "/tmp"}, at)[0].String(); got != "db=*" {
		t.Error("a directory whose name is a pattern:", got)
	}

	// In a sandbox nothing can be lent; in a block only what it covers.
	f := s.EnterSandbox()
	if got := s.Lend(ceiling(t, "stdout,net=uno"), nil, at)[0].String(); got != "none" {
		t.Error(got)
	}
	s.Leave(f)
	s.EnterUnder(BlockCeiling(ceiling(t, "net=uno")))
	lists = s.Lend(ceiling(t, "stdout,time,net=uno,exec=git"), nil, at)
	if got := lists[0].String(); got != "stdout,time,net=uno" {
		t.Error(got)
	}
	child = New(Config{Platform: unix, Ceilings: lists, Ambient: Ambient()})
	child.require(t, "net=uno")
	for use, want := range map[string]bool{"stdout": true, "time": true, "net=uno": true, "llm": false} {
		if child.Decide(request(t, use)).Granted != want {
			t.Errorf("%s in the child", use)
		}
	}
}

func TestLayers(t *testing.T) {
	s := New(Config{Platform: unix, Ceilings: []*List{ceiling(t, "file=ws/*,net=*,net=localhost"), ceiling(t, "file.read,net")}})
	s.require(t, "file.read=ws/in/*", "file.read=ws/*", "net=*", "net=127.0.0.1", "net=localhost:80")
	s.EnterUnder(BlockCeiling(ceiling(t, "file.read=ws/*.txt,net=localhost,net=*")))
	var seen []string
	r := request(t, "file.read=ws/in/a.txt")
	ok := s.Within(r, func(it *Item) bool {
		dir, bounded := it.Dir()
		seen = append(seen, fmt.Sprint(it.Text(), " ", dir, " ", bounded))
		return it.Text() != "file.read=ws/in/*"
	})
	if got := strings.Join(seen, "; "); !ok || got != "file=ws/* ws true; file.read  false; file.read=ws/*.txt ws true; file.read=ws/in/* ws/in true; file.read=ws/* ws true" {
		t.Error(ok, got)
	}
	if s.Within(r, func(it *Item) bool { return it.Text() != "file.read=ws/*.txt" }) {
		t.Error("a delegated layer is not asked")
	}
	for url, want := range map[string]bool{"localhost:80": false, "localhost": false, "127.0.0.1": false} {
		if got := s.NamesHost(request(t, "net="+url)); got != want {
			t.Errorf("%s: %v", url, got)
		}
	}
	named := New(Config{Platform: unix, Ceilings: []*List{ceiling(t, "net=127.0.0.1,net=*.x,net=localhost")}})
	named.require(t, "net=127.0.0.1", "net=localhost:80", "net=a.x")
	for url, want := range map[string]bool{"localhost:80": true, "localhost": false, "127.0.0.1": true, "127.0.0.1:9": true, "a.x": false} {
		if got := named.NamesHost(request(t, "net="+url)); got != want {
			t.Errorf("%s: %v", url, got)
		}
	}
	d := s.Decide(r)
	if d = d.Refuse(ByLink); d.Message() != `Capability not granted: file_read("ws/in/a.txt") — the path leaves the granted scope through a symbolic link` || d.Reason() != ReasonLink {
		t.Error(d.Message())
	}
	d = Decision{Request: request(t, "exec=./bin/job"), Granted: true}.Refuse(Writable)
	if d.Message() != `Capability not granted: exec("./bin/job") — the program may write the command it would run` || d.Reason() != "the program may write this command" {
		t.Error(d.Message())
	}
}

func TestMayReplace(t *testing.T) {
	s, l := program(t, "-")
	s.require(t, "file.write=bin/*", "file", "file.write=*", "file.read=r/*", "file=f")
	for path, want := range map[string]bool{"bin/job": true, "bin": false, "/bin/sh": false, "r/x": false, "f": true} {
		if got := s.MayReplace(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	if l.take() != "" {
		t.Error("MayReplace leaves entries")
	}
	limited, _ := program(t, "file.write=bin/*")
	limited.require(t, "file.write=bin/a*", "file.write=lib/*")
	if !limited.MayReplace("bin/ab") || limited.MayReplace("bin/b") || limited.MayReplace("lib/x") {
		t.Error("MayReplace under a ceiling")
	}
}

func TestFixed(t *testing.T) {
	l := &log{}
	s := New(Config{Name: "rpc", Platform: unix, Fixed: true, Ceilings: []*List{ceiling(t, "file.read=d/*,net=a.x,env=A_*"), ceiling(t, "file.read,net,env=A_B")}, Sink: l.sink})
	for use, want := range map[string]string{
		"file.read=d/a": `Granted by file_read("d/*")`, "net=a.x:80": `Granted by net("a.x")`,
		"file.read=e": ReasonCeiling, "env=A_C": ReasonCeiling, "exec=x": ReasonCeiling, "time": ReasonCeiling,
	} {
		if d := s.Check(request(t, use), at); d.Reason() != want {
			t.Errorf("%s: %q", use, d.Reason())
		}
	}
	if s.Grant(item(t, "exec=x"), at).Stored || !s.Frozen() {
		t.Error("a fixed set can be granted more")
	}
}

func TestGuard(t *testing.T) {
	list := ceiling(t, "file.write=workspace/*,file=.lampson/plugins/p/*,file.read,file.write=/proj/*").
		Guard(unix, "/proj", ".lampson", "/proj/.lampson", "/proj/.lamps", "/home/u/.synrun", "workspace/.lampson")
	s := New(Config{Platform: unix, Ceilings: []*List{list}})
	s.require(t, "file.write=workspace/*", "file=.lampson/plugins/p/*", "file.read", "file.write=/proj/*")
	for use, granted := range map[string]bool{
		"file.write=workspace/a":                    true,
		"file.write=workspace/.lampson":             false,
		"file.write=workspace/.lampson/state.json":  false,
		"file.write=workspace/x/../.lampson/a":      false,
		"file.write=workspace/.lampsonette":         true,
		"file.write=.lampson/plugins/p/data":        true,
		"file.write=/proj/src/a":                    true,
		"file.write=/proj/.lampson/plugins/p/x.syn": false,
		"file.write=/proj/.lamps/x":                 false,
		"file.read=/proj/.lamps/x":                  true,
		"file.read=.lampson/x":                      true,
	} {
		d := s.Decide(request(t, use))
		if d.Granted != granted || !granted && d.Cause != AboveCeiling {
			t.Errorf("%s: %v %v", use, d.Granted, d.Cause)
		}
	}
	if l := NewList(); l.Guard(unix, "/", "x") == l || ((*List)(nil)).Guard(unix, "/", "x") != nil {
		t.Error("guard of an empty and of the absent list")
	}
	near := ceiling(t, "file=.lampson*,file=.lampson?x").Guard(unix, "/proj", "/proj/.lampson")
	if near.Allows(unix.Request(FileWrite, ".lampson/x")) || !near.Allows(unix.Request(FileWrite, ".lampsons")) {
		t.Error("a pattern beside a guarded folder opens it")
	}
	every := ceiling(t, "file").Guard(unix, "/proj", "/proj/.lampson")
	if every.Allows(unix.Request(FileWrite, ".lampson/x")) || !every.Allows(unix.Request(FileWrite, "x")) || !every.Allows(unix.Request(FileRead, ".lampson/x")) {
		t.Error("a bare item under a guard")
	}
}

// TestShared runs children of one set at the same time under shared ceilings;
// the race detector watches.
func TestShared(t *testing.T) {
	s, _ := program(t, tenItems)
	s.sink = nil
	s.require(t, "file.read=src/*.go", "net=*.y.com:443")
	list := ceiling(t, "file.read=src/*,net")
	s.EnterUnder(BlockCeiling(list))
	var wg sync.WaitGroup
	for i := range 4 {
		w := s.Worker(nil)
		wg.Go(func() {
			for range 200 {
				w.Grant(unix.Item(FileRead, fmt.Sprintf("src/%d/*.go", i)), at)
				f := w.EnterUnder(BlockCeiling(list))
				if !w.Decide(unix.Request(FileRead, "src/a/b.go")).Granted {
					t.Error("refused")
				}
				w.Leave(w.EnterSandbox())
				w.Lend(list, nil, at)
				w.Leave(f)
			}
		})
	}
	for range 200 {
		s.Decide(request(t, "net=a.y.com:443"))
		f := s.EnterUnder(BlockCeiling(list))
		s.Leave(f)
	}
	wg.Wait()
}
