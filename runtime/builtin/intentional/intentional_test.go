package intentional

import (
	"math"
	"slices"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestIntentional(t *testing.T) {
	Rows(Table).CheckRows(t, "intentional")
	positive := Func(1, func(a []value.Value) (value.Value, error) { return value.OfBool(a[0].Int() > 1), nil })
	double := Func(1, func(a []value.Value) (value.Value, error) { return value.OfInt(2 * a[0].Int()), nil })
	sum := Func(2, func(a []value.Value) (value.Value, error) { return value.OfInt(a[0].Int() + a[1].Int()), nil })
	self := Func(1, func(a []value.Value) (value.Value, error) { return a[0], nil })
	both := func(op, got string) string {
		return op + ": expected one task and one list (either order: " + op + "(fn, list, ...) or " + op + "(list, fn, ...)), got " + got
	}
	Rows(Table).Run(t, []Case{
		{"apply", List{double, List{1, 2}}, "[2, 4]"},
		{"apply", List{List{1, 2}, double}, "[2, 4]"},
		{"apply", List{double, sum}, both("apply", "two tasks")},
		{"apply", List{List{}, List{}}, both("apply", "two lists")},
		{"apply", List{5, double}, "apply expects a list, got number"},
		{"apply", List{List{}, 5}, "apply expects a task, got number"},
		{"where", List{positive, List{1, 2, 3}}, "[2, 3]"},
		{"transform", List{List{1, 2}, double, positive}, "[1, 4]"},
		{"transform", List{List{1}, double, nil}, "[2]"},
		{"transform", List{List{}, double, 6}, "transform expects a task, got number"},
		{"reduce", List{List{1, 2, 3}, sum}, "6"},
		{"reduce", List{sum, List{}, 7}, "7"},
		{"find_first", List{List{1, 2, 3}, positive}, "2"},
		{"find_first", List{List{1}, positive}, "nothing"},
		{"every", List{List{}, positive}, "true"},
		{"some", List{List{}, positive}, "false"},
		{"count_where", List{List{1, 2, 3}, positive}, "2"},
		{"zip_with", List{List{1, 2, 3}, List{10, 20}, sum}, "[11, 22]"},
		{"zip_with", List{sum, List{1}, List{10, 20}}, "[11]"},
		{"zip_with", List{List{1}, List{2}, 5}, "zip_with: expected two lists and one task (either order: zip_with(fn, list_a, list_b) or zip_with(list_a, list_b, fn)), got number as the combiner"},
		{"collect", List{List{Map{"a": 1}, Map{"b": 2}, 5}, "a"}, "[1, nothing, nothing]"},
		{"flatten", List{List{List{1}, List{2, List{3}}, 4, List{}}}, "[1, 2, [3], 4]"},
		{"unique", List{List{1, 1.0, true, "1", math.NaN(), math.NaN()}}, `[1, "1", nan]`},
		{"unique", List{List{Map{"a": 1}, Map{"a": 1.0}}}, "[{a: 1}]"},
		{"unique", List{List{"a"}}, `["a"]`},
		{"sort", List{List{3, 1, 2}}, "[1, 2, 3]"},
		{"sort", List{List{"b", nil, "a"}, true}, `["b", "a", nothing]`},
		{"sort", List{List{2.5, math.NaN(), 1, nil}}, "[1, 2.5, nan, nothing]"},
		{"sort", List{List{List{2, nil}, List{2, 1}, List{math.NaN()}, List{1, "z"}, List{}}}, `[[], [1, "z"], [2, 1], [2, nothing], [nan]]`},
		{"sort", List{List{List{2, 1}, List{1}, List{2, nil}}, true}, "[[2, nothing], [2, 1], [1]]"},
		{"sort", List{List{true, false}}, "[false, true]"},
		{"sort", List{List{1, "a"}}, "sort: cannot order number and text together — make the key one type"},
		{"sort", List{List{List{1}, List{"a"}}}, "sort: cannot order number and text together — make the key one type"},
		{"sort", List{List{1, Map{}}}, "sort: a map has no order — sort by a key that is a number, text, bool, bytes or list"},
		{"sort", List{List{1}, 1}, "sort: desc must be true or false, got number"},
		{"sort_by", List{List{List{2, "a"}, List{1, "b"}, List{2, "c"}}, Func(1, first), true}, `[[2, "a"], [2, "c"], [1, "b"]]`},
		{"sort_by", List{self, List{2, 1}}, "[1, 2]"},
	})
}

func first(a []value.Value) (value.Value, error) { return a[0].Items()[0], nil }

// TestSortIsStable sorts keys with many ties, up and down.
func TestSortIsStable(t *testing.T) {
	var items []value.Value
	for i := range 2000 {
		items = append(items, value.NewList([]value.Value{value.OfInt(int64(i * 7919 % 13)), value.OfInt(int64(i))}))
	}
	for _, desc := range []bool{false, true} {
		v, err := Rows(Table).Call(&Thread{}, "sort_by", value.NewList(items), Func(1, first), desc)
		if err != nil {
			t.Fatal(err)
		}
		sorted := slices.IsSortedFunc(v.Items(), func(a, b value.Value) int {
			x, y := a.Items(), b.Items()
			if c := int(x[0].Int() - y[0].Int()); c != 0 {
				if desc {
					return -c
				}
				return c
			}
			return int(x[1].Int() - y[1].Int())
		})
		if !sorted {
			t.Errorf("desc = %v: not sorted, or not stable", desc)
		}
	}
}

// TestSnapshot checks that a callback cannot change the list it is called for.
func TestSnapshot(t *testing.T) {
	list := value.NewFreshList([]value.Value{value.OfInt(1), value.OfInt(2)})
	_, err := Rows(Table).Call(&Thread{}, "apply", list, Func(1, func([]value.Value) (value.Value, error) {
		if !list.Shared() {
			t.Error("the list may be changed in place")
		}
		return value.Nothing, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
}

func BenchmarkSortInts(b *testing.B) {
	items := make([]value.Value, 100_000)
	for i := range items {
		items[i] = value.OfInt(int64(i * 7919 % 100_003))
	}
	list := value.NewList(items)
	for b.Loop() {
		if _, err := sort(&Thread{}, []value.Value{list, {}}); err != nil {
			b.Fatal(err)
		}
	}
}
