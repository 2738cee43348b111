// Package arrays holds the builtins of the family arrays: making, shaping and
// joining numeric arrays, and linear algebra on them. The kind itself is
// package ndarray.
package arrays

import (
	"math"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Array, Fn: array},
	{Row: &sig.Zeros, Fn: filled("zeros", 0)},
	{Row: &sig.Ones, Fn: filled("ones", 1)},
	{Row: &sig.Full, Fn: full},
	{Row: &sig.Arange, Fn: arange},
	{Row: &sig.Linspace, Fn: linspace},
	{Row: &sig.Identity, Fn: identity},
	{Row: &sig.Eye, Fn: identity},
	{Row: &sig.Concat, Fn: concat},
	{Row: &sig.Stack, Fn: stack},

	{Row: &sig.Shape, Fn: shapeOf, Fresh: true},
	{Row: &sig.Ndim, Fn: ndim},
	{Row: &sig.Size, Fn: size},
	{Row: &sig.ToList, Fn: toList, Fresh: true},
	{Row: &sig.Reshape, Fn: reshape},
	{Row: &sig.Transpose, Fn: transpose},
	{Row: &sig.At, Fn: at},

	{Row: &sig.Matmul, Fn: matmul},
	{Row: &sig.Dot, Fn: dot},
	{Row: &sig.Solve, Fn: solve},
	{Row: &sig.Inv, Fn: inv},
	{Row: &sig.Det, Fn: det},
	{Row: &sig.Trace, Fn: trace},
	{Row: &sig.Norm, Fn: norm},
	{Row: &sig.Eig, Fn: eig, Fresh: true},
	{Row: &sig.Svd, Fn: svd, Fresh: true},
}

func array(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.FromNested(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	return a.Value(), nil
}

// shapeArg reads a shape: a number or a list of numbers, fractions dropped.
func shapeArg(name string, v value.Value) ([]int, error) {
	items := []value.Value{v}
	if v.IsList() {
		items = v.Items()
	} else if !v.IsReal() {
		return nil, value.Errorf("%s: shape must be an int or a list of ints, got %s", name, value.TypeName(v))
	}
	shape := make([]int, len(items))
	for i, x := range items {
		f, ok := value.AsFloat(x)
		if !ok || math.IsNaN(f) || math.IsInf(f, 0) && x.IsFloat() {
			return nil, value.Errorf("%s: shape must be ints, got %s", name, value.TypeName(x))
		}
		if f = math.Trunc(f); f < 0 {
			return nil, value.Errorf("%s: dimensions must be non-negative", name)
		}
		if f > ndarray.MaxDim {
			return nil, value.TooLarge(name)
		}
		shape[i] = int(f)
	}
	if len(shape) > 64 {
		return nil, value.Errorf("%s: more than 64 dimensions", name)
	}
	return shape, nil
}

func filled(name string, x float64) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		a, err := blank(t, name, args[0])
		if err != nil {
			return value.Value{}, err
		}
		return fill(a, x), nil
	}
}

func full(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := blank(t, "full", args[0])
	if err != nil {
		return value.Value{}, err
	}
	x, err := realArg("full", args[1])
	if err != nil {
		return value.Value{}, err
	}
	return fill(a, x), nil
}

// blank is a new array of zeros.
func blank(t value.Thread, name string, shape value.Value) (*ndarray.Array, error) {
	dims, err := shapeArg(name, shape)
	if err != nil {
		return nil, err
	}
	return ndarray.Alloc(t, name, dims)
}

func fill(a *ndarray.Array, x float64) value.Value {
	if x != 0 || math.Signbit(x) {
		for i := range a.Data {
			a.Data[i] = x
		}
	}
	return a.Value()
}

func realArg(name string, v value.Value) (float64, error) {
	f, ok := value.AsFloat(v)
	if !ok {
		return 0, value.Errorf("%s expects a number, got %s", name, value.TypeName(v))
	}
	return f, nil
}

