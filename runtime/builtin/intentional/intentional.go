// Package intentional holds the operations on lists that take a function,
// and sort, unique, flatten, collect.
package intentional

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/tables"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Apply, Fn: apply, Fresh: true},
	{Row: &sig.Where, Fn: where, Fresh: true},
	{Row: &sig.Transform, Fn: transform, Fresh: true},
	{Row: &sig.Reduce, Fn: reduce},
	{Row: &sig.SortBy, Fn: sortBy, Fresh: true},
	{Row: &sig.GroupBy, Fn: tables.GroupBy, Fresh: true},
	{Row: &sig.FindFirst, Fn: findFirst},
	{Row: &sig.Every, Fn: every},
	{Row: &sig.Some, Fn: some},
	{Row: &sig.CountWhere, Fn: countWhere},
	{Row: &sig.ZipWith, Fn: zipWith, Fresh: true},
	{Row: &sig.Collect, Fn: collect, Fresh: true},
	{Row: &sig.Flatten, Fn: flatten, Fresh: true},
	{Row: &sig.Unique, Fn: unique, Fresh: true},
	{Row: &sig.Sort, Fn: sort, Fresh: true},
}

// elements gives the items of a list, or all elements of an array.
func elements(t value.Thread, list value.Value) ([]value.Value, builtin.Array, error) {
	if list.IsList() {
		return list.Items(), nil, nil
	}
	a, _ := value.ObjectOf[builtin.Array](list)
	items, err := a.Elements(t)
	return items, a, err
}

func apply(t value.Thread, args []value.Value) (value.Value, error) {
	fn, list, err := builtin.Either("apply", args, true)
	if err != nil {
		return list, err
	}
	items, array, err := elements(t, list)
	if err != nil {
		return list, err
	}
	call := builtin.NewCaller(t, fn)
	out := value.NewBuilder(t, len(items))
	builtin.Hold(t, out.Items())
	for _, x := range items {
		y, err := call.Call1(x)
		if err != nil {
			return list, err
		}
		if array != nil && !y.IsReal() {
			return y, value.Errorf("apply over an array needs numbers back, got %s — use to_list(a) for other results", value.TypeName(y))
		}
		if err := out.Add(y); err != nil {
			return list, err
		}
	}
	if array != nil {
		return array.Rebuild(t, out.List().Items(), true)
	}
	return out.List(), nil
}

func where(t value.Thread, args []value.Value) (value.Value, error) {
	fn, list, err := builtin.Either("where", args, true)
	if err != nil {
		return list, err
	}
	items, array, err := elements(t, list)
	if err != nil {
		return list, err
	}
	call := builtin.NewCaller(t, fn)
	out := value.NewBuilder(t, 0)
	for _, x := range items {
		ok, err := call.Test(x)
		if err != nil {
			return list, err
		}
		if ok {
			if err := out.Add(x); err != nil {
				return list, err
			}
		}
	}
	if array != nil {
		return array.Rebuild(t, out.List().Items(), false)
	}
	return out.List(), nil
}

func transform(t value.Thread, args []value.Value) (value.Value, error) {
	fn, list, err := builtin.Either("transform", args, false)
	if err != nil {
		return list, err
	}
	var test *builtin.Caller
	if pred := args[2]; !pred.Absent() {
		if !pred.Callable() {
			return list, value.Errorf("transform expects a task, got %s", value.TypeName(pred))
		}
		test = builtin.NewCaller(t, pred)
	}
	call := builtin.NewCaller(t, fn)
	items := list.Items()
	out := value.NewBuilder(t, len(items))
	builtin.Hold(t, out.Items())
	for _, x := range items {
		if test != nil {
			ok, err := test.Test(x)
			if err != nil {
				return list, err
			}
			if !ok {
				if err := out.Add(x); err != nil {
					return list, err
				}
				continue
			}
		}
		y, err := call.Call1(x)
		if err != nil {
			return list, err
		}
		if err := out.Add(y); err != nil {
			return list, err
		}
	}
	return out.List(), nil
}

func reduce(t value.Thread, args []value.Value) (value.Value, error) {
	fn, list, err := builtin.Either("reduce", args, false)
	if err != nil {
		return list, err
	}
	acc := args[2]
	if acc.IsUnset() {
		acc = value.OfInt(0)
	}
	call := builtin.NewCaller(t, fn)
	step := call.Call2 // the first accumulator is the caller's
	for _, x := range list.Items() {
		if acc, err = step(acc, x); err != nil {
			return list, err
		}
		step = call.Fold2
	}
	return acc.Share(), nil
}

func sortBy(t value.Thread, args []value.Value) (value.Value, error) {
	fn, list, err := builtin.Either("sort_by", args, false)
	if err != nil {
		return list, err
	}
	desc, err := builtin.Desc("sort_by", args[2])
	if err != nil {
		return list, err
	}
	items := list.Items()
	if err := t.Charge(len(items) * value.SlotSize); err != nil {
		return list, err
	}
	keys := make([]value.Value, len(items))
	builtin.Hold(t, &keys)
	call := builtin.NewCaller(t, fn)
	for i, x := range items {
		if keys[i], err = call.Call1(x); err != nil {
			return list, err
		}
	}
	out, err := builtin.SortedBy(t, "sort_by", items, keys, desc)
	if err != nil {
		return list, err
	}
	return value.NewList(out), nil
}

