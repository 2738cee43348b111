package tables

import (
	"math"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

func isMissing(_ value.Thread, args []value.Value) (value.Value, error) {
	return value.OfBool(args[0].Absent()), nil
}

func missing(who string, t value.Thread, v value.Value) (n, all int64, err error) {
	items, err := builtin.ListArg(who, v)
	if err != nil {
		return 0, 0, err
	}
	for _, x := range items {
		if x.Absent() {
			n++
		}
	}
	return n, int64(len(items)), t.Work(len(items) / 16)
}

func countMissing(t value.Thread, args []value.Value) (value.Value, error) {
	n, _, err := missing("count_missing", t, args[0])
	return value.OfInt(n), err
}

// count counts present items; without an argument it gives the aggregate.
func count(t value.Thread, args []value.Value) (value.Value, error) {
	if args[0].IsUnset() {
		return newAggregate("count", func(_ value.Thread, rows value.Value) (value.Value, error) {
			items, err := rowsOf("count", rows)
			return value.OfInt(int64(len(items))), err
		}), nil
	}
	n, all, err := missing("count", t, args[0])
	return value.OfInt(all - n), err
}

// mapped makes a list of what f gives for each item.
func mapped(t value.Thread, items []value.Value, f func(value.Value) (v value.Value, err error)) (value.Value, error) {
	if err := t.Charge(value.ListSize + len(items)*value.SlotSize); err != nil {
		return value.Value{}, err
	}
	if err := t.Work(len(items) / 8); err != nil {
		return value.Value{}, err
	}
	out := make([]value.Value, len(items))
	for i, x := range items {
		var err error
		if out[i], err = f(x); err != nil {
			return x, err
		}
	}
	return value.NewList(out), nil
}

func fillMissing(t value.Thread, args []value.Value) (value.Value, error) {
	items, err := builtin.ListArg("fill_missing", args[0])
	if err != nil {
		return args[0], err
	}
	by := args[1]
	perColumn, _ := by.AsMap()
	return mapped(t, items, func(x value.Value) (value.Value, error) {
		if x.Absent() {
			return by, nil
		}
		m, ok := x.AsMap()
		if !ok {
			return x, nil
		}
		c, err := m.Copy(t)
		if err != nil {
			return x, err
		}
		if perColumn == nil {
			for k, v := range m.All() {
				if v.Absent() {
					c.SetText(k, by.Share())
				}
			}
			return c.Value(), nil
		}
		for k, v := range perColumn.All() {
			if p := c.Slot(value.TextKey(k)); p != nil && p.Absent() {
				*p = v.Share()
			}
		}
		return c.Value(), nil
	})
}

func dropMissing(t value.Thread, args []value.Value) (value.Value, error) {
	const who = "drop_missing"
	items, err := builtin.ListArg(who, args[0])
	if err != nil {
		return args[0], err
	}
	keep := func(i int) bool {
		if items[i].Absent() {
			return false
		}
		if m, ok := items[i].AsMap(); ok {
			for _, v := range m.All() {
				if v.Absent() {
					return false
				}
			}
		}
		return true
	}
	if !args[1].Absent() {
		columns, _, ok := names(args[1])
		if !ok {
			return args[0], value.Errorf("drop_missing: the columns must be a name or a list of names, got %s", value.TypeName(args[1]))
		}
		maps, err := rowMaps(t, who, items)
		if err != nil {
			return args[0], err
		}
		if err := checkColumns(t, who, maps, columns); err != nil {
			return args[0], err
		}
		keep = func(i int) bool {
			for _, c := range columns {
				if cell(maps[i], c).Absent() {
					return false
				}
			}
			return true
		}
	}
	out := value.NewBuilder(t, 0)
	for i, x := range items {
		if err := t.Work(1); err != nil {
			return args[0], err
		}
		if keep(i) {
			if err := out.Add(x); err != nil {
				return args[0], err
			}
		}
	}
	return out.List(), nil
}

func fillNaN(t value.Thread, args []value.Value) (value.Value, error) {
	by := args[1]
	if !by.IsNumber() && !by.IsDecimal() {
		return args[0], value.Errorf("fill_nan expects a number, got %s", value.TypeName(by))
	}
	array, isArray := value.ObjectOf[builtin.Array](args[0])
	if !isArray && !args[0].IsList() {
		return args[0], value.Errorf("fill_nan expects a list, got %s", value.TypeName(args[0]))
	}
	fill := func(x value.Value) (value.Value, error) {
		if x.IsFloat() && math.IsNaN(x.Float()) {
			return by, nil
		}
		return x, nil
	}
	if !isArray {
		return mapped(t, args[0].Items(), fill)
	}
	items, err := array.Elements(t)
	if err != nil {
		return args[0], err
	}
	list, err := mapped(t, items, fill)
	if err != nil {
		return args[0], err
	}
	return array.Rebuild(t, list.Items(), true)
}
