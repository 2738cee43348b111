// Package complexnum is the kind of complex numbers (40 §9): a pair of
// floats with operators, and the functions of one variable on them.
//
// The formulas are those of the specification rather than of Go's
// complex128, whose division scales differently; results on small whole
// numbers are exact.
package complexnum

import (
	"math"
	"strconv"

	"github.com/synrun/synrun/runtime/precise"
	"github.com/synrun/synrun/runtime/value"
)

// Number is a complex number, a value.Object.
type Number struct{ Re, Im float64 }

// Of gives the complex number of v; ok is false when v is no complex.
func Of(v value.Value) (Number, bool) {
	return value.ObjectOf[Number](v)
}

// From gives the complex number of v, a real number included.
func From(v value.Value) (Number, bool) {
	if z, ok := Of(v); ok {
		return z, true
	}
	f, ok := value.AsFloat(v)
	return Number{f, 0}, ok
}

// Value of the number.
func (z Number) Value() value.Value { return value.OfObject(z) }

// TypeName is what type_of gives.
func (Number) TypeName() string { return "complex" }

// Truth is false for 0+0i.
func (z Number) Truth() bool { return z.Re != 0 || z.Im != 0 }

// Parts are the real and the imaginary part.
func (z Number) Parts() (re, im float64) { return z.Re, z.Im }

// Plain is the float that a number without imaginary part equals.
func (z Number) Plain() (value.Value, bool) {
	return value.OfFloat(z.Re), z.Im == 0
}

// Key is the same for equal numbers.
func (z Number) Key() string { return Number{z.Re + 0, z.Im + 0}.Display() }

// Display is re±imi, each part as a float without a trailing `.0`.
func (z Number) Display() string {
	b := AppendPart(nil, z.Re)
	if z.Im < 0 {
		b = append(b, '-')
	} else {
		b = append(b, '+')
	}
	b = AppendPart(b, math.Abs(z.Im))
	return string(append(b, 'i'))
}

// AppendPart appends a float without a trailing `.0`.
func AppendPart(dst []byte, f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		if f == 0 && math.Signbit(f) {
			return append(dst, "-0"...)
		}
		return strconv.AppendInt(dst, int64(f), 10)
	}
	n := len(dst)
	dst = value.AppendFloat(dst, f)
	if m := len(dst); m-n > 2 && dst[m-2] == '.' && dst[m-1] == '0' {
		return dst[:m-2]
	}
	return dst
}

// Equal compares both parts; a real number has the imaginary part 0.
func (z Number) Equal(other value.Value) bool {
	w, ok := From(other)
	return ok && z == w
}

// Compare refuses: complex numbers are not ordered.
func (z Number) Compare(other value.Value) (int, bool, error) {
	if _, ok := From(other); ok {
		return 0, false, value.NewError("complex numbers are not ordered")
	}
	if o, ok := value.ObjectOf[value.Ordered](other); ok && o.TypeName() == "array" {
		return o.Compare(z.Value()) // which has a text of its own
	}
	return 0, false, nil
}

// Negate is unary minus.
func (z Number) Negate(value.Thread) (value.Value, error) {
	return Number{-z.Re, -z.Im}.Value(), nil
}

// Binary computes + - * / ** with a complex or real number.
func (z Number) Binary(_ value.Thread, op value.Op, other value.Value, flipped bool) (value.Value, bool, error) {
	w, ok := From(other)
	if !ok {
		return value.Value{}, false, nil
	}
	a, b := z, w
	if flipped {
		a, b = w, z
	}
	var r Number
	switch op {
	case value.Add:
		r = Number{a.Re + b.Re, a.Im + b.Im}
	case value.Sub:
		r = Number{a.Re - b.Re, a.Im - b.Im}
	case value.Mul:
		r = Mul(a, b)
	case value.Div:
		if !b.Truth() {
			return value.Value{}, false, value.NewError("Division by zero")
		}
		r = Quo(a, b)
	case value.Pow:
		if !flipped && other.IsInt() && other.Int() == int64(int32(other.Int())) {
			n := other.Int()
			if n < 0 && !a.Truth() {
				return value.Value{}, false, value.NewError("Division by zero")
			}
			r = wholePow(a, n)
		} else {
			r = Pow(a, b)
		}
	default:
		return value.Value{}, false, nil
	}
	return r.Value(), true, nil
}

// Mul is (ac − bd) + (ad + bc)i.
func Mul(a, b Number) Number {
	return Number{float64(a.Re*b.Re) - float64(a.Im*b.Im), float64(a.Re*b.Im) + float64(a.Im*b.Re)}
}

// Quo divides a·conj(b) by |b|².
func Quo(a, b Number) Number {
	d := float64(b.Re*b.Re) + float64(b.Im*b.Im)
	n := Mul(a, Number{b.Re, -b.Im})
	return Number{n.Re / d, n.Im / d}
}

// wholePow is repeated squaring; z is not zero when n is negative.
func wholePow(z Number, n int64) Number {
	k := n
	if k < 0 {
		k = -k
	}
	r := Number{1, 0}
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			r = Mul(r, z)
		}
		z = Mul(z, z)
	}
	if n < 0 {
		return Quo(Number{1, 0}, r)
	}
	return r
}

// Pow is the polar power.
func Pow(z, w Number) Number {
	if !z.Truth() {
		if !w.Truth() {
			return Number{1, 0}
		}
		return Number{}
	}
	theta := z.Arg()
	if w.Im == 0 {
		return polar(precise.Pow(z.Abs(), w.Re), w.Re*theta)
	}
	l := precise.LogHypot(z.Re, z.Im)
	return polar(precise.Exp(float64(w.Re*l)-float64(w.Im*theta)), float64(w.Re*theta)+float64(w.Im*l))
}

func polar(r, theta float64) Number {
	return Number{r * precise.Cos(theta), r * precise.Sin(theta)}
}

// Abs is the modulus.
func (z Number) Abs() float64 { return precise.Hypot(z.Re, z.Im) }

// Arg is the phase, from -π to π.
func (z Number) Arg() float64 { return precise.Atan2(z.Im, z.Re) }
