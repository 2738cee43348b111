package progen

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/sig"
)

// Programs must be the same for a seed, load (but for the damaged ones), and
// stay small.
func TestPrograms(t *testing.T) {
	broken := 0
	for seed := range 400 {
		p := New(seed)
		if q := New(seed); q.Files["main.syn"] != p.Files["main.syn"] {
			t.Fatalf("seed %d: two different programs", seed)
		}
		src := p.Files["main.syn"]
		if len(src) > 40_000 {
			t.Errorf("seed %d: %d bytes", seed, len(src))
		}
		if _, err := parser.Parse("main.syn", []byte(src)); err != nil && p.Style != "damaged" {
			broken++
			t.Errorf("seed %d (%s): %v", seed, p.Style, err)
		}
	}
}

func TestCoverage(t *testing.T) {
	var c Counts
	for seed := range 2000 {
		c.Add(New(seed), &Outcome{})
	}
	for _, tag := range Expected() {
		if !strings.HasPrefix(tag, "error ") && c.Tags[tag] == 0 {
			t.Errorf("%s: never", tag)
		}
	}
}

func TestMessages(t *testing.T) {
	o := &Outcome{Out: "! Division by zero\n! nothing known\n", Err: "Runtime error: main.syn:3:1: Cannot negate text\n"}
	got := strings.Join(o.Messages(), ", ")
	if want := "division by zero, negate"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDifference(t *testing.T) {
	plain := &Program{Files: map[string]string{"main.syn": "print(1)"}}
	near := &Program{Files: map[string]string{"main.syn": "print(sin(1))"}}
	sum := &Program{Files: map[string]string{"main.syn": "sum([1d, 2.0]) + 1d < 1.0"}}
	mixed := "cannot mix decimal and float; convert with float(x) or decimal(...)\n"
	located := "Runtime error: main.syn:1:2: "
	tests := []struct {
		name string
		p    *Program
		a, b Outcome
		same bool
	}{
		{"equal", plain, Outcome{Out: "1\n"}, Outcome{Out: "1\n"}, true},
		{"output", plain, Outcome{Out: "1\n"}, Outcome{Out: "2\n"}, false},
		{"code", plain, Outcome{Code: 1}, Outcome{}, false},
		{"last digit", near, Outcome{Out: "0.8414709848078965\n"}, Outcome{Out: "0.8414709848078964\n"}, true},
		{"last digit of exact work", plain, Outcome{Out: "0.8414709848078965\n"}, Outcome{Out: "0.8414709848078964\n"}, false},
		{"optional place", plain, Outcome{Err: located + "keys() requires a map, got list\n"}, Outcome{Err: "Runtime error: keys() requires a map, got list\n"}, true},
		{"required place", plain, Outcome{Err: located + "Division by zero\n"}, Outcome{Err: "Runtime error: Division by zero\n"}, false},
		{"place of a builtin that says what an operator says", sum, Outcome{Err: "Runtime error: main.syn:1:4: " + mixed}, Outcome{Err: "Runtime error: " + mixed}, true},
		{"place of the operator", sum, Outcome{Err: "Runtime error: main.syn:1:21: " + mixed}, Outcome{Err: "Runtime error: " + mixed}, false},
		{"optional place in output", plain, Outcome{Out: "[\"" + located + "keys() requires a map, got list\"]\n"}, Outcome{Out: "[\"Runtime error: keys() requires a map, got list\"]\n"}, true},
		{"other place in output", plain, Outcome{Out: "[\"" + located + "keys()\"]\n"}, Outcome{Out: "[\"Runtime error: main.syn:1:3: keys()\"]\n"}, false},
		{"other place", plain, Outcome{Err: located + "keys()\n"}, Outcome{Err: "Runtime error: main.syn:1:3: keys()\n"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, d := range []string{Difference(tt.p, &tt.a, &tt.b), Difference(tt.p, &tt.b, &tt.a)} {
				if (d == "") != tt.same {
					t.Errorf("difference %q, want same: %t", d, tt.same)
				}
			}
		})
	}
}

// The text that a mutation replaces must be in the engine, once.
func TestMutations(t *testing.T) {
	list, err := Mutations()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 20 {
		t.Errorf("%d mutations", len(list))
	}
	for _, m := range list {
		source, err := os.ReadFile(filepath.Join("../..", m.File))
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := m.Apply(string(source)); err != nil {
			t.Error(err)
		}
	}
}

// Programs for the outside load, use every builtin of their lists, and name
// only builtins that there are.
func TestOutside(t *testing.T) {
	var c Counts
	for seed := range 300 {
		p := Outside(seed)
		c.Add(p, &Outcome{})
		if _, err := parser.Parse("main.syn", []byte(p.Files["main.syn"])); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	for _, tag := range ExpectedOutside() {
		name := strings.TrimPrefix(tag, "builtin ")
		if c.Tags[tag] == 0 || sig.Lookup(name) == nil {
			t.Errorf("%s: %d times", tag, c.Tags[tag])
		}
	}
}

// The server says what it was sent, and its address stays out of comparisons.
func TestServer(t *testing.T) {
	s, err := NewServer()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := s.Place(&Program{Files: map[string]string{"main.syn": "http://SERVER/echo"}})
	for _, tt := range []struct{ target, want string }{
		{"/echo?x", "POST /echo?x HTTP/1.1\nContent-Length: 4\nHost: SERVER\nX-A: 1\nX-B: 2\n\nbody"},
		{"/chunks", "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n"},
	} {
		c, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(p.Files["main.syn"], "http://"), "/echo"))
		if err != nil {
			t.Fatal(err)
		}
		request := "POST " + tt.target + " HTTP/1.1\r\nX-B: 2\r\nHost: " + c.RemoteAddr().String() + "\r\nX-A: 1\r\nContent-Length: 4\r\n\r\nbody"
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(c)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
		o := &Outcome{Out: string(got)}
		s.Hide(o)
		if _, body, _ := strings.Cut(o.Out, "\r\n\r\n"); body != tt.want {
			t.Errorf("%q, want %q", body, tt.want)
		}
	}
}

