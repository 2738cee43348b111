package progen

import (
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/synsema/parser"
)

// FuzzEval runs any source under small limits: whatever it says, it ends in
// time, by itself or with an error, and never with a fault of the engine.
func FuzzEval(f *testing.F) {
	for seed := range 2 * cycle {
		f.Add(New(seed).Files["main.syn"])
	}
	platform := caps.DefaultPlatform("")
	ceiling, err := platform.ParseList("stdout")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src string) {
		tree, err := parser.Parse("main.syn", []byte(src))
		if err != nil {
			return
		}
		p, err := runtime.Compile(tree, runtime.Options{})
		if err != nil {
			return // too large
		}
		set := caps.New(caps.Config{Platform: platform, Ceilings: []*caps.List{ceiling}, Ambient: caps.Ambient()})
		g, err := gate.New(gate.Config{Caps: set, Limits: gate.Limits{
			Time: 2 * time.Second, Memory: 32 << 20, Output: 1 << 20, Steps: 1_000_000, Checks: 1000, Handles: 4}})
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		start := time.Now()
		err = runtime.New(p, g).Run()
		if err != nil && strings.Contains(err.Error(), "internal error in the engine") {
			t.Fatal(err)
		}
		if d := time.Since(start); d > 20*time.Second { // far above the limit: other work shares the machine
			t.Fatalf("ended after %v", d)
		}
	})
}
