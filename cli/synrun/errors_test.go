package synrun

import (
	"bytes"
	"strings"
	"testing"

	"github.com/synrun/synrun/cli"
)

// TestErrorsAreHarmless: a name that would paint on the terminal is shown as
// what it is, in the error and in the step after it.
func TestErrorsAreHarmless(t *testing.T) {
	var out, errs bytes.Buffer
	places := []string{"--home", t.TempDir(), "--workspace", t.TempDir()}
	code := Main(append([]string{"call", "a\x1b[31mb"}, places...), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	if code != 1 && code != 2 || !strings.Contains(errs.String(), "no plugin named 'a\ufffd[31mb'") || strings.Contains(errs.String(), "\x1b") {
		t.Errorf("exit %d, %q", code, errs.String())
	}
}
