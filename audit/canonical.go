package audit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// This file writes RFC 8785 canonical JSON: members sorted by their UTF-16
// code units, no blanks, the shortest escapes, numbers as ECMAScript prints
// doubles. Records are built from the append functions directly; Canonical
// brings JSON of any origin into the form.

const hexDigits = "0123456789abcdef"

// plainWidth returns how many bytes of s from i on surely stand for themselves
// inside a JSON text: eight at a time, none in doubt. The others are looked at
// one by one.
func plainWidth(s string, i int) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	start := i
	for ; i+8 <= len(s); i += 8 {
		x := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		// A byte that is smaller than what is taken from it borrows into its
		// high bit: below 0x20, equal to a quote, equal to a backslash.
		if (x|(x-low*0x20)|((x^low*'"')-low)|((x^low*'\\')-low))&high != 0 {
			break
		}
	}
	return i - start
}

// appendString appends s as a JSON text. Bytes that are not UTF-8 become
// U+FFFD, since a canonical text has no way to show them.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := plainWidth(s, 0); i < len(s); {
		c := s[i]
		if c >= 0x20 && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(b, s[start:i]...)
				b = append(b, "\uFFFD"...)
				start = i + 1
			}
			i += n
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
		i += plainWidth(s, i)
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

// appendText appends s, or null when it is empty.
func appendText(b []byte, s string) []byte {
	if s == "" {
		return append(b, "null"...)
	}
	return appendString(b, s)
}

func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, s)
	}
	return append(b, ']')
}

// appendNumber appends f as ECMAScript's Number::toString writes it.
func appendNumber(b []byte, f float64) []byte {
	if f == 0 {
		return append(b, '0') // also for -0
	}
	if a := math.Abs(f); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	start := len(b)
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	// Go pads the exponent to two digits, ECMAScript does not.
	if e := bytes.IndexByte(b[start:], 'e') + start; b[e+2] == '0' {
		b = append(b[:e+2], b[e+3:]...)
	}
	return b
}

// Canonical returns JSON text in canonical form. Numbers are doubles there,
// as the form demands. It refuses what is not one JSON value, and objects that
// name a member twice.
func Canonical(text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("not valid UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	out, err := appendNext(make([]byte, 0, len(text)), d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value")
	}
	return out, nil
}

// maxDepth bounds the nesting that Canonical follows.
const maxDepth = 1000

func appendNext(b []byte, d *json.Decoder, depth int) ([]byte, error) {
	t, err := d.Token()
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return appendToken(b, d, t, depth)
}

func appendToken(b []byte, d *json.Decoder, t json.Token, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, errors.New("nested too deeply")
	}
	switch t := t.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, t), nil
	case string:
		return appendString(b, t), nil
	case json.Number:
		f, err := strconv.ParseFloat(string(t), 64)
		if err != nil {
			return nil, fmt.Errorf("the number %s has no double", t)
		}
		return appendNumber(b, f), nil
	case json.Delim:
		if t == '[' {
			return appendArray(b, d, depth)
		}
		return appendObject(b, d, depth)
	}
	return nil, errors.New("not JSON")
}

func appendArray(b []byte, d *json.Decoder, depth int) ([]byte, error) {
	b = append(b, '[')
	for i := 0; d.More(); i++ {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendNext(b, d, depth+1); err != nil {
			return nil, err
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	return append(b, ']'), nil
}

func appendObject(b []byte, d *json.Decoder, depth int) ([]byte, error) {
	type member struct {
		name  string
		value []byte
	}
	var members []member
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := t.(string)
		if !ok {
			return nil, errors.New("not JSON")
		}
		value, err := appendNext(nil, d, depth+1)
		if err != nil {
			return nil, err
		}
		members = append(members, member{name, value})
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	slices.SortFunc(members, func(x, y member) int { return compareUTF16(x.name, y.name) })
	b = append(b, '{')
	for i, m := range members {
		if i > 0 {
			if m.name == members[i-1].name {
				return nil, fmt.Errorf("the member %q occurs twice", m.name)
			}
			b = append(b, ',')
		}
		b = appendString(b, m.name)
		b = append(b, ':')
		b = append(b, m.value...)
	}
	return append(b, '}'), nil
}

// compareUTF16 orders texts by their UTF-16 code units. That is the order of
// code points, except that those above U+FFFF, written as surrogates, come
// before U+E000 to U+FFFF.
func compareUTF16(x, y string) int {
	for x != "" && y != "" {
		a, n := utf8.DecodeRuneInString(x)
		c, m := utf8.DecodeRuneInString(y)
		switch aHigh, cHigh := a > 0xFFFF, c > 0xFFFF; {
		case a == c:
			x, y = x[n:], y[m:]
		case aHigh == cHigh:
			return cmp.Compare(a, c)
		case aHigh && c >= 0xE000, cHigh && a < 0xE000:
			return -1
		default:
			return 1
		}
	}
	return cmp.Compare(len(x), len(y))
}
