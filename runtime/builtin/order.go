package builtin

import (
	"bytes"
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/synrun/synrun/runtime/value"
)

// Desc reads the `desc` argument of the sorting builtins.
func Desc(who string, v value.Value) (bool, error) {
	if v.Absent() {
		return false, nil
	}
	if !v.IsBool() {
		return false, value.Errorf("%s: desc must be true or false, got %s", who, value.TypeName(v))
	}
	return v.Bool(), nil
}

// Sorted gives the items of a list in the total order of 30 §30.6.1.
func Sorted(t value.Thread, who string, items []value.Value, desc bool) ([]value.Value, error) {
	kind, err := sameKind(t, items)
	if err != nil {
		return nil, err
	}
	if err := t.Charge(2 * len(items) * value.SlotSize); err != nil {
		return nil, err
	}
	if kind == value.KInt || kind == value.KText {
		out := slices.Clone(items)
		sortPlain(out, kind)
		if desc { // equal ones cannot be told apart
			slices.Reverse(out)
		}
		return out, nil
	}
	perm, err := sortPerm(t, who, items, desc)
	if err != nil {
		return nil, err
	}
	out := make([]value.Value, len(items))
	for i, p := range perm {
		out[i] = items[p]
	}
	return out, nil
}

// SortedBy gives the items in the order of their keys, one for each.
func SortedBy(t value.Thread, who string, items, keys []value.Value, desc bool) ([]value.Value, error) {
	if _, err := sameKind(t, keys); err != nil {
		return nil, err
	}
	if err := t.Charge(3 * len(items) * value.SlotSize); err != nil {
		return nil, err
	}
	perm, err := sortPerm(t, who, keys, desc)
	if err != nil {
		return nil, err
	}
	out := make([]value.Value, len(items))
	for i, p := range perm {
		out[i] = items[p]
	}
	return out, nil
}

// sameKind gives the kind of all items, KUnset when they differ, and counts
// the work of sorting them.
func sameKind(t value.Thread, items []value.Value) (value.Kind, error) {
	n := len(items)
	if n == 0 {
		return value.KUnset, nil
	}
	if err := t.Work(n + n*bits.Len(uint(n))/8); err != nil {
		return value.KUnset, err
	}
	kind := items[0].Kind()
	for _, v := range items {
		if v.Kind() != kind {
			return value.KUnset, nil
		}
	}
	return kind, nil
}

func sortPlain(items []value.Value, kind value.Kind) {
	if kind == value.KText {
		slices.SortFunc(items, func(a, b value.Value) int { return strings.Compare(a.Str(), b.Str()) })
		return
	}
	ints := make([]int64, len(items))
	for i, v := range items {
		ints[i] = v.Int()
	}
	slices.Sort(ints)
	for i, n := range ints {
		items[i] = value.OfInt(n)
	}
}

// sortPerm sorts positions: ties are broken by position, which makes any
// sort stable, also downwards.
func sortPerm(t value.Thread, who string, keys []value.Value, desc bool) ([]int32, error) {
	s := sorter{t: t, who: who}
	if err := s.survey(keys); err != nil {
		return nil, err
	}
	present := make([]int32, 0, len(keys))
	var nans, nothings []int32
	for i, v := range keys {
		switch {
		case v.Absent():
			nothings = append(nothings, int32(i))
		case isNaN(v):
			nans = append(nans, int32(i))
		default:
			present = append(present, int32(i))
		}
	}
	switch {
	case s.allInts:
		sortBy(present, func(i int32) int64 { return keys[i].Int() }, cmp.Compare[int64], desc)
	case s.allFloats:
		sortBy(present, func(i int32) float64 { return keys[i].Float() }, compareFloats, desc)
	case s.class == "text":
		sortBy(present, func(i int32) string { return keys[i].Str() }, strings.Compare, desc)
	default:
		sortBy(present, func(i int32) value.Value { return keys[i] }, func(a, b value.Value) int {
			if s.err != nil {
				return 0
			}
			return s.compare(a, b)
		}, desc)
	}
	if s.err != nil {
		return nil, s.err
	}
	return append(append(present, nans...), nothings...), nil
}

