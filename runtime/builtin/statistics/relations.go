package statistics

import (
	"math"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/linalg"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

// column is one of two series: floats, with the places of missing values.
type column struct {
	xs      []float64
	missing []bool // nil when nothing is missing
}

// readColumn reads a list of numbers or a 1-D array.
func readColumn(t value.Thread, name string, v value.Value) (column, error) {
	a, err := listOrArray(name, v)
	switch {
	case err != nil:
		return column{}, err
	case a != nil && a.Dims() != 1:
		return column{}, value.Errorf("%s: expected a 1-D array or a list, got a %d-D array", name, a.Dims())
	case a != nil:
		return column{xs: a.Data}, nil
	}
	s, err := survey(t, name, v.Items())
	if err != nil {
		return column{}, err
	}
	if err := t.Charge(9 * len(s.items)); err != nil {
		return column{}, err
	}
	c := column{xs: make([]float64, len(s.items))}
	if s.missing > 0 {
		c.missing = make([]bool, len(s.items))
	}
	for i, v := range s.items {
		if v.IsNothing() {
			c.missing[i] = true
			continue
		}
		c.xs[i] = value.ToFloat(v)
	}
	return c, nil
}

// readPair gives the pairs in which no value is missing.
func readPair(t value.Thread, name string, args []value.Value) (xs, ys []float64, err error) {
	a, err := readColumn(t, name, args[0])
	if err != nil {
		return nil, nil, err
	}
	b, err := readColumn(t, name, args[1])
	if err != nil {
		return nil, nil, err
	}
	if len(a.xs) != len(b.xs) {
		return nil, nil, value.Errorf("%s: the two series have different lengths (%d and %d)", name, len(a.xs), len(b.xs))
	}
	if a.missing == nil && b.missing == nil {
		return a.xs, b.xs, nil
	}
	for i := range a.xs {
		if a.missing != nil && a.missing[i] || b.missing != nil && b.missing[i] {
			continue
		}
		xs, ys = append(xs, a.xs[i]), append(ys, b.xs[i])
	}
	return xs, ys, nil
}

// products gives Σdx·dy, Σdx² and Σdy² of the differences from the means.
func products(xs, ys []float64) (xy, xx, yy float64) {
	mx, my := meanFloats(xs), meanFloats(ys)
	for i, x := range xs {
		dx, dy := x-mx, ys[i]-my
		xy += float64(dx * dy)
		xx += float64(dx * dx)
		yy += float64(dy * dy)
	}
	return xy, xx, yy
}

func cov(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "cov"
	ddof, err := ddofArg(name, args[2])
	if err != nil {
		return value.Value{}, err
	}
	xs, ys, err := readPair(t, name, args)
	if err != nil {
		return value.Value{}, err
	}
	n := len(xs) - ddof
	if n <= 0 {
		return value.OfFloat(math.NaN()), nil
	}
	xy, _, _ := products(xs, ys)
	return value.OfFloat(xy / float64(n)), nil
}

func corr(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "corr"
	xs, ys, err := readPair(t, name, args)
	if err != nil {
		return value.Value{}, err
	}
	if len(xs) < 2 {
		return value.OfFloat(math.NaN()), nil
	}
	xy, xx, yy := products(xs, ys)
	return value.OfFloat(xy / math.Sqrt(float64(xx*yy))), nil
}

func polyfit(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "polyfit"
	xs, ys, err := readPair(t, name, args)
	if err != nil {
		return value.Value{}, err
	}
	if !args[2].IsInteger() || args[2].BigInt().Sign() < 0 {
		return value.Value{}, value.Errorf("polyfit: the degree must be a non-negative integer, got %s", value.Display(args[2]))
	}
	degree := math.MaxInt32
	if args[2].IsInt() {
		degree = int(min(args[2].Int(), math.MaxInt32))
	}
	if len(xs) <= degree {
		return value.Value{}, value.Errorf("polyfit: degree %s needs at least %s points, got %d",
			value.Display(args[2]), plusOne(t, args[2]), len(xs))
	}
	m, n := len(xs), degree+1
	if err := payLeastSquares(t, name, m, n); err != nil {
		return value.Value{}, err
	}
	// a column for every power, highest first, scaled to length 1
	a, scale := make([]float64, m*n), make([]float64, n)
	for i, x := range xs {
		p := 1.0
		for j := n - 1; j >= 0; j-- {
			a[i*n+j] = p
			p *= x
		}
	}
	for j := range n {
		s := 0.0
		for i := range m {
			s += float64(a[i*n+j] * a[i*n+j])
		}
		if scale[j] = math.Sqrt(s); scale[j] == 0 {
			scale[j] = 1
		}
		for i := range m {
			a[i*n+j] /= scale[j]
		}
	}
	items := make([]value.Value, n)
	var c []float64
	rank := 0
	if linalg.Finite(a) { // else nothing is determined
		if c, rank, err = leastSquares(t, a, m, n, ys, 1); err != nil {
			return value.Value{}, err
		}
	}
	if rank < n {
		return value.Value{}, value.Errorf("polyfit: the fit is not determined by the data (rank %d of %d): use a lower degree or more distinct points", rank, n)
	}
	for j := range items {
		items[j] = value.OfFloat(c[j] / scale[j])
	}
	return value.NewFreshList(items), nil
}

func plusOne(t value.Thread, v value.Value) string {
	s, err := value.Binary(t, value.Add, v, value.OfInt(1))
	if err != nil {
		return "more"
	}
	return value.Display(s)
}

// payLeastSquares charges a thin decomposition of an m×n matrix: copies of it
// and of both factors.
func payLeastSquares(t value.Thread, name string, m, n int) error {
	large, small := float64(max(m, n)), float64(min(m, n))
	if large*small > value.MaxElements || large*small*small > linalg.MaxProducts {
		return value.TooLarge(name)
	}
	if err := t.Charge(8 * 4 * m * n); err != nil {
		return err
	}
	return t.Work(1 + m*n/64*min(m, n)/4)
}

// leastSquares solves aside, as it cannot be stopped.
func leastSquares(t value.Thread, a []float64, m, n int, b []float64, cols int) (x []float64, rank int, err error) {
	err = builtin.Aside(t, func() { x, rank = linalg.LeastSquares(a, m, n, b, cols) })
	return x, rank, err
}

func polyval(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "polyval"
	c, err := readColumn(t, name, args[0])
	if err != nil {
		return value.Value{}, err
	}
	for i, gone := range c.missing {
		if gone {
			return value.Value{}, value.Errorf("%s expects numbers, got nothing at index %d (missing values are `nothing`)", name, i)
		}
	}
	horner := func(x float64) (float64, error) {
		s := 0.0
		for _, k := range c.xs {
			s = float64(s*x) + k
		}
		return s, t.Work(1 + len(c.xs)/16)
	}
	x := args[1]
	if f, ok := value.AsFloat(x); ok {
		y, err := horner(f)
		return value.OfFloat(y), err
	}
	if a, ok := ndarray.Of(x); ok {
		r, err := ndarray.Alloc(t, name, a.Shape)
		if err != nil {
			return value.Value{}, err
		}
		for i, x := range a.Data {
			if r.Data[i], err = horner(x); err != nil {
				return value.Value{}, err
			}
		}
		return r.Value(), nil
	}
	if !x.IsList() {
		return value.Value{}, value.Errorf("%s expects a number, got %s", name, value.TypeName(x))
	}
	s, err := survey(t, name, x.Items())
	if err != nil {
		return value.Value{}, err
	}
	b := value.NewBuilder(t, len(s.items))
	for _, v := range s.items {
		if !v.IsNothing() {
			y, err := horner(value.ToFloat(v))
			if err != nil {
				return value.Value{}, err
			}
			v = value.OfFloat(y)
		}
		if err := b.AddFresh(v); err != nil {
			return value.Value{}, err
		}
	}
	return b.List(), nil
}

func lstsq(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("lstsq", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if a.Dims() != 2 {
		return value.Value{}, value.Errorf("lstsq: expected a 2D array (matrix), got %d-D", a.Dims())
	}
	b, err := rightSide(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	m, n := a.Shape[0], a.Shape[1]
	if b.Dims() != 1 && b.Dims() != 2 {
		return value.Value{}, value.Errorf("lstsq: b must be a 1D vector or 2D matrix")
	}
	if b.Shape[0] != m {
		return value.Value{}, value.Errorf("lstsq: A has %d rows but b has %d", m, b.Shape[0])
	}
	if len(a.Data) == 0 {
		return value.Value{}, value.Errorf("lstsq: A is empty")
	}
	if !linalg.Finite(a.Data) || !linalg.Finite(b.Data) {
		return value.Value{}, value.Errorf("lstsq: A and b must be finite (found NaN or infinity)")
	}
	if err := payLeastSquares(t, "lstsq", m, n); err != nil {
		return value.Value{}, err
	}
	cols := 1
	shape := []int{n}
	if b.Dims() == 2 {
		cols = b.Shape[1]
		shape = []int{n, cols}
	}
	x, _, err := leastSquares(t, a.Data, m, n, b.Data, cols)
	if err != nil {
		return value.Value{}, err
	}
	return (&ndarray.Array{Shape: shape, Data: x}).Value(), nil
}

// rightSide reads b of lstsq: an array or a list without missing values.
func rightSide(t value.Thread, v value.Value) (*ndarray.Array, error) {
	if a, ok := ndarray.Of(v); ok {
		return a, nil
	}
	if !v.IsList() {
		return nil, value.Errorf("lstsq expects an array, got %s", value.TypeName(v))
	}
	for i, x := range v.Items() {
		if x.IsNothing() {
			return nil, value.Errorf("lstsq: position %d is nothing (a missing value), and there is no number to compute with — drop the missing values first: drop_missing(xs)", i)
		}
	}
	return ndarray.FromNested(t, v)
}
