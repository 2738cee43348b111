package arrays

import (
	"math"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/linalg"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

func TestRows(t *testing.T) { Rows(Table).CheckRows(t, "arrays") }

func arr(x any) value.Value {
	a, err := ndarray.FromNested(&Thread{}, Of(x))
	if err != nil {
		panic(err)
	}
	return a.Value()
}

func TestArrays(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	m := arr(List{List{1, 2, 3}, List{4, 5, 6}})
	q := arr(List{List{1, 2}, List{3, 4}})
	Rows(Table).Run(t, []Case{
		{"array", List{5}, "5"}, {"array", List{List{}}, "[]"}, {"array", List{List{1, 2.5, Dec("0.5")}}, "[1, 2.5, 0.5]"}, {"array", List{m}, "[[1, 2, 3], [4, 5, 6]]"},
		{"array", List{List{1, List{2}}}, "array: ragged nested lists (sub-lists of different shape)"}, {"array", List{List{List{1}, 2}}, "array: ragged nested lists (sub-lists of different shape)"},
		{"array", List{List{List{1}, List{2, 3}}}, "array: ragged nested lists (sub-lists of different shape)"}, {"array", List{"x"}, "array expects numbers or nested lists of numbers, got text"},
		{"array", List{List{1, nil}}, "array expects numbers or nested lists of numbers, got nothing"},
		{"zeros", List{3}, "[0, 0, 0]"}, {"zeros", List{List{1, 2}}, "[[0, 0]]"}, {"zeros", List{2.9}, "[0, 0]"}, {"zeros", List{-1}, "zeros: dimensions must be non-negative"}, {"zeros", List{"2"}, "zeros: shape must be an int or a list of ints, got text"},
		{"zeros", List{List{1, "2"}}, "zeros: shape must be ints, got text"}, {"zeros", List{nan}, "zeros: shape must be ints, got number"}, {"zeros", List{List{10000, 10000}}, "zeros: result too large"},
		{"zeros", List{List{1 << 40, 1 << 40, 1 << 40}}, "zeros: result too large"}, {"zeros", List{List{0, 1 << 40}}, "[]"}, {"ones", List{List{}}, "1"}, {"full", List{2.9, Dec("1")}, "[1, 1]"}, {"full", List{2, "x"}, "full expects a number, got text"},
		{"arange", List{0, 5, 2}, "[0, 2, 4]"}, {"arange", List{1, 0, -0.25}, "[1, 0.75, 0.5, 0.25]"}, {"arange", List{0, 1, -1}, "[]"}, {"arange", List{0, 1000000000}, "arange: result too large"}, {"arange", List{0, 1, 0}, "arange: step must not be zero"},
		{"arange", List{0, inf}, "arange: result too large"}, {"arange", List{1e17, 1e17 + 1000}, "arange: result too large"}, {"arange", List{0, 2}, "[0, 1]"},
		{"linspace", List{0, 1, 3}, "[0, 0.5, 1]"}, {"linspace", List{2, 3, 1}, "[2]"}, {"linspace", List{0, 1, 0}, "[]"}, {"linspace", List{0, 1, 2.0}, "linspace: n must be a non-negative integer"}, {"linspace", List{0, 1, Big("100000000000000000000")}, "linspace: result too large"},
		{"identity", List{2}, "[[1, 0], [0, 1]]"}, {"eye", List{1}, "[[1]]"}, {"identity", List{-1}, "identity: n must be a non-negative integer"}, {"identity", List{100000}, "identity: result too large"},
		{"concat", List{List{m, m}}, "[[1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]]"}, {"concat", List{List{m, m}, Named{"axis": -1}}, "[[1, 2, 3, 1, 2, 3], [4, 5, 6, 4, 5, 6]]"}, {"concat", List{List{m, arr(List{1})}}, "concat: the shapes do not line up ([2, 3] and [1])"},
		{"concat", List{List{m, 5}}, "concat: item 1 is number, not an array"}, {"concat", List{List{}}, "concat: the list of arrays is empty"}, {"concat", List{List{m}, Named{"axis": 2}}, "concat: axis 2 out of range for a 2-D array"}, {"concat", List{List{m}, Named{"axis": 0.0}}, "concat: axis must be an integer, got 0.0"},
		{"stack", List{List{arr(List{1, 2}), arr(List{3, 4})}}, "[[1, 2], [3, 4]]"}, {"stack", List{List{arr(List{1}), arr(List{2})}, Named{"axis": 1}}, "[[1, 2]]"}, {"stack", List{m}, "stack: expected a list of arrays, got array"}, {"stack", List{List{arr(1), arr(2)}}, "[1, 2]"},
		{"shape", List{m}, "[2, 3]"}, {"ndim", List{arr(5)}, "0"}, {"size", List{m}, "6"}, {"size", List{List{1}}, "size expects an array, got list"}, {"to_list", List{q}, "[[1.0, 2.0], [3.0, 4.0]]"}, {"to_list", List{arr(4)}, "4.0"},
		{"reshape", List{m, List{3, 2}}, "[[1, 2], [3, 4], [5, 6]]"}, {"reshape", List{m, List{4}}, "reshape: cannot reshape array of 6 elements into shape [4]"}, {"reshape", List{m, -6}, "reshape: dimensions must be non-negative"}, {"reshape", List{arr(List{1}), List{}}, "1"},
		{"transpose", List{m}, "[[1, 4], [2, 5], [3, 6]]"}, {"transpose", List{arr(List{List{List{1, 2}}, List{List{3, 4}}})}, "[[[1, 3]], [[2, 4]]]"},
		{"at", List{m, List{1.0, 2}}, "6.0"}, {"at", List{m, List{0}}, "at: expected 2 indices for a 2-D array, got 1"}, {"at", List{m, List{0, -1}}, "at: index -1 out of bounds for axis 1 with size 3"}, {"at", List{arr(List{7}), 0}, "7.0"}, {"at", List{arr(3), List{}}, "3.0"},
		{"matmul", List{q, arr(List{List{1, 0}, List{0, 1}})}, "[[1, 2], [3, 4]]"}, {"matmul", List{m, m}, "matmul: incompatible shapes [2, 3] and [2, 3] (cols of A must equal rows of B)"}, {"matmul", List{arr(List{1}), q}, "matmul: expected a 2D array (matrix), got 1-D"},
		{"dot", List{arr(List{1, 2}), arr(List{3, 4})}, "11.0"}, {"dot", List{q, q}, "dot is the inner product of two 1-D vectors (got 2-D and 2-D) — for matrices use matmul(a, b)"}, {"dot", List{arr(List{1}), arr(List{1, 2})}, "dot: vectors of different length (1 and 2)"},
		{"solve", List{arr(List{List{2, 0}, List{0, 4}}), arr(List{2, 8})}, "[1, 2]"}, {"solve", List{arr(List{List{1, 2}, List{2, 4}}), arr(List{1, 2})}, "solve: matrix A is singular (no unique solution)"}, {"solve", List{q, arr(List{1})}, "solve: b length 1 != A size 2"},
		{"inv", List{arr(List{List{1, 2}, List{2, 4}})}, "inv: matrix is singular (not invertible)"}, {"inv", List{arr(List{List{0, 1}, List{2, 0}})}, "[[0, 0.5], [1, 0]]"}, {"inv", List{m}, "inv: matrix must be square"}, {"inv", List{arr(List{List{nan}})}, "inv: matrix is singular (not invertible)"},
		{"det", List{arr(List{List{2, 0}, List{0, 3}})}, "6.0"}, {"det", List{arr(List{List{0, 1}, List{1, 0}})}, "-1.0"}, {"trace", List{q}, "5.0"}, {"trace", List{arr(List{1})}, "trace: expected a 2D array, got 1-D"},
		{"norm", List{arr(List{3, 4})}, "5.0"}, {"norm", List{arr(-3), "L1"}, "3.0"}, {"norm", List{q, "inf"}, "4.0"}, {"norm", List{q, "l9"}, "norm: unknown kind 'l9'; use one of: l2, l1, inf"}, {"norm", List{arr(List{1, nan}), "inf"}, "nan"},
		{"eig", List{m}, "eig: matrix must be square"}, {"eig", List{arr(List{List{nan}})}, "eig: the matrix must be finite (found NaN or infinity)"}, {"svd", List{arr(List{List{nan}})}, "svd: the matrix must be finite (found NaN or infinity)"},
	})
	if got, _ := Rows(Table).Call(&Thread{}, "det", zeros(0, 0)); value.Display(got) != "1.0" {
		t.Errorf("det of a 0x0 matrix: %s", value.Display(got))
	}
	for _, name := range []string{"eig", "svd"} {
		if _, err := Rows(Table).Call(&Thread{}, name, zeros(0, 0)); err != nil {
			t.Error(name, err)
		}
	}
}

func zeros(shape ...int) value.Value {
	a, err := ndarray.Alloc(&Thread{}, "zeros", shape)
	if err != nil {
		panic(err)
	}
	return a.Value()
}

func TestOperators(t *testing.T) {
	m := arr(List{List{1, 2}, List{3, 4}})
	for _, c := range []struct {
		a    any
		op   value.Op
		b    any
		want string
	}{
		{m, value.Add, arr(List{10, 20}), "[[11, 22], [13, 24]]"}, {m, value.Mul, 2, "[[2, 4], [6, 8]]"}, {10, value.Sub, m, "[[9, 8], [7, 6]]"}, {m, value.FloorDiv, 3, "[[0, 0], [1, 1]]"},
		{arr(List{List{1}, List{2}}), value.Mul, arr(List{1, 10, 100}), "[[1, 10, 100], [2, 20, 200]]"},
		{arr(List{List{List{1}}, List{List{2}}}), value.Add, arr(List{List{1, 2}, List{3, 4}}), "[[[2, 3], [4, 5]], [[3, 4], [5, 6]]]"},
		{1, value.Div, arr(List{0, 2}), "[inf, 0.5]"}, {arr(List{7}), value.Mod, 0, "[nan]"}, {arr(List{1, 0}), value.FloorDiv, 0, "[inf, nan]"}, {arr(List{5, -5}), value.Mod, 3, "[2, 1]"},
		{arr(List{1, 2, 3}), value.Add, arr(List{1, 2}), "arrays of shape [3] and [2] are not broadcastable"}, {arr(List{1}), value.Add, true, "cannot apply '+' between array and bool"},
		{2, value.Pow, arr(List{0, 3}), "[1, 8]"}, {arr(List{1}), value.Add, Dec("0.5"), "[1.5]"}, {arr(List{}), value.Add, 1, "[]"}, {zeros(2, 0), value.Add, zeros(1, 1), "[[], []]"}, {"a", value.Add, arr(List{1}), "a[1]"},
	} {
		if got := Show(value.Binary(&Thread{}, c.op, Of(c.a), Of(c.b))); got != c.want {
			t.Errorf("%s %s %s = %s, want %s", value.Display(Of(c.a)), c.op, value.Display(Of(c.b)), got, c.want)
		}
	}
	if _, err := value.Order(value.Lt, m, m); err == nil || err.Error() != "arrays do not support ordering comparisons (use elementwise functions)" {
		t.Error(err)
	}
	if got := value.Display(zeros(10, 11)); got != "array(shape=[10, 11], 110 elements)" {
		t.Error(got)
	}
}

// TestDecompositions multiplies back.
func TestDecompositions(t *testing.T) {
	const n = 6
	a := make([]float64, n*n)
	for i := range a {
		a[i] = math.Sin(float64(i * i))
	}
	near := func(what string, got, want []float64) {
		t.Helper()
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-12 {
				t.Fatalf("%s: element %d is %v, want %v", what, i, got[i], want[i])
			}
		}
	}
	u, s, vt, ok := linalg.SVD(a, n, n)
	if !ok {
		t.Fatal("svd failed")
	}
	us := make([]float64, n*n)
	for i := range us {
		us[i] = u[i] * s[i%n]
	}
	back := make([]float64, n*n)
	linalg.Product(back, us, vt, n, n, n)
	near("u·s·vt", back, a)

	clear(back)
	inverse, err := linalg.Inverse(a, n, func(int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	linalg.Product(back, a, inverse, n, n, n)
	near("a·a⁻¹", back, unit(n))

	ws, v, ok := linalg.Eigen(a, n)
	if !ok {
		t.Fatal("eig failed")
	}
	for j, w := range ws {
		for i := range n {
			sum := 0i
			for k := range n {
				sum += complex(a[i*n+k], 0) * v(k, j)
			}
			if d := sum - w*v(i, j); math.Hypot(real(d), imag(d)) > 1e-12 {
				t.Fatalf("eigenvector %d is off by %v", j, d)
			}
		}
	}
}

func BenchmarkMatmul300(b *testing.B) {
	x, _ := Rows(Table).Call(&Thread{}, "ones", List{300, 300})
	for b.Loop() {
		if _, err := Rows(Table).Call(&Thread{}, "matmul", x, x); err != nil {
			b.Fatal(err)
		}
	}
}
