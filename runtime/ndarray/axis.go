package ndarray

import (
	"github.com/synrun/synrun/runtime/value"
)

// Axis reads an axis argument for an array of so many dimensions; negative
// ones count from the end.
func Axis(name string, v value.Value, dims int) (int, error) {
	if !v.IsInteger() {
		return 0, value.Errorf("%s: axis must be an integer, got %s", name, value.Display(v))
	}
	k := -1
	if v.IsInt() {
		if n := v.Int(); n >= 0 && n < int64(dims) {
			k = int(n)
		} else if n < 0 && n >= -int64(dims) {
			k = int(n) + dims
		}
	}
	if k < 0 {
		return 0, value.Errorf("%s: axis %s out of range for a %d-D array", name, value.Display(v), dims)
	}
	return k, nil
}

// lanes gives the layout of the lanes along an axis: lane (i, j) starts at
// i·length·inner + j and goes on in steps of inner.
func (a *Array) lanes(axis int) (outer, length, inner int) {
	return product(a.Shape[:axis]), a.Shape[axis], product(a.Shape[axis+1:])
}

// Reduce replaces every lane along the axis by one number. The result is a
// float when no axis remains. f may change the lane, but not keep it.
func (a *Array) Reduce(t value.Thread, axis int, f func(lane []float64) float64) (value.Value, error) {
	outer, length, inner := a.lanes(axis)
	shape := append(append([]int(nil), a.Shape[:axis]...), a.Shape[axis+1:]...)
	r, err := Alloc(t, "array", shape)
	if err != nil {
		return value.Value{}, err
	}
	if err := t.Work(len(a.Data) / 8); err != nil {
		return value.Value{}, err
	}
	if len(r.Data) == 0 { // however many lanes hold nothing
		return r.Value(), nil
	}
	lane := make([]float64, length)
	for i := range outer {
		for j := range inner {
			for k := range lane {
				lane[k] = a.Data[(i*length+k)*inner+j]
			}
			r.Data[i*inner+j] = f(lane)
		}
	}
	if len(shape) == 0 {
		return value.OfFloat(r.Data[0]), nil
	}
	return r.Value(), nil
}

// Along replaces every lane by one of another length: f writes to out.
func (a *Array) Along(t value.Thread, axis, newLength int, f func(lane, out []float64)) (value.Value, error) {
	outer, length, inner := a.lanes(axis)
	shape := append([]int(nil), a.Shape...)
	shape[axis] = newLength
	r, err := Alloc(t, "array", shape)
	if err != nil {
		return value.Value{}, err
	}
	if len(r.Data) == 0 {
		return r.Value(), nil
	}
	lane, out := make([]float64, length), make([]float64, newLength)
	for i := range outer {
		for j := range inner {
			for k := range lane {
				lane[k] = a.Data[(i*length+k)*inner+j]
			}
			f(lane, out)
			for k, x := range out {
				r.Data[(i*newLength+k)*inner+j] = x
			}
		}
	}
	return r.Value(), nil
}

// Join writes arrays one after the other along an axis of the result; stack
// gives each of them a length of 1 there, as a new axis.
func Join(t value.Thread, name string, arrays []*Array, axis int, stack bool) (value.Value, error) {
	first := arrays[0].Shape
	var shape []int
	if stack {
		shape = append(append(append(shape, first[:axis]...), len(arrays)), first[axis:]...)
	} else {
		shape = append(shape, first...)
		shape[axis] = 0
		for _, a := range arrays {
			if shape[axis] += a.Shape[axis]; shape[axis] > MaxDim {
				return value.Value{}, value.TooLarge(name)
			}
		}
	}
	r, err := Alloc(t, name, shape)
	if err != nil {
		return value.Value{}, err
	}
	if len(r.Data) == 0 {
		return r.Value(), nil
	}
	outer, inner := product(shape[:axis]), product(shape[axis+1:])
	to := r.Data
	for i := range outer {
		for _, a := range arrays {
			n := inner
			if !stack {
				n *= a.Shape[axis]
			}
			copy(to, a.Data[i*n:(i+1)*n])
			to = to[n:]
		}
	}
	return r.Value(), nil
}
