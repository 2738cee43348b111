package all_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/runtime/builtin/all"
	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/sig"
)

// runnable are the capabilities whose examples run in a test as they do
// anywhere else: the program asks for them itself, or need not ask.
var runnable = []string{"", "exec", "sandbox_run", "stdout"}

// TestExamples runs the example of every row that needs nothing prepared
// outside: its last line is an expression, whose text form the row promises.
func TestExamples(t *testing.T) {
	for _, family := range sig.Families() {
		for _, row := range family {
			if row.Shows == "" || !slices.Contains(runnable, row.Cap) || row.Status == sig.Recognised {
				continue
			}
			t.Run(row.Name, func(t *testing.T) {
				lines := strings.Split(strings.TrimRight(row.Example, "\n"), "\n")
				last := len(lines) - 1
				if row.Cap != "stdout" {
					lines[last] = "print(" + lines[last] + ")"
				}
				got, err := run(strings.Join(lines, "\n") + "\n")
				if err != nil || strings.TrimSuffix(got, "\n") != row.Shows {
					t.Errorf("%s\nshows %q (%v)\n want %q", row.Example, got, err, row.Shows)
				}
			})
		}
	}
}

func run(src string) (string, error) {
	tree, err := parser.Parse("example.syn", []byte(src))
	if err != nil {
		return "", err
	}
	p, err := runtime.Compile(tree, runtime.Options{})
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	g, err := gate.New(gate.Config{
		Caps:    caps.New(caps.Config{Ambient: caps.Ambient()}),
		Output:  gate.Streams(&out, &out),
		Environ: gate.ProcessEnviron(),
	})
	if err != nil {
		return "", err
	}
	defer g.Close()
	err = runtime.New(p, g).Run()
	return out.String(), err
}

// TestOneFunctionEach checks that no row is bound twice.
func TestOneFunctionEach(t *testing.T) {
	bound := map[*sig.Row]bool{}
	for _, table := range all.Tables() {
		for _, d := range table {
			if bound[d.Row] {
				t.Errorf("%s is bound twice", d.Row.Name)
			}
			bound[d.Row] = true
		}
	}
}
