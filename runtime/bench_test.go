package runtime_test

import (
	"fmt"
	"testing"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/synsema/parser"
)

func machine(t testing.TB, src string, limits gate.Limits) *runtime.Machine {
	t.Helper()
	tree, err := parser.Parse("main.syn", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p, err := runtime.Compile(tree, runtime.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set := caps.New(caps.Config{Platform: caps.DefaultPlatform(""), Ambient: caps.Ambient()})
	g, err := gate.New(gate.Config{Caps: set, Dir: t.TempDir(), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return runtime.New(p, g)
}

// BenchmarkGrowth shows that growing a list, a map or a text in a loop costs
// the same per item however long it gets.
func BenchmarkGrowth(b *testing.B) {
	for _, g := range []struct{ name, src string }{
		{"append", "let xs be []\neach i in range(%d)\n    set xs to append(xs, i)\n"},
		{"concat", "let xs be []\neach i in range(%d)\n    set xs to xs + [i]\n"},
		{"set", "let m be {}\neach i in range(%d)\n    set m[i] to i\n"},
		{"text", "let s be \"\"\neach i in range(%d)\n    set s to s + \"line of text \"\n"},
		{"task", "task add(xs, v)\n    give append(xs, v)\ntask all(n)\n    let xs be []\n    each i in range(n)\n        set xs to add(xs, i)\n    give xs\nall(%d)\n"},
		{"reduce", "reduce(range(%d), (acc, x) => append(acc, x), [])\n"},
	} {
		for _, n := range []int{50_000, 100_000, 200_000} {
			b.Run(fmt.Sprintf("%s/%d", g.name, n), func(b *testing.B) {
				for b.Loop() {
					if err := machine(b, fmt.Sprintf(g.src, n), gate.Limits{}).Run(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/item")
			})
		}
	}
}
