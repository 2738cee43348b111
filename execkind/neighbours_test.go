//go:build linux

package execkind_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/synrun/synrun/execkind"
)

// neighbours calls a plugin while another takes all it can get, and fails if 99
// of 100 calls do not keep a time.
func neighbours(t *testing.T, most time.Duration) {
	needs(t, "python3")
	calm := newWorld(t, "sh a.sh", "time", map[string]string{"a.sh": "echo ok"})
	serve := func(d time.Duration) time.Duration {
		var all []time.Duration
		for end := time.Now().Add(d); time.Now().Before(end); {
			start := time.Now()
			if _, text, err := calm.try(t.Context()); err != nil || text != "ok\n" {
				t.Fatalf("%q %v", text, err)
			}
			all = append(all, time.Since(start))
		}
		slices.Sort(all)
		return all[len(all)*99/100]
	}
	alone := serve(time.Second)
	for name, script := range map[string]string{
		"forks": `f() { f | f & }; f; f; f; f; while :; do sleep 0.1; done`,
		"memory": `python3 -c 'x = []
while True:
    try: x.append(bytearray(1 << 20))
    except MemoryError: pass'`,
		"disk":      `head -c 100000000000 /dev/zero > "$TMPDIR/x"; while :; do echo x > "$TMPDIR/$i"; i=x$i; done`,
		"output":    `head -c 100000000000 /dev/zero`,
		"processor": `for i in 1 2 3 4 5 6 7 8; do while :; do :; done & done; wait`,
	} {
		w := newWorld(t, "sh a.sh", "exec=sleep,exec=sh,exec=python3,exec=head", map[string]string{"a.sh": script})
		w.timeout = 3 * time.Second
		done := make(chan struct{})
		go func() {
			defer close(done)
			c := w.call()
			c.Stdout, c.Stderr = new(counter), new(counter)
			ctx, cancel := context.WithTimeout(context.Background(), w.timeout)
			defer cancel()
			_, _ = execkind.New().Run(ctx, c)
		}()
		with := serve(2 * time.Second)
		<-done
		t.Logf("%s: 99 of 100 calls of a neighbour took less than %v, alone %v", name, with, alone)
		if with > most {
			t.Errorf("%s: a neighbour's call took %v, alone %v", name, with, alone)
		}
	}
}

// Neighbours of a plugin that takes all it can get are served all the same, on a
// machine that may be as busy as it likes; TestCostOfNeighbours asks for more.
func TestNeighbours(t *testing.T) { neighbours(t, 5*time.Second) }
