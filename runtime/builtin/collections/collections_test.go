package collections

import (
	"math"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
)

func TestCollections(t *testing.T) {
	Rows(Table).CheckRows(t, "collections")
	even := Func(1, evenNumber)
	Rows(Table).Run(t, []Case{
		{"length", List{"héllo"}, "5"},
		{"length", List{5}, "Cannot get length of number"},
		{"slice", List{List{1, 2, 3, 4}, -3, -1}, "[2, 3]"},
		{"slice", List{"añb", 1, 2}, "ñ"},
		{"slice", List{"abc", 2, 1}, ""},
		{"slice", List{[]byte("hello"), 1, 3}, "bytes(656c)"},
		{"slice", List{5, "x"}, "an index must be an integer, got text"},
		{"slice", List{5, 0}, "Cannot slice number"},
		{"slice", List{List{1, 2, 3}, math.MinInt, math.MaxInt}, "[1, 2, 3]"},
		{"reverse", List{"añb"}, "bña"},
		{"reverse", List{List{1, 2}}, "[2, 1]"},
		{"reverse", List{Map{}}, "reverse expects a list, got map"},
		{"index_of", List{"héllo", "llo"}, "2"},
		{"index_of", List{List{1, 2, 3, 4}, even}, "1"},
		{"index_of", List{List{1, "a", nil}, nil}, "2"},
		{"index_of", List{List{1.0}, 1}, "0"},
		{"contains", List{List{true}, 1}, "true"},
		{"contains", List{Map{"True": 1}, true}, "true"},
		{"contains", List{[]byte("abc"), []byte("bc")}, "true"},
		{"contains", List{[]byte("abc"), 300}, "contains(bytes, ...): expected bytes or an integer 0..=255, got number"},
		{"contains", List{5, 1}, "Cannot check containment in number"},
	})
}