func realArgs(name string, args ...value.Value) ([]float64, error) {
	fs := make([]float64, len(args))
	for i, v := range args {
		var err error
		if fs[i], err = realArg(name, v); err != nil {
			return nil, err
		}
	}
	return fs, nil
}

func arange(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "arange"
	by := args[2]
	if by.IsUnset() {
		by = value.OfInt(1)
	}
	fs, err := realArgs(name, args[0], args[1], by)
	if err != nil {
		return value.Value{}, err
	}
	start, stop, step := fs[0], fs[1], fs[2]
	if step == 0 {
		return value.Value{}, value.Errorf("arange: step must not be zero")
	}
	n, err := countSteps(t, start, stop, step)
	if err != nil {
		return value.Value{}, err
	}
	a, err := ndarray.Alloc(t, name, []int{n})
	if err != nil {
		return value.Value{}, err
	}
	x := start
	for i := range a.Data {
		a.Data[i] = x
		x += step
	}
	return a.Value(), nil
}

// countSteps is the number of elements of arange. It walks, for rounded
// steps add up to more or fewer than the quotient says.
func countSteps(t value.Thread, start, stop, step float64) (int, error) {
	// one addition advances by less than two steps
	if n := stop/step - start/step; n > 2*value.MaxElements {
		return 0, value.TooLarge("arange")
	}
	n := 0
	for x := start; step > 0 && x < stop || step < 0 && x > stop; x += step {
		if x+step == x || n == value.MaxElements {
			return 0, value.TooLarge("arange")
		}
		if n++; n%4096 == 0 {
			if err := t.Work(128); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}

// countArg reads a number of elements.
func countArg(name string, v value.Value) (int, error) {
	if !v.IsInteger() || v.BigInt().Sign() < 0 {
		return 0, value.Errorf("%s: n must be a non-negative integer", name)
	}
	if !v.IsInt() || v.Int() > value.MaxElements {
		return 0, value.TooLarge(name)
	}
	return int(v.Int()), nil
}

func linspace(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "linspace"
	fs, err := realArgs(name, args[0], args[1])
	if err != nil {
		return value.Value{}, err
	}
	n, err := countArg(name, args[2])
	if err != nil {
		return value.Value{}, err
	}
	a, err := ndarray.Alloc(t, name, []int{n})
	if err != nil {
		return value.Value{}, err
	}
	step := (fs[1] - fs[0]) / float64(n-1)
	for i := range a.Data {
		a.Data[i] = fs[0]
		if n > 1 {
			a.Data[i] += float64(float64(i) * step)
		}
	}
	return a.Value(), nil
}

func identity(t value.Thread, args []value.Value) (value.Value, error) {
	n, err := countArg("identity", args[0])
	if err != nil {
		return value.Value{}, err
	}
	a, err := ndarray.Alloc(t, "identity", []int{n, n})
	if err != nil {
		return value.Value{}, err
	}
	for i := range n {
		a.Data[i*n+i] = 1
	}
	return a.Value(), nil
}

func concat(t value.Thread, args []value.Value) (value.Value, error) {
	return join(t, "concat", args, false)
}

func stack(t value.Thread, args []value.Value) (value.Value, error) {
	return join(t, "stack", args, true)
}

func join(t value.Thread, name string, args []value.Value, stacked bool) (value.Value, error) {
	if !args[0].IsList() {
		return value.Value{}, value.Errorf("%s: expected a list of arrays, got %s", name, value.TypeName(args[0]))
	}
	items := args[0].Items()
	if len(items) == 0 {
		return value.Value{}, value.Errorf("%s: the list of arrays is empty", name)
	}
	if err := t.Work(len(items) / 8); err != nil {
		return value.Value{}, err
	}
	arrays := make([]*ndarray.Array, len(items))
	for i, v := range items {
		a, ok := ndarray.Of(v)
		if !ok {
			return value.Value{}, value.Errorf("%s: item %d is %s, not an array", name, i, value.TypeName(v))
		}
		arrays[i] = a
	}
	dims := arrays[0].Dims()
	if stacked {
		dims++
	}
	along := args[1]
	if along.IsUnset() {
		along = value.OfInt(0)
	}
	axis, err := ndarray.Axis(name, along, dims)
	if err != nil {
		return value.Value{}, err
	}
	for _, a := range arrays[1:] {
		if !linesUp(arrays[0].Shape, a.Shape, axis, stacked) {
			return value.Value{}, value.Errorf("%s: the shapes do not line up (%s and %s)", name,
				ndarray.ShapeText(arrays[0].Shape), ndarray.ShapeText(a.Shape))
		}
	}
	return ndarray.Join(t, name, arrays, axis, stacked)
}

// linesUp compares two shapes, but for the axis along which they are joined.
func linesUp(a, b []int, axis int, stacked bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && (stacked || i != axis) {
			return false
		}
	}
	return true
}

func shapeOf(_ value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("shape", args[0])
	if err != nil {
		return value.Value{}, err
	}
	items := make([]value.Value, len(a.Shape))
	for i, d := range a.Shape {
		items[i] = value.OfInt(int64(d))
	}
	return value.NewFreshList(items), nil
}

func ndim(_ value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("ndim", args[0])
	if err != nil {
		return value.Value{}, err
	}
	return value.OfInt(int64(a.Dims())), nil
}

func size(_ value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("size", args[0])
	if err != nil {
		return value.Value{}, err
	}
	return value.OfInt(int64(len(a.Data))), nil
}

func toList(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("to_list", args[0])
	if err != nil {
		return value.Value{}, err
	}
	return a.ToList(t)
}

func reshape(_ value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("reshape", args[0])
	if err != nil {
		return value.Value{}, err
	}
	shape, err := shapeArg("reshape", args[1])
	if err != nil {
		return value.Value{}, err
	}
	n := 1
	for _, d := range shape {
		if n *= d; n > len(a.Data) {
			n = value.MaxElements + 1
		}
	}
	for _, d := range shape {
		if d == 0 {
			n = 0
		}
	}
	if n != len(a.Data) {
		return value.Value{}, value.Errorf("reshape: cannot reshape array of %d elements into shape %s", len(a.Data), ndarray.ShapeText(shape))
	}
	return (&ndarray.Array{Shape: shape, Data: a.Data}).Value(), nil
}

// transpose reverses the axes.
func transpose(t value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("transpose", args[0])
	if err != nil {
		return value.Value{}, err
	}
	d := a.Dims()
	if d < 2 {
		return args[0], nil
	}
	shape, step := make([]int, d), make([]int, d)
	s := 1
	for i := d - 1; i >= 0; i-- {
		shape[d-1-i], step[d-1-i] = a.Shape[i], s
		s *= a.Shape[i]
	}
	r, err := ndarray.Alloc(t, "transpose", shape)
	if err != nil {
		return value.Value{}, err
	}
	pos, from := make([]int, d), 0
	for i := range r.Data {
		r.Data[i] = a.Data[from]
		for k := d - 1; k >= 0; k-- {
			pos[k]++
			from += step[k]
			if pos[k] < shape[k] {
				break
			}
			from -= step[k] * pos[k]
			pos[k] = 0
		}
	}
	return r.Value(), nil
}

func at(_ value.Thread, args []value.Value) (value.Value, error) {
	a, err := ndarray.Arg("at", args[0])
	if err != nil {
		return value.Value{}, err
	}
	items := []value.Value{args[1]}
	if args[1].IsList() {
		items = args[1].Items()
	}
	if len(items) != a.Dims() {
		return value.Value{}, value.Errorf("at: expected %d indices for a %d-D array, got %d", a.Dims(), a.Dims(), len(items))
	}
	place := 0
	for k, v := range items {
		i, err := builtin.Index(v)
		if err != nil {
			return value.Value{}, err
		}
		if i < 0 || i >= a.Shape[k] {
			return value.Value{}, value.Errorf("at: index %d out of bounds for axis %d with size %d", i, k, a.Shape[k])
		}
		place = place*a.Shape[k] + i
	}
	return value.OfFloat(a.Data[place]), nil
}
