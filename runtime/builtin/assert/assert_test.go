package assert

import (
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestAssertions(t *testing.T) {
	Rows(Table).CheckRows(t, "assert")
	fails := Func(0, func([]value.Value) (value.Value, error) { return value.Nothing, value.Errorf("no") })
	limit := Func(0, func([]value.Value) (value.Value, error) { return value.Nothing, ErrLimit })
	works := Func(0, func([]value.Value) (value.Value, error) { return value.Nothing, nil })
	Rows(Table).Run(t, []Case{
		{"assert", List{1}, "nothing"},
		{"assert", List{0}, "assertion failed"},
		{"assert", List{0, "why"}, "why"},
		{"assert_eq", List{1, 1.0}, "nothing"},
		{"assert_eq", List{List{"a"}, List{"b"}, "side"}, `side: expected ["b"], got ["a"]`},
		{"assert_ne", List{5, 5}, "expected values to differ, both 5"},
		{"assert_error", List{fails}, "nothing"},
		{"assert_error", List{works}, "expected an error, but none was raised"},
		{"assert_error", List{limit}, ErrLimit.Error()},
		{"assert_error", List{5}, "assert_error expects a task or lambda, got number"},
	})
}
