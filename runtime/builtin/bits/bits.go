// Package bits holds the bit operations on signed 64-bit integers.
package bits

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.BitAnd, Fn: binary("bit_and", func(a, b int64) int64 { return a & b })},
	{Row: &sig.BitOr, Fn: binary("bit_or", func(a, b int64) int64 { return a | b })},
	{Row: &sig.BitXor, Fn: binary("bit_xor", func(a, b int64) int64 { return a ^ b })},
	{Row: &sig.BitNot, Fn: not},
	{Row: &sig.Shl, Fn: shl},
	{Row: &sig.Shr, Fn: shr},
}

// operand reads a 64-bit integer; an integral decimal is one, too.
func operand(who string, v value.Value) (int64, error) {
	switch v.Kind() {
	case value.KInt:
		return v.Int(), nil
	case value.KFloat:
		return 0, value.Errorf("%s works on integers, got a float", who)
	case value.KBig, value.KDecimal:
		i, ok := builtin.Integer(v)
		if !ok {
			return 0, value.Errorf("%s works on integers, got a float", who)
		}
		if !i.IsInt64() {
			return 0, value.Errorf("%s works on 64-bit integers (-2^63 .. 2^63-1), got %s", who, value.Display(v))
		}
		return i.Int64(), nil
	}
	return 0, value.Errorf("%s expects a number, got %s", who, value.TypeName(v))
}

func binary(who string, op func(a, b int64) int64) value.Func {
	return func(_ value.Thread, args []value.Value) (value.Value, error) {
		a, err := operand(who, args[0])
		if err != nil {
			return args[0], err
		}
		b, err := operand(who, args[1])
		if err != nil {
			return args[0], err
		}
		return value.OfInt(op(a, b)), nil
	}
}

func not(_ value.Thread, args []value.Value) (value.Value, error) {
	a, err := operand("bit_not", args[0])
	return value.OfInt(^a), err
}

func shift(who string, args []value.Value) (x int64, n uint, err error) {
	if x, err = operand(who, args[0]); err != nil {
		return 0, 0, err
	}
	k, err := operand(who, args[1])
	if err != nil {
		return 0, 0, err
	}
	if k < 0 || k > 63 {
		return 0, 0, value.Errorf("%s: the shift must be between 0 and 63, got %d", who, k)
	}
	return x, uint(k), nil
}

func shl(_ value.Thread, args []value.Value) (value.Value, error) {
	x, n, err := shift("shl", args)
	if err != nil {
		return args[0], err
	}
	if x<<n>>n != x {
		return args[0], value.Errorf("shl: %d << %d does not fit in a 64-bit integer", x, n)
	}
	return value.OfInt(x << n), nil
}

func shr(_ value.Thread, args []value.Value) (value.Value, error) {
	x, n, err := shift("shr", args)
	return value.OfInt(x >> n), err
}
