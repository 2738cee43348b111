package complexnum

import (
	"math"

	"github.com/synrun/synrun/runtime/precise"
)

// Sqrt is the root with a real part that is not negative.
func Sqrt(z Number) Number {
	if z.Im == 0 {
		if z.Re >= 0 {
			return Number{math.Sqrt(z.Re), z.Im}
		}
		return Number{0, math.Copysign(math.Sqrt(-z.Re), z.Im)}
	}
	return polar(math.Sqrt(z.Abs()), z.Arg()/2)
}

// root is Sqrt with small errors in both parts, for use inside formulas.
func root(z Number) Number {
	if z.Im == 0 || !isFinite(z) {
		return Sqrt(z)
	}
	m := z.Abs()
	if z.Re >= 0 {
		s := math.Sqrt((m + z.Re) / 2)
		return Number{s, z.Im / (2 * s)}
	}
	s := math.Sqrt((m - z.Re) / 2)
	return Number{math.Abs(z.Im) / (2 * s), math.Copysign(s, z.Im)}
}

func isFinite(z Number) bool {
	return math.Abs(z.Re) <= math.MaxFloat64 && math.Abs(z.Im) <= math.MaxFloat64
}

// Exp is e^re·(cos im + i sin im).
func Exp(z Number) Number {
	r := precise.Exp(z.Re)
	return Number{r * precise.Cos(z.Im), r * precise.Sin(z.Im)}
}

// Ln is ln r + iθ.
func Ln(z Number) Number { return Number{precise.LogHypot(z.Re, z.Im), z.Arg()} }

// Sin is the sine.
func Sin(z Number) Number {
	return Number{precise.Sin(z.Re) * precise.Cosh(z.Im), precise.Cos(z.Re) * precise.Sinh(z.Im)}
}

// Cos is the cosine.
func Cos(z Number) Number {
	return Number{precise.Cos(z.Re) * precise.Cosh(z.Im), -(precise.Sin(z.Re) * precise.Sinh(z.Im))}
}

// Sinh is the hyperbolic sine.
func Sinh(z Number) Number {
	return Number{precise.Sinh(z.Re) * precise.Cos(z.Im), precise.Cosh(z.Re) * precise.Sin(z.Im)}
}

// Cosh is the hyperbolic cosine.
func Cosh(z Number) Number {
	return Number{precise.Cosh(z.Re) * precise.Cos(z.Im), precise.Sinh(z.Re) * precise.Sin(z.Im)}
}

// Tanh is sinh/cosh without overflow: with t = tan im and s = sinh re it is
// (s·cosh re·(1+t²) + i·t) / (1 + s²·(1+t²)).
func Tanh(z Number) Number {
	if math.Abs(z.Re) > 20 {
		im := 4 * precise.Sin(z.Im) * precise.Cos(z.Im) * precise.Exp(-2*math.Abs(z.Re))
		return Number{math.Copysign(1, z.Re), im}
	}
	t, s := precise.Tan(z.Im), precise.Sinh(z.Re)
	b := 1 + float64(t*t)
	d := 1 + float64(b*s)*s
	return Number{b * s * precise.Cosh(z.Re) / d, t / d}
}

// The circular functions and the hyperbolic ones are the same up to a turn:
// tan z = -i·tanh(iz), and so for the inverses.
func turn(f func(Number) Number, z Number) Number {
	w := f(Number{-z.Im, z.Re})
	return Number{w.Im, -w.Re}
}

// Tan is the tangent.
func Tan(z Number) Number { return turn(Tanh, z) }

// Asin is the arc sine. The products of roots keep both parts accurate near
// the branch points at ±1.
func Asin(z Number) Number {
	a, b := root(Number{1 - z.Re, -z.Im}), root(Number{1 + z.Re, z.Im})
	re := float64(a.Re*b.Re) - float64(a.Im*b.Im)
	im := float64(a.Re*b.Im) - float64(a.Im*b.Re)
	return Number{precise.Atan2(z.Re, re), precise.Asinh(im)}
}

// Acos is the arc cosine.
func Acos(z Number) Number {
	a, b := root(Number{1 - z.Re, -z.Im}), root(Number{1 + z.Re, z.Im})
	im := float64(b.Re*a.Im) - float64(b.Im*a.Re)
	return Number{2 * precise.Atan2(a.Re, b.Re), precise.Asinh(im)}
}

// Acosh is the inverse of Cosh.
func Acosh(z Number) Number {
	a, b := root(Number{z.Re - 1, z.Im}), root(Number{z.Re + 1, z.Im})
	re := float64(a.Re*b.Re) + float64(a.Im*b.Im)
	return Number{precise.Asinh(re), 2 * precise.Atan2(a.Im, b.Re)}
}

// Asinh is the inverse of Sinh.
func Asinh(z Number) Number { return turn(Asin, z) }

// Atan is the arc tangent.
func Atan(z Number) Number { return turn(Atanh, z) }

// Atanh is the inverse of Tanh: ¼·ln((1+x)²+y²)/((1-x)²+y²) and half the
// angle of (1-x²-y²) + 2yi.
func Atanh(z Number) Number {
	x, y := z.Re, z.Im
	if math.Abs(x) > 1e150 || math.Abs(y) > 1e150 {
		re := 0.0
		if m := math.Hypot(x/2, y/2); !math.IsInf(m, 0) {
			re = x / 2 / m / m / 2
		}
		return Number{math.Copysign(re, x), math.Copysign(math.Pi/2, y)}
	}
	d := float64((1-x)*(1-x)) + float64(y*y)
	re := precise.Log1p(4*x/d) / 4
	im := precise.Atan2(2*y, float64((1-x)*(1+x))-float64(y*y)) / 2
	return Number{re, im}
}
