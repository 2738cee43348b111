// Package text holds the builtins for text. A character is a code point
// everywhere; positions are counted in code points, never in bytes.
package text

import (
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/tables"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Upper, Fn: mapped(Upper, 'a')},
	{Row: &sig.Lower, Fn: mapped(Lower, 'A')},
	{Row: &sig.FoldText, Fn: mapped(Fold, 'A')},
	{Row: &sig.Fold, Fn: mapped(Fold, 'A')},
	{Row: &sig.Trim, Fn: trim},
	{Row: &sig.StartsWith, Fn: startsWith},
	{Row: &sig.EndsWith, Fn: endsWith},
	{Row: &sig.Replace, Fn: replace},
	{Row: &sig.ReplaceText, Fn: replace},
	{Row: &sig.Split, Fn: split, Fresh: true},
	{Row: &sig.Join, Fn: join, Fresh: true},
	{Row: &sig.Fmt, Fn: format},
	{Row: &sig.StripAnsi, Fn: stripANSI},
}

// scan counts the work of going through n bytes.
func scan(t value.Thread, n int) error {
	if n < 1024 {
		return nil
	}
	return t.Work(n / 256)
}

// mapped makes a builtin of a function that maps the case of a whole text. Of
// ASCII it maps the 26 letters from first on, to those of the other case.
func mapped(f func(string) string, first byte) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		text, err := builtin.RawText(t, args[0])
		if err != nil {
			return args[0], err
		}
		s := text.String()
		if err := t.Charge(len(s) + value.TextSize); err != nil {
			return args[0], err
		}
		if err := scan(t, 8*len(s)); err != nil {
			return args[0], err
		}
		if text.ASCII() {
			return swapCase(text, first), nil
		}
		r := f(s)
		if r == s && args[0].IsText() {
			return args[0], nil
		}
		return value.OfText(r), t.Charge(max(len(r)-len(s), 0))
	}
}

// swapCase changes the case of the 26 letters from first on; nothing is copied
// when there are none.
func swapCase(text *value.Text, first byte) value.Value {
	s := text.String()
	i := 0
	for i < len(s) && s[i]-first >= 26 {
		i++
	}
	if i == len(s) {
		return text.Value()
	}
	v, b := value.RoomASCII(len(s))
	copy(b, s[:i])
	for ; i < len(s) && i < len(b); i++ {
		c := s[i]
		if c-first < 26 {
			c ^= 'a' - 'A'
		}
		b[i] = c
	}
	return v
}

func trim(t value.Thread, args []value.Value) (value.Value, error) {
	s, err := builtin.RawText(t, args[0])
	if err != nil {
		return args[0], err
	}
	r := strings.TrimSpace(s.String())
	if len(r) == len(s.String()) {
		return s.Value(), nil
	}
	return builtin.Piece(t, s, r, s.ASCII())
}

// two coerces the first two arguments.
func two(t value.Thread, args []value.Value) (a, b string, err error) {
	if a, err = builtin.RawStr(t, args[0]); err == nil {
		b, err = builtin.RawStr(t, args[1])
	}
	return a, b, err
}

func startsWith(t value.Thread, args []value.Value) (value.Value, error) {
	a, b, err := two(t, args)
	return value.OfBool(strings.HasPrefix(a, b)), err
}

func endsWith(t value.Thread, args []value.Value) (value.Value, error) {
	a, b, err := two(t, args)
	return value.OfBool(strings.HasSuffix(a, b)), err
}

