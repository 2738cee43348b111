//go:build linux && cost

package confine

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// The ways in which /bin/true is run.
func runPlain() error { return exec.Command("/bin/true").Run() }

func runBubblewrap() error {
	return exec.Command("bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "/bin/true").Run()
}

// spread is what a way of running a program took, in order.
type spread []time.Duration

func (s spread) String() string {
	return fmt.Sprintf("%.2f ms (%.2f to %.2f)", ms(s[len(s)/2]), ms(s[0]), ms(s[len(s)-1]))
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// Confinement may cost a call at most 3 ms, and no more than bubblewrap does.
// The ways are tried in turn, and the least of many runs is compared, because a
// machine that does other things makes any single one long.
func TestCost(t *testing.T) {
	ways := map[string]func() error{"plain": runPlain, "confined": runConfined(t.TempDir(), false), "with net": runConfined(t.TempDir(), true)}
	if _, err := exec.LookPath("bwrap"); err == nil && runBubblewrap() == nil {
		ways["bubblewrap"] = runBubblewrap
	}
	took := map[string]spread{}
	for range 60 {
		for name, run := range ways {
			start := time.Now()
			if err := run(); err != nil {
				t.Fatal(name, err)
			}
			took[name] = append(took[name], time.Since(start))
		}
	}
	for name, s := range took {
		slices.Sort(s)
		t.Logf("%s: %v", name, s)
	}
	for _, name := range []string{"confined", "with net"} {
		added := took[name][0] - took["plain"][0]
		if added > 3*time.Millisecond {
			t.Errorf("%s: %v more than without, want at most 3ms", name, added)
		}
		if other := took["bubblewrap"]; other != nil && took[name][0] > other[0] {
			t.Errorf("%s: %v, bubblewrap takes %v", name, took[name][0], other[0])
		}
	}
}

// While a plugin attacks, 99 of 100 calls of another take less than 100 ms.
func TestCostOfAttacks(t *testing.T) {
	var worst string
	var most time.Duration
	for _, a := range attacks {
		if a.user || a.root && os.Geteuid() != 0 {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			s := setScene(t, os.Geteuid())
			s.Attack, s.Confined = a.name, true
			p99 := besides(t, 100, func() { s.play(t, os.Geteuid()) })
			if t.Logf("%.2f ms", ms(p99)); p99 > most {
				worst, most = a.name, p99
			}
			if p99 > 100*time.Millisecond {
				t.Errorf("%v for a neighbour's call", p99)
			}
		})
	}
	t.Logf("at worst %.2f ms, beside %q", ms(most), worst)
}

func BenchmarkStart(b *testing.B) {
	for name, run := range map[string]func() error{"plain": runPlain, "confined": runConfined(b.TempDir(), false), "net": runConfined(b.TempDir(), true)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The size of the host does not matter to a start: nothing of it is copied.
func TestCostOfLargeHost(t *testing.T) {
	run := runConfined(t.TempDir(), false)
	least := func() time.Duration {
		best := time.Hour
		for range 30 {
			start := time.Now()
			if err := run(); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	small := least()
	heap := make([]byte, 512<<20)
	for i := 0; i < len(heap); i += 4096 {
		heap[i] = 1
	}
	large := least()
	if heap[4096] != 1 || large > 3*small+time.Millisecond {
		t.Errorf("%v with a small heap, %v with a large one", small, large)
	}
}
