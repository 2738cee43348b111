// Package arg converts between the values of the language and what the gate
// takes and gives: the coercions that the builtins for files, processes, the
// network and databases share (60 §60.2).
package arg

import (
	"math"
	"strconv"
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// Number converts a numeric argument: a number, or a text that reads as one.
func Number(v value.Value) (float64, error) {
	if f, ok := Float(v); ok {
		return f, nil
	}
	if v.IsText() {
		if f, err := strconv.ParseFloat(strings.TrimSpace(v.Str()), 64); err == nil {
			return f, nil
		}
	}
	return 0, value.Errorf("expected a number")
}

// Float is the value of a number of any kind.
func Float(v value.Value) (float64, bool) {
	switch v.Kind() {
	case value.KInt:
		return float64(v.Int()), true
	case value.KFloat:
		return v.Float(), true
	case value.KBig:
		f, _ := v.BigInt().Float64()
		return f, true
	case value.KDecimal:
		return v.Decimal().Float(), true
	}
	return 0, false
}

// Int is Number truncated toward zero, within an int64.
func Int(v value.Value) (int64, error) {
	f, err := Number(v)
	if err != nil {
		return 0, err
	}
	return Whole(f), nil
}

// Whole truncates toward zero, within an int64; what is no number is 0.
func Whole(f float64) int64 {
	switch {
	case f >= 1<<63:
		return 1<<63 - 1
	case f <= -1<<63:
		return -1 << 63
	case f != f:
		return 0
	}
	return int64(f)
}

// Handle is the number of a handle; what is no such number is 0, which no
// handle has.
func Handle(v value.Value) int64 {
	if f, ok := Float(v); ok && f >= 1 && f == math.Trunc(f) {
		return Whole(f)
	}
	return 0
}

// OpenHandle is Handle for the builtins that need an open one.
func OpenHandle(who, family string, v value.Value) (int64, error) {
	id := Handle(v)
	if id == 0 || id > 1<<53 { // never given out, and perhaps not what v shows
		return 0, value.Errorf("%s: unknown or closed %s handle %s", who, family, value.Display(v))
	}
	return id, nil
}

// DefaultWait is how long a receive waits that is told nothing.
const DefaultWait = 30

// Wait is an optional timeout in seconds.
func Wait(v value.Value) (float64, error) {
	if v.Absent() {
		return DefaultWait, nil
	}
	return Number(v)
}

// Content is what is written for a value: bytes as they are, else raw text.
func Content(t value.Thread, v value.Value) ([]byte, error) {
	if v.Kind() == value.KBytes {
		return v.Bytes(), nil
	}
	s, err := builtin.RawStr(t, v)
	return []byte(s), err
}

// Text makes a text that came from outside.
func Text(t value.Thread, s string) (value.Value, error) {
	if err := t.Charge(len(s) + value.TextSize); err != nil {
		return value.Value{}, err
	}
	return value.OfText(s), nil
}

// Bytes makes bytes that came from outside and that nobody else holds.
func Bytes(t value.Thread, b []byte) (value.Value, error) {
	if err := t.Charge(len(b) + value.TextSize); err != nil {
		return value.Value{}, err
	}
	return value.OfBytes(b), nil
}

// Texts makes a list of texts.
func Texts(t value.Thread, list []string) (value.Value, error) {
	b := value.NewBuilder(t, len(list))
	for _, s := range list {
		v, err := Text(t, s)
		if err != nil {
			return v, err
		}
		if err := b.AddFresh(v); err != nil {
			return v, err
		}
	}
	return b.List(), nil
}

// Record makes a small map with the keys in the order given, alternating with
// their values.
func Record(t value.Thread, pairs ...any) (value.Value, error) {
	if err := t.Charge(value.MapSize + len(pairs)/2*value.EntrySize); err != nil {
		return value.Value{}, err
	}
	m := value.NewMap(len(pairs) / 2)
	for i := 0; i < len(pairs); i += 2 {
		var v value.Value
		switch x := pairs[i+1].(type) {
		case value.Value:
			v = x
		case bool:
			v = value.OfBool(x)
		case int:
			v = value.OfInt(int64(x))
		case int64:
			v = value.OfInt(x)
		case float64:
			v = value.OfFloat(x)
		case string:
			var err error
			if v, err = Text(t, x); err != nil {
				return v, err
			}
		}
		m.Set(pairs[i].(string), v)
	}
	return m.Value(), nil
}

// Pairs gives the entries of a map as texts, by display form; reveal lets
// secrets pass in clear, which only the network may see.
func Pairs(t value.Thread, v value.Value, reveal bool) ([][2]string, error) {
	m, ok := v.AsMap()
	if !ok {
		return nil, nil
	}
	list := make([][2]string, 0, m.Len())
	for k, v := range m.All() {
		if reveal && v.Kind() == value.KSecret {
			list = append(list, [2]string{k.String(), v.Secret().Plain})
			continue
		}
		s, err := value.DisplayIn(t, v)
		if err != nil {
			return nil, err
		}
		list = append(list, [2]string{k.String(), s})
	}
	return list, nil
}

// List reports the items of a list, or of nothing at all.
func List(v value.Value) (items []value.Value, ok bool) {
	switch {
	case v.Absent():
		return nil, true
	case v.IsList():
		return v.Items(), true
	}
	return nil, false
}

// IsTrue reports a flag that is on: exactly true.
func IsTrue(v value.Value) bool { return v.IsBool() && v.Bool() }
