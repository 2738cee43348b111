//go:build cost

package wasmkind_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/synrun/synrun/wasmkind"
)

// A call of a module that was compiled before starts soon: in a warm host at
// once, in a fresh one in a small part of the time that compiling takes. The best
// of several runs is taken, for the machine may be busy.
func TestCost(t *testing.T) {
	w := newWorld(t, goGuest(t), "")
	best := func(n int, cache string) time.Duration {
		least := time.Hour
		for range n {
			if cache != "" {
				_ = w.runner.Close()
				w.runner = wasmkind.New(wasmkind.Options{Cache: cache})
			}
			start := time.Now()
			w.run()
			least = min(least, time.Since(start))
		}
		return least
	}
	w.run()
	warm, fresh, compiled := best(30, ""), best(10, sharedCache), best(1, filepath.Join(w.base, "empty"))
	t.Logf("a module of %d KiB: %v in a warm host, %v in a fresh one, %v the first time", len(goGuest(t))>>10, warm, fresh, compiled)
	if warm > 10*time.Millisecond || fresh > compiled/3 {
		t.Errorf("%v in a warm host, %v in a fresh one, %v the first time", warm, fresh, compiled)
	}
}
