//go:build linux && cost

package execkind_test

import (
	"testing"
	"time"
)

// A sandbox adds at most 3 ms to a call, whatever it lends. The best of many
// calls is taken, for the machine may be busy; on one that is so busy that a call
// without a sandbox takes long too, it may take four times as much as that.
func TestCost(t *testing.T) {
	least := map[string]time.Duration{}
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
			if took := time.Since(start); least[caps] == 0 || took < least[caps] {
				least[caps] = took
			}
		}
	}
	t.Log(least)
	bound := max(3*time.Millisecond, 4*least[""])
	for caps, took := range least {
		if added := took - least[""]; added > bound {
			t.Errorf("%q adds %v to a call", caps, added)
		}
	}
}
