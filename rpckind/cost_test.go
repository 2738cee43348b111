//go:build cost

package rpckind_test

import (
	"testing"
	"time"
)

// A call to a process that runs costs what the plugin takes and little more.
func TestCost(t *testing.T) {
	w := newWorld(t, "plain", "")
	c := w.request("count", `{}`)
	least := time.Hour
	for range 500 {
		start := time.Now()
		w.do(t.Context(), c)
		least = min(least, time.Since(start))
	}
	t.Log(least)
	if least > 300*time.Microsecond {
		t.Errorf("a call takes %v", least)
	}
}
