package conversion

import (
	"math"
	"strconv"
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// integer is int(v, fallback?, base =, fallback =).
func integer(t value.Thread, args []value.Value) (value.Value, error) {
	v, second, base, named := args[0], args[1], args[2], args[3]
	if base.IsUnset() {
		if n, ok := asBase(second); ok {
			shown := value.Display(second)
			return v, value.Errorf("int(x, %s): the second argument is the fallback value, not the base — for base %d write int(x, base = %d); for a fallback of %s, name it: int(x, fallback = %s)",
				shown, n, n, shown, shown)
		}
	}
	if !second.IsUnset() && !named.IsUnset() {
		return v, value.Errorf("int(x, fallback = f): pass the fallback once (by name or second)")
	}
	fallback := second
	if fallback.IsUnset() {
		fallback = named
	}
	if !base.IsUnset() {
		if !base.IsInt() || base.Int() < 2 || base.Int() > 36 {
			return v, value.Errorf("int(text, base = b): b must be an integer from 2 to 36, got %s", value.Display(base))
		}
		r, err := inBase(t, v, int(base.Int()))
		return orElse(r, err, fallback)
	}
	r, err := toInt(t, v)
	return orElse(r, err, fallback)
}

// asBase tells that a second argument was probably meant as the base.
func asBase(v value.Value) (int64, bool) {
	switch v.Kind() {
	case value.KInt, value.KFloat, value.KDecimal:
		if i, ok := builtin.Integer(v); ok && i.IsInt64() && i.Int64() >= 2 && i.Int64() <= 36 {
			return i.Int64(), true
		}
	}
	return 0, false
}

func toInt(t value.Thread, v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.KInt, value.KBig:
		return v, nil
	case value.KFloat:
		f := v.Float()
		if f == math.Trunc(f) && math.Abs(f) < 1<<63 {
			return value.OfInt(int64(f)), nil
		}
		fallthrough
	case value.KDecimal:
		if i, ok := builtin.Integer(v); ok {
			return value.OfBig(i), nil
		}
		return v, value.Errorf("int(%s): not a whole number — round it on purpose first: floor(x), round(x) or trunc(x)", value.Display(v))
	case value.KText:
		s := trim(v.Str())
		if n, only := countDigits(s); only && n > maxDigits {
			return v, value.Errorf("int(): text with %d digits; the limit is 4300 (converting longer ones is quadratic). To validate untrusted input without raising: int(x, nothing)", n)
		}
		r, err := parseInt(t, s)
		if err != errSyntax {
			return r, err
		}
		return v, value.Errorf("Cannot convert %s to an integer: expected digits with an optional sign, or 0x…/0b…. To validate untrusted input without raising: int(x, nothing)", builtin.Quote(v.Str()))
	case value.KBytes:
		return v, value.Errorf("int() does not read bytes; use bytes_to_int(b) (big-endian, unsigned)")
	}
	return v, value.Errorf("Cannot convert %s to an integer", value.TypeName(v))
}

// parseInt reads a trimmed integer text: sign, prefix, digits in groups.
func parseInt(t value.Thread, s string) (value.Value, error) {
	if len(s) > 0 && len(s) < 19 && isDigit(s[0]) { // plain digits, the usual case
		n := int64(0)
		for i := 0; i < len(s); i++ {
			if !isDigit(s[i]) {
				return parseSigned(t, s, 0)
			}
			n = n*10 + int64(s[i]-'0')
		}
		return value.OfInt(n), nil
	}
	return parseSigned(t, s, 0)
}

var errSyntax = strconv.ErrSyntax

// parseSigned reads digits of a base after a sign and an optional prefix
// that fits the base; base 0 takes it from the prefix.
func parseSigned(t value.Thread, s string, base int) (value.Value, error) {
	negative := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		negative = s[0] == '-'
		s = s[1:]
	}
	if b := prefixBase(s); b != 0 && (base == 0 || base == b) {
		base = b
		s = strings.TrimPrefix(s[2:], "_") // one underscore may follow a prefix
	}
	if base == 0 {
		base = 10
	}
	digits, ok := groups(s, base)
	if !ok {
		return value.Value{}, errSyntax
	}
	if n, err := strconv.ParseInt(digits, base, 64); err == nil {
		if negative {
			n = -n
		}
		return value.OfInt(n), nil
	}
	i, err := value.ParseDigits(t, digits, base)
	if err != nil {
		return value.Value{}, err
	}
	if negative {
		i.Neg(i)
	}
	return value.OfBig(i), nil
}

func prefixBase(s string) int {
	if len(s) < 2 || s[0] != '0' {
		return 0
	}
	switch s[1] {
	case 'x', 'X':
		return 16
	case 'o', 'O':
		return 8
	case 'b', 'B':
		return 2
	}
	return 0
}

// groups checks digits in groups separated by single underscores and
// removes the underscores.
func groups(s string, base int) (string, bool) {
	if s == "" || s[len(s)-1] == '_' {
		return "", false
	}
	before, underscores := byte('_'), false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '_' {
			if before == '_' {
				return "", false
			}
			underscores = true
		} else if digitValue(c) >= base {
			return "", false
		}
		before = c
	}
	if underscores {
		s = strings.ReplaceAll(s, "_", "")
	}
	return s, true
}

func digitValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}

func inBase(t value.Thread, v value.Value, base int) (value.Value, error) {
	if !v.IsText() {
		return v, value.Errorf("int(x, base = %d): x must be text, got %s", base, value.TypeName(v))
	}
	s := trim(v.Str())
	if err := t.Charge(len(s)); err != nil {
		return v, err
	}
	r, err := parseSigned(t, s, base)
	if err != errSyntax {
		return r, err
	}
	return v, value.Errorf("Cannot convert %s to an integer in base %d. To validate untrusted input without raising: int(x, nothing, base = %d)",
		builtin.Quote(v.Str()), base, base)
}
