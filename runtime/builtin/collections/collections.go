// Package collections holds the builtins that serve several kinds of
// collection: length, slice, reverse, index_of, contains.
package collections

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Length, Fn: length},
	{Row: &sig.Slice, Fn: slice, Fresh: true, InPlace: sliceList},
	{Row: &sig.Reverse, Fn: reverse, Fresh: true},
	{Row: &sig.IndexOf, Fn: indexOf},
	{Row: &sig.Contains, Fn: contains},
}

func length(_ value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	switch v.Kind() {
	case value.KText:
		return value.OfInt(int64(v.Text().Len())), nil
	case value.KList:
		return value.OfInt(int64(len(v.Items()))), nil
	case value.KBytes:
		return value.OfInt(int64(len(v.Bytes()))), nil
	}
	if m, ok := v.AsMap(); ok {
		return value.OfInt(int64(m.Len())), nil
	}
	if a, ok := value.ObjectOf[builtin.Array](v); ok {
		n, ok := a.Rows()
		if !ok {
			return v, value.Errorf("length: a 0-d array has no length (it is a scalar) — use size(a), which is 1")
		}
		return value.OfInt(int64(n)), nil
	}
	return v, value.Errorf("Cannot get length of %s", value.TypeName(v))
}

// sliceBounds reads the bounds of a slice: a function that gives the two for
// a length.
func sliceBounds(args []value.Value) (func(n int) (int, int), error) {
	from, to := 0, 0
	var err error
	if !args[1].IsUnset() {
		if from, err = builtin.Index(args[1]); err != nil {
			return nil, err
		}
	}
	if !args[2].IsUnset() {
		if to, err = builtin.Index(args[2]); err != nil {
			return nil, err
		}
	}
	return func(n int) (int, int) {
		a, b := clamp(from, n), n
		if !args[2].IsUnset() {
			b = clamp(to, n)
		}
		return a, max(a, b)
	}, nil
}

// sliceList is slice in place.
func sliceList(t value.Thread, args []value.Value) (bool, error) {
	if !args[0].IsList() {
		return false, nil
	}
	bounds, err := sliceBounds(args)
	if err != nil {
		return false, err
	}
	l := args[0].List()
	a, b := bounds(l.Len())
	if a > 0 {
		if err := t.Work((b - a) / 16); err != nil {
			return false, err
		}
	}
	return l.Keep(a, b), nil
}

func slice(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	bounds, err := sliceBounds(args)
	if err != nil {
		return v, err
	}
	switch v.Kind() {
	case value.KText:
		text := v.Text()
		a, b := bounds(text.Len())
		if a == 0 && b == text.Len() {
			return v, nil
		}
		return builtin.Piece(t, text, text.Slice(a, b), text.ASCII())
	case value.KList:
		items := v.Items()
		a, b := bounds(len(items))
		if err := listRoom(t, b-a); err != nil {
			return v, err
		}
		return value.NewList(append([]value.Value(nil), items[a:b]...)), nil
	case value.KBytes:
		data := v.Bytes()
		a, b := bounds(len(data))
		return v.BytesPart(a, b), t.Charge(value.TextSize + b - a)
	}
	if arr, ok := value.ObjectOf[builtin.Array](v); ok {
		n, ok := arr.Rows()
		if !ok {
			return v, value.Errorf("Cannot slice a 0-dimensional array")
		}
		a, b := bounds(n)
		return arr.SliceRows(t, a, b)
	}
	return v, value.Errorf("Cannot slice %s", value.TypeName(v))
}

func clamp(i, n int) int {
	if i < 0 {
		i += n
	}
	return min(max(i, 0), n)
}

func listRoom(t value.Thread, n int) error {
	if err := t.Charge(value.ListSize + n*value.SlotSize); err != nil {
		return err
	}
	return t.Work(n / 16)
}

func reverse(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	switch v.Kind() {
	case value.KText:
		text := v.Text()
		s := text.String()
		if err := t.Charge(len(s) + value.TextSize); err != nil {
			return v, err
		}
		if err := t.Work(len(s) / 64); err != nil {
			return v, err
		}
		return builtin.OwnText(t, reversed(s, text.ASCII()))
	case value.KList:
		items := v.Items()
		if err := listRoom(t, len(items)); err != nil {
			return v, err
		}
		out := make([]value.Value, len(items))
		for i, x := range items {
			out[len(items)-1-i] = x
		}
		return value.NewList(out), nil
	}
	return v, value.Errorf("reverse expects a list, got %s", value.TypeName(v))
}

