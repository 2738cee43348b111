package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/cli/synrun"
	"github.com/synrun/synrun/cli/synsema"
)

// TestMain lets the scripts call the commands: each is this test binary under
// another name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"synsema": func() { os.Exit(synsema.Main(os.Args[1:], cli.Process())) },
		"synrun":  func() { os.Exit(synrun.Main(os.Args[1:], cli.Process())) },
	})
}

// TestScripts runs every case below testdata/script, one room after another.
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
			testscript.Run(t, testscript.Params{Files: files, RequireUniqueNames: true, Setup: setup, Condition: condition})
		})
	}
}

// setup gives every case a home of its own, and the way to the examples.
func setup(env *testscript.Env) error {
	examples, err := filepath.Abs(filepath.Join("..", "examples"))
	if err != nil {
		return err
	}
	env.Setenv("EXAMPLES", examples)
	env.Setenv("SYNRUN_HOME", filepath.Join(env.WorkDir, ".synrun-home"))
	return nil
}

// condition knows what the cases may depend on beside the usual: [root].
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %s", name)
}
