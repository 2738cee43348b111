// Package jsondoc reads JSON documents whose member order and number spelling
// matter: manifests, whose errors quote what was written, and tool arguments,
// which reach a plugin with their keys in the order the caller wrote them.
//
// A repeated key keeps its first place and takes its last value.
package jsondoc

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Kind is the type of a JSON value.
type Kind uint8

// The JSON types.
const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Object
)

// String names the type as a person would.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "text", "a list", "an object"}[k]
}

// Value is one JSON value. The zero Value is null.
type Value struct {
	Kind    Kind
	Bool    bool
	Text    string   // the text, or the number as it was written
	Items   []Value  // of a list
	Members []Member // of an object, in order
}

// Member is one key of an object.
type Member struct {
	Key   string
	Value Value
}

// Get returns the member with that key.
func (v Value) Get(key string) (Value, bool) {
	for _, m := range v.Members {
		if m.Key == key {
			return m.Value, true
		}
	}
	return Value{}, false
}

// Has reports whether an object has that key.
func (v Value) Has(key string) bool { _, ok := v.Get(key); return ok }

// Set replaces or appends a member.
func (v *Value) Set(key string, to Value) {
	for i := range v.Members {
		if v.Members[i].Key == key {
			v.Members[i].Value = to
			return
		}
	}
	v.Members = append(v.Members, Member{key, to})
}

// IsInteger reports whether a number was written without fraction and exponent.
func (v Value) IsInteger() bool {
	return v.Kind == Number && !strings.ContainsAny(v.Text, ".eE")
}

// Float returns the number as a float.
func (v Value) Float() float64 {
	f, _ := strconv.ParseFloat(v.Text, 64)
	return f
}

// String makes a text value.
func String(s string) Value { return Value{Kind: Text, Text: s} }

// Encode returns the value on one line with the separators ", " and ": ", as
// the language's json_encode writes it: ASCII only, floats in display form.
func (v Value) Encode() string { return string(v.append(nil, ", ", ": ", true)) }

// Compact returns the value without any white space, numbers as written.
func (v Value) Compact() string { return string(v.append(nil, ",", ":", false)) }

func (v Value) append(b []byte, comma, colon string, display bool) []byte {
	switch v.Kind {
	case Null:
		return append(b, "null"...)
	case Bool:
		return strconv.AppendBool(b, v.Bool)
	case Number:
		if !display {
			return append(b, v.Text...)
		}
		return append(b, displayNumber(v)...)
	case Text:
		return appendText(b, v.Text)
	case List:
		b = append(b, '[')
		for i, x := range v.Items {
			if i > 0 {
				b = append(b, comma...)
			}
			b = x.append(b, comma, colon, display)
		}
		return append(b, ']')
	default:
		b = append(b, '{')
		for i, m := range v.Members {
			if i > 0 {
				b = append(b, comma...)
			}
			b = appendText(b, m.Key)
			b = append(b, colon...)
			b = m.Value.append(b, comma, colon, display)
		}
		return append(b, '}')
	}
}

func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	unit := func(u uint16) {
		b = append(b, '\\', 'u', hex[u>>12], hex[u>>8&15], hex[u>>4&15], hex[u&15])
	}
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\b':
			b = append(b, `\b`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\f':
			b = append(b, `\f`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r >= 0x20 && r < 0x7f:
			b = append(b, byte(r))
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			unit(uint16(hi))
			unit(uint16(lo))
		default:
			unit(uint16(r))
		}
	}
	return append(b, '"')
}

// displayNumber spells a number as the language does once it has read it: an
// integer keeps its digits, anything else is a float in display form.
func displayNumber(v Value) string {
	if v.IsInteger() {
		if v.Text == "-0" {
			return "0"
		}
		return v.Text
	}
	f := v.Float()
	digits := strconv.FormatFloat(f, 'e', -1, 64)
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	mantissa, exponent, _ := strings.Cut(digits, "e")
	exp, _ := strconv.Atoi(exponent)
	mantissa = strings.Replace(mantissa, ".", "", 1)
	if f == 0 {
		return sign + "0.0"
	}
	point := exp + 1 // 0.D × 10^point
	if point <= -4 || point > 16 {
		s := sign + mantissa[:1]
		if len(mantissa) > 1 {
			s += "." + mantissa[1:]
		}
		mark := "+"
		if exp < 0 {
			mark, exp = "-", -exp
		}
		return s + "e" + mark + pad2(exp)
	}
	switch {
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + mantissa
	case point >= len(mantissa):
		return sign + mantissa + strings.Repeat("0", point-len(mantissa)) + ".0"
	default:
		return sign + mantissa[:point] + "." + mantissa[point:]
	}
}

func pad2(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// Chars returns the number of code points of a text.
func (v Value) Chars() int { return utf8.RuneCountInString(v.Text) }
