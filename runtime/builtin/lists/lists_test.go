package lists

import (
	"math"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
)

func TestLists(t *testing.T) {
	Rows(Table).CheckRows(t, "lists")
	Rows(Table).Run(t, []Case{
		{"append", List{List{1}, List{}}, "[1, []]"},
		{"append", List{"a", 1}, "First argument to append must be a list"},
		{"insert", List{List{1, 2}, -1, 0}, "[1, 0, 2]"},
		{"insert", List{List{7}, 5, 1}, "position 5 out of range for a list of length 1 (valid: -1..1)"},
		{"range", List{4}, "[0, 1, 2, 3]"},
		{"range", List{5, 0, -2}, "[5, 3, 1]"},
		{"range", List{5, 1}, "[]"},
		{"range", List{1, 5, 0}, "range() arg 3 must not be zero"},
		{"range", List{math.MaxInt - 2, math.MaxInt, 5}, "[9223372036854775805]"},
		{"range", List{0, math.MinInt, math.MinInt}, "[0]"},
		{"range", List{math.MinInt, math.MaxInt}, "range: result too large"},
		{"enumerate", List{List{"x"}}, `[{index: 0, item: "x"}]`},
		{"chunk", List{List{1, 2, 3}, 2}, "[[1, 2], [3]]"},
		{"chunk", List{List{}, 3}, "[]"},
		{"chunk", List{List{1}, 0}, "chunk size must be positive"},
		{"get", List{Map{"true": 1}, true}, "1"},
		{"get", List{List{1, 2}, -1}, "2"},
		{"get", List{List{1, 2}, 9, "none"}, "none"},
		{"get", List{Map{}}, "get(collection, key, default?) takes 2 or 3 arguments, got 1"},
	})
}
