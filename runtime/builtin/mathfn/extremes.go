package mathfn

import (
	"math"
	"strings"

	"github.com/synrun/synrun/runtime/builtin/statistics"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

func minimum(t value.Thread, args []value.Value) (value.Value, error) {
	return extreme(t, "min", args, -1)
}

func maximum(t value.Thread, args []value.Value) (value.Value, error) {
	return extreme(t, "max", args, 1)
}

// extreme is min (want -1) or max (want 1) of a list, of the arguments or of
// an array. The last slot of args is the axis given by name.
func extreme(t value.Thread, name string, args []value.Value, want int) (value.Value, error) {
	axis := args[len(args)-1]
	args = args[:len(args)-1]
	if a, ok := ndarray.Of(args[0]); ok {
		var along value.Value
		if len(args) > 1 {
			along = args[1]
		}
		return statistics.ReduceArray(t, name, a, along, axis, func(lane []float64) float64 {
			return extremeFloat(lane, want)
		})
	}
	if !axis.Absent() {
		return value.Value{}, value.Errorf("%s: axis applies to arrays; a list has a single axis", name)
	}
	items := args
	if len(args) == 1 && args[0].IsList() {
		items = args[0].Items()
	}
	return extremeItem(t, name, items, want)
}

func extremeFloat(lane []float64, want int) float64 {
	best := lane[0]
	for _, x := range lane {
		if math.IsNaN(x) {
			return x
		}
		if want < 0 && x < best || want > 0 && x > best {
			best = x
		}
	}
	return best
}

// extremeItem finds the winning item and gives it as it is; the first of
// equals wins.
func extremeItem(t value.Thread, name string, items []value.Value, want int) (value.Value, error) {
	if len(items) >= 64 {
		if err := t.Work(len(items) / 8); err != nil {
			return value.Value{}, err
		}
	}
	var best, nan value.Value
	for _, v := range items {
		if v.IsNothing() {
			continue
		}
		if best.IsUnset() {
			if err := checkFirst(name, items, v); err != nil {
				return value.Value{}, err
			}
			best = v
			if isNaN(v) {
				nan = v
			}
			continue
		}
		c, err := against(name, v, best)
		if err != nil {
			return value.Value{}, err
		}
		if isNaN(v) && nan.IsUnset() {
			nan = v
		}
		if c == want {
			best = v
		}
	}
	switch {
	case !nan.IsUnset():
		return nan, nil
	case !best.IsUnset():
		return best, nil
	case len(items) > 0:
		return value.Value{}, value.Errorf("%s: every value is missing (nothing)", name)
	}
	return value.Value{}, value.Errorf("%s of an empty sequence", name)
}

func isNaN(v value.Value) bool { return v.IsFloat() && math.IsNaN(v.Float()) }

// checkFirst refuses a sequence that mixes decimals and floats anywhere, and
// a first item that is neither a number, a text nor a time.
func checkFirst(name string, items []value.Value, first value.Value) error {
	switch {
	case first.IsText() || isTime(first):
		return nil
	case !first.IsReal():
		return wrongKind(name, first)
	}
	decimals, floats := false, false
	for _, v := range items {
		switch {
		case v.IsDecimal():
			decimals = true
		case v.IsFloat():
			floats = true
		case !v.IsInteger() && !v.IsNothing():
			return wrongKind(name, v)
		}
	}
	if decimals && floats {
		return value.NewError(value.MixMsg)
	}
	return nil
}

func wrongKind(name string, v value.Value) error {
	return value.Errorf("%s expects numbers or texts (all of one kind), got %s", name, value.TypeName(v))
}

func isTime(v value.Value) bool {
	if v.Kind() != value.KObject {
		return false
	}
	switch value.TypeName(v) {
	case "date", "datetime", "duration":
		return true
	}
	return false
}

// against compares an item with the best one so far.
func against(name string, v, best value.Value) (int, error) {
	switch {
	case best.IsText():
		if !v.IsText() {
			return 0, wrongKind(name, best) // the first that is no number
		}
		return strings.Compare(v.Str(), best.Str()), nil
	case isTime(best):
		if value.TypeName(v) != value.TypeName(best) {
			return 0, value.Errorf("%s: cannot compare a %s and a %s", name, value.TypeName(best), value.TypeName(v))
		}
		o, _ := value.ObjectOf[value.Ordered](v)
		c, _, err := o.Compare(best)
		return c, err
	}
	return value.CompareNumbers(v, best), nil
}
