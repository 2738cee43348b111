// Package statistics holds the builtins that reduce many numbers to few:
// sums, means, quantiles, variance, running values, relations of two series
// and histograms (40 §10).
//
// Lists are kept in the exact kinds of their items where the result can be
// exact; arrays are floats. Sums run from left to right, so that printed
// digits agree everywhere.
package statistics

import (
	"math"
	"slices"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Sum, Fn: sum},
	{Row: &sig.Product, Fn: product},
	{Row: &sig.Mean, Fn: mean},
	{Row: &sig.Median, Fn: median},
	{Row: &sig.Percentile, Fn: percentile},
	{Row: &sig.Quantile, Fn: quantile},
	{Row: &sig.Var, Fn: variance},
	{Row: &sig.Std, Fn: deviation},
	{Row: &sig.Mode, Fn: mode},

	{Row: &sig.Argmin, Fn: argmin},
	{Row: &sig.Argmax, Fn: argmax},
	{Row: &sig.Cumsum, Fn: cumsum, Fresh: true},
	{Row: &sig.Diff, Fn: diff, Fresh: true},

	{Row: &sig.Cov, Fn: cov},
	{Row: &sig.Corr, Fn: corr},
	{Row: &sig.Polyfit, Fn: polyfit, Fresh: true},
	{Row: &sig.Polyval, Fn: polyval, Fresh: true},
	{Row: &sig.Lstsq, Fn: lstsq},
	{Row: &sig.Histogram, Fn: histogram, Fresh: true},
}

// series is a list of numbers that has been tested item by item.
type series struct {
	items    []value.Value // with the missing ones
	missing  int
	ints     bool // nothing but small integers
	floats   bool
	decimals bool
}

// present is the number of values that are not missing.
func (s *series) present() int { return len(s.items) - s.missing }

// survey tests the items of a list from left to right.
func survey(t value.Thread, name string, items []value.Value) (series, error) {
	s := series{items: items, ints: true}
	if len(items) >= 64 {
		if err := t.Work(len(items) / 8); err != nil {
			return s, err
		}
	}
	for i, v := range items {
		switch v.Kind() {
		case value.KInt:
		case value.KFloat:
			s.floats, s.ints = true, false
		case value.KBig:
			s.ints = false
		case value.KDecimal:
			s.decimals, s.ints = true, false
		case value.KNothing:
			s.missing++
		default:
			return s, value.Errorf("%s expects numbers, got %s at index %d (missing values are `nothing`)", name, value.TypeName(v), i)
		}
	}
	if s.floats && s.decimals {
		return s, value.NewError(value.MixMsg)
	}
	return s, nil
}

// listOrArray refuses all other first arguments.
func listOrArray(name string, v value.Value) (*ndarray.Array, error) {
	if v.IsList() {
		return nil, nil
	}
	a, ok := ndarray.Of(v)
	if !ok {
		return nil, value.Errorf("%s expects a list of numbers or an array, got %s", name, value.TypeName(v))
	}
	return a, nil
}

// reduction is what the arguments of sum, mean and the like boil down to.
type reduction struct {
	name string
	list series
	arr  *ndarray.Array
	// along is the positional axis, axis the one by name.
	along, axis value.Value
}

// surplus words the error of a second positional argument with a list.
func surplus(name string) string {
	switch name {
	case "percentile", "quantile":
		return " and the level"
	case "std", "var":
		return " — pass ddof by name: " + name + "(xs, ddof = 0)"
	}
	return ""
}

// read tests a list in the order that programs can observe: items, mix,
// surplus arguments, axis.
func (r *reduction) read(t value.Thread, v value.Value) error {
	var err error
	if r.list, err = survey(t, r.name, v.Items()); err != nil {
		return err
	}
	if !r.along.IsUnset() {
		return value.Errorf("%s() takes a list (or an array)%s", r.name, surplus(r.name))
	}
	return listAxis(r.name, r.axis)
}

func listAxis(name string, axis value.Value) error {
	if !axis.Absent() {
		return value.Errorf("%s: axis applies to arrays; a list has a single axis", name)
	}
	return nil
}

// empty is the error of a list without values.
func (r *reduction) empty() error {
	if len(r.list.items) > 0 {
		return value.Errorf("%s: every value is missing (nothing)", r.name)
	}
	return value.Errorf("%s of an empty list", r.name)
}

