//go:build linux && cost

package confine

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The ways in which /bin/true is run.
func runPlain() error { return exec.Command("/bin/true").Run() }

func runBubblewrap() error {
	return exec.Command("bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "/bin/true").Run()
}

func runConfined(temp string, net bool) func() error {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	return func() error {
		p := Policy{Temp: temp, Net: net, Files: []Access{{"/usr/bin", Read | Execute}}}
		c, err := Start(Command{Path: "/usr/bin/true", Args: []string{"true"}, Dir: "/", Env: []string{"PATH=/usr/bin"}, In: null, Out: null, Errs: null}, &p)
		if err != nil {
			return err
		}
		_, err = unix.Wait4(c.Pid, nil, 0, nil)
		c.Close()
		return err
	}
}

// Confinement may cost a call at most 3 ms, and no more than bubblewrap does.
// The least of many runs is compared, because a machine that does other things
// makes any single one long.
func TestCost(t *testing.T) {
	ways := map[string]func() error{"plain": runPlain, "confined": runConfined(t.TempDir(), false), "with net": runConfined(t.TempDir(), true)}
	if _, err := exec.LookPath("bwrap"); err == nil && runBubblewrap() == nil {
		ways["bubblewrap"] = runBubblewrap
	}
	least := map[string]time.Duration{}
	for range 60 {
		for name, run := range ways {
			start := time.Now()
			if err := run(); err != nil {
				t.Fatal(name, err)
			}
			if took := time.Since(start); least[name] == 0 || took < least[name] {
				least[name] = took
			}
		}
	}
	t.Log(least)
	for _, name := range []string{"confined", "with net"} {
		added := least[name] - least["plain"]
		if added > 3*time.Millisecond {
			t.Errorf("%s: %v more than without, want at most 3ms", name, added)
		}
		if other := least["bubblewrap"]; other != 0 && least[name] > other {
			t.Errorf("%s: %v, bubblewrap takes %v", name, least[name], other)
		}
	}
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
