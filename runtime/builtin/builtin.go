// Package builtin holds what all families of builtins share: the row that
// binds a function to its entry in synsema/sig, and the coercions and error
// texts of arguments (30 §30.1). The families are the packages below it;
// package all collects them into the table that the machine uses.
//
// A builtin has the form
//
//	func length(t value.Thread, args []value.Value) (value.Value, error)
//
// and one line in its family's Table. It reaches the outside through
// t.Gate() alone, counts memory with t.Charge before it allocates in
// proportion to its arguments, and calls t.Work in loops whose length
// depends on them.
package builtin

import (
	"math"
	"math/big"

	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Def binds a function to its row.
type Def struct {
	Row *sig.Row
	Fn  value.Func
	// Fresh promises that a container in the result was made by the call
	// and has no other holder: the program may change it in place without
	// copying. Leave it out when the result may be, or contain as itself, an
	// argument.
	Fresh bool
	// InPlace gives the result by changing the first argument.
	InPlace value.Change
}

// Index converts an argument to a position (30 §30.1.2): any number with an
// integral value.
func Index(v value.Value) (int, error) {
	switch v.Kind() {
	case value.KInt:
		return int(v.Int()), nil
	case value.KFloat:
		f := v.Float()
		if f != math.Trunc(f) || math.IsInf(f, 0) {
			return 0, fraction(v)
		}
		if f < -1<<63 || f >= 1<<63 {
			return 0, value.Errorf("number too large for an index")
		}
		return int(f), nil
	case value.KBig:
		return 0, value.Errorf("number too large for an index")
	case value.KDecimal:
		i, ok := v.Decimal().Integral()
		if !ok {
			return 0, fraction(v)
		}
		if !i.IsInt64() {
			return 0, value.Errorf("number too large for an index")
		}
		return int(i.Int64()), nil
	}
	return 0, value.Errorf("an index must be an integer, got %s", value.TypeName(v))
}

func fraction(v value.Value) error {
	return value.Errorf("index must be an integer, got %s — use floor(x), round(x) or trunc(x) on purpose", value.Display(v))
}

// Integer gives the exact integer of a number with an integral value.
func Integer(v value.Value) (*big.Int, bool) {
	switch v.Kind() {
	case value.KInt, value.KBig:
		return v.BigInt(), true
	case value.KFloat:
		f := v.Float()
		if f != math.Trunc(f) || math.IsInf(f, 0) {
			return nil, false
		}
		i, _ := big.NewFloat(f).Int(nil)
		return i, true
	case value.KDecimal:
		return v.Decimal().Integral()
	}
	return nil, false
}

// Plural gives "1 argument", "2 arguments".
func Plural(n int, word string) string {
	s := big.NewInt(int64(n)).String() + " " + word
	if n != 1 {
		s += "s"
	}
	return s
}

// Float gives an integer, float or decimal as a float, rounded to nearest.
func Float(v value.Value) float64 {
	if v.IsDecimal() {
		d := v.Decimal()
		f, _ := new(big.Rat).SetFrac(d.Mant(), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.Scale())), nil)).Float64()
		return f
	}
	return value.ToFloat(v)
}
