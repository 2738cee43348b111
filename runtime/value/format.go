package value

import (
	"encoding/hex"
	"math"
	"strconv"
	"unicode/utf8"
	"unsafe"
)

// maxFree bounds what Display builds without charging anyone, in bytes.
const maxFree = 1 << 20

// errCut ends a text form that Display cuts.
var errCut = &Error{Msg: "text form cut"}

// Display is the text form of v (20 §3): what print, text() and template
// holes show. It is meant for messages and small values: a container of more
// than maxFree bytes is cut, for one that shares its parts may have any
// length. Use DisplayIn for what a program gets to see as a value.
func Display(v Value) string {
	if v.Kind() == KText {
		return v.Str()
	}
	b, err := appendText(nil, nil, v, false, 0)
	if err != nil {
		return string(b) + "…"
	}
	return string(b)
}

// Raw is the raw text form (20 §3.1): True, False, None instead of true,
// false, nothing.
func Raw(v Value) string {
	switch v.Kind() {
	case KBool:
		if v.Bool() {
			return "True"
		}
		return "False"
	case KNothing, KUnset:
		return "None"
	}
	return Display(v)
}

// DisplayIn is Display that charges the text to t while it is built.
func DisplayIn(t Thread, v Value) (string, error) {
	if v.Kind() == KText {
		return v.Str(), nil
	}
	b, err := appendText(t, nil, v, false, 0)
	return unsafe.String(unsafe.SliceData(b), len(b)), err // b ends here
}

// RawIn is Raw that charges.
func RawIn(t Thread, v Value) (string, error) {
	switch v.Kind() {
	case KBool, KNothing, KUnset:
		return Raw(v), nil
	}
	return DisplayIn(t, v)
}

// AppendDisplay appends the text form to dst.
func AppendDisplay(t Thread, dst []byte, v Value) ([]byte, error) {
	return appendText(t, dst, v, false, 0)
}

// grow charges for what was appended in steps, so that the text form of a
// value that shares its parts cannot outgrow the memory limit.
func grow(t Thread, dst []byte, add int) error {
	if t == nil {
		if len(dst)+add > maxFree {
			return errCut
		}
		return nil
	}
	if len(dst)+add > cap(dst) && cap(dst) >= 512 {
		// The old and the new buffer are alive together while one is copied.
		if err := t.Charge(3*cap(dst) + add); err != nil {
			return err
		}
		return t.Work(cap(dst) / 64)
	}
	return nil
}

func appendText(t Thread, dst []byte, v Value, nested bool, depth int) ([]byte, error) {
	switch v.Kind() {
	case KUnset, KNothing:
		return append(dst, "nothing"...), nil
	case KBool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case KInt:
		return strconv.AppendInt(dst, v.Int(), 10), nil
	case KFloat:
		return AppendFloat(dst, v.Float()), nil
	case KBig:
		i := v.BigInt()
		if err := digitWork(t, i.BitLen(), 0); err != nil {
			return dst, err
		}
		if t == nil {
			return i.Append(dst, 10), nil
		}
		return AppendDigits(t, dst, i, 10)
	case KDecimal:
		d := v.Decimal()
		if err := digitWork(t, d.bitLen(), d.Scale()); err != nil {
			return dst, err
		}
		if t == nil || d.big == nil {
			return d.Append(dst), nil
		}
		mantissa, err := AppendDigits(t, nil, d.big, 10)
		if err != nil {
			return dst, err
		}
		return d.point(dst, mantissa), nil
	case KText:
		s := v.Str()
		if err := grow(t, dst, len(s)); err != nil {
			return dst, err
		}
		if nested {
			return AppendQuoted(dst, s), nil
		}
		return append(dst, s...), nil
	case KBytes:
		b := v.Bytes()
		dst = append(dst, "bytes("...)
		if len(b) <= 32 {
			dst = hex.AppendEncode(dst, b)
		} else {
			dst = hex.AppendEncode(dst, b[:32])
			dst = append(dst, "… ("...)
			dst = strconv.AppendInt(dst, int64(len(b)), 10)
			dst = append(dst, " bytes)"...)
		}
		return append(dst, ')'), nil
	case KSecret:
		dst = append(dst, "secret("...)
		dst = append(dst, v.Secret().Name...)
		return append(dst, ')'), nil
	case KTask:
		task := v.Task()
		dst = append(dst, "task "...)
		dst = append(dst, task.Name...)
		dst = append(dst, '(')
		for i, p := range task.Params {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(dst, p...)
		}
		return append(dst, ')'), nil
	case KBuiltin:
		if s := v.Builtin().Shown; s != "" {
			return append(dst, s...), nil
		}
		dst = append(dst, "builtin:"...)
		return append(dst, v.Builtin().Row.Name...), nil
	case KMaker:
		dst = append(dst, "builtin:"...)
		return append(dst, v.Maker().Name...), nil
	case KObject:
		return append(dst, v.Object().Display()...), nil
	case KList:
		return appendList(t, dst, v, depth+1)
	default:
		return appendMap(t, dst, v, depth+1)
	}
}

