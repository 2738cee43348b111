// Package predicate holds the type tests: is_text, is_list and their
// relatives.
package predicate

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.IsText, Fn: typed("text")},
	{Row: &sig.IsList, Fn: typed("list")},
	{Row: &sig.IsMap, Fn: typed("map")},
	{Row: &sig.IsBytes, Fn: typed("bytes")},
	{Row: &sig.IsDecimal, Fn: typed("decimal")},
	{Row: &sig.IsComplex, Fn: typed("complex")},
	{Row: &sig.IsArray, Fn: typed("array")},
	{Row: &sig.IsInteger, Fn: isInteger},
}

func typed(name string) value.Func {
	return func(_ value.Thread, args []value.Value) (value.Value, error) {
		return value.OfBool(value.TypeName(args[0]) == name), nil
	}
}

func isInteger(_ value.Thread, args []value.Value) (value.Value, error) {
	return value.OfBool(args[0].IsInteger()), nil
}
