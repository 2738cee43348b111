package ndarray

import (
	"github.com/synrun/synrun/runtime/value"
)

// maxDims bounds the dimensions of an array, as nesting is bounded elsewhere.
const maxDims = 64

// FromNested makes an array of a number or of nested lists of numbers; an
// array is itself.
func FromNested(t value.Thread, v value.Value) (*Array, error) {
	if a, ok := Of(v); ok {
		return a, nil
	}
	var shape []int
	for x := v; x.IsList(); x = x.Items()[0] {
		if len(shape) == maxDims {
			return nil, value.Errorf("array: more than %d dimensions", maxDims)
		}
		shape = append(shape, len(x.Items()))
		if len(x.Items()) == 0 {
			break
		}
	}
	n := count(shape)
	if n > value.MaxElements {
		return nil, value.TooLarge("array")
	}
	r := &Array{Shape: shape}
	if err := pay(t, n); err != nil {
		return nil, err
	}
	r.Data = make([]float64, 0, n)
	err := r.fill(t, v, shape)
	return r, err
}

const errRagged = "array: ragged nested lists (sub-lists of different shape)"

func (a *Array) fill(t value.Thread, v value.Value, shape []int) error {
	if !v.IsList() {
		f, ok := value.AsFloat(v)
		if !ok {
			return value.Errorf("array expects numbers or nested lists of numbers, got %s", value.TypeName(v))
		}
		if len(shape) > 0 {
			return value.Errorf("%s", errRagged)
		}
		a.Data = append(a.Data, f)
		return nil
	}
	items := v.Items()
	if len(shape) == 0 || len(items) != shape[0] {
		return value.Errorf("%s", errRagged)
	}
	if err := t.Work(1 + len(items)/16); err != nil {
		return err
	}
	for _, x := range items {
		if err := a.fill(t, x, shape[1:]); err != nil {
			return err
		}
	}
	return nil
}