// open starts a builtin of the form name(values, axis?, axis = ).
func open(t value.Thread, name string, args []value.Value) (*reduction, error) {
	r := &reduction{name: name, along: args[1], axis: args[2]}
	var err error
	if r.arr, err = listOrArray(name, args[0]); err != nil || r.arr != nil {
		return r, err
	}
	return r, r.read(t, args[0])
}

// array reduces the array along its axis, or all of it.
func (r *reduction) array(t value.Thread, f func(lane []float64) float64) (value.Value, error) {
	return ReduceArray(t, r.name, r.arr, r.along, r.axis, f)
}

// ReduceArray reduces an array to one float, or along the axis that was
// given by position or by name. Lanes are never empty, but for sum and
// product.
func ReduceArray(t value.Thread, name string, a *ndarray.Array, along, axis value.Value, f func(lane []float64) float64) (value.Value, error) {
	if !along.Absent() && !axis.Absent() {
		return value.Value{}, value.Errorf("%s: pass the axis once (axis = k)", name)
	}
	if axis.Absent() {
		axis = along
	}
	mayBeEmpty := name == "sum" || name == "product"
	if axis.Absent() {
		if len(a.Data) == 0 && !mayBeEmpty {
			return value.Value{}, value.Errorf("%s of an empty array", name)
		}
		if err := t.Work(len(a.Data) / 16); err != nil {
			return value.Value{}, err
		}
		return value.OfFloat(f(a.Data)), nil
	}
	k, err := ndarray.Axis(name, axis, a.Dims())
	if err != nil {
		return value.Value{}, err
	}
	if a.Shape[k] == 0 && !mayBeEmpty {
		return value.Value{}, value.Errorf("%s of an empty array", name)
	}
	return a.Reduce(t, k, f)
}

// floats converts the present values, in order.
func (s *series) toFloats(t value.Thread) ([]float64, error) {
	if err := t.Charge(8 * s.present()); err != nil {
		return nil, err
	}
	xs := make([]float64, 0, s.present())
	for _, v := range s.items {
		if !v.IsNothing() {
			xs = append(xs, value.ToFloat(v))
		}
	}
	return xs, nil
}

// toDecimals gives the present values as decimals, in order.
func (s *series) toDecimals(t value.Thread) ([]*value.Decimal, error) {
	if err := t.Charge(16 * s.present()); err != nil {
		return nil, err
	}
	xs := make([]*value.Decimal, 0, s.present())
	for _, v := range s.items {
		if !v.IsNothing() {
			xs = append(xs, value.AsDecimal(v))
		}
	}
	return xs, nil
}

func (s *series) sum(t value.Thread) (value.Value, error) {
	if s.ints && s.missing == 0 {
		if n, ok := sumInts(s.items); ok {
			return value.OfInt(n), nil
		}
	}
	var acc value.Sum
	for _, v := range s.items {
		if v.IsNothing() {
			continue
		}
		if err := acc.Add(t, v); err != nil {
			return value.Value{}, err
		}
	}
	return acc.Value(), nil
}

func sumInts(items []value.Value) (n int64, ok bool) {
	for _, v := range items {
		x := v.Int()
		s := n + x
		if (s > n) != (x > 0) {
			return 0, false
		}
		n = s
	}
	return n, true
}

func sum(t value.Thread, args []value.Value) (value.Value, error) {
	r, err := open(t, "sum", args)
	switch {
	case err != nil:
		return value.Value{}, err
	case r.arr != nil:
		return r.array(t, sumFloats)
	}
	return r.list.sum(t)
}

func sumFloats(xs []float64) float64 {
	s := 0.0
	for _, x := range xs {
		s += x
	}
	return s
}

func product(t value.Thread, args []value.Value) (value.Value, error) {
	r, err := open(t, "product", args)
	switch {
	case err != nil:
		return value.Value{}, err
	case r.arr != nil:
		return r.array(t, func(xs []float64) float64 {
			p := 1.0
			for _, x := range xs {
				p *= x
			}
			return p
		})
	}
	if r.list.floats {
		return multiply(t, r.list.items)
	}
	return productOf(t, r.list.items)
}