func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func sortBy[K any](perm []int32, key func(int32) K, compare func(a, b K) int, desc bool) {
	type pair struct {
		k K
		i int32
	}
	pairs := make([]pair, len(perm))
	for n, i := range perm {
		pairs[n] = pair{key(i), i}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		c := compare(a.k, b.k)
		if desc {
			c = -c
		}
		if c == 0 {
			c = cmp.Compare(a.i, b.i)
		}
		return c
	})
	for n := range pairs {
		perm[n] = pairs[n].i
	}
}

func isNaN(v value.Value) bool { return v.IsFloat() && math.IsNaN(v.Float()) }

type sorter struct {
	t                  value.Thread
	who                string
	class              string // of the first value that has one
	allInts, allFloats bool
	seen               int
	err                error
}

// survey checks the keys from left to right, before anything is compared.
func (s *sorter) survey(keys []value.Value) error {
	s.allInts, s.allFloats = true, true
	var float, decimal bool
	for _, v := range keys {
		if v.Absent() || isNaN(v) {
			continue
		}
		c := Class(v)
		if c == "" {
			return s.noOrder(v)
		}
		if s.class == "" {
			s.class = c
		} else if c != s.class {
			return value.Errorf("%s: cannot order %s and %s together — make the key one type", s.who, s.class, c)
		}
		s.allInts = s.allInts && v.IsInt()
		s.allFloats = s.allFloats && v.IsFloat()
		float = float || v.IsFloat()
		decimal = decimal || v.IsDecimal()
	}
	if float && decimal {
		return Clash(s.who)
	}
	return nil
}

func (s *sorter) noOrder(v value.Value) error {
	return value.Errorf("%s: a %s has no order — sort by a key that is a number, text, bool, bytes or list", s.who, value.TypeName(v))
}

// Class is the class of a value in the total order, "" when it has none.
func Class(v value.Value) string {
	switch v.Kind() {
	case value.KInt, value.KFloat, value.KBig, value.KDecimal:
		return "number"
	case value.KText:
		return "text"
	case value.KBool:
		return "bool"
	case value.KBytes:
		return "bytes"
	case value.KList:
		return "list"
	case value.KObject:
		switch name := value.TypeName(v); name {
		case "date", "datetime", "duration":
			return name
		}
	}
	return ""
}

// compare compares two values of one class.
func (s *sorter) compare(a, b value.Value) int {
	switch a.Kind() {
	case value.KText:
		return strings.Compare(a.Str(), b.Str())
	case value.KBytes:
		return bytes.Compare(a.Bytes(), b.Bytes())
	case value.KList:
		return s.lists(a, b, 0)
	case value.KObject:
		o, ok := value.ObjectOf[value.Ordered](a)
		if !ok {
			s.err = s.noOrder(a)
			return 0
		}
		c, ok, err := o.Compare(b)
		if err != nil {
			s.err = err
		} else if !ok {
			s.err = s.noOrder(a)
		}
		return c
	}
	return value.CompareNumbers(a, b)
}

func (s *sorter) lists(a, b value.Value, depth int) int {
	if depth > value.MaxNesting {
		s.err = value.ErrNested()
		return 0
	}
	x, y := a.Items(), b.Items()
	for i := range min(len(x), len(y)) {
		if s.seen++; s.seen&255 == 0 {
			if s.err = s.t.Work(256); s.err != nil {
				return 0
			}
		}
		if c := s.items(x[i], y[i], depth); c != 0 || s.err != nil {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

func (s *sorter) items(a, b value.Value, depth int) int {
	ra, rb := rank(a), rank(b)
	ca, cb := Class(a), Class(b)
	switch {
	case ra == 0 && ca == "":
		s.err = s.noOrder(a)
	case rb == 0 && cb == "":
		s.err = s.noOrder(b)
	case ra != 0 || rb != 0:
		return cmp.Compare(ra, rb)
	case ca != cb:
		s.err = value.Errorf("%s: cannot order %s and %s together — make the key one type", s.who, min(ca, cb), max(ca, cb))
	case a.IsDecimal() && b.IsFloat(), a.IsFloat() && b.IsDecimal():
		s.err = Clash(s.who)
	case a.IsList():
		return s.lists(a, b, depth+1)
	default:
		return s.compare(a, b)
	}
	return 0
}

// rank puts nan and then nothing behind every other item.
func rank(v value.Value) int {
	switch {
	case v.Absent():
		return 2
	case isNaN(v):
		return 1
	}
	return 0
}
