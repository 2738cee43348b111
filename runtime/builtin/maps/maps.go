// Package maps holds the builtins for maps: keys, values, items, merge,
// remove.
package maps

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Keys, Fn: keys, Fresh: true},
	{Row: &sig.Values, Fn: values, Fresh: true},
	{Row: &sig.Items, Fn: items, Fresh: true},
	{Row: &sig.Merge, Fn: merge, Fresh: true, InPlace: mergeInto},
	{Row: &sig.Remove, Fn: remove, Fresh: true, InPlace: removeFrom},
}

// room charges a list of n items, each of which costs extra.
func room(t value.Thread, n, extra int) error {
	if err := t.Charge(value.ListSize + n*(value.SlotSize+extra)); err != nil {
		return err
	}
	return t.Work(n / 4)
}

func keys(t value.Thread, args []value.Value) (value.Value, error) {
	m, ok := args[0].AsMap()
	if !ok {
		if groups(args[0]) {
			return args[0], value.Errorf("keys() requires a map — group_by returns a list of {key, items} (v0.6.29): the keys are apply(groups, (g) => g.key), the count is length(groups), or use count_by(rows, key)")
		}
		return args[0], value.Errorf("keys() requires a map, got %s", value.TypeName(args[0]))
	}
	if err := room(t, m.Len(), value.KeySize); err != nil {
		return args[0], err
	}
	out := make([]value.Value, 0, m.Len())
	for k := range m.All() {
		out = append(out, k.Value())
	}
	return value.NewFreshList(out), nil
}

// groups tells that v looks like a result of group_by.
func groups(v value.Value) bool {
	if !v.IsList() || len(v.Items()) == 0 {
		return false
	}
	m, ok := v.Items()[0].AsMap()
	return ok && m.Has("key") && m.Has("items")
}

func values(t value.Thread, args []value.Value) (value.Value, error) {
	m, ok := args[0].AsMap()
	if !ok {
		return args[0], value.Errorf("values() requires a map")
	}
	if err := room(t, m.Len(), 0); err != nil {
		return args[0], err
	}
	out := make([]value.Value, 0, m.Len())
	for _, v := range m.All() {
		out = append(out, v)
	}
	return value.NewList(out), nil
}

func items(t value.Thread, args []value.Value) (value.Value, error) {
	m, ok := args[0].AsMap()
	if !ok {
		return args[0], value.Errorf("items() takes a map, got %s", value.TypeName(args[0]))
	}
	if err := room(t, m.Len(), value.KeySize+value.MapSize+2*value.EntrySize); err != nil {
		return args[0], err
	}
	out := make([]value.Value, 0, m.Len())
	key, val := value.OfASCII("key").Text(), value.OfASCII("value").Text()
	for k, v := range m.All() {
		item := value.NewMap(2)
		item.SetText(key, k.Value())
		item.SetText(val, v.Share())
		out = append(out, item.Value())
	}
	return value.NewFreshList(out), nil
}

func merge(t value.Thread, args []value.Value) (value.Value, error) {
	if len(args) == 0 {
		return value.Value{}, value.Errorf("merge() needs at least one map")
	}
	for i, v := range args {
		if _, ok := v.AsMap(); !ok {
			return v, value.Errorf("merge(): argument %d is %s, not a map", i+1, value.TypeName(v))
		}
	}
	first, _ := args[0].AsMap()
	out, err := first.Copy(t)
	if err != nil {
		return args[0], err
	}
	return out.Value(), putAll(t, out, args[1:])
}

// mergeInto is merge in place.
func mergeInto(t value.Thread, args []value.Value) (bool, error) {
	for _, v := range args {
		if !v.IsMap() {
			return false, nil
		}
	}
	err := putAll(t, args[0].Map(), args[1:])
	return err == nil, err
}

func putAll(t value.Thread, out *value.Map, args []value.Value) error {
	for _, v := range args {
		m, _ := v.AsMap()
		if err := t.Work(m.Len()); err != nil {
			return err
		}
		for k, x := range m.Keys() {
			if err := out.PutKey(t, k, x.Share()); err != nil {
				return err
			}
		}
	}
	return nil
}

func remove(t value.Thread, args []value.Value) (value.Value, error) {
	m, ok := args[0].AsMap()
	if !ok {
		return args[0], value.Errorf("remove() takes a map, got %s — for a list use where(xs, …) or slice", value.TypeName(args[0]))
	}
	key, err := value.KeyOf(t, args[1])
	if err != nil {
		return args[0], err
	}
	out, err := m.Copy(t)
	if err != nil {
		return args[0], err
	}
	out.Delete(key)
	return out.Value(), nil
}

// removeFrom is remove in place.
func removeFrom(t value.Thread, args []value.Value) (bool, error) {
	if !args[0].IsMap() {
		return false, nil
	}
	key, err := value.KeyOf(t, args[1])
	if err != nil {
		return false, err
	}
	args[0].Map().Delete(key)
	return true, nil
}