// productOf multiplies exact numbers in halves: from left to right the work
// and the memory would grow with the square of the result.
func productOf(t value.Thread, items []value.Value) (value.Value, error) {
	if len(items) <= 64 {
		return multiply(t, items)
	}
	half := len(items) / 2
	a, err := productOf(t, items[:half])
	if err != nil {
		return value.Value{}, err
	}
	b, err := productOf(t, items[half:])
	if err != nil {
		return value.Value{}, err
	}
	return value.BinaryFor(t, "product", value.Mul, a, b)
}

// multiply goes from left to right, as floats need it.
func multiply(t value.Thread, items []value.Value) (value.Value, error) {
	acc := value.OfInt(1)
	for _, v := range items {
		if v.IsNothing() {
			continue
		}
		if acc.IsInt() && v.IsInt() {
			if p, ok := value.MulInt(acc.Int(), v.Int()); ok {
				acc.SetInt(p)
				continue
			}
		}
		var err error
		if acc, err = value.BinaryFor(t, "product", value.Mul, acc, v); err != nil {
			return value.Value{}, err
		}
	}
	return acc, nil
}

func mean(t value.Thread, args []value.Value) (value.Value, error) {
	r, err := open(t, "mean", args)
	switch {
	case err != nil:
		return value.Value{}, err
	case r.arr != nil:
		return r.array(t, meanFloats)
	case r.list.present() == 0:
		return value.Value{}, r.empty()
	case r.list.decimals:
		total, err := r.list.sum(t)
		if err != nil {
			return value.Value{}, err
		}
		return value.BinaryFor(t, "mean", value.Div, total, value.OfInt(int64(r.list.present())))
	}
	s := 0.0
	for _, v := range r.list.items {
		switch {
		case v.IsFloat():
			s += v.Float()
		case v.IsInt():
			s += float64(v.Int())
		case !v.IsNothing():
			s += value.ToFloat(v)
		}
	}
	return value.OfFloat(s / float64(r.list.present())), nil
}

func meanFloats(xs []float64) float64 { return sumFloats(xs) / float64(len(xs)) }

func median(t value.Thread, args []value.Value) (value.Value, error) {
	r, err := open(t, "median", args)
	switch {
	case err != nil:
		return value.Value{}, err
	case r.arr != nil:
		return r.array(t, func(lane []float64) float64 { return quantileFloats(slices.Clone(lane), 0.5) })
	case r.list.present() == 0:
		return value.Value{}, r.empty()
	case r.list.decimals:
		xs, err := r.list.toDecimals(t)
		if err != nil {
			return value.Value{}, err
		}
		return medianDecimals(t, xs)
	}
	return r.list.quantile(t, 0.5)
}

func (s *series) quantile(t value.Thread, q float64) (value.Value, error) {
	xs, err := s.toFloats(t)
	if err != nil {
		return value.Value{}, err
	}
	if err := t.Work(len(xs) / 2); err != nil {
		return value.Value{}, err
	}
	return value.OfFloat(quantileFloats(xs, q)), nil
}

// quantileFloats sorts xs, which must not be empty; nan wins.
func quantileFloats(xs []float64, q float64) float64 {
	for _, x := range xs {
		if math.IsNaN(x) {
			return x
		}
	}
	if len(xs) == 1 {
		return xs[0]
	}
	slices.Sort(xs)
	r := q * float64(len(xs)-1)
	lo := math.Floor(r)
	a, b := xs[int(lo)], xs[int(math.Ceil(r))]
	return a + float64((b-a)*(r-lo))
}

func percentile(t value.Thread, args []value.Value) (value.Value, error) {
	return level(t, "percentile", args, 100)
}

func quantile(t value.Thread, args []value.Value) (value.Value, error) {
	return level(t, "quantile", args, 1)
}

// Level reads the level of a percentile (of 100) or quantile (of 1).
func Level(name string, v value.Value, of float64) (float64, error) {
	p, ok := value.AsFloat(v)
	if !ok {
		return 0, value.Errorf("%s: the level must be a number, got %s", name, value.TypeName(v))
	}
	if !(p >= 0 && p <= of) {
		shown := string(value.AppendFloat(nil, p))
		if of == 1 {
			return 0, value.Errorf("quantile expects q between 0 and 1, got %s (percentile takes 0..100)", shown)
		}
		return 0, value.Errorf("percentile expects p between 0 and 100, got %s (quantile takes 0..1)", shown)
	}
	return p, nil
}

