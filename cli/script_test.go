package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/cli/synsema"
)

// TestMain lets the scripts call the commands: each is this test binary under
// another name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"synsema": func() { os.Exit(synsema.Main(os.Args[1:], cli.Process())) },
	})
}

// TestScripts runs every case below testdata/script, one room after another.
// Only the cases of the list below are not run.
func TestScripts(t *testing.T) {
	root := filepath.Join("..", "testdata", "script")
	rooms, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range rooms {
		if !room.IsDir() {
			continue
		}
		t.Run(room.Name(), func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(root, room.Name(), "*.txtar"))
			if err != nil {
				t.Fatal(err)
			}
			var run []string
			for _, f := range files {
				if name := filepath.Base(f); !pending[room.Name()+"/"+name[:len(name)-len(".txtar")]] {
					run = append(run, f)
				}
			}
			if len(run) == 0 {
				return
			}
			testscript.Run(t, testscript.Params{Files: run, RequireUniqueNames: true})
		})
	}
}

// pending are cases about what does not exist yet. The list only shrinks.
var pending = map[string]bool{
	"caps/060-ambient-grants":                         true,
	"caps/070-sandbox-flag":                           true,
	"caps/094-sandbox-under":                          true,
	"caps/113-run-program-basic":                      true,
	"caps/115-run-program-ceiling-is-an-intersection": true,
	"caps/132-run-program-elsewhere":                  true,
	"caps/134-sandbox-under-forms":                    true,
	"caps/135-pure-profile-families":                  true,
	"cli/014-audit-stderr":                            true,
	"cli/046-test-control-flow":                       true,
	"cli/070-llm-offline":                             true,
	"cli/091-memory-undeclared":                       true,
	"cli/900-memory":                                  true,
	"cli/901-progress":                                true,
	"cli/903-memory-texts":                            true,
	"cli/904-parallel-generators":                     true,
	"eval/041-raise":                                  true,
	"io/048-http-request":                             true,
	"io/049-http-response":                            true,
}

// TestPending fails for a name in the list that is no case.
func TestPending(t *testing.T) {
	for name := range pending {
		if _, err := os.Stat(filepath.Join("..", "testdata", "script", name+".txtar")); err != nil {
			t.Errorf("pending: %v", err)
		}
	}
}
