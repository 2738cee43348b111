package runtime_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/synsema/parser"
)

// What does not fit into an instruction is refused, never cut off.
func TestTooLarge(t *testing.T) {
	many := func(line string) string {
		var b strings.Builder
		for i := range 70_000 {
			fmt.Fprintf(&b, line+"\n", i)
		}
		return b.String()
	}
	tests := []struct{ name, src string }{
		{"variables of a task", "task f()\n" + many("    let a%d be 1")},
		{"texts before a pattern", many(`let q be "text%d"`) + "match {}\n    is {zz: x}\n        print(x)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree, err := parser.Parse("main.syn", []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			_, err = runtime.Compile(tree, runtime.Options{})
			if err == nil || !strings.HasSuffix(err.Error(), "too many variables or items in one task") {
				t.Errorf("got %v", err)
			}
		})
	}
}
