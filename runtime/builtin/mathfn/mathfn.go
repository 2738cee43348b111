// Package mathfn holds the builtins of the family math: rounding, roots,
// logarithms, trigonometry, number theory, special functions, complex
// numbers, min and max.
//
// Most functions of one variable are a row of three functions: on floats, on
// complex numbers (nil when they are refused) and whether arrays are walked
// element by element. Domain errors are no errors: the result is nan or an
// infinity, as IEEE says.
package mathfn

import (
	"math"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/complexnum"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/precise"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Abs, Fn: abs},
	{Row: &sig.Sign, Fn: sign},
	{Row: &sig.Clamp, Fn: clamp},
	{Row: &sig.Min, Fn: minimum},
	{Row: &sig.Max, Fn: maximum},
	{Row: &sig.Pow, Fn: pow},

	{Row: &sig.Floor, Fn: rounding("floor", math.Floor, floorKind)},
	{Row: &sig.Ceil, Fn: rounding("ceil", math.Ceil, ceilKind)},
	{Row: &sig.Trunc, Fn: rounding("trunc", math.Trunc, truncKind)},
	{Row: &sig.Round, Fn: rounding("round", math.RoundToEven, evenKind)},
	{Row: &sig.RoundTo, Fn: roundTo},

	{Row: &sig.Sqrt, Fn: wide("sqrt", math.Sqrt, complexnum.Sqrt)},
	{Row: &sig.Cbrt, Fn: elementwise("cbrt", precise.Cbrt)},
	{Row: &sig.Exp, Fn: wide("exp", precise.Exp, complexnum.Exp)},
	{Row: &sig.Ln, Fn: wide("ln", precise.Log, complexnum.Ln)},
	{Row: &sig.Log10, Fn: elementwise("log10", precise.Log10)},
	{Row: &sig.Log2, Fn: elementwise("log2", precise.Log2)},
	{Row: &sig.LogBase, Fn: two("log_base", func(x, b float64) float64 { return precise.Log(x) / precise.Log(b) })},
	{Row: &sig.Hypot, Fn: two("hypot", precise.Hypot)},

	{Row: &sig.Sin, Fn: wide("sin", precise.Sin, complexnum.Sin)},
	{Row: &sig.Cos, Fn: wide("cos", precise.Cos, complexnum.Cos)},
	{Row: &sig.Tan, Fn: wide("tan", precise.Tan, complexnum.Tan)},
	{Row: &sig.Asin, Fn: wide("asin", precise.Asin, complexnum.Asin)},
	{Row: &sig.Acos, Fn: wide("acos", precise.Acos, complexnum.Acos)},
	{Row: &sig.Atan, Fn: wide("atan", precise.Atan, complexnum.Atan)},
	{Row: &sig.Sinh, Fn: wide("sinh", precise.Sinh, complexnum.Sinh)},
	{Row: &sig.Cosh, Fn: wide("cosh", precise.Cosh, complexnum.Cosh)},
	{Row: &sig.Tanh, Fn: wide("tanh", precise.Tanh, complexnum.Tanh)},
	{Row: &sig.Asinh, Fn: wide("asinh", precise.Asinh, complexnum.Asinh)},
	{Row: &sig.Acosh, Fn: wide("acosh", precise.Acosh, complexnum.Acosh)},
	{Row: &sig.Atanh, Fn: wide("atanh", precise.Atanh, complexnum.Atanh)},
	{Row: &sig.Atan2, Fn: two("atan2", precise.Atan2)},
	{Row: &sig.Radians, Fn: elementwise("radians", func(d float64) float64 { return d * math.Pi / 180 })},
	{Row: &sig.Degrees, Fn: elementwise("degrees", func(r float64) float64 { return r * 180 / math.Pi })},

	{Row: &sig.Gcd, Fn: gcd},
	{Row: &sig.Lcm, Fn: lcm},
	{Row: &sig.Factorial, Fn: factorial},

	{Row: &sig.IsNan, Fn: test("is_nan", math.IsNaN)},
	{Row: &sig.IsInfinite, Fn: test("is_infinite", func(f float64) bool { return math.IsInf(f, 0) })},
	{Row: &sig.IsFinite, Fn: test("is_finite", func(f float64) bool { return math.Abs(f) <= math.MaxFloat64 })},

	{Row: &sig.Gamma, Fn: special("gamma", precise.Gamma)},
	{Row: &sig.Lgamma, Fn: special("lgamma", precise.Lgamma)},
	{Row: &sig.Erf, Fn: special("erf", precise.Erf)},
	{Row: &sig.Erfc, Fn: special("erfc", precise.Erfc)},
	{Row: &sig.Beta, Fn: two("beta", precise.Beta)},

	{Row: &sig.Complex, Fn: newComplex},
	{Row: &sig.Real, Fn: realPart},
	{Row: &sig.Imag, Fn: imagPart},
	{Row: &sig.Conj, Fn: conj},
	{Row: &sig.Arg, Fn: arg},
}

// notNumber is the error of a builtin that wants a number.
func notNumber(name string, v value.Value) error {
	return value.Errorf("%s expects a number, got %s", name, value.TypeName(v))
}

