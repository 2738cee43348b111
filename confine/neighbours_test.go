//go:build linux

package confine

import (
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// runConfined gives a call of a plugin that harms nobody.
func runConfined(temp string, net bool) func() error {
	return func() error {
		null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		defer null.Close()
		p := Policy{Temp: temp, Net: net, Files: []Access{{"/usr/bin", Read | Execute}}}
		c, err := Start(Command{Path: "/usr/bin/true", Args: []string{"true"}, Dir: "/", Env: []string{"PATH=/usr/bin"}, In: null, Out: null, Errs: null}, &p)
		if err != nil {
			return err
		}
		var ws unix.WaitStatus
		for {
			if _, err = unix.Wait4(c.Pid, &ws, 0, nil); err != unix.EINTR {
				break
			}
		}
		c.Close()
		return err
	}
}

// besides calls a neighbour over and over while an attack runs, which is repeated
// until there were so many calls, and tells the time that 99 of 100 calls kept.
func besides(t *testing.T, calls int64, attack func()) (p99 time.Duration) {
	t.Helper()
	run := runConfined(t.TempDir(), false)
	var over atomic.Bool
	var made atomic.Int64
	var took []time.Duration
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !over.Load() || len(took) == 0 {
			start := time.Now()
			if err := run(); err != nil {
				t.Errorf("the neighbour: %v", err)
				return
			}
			took = append(took, time.Since(start))
			made.Add(1)
		}
	}()
	for again := true; again && !t.Failed(); again = made.Load() < calls {
		attack()
	}
	over.Store(true)
	if <-done; len(took) == 0 {
		t.FailNow()
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}
