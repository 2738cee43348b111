package builtin

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/value"
)

// Quote writes s in double quotes for a message: `"`, `\`, newline, CR, tab
// and NUL are escaped by a backslash, other non-printable code points as
// \u{hex}, printable non-ASCII is kept.
func Quote(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		i += w
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == 0:
			b = append(b, `\0`...)
		case unicode.IsPrint(r):
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, `\u{`...)
			b = strconv.AppendInt(b, int64(r), 16)
			b = append(b, '}')
		}
	}
	return string(append(b, '"'))
}

// QuoteJoin quotes every text and joins them with a comma.
func QuoteJoin(list []string) string {
	q := make([]string, len(list))
	for i, s := range list {
		q[i] = Quote(s)
	}
	return strings.Join(q, ", ")
}

// RawText is the raw coercion of an argument (30 §30.1.2) as a text object,
// which keeps its remembered length when the argument is a text already.
func RawText(t value.Thread, v value.Value) (*value.Text, error) {
	if v.IsText() {
		return v.Text(), nil
	}
	s, err := value.RawIn(t, v)
	if err != nil {
		return nil, err
	}
	return value.OfText(s).Text(), nil
}

// RawStr is the raw coercion as a string.
func RawStr(t value.Thread, v value.Value) (string, error) {
	if v.IsText() {
		return v.Str(), nil
	}
	return value.RawIn(t, v)
}

// OwnText makes a text of bytes that nobody else writes to, charging them.
// The caller has charged the bytes while they were built.
func OwnText(t value.Thread, b []byte) (value.Value, error) {
	if err := t.Charge(value.TextSize); err != nil {
		return value.Value{}, err
	}
	return value.OfText(unsafeString(b)), nil
}

// Piece makes a text of s, a part of another text.
func Piece(t value.Thread, of *value.Text, s string, ascii bool) (value.Value, error) {
	v, cost := of.Piece(s, ascii)
	return v, t.Charge(value.TextSize + cost)
}
