package runtime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/value"
)

// TestLimits shows that a program that never ends, or never stops growing,
// ends with the error of its limit, and that nothing can catch it.
func TestLimits(t *testing.T) {
	const caught = "try\n    %\nrecover e\n    print(e)\n"
	steps := gate.Limits{Steps: 200_000}
	memory := gate.Limits{Memory: 8 << 20}
	for _, c := range []struct {
		name, src string
		limits    gate.Limits
		want      string
	}{
		{"loop", "while true\n    let x be 1", steps, "limit exceeded: steps (200000)"},
		{"loop in a try", strings.ReplaceAll(caught, "%", "while true\n        let x be 1"), steps, "limit exceeded: steps (200000)"},
		{"recursion through recover", "task f()\n    try\n        f()\n    recover e\n        f()\nf()", steps, "limit exceeded: steps (200000)"},
		{"callbacks", "task f(x)\n    give apply([x], f)\nwhile true\n    try\n        f(1)\n    recover e\n        print(e)", steps, "limit exceeded: steps (200000)"},
		{"comparing a value that shares its parts", "let a be [1]\nlet b be [1]\neach i in range(60)\n    set a to [a, a]\n    set b to [b, b]\nprint(a == b)", steps, "limit exceeded: steps (200000)"},
		{"list", "let xs be []\nwhile true\n    set xs to append(xs, 1)", memory, "limit exceeded: memory (8 MiB)"},
		{"nested", "let xs be []\nwhile true\n    set xs to [xs]", memory, "limit exceeded: memory (8 MiB)"},
		{"map", "let m be {}\nlet i be 0\nwhile true\n    set m[i] to i\n    set i to i + 1", memory, "limit exceeded: memory (8 MiB)"},
		{"text", "let s be \"x\"\nwhile true\n    set s to s + \"abcdefgh\"", memory, "limit exceeded: memory (8 MiB)"},
		{"closures", "let fs be []\nwhile true\n    let i be 1\n    set fs to append(fs, () => i)", memory, "limit exceeded: memory (8 MiB)"},
		{"texts of a list", "let xs be []\nlet i be 0\nwhile true\n    set xs to append(xs, text(i))\n    set i to i + 1", memory, "limit exceeded: memory (8 MiB)"},
		{"text form of a value that shares its parts", "let a be [1]\neach i in range(60)\n    set a to [a, a]\nprint(length(text(a)))", memory, "limit exceeded: memory (8 MiB)"},
		{"time", "while true\n    let x be 1", gate.Limits{Time: 50 * time.Millisecond}, "limit exceeded: time (0.05s)"},
		{"output", "while true\n    print(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\")", gate.Limits{Output: 1 << 20}, "limit exceeded: output (1 MiB)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := machine(t, c.src, c.limits).Run()
			e, ok := err.(*value.Error)
			if !ok || e.Msg != c.want || !e.Fatal {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestGarbage shows that what a program no longer holds does not count.
func TestGarbage(t *testing.T) {
	src := "each i in range(2000)\n    let xs be []\n    each k in range(200)\n        set xs to append(xs, `{i} {k} some text that takes memory`)\n"
	if err := machine(t, src, gate.Limits{Memory: 4 << 20}).Run(); err != nil {
		t.Error(err)
	}
}