// digitWork charges the digits of a long integer: converting them takes more
// than linear time.
func digitWork(t Thread, bitLen, scale int) error {
	if t == nil || bitLen < 1024 && scale < 1024 {
		return nil
	}
	return payBig(t, 3*bitLen+8*scale, MulWork(bitLen, bitLen))
}

func appendList(t Thread, dst []byte, v Value, depth int) ([]byte, error) {
	if depth > MaxNesting {
		return dst, errNested
	}
	dst = append(dst, '[')
	for i, x := range v.Items() {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if err := grow(t, dst, 32); err != nil {
			return dst, err
		}
		var err error
		if dst, err = appendText(t, dst, x, true, depth); err != nil {
			return dst, err
		}
	}
	return append(dst, ']'), nil
}

func appendMap(t Thread, dst []byte, v Value, depth int) ([]byte, error) {
	if depth > MaxNesting {
		return dst, errNested
	}
	m, _ := v.AsMap()
	dst = append(dst, '{')
	first := true
	for k, x := range m.All() {
		if !first {
			dst = append(dst, ", "...)
		}
		first = false
		if err := grow(t, dst, len(k.String())+32); err != nil {
			return dst, err
		}
		dst = append(dst, k.String()...)
		dst = append(dst, ": "...)
		var err error
		if dst, err = appendText(t, dst, x, true, depth); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

// AppendFloat appends the text form of a float: the shortest digits that
// round-trip, exponent form below 1e-4 and from 1e16 on, `.0` when integral.
func AppendFloat(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "nan"...)
	case math.IsInf(f, 1):
		return append(dst, "inf"...)
	case math.IsInf(f, -1):
		return append(dst, "-inf"...)
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
	n := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	for _, c := range dst[n:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, ".0"...)
}

// AppendQuoted appends s as a JSON string in the way of the text form:
// non-ASCII and `/` as they are.
func AppendQuoted(dst []byte, s string) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		default:
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// Key gives the text that a value is as a map key: its text form.
func Key(t Thread, v Value) (*Text, error) {
	switch v.Kind() {
	case KText:
		return v.Text(), nil
	case KInt:
		if n := v.Int(); n >= 0 && n < 10 {
			return &asciiTexts['0'+n].Text, nil
		}
		var room [20]byte
		b := strconv.AppendInt(room[:0], v.Int(), 10)
		return shortOf(b), nil
	}
	s, err := DisplayIn(t, v)
	if err != nil {
		return nil, err
	}
	return newText(s, -1), nil
}

// TextOf converts v to a text value by its text form.
func TextOf(t Thread, v Value) (Value, error) {
	k, err := Key(t, v)
	if err != nil {
		return Value{}, err
	}
	return k.Value(), nil
}

// Cut shortens a text for a message: at most n code points, then "…".
func Cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
