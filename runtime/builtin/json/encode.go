package json

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// Encoder writes values as JSON (30 §30.11): one line, ASCII only.
type Encoder struct {
	T value.Thread
	// Who is the builtin at work: it prefixes the error of code in the value.
	Who string
	// Secret is called for every secret, which is written as "[redacted]".
	Secret func()
	// Item is the number of the value in errors: `item 1` instead of
	// `the value`. 0 for a value that stands alone.
	Item int

	buf  []byte
	root value.Value
	path []int // to the value that is being written: positions in containers
}

// Encode gives the JSON text of v.
func (e *Encoder) Encode(v value.Value) ([]byte, error) {
	e.buf = e.buf[:0:0]
	err := e.Append(v, "")
	return e.buf, err
}

// Append writes further values behind what Encode wrote.
func (e *Encoder) Append(v value.Value, after string) error {
	e.root, e.path = v, e.path[:0]
	if err := e.value(v); err != nil {
		return err
	}
	return e.raw(after)
}

// Bytes is what was written.
func (e *Encoder) Bytes() []byte { return e.buf }

func (e *Encoder) room(n int) (err error) {
	if len(e.buf)+n > cap(e.buf) {
		e.buf, err = builtin.Grow(e.T, e.buf, n)
	}
	return err
}

// long writes a number that may have many digits, about n.
func (e *Encoder) long(v value.Value, n int) (err error) {
	if err = e.room(n + 8); err == nil {
		e.buf, err = value.AppendDisplay(e.T, e.buf, v)
	}
	return err
}

func (e *Encoder) raw(s string) error {
	if err := e.room(len(s)); err != nil {
		return err
	}
	e.buf = append(e.buf, s...)
	return nil
}

func (e *Encoder) value(v value.Value) error {
	if err := e.room(32); err != nil {
		return err
	}
	switch v.Kind() {
	case value.KText:
		return e.text(v.Str())
	case value.KInt:
		e.buf = strconv.AppendInt(e.buf, v.Int(), 10)
	case value.KNothing, value.KUnset:
		e.buf = append(e.buf, "null"...)
	case value.KBool:
		e.buf = strconv.AppendBool(e.buf, v.Bool())
	case value.KFloat:
		e.buf = appendFloat(e.buf, v.Float())
	case value.KBig:
		return e.long(v, v.BigInt().BitLen()/3)
	case value.KDecimal:
		d := v.Decimal()
		return e.long(v, d.Mant().BitLen()/3+d.Scale())
	case value.KList:
		return e.list(v.Items())
	case value.KMap, value.KModule:
		m, _ := v.AsMap()
		return e.mapping(m)
	case value.KBytes:
		b := v.Bytes()
		if err := e.room(len(b)/3*4 + 8); err != nil {
			return err
		}
		e.buf = append(base64.StdEncoding.AppendEncode(append(e.buf, '"'), b), '"')
	case value.KSecret:
		if e.Secret != nil {
			e.Secret()
		}
		e.buf = append(e.buf, `"[redacted]"`...)
	case value.KTask, value.KBuiltin, value.KMaker:
		return value.Errorf("%s: %s is a task, not data — JSON cannot hold code", e.Who, e.where())
	default:
		return e.object(v)
	}
	return nil
}

func (e *Encoder) object(v value.Value) error {
	switch o := v.Object().(type) {
	case builtin.Array:
		list, err := o.ToList(e.T)
		if err != nil {
			return err
		}
		return e.value(list)
	case builtin.Complex:
		re, im := o.Parts()
		e.buf = appendFloat(append(e.buf, `{"re": `...), re)
		e.buf = append(appendFloat(append(e.buf, `, "im": `...), im), '}')
		return e.room(8)
	default:
		return e.text(o.Display())
	}
}

// where names the value that is being written: the value[0]["key"].
func (e *Encoder) where() string {
	s := "the value"
	if e.Item > 0 {
		s = fmt.Sprintf("item %d", e.Item)
	}
	v := e.root
	for _, at := range e.path {
		if v.IsList() {
			s += fmt.Sprintf("[%d]", at)
			v = v.Items()[at]
			continue
		}
		m, _ := v.AsMap()
		for k, x := range m.All() {
			if at == 0 {
				s += "[" + builtin.Quote(k.String()) + "]"
				v = x
				break
			}
			at--
		}
	}
	return s
}

func (e *Encoder) enter() error {
	if len(e.path) > value.MaxNesting {
		return value.ErrNested()
	}
	e.path = append(e.path, 0)
	return nil
}

func (e *Encoder) list(items []value.Value) error {
	if err := e.enter(); err != nil {
		return err
	}
	at := len(e.path) - 1
	e.buf = append(e.buf, '[')
	for i, v := range items {
		if i > 0 {
			e.buf = append(e.buf, ", "...)
		}
		if v.IsInt() && len(e.buf)+32 < cap(e.buf) {
			e.buf = strconv.AppendInt(e.buf, v.Int(), 10)
			continue
		}
		e.path[at] = i
		if err := e.value(v); err != nil {
			return err
		}
	}
	e.path = e.path[:at]
	return e.raw("]")
}

func (e *Encoder) mapping(m *value.Map) error {
	if err := e.enter(); err != nil {
		return err
	}
	at := len(e.path) - 1
	e.buf = append(e.buf, '{')
	for pos, n := 0, 0; ; n++ {
		k, v, next, ok := m.Next(pos)
		if !ok {
			break
		}
		pos = next
		if n > 0 {
			e.buf = append(e.buf, ", "...)
		}
		if err := e.text(k.String()); err != nil {
			return err
		}
		e.buf = append(e.buf, ": "...)
		e.path[at] = n
		if err := e.value(v); err != nil {
			return err
		}
	}
	e.path = e.path[:at]
	return e.raw("}")
}

func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	}
	return value.AppendFloat(b, f)
}

const hexDigits = "0123456789abcdef"

// text writes a string; room for a few bytes is left behind it.
func (e *Encoder) text(s string) error {
	if err := e.room(len(s) + 16); err != nil {
		return err
	}
	b := append(e.buf, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[from:i]...)
		if len(b)+len(s)-i+32 > cap(b) { // escapes are longer than what they stand for
			e.buf = b
			if err := e.room(len(s) - i + 32); err != nil {
				return err
			}
			b = e.buf
		}
		if c < utf8.RuneSelf {
			b = appendEscape(b, c)
			i++
		} else {
			r, w := utf8.DecodeRuneInString(s[i:])
			if r > 0xffff {
				r -= 0x10000
				b = appendUnicode(b, 0xd800+r>>10)
				r = 0xdc00 + r&0x3ff
			}
			b = appendUnicode(b, r)
			i += w
		}
		from = i
	}
	e.buf = append(append(b, s[from:]...), '"')
	return nil
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\t':
		return append(b, '\\', 't')
	case '\n':
		return append(b, '\\', 'n')
	case '\f':
		return append(b, '\\', 'f')
	case '\r':
		return append(b, '\\', 'r')
	}
	return appendUnicode(b, rune(c))
}

func appendUnicode(b []byte, r rune) []byte {
	return append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
