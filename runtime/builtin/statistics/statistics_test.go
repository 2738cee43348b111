package statistics

import (
	"math"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

func TestRows(t *testing.T) { Rows(Table).CheckRows(t, "statistics") }

func vec(xs ...float64) value.Value { return ndarray.Vector(xs).Value() }

func mat(rows, cols int, xs ...float64) value.Value {
	return (&ndarray.Array{Shape: []int{rows, cols}, Data: xs}).Value()
}

func TestReductions(t *testing.T) {
	nan := math.NaN()
	m := mat(2, 2, 1, 2, 3, 4)
	Rows(Table).Run(t, []Case{
		{"sum", List{List{1, 2, 3}}, "6"}, {"sum", List{List{1, 2.5}}, "3.5"}, {"sum", List{List{Dec("0.1"), Dec("0.2")}}, "0.3"},
		{"sum", List{List{Dec("0.1"), 1, Dec("0.02")}}, "1.12"}, {"sum", List{List{1 << 62, 1 << 62, 1 << 62}}, "13835058055282163712"},
		{"sum", List{List{1 << 62, 1 << 62, 0.5}}, "9.223372036854776e+18"}, {"sum", List{List{}}, "0"}, {"sum", List{List{nil}}, "0"}, {"sum", List{List{1, nan}}, "nan"},
		{"sum", List{List{Dec("9223372036854775807"), Dec("0.5")}}, "9223372036854775807.5"}, {"sum", List{List{Dec("1.50"), Big("100000000000000000000")}}, "100000000000000000001.50"},
		{"sum", List{List{Dec("1"), 2.0}, 3}, value.MixMsg}, {"sum", List{List{"a"}, 3}, "sum expects numbers, got text at index 0 (missing values are `nothing`)"},
		{"sum", List{List{1}, 0}, "sum() takes a list (or an array)"}, {"sum", List{List{1}, Named{"axis": "x"}}, "sum: axis applies to arrays; a list has a single axis"},
		{"sum", List{"x"}, "sum expects a list of numbers or an array, got text"}, {"sum", List{vec()}, "0.0"}, {"sum", List{m}, "10.0"},
		{"sum", List{m, 1}, "[3, 7]"}, {"sum", List{m, Named{"axis": 0}}, "[4, 6]"}, {"sum", List{vec(1, 2), Named{"axis": 0}}, "3.0"},
		{"sum", List{m, 0, Named{"axis": 0}}, "sum: pass the axis once (axis = k)"}, {"sum", List{m, Named{"axis": 2}}, "sum: axis 2 out of range for a 2-D array"},
		{"sum", List{m, "x"}, "sum: axis must be an integer, got x"}, {"sum", List{m, nil}, "10.0"},
		{"product", List{List{2, 3.0}}, "6.0"}, {"product", List{List{}}, "1"}, {"product", List{mat(0, 2), Named{"axis": 0}}, "[1, 1]"},
		{"product", List{List{Dec("1.5"), 2, Dec("0.5")}}, "1.50"}, {"product", List{List{1 << 40, 1 << 40}}, "1208925819614629174706176"},
		{"mean", List{List{1, 2, 3}}, "2.0"}, {"mean", List{List{Dec("1.5"), Dec("2.5")}}, "2.0"}, {"mean", List{List{Dec("1"), Dec("2"), Dec("2")}}, "1.666666666666666666666666667"},
		{"mean", List{List{}}, "mean of an empty list"}, {"mean", List{List{nil}}, "mean: every value is missing (nothing)"}, {"mean", List{vec()}, "mean of an empty array"},
		{"mean", List{mat(0, 2), Named{"axis": 0}}, "mean of an empty array"}, {"mean", List{mat(2, 0), Named{"axis": 0}}, "[]"}, {"mean", List{m, Named{"axis": -1}}, "[1.5, 3.5]"},
		{"median", List{List{3, 1, 2}}, "2.0"}, {"median", List{List{1, 2, 3, 4}}, "2.5"}, {"median", List{List{3, nil, 1}}, "2.0"}, {"median", List{List{nan, 1}}, "nan"},
		{"median", List{List{Dec("1"), Dec("2"), Dec("4"), Dec("8")}}, "3"}, {"median", List{List{Dec("1"), Dec("2")}}, "1.5"}, {"median", List{List{Dec("1.50"), Dec("9"), Dec("0.25")}}, "1.50"},
		{"median", List{List{1, Big("100000000000000000000")}}, "5e+19"},
		{"percentile", List{List{1, 2, 3, 4}, 50}, "2.5"}, {"percentile", List{List{10, 20, 30, 40}, 25}, "17.5"}, {"quantile", List{List{7}, 0.3}, "7.0"},
		{"quantile", List{List{Dec("1"), Dec("2"), Dec("3"), Dec("4")}, 0.9}, "3.7"}, {"percentile", List{List{Dec("1.10"), Dec("2.20"), Dec("3.30"), Dec("4.40")}, 0.9}, "1.1297"},
		{"quantile", List{List{Dec("1"), Dec("2")}, Dec("0.5")}, "1.5"}, {"quantile", List{List{Dec("1"), Dec("2")}, 1}, "2"}, {"percentile", List{List{Dec("1"), Dec("2")}, 33}, "1.33"},
		{"percentile", List{List{1}}, "percentile(values, p): p from 0 to 100"}, {"percentile", List{}, "percentile(values, p): p from 0 to 100"}, {"quantile", List{vec(1)}, "quantile(values, q): q from 0 to 1"},
		{"percentile", List{List{}, 500}, "percentile expects p between 0 and 100, got 500.0 (quantile takes 0..1)"}, {"quantile", List{List{1}, nan}, "quantile expects q between 0 and 1, got nan (percentile takes 0..100)"},
		{"percentile", List{"x", 500}, "percentile expects a list of numbers or an array, got text"}, {"quantile", List{List{1}, "a"}, "quantile: the level must be a number, got text"},
		{"quantile", List{List{1}, 0.5, 0}, "quantile() takes a list (or an array) and the level"}, {"percentile", List{m, 50, 0}, "[2, 3]"},
		{"std", List{List{1, 2, 3, 4}}, "1.2909944487358056"}, {"std", List{List{1, 2, 3, 4}, Named{"ddof": 0}}, "1.118033988749895"}, {"var", List{List{5}}, "nan"},
		{"var", List{List{Dec("1"), Dec("3")}}, "2"}, {"std", List{List{Dec("1.5"), Dec("2.5"), Dec("3.5")}}, "1"}, {"std", List{List{Dec("1"), Dec("2")}}, "0.7071067811865475244008443621"},
		{"std", List{List{Dec("100"), Dec("300"), Dec("500.00")}}, "200"}, {"std", List{List{Dec("2"), Dec("2.0")}}, "0"}, {"var", List{List{Dec("1"), Dec("2"), Dec("4")}, Named{"ddof": 0}}, "1.555555555555555555555555556"},
		{"std", List{List{Dec("10000000000000000000000000000000000000000"), Dec("0")}}, "7071067811865475244008443621000000000000"}, {"std", List{List{Dec("0.0000000000000000000000000000000001"), Dec("0")}}, "0.00000000000000000000000000000000007071067811865475244008443621"},
		{"var", List{List{Dec("1")}, Named{"ddof": 2}}, "nan"}, {"std", List{List{}, Named{"ddof": -1}}, "std: ddof must be 0 or more"}, {"std", List{List{1}, Named{"ddof": 1.0}}, "std: ddof must be an integer, got 1.0"},
		{"std", List{List{1}, 0}, "std() takes a list (or an array) — pass ddof by name: std(xs, ddof = 0)"}, {"std", List{m, Named{"axis": 0, "ddof": 0}}, "[1, 1]"},
		{"mode", List{List{1, 2, 2}}, "2"}, {"mode", List{List{}}, "mode of an empty list"}, {"mode", List{List{nil, nil, 1}}, "1"}, {"mode", List{vec(1)}, "mode expects a list, got array"},
	})
}

func TestRunningAndRelations(t *testing.T) {
	nan := math.NaN()
	m := mat(2, 3, 1, 2, 3, 4, 5, 6)
	Rows(Table).Run(t, []Case{
		{"argmin", List{List{3, nil, 1, 2}}, "2"}, {"argmax", List{List{nil, 2, nan, 3}}, "2"}, {"argmin", List{List{}}, "argmin of an empty sequence"},
		{"argmin", List{List{nil}}, "argmin of a list where every value is missing"}, {"argmin", List{m, Named{"axis": 0}}, "[0, 0, 0]"}, {"argmax", List{m}, "5"}, {"argmax", List{vec(1, 3, 3), Named{"axis": 0}}, "1"},
		{"cumsum", List{List{1, nil, 3}}, "[1, nothing, 4]"}, {"cumsum", List{List{Dec("0.5"), Dec("0.25")}}, "[0.5, 0.75]"}, {"cumsum", List{List{1, 0.5}}, "[1, 1.5]"}, {"cumsum", List{m}, "[1, 3, 6, 10, 15, 21]"},
		{"cumsum", List{m, Named{"axis": 1}}, "[[1, 3, 6], [4, 9, 15]]"}, {"cumsum", List{(&ndarray.Array{Data: []float64{1}}).Value()}, "[1]"},
		{"diff", List{List{1, 4, 9}}, "[3, 5]"}, {"diff", List{List{1, nil, 9}}, "[nothing, nothing]"}, {"diff", List{m}, "[[1, 1], [1, 1]]"}, {"diff", List{m, Named{"axis": 0}}, "[[3, 3, 3]]"},
		{"diff", List{(&ndarray.Array{Data: []float64{1}}).Value()}, "diff: axis -1 out of range for a 0-D array"}, {"diff", List{List{}}, "[]"},
		{"cov", List{List{1, 2, 3}, List{1, 2, 3}}, "1.0"}, {"cov", List{List{1, 2, 3}, vec(1, 2, 3), Named{"ddof": 0}}, "0.6666666666666666"}, {"cov", List{List{1}, List{2}}, "nan"},
		{"cov", List{List{1, 2.5}, List{1, Dec("2")}}, "0.75"}, {"cov", List{List{1}, List{2, 3}}, "cov: the two series have different lengths (1 and 2)"}, {"cov", List{m, List{1}}, "cov: expected a 1-D array or a list, got a 2-D array"},
		{"corr", List{List{1, 2, 3}, List{2, 4, 6}}, "1.0"}, {"corr", List{List{1, nil, 3}, List{3, 2, 1}}, "-1.0"}, {"corr", List{List{1, 1}, List{1, 2}}, "nan"}, {"corr", List{List{1}, List{1}}, "nan"},
		{"polyval", List{List{2, 1}, 10}, "21.0"}, {"polyval", List{List{2, 1}, List{1, nil, 3}}, "[3.0, nothing, 7.0]"}, {"polyval", List{List{}, 5}, "0.0"}, {"polyval", List{List{1, 0}, vec(2, 3)}, "[2, 3]"},
		{"polyval", List{List{1, nil}, 2}, "polyval expects numbers, got nothing at index 1 (missing values are `nothing`)"}, {"polyval", List{List{1}, "x"}, "polyval expects a number, got text"},
		{"polyfit", List{List{1, 2}, List{1, 2}, 1.0}, "polyfit: the degree must be a non-negative integer, got 1.0"}, {"polyfit", List{List{1, 2}, List{1, 2}, 2}, "polyfit: degree 2 needs at least 3 points, got 2"},
		{"polyfit", List{List{1, 1, 1}, List{1, 2, 3}, 1}, "polyfit: the fit is not determined by the data (rank 1 of 2): use a lower degree or more distinct points"},
		{"lstsq", List{m, List{1}}, "lstsq: A has 2 rows but b has 1"}, {"lstsq", List{mat(2, 2, 1, 0, 0, 2), List{1, 4}}, "[1, 2]"}, {"lstsq", List{List{1}, List{1}}, "lstsq expects an array, got list"},
		{"histogram", List{List{1, 2, 2, 3, 5}, 4}, "{counts: [1, 2, 1, 1], edges: [1.0, 2.0, 3.0, 4.0, 5.0]}"}, {"histogram", List{List{0.5, 1, 1.5, 9}, List{0, 1, 2}}, "{counts: [1, 2], edges: [0.0, 1.0, 2.0]}"},
		{"histogram", List{List{7, 7}, 1}, "{counts: [2], edges: [6.5, 7.5]}"}, {"histogram", List{List{1, nil}}, "histogram expects a list of numbers, got nothing at index 1"}, {"histogram", List{List{1}, 4.0}, "histogram: bins must be an integer or a list of edges, got a fractional number"},
		{"histogram", List{List{math.Inf(1), 1}, 1 << 40}, "histogram: the data contains infinite values; filter them first"}, {"histogram", List{List{1}, 1 << 40}, "histogram: result too large"},
		{"histogram", List{List{1}, List{1, nan}}, "histogram: edges must be strictly increasing, but nan is not greater than 1.0"}, {"histogram", List{List{math.Inf(1), 1}, List{0, 2}}, "{counts: [1], edges: [0.0, 2.0]}"},
	})
	got, err := Rows(Table).Call(&Thread{}, "polyfit", List{0, 1, 2, 3}, List{1, 3, 7, 13}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range got.Items() {
		if want := []float64{1, 1, 1}[i]; math.Abs(v.Float()-want) > 1e-12 {
			t.Errorf("polyfit gives %s", value.Display(got))
		}
	}
}

func benchmark(b *testing.B, name string, item func(i int) any, more ...any) {
	items := make(List, 10000)
	for i := range items {
		items[i] = item(i)
	}
	args := append(List{Of(items)}, more...)
	for b.Loop() {
		if _, err := Rows(Table).Call(&Thread{}, name, args...); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSumInts(b *testing.B)     { benchmark(b, "sum", func(i int) any { return i }) }
func BenchmarkSumFloats(b *testing.B)   { benchmark(b, "sum", func(i int) any { return float64(i) / 3 }) }
func BenchmarkSumDecimals(b *testing.B) { benchmark(b, "sum", func(i int) any { return Dec("12.50") }) }
func BenchmarkStdFloats(b *testing.B)   { benchmark(b, "std", func(i int) any { return float64(i) / 3 }) }
func BenchmarkStdDecimals(b *testing.B) { benchmark(b, "std", func(i int) any { return Dec("12.5") }) }
func BenchmarkMedian(b *testing.B) {
	benchmark(b, "median", func(i int) any { return float64(i * 7919 % 10007) })
}
