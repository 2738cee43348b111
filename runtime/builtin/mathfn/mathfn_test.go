package mathfn

import (
	"math"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/complexnum"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

func cx(re, im float64) value.Value { return complexnum.Number{Re: re, Im: im}.Value() }

func vec(xs ...float64) value.Value { return ndarray.Vector(xs).Value() }

func TestRows(t *testing.T) { Rows(Table).CheckRows(t, "math") }

func TestMath(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	Rows(Table).Run(t, []Case{
		{"abs", List{-5}, "5"}, {"abs", List{math.MinInt64}, "9223372036854775808"}, {"abs", List{Dec("-0.50")}, "0.50"},
		{"abs", List{cx(-3, 4)}, "5.0"}, {"abs", List{vec(-1, math.Copysign(0, -1))}, "[1, 0]"}, {"abs", List{true}, "abs expects a number, got bool"},
		{"sign", List{nan}, "0"}, {"sign", List{math.Copysign(0, -1)}, "0"}, {"sign", List{Dec("-0.1")}, "-1"}, {"sign", List{Big("100000000000000000000")}, "1"},
		{"sign", List{vec(1)}, "sign expects a number, got array"}, {"sign", List{cx(1, 1)}, "sign expects a number, got complex"},
		{"clamp", List{5, 1, 3}, "3"}, {"clamp", List{Dec("1.50"), 0, 2}, "1.50"}, {"clamp", List{nan, 0, 1}, "nan"},
		{"clamp", List{Dec("1"), 0.5, 2}, value.MixMsg}, {"clamp", List{1, "a", 2}, "clamp expects a number, got text"},
		{"pow", List{2, 10}, "1024"}, {"pow", List{0, -1}, "inf"}, {"pow", List{Dec("0"), -1}, "decimal power: zero to a negative power"},
		{"pow", List{3, 20000000}, "pow: result too large"}, {"pow", List{"a", 1}, "Unsupported operation: text ** number"}, {"pow", List{cx(1, 1), 2}, "0+2i"},
		{"floor", List{-2.5}, "-3"}, {"ceil", List{Dec("-0.1")}, "0"}, {"trunc", List{-2.7}, "-2"}, {"round", List{2.5}, "2"}, {"round", List{3.5}, "4"}, {"round", List{-0.5}, "0"},
		{"round", List{Dec("-1.5")}, "-2"}, {"floor", List{Dec("-1.5")}, "-2"}, {"ceil", List{Dec("1.01")}, "2"}, {"round", List{nan}, "0"}, {"floor", List{inf}, "0"},
		{"round", List{1e22}, "10000000000000000000000"}, {"floor", List{-1e19}, "-10000000000000000000"},
		{"round", List{vec(2.5, -0.4, nan)}, "[2, -0, nan]"}, {"floor", List{cx(1, 1)}, "floor expects a number, got complex"},
		{"round_to", List{2.675, 2}, "2.67"}, {"round_to", List{0.125, 2}, "0.12"}, {"round_to", List{3.0, 2}, "3.0"}, {"round_to", List{Dec("1.005"), 2}, "1.00"},
		{"round_to", List{Dec("2.355"), 2}, "2.36"}, {"round_to", List{-0.04, 1}, "-0.0"}, {"round_to", List{5, 2}, "5"}, {"round_to", List{nan, 2}, "nan"},
		{"round_to", List{1.5, Big("1000000000000000000000000000000")}, "1.5"}, {"round_to", List{1.5, 1.0}, "round_to expects an integer number of decimals"},
		{"round_to", List{1.5, -1}, "round_to expects a non-negative number of decimals"}, {"round_to", List{"x", -1}, "round_to expects a number, got text"},
		{"sqrt", List{16}, "4.0"}, {"sqrt", List{cx(-4, 0)}, "0+2i"}, {"sqrt", List{-1}, "nan"}, {"sqrt", List{vec(4, 9)}, "[2, 3]"}, {"sqrt", List{Dec("2.25")}, "1.5"},
		{"log10", List{cx(1, 1)}, "log10 expects a number, got complex"}, {"log10", List{1000}, "3.0"}, {"log_base", List{8, 2}, "3.0"}, {"hypot", List{1, vec(1)}, "hypot expects a number, got array"},
		{"ln", List{0}, "-inf"}, {"exp", List{cx(0, 0)}, "1+0i"}, {"degrees", List{math.Pi}, "180.0"}, {"atanh", List{1}, "inf"}, {"acosh", List{0.5}, "nan"},
		{"gcd", List{0, 0}, "0"}, {"gcd", List{-12, 18}, "6"}, {"lcm", List{4, 0}, "0"}, {"gcd", List{Dec("2"), 4}, "2"}, {"gcd", List{4.0, 2}, "gcd expects an integer, got float"},
		{"gcd", List{Dec("1.5"), 1}, "gcd expects an integer, got decimal"}, {"gcd", List{"a", 1}, "gcd expects a number, got text"},
		{"factorial", List{20}, "2432902008176640000"}, {"factorial", List{0}, "1"}, {"factorial", List{-1}, "factorial expects a non-negative integer"},
		{"factorial", List{5.0}, "factorial expects an integer, got float"}, {"factorial", List{Big("1180591620717411303424")}, "factorial argument too large"},
		{"factorial", List{1000000000}, "factorial: result too large"}, {"factorial", List{3000000}, "factorial: result too large"},
		{"is_nan", List{1}, "false"}, {"is_finite", List{Dec("1")}, "true"}, {"is_infinite", List{-inf}, "true"}, {"is_nan", List{"x"}, "is_nan expects a number, got text"},
		{"gamma", List{cx(1, 1)}, "gamma is not defined for complex numbers"}, {"gamma", List{-1}, "nan"}, {"lgamma", List{0}, "inf"}, {"gamma", List{23}, "1.1240007277776077e+21"},
		{"complex", List{"x", 1}, "complex expects a number, got text"}, {"real", List{2}, "2.0"}, {"imag", List{5}, "0.0"}, {"conj", List{2}, "2"}, {"conj", List{cx(3, 4)}, "3-4i"},
		{"arg", List{-1}, "3.141592653589793"}, {"arg", List{"x"}, "arg expects a number or complex, got text"},
	})
}

func TestExtremes(t *testing.T) {
	m := (&ndarray.Array{Shape: []int{2, 2}, Data: []float64{1, 2, 3, 4}}).Value()
	nan := math.NaN()
	Rows(Table).Run(t, []Case{
		{"min", List{3, 5, 1}, "1"}, {"min", List{List{3, 5, 1}}, "1"}, {"max", List{2, 2.0}, "2"}, {"max", List{2.0, 2}, "2.0"}, {"min", List{Dec("1.50"), Dec("1.5")}, "1.50"},
		{"min", List{List{}}, "min of an empty sequence"}, {"min", List{List{nil}}, "min: every value is missing (nothing)"},
		{"max", List{"a", nil, "b"}, "b"}, {"min", List{List{"b", "a"}}, "a"}, {"min", List{1, "a"}, "min expects numbers or texts (all of one kind), got text"},
		{"min", List{"a", 1}, "min expects numbers or texts (all of one kind), got text"}, {"max", List{1, true}, "max expects numbers or texts (all of one kind), got bool"},
		{"max", List{1, nan, 3}, "nan"}, {"min", List{nan, 1}, "nan"}, {"max", List{Dec("1"), 1.5}, value.MixMsg}, {"max", List{List{1, 2, Dec("1"), 1.5}}, value.MixMsg},
		{"max", List{m}, "4.0"}, {"min", List{m, 0}, "[1, 2]"}, {"max", List{m, Named{"axis": -1}}, "[2, 4]"}, {"max", List{m, Named{"axis": nil}}, "4.0"},
		{"min", List{m, 0, Named{"axis": 0}}, "min: pass the axis once (axis = k)"}, {"min", List{vec()}, "min of an empty array"},
		{"min", List{List{1}, Named{"axis": 0}}, "min: axis applies to arrays; a list has a single axis"}, {"min", List{List{1, 2}, 3}, "min expects numbers or texts (all of one kind), got list"},
		{"max", List{Big("100000000000000000000"), 1e30}, "1e+30"},
	})
}
