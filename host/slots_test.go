package host_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

// TestCallsAtOnce: no more than so many calls run at once; others wait for
// their turn, and one that is cancelled while it waits ends.
func TestCallsAtOnce(t *testing.T) {
	const most = 2
	w := newWorld(t, func(o *host.Options) { o.MaxCalls = most })
	w.on(t, w.plugin(t, "demo", simple))
	var now, peak atomic.Int32
	started, release := make(chan struct{}, 16), make(chan struct{})
	w.fake.run = func(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for p := peak.Load(); n > p && !peak.CompareAndSwap(p, n); p = peak.Load() {
		}
		started <- struct{}{}
		<-release
		return manifest.Outcome{OK: true, HasExit: true}, nil
	}
	var done sync.WaitGroup
	call := func(ctx context.Context) {
		done.Add(1)
		go func() {
			defer done.Done()
			if _, err := w.Call(ctx, host.Request{Name: "demo.go"}); err != nil {
				t.Error(err)
			}
		}()
	}
	for range most {
		call(context.Background())
		<-started
	}
	ctx, cancel := context.WithCancel(context.Background())
	call(ctx) // waits
	call(context.Background())
	for len(w.Calls()) < most+2 {
		time.Sleep(time.Millisecond)
	}
	select {
	case <-started:
		t.Error("a call began above the limit")
	case <-time.After(50 * time.Millisecond):
	}
	cancel()
	close(release)
	done.Wait()
	if peak.Load() != most {
		t.Errorf("%d calls at once, want %d", peak.Load(), most)
	}
	if n := len(w.Calls()); n != 0 {
		t.Errorf("%d calls are still listed", n)
	}
}
