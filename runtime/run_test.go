package runtime_test

import (
	"os"
	"testing"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/synsema/parser"
)

func TestTry(t *testing.T) {
	file := os.Getenv("TRY")
	if file == "" {
		return
	}
	src, _ := os.ReadFile(file)
	tree, err := parser.Parse(file, src)
	if err != nil {
		t.Fatal(err)
	}
	p, err := runtime.Compile(tree, runtime.Options{Load: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	set := caps.New(caps.Config{Platform: caps.DefaultPlatform("/root")})
	g, err := gate.New(gate.Config{Caps: set, Output: gate.Streams(os.Stdout, os.Stderr)})
	if err != nil {
		t.Fatal(err)
	}
	if err := runtime.New(p, g).Run(); err != nil {
		t.Error(err)
	}
}
