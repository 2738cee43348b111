package arrays

import (
	"math"
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/complexnum"
	"github.com/synrun/synrun/runtime/linalg"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

// matrix reads a 2-D argument.
func matrix(name string, v value.Value) (*ndarray.Array, error) {
	a, err := ndarray.Arg(name, v)
	if err == nil && a.Dims() != 2 {
		err = value.Errorf("%s: expected a 2D array (matrix), got %d-D", name, a.Dims())
	}
	return a, err
}

// square reads a square matrix; word is how the error calls it.
func square(name, word string, v value.Value) (a *ndarray.Array, n int, err error) {
	if a, err = matrix(name, v); err != nil {
		return nil, 0, err
	}
	if a.Shape[0] != a.Shape[1] {
		return nil, 0, value.Errorf("%s: %s", name, word)
	}
	return a, a.Shape[0], nil
}

// cubic counts the work of about n·m·k multiplications, 32 to a step.
func cubic(t value.Thread, n, m, k int) error {
	w := float64(n) * float64(m) * float64(k) / 32
	if w > math.MaxInt32 {
		w = math.MaxInt32
	}
	return t.Work(int(w))
}

func matmul(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := matrix("matmul", args[0])
	if err != nil {
		return value.Value{}, err
	}
	b, err := matrix("matmul", args[1])
	if err != nil {
		return value.Value{}, err
	}
	n, k, m := a.Shape[0], a.Shape[1], b.Shape[1]
	if k != b.Shape[0] {
		return value.Value{}, value.Errorf("matmul: incompatible shapes %s and %s (cols of A must equal rows of B)",
			ndarray.ShapeText(a.Shape), ndarray.ShapeText(b.Shape))
	}
	r, err := ndarray.Alloc(t, "matmul", []int{n, m})
	if err != nil {
		return value.Value{}, err
	}
	// a row at a time, so that a deadline is noticed
	for i := range n {
		if err := cubic(t, 1, k, m); err != nil {
			return value.Value{}, err
		}
		linalg.Product(r.Data[i*m:(i+1)*m], a.Data[i*k:(i+1)*k], b.Data, 1, k, m)
	}
	return r.Value(), nil
}

func dot(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("dot", args[0])
	if err != nil {
		return value.Value{}, err
	}
	b, err := ndarray.Arg("dot", args[1])
	if err != nil {
		return value.Value{}, err
	}
	if a.Dims() != 1 || b.Dims() != 1 {
		return value.Value{}, value.Errorf("dot is the inner product of two 1-D vectors (got %d-D and %d-D) — for matrices use matmul(a, b)", a.Dims(), b.Dims())
	}
	if len(a.Data) != len(b.Data) {
		return value.Value{}, value.Errorf("dot: vectors of different length (%d and %d)", len(a.Data), len(b.Data))
	}
	if err := t.Work(len(a.Data) / 32); err != nil {
		return value.Value{}, err
	}
	return value.OfFloat(linalg.Dot(a.Data, b.Data)), nil
}

func solve(t value.Thread, args []value.Value) (value.Value, error) {
	a, n, err := square("solve", "A must be a square matrix", args[0])
	if err != nil {
		return value.Value{}, err
	}
	b, err := ndarray.Arg("solve", args[1])
	if err != nil {
		return value.Value{}, err
	}
	m := 1
	switch b.Dims() {
	case 1:
		if len(b.Data) != n {
			return value.Value{}, value.Errorf("solve: b length %d != A size %d", len(b.Data), n)
		}
	case 2:
		if b.Shape[0] != n {
			return value.Value{}, value.Errorf("solve: b rows %d != A size %d", b.Shape[0], n)
		}
		m = b.Shape[1]
	default:
		return value.Value{}, value.Errorf("solve: b must be a 1D vector or 2D matrix")
	}
	if err := payFactor(t, n, m); err != nil {
		return value.Value{}, err
	}
	x, err := linalg.Solve(a.Data, n, b.Data, m, payer(t))
	if err != nil {
		return value.Value{}, err
	}
	if !linalg.Finite(x) {
		return value.Value{}, value.Errorf("solve: matrix A is singular (no unique solution)")
	}
	return (&ndarray.Array{Shape: b.Shape, Data: x}).Value(), nil
}

// payFactor charges the memory of an LU decomposition and of the solution for
// m columns.
func payFactor(t value.Thread, n, m int) error {
	return t.Charge(8 * (n*n + n*m + 2*n))
}

// payer counts multiplications as they come, so that a deadline is noticed.
func payer(t value.Thread) linalg.Pay {
	return func(products int) error { return t.Work(products / 32) }
}

func inv(t value.Thread, args []value.Value) (value.Value, error) {
	a, n, err := square("inv", "matrix must be square", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if err := payFactor(t, n, n); err != nil {
		return value.Value{}, err
	}
	x, err := linalg.Inverse(a.Data, n, payer(t))
	if err != nil {
		return value.Value{}, err
	}
	if !linalg.Finite(x) {
		return value.Value{}, value.Errorf("inv: matrix is singular (not invertible)")
	}
	return (&ndarray.Array{Shape: a.Shape, Data: x}).Value(), nil
}

func det(t value.Thread, args []value.Value) (value.Value, error) {
	a, n, err := square("det", "matrix must be square", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if err := payFactor(t, n, 0); err != nil {
		return value.Value{}, err
	}
	d, err := linalg.Det(a.Data, n, payer(t))
	if err != nil {
		return value.Value{}, err
	}
	return value.OfFloat(d), nil
}

func trace(_ value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("trace", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if a.Dims() != 2 {
		return value.Value{}, value.Errorf("trace: expected a 2D array, got %d-D", a.Dims())
	}
	n := a.Shape[0]
	if n != a.Shape[1] {
		return value.Value{}, value.Errorf("trace: matrix must be square")
	}
	s := 0.0
	for i := range n {
		s += a.Data[i*n+i]
	}
	return value.OfFloat(s), nil
}

func norm(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("norm", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if err := t.Work(len(a.Data) / 32); err != nil {
		return value.Value{}, err
	}
	kind := "l2"
	if !args[1].IsUnset() {
		kind = value.Display(args[1])
	}
	s := 0.0
	switch strings.ToLower(kind) {
	case "l2", "fro", "frobenius":
		for _, x := range a.Data {
			s += float64(x * x)
		}
		s = math.Sqrt(s)
	case "l1":
		for _, x := range a.Data {
			s += math.Abs(x)
		}
	case "inf":
		for _, x := range a.Data {
			s = max(s, math.Abs(x))
		}
	default:
		return value.Value{}, value.Errorf("norm: unknown kind '%s'; use one of: l2, l1, inf", kind)
	}
	return value.OfFloat(s), nil
}

// payDecomposition charges an eigenvalue or singular value decomposition of
// an m×n matrix.
func payDecomposition(t value.Thread, name string, m, n int) error {
	large, small := float64(max(m, n)), float64(min(m, n))
	if large*large > value.MaxElements || large*large*small > linalg.MaxProducts {
		return value.TooLarge(name)
	}
	if err := t.Charge(24 * (m*m + n*n)); err != nil {
		return err
	}
	return cubic(t, 4*max(m, n), max(m, n), min(m, n))
}

func eig(t value.Thread, args []value.Value) (value.Value, error) {
	a, n, err := square("eig", "matrix must be square", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if !linalg.Finite(a.Data) {
		return value.Value{}, value.Errorf("eig: the matrix must be finite (found NaN or infinity)")
	}
	values, vectors := make([]value.Value, n), make([]value.Value, n)
	if n > 0 {
		if err := payDecomposition(t, "eig", n, n); err != nil {
			return value.Value{}, err
		}
		if err := t.Charge(n * n * (value.SlotSize + 48)); err != nil {
			return value.Value{}, err
		}
		var ws []complex128
		var v func(i, j int) complex128
		var ok bool
		if err := builtin.Aside(t, func() { ws, v, ok = linalg.Eigen(a.Data, n) }); err != nil {
			return value.Value{}, err
		}
		if !ok {
			return value.Value{}, value.Errorf("eig: the iteration did not converge")
		}
		for j, w := range ws {
			values[j] = complexValue(w)
			column := make([]value.Value, n)
			for i := range column {
				column[i] = complexValue(v(i, j))
			}
			vectors[j] = value.NewFreshList(column)
		}
	}
	m := value.NewMap(2)
	m.Set("values", value.NewFreshList(values))
	m.Set("vectors", value.NewFreshList(vectors))
	return m.Value(), nil
}

func complexValue(z complex128) value.Value {
	return complexnum.Number{Re: real(z), Im: imag(z)}.Value()
}

func svd(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := matrix("svd", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if !linalg.Finite(a.Data) {
		return value.Value{}, value.Errorf("svd: the matrix must be finite (found NaN or infinity)")
	}
	m, n := a.Shape[0], a.Shape[1]
	if err := payDecomposition(t, "svd", m, n); err != nil {
		return value.Value{}, err
	}
	var u, s, vt []float64
	if m == 0 || n == 0 {
		u, vt = unit(m), unit(n)
	} else {
		var ok bool
		if err := builtin.Aside(t, func() { u, s, vt, ok = linalg.SVD(a.Data, m, n) }); err != nil {
			return value.Value{}, err
		}
		if !ok {
			return value.Value{}, value.Errorf("svd: the iteration did not converge")
		}
	}
	r := value.NewMap(3)
	r.Set("u", (&ndarray.Array{Shape: []int{m, m}, Data: u}).Value())
	r.Set("s", ndarray.Vector(s).Value())
	r.Set("vt", (&ndarray.Array{Shape: []int{n, n}, Data: vt}).Value())
	return r.Value(), nil
}

// unit is the n×n identity.
func unit(n int) []float64 {
	x := make([]float64, n*n)
	for i := range n {
		x[i*n+i] = 1
	}
	return x
}
