//go:build linux && cost

package execkind_test

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// spread is what a way of calling took, in order.
type spread []time.Duration

func (s spread) String() string {
	return fmt.Sprintf("%.2f ms (%.2f to %.2f)", ms(s[len(s)/2]), ms(s[0]), ms(s[len(s)-1]))
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// A sandbox adds at most 3 ms to a call, whatever it lends. The ways are tried in
// turn and the best of many calls is judged, for the machine may be busy; on one
// that is so busy that a call without a sandbox takes long too, it may take four
// times as much as that.
func TestCost(t *testing.T) {
	took := map[string]spread{}
	worlds := map[string]*world{}
	for _, caps := range []string{"", "time", "file=workspace/*,exec=cat,exec=git,exec=python3", "net=a.test,file=workspace/*"} {
		worlds[caps] = newWorld(t, "sh a.sh", caps, map[string]string{"a.sh": "echo ok"})
	}
	for range 60 {
		for caps, w := range worlds {
			start := time.Now()
			if _, text := w.run(); text != "ok\n" {
				t.Fatalf("%q", text)
			}
			took[caps] = append(took[caps], time.Since(start))
		}
	}
	for caps, s := range took {
		slices.Sort(s)
		t.Logf("%q: %v", caps, s)
	}
	bound := max(3*time.Millisecond, 4*took[""][0])
	for caps, s := range took {
		if added := s[0] - took[""][0]; added > bound {
			t.Errorf("%q adds %v to a call", caps, added)
		}
	}
}

// A plugin that takes all it can get does not keep another's calls longer than
// 100 ms.
func TestCostOfNeighbours(t *testing.T) { neighbours(t, 100*time.Millisecond) }
