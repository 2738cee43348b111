package runtime_test

import (
	"fmt"
	goruntime "runtime"
	"testing"

	"github.com/synrun/synrun/gate"
)

// TestUpdatesAreLinear: a loop that changes a container of one holder does
// not copy it in every turn, wherever it stands. Twice the turns may allocate
// twice as much, and not four times.
func TestUpdatesAreLinear(t *testing.T) {
	allocated := func(src string, n int) float64 {
		m := machine(t, fmt.Sprintf(src, n), gate.Limits{})
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		if err := m.Run(); err != nil {
			t.Fatal(err)
		}
		goruntime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	const loop = "each i in range(%d)\n    "
	for name, src := range map[string]string{
		"append of an index":       "let m be {\"k\": []}\nlet k be \"k\"\n" + loop + "set m[k] to append(m[k], i)",
		"append of a member":       "let m be {\"xs\": []}\n" + loop + "set m.xs to append(m.xs, i)",
		"append of get":            "let m be {}\n" + loop + "set m[`k`] to append(get(m, `k`, []), i)",
		"append of what code made": "task same(x)\n    give x\nlet m be {\"xs\": []}\n" + loop + "set m.xs to append(m.xs, same(i))",
		"list + in a path":         "let m be [{\"xs\": []}]\n" + loop + "set m[0].xs to m[0].xs + [i]",
		"append from a task":       "let xs be []\ntask add(x)\n    set xs to append(xs, x)\n    give x\n" + loop + "add(i)",
		"remove":                   "let m be {}\n" + loop + "set m[i] to i\neach k in keys(m)\n    set m to remove(m, k)",
		"merge":                    "let m be {}\n" + loop + "set m to merge(m, {`k{i}`: i})",
		"slice":                    "let xs be []\n" + loop + "set xs to append(xs, i)\nwhile length(xs) > 0\n    set xs to slice(xs, 0, -1)",
		"insert":                   "let xs be [0]\n" + loop + "set xs to insert(xs, -1, i)",
	} {
		t.Run(name, func(t *testing.T) {
			allocated(src, 10) // what is made on first use
			once, twice := allocated(src, 2000), allocated(src, 4000)
			if twice > 3*once {
				t.Errorf("2000 turns allocate %.0f bytes, 4000 allocate %.0f", once, twice)
			}
		})
	}
}
