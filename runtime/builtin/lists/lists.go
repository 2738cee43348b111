// Package lists holds the builtins that make lists: append, insert, range,
// enumerate, chunk, and get.
package lists

import (
	"math"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Append, Fn: appendItem, Fresh: true, InPlace: push},
	{Row: &sig.Insert, Fn: insert, Fresh: true, InPlace: insertItem},
	{Row: &sig.Range, Fn: rangeList, Fresh: true},
	{Row: &sig.Enumerate, Fn: enumerate, Fresh: true},
	{Row: &sig.Chunk, Fn: chunk, Fresh: true},
	{Row: &sig.Get, Fn: get},
}

func room(t value.Thread, n int) error {
	if err := t.Charge(value.ListSize + n*value.SlotSize); err != nil {
		return err
	}
	return t.Work(n / 16)
}

func appendItem(t value.Thread, args []value.Value) (value.Value, error) {
	list := args[0]
	if !list.IsList() {
		return list, value.Errorf("First argument to append must be a list")
	}
	items := list.Items()
	if err := room(t, len(items)+1); err != nil {
		return list, err
	}
	out := make([]value.Value, len(items)+1)
	copy(out, items)
	out[len(items)] = args[1]
	return value.NewList(out), nil
}

func push(t value.Thread, args []value.Value) (bool, error) {
	if !args[0].IsList() {
		return false, nil
	}
	err := args[0].List().Push(t, args[1])
	return err == nil, err
}

// insertItem is insert in place.
func insertItem(t value.Thread, args []value.Value) (bool, error) {
	if !args[0].IsList() {
		return false, nil
	}
	l := args[0].List()
	n := l.Len()
	i, err := builtin.Index(args[1])
	if i < 0 {
		i += n
	}
	if err != nil || i < 0 || i > n {
		return false, nil
	}
	if err := t.Work((n - i) / 16); err != nil {
		return false, err
	}
	if err := l.Push(t, args[2]); err != nil {
		return false, err
	}
	copy(l.Items()[i+1:], l.Items()[i:n])
	l.Items()[i] = args[2]
	return true, nil
}

func insert(t value.Thread, args []value.Value) (value.Value, error) {
	list := args[0]
	if !list.IsList() {
		return list, value.Errorf("insert(list, position, value): the first argument is %s, not a list", value.TypeName(list))
	}
	at, err := builtin.Index(args[1])
	if err != nil {
		return list, err
	}
	items := list.Items()
	n := len(items)
	i := at
	if i < 0 {
		i += n
	}
	if i < 0 || i > n {
		return list, value.Errorf("position %d out of range for a list of length %d (valid: -%d..%d)", at, n, n, n)
	}
	if err := room(t, n+1); err != nil {
		return list, err
	}
	out := make([]value.Value, n+1)
	copy(out, items[:i])
	out[i] = args[2]
	copy(out[i+1:], items[i:])
	return value.NewList(out), nil
}

// maxRange bounds the length of a range that is built as a list.
const maxRange = 50_000_000

func rangeList(t value.Thread, args []value.Value) (value.Value, error) {
	if args[0].IsUnset() {
		return value.Value{}, value.Errorf("range() takes 1-3 arguments")
	}
	var n [3]int
	for i, v := range args {
		if v.IsUnset() {
			continue
		}
		var err error
		if n[i], err = builtin.Index(v); err != nil {
			return v, err
		}
	}
	start, end, step := 0, n[0], 1
	if !args[1].IsUnset() {
		start, end = n[0], n[1]
	}
	if !args[2].IsUnset() {
		if step = n[2]; step == 0 {
			return args[2], value.Errorf("range() arg 3 must not be zero")
		}
	}
	count := Steps(start, end, step)
	if count > maxRange {
		return args[0], value.Errorf("range: result too large")
	}
	if err := room(t, int(count)); err != nil {
		return args[0], err
	}
	out := make([]value.Value, count)
	for i := range out {
		out[i] = value.OfInt(int64(start))
		start += step // past the last one it may wrap, unused
	}
	return value.NewFreshList(out), nil
}

// Steps is the number of integers from start towards end, end excluded.
func Steps(start, end, step int) uint64 {
	switch {
	case step > 0 && start < end:
		return (uint64(end)-uint64(start)-1)/uint64(step) + 1
	case step < 0 && start > end:
		down := uint64(-(step + 1)) + 1 // the smallest integer has no negative
		return (uint64(start)-uint64(end)-1)/down + 1
	}
	return 0
}

func enumerate(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[0].IsList() {
		return args[0], value.Errorf("enumerate() requires a list, got %s", value.TypeName(args[0]))
	}
	items := args[0].Items()
	if err := t.Charge(len(items) * (value.MapSize + 2*value.EntrySize)); err != nil {
		return args[0], err
	}
	if err := room(t, len(items)); err != nil {
		return args[0], err
	}
	index, item := value.OfASCII("index").Text(), value.OfASCII("item").Text()
	out := make([]value.Value, len(items))
	for i, v := range items {
		m := value.NewMap(2)
		m.SetText(index, value.OfInt(int64(i)))
		m.SetText(item, v.Share())
		out[i] = m.Value()
	}
	return value.NewFreshList(out), nil
}

func chunk(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[0].IsList() {
		return args[0], value.Errorf("chunk: first argument must be a list")
	}
	size := args[1]
	if !size.IsNumber() && !size.IsDecimal() {
		return size, value.Errorf("chunk: size must be a number")
	}
	whole, ok := builtin.Integer(size)
	if !ok {
		return size, value.Errorf("chunk: size must be an integer, got %s — round it on purpose first", value.Display(size))
	}
	if whole.Sign() <= 0 {
		return size, value.Errorf("chunk size must be positive")
	}
	n := math.MaxInt
	if whole.IsInt64() {
		n = int(whole.Int64())
	}
	items := args[0].Items()
	chunks := 0
	if len(items) > 0 {
		chunks = (len(items)-1)/n + 1
	}
	if err := t.Charge(chunks * (value.ListSize + value.SlotSize)); err != nil {
		return size, err
	}
	if err := room(t, len(items)); err != nil {
		return size, err
	}
	out := make([]value.Value, 0, chunks)
	for len(items) > 0 {
		k := min(n, len(items))
		out = append(out, value.NewList(append([]value.Value(nil), items[:k]...)))
		items = items[k:]
	}
	return value.NewFreshList(out), nil
}

func get(t value.Thread, args []value.Value) (value.Value, error) {
	v, key, otherwise := args[0], args[1], args[2]
	if key.IsUnset() {
		n := 1
		if v.IsUnset() {
			n = 0
		}
		return v, value.Errorf("get(collection, key, default?) takes 2 or 3 arguments, got %d", n)
	}
	if otherwise.IsUnset() {
		otherwise = value.Nothing
	}
	if v.IsList() {
		i, err := builtin.Index(key)
		if err != nil {
			return v, err
		}
		items := v.Items()
		if i < 0 {
			i += len(items)
		}
		if i < 0 || i >= len(items) {
			return otherwise, nil
		}
		return items[i], nil
	}
	m, ok := v.AsMap()
	if !ok {
		return v, value.Errorf("get() reads a map or a list, got %s", value.TypeName(v))
	}
	k, err := value.KeyOf(t, key)
	if err != nil {
		return v, err
	}
	if x, ok := m.GetKey(k); ok {
		return x, nil
	}
	return otherwise, nil
}
