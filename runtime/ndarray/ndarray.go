// Package ndarray is the kind of numeric arrays (40 §11): an immutable block
// of floats with a shape, in row-major order. The package holds the value
// itself, its operators with broadcasting, indexing and reductions along an
// axis; the builtins are in runtime/builtin/arrays.
package ndarray

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/complexnum"
	"github.com/synrun/synrun/runtime/value"
)

// Array is a value.Object. Shape and Data are never changed once it is made;
// arrays may share Data.
type Array struct {
	Shape []int
	Data  []float64
}

// Size is what an array occupies beside its object.
func (a *Array) Size() int { return 8 * (len(a.Data) + len(a.Shape)) }

// shown is the largest number of elements that the text form spells out,
// shownRows the largest number of lists that hold none.
const (
	shown     = 100
	shownRows = 1000
)

// MaxDim bounds a dimension where another one is zero: beyond it a number of
// the program need not be exact.
const MaxDim = 1 << 53

// Alloc charges and makes room for an array; name words the error of a
// result that is too large.
func Alloc(t value.Thread, name string, shape []int) (*Array, error) {
	n := count(shape)
	if n > value.MaxElements {
		return nil, value.TooLarge(name)
	}
	if err := pay(t, n); err != nil {
		return nil, err
	}
	return &Array{shape, make([]float64, n)}, nil
}

// count is the number of elements of a shape, or one more than is allowed.
func count(shape []int) int {
	n := 1
	for _, d := range shape {
		switch {
		case d == 0: // empty, however large the other dimensions are
			return 0
		case n > value.MaxElements/d:
			n = value.MaxElements + 1
		default:
			n *= d
		}
	}
	return n
}

// pay charges n floats and the time to fill them.
func pay(t value.Thread, n int) error {
	if err := t.Charge(64 + 8*n); err != nil {
		return err
	}
	if n >= 256 {
		return t.Work(n / 32)
	}
	return nil
}

// Vector makes a one-dimensional array of data, which must not be changed
// afterwards.
func Vector(data []float64) *Array { return &Array{[]int{len(data)}, data} }

// Of gives the array of v.
func Of(v value.Value) (*Array, bool) { return value.ObjectOf[*Array](v) }

// Arg gives an array argument: `{name} expects an array, got {type}`.
func Arg(name string, v value.Value) (*Array, error) {
	a, ok := Of(v)
	if !ok {
		return nil, value.Errorf("%s expects an array, got %s", name, value.TypeName(v))
	}
	return a, nil
}

// Value of the array.
func (a *Array) Value() value.Value { return value.OfObject(a) }

// Dims is the number of dimensions.
func (a *Array) Dims() int { return len(a.Shape) }

// TypeName is what type_of gives.
func (*Array) TypeName() string { return "array" }

// Truth is false for an empty array.
func (a *Array) Truth() bool { return len(a.Data) > 0 }

// Equal is the same shape and the same elements.
func (a *Array) Equal(other value.Value) bool {
	b, ok := Of(other)
	if !ok || !sameShape(a.Shape, b.Shape) {
		return false
	}
	for i, x := range a.Data {
		if y := b.Data[i]; x != y && !(math.IsNaN(x) && math.IsNaN(y)) { // the same data: nan is itself here
			return false
		}
	}
	return true
}

func sameShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Compare refuses: arrays are not ordered.
func (*Array) Compare(value.Value) (int, bool, error) {
	return 0, false, value.NewError("arrays do not support ordering comparisons (use elementwise functions)")
}

// ShapeText is a shape as it stands in messages: [2, 3].
func ShapeText(shape []int) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = strconv.Itoa(d)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Display is nested brackets, or the shape of a large array.
func (a *Array) Display() string {
	if len(a.Data) > shown || len(a.Data) == 0 && a.rows() > shownRows {
		return fmt.Sprintf("array(shape=%s, %d elements)", ShapeText(a.Shape), len(a.Data))
	}
	return string(appendNested(nil, a.Shape, a.Data))
}

// rows is the number of lists in the text form of an empty array, the
// outermost not counted, or one more than are shown.
func (a *Array) rows() int {
	total, level := 0, 1
	for _, d := range a.Shape {
		if d == 0 {
			break
		}
		if d > shownRows {
			return shownRows + 1
		}
		level *= d
		if total += level; total > shownRows {
			return shownRows + 1
		}
	}
	return total
}