func sort(t value.Thread, args []value.Value) (value.Value, error) {
	items, err := builtin.ListArg("sort", args[0])
	if err != nil {
		return args[0], err
	}
	desc, err := builtin.Desc("sort", args[1])
	if err != nil {
		return args[0], err
	}
	out, err := builtin.Sorted(t, "sort", items, desc)
	if err != nil {
		return args[0], err
	}
	return value.NewList(out), nil
}

// search calls a predicate until it has the wanted truth, and gives the
// position of that item, -1 when there is none.
func search(t value.Thread, op string, args []value.Value, want bool) (int, value.Value, error) {
	fn, list, err := builtin.Either(op, args, false)
	if err != nil {
		return -1, list, err
	}
	call := builtin.NewCaller(t, fn)
	for i, x := range list.Items() {
		ok, err := call.Test(x)
		if err != nil {
			return -1, x, err
		}
		if ok == want {
			return i, x, nil
		}
	}
	return -1, value.Nothing, nil
}

func findFirst(t value.Thread, args []value.Value) (value.Value, error) {
	_, x, err := search(t, "find_first", args, true)
	return x.Share(), err
}

func every(t value.Thread, args []value.Value) (value.Value, error) {
	i, _, err := search(t, "every", args, false)
	return value.OfBool(i < 0), err
}

func some(t value.Thread, args []value.Value) (value.Value, error) {
	i, _, err := search(t, "some", args, true)
	return value.OfBool(i >= 0), err
}

func countWhere(t value.Thread, args []value.Value) (value.Value, error) {
	fn, list, err := builtin.Either("count_where", args, false)
	if err != nil {
		return list, err
	}
	n := int64(0)
	call := builtin.NewCaller(t, fn)
	for _, x := range list.Items() {
		ok, err := call.Test(x)
		if err != nil {
			return list, err
		}
		if ok {
			n++
		}
	}
	return value.OfInt(n), nil
}

func zipWith(t value.Thread, args []value.Value) (value.Value, error) {
	fn, a, b := args[0], args[1], args[2]
	if !fn.Callable() {
		fn, a, b = args[2], args[0], args[1]
		if !fn.Callable() {
			return fn, value.Errorf("zip_with: expected two lists and one task (either order: zip_with(fn, list_a, list_b) or zip_with(list_a, list_b, fn)), got %s as the combiner", value.TypeName(fn))
		}
	}
	x, err := builtin.ListArg("zip_with", a.Share())
	if err != nil {
		return a, err
	}
	y, err := builtin.ListArg("zip_with", b.Share())
	if err != nil {
		return b, err
	}
	n := min(len(x), len(y))
	call := builtin.NewCaller(t, fn)
	out := value.NewBuilder(t, n)
	builtin.Hold(t, out.Items())
	for i := range n {
		v, err := call.Call2(x[i], y[i])
		if err != nil {
			return v, err
		}
		if err := out.Add(v); err != nil {
			return v, err
		}
	}
	return out.List(), nil
}

func collect(t value.Thread, args []value.Value) (value.Value, error) {
	items, err := builtin.ListArg("collect", args[0])
	if err != nil {
		return args[0], err
	}
	key, err := builtin.RawText(t, args[1])
	if err != nil {
		return args[0], err
	}
	if err := t.Charge(value.ListSize + len(items)*value.SlotSize); err != nil {
		return args[0], err
	}
	if err := t.Work(len(items) / 4); err != nil {
		return args[0], err
	}
	out := make([]value.Value, len(items))
	for i, x := range items {
		out[i] = value.Nothing
		if m, ok := x.AsMap(); ok {
			if v, ok := m.GetText(key); ok {
				out[i] = v
			}
		}
	}
	return value.NewList(out), nil
}

func flatten(t value.Thread, args []value.Value) (value.Value, error) {
	if a, ok := value.ObjectOf[builtin.Array](args[0]); ok {
		items, err := a.Elements(t)
		if err != nil {
			return args[0], err
		}
		return a.Rebuild(t, items, false)
	}
	items, err := builtin.ListArg("flatten", args[0])
	if err != nil {
		return args[0], err
	}
	n := 0
	for _, x := range items {
		if x.IsList() {
			n += len(x.Items())
		} else {
			n++
		}
	}
	if err := t.Charge(value.ListSize + n*value.SlotSize); err != nil {
		return args[0], err
	}
	if err := t.Work((n + len(items)) / 8); err != nil {
		return args[0], err
	}
	out := make([]value.Value, 0, n)
	for _, x := range items {
		if x.IsList() {
			out = append(out, x.Items()...)
		} else {
			out = append(out, x)
		}
	}
	return value.NewList(out), nil
}

func unique(t value.Thread, args []value.Value) (value.Value, error) {
	items, err := builtin.ListArg("unique", args[0])
	if err != nil {
		return args[0], err
	}
	keys := builtin.NewKeys(t, "unique")
	out := value.NewBuilder(t, 0)
	for _, x := range items {
		_, fresh, err := keys.Find(x)
		if err != nil {
			return args[0], err
		}
		if fresh {
			if err := out.Add(x); err != nil {
				return args[0], err
			}
		}
	}
	return out.List(), nil
}
