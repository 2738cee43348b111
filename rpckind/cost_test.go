//go:build cost

package rpckind_test

import (
	"slices"
	"testing"
	"time"
)

// A call to a process that runs costs at most 0.3 ms more than what the plugin
// takes. This one takes as good as nothing, confined or not.
func TestCost(t *testing.T) {
	const rounds, calls = 25, 20
	worlds := map[string]*world{"plain": newWorld(t, "plain", ""), "confined": newWorld(t, "plain", "time")}
	took := map[string][]time.Duration{}
	for range rounds {
		for name, w := range worlds {
			c := w.request("count", `{}`)
			for range calls {
				start := time.Now()
				w.do(t.Context(), c)
				took[name] = append(took[name], time.Since(start))
			}
		}
	}
	for name, all := range took {
		slices.Sort(all)
		t.Logf("%s: %v (%v to %v)", name, all[len(all)/2], all[0], all[len(all)-1])
		if all[0] > 300*time.Microsecond {
			t.Errorf("%s: a call takes %v", name, all[0])
		}
	}
}
