package maps

import (
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestMaps(t *testing.T) {
	Rows(Table).CheckRows(t, "maps")
	m := value.NewMap(0)
	m.Set("b", value.OfInt(1))
	m.Set("a", value.OfInt(2))
	ba := m.Value().Share()
	Rows(Table).Run(t, []Case{
		{"keys", List{ba}, `["b", "a"]`},
		{"values", List{ba}, "[1, 2]"},
		{"items", List{ba}, `[{key: "b", value: 1}, {key: "a", value: 2}]`},
		{"merge", List{ba, Map{"c": 3}, Map{"b": 9}}, "{b: 9, a: 2, c: 3}"},
		{"merge", List{}, "merge() needs at least one map"},
		{"merge", List{ba, 5}, "merge(): argument 2 is number, not a map"},
		{"remove", List{ba, "b"}, "{a: 2}"},
		{"remove", List{ba, "z"}, "{b: 1, a: 2}"},
		{"keys", List{List{1}}, "keys() requires a map, got list"},
		{"values", List{1}, "values() requires a map"},
		{"items", List{"a"}, "items() takes a map, got text"},
	})
	if got := value.Display(ba); got != "{b: 1, a: 2}" {
		t.Errorf("the argument was changed: %s", got)
	}
}