// Reports differ in what they say, not in spaces, times and steps.
func TestReports(t *testing.T) {
	const report = `{"ok": %t, "output": ["a", "b"], "errors": [], "audit": [{"ts": "%d", "context": "program", "capability": "env(\"%s\")", "granted": true, "source": "s", "reason": "r", "origin": "program", "file": "main.syn", "line": 3}], "exit": 0, "steps": %d}`
	p := &Program{Files: map[string]string{}}
	a := &Outcome{Out: sprintf(report, true, 1, "A", 7)}
	if d := Difference(p, a, &Outcome{Out: strings.ReplaceAll(sprintf(report, true, 2, "A", 8), ", ", ",")}); d != "" {
		t.Error(d)
	}
	for _, other := range []string{sprintf(report, false, 1, "A", 7), sprintf(report, true, 1, "B", 7), "a\nb\n"} {
		if d := Difference(p, a, &Outcome{Out: other}); d == "" {
			t.Errorf("no difference: %s", other)
		}
	}
}

// A leeway is for the messages that it names, and in one direction.
func TestLeeways(t *testing.T) {
	const a, b = "hmac() needs 2 arguments, got 1", "hmac: data must be text, bytes or a secret, got number"
	for _, tt := range []struct {
		ours, theirs string
		want         bool
	}{
		{"! " + a, "! " + b, true},
		{"! " + b, "! " + a, false},
		{"x " + a, "y " + b, false},
		{"inf-nani", "nan+nani", true},
		{"1+2i", "1+3i", false},
		{"[[0, 1]]", "! chunk: size must be an integer, got 9.223372036854776e+18 — round it on purpose first", true},
		{"! std expects a list of numbers or an array, got text", "! std: ddof must be an integer, got 1.5", true},
		{"! std expects numbers, got text at index 0", "! std: ddof must be an integer, got 1.5", false},
		{"! sql: a NUL character in the statement", "! the query contains a null character", true},
		{"! zip_extract: opts must be a map, got number", "! zip_extract: dest must be a non-empty directory path", true},
		{"! zip_extract: opts must be a map, got number", "! tar_extract: dest must be a non-empty directory path", false},
		{"[[0, 1]]", "! chunk: size must be an integer, got 1.5 — round it on purpose first", false},
	} {
		if got := leewayOf(tt.ours, tt.theirs) != ""; got != tt.want {
			t.Errorf("%q and %q: %t", tt.ours, tt.theirs, got)
		}
	}
	for _, l := range leeways {
		if l.rule == "" {
			t.Errorf("%s: no rule", l.name)
		}
	}
}
