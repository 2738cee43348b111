package synsema

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/synrun/synrun/cli"
)

// gone is a pipe whose reader has closed its end.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// TestNobodyReads: a command ends in silence and without a failure when
// standard output or standard error is closed (70 §1.4).
func TestNobodyReads(t *testing.T) {
	file := filepath.Join(t.TempDir(), "main.syn")
	if err := os.WriteFile(file, []byte("print(1)\neprint(2)\nraise \"x\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"run", file}, {"run", "--explain", file}, {"run", "--audit", "json", file}} {
		var rest bytes.Buffer
		if code := Main(args, cli.Streams{In: strings.NewReader(""), Out: gone{}, Err: &rest}); code != exitOK {
			t.Errorf("%q without a reader of standard output: exit %d", args, code)
		}
		if code := Main(args, cli.Streams{In: strings.NewReader(""), Out: &rest, Err: gone{}}); code != exitOK {
			t.Errorf("%q without a reader of standard error: exit %d", args, code)
		}
	}
}
