package synkind_test

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/synkind"
)

// isolatedWord makes this program the child of an isolated call.
const isolatedWord = "serve-isolated"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == isolatedWord {
		if synkind.Serve(context.Background(), os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// slow takes its time with the first thing that is written to it.
type slow struct {
	io.Writer
	waited bool
}

func (s *slow) Write(p []byte) (int, error) {
	if !s.waited {
		s.waited = true
		time.Sleep(time.Second)
	}
	return s.Writer.Write(p)
}

// What a child says last is heard although it ends long before.
func TestLastWords(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := &synkind.Runner{Command: []string{self, isolatedWord}}
	// Less than a pipe holds, and more than is read at once.
	w := newWorld(t, "stdout", map[string]string{"main.syn": "each i in range(300)\n    print(i, \"" + strings.Repeat("x", 100) + "\")\n"})
	w.call.Isolate, w.call.Stdout = true, &slow{Writer: w}
	out := w.run(t, r)
	if lines := strings.Count(w.out.String(), "\n"); !out.OK || lines != 300 {
		t.Errorf("%+v, %d lines", out, lines)
	}
}