func realArg(name string, v value.Value) (float64, error) {
	if v.IsFloat() {
		return v.Float(), nil
	}
	f, ok := value.AsFloat(v)
	if !ok {
		return 0, notNumber(name, v)
	}
	return f, nil
}

// wide makes a function of real and complex numbers and arrays.
func wide(name string, f func(float64) float64, c func(complexnum.Number) complexnum.Number) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		v := args[0]
		if v.IsFloat() {
			return value.OfFloat(f(v.Float())), nil
		}
		if c != nil {
			if z, ok := complexnum.Of(v); ok {
				return c(z).Value(), nil
			}
		}
		if a, ok := ndarray.Of(v); ok {
			return a.Map(t, f)
		}
		x, err := realArg(name, v)
		return value.OfFloat(f(x)), err
	}
}

// elementwise makes a function of real numbers and arrays.
func elementwise(name string, f func(float64) float64) value.Func { return wide(name, f, nil) }

// special makes a function of real numbers, with a word on complex ones.
func special(name string, f func(float64) float64) value.Func {
	return func(_ value.Thread, args []value.Value) (value.Value, error) {
		if _, ok := complexnum.Of(args[0]); ok {
			return value.Value{}, value.Errorf("%s is not defined for complex numbers", name)
		}
		x, err := realArg(name, args[0])
		return value.OfFloat(f(x)), err
	}
}

// two makes a function of two real numbers.
func two(name string, f func(a, b float64) float64) value.Func {
	return func(_ value.Thread, args []value.Value) (value.Value, error) {
		a, err := realArg(name, args[0])
		if err != nil {
			return value.Value{}, err
		}
		b, err := realArg(name, args[1])
		return value.OfFloat(f(a, b)), err
	}
}

// test makes a test of a float; integers and decimals are finite.
func test(name string, f func(float64) bool) value.Func {
	return func(_ value.Thread, args []value.Value) (value.Value, error) {
		v := args[0]
		switch {
		case v.IsFloat():
			return value.OfBool(f(v.Float())), nil
		case v.IsReal():
			return value.OfBool(f(0)), nil
		}
		return value.Value{}, notNumber(name, v)
	}
}

func abs(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	switch v.Kind() {
	case value.KInt:
		if v.Int() < 0 {
			return value.Negate(t, v)
		}
		return v, nil
	case value.KFloat:
		return value.OfFloat(math.Abs(v.Float())), nil
	case value.KBig:
		if v.BigInt().Sign() < 0 {
			return value.Negate(t, v)
		}
		return v, nil
	case value.KDecimal:
		if v.Decimal().Sign() < 0 {
			return value.NegDecimal(v.Decimal()), nil
		}
		return v, nil
	}
	if z, ok := complexnum.Of(v); ok {
		return value.OfFloat(z.Abs()), nil
	}
	if a, ok := ndarray.Of(v); ok {
		return a.Map(t, math.Abs)
	}
	return value.Value{}, notNumber("abs", v)
}

func sign(_ value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.IsFloat() && math.IsNaN(v.Float()) {
		return value.OfInt(0), nil
	}
	if !v.IsReal() {
		return value.Value{}, notNumber("sign", v)
	}
	return value.OfInt(int64(value.CompareNumbers(v, value.OfInt(0)))), nil
}

func clamp(_ value.Thread, args []value.Value) (value.Value, error) {
	for _, v := range args {
		if !v.IsReal() {
			return value.Value{}, notNumber("clamp", v)
		}
	}
	x, lo, hi := args[0], args[1], args[2]
	below, err := value.Order(value.Lt, x, lo)
	if err != nil {
		return value.Value{}, err
	}
	above, err := value.Order(value.Gt, x, hi)
	switch {
	case err != nil:
		return value.Value{}, err
	case below:
		return lo, nil
	case above:
		return hi, nil
	}
	return x, nil
}

func pow(t value.Thread, args []value.Value) (value.Value, error) {
	return value.BinaryFor(t, "pow", value.Pow, args[0], args[1])
}

func newComplex(_ value.Thread, args []value.Value) (value.Value, error) {
	re, err := realArg("complex", args[0])
	if err != nil {
		return value.Value{}, err
	}
	im, err := realArg("complex", args[1])
	return complexnum.Number{Re: re, Im: im}.Value(), err
}

func complexArg(name string, v value.Value) (complexnum.Number, error) {
	z, ok := complexnum.From(v)
	if !ok {
		return z, value.Errorf("%s expects a number or complex, got %s", name, value.TypeName(v))
	}
	return z, nil
}

func realPart(_ value.Thread, args []value.Value) (value.Value, error) {
	z, err := complexArg("real", args[0])
	return value.OfFloat(z.Re), err
}

func imagPart(_ value.Thread, args []value.Value) (value.Value, error) {
	z, err := complexArg("imag", args[0])
	return value.OfFloat(z.Im), err
}

func conj(_ value.Thread, args []value.Value) (value.Value, error) {
	z, err := complexArg("conj", args[0])
	if err != nil || args[0].IsReal() {
		return args[0], err
	}
	return complexnum.Number{Re: z.Re, Im: -z.Im}.Value(), nil
}

func arg(_ value.Thread, args []value.Value) (value.Value, error) {
	z, err := complexArg("arg", args[0])
	return value.OfFloat(z.Arg()), err
}