// level is percentile (of 100) and quantile (of 1).
func level(t value.Thread, name string, args []value.Value, of float64) (value.Value, error) {
	if args[0].IsUnset() {
		return value.Value{}, levelMissing(name)
	}
	r := &reduction{name: name, along: args[2], axis: args[3]}
	var err error
	if r.arr, err = listOrArray(name, args[0]); err != nil {
		return value.Value{}, err
	}
	lv := args[1]
	if lv.IsUnset() {
		return value.Value{}, levelMissing(name)
	}
	p, err := Level(name, lv, of)
	if err != nil {
		return value.Value{}, err
	}
	q := p / of
	if r.arr != nil {
		return r.array(t, func(lane []float64) float64 { return quantileFloats(slices.Clone(lane), q) })
	}
	if err := r.read(t, args[0]); err != nil {
		return value.Value{}, err
	}
	switch {
	case r.list.present() == 0:
		return value.Value{}, r.empty()
	case r.list.decimals:
		return quantileDecimals(t, &r.list, lv, of == 100)
	}
	return r.list.quantile(t, q)
}

func levelMissing(name string) error {
	if name == "quantile" {
		return value.Errorf("quantile(values, q): q from 0 to 1")
	}
	return value.Errorf("percentile(values, p): p from 0 to 100")
}

// ddofArg reads the degrees of freedom to subtract, 1 unless given.
func ddofArg(name string, v value.Value) (int, error) {
	switch {
	case v.IsUnset():
		return 1, nil
	case !v.IsInteger():
		return 0, value.Errorf("%s: ddof must be an integer, got %s", name, value.Display(v))
	case v.BigInt().Sign() < 0:
		return 0, value.Errorf("%s: ddof must be 0 or more", name)
	case !v.IsInt() || v.Int() > math.MaxInt32:
		return math.MaxInt32, nil
	}
	return int(v.Int()), nil
}

func variance(t value.Thread, args []value.Value) (value.Value, error) {
	return spread(t, "var", args, false)
}

func deviation(t value.Thread, args []value.Value) (value.Value, error) {
	return spread(t, "std", args, true)
}

func spread(t value.Thread, name string, args []value.Value, root bool) (value.Value, error) {
	r := &reduction{name: name, along: args[1], axis: args[2]}
	var err error
	if r.arr, err = listOrArray(name, args[0]); err != nil {
		return value.Value{}, err
	}
	ddof, err := ddofArg(name, args[3])
	if err != nil {
		return value.Value{}, err
	}
	f := func(xs []float64) float64 {
		v := varFloats(xs, ddof)
		if root {
			v = math.Sqrt(v)
		}
		return v
	}
	if r.arr != nil {
		return r.array(t, f)
	}
	if err := r.read(t, args[0]); err != nil {
		return value.Value{}, err
	}
	switch {
	case r.list.present() == 0:
		return value.Value{}, r.empty()
	case r.list.decimals:
		return varDecimals(t, &r.list, ddof, root)
	}
	xs, err := r.list.toFloats(t)
	if err != nil {
		return value.Value{}, err
	}
	return value.OfFloat(f(xs)), nil
}

func varFloats(xs []float64, ddof int) float64 {
	n := len(xs) - ddof
	if n <= 0 {
		return math.NaN()
	}
	m, s := meanFloats(xs), 0.0
	for _, x := range xs {
		d := x - m
		s += float64(d * d)
	}
	return s / float64(n)
}

func mode(t value.Thread, args []value.Value) (value.Value, error) {
	items, err := builtin.ListArg("mode", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if len(items) == 0 {
		return value.Value{}, value.Errorf("mode of an empty list")
	}
	keys := builtin.NewKeys(t, "mode")
	var counts []int
	var firsts []value.Value
	for _, v := range items {
		if v.IsNothing() {
			continue
		}
		n, fresh, err := keys.Find(v)
		if err != nil {
			return value.Value{}, err
		}
		if fresh {
			counts, firsts = append(counts, 0), append(firsts, v)
		}
		counts[n]++
	}
	if len(counts) == 0 {
		return value.Value{}, value.Errorf("mode: every value is missing (nothing)")
	}
	best := 0
	for i, c := range counts {
		if c > counts[best] {
			best = i
		}
	}
	return firsts[best].Share(), nil
}