func reversed(s string, ascii bool) []byte {
	out := make([]byte, len(s))
	if ascii {
		for i := range len(s) {
			out[len(s)-1-i] = s[i]
		}
		return out
	}
	at := len(s)
	for i := 0; i < len(s); {
		_, w := utf8.DecodeRuneInString(s[i:])
		at -= w
		copy(out[at:], s[i:i+w])
		i += w
	}
	return out
}

func indexOf(t value.Thread, args []value.Value) (value.Value, error) {
	v, x := args[0], args[1]
	if v.IsText() {
		if !x.IsText() {
			return v, value.Errorf("index_of(text, …) looks for a piece of text, got %s", value.TypeName(x))
		}
		text := v.Text()
		s := text.String()
		if err := t.Work(len(s) / 1024); err != nil {
			return v, err
		}
		i := strings.Index(s, x.Str())
		if i < 0 {
			return value.Nothing, nil
		}
		if !text.ASCII() {
			i = utf8.RuneCountInString(s[:i])
		}
		return value.OfInt(int64(i)), nil
	}
	items, err := builtin.ListArg("index_of", v)
	if err != nil {
		return v, err
	}
	if x.Callable() {
		v.Share()
		call := builtin.NewCaller(t, x)
		for i, item := range items {
			if ok, err := call.Test(item); ok || err != nil {
				return value.OfInt(int64(i)), err
			}
		}
		return value.Nothing, nil
	}
	i, err := find(t, "index_of", items, x)
	if i < 0 || err != nil {
		return value.Nothing, err
	}
	return value.OfInt(int64(i)), nil
}

// find gives the first position of x by strict equality, -1 when absent.
func find(t value.Thread, who string, items []value.Value, x value.Value) (int, error) {
	if err := t.Work(len(items) / 8); err != nil {
		return -1, err
	}
	switch x.Kind() {
	case value.KText: // a text equals only texts and secrets
		s := x.Str()
		for i, v := range items {
			if v.IsText() {
				if v.Str() == s {
					return i, nil
				}
			} else if v.Kind() == value.KSecret {
				if eq, err := builtin.StrictEqual(t, who, v, x); eq || err != nil {
					return i, err
				}
			}
		}
		return -1, nil
	case value.KInt:
		n := x.Int()
		for i, v := range items {
			if v.IsInt() {
				if v.Int() == n {
					return i, nil
				}
				continue
			}
			if eq, err := builtin.StrictEqual(t, who, v, x); eq || err != nil {
				return i, err
			}
		}
		return -1, nil
	}
	for i, v := range items {
		if eq, err := builtin.StrictEqual(t, who, v, x); eq || err != nil {
			return i, err
		}
	}
	return -1, nil
}

func contains(t value.Thread, args []value.Value) (value.Value, error) {
	v, x := args[0], args[1]
	switch v.Kind() {
	case value.KText:
		s, err := builtin.RawStr(t, x)
		if err != nil {
			return v, err
		}
		if err := t.Work(len(v.Str()) / 1024); err != nil {
			return v, err
		}
		return value.OfBool(strings.Contains(v.Str(), s)), nil
	case value.KList:
		i, err := find(t, "contains", v.Items(), x)
		return value.OfBool(i >= 0), err
	case value.KBytes:
		if x.Kind() == value.KBytes {
			return value.OfBool(bytes.Contains(v.Bytes(), x.Bytes())), t.Work(len(v.Bytes()) / 1024)
		}
		if x.IsInt() && x.Int() >= 0 && x.Int() <= 255 {
			return value.OfBool(bytes.IndexByte(v.Bytes(), byte(x.Int())) >= 0), nil
		}
		return v, value.Errorf("contains(bytes, ...): expected bytes or an integer 0..=255, got %s", value.TypeName(x))
	}
	if m, ok := v.AsMap(); ok {
		if !x.IsInt() {
			key, err := builtin.RawText(t, x)
			if err != nil {
				return v, err
			}
			x = key.Value()
		}
		key, err := value.KeyOf(t, x)
		if err != nil {
			return v, err
		}
		_, ok := m.GetKey(key)
		return value.OfBool(ok), nil
	}
	return v, value.Errorf("Cannot check containment in %s", value.TypeName(v))
}
