package statistics

import (
	"math"

	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

func argmin(t value.Thread, args []value.Value) (value.Value, error) {
	return position(t, "argmin", args, -1)
}

func argmax(t value.Thread, args []value.Value) (value.Value, error) {
	return position(t, "argmax", args, 1)
}

// position is the place of the first extreme; the first nan wins.
func position(t value.Thread, name string, args []value.Value, want int) (value.Value, error) {
	axis := args[1]
	a, err := listOrArray(name, args[0])
	if err != nil {
		return value.Value{}, err
	}
	if a != nil {
		return positionInArray(t, name, a, axis, want)
	}
	s, err := survey(t, name, args[0].Items())
	if err != nil {
		return value.Value{}, err
	}
	if err := listAxis(name, axis); err != nil {
		return value.Value{}, err
	}
	best := -1
	for i, v := range s.items {
		switch {
		case v.IsNothing():
		case v.IsFloat() && math.IsNaN(v.Float()):
			return value.OfInt(int64(i)), nil
		case best < 0 || value.CompareNumbers(v, s.items[best]) == want:
			best = i
		}
	}
	if best < 0 {
		if len(s.items) == 0 {
			return value.Value{}, value.Errorf("%s of an empty sequence", name)
		}
		return value.Value{}, value.Errorf("%s of a list where every value is missing", name)
	}
	return value.OfInt(int64(best)), nil
}

func positionInArray(t value.Thread, name string, a *ndarray.Array, axis value.Value, want int) (value.Value, error) {
	f := func(lane []float64) float64 {
		best := 0
		for i, x := range lane {
			if math.IsNaN(x) {
				return float64(i)
			}
			if want < 0 && x < lane[best] || want > 0 && x > lane[best] {
				best = i
			}
		}
		return float64(best)
	}
	if len(a.Data) == 0 {
		return value.Value{}, value.Errorf("%s of an empty sequence", name)
	}
	if axis.Absent() {
		return value.OfInt(int64(f(a.Data))), nil
	}
	k, err := ndarray.Axis(name, axis, a.Dims())
	if err != nil {
		return value.Value{}, err
	}
	r, err := a.Reduce(t, k, f)
	if r.IsFloat() { // a vector along its one axis
		r = value.OfInt(int64(r.Float()))
	}
	return r, err
}

func cumsum(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "cumsum"
	axis := args[1]
	a, err := listOrArray(name, args[0])
	if err != nil {
		return value.Value{}, err
	}
	run := func(lane, out []float64) {
		s := 0.0
		for i, x := range lane {
			s += x
			out[i] = s
		}
	}
	if a != nil {
		if axis.Absent() {
			return ndarray.Vector(a.Data).Along(t, 0, len(a.Data), run)
		}
		k, err := ndarray.Axis(name, axis, a.Dims())
		if err != nil {
			return value.Value{}, err
		}
		return a.Along(t, k, a.Shape[k], run)
	}
	s, err := survey(t, name, args[0].Items())
	if err != nil {
		return value.Value{}, err
	}
	if err := listAxis(name, axis); err != nil {
		return value.Value{}, err
	}
	b := value.NewBuilder(t, len(s.items))
	var acc value.Sum
	for _, v := range s.items {
		if !v.IsNothing() {
			if err := acc.Add(t, v); err != nil {
				return value.Value{}, err
			}
			v = acc.Value()
		}
		if err := b.AddFresh(v); err != nil {
			return value.Value{}, err
		}
	}
	return b.List(), nil
}

func diff(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "diff"
	axis := args[1]
	a, err := listOrArray(name, args[0])
	if err != nil {
		return value.Value{}, err
	}
	if a != nil {
		if axis.Absent() {
			axis = value.OfInt(-1)
		}
		k, err := ndarray.Axis(name, axis, a.Dims())
		if err != nil {
			return value.Value{}, err
		}
		return a.Along(t, k, max(a.Shape[k]-1, 0), func(lane, out []float64) {
			for i := range out {
				out[i] = lane[i+1] - lane[i]
			}
		})
	}
	s, err := survey(t, name, args[0].Items())
	if err != nil {
		return value.Value{}, err
	}
	if err := listAxis(name, axis); err != nil {
		return value.Value{}, err
	}
	b := value.NewBuilder(t, len(s.items))
	for i := 1; i < len(s.items); i++ {
		x, y := s.items[i-1], s.items[i]
		d := value.Nothing
		if !x.IsNothing() && !y.IsNothing() {
			if d, err = value.Binary(t, value.Sub, y, x); err != nil {
				return value.Value{}, err
			}
		}
		if err := b.AddFresh(d); err != nil {
			return value.Value{}, err
		}
	}
	return b.List(), nil
}
