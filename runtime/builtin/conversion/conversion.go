// Package conversion holds the builtins that turn one kind of value into
// another: text, number, int, float, decimal, hex, and type_of.
package conversion

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Text, Fn: text},
	{Row: &sig.TypeOf, Fn: typeOf},
	{Row: &sig.Number, Fn: number},
	{Row: &sig.Int, Fn: integer},
	{Row: &sig.Float, Fn: float},
	{Row: &sig.Decimal, Fn: decimal},
	{Row: &sig.Hex, Fn: hexOf},
}

// maxDigits bounds decimal texts: reading longer ones takes quadratic time.
const maxDigits = 4300

func text(t value.Thread, args []value.Value) (value.Value, error) {
	return value.TextOf(t, args[0])
}

func typeOf(_ value.Thread, args []value.Value) (value.Value, error) {
	return value.OfASCII(value.TypeName(args[0])), nil
}

// orElse gives the fallback instead of an error, if there is one.
func orElse(v value.Value, err error, fallback value.Value) (value.Value, error) {
	if err != nil && !fallback.IsUnset() && value.Catchable(err) {
		return fallback.Share(), nil
	}
	return v, err
}

func number(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.IsUnset() {
		return v, value.Errorf("number(value, default?) takes 1 or 2 arguments")
	}
	r, err := toNumber(t, v)
	return orElse(r, err, args[1])
}

func toNumber(t value.Thread, v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.KFloat:
		return v, nil
	case value.KInt, value.KBig:
		return value.OfFloat(value.ToFloat(v)), nil
	case value.KBool:
		return boolFloat(v), nil
	case value.KDecimal:
		return decimalFloat(v), nil
	case value.KText:
		return textNumber(t, v.Str())
	}
	return value.Value{}, notNumber(value.Display(v))
}

func notNumber(shown string) error {
	return value.Errorf("Cannot convert %s to number. To validate untrusted input without raising, pass a fallback: number(<value>, nothing)", shown)
}

func boolFloat(v value.Value) value.Value {
	if v.Bool() {
		return value.OfFloat(1)
	}
	return value.OfFloat(0)
}

func decimalFloat(v value.Value) value.Value {
	f, _ := strconv.ParseFloat(string(v.Decimal().Append(nil)), 64)
	return value.OfFloat(f)
}

func textNumber(t value.Thread, s string) (value.Value, error) {
	trimmed := trim(s)
	if n, only := countDigits(trimmed); only && n > maxDigits {
		return value.Value{}, value.Errorf("number(): text with %d digits; the limit is 4300 (converting longer ones is quadratic)", n)
	}
	if len(trimmed) > 15 { // shorter ones are below 2^53
		i, err := parseInt(t, trimmed)
		if err != nil && err != errSyntax {
			return i, err
		}
		if err == nil && tooLargeForFloat(i) {
			return value.Value{}, value.Errorf("number(%s) would lose digits: a float is exact only up to 2^53. Use int(x) for an exact integer", builtin.Quote(trimmed))
		}
	}
	plain, ok := dropUnderscores(trimmed)
	if ok {
		if f, ok := parseFloat(plain); ok {
			return value.OfFloat(f), nil
		}
	}
	return value.Value{}, notNumber(s)
}

func trim(s string) string { return strings.TrimFunc(s, unicode.IsSpace) }

// countDigits counts the digits of a text and tells whether it has nothing
// but digits, signs and underscores.
func countDigits(s string) (n int, only bool) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isDigit(c):
			n++
		case c != '+' && c != '-' && c != '_':
			return n, false
		}
	}
	return n, true
}

func tooLargeForFloat(v value.Value) bool {
	if v.IsInt() {
		return v.Int() > 1<<53 || v.Int() < -1<<53
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// dropUnderscores removes underscores, each of which must stand between two
// digits.
func dropUnderscores(s string) (string, bool) {
	if !strings.Contains(s, "_") {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '_' {
			b = append(b, s[i])
		} else if i == 0 || i == len(s)-1 || !isDigit(s[i-1]) || !isDigit(s[i+1]) {
			return "", false
		}
	}
	return string(b), true
}

// parseFloat reads a decimal float: sign, digits with a point, exponent, or
// inf, infinity, nan in any case. Out of range is an infinity.
func parseFloat(s string) (float64, bool) {
	rest := strings.TrimLeft(s, "+-")
	if len(s)-len(rest) > 1 || rest == "" {
		return 0, false
	}
	if !isDigit(rest[0]) && rest[0] != '.' {
		switch strings.ToLower(rest) {
		case "inf", "infinity":
			rest = "inf"
		case "nan":
			f, _ := strconv.ParseFloat("nan", 64)
			return f, true
		default:
			return 0, false
		}
	} else if !isDecimalFloat(rest) {
		return 0, false
	}
	f, _ := strconv.ParseFloat(rest, 64)
	if s[0] == '-' {
		f = -f
	}
	return f, true
}

// ParseFloat reads a trimmed text as float(text) does; overflow tells that
// digits gave an infinity.
func ParseFloat(s string) (v value.Value, overflow, ok bool) {
	f, ok := parseFloat(s)
	overflow = math.IsInf(f, 0) && strings.ContainsAny(s, "0123456789")
	return value.OfFloat(f), overflow, ok
}

func isDecimalFloat(s string) bool {
	whole, i := digits(s, 0)
	fraction := 0
	if i < len(s) && s[i] == '.' {
		fraction, i = digits(s, i+1)
	}
	if whole+fraction == 0 {
		return false
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		n, end := digits(s, i)
		if n == 0 {
			return false
		}
		i = end
	}
	return i == len(s)
}

// digits counts the digits from position i on.
func digits(s string, i int) (n, end int) {
	from := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i - from, i
}

func float(_ value.Thread, args []value.Value) (value.Value, error) {
	r, err := toFloat(args[0])
	return orElse(r, err, args[1])
}

func toFloat(v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.KFloat:
		return v, nil
	case value.KInt, value.KBig:
		return value.OfFloat(value.ToFloat(v)), nil
	case value.KBool:
		return boolFloat(v), nil
	case value.KDecimal:
		return decimalFloat(v), nil
	case value.KText:
		if f, ok := parseFloat(trim(v.Str())); ok {
			return value.OfFloat(f), nil
		}
		return value.Value{}, value.Errorf("Cannot convert %s to float", v.Str())
	}
	return value.Value{}, value.Errorf("Cannot convert %s to float", value.TypeName(v))
}
