//go:build !race

package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	mib      = 1 << 20
	overhead = 96 * mib // what a process may need beside its limit
)

// TestHostileSources: a megabyte of nonsense ends with one clear error.
func TestHostileSources(t *testing.T) {
	nested := func() string {
		var b strings.Builder
		for i := 0; b.Len() < mib; i++ {
			b.WriteString(strings.Repeat("    ", i) + "when true\n")
		}
		return b.String()
	}
	tests := []struct{ name, source, want string }{
		{"parentheses", strings.Repeat("(", mib), "too deeply"},
		{"brackets", "let x be " + strings.Repeat("[", mib), "too deeply"},
		{"braces", "let x be " + strings.Repeat("{", mib), ""},
		{"nested when", nested(), ""},
		{"one string", `let x be "` + strings.Repeat("a", mib), "Unterminated"},
		{"NUL bytes", strings.Repeat("\x00", mib), `Unexpected character: '\x00'`},
		{"not UTF-8", strings.Repeat("\xff", mib), "not valid UTF-8"},
		{"operators", "let x be 1" + strings.Repeat(" + 1", mib/4), ""},
		{"minus signs", "let x be " + strings.Repeat("- ", mib/2), ""},
		{"templates", "let x be " + strings.Repeat("`{", mib/2), ""},
		{"one name", "let " + strings.Repeat("a", mib) + " be 1", ""},
		{"digits", "let x be " + strings.Repeat("9", mib), ""},
		{"backslashes", `let x be "` + strings.Repeat(`\`, mib), ""},
		{"line ends", strings.Repeat("\n", mib), ""},
		{"dots", "let x be a" + strings.Repeat(".a", mib/2), ""},
		{"calls", "let x be a" + strings.Repeat("()", mib/2), ""},
	}
	for _, tt := range tests {
		for _, verb := range []string{"check", "run"} {
			t.Run(tt.name+" "+verb, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "x.syn")
				if err := os.WriteFile(file, []byte(tt.source), 0o644); err != nil {
					t.Fatal(err)
				}
				r := run(t, command(t, "synsema", verb, file))
				if r.code != 0 && r.code != 1 {
					t.Errorf("exit %d", r.code)
				}
				if tt.want != "" && (r.code != 1 || !strings.Contains(r.output, tt.want)) {
					t.Errorf("exit %d, output %.300q, want %q", r.code, r.output, tt.want)
				}
				if r.took > 20*time.Second {
					t.Errorf("it took %s", r.took)
				}
				if r.peak > 512*mib {
					t.Errorf("it needed %d MiB", r.peak/mib)
				}
			})
		}
	}
}

const timedOut = "ERROR: plugin timed out after 1s (killed)"

// TestHostileCalls: a plugin that never ends, or never has enough, ends with
// its limit, in time and in space.
func TestHostileCalls(t *testing.T) {
	const memory = 128 * mib
	tests := []struct{ name, source, want string }{
		// The deadline is what ends these; the others have time enough.
		{"endless loop", "while true\n    let x be 1\n", timedOut},
		{"endless recursion", "task f(n)\n    give f(n + 1)\n\nprint(f(0))\n", "maximum recursion depth exceeded"},
		{"endless list", "let xs be []\nwhile true\n    set xs to append(xs, text(length(xs)))\n", "limit exceeded: memory (128 MiB)"},
		{"endless text", "let s be \"x\"\nwhile true\n    set s to s + s\n", "limit exceeded: memory (128 MiB)"},
		{"endless map", "let m be {}\nlet i be 0\nwhile true\n    set m[i] to \"value\"\n    set i to i + 1\n", "limit exceeded: memory (128 MiB)"},
		{"endless nesting", "let xs be []\nwhile true\n    set xs to [xs]\n", "limit exceeded: "},
		{"endless printing", "while true\n    print(\"all work and no play\")\n", "more chars ...]"},
		{"endless checks", "require env(\"PLUGIN_*\")\nwhile true\n    let x be env(\"PLUGIN_TOOL\")\n", "limit exceeded: checks (100000)"},
		{"swallowed", "while true\n    try\n        let s be \"x\"\n        while true\n            set s to s + s\n    recover e\n        print(e)\n", "limit exceeded: memory (128 MiB)"},
		{"agents", "agent A\n    while true\n        let x be 1\n\neach i in range(0, 50)\n    spawn A\n", timedOut},
		{"workers", "task f(n)\n    while true\n        let x be 1\n\nprint(parallel_map(f, range(0, 100)))\n", timedOut},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			timeout := 20
			if tt.want == timedOut {
				timeout = 1
			}
			base := t.TempDir()
			dir := filepath.Join(base, "ws", ".lampson", "plugins", "bad")
			home := filepath.Join(base, "home")
			for file, text := range map[string]string{
				filepath.Join(dir, "plugin.json"):  fmt.Sprintf(`{"kind": "syn", "entry": "main.syn", "timeout": %d, "tools": [{"name": "t", "description": "is bad"}]}`, timeout),
				filepath.Join(dir, "main.syn"):     tt.source,
				filepath.Join(home, "config.json"): `{"limits": {"memory": "128MiB"}}`,
			} {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			where := []string{"--workspace", filepath.Join(base, "ws"), "--home", home}
			if r := run(t, command(t, "synrun", append([]string{"plugin", "on", "bad"}, where...)...)); r.code != 0 {
				t.Fatal(r.output)
			}
			r := run(t, command(t, "synrun", append([]string{"call", "bad.t"}, where...)...))
			if r.code != 1 || !strings.Contains(r.output, tt.want) {
				t.Errorf("exit %d, output %.300q, want %q", r.code, r.output, tt.want)
			}
			if r.peak > memory+overhead {
				t.Errorf("it needed %d MiB", r.peak/mib)
			}
			if r.took > time.Duration(timeout)*time.Second+5*time.Second { // one would do on a quiet machine
				t.Errorf("it took %s", r.took)
			}
			if v := run(t, command(t, "synrun", append([]string{"audit", "--verify"}, where...)...)); v.code != 0 {
				t.Errorf("the record: %s", v.output)
			}
		})
	}
}
