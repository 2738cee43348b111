package predicate

import (
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
)

func TestPredicates(t *testing.T) {
	Rows(Table).CheckRows(t, "predicate")
	Rows(Table).Run(t, []Case{
		{"is_text", List{"a"}, "true"},
		{"is_list", List{Map{}}, "false"},
		{"is_map", List{Map{}}, "true"},
		{"is_bytes", List{[]byte{}}, "true"},
		{"is_integer", List{1.0}, "false"},
		{"is_integer", List{1}, "true"},
		{"is_decimal", List{1}, "false"},
		{"is_array", List{List{}}, "false"},
	})
}