func appendNested(dst []byte, shape []int, data []float64) []byte {
	if len(shape) == 0 {
		return complexnum.AppendPart(dst, data[0])
	}
	dst = append(dst, '[')
	step := product(shape[1:])
	for i := range shape[0] {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendNested(dst, shape[1:], data[i*step:(i+1)*step])
	}
	return append(dst, ']')
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// Rows is the first dimension; ok is false for a 0-d array.
func (a *Array) Rows() (n int, ok bool) {
	if len(a.Shape) == 0 {
		return 0, false
	}
	return a.Shape[0], true
}

// SliceRows gives rows [from, to), sharing the elements.
func (a *Array) SliceRows(_ value.Thread, from, to int) (value.Value, error) {
	shape := append([]int{to - from}, a.Shape[1:]...)
	step := product(a.Shape[1:])
	return (&Array{shape, a.Data[from*step : to*step]}).Value(), nil
}

// Elements gives all elements in row-major order.
func (a *Array) Elements(t value.Thread) ([]value.Value, error) {
	if err := t.Charge(value.SlotSize * len(a.Data)); err != nil {
		return nil, err
	}
	items := make([]value.Value, len(a.Data))
	for i, x := range a.Data {
		items[i] = value.OfFloat(x)
	}
	return items, nil
}

// Rebuild makes an array of numbers, with the shape of a or one-dimensional.
func (a *Array) Rebuild(t value.Thread, items []value.Value, sameShape bool) (value.Value, error) {
	shape := []int{len(items)}
	if sameShape {
		shape = a.Shape
	}
	r, err := Alloc(t, "array", shape)
	if err != nil {
		return value.Value{}, err
	}
	for i, v := range items {
		r.Data[i] = value.ToFloat(v)
	}
	return r.Value(), nil
}

// ToList gives nested lists, the number itself for a 0-d array.
func (a *Array) ToList(t value.Thread) (value.Value, error) {
	return toList(t, a.Shape, a.Data)
}

func toList(t value.Thread, shape []int, data []float64) (value.Value, error) {
	if len(shape) == 0 {
		return value.OfFloat(data[0]), nil
	}
	if err := t.Charge(value.ListSize + value.SlotSize*shape[0]); err != nil {
		return value.Value{}, err
	}
	if err := t.Work(1 + shape[0]/32); err != nil {
		return value.Value{}, err
	}
	items := make([]value.Value, shape[0])
	step := product(shape[1:])
	for i := range items {
		v, err := toList(t, shape[1:], data[i*step:(i+1)*step])
		if err != nil {
			return value.Value{}, err
		}
		items[i] = v
	}
	return value.NewFreshList(items), nil
}

// Index is a[i]: an element of a vector, else an array without the first
// axis.
func (a *Array) Index(_ value.Thread, i value.Value) (value.Value, error) {
	k, err := builtin.Index(i)
	if err != nil {
		return value.Value{}, err
	}
	if len(a.Shape) == 0 {
		return value.Value{}, value.NewError("cannot index a 0-dimensional array")
	}
	n, at := a.Shape[0], k
	if at < 0 {
		at += n
	}
	if at < 0 || at >= n {
		return value.Value{}, value.Errorf("Index %d out of bounds (array axis 0 has length %d)", k, n)
	}
	if len(a.Shape) == 1 {
		return value.OfFloat(a.Data[at]), nil
	}
	step := product(a.Shape[1:])
	return (&Array{a.Shape[1:], a.Data[at*step : (at+1)*step]}).Value(), nil
}

// Map applies f to every element.
func (a *Array) Map(t value.Thread, f func(float64) float64) (value.Value, error) {
	r, err := Alloc(t, "array", a.Shape)
	if err != nil {
		return value.Value{}, err
	}
	err = inBlocks(t, len(a.Data), func(from, to int) {
		for i, x := range a.Data[from:to] {
			r.Data[from+i] = f(x)
		}
	})
	return r.Value(), err
}

// inBlocks calls f for one stretch of n elements after the other, so that a
// deadline is noticed between two of them.
func inBlocks(t value.Thread, n int, f func(from, to int)) error {
	const size = 1 << 14
	for from := 0; from < n; from += size {
		to := min(from+size, n)
		if to-from == size {
			if err := t.Work(size / 8); err != nil {
				return err
			}
		}
		f(from, to)
	}
	return nil
}