func replace(t value.Thread, args []value.Value) (value.Value, error) {
	s, old, err := two(t, args)
	if err != nil {
		return args[0], err
	}
	to, err := builtin.RawStr(t, args[2])
	if err != nil {
		return args[0], err
	}
	if err := scan(t, len(s)); err != nil {
		return args[0], err
	}
	n := strings.Count(s, old)
	if n == 0 || old == to {
		if args[0].IsText() {
			return args[0], nil
		}
		return value.OfText(s), nil
	}
	size := len(s) + n*(len(to)-len(old))
	if err := t.Charge(size + value.TextSize); err != nil {
		return args[0], err
	}
	if err := scan(t, size); err != nil {
		return args[0], err
	}
	var b strings.Builder
	b.Grow(size)
	if old == "" {
		for i, r := range s {
			b.WriteString(to)
			b.WriteString(s[i : i+utf8.RuneLen(r)])
		}
		b.WriteString(to)
		return value.OfText(b.String()), nil
	}
	for {
		i := strings.Index(s, old)
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteString(to)
		s = s[i+len(old):]
	}
	b.WriteString(s)
	return value.OfText(b.String()), nil
}

func split(t value.Thread, args []value.Value) (value.Value, error) {
	text, err := builtin.RawText(t, args[0])
	if err != nil {
		return args[0], err
	}
	sep, err := builtin.RawStr(t, args[1])
	if err != nil {
		return args[0], err
	}
	s, ascii := text.String(), text.ASCII()
	if sep == "" {
		return characters(t, text)
	}
	if err := scan(t, len(s)); err != nil {
		return args[0], err
	}
	n := strings.Count(s, sep) + 1
	if err := t.Charge(value.ListSize + len(s) + n*(value.SlotSize+value.TextSize)); err != nil {
		return args[0], err
	}
	if err := t.Work(n / 4); err != nil {
		return args[0], err
	}
	out := make([]value.Value, 0, n)
	for len(out) < n-1 {
		i := strings.Index(s, sep)
		v, _ := text.Piece(s[:i], ascii)
		out = append(out, v)
		s = s[i+len(sep):]
	}
	v, _ := text.Piece(s, ascii)
	return value.NewFreshList(append(out, v)), nil
}

func characters(t value.Thread, text *value.Text) (value.Value, error) {
	n := text.Len()
	cost := value.SlotSize
	if !text.ASCII() {
		cost += value.TextSize
	}
	if err := t.Charge(value.ListSize + n*cost); err != nil {
		return value.Value{}, err
	}
	if err := t.Work(n / 4); err != nil {
		return value.Value{}, err
	}
	out := make([]value.Value, 0, n)
	for _, r := range text.String() {
		out = append(out, value.OfRune(r))
	}
	return value.NewFreshList(out), nil
}

// join is the text join with two arguments and the table join with more.
func join(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[2].IsUnset() {
		return tables.Join(t, args)
	}
	if !args[0].IsList() {
		return args[0], value.Errorf("First argument to join must be a list")
	}
	items := args[0].Items()
	sep, err := builtin.RawStr(t, args[1])
	if err != nil {
		return args[0], err
	}
	size, texts := 0, true
	for i, v := range items {
		switch v.Kind() {
		case value.KText:
			size += len(v.Str())
		case value.KNothing, value.KUnset, value.KList, value.KMap, value.KModule, value.KBytes,
			value.KTask, value.KBuiltin, value.KMaker:
			return args[0], value.Errorf("join: item %d is %s — convert it on purpose (text(x)), or drop the missing ones first: where(xs, (x) => x != nothing)",
				i+1, value.TypeName(v))
		default:
			texts = false
		}
	}
	if err := t.Work(len(items)/8 + 1); err != nil {
		return args[0], err
	}
	if len(items) == 1 && texts {
		return items[0], nil
	}
	size += len(sep) * max(len(items)-1, 0)
	if err := t.Charge(size + value.TextSize); err != nil {
		return args[0], err
	}
	if err := scan(t, size); err != nil {
		return args[0], err
	}
	b := make([]byte, 0, size)
	for i, v := range items {
		if i > 0 {
			b = append(b, sep...)
		}
		if v.IsText() {
			b = append(b, v.Str()...)
		} else if b, err = value.AppendDisplay(t, b, v); err != nil {
			return args[0], err
		}
	}
	return builtin.OwnText(t, b)
}
