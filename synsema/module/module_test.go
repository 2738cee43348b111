package module

import (
	"strings"
	"testing"

	"github.com/synrun/synrun/synsema/parser"
)

func TestResolve(t *testing.T) {
	tests := []struct{ root, dir, path, want, err string }{
		{".", ".", "./lib.syn", "lib.syn", ""},
		{".", ".", "a/../b/./c.syn", "b/c.syn", ""},
		{".", "a", "../lib.syn", "lib.syn", ""},
		{"a", "a", "./lib.syn", "a/lib.syn", ""},
		{"/p/q", "/p/q/r", "../x.syn", "/p/q/x.syn", ""},
		{"..", "..", "./lib.syn", "../lib.syn", ""},
		{"/", "/", "lib.syn", "/lib.syn", ""},
		{".", ".", "/lib.syn", "", "module path must be relative to the importing file: '/lib.syn'"},
		{".", ".", `\lib.syn`, "", `module path must be relative to the importing file: '\lib.syn'`},
		{".", ".", `C:\lib.syn`, "", `module path must be relative to the importing file: 'C:\lib.syn'`},
		{".", ".", "./lib.py", "", "module path must end in '.syn': './lib.py'"},
		{".", ".", "../lib.syn", "", "module path escapes the importing directory: '../lib.syn'"},
		{".", "a", "../../lib.syn", "", "module path escapes the project root: '../../lib.syn'"},
		{"..", "..", "../lib.syn", "", "module path escapes the importing directory: '../lib.syn'"},
		{"/p/q", "/p/q", "../qq/lib.syn", "", "module path escapes the importing directory: '../qq/lib.syn'"},
	}
	for _, tt := range tests {
		got, err := Resolve(tt.root, tt.dir, tt.path)
		msg := ""
		if err != nil {
			msg = err.Error()
		}
		if got != tt.want || msg != tt.err {
			t.Errorf("%+v: got %q, %q", tt, got, msg)
		}
	}
	for file, dir := range map[string]string{"main.syn": ".", "./main.syn": ".", "a/main.syn": "a", "/p/main.syn": "/p"} {
		if got := Dir(file); got != dir {
			t.Errorf("Dir(%q) = %q, want %q", file, got, dir)
		}
	}
}

func TestValidate(t *testing.T) {
	tests := []struct{ src, want string }{
		{"export let x be 1\ntask f()\n    require time\n", ""},
		{"let x be 1\nrequire time\n", "module './m.syn' must not have a top-level 'require'"},
		{"serve on 80\n    docs off\n", "module './m.syn' must not contain a 'serve' block"},
	}
	for _, tt := range tests {
		prog, err := parser.Parse("m.syn", []byte(tt.src))
		if err != nil {
			t.Fatal(err)
		}
		msg := ""
		if err := Validate(prog, "./m.syn"); err != nil {
			msg = err.Error()
		}
		if msg != tt.want {
			t.Errorf("%q: got %q, want %q", tt.src, msg, tt.want)
		}
	}
}

func TestExports(t *testing.T) {
	prog, err := parser.Parse("m.syn", []byte("export let a be 1\nexport task b()\n    give 1\nexport type C\n    x: number\nexport enum D\n    e\nlet f be 2\nexport routes G\n    route \"GET /\"\n        give 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range []string{"a", "b", "C", "D", "e", "f", "G"} {
		if Exports(prog)[name] {
			got = append(got, name)
		}
	}
	if s := strings.Join(got, " "); s != "a b C D G" {
		t.Error(s)
	}
}
