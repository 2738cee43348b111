package complexnum

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/synrun/synrun/runtime/value"
)

func TestText(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		z    Number
		want string
	}{
		{Number{3, 2}, "3+2i"}, {Number{0, 1}, "0+1i"}, {Number{1.5, -2.5}, "1.5-2.5i"}, {Number{math.Copysign(0, -1), math.Copysign(0, -1)}, "-0+0i"},
		{Number{nan, inf}, "nan+infi"}, {Number{1e16, 1e-5}, "1e+16+1e-05i"}, {Number{1e15, 0}, "1000000000000000+0i"}, {Number{-inf, nan}, "-inf+nani"},
	} {
		if got := c.z.Display(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestOperators(t *testing.T) {
	z, w := Number{1, 2}, Number{3, 4}
	for _, c := range []struct {
		op   value.Op
		a, b value.Value
		want string
	}{
		{value.Mul, z.Value(), w.Value(), "-5+10i"}, {value.Add, value.OfInt(3), Number{0, 2}.Value(), "3+2i"}, {value.Div, Number{1, 1}.Value(), Number{1, 1}.Value(), "1+0i"},
		{value.Sub, value.OfInt(1), z.Value(), "0-2i"}, {value.Div, value.OfInt(1), Number{0, 2}.Value(), "0-0.5i"}, {value.Pow, Number{0, 1}.Value(), value.OfInt(2), "-1+0i"},
		{value.Pow, z.Value(), value.OfInt(-1), "0.2-0.4i"}, {value.Pow, Number{}.Value(), value.OfFloat(2.5), "0+0i"}, {value.Pow, Number{}.Value(), value.OfInt(-1), "Division by zero"},
		{value.Div, z.Value(), value.OfInt(0), "Division by zero"}, {value.Mod, z.Value(), value.OfInt(1), "Unsupported operation: complex % number"},
	} {
		v, err := value.Binary(nil, c.op, c.a, c.b)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = value.Display(v)
		}
		if got != c.want {
			t.Errorf("%s %s %s = %s, want %s", value.Display(c.a), c.op, value.Display(c.b), got, c.want)
		}
	}
	if !(Number{3, 0}).Equal(value.OfInt(3)) || (Number{1, 0}).Equal(value.True) || (Number{3, 1}).Equal(value.OfInt(3)) {
		t.Error("equality with real numbers")
	}
}

// TestFunctions compares with math/cmplx away from its weak spots.
func TestFunctions(t *testing.T) {
	functions := map[string]struct {
		ours func(Number) Number
		std  func(complex128) complex128
	}{
		"sqrt": {Sqrt, cmplx.Sqrt}, "exp": {Exp, cmplx.Exp}, "ln": {Ln, cmplx.Log}, "sin": {Sin, cmplx.Sin}, "cos": {Cos, cmplx.Cos}, "tan": {Tan, cmplx.Tan},
		"sinh": {Sinh, cmplx.Sinh}, "cosh": {Cosh, cmplx.Cosh}, "tanh": {Tanh, cmplx.Tanh}, "asin": {Asin, cmplx.Asin}, "acos": {Acos, cmplx.Acos}, "atan": {Atan, cmplx.Atan},
		"asinh": {Asinh, cmplx.Asinh}, "acosh": {Acosh, cmplx.Acosh}, "atanh": {Atanh, cmplx.Atanh},
	}
	for name, f := range functions {
		for x := -2.75; x < 3; x += 0.5 {
			for y := -2.75; y < 3; y += 0.5 {
				got := f.ours(Number{x, y})
				want := f.std(complex(x, y))
				if d := cmplx.Abs(complex(got.Re, got.Im) - want); !(d <= 1e-12*(1+cmplx.Abs(want))) {
					t.Errorf("%s(%v, %v) = %s, want %v", name, x, y, got.Display(), want)
				}
			}
		}
	}
	// both sides of the branch cuts
	for _, c := range []struct {
		name string
		got  Number
		want Number
	}{
		{"sqrt below", Sqrt(Number{-4, math.Copysign(0, -1)}), Number{0, -2}}, {"ln above", Ln(Number{-1, 0}), Number{0, math.Pi}}, {"ln below", Ln(Number{-1, math.Copysign(0, -1)}), Number{0, -math.Pi}},
		{"asin right", Asin(Number{2, 0}), Number{math.Pi / 2, 1.3169578969248166}}, {"acos right", Acos(Number{2, 0}), Number{0, -1.3169578969248166}}, {"acosh left", Acosh(Number{-2, 0}), Number{1.3169578969248166, math.Pi}},
		{"atanh right", Atanh(Number{2, 0}), Number{0.5493061443340548, math.Pi / 2}},
	} {
		if math.Abs(c.got.Re-c.want.Re) > 1e-15 || math.Abs(c.got.Im-c.want.Im) > 1e-15 {
			t.Errorf("%s: %s, want %s", c.name, c.got.Display(), c.want.Display())
		}
	}
}
