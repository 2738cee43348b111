package value

import (
	"math"
	"math/big"

	"github.com/synrun/synrun/runtime/precise"
)

// ToFloat converts an integer, float or decimal to the nearest float; beyond
// the range it is an infinity.
func ToFloat(v Value) float64 {
	switch v.Kind() {
	case KFloat:
		return v.Float()
	case KInt:
		return float64(v.Int())
	case KDecimal:
		return v.Decimal().Float()
	}
	return bigFloat(v.BigInt())
}

// AsFloat is ToFloat for any value; ok is false when it is no number.
func AsFloat(v Value) (f float64, ok bool) {
	if !isNumber(v.Kind()) {
		return 0, false
	}
	return ToFloat(v), true
}

// IsReal reports an integer, float or decimal: what a builtin that says
// "number" accepts.
func (v Value) IsReal() bool { return isNumber(v.Kind()) }

func bigFloat(i *big.Int) float64 {
	f, _ := new(big.Float).SetInt(i).Float64()
	return f
}

func floatOp(op Op, a, b float64) (Value, error) {
	switch op {
	case Add:
		return OfFloat(a + b), nil
	case Sub:
		return OfFloat(a - b), nil
	case Mul:
		return OfFloat(a * b), nil
	case Pow:
		return OfFloat(floatPow(a, b)), nil
	}
	if b == 0 {
		return Value{}, NewError(zeroDivisor(op))
	}
	switch op {
	case Div:
		return OfFloat(a / b), nil
	case FloorDiv:
		q, _ := FloatDivMod(a, b)
		return OfFloat(q), nil
	default:
		_, m := FloatDivMod(a, b)
		return OfFloat(m), nil
	}
}

func floatPow(a, b float64) float64 { return precise.Pow(a, b) }

// FloatDivMod is the floored quotient and remainder of floats (20 §2.3): C
// fmod with the sign of the divisor. b is not zero.
func FloatDivMod(a, b float64) (q, m float64) {
	m = math.Mod(a, b)
	d := (a - m) / b
	if m != 0 {
		if (m < 0) != (b < 0) {
			m += b
			d--
		}
	} else {
		m = math.Copysign(0, b)
	}
	if d == 0 {
		return math.Copysign(0, a/b), m
	}
	q = math.Floor(d)
	if d-q > 0.5 {
		q++
	}
	return q, m
}
