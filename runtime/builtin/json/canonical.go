package json

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// maxCanonicalDepth bounds the nesting of canonical_json.
const maxCanonicalDepth = 64

// canonicalizer writes the form of RFC 8785.
type canonicalizer struct {
	t    value.Thread
	buf  []byte
	path []string
}

func canonical(t value.Thread, args []value.Value) (value.Value, error) {
	c := canonicalizer{t: t}
	if err := c.value(args[0]); err != nil {
		return args[0], err
	}
	return builtin.OwnText(t, c.buf)
}

func (c *canonicalizer) refuse(format string, args ...any) error {
	return value.Errorf("canonical_json: the value"+strings.ReplaceAll(strings.Join(c.path, ""), "%", "%%")+format, args...)
}

func (c *canonicalizer) room(n int) (err error) {
	c.buf, err = builtin.Grow(c.t, c.buf, n)
	return err
}

func (c *canonicalizer) value(v value.Value) error {
	if err := c.t.Work(1); err != nil {
		return err
	}
	if err := c.room(40); err != nil {
		return err
	}
	switch v.Kind() {
	case value.KNothing, value.KUnset:
		c.buf = append(c.buf, "null"...)
	case value.KBool:
		c.buf = strconv.AppendBool(c.buf, v.Bool())
	case value.KInt, value.KBig:
		if i := v.BigInt(); i.CmpAbs(big.NewInt(1<<53)) > 0 {
			return c.refuse(" is an integer beyond 2^53 (%s); JCS numbers are IEEE doubles and cannot carry it exactly — put it in the document as text", value.Display(v))
		}
		c.buf = strconv.AppendInt(c.buf, v.Int(), 10)
	case value.KFloat:
		f := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			name := "NaN"
			if !math.IsNaN(f) {
				name = value.Display(v)
			}
			return c.refuse(" is %s and JSON has no such number", name)
		}
		c.buf = appendECMA(c.buf, f)
	case value.KDecimal:
		return c.decimal(v)
	case value.KText:
		if err := c.room(6*len(v.Str()) + 2); err != nil {
			return err
		}
		c.buf = value.AppendQuoted(c.buf, v.Str())
	case value.KBytes:
		return c.refuse(` is bytes and JSON has no bytes — encode them first (decode(b, "base64url") or decode(b, "hex"))`)
	case value.KSecret:
		return c.refuse(" is a secret; a secret is never serialized (reveal it on purpose if that is really what you mean)")
	case value.KList:
		return c.list(v.Items())
	case value.KMap, value.KModule:
		m, _ := v.AsMap()
		return c.mapping(m)
	default:
		return c.refuse(" is a %s and JSON cannot represent it (only text, numbers, bools, nothing, lists and maps)", value.TypeName(v))
	}
	return nil
}

// decimal writes a decimal as the double that it is closest to, which has
// the same digits as long as there are no more than 15.
func (c *canonicalizer) decimal(v value.Value) error {
	text := value.Display(v)
	digits := strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(text), "0")
	if len(strings.TrimRight(digits, "0")) > 15 {
		return c.refuse(" is the decimal %s with more than 15 significant digits; JCS numbers are IEEE doubles and would round it — put it in the document as text", text)
	}
	f, _ := strconv.ParseFloat(text, 64)
	if math.IsInf(f, 0) {
		return c.refuse(" is the decimal %s with more than 15 significant digits; JCS numbers are IEEE doubles and would round it — put it in the document as text", text)
	}
	c.buf = appendECMA(c.buf, f)
	return nil
}

func (c *canonicalizer) enter(step string) error {
	if len(c.path) >= maxCanonicalDepth {
		return c.refuse(" is nested deeper than 64 levels")
	}
	c.path = append(c.path, step)
	return nil
}

func (c *canonicalizer) list(items []value.Value) error {
	if err := c.enter(""); err != nil {
		return err
	}
	at := len(c.path) - 1
	c.buf = append(c.buf, '[')
	for i, v := range items {
		if i > 0 {
			c.buf = append(c.buf, ',')
		}
		c.path[at] = "[" + strconv.Itoa(i) + "]"
		if err := c.value(v); err != nil {
			return err
		}
	}
	c.path = c.path[:at]
	c.buf = append(c.buf, ']')
	return nil
}

func (c *canonicalizer) mapping(m *value.Map) error {
	if err := c.enter(""); err != nil {
		return err
	}
	at := len(c.path) - 1
	if err := c.t.Charge(24 * m.Len()); err != nil {
		return err
	}
	keys := make([]string, 0, m.Len())
	for k := range m.All() {
		keys = append(keys, k.String())
	}
	slices.SortFunc(keys, compareUTF16)
	c.buf = append(c.buf, '{')
	for i, k := range keys {
		if err := c.room(6*len(k) + 8); err != nil {
			return err
		}
		if i > 0 {
			c.buf = append(c.buf, ',')
		}
		c.buf = append(value.AppendQuoted(c.buf, k), ':')
		c.path[at] = "." + k
		v, _ := m.Get(k)
		if err := c.value(v); err != nil {
			return err
		}
	}
	c.path = c.path[:at]
	c.buf = append(c.buf, '}')
	return nil
}

// compareUTF16 compares by UTF-16 code units: above U+FFFF come surrogates,
// which are less than U+E000 and what follows.
func compareUTF16(a, b string) int {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y {
			u, v := firstUnit(x), firstUnit(y)
			if u != v {
				return int(u) - int(v)
			}
			return int(x) - int(y)
		}
		a, b = a[n:], b[m:]
	}
	return len(a) - len(b)
}

func firstUnit(r rune) rune {
	if r > 0xffff {
		r, _ = utf16.EncodeRune(r)
	}
	return r
}

// appendECMA writes a finite float as ECMAScript does.
func appendECMA(b []byte, f float64) []byte {
	if f == 0 {
		return append(b, '0')
	}
	if a := math.Abs(f); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	from := len(b)
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	// one digit of exponent where Go writes two
	if n := len(b); n-from > 4 && b[n-4] == 'e' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
