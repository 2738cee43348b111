package parser

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// maxDecimal is how many digits a decimal literal may need.
const maxDecimal = 4300

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number takes a number literal and validates it.
func (l *lexer) number() {
	src, i := l.src[:l.end], l.off
	if src[i] == '0' && i+1 < len(src) {
		switch src[i+1] {
		case 'x', 'X':
			l.based("hex", "hex (0-9, a-f)", 16)
			return
		case 'o', 'O':
			l.based("octal", "octal (0-7)", 8)
			return
		case 'b', 'B':
			l.based("binary", "binary (0 or 1)", 2)
			return
		}
	}
	digits := func() {
		for i < len(src) && (isDigit(src[i]) || src[i] == '_') {
			i++
		}
	}
	digits()
	if i+1 < len(src) && src[i] == '.' && isDigit(src[i+1]) {
		i++
		digits()
	}
	if i+1 < len(src) && (src[i] == 'e' || src[i] == 'E') {
		j := i + 1
		if src[j] == '+' || src[j] == '-' {
			j++
		}
		if j < len(src) && isDigit(src[j]) {
			i = j
			digits()
		}
	}
	decimal := false
	if i < len(src) && src[i] == 'd' {
		if r, _ := utf8.DecodeRuneInString(src[i+1:]); i+1 == len(src) || !isNameContinue(r) {
			decimal = true
			i++
		}
	}
	raw := src[l.off:i]
	at := l.pos(l.off)
	l.emit(token.Number, i-l.off)
	if !separatorsFit(raw, 1) {
		l.fail(at, CodeNumber, "Invalid number literal: "+raw+" — `_` goes only between two digits (1_000, 1_000.5)")
	} else if decimal {
		if _, _, ok := decimalParts(raw); !ok {
			l.fail(at, CodeNumber, "Invalid decimal literal: "+raw)
		}
	}
}

// based takes a literal with a base prefix.
func (l *lexer) based(kind, what string, base int) {
	src, i := l.src[:l.end], l.off+2
	any := false
	for i < len(src) && (src[i] == '_' || digitOf(src[i]) < base) {
		any = any || src[i] != '_'
		i++
	}
	at := l.pos(l.off)
	if r, n := utf8.DecodeRuneInString(src[i:]); i < len(src) && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		i += n
		any = false
		defer func() { l.wide += n - 1 }()
	}
	raw := src[l.off:i]
	l.emit(token.Number, i-l.off)
	switch {
	case !any:
		l.fail(at, CodeNumber, fmt.Sprintf("Invalid %s literal: %s — expected %s digits after the prefix", kind, raw, what))
	case !separatorsFit(raw[1:], base):
		l.fail(at, CodeNumber, fmt.Sprintf("Invalid %s literal: %s — `_` goes only between two digits (1_000)", kind, raw))
	}
}

// separatorsFit reports whether every _ of raw stands between two digits; the
// letter of a base prefix (base > 1, first in raw) counts as one.
func separatorsFit(raw string, base int) bool {
	if strings.IndexByte(raw, '_') < 0 {
		return true
	}
	digit := func(i int) bool {
		return i < len(raw) && (isDigit(raw[i]) || base > 1 && (i == 0 || digitOf(raw[i]) < base))
	}
	for i := range len(raw) {
		if raw[i] == '_' && (i == 0 || !digit(i-1) || !digit(i+1)) {
			return false
		}
	}
	return true
}

func digitOf(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 99
}

// decimalParts takes a decimal literal apart: digits without leading zeros,
// and the scale (digits / 10^scale), not below 0. ok is false when the number
// written out needs too many digits.
func decimalParts(raw string) (digits string, scale int, ok bool) {
	raw = strings.ReplaceAll(strings.TrimSuffix(raw, "d"), "_", "")
	exp := 0
	if i := strings.IndexAny(raw, "eE"); i >= 0 {
		n, err := strconv.Atoi(raw[i+1:])
		if err != nil || n > 1e9 || n < -1e9 {
			n = 1e9
			if raw[i+1] == '-' {
				n = -n
			}
		}
		exp, raw = n, raw[:i]
	}
	if i := strings.IndexByte(raw, '.'); i >= 0 {
		scale = len(raw) - i - 1
		raw = raw[:i] + raw[i+1:]
	}
	digits = strings.TrimLeft(raw, "0")
	scale -= exp
	if scale > maxDecimal {
		return "", 0, false
	}
	if scale < 0 {
		if digits != "" {
			if len(digits)-scale > maxDecimal {
				return "", 0, false
			}
			digits += strings.Repeat("0", -scale)
		}
		scale = 0
	}
	if len(digits) > maxDecimal {
		return "", 0, false
	}
	return digits, scale, true
}

// setNumber gives n the value of a valid literal.
func setNumber(n *ast.Number, raw string) {
	n.Raw = raw
	if len(raw) < 18 {
		v := int64(0)
		for i := 0; i < len(raw) && isDigit(raw[i]); i++ {
			v = v*10 + int64(raw[i]-'0')
			if i == len(raw)-1 {
				n.Int = v
				return
			}
		}
	}
	if len(raw) > 2 && raw[0] == '0' {
		if base := strings.IndexByte("bBoOxX", raw[1]); base >= 0 {
			setInt(n, strings.ReplaceAll(raw[2:], "_", ""), [...]int{2, 8, 16}[base/2])
			return
		}
	}
	switch {
	case raw[len(raw)-1] == 'd':
		digits, scale, _ := decimalParts(raw)
		n.Kind = ast.Decimal
		n.Scale = int32(scale)
		setInt(n, digits, 10)
	case strings.ContainsAny(raw, ".eE"):
		n.Kind = ast.Float
		// Out of range is ±Inf or 0, which is what the language says.
		n.Float, _ = strconv.ParseFloat(strings.ReplaceAll(raw, "_", ""), 64)
	default:
		setInt(n, strings.ReplaceAll(raw, "_", ""), 10)
	}
}

func setInt(n *ast.Number, digits string, base int) {
	if digits == "" {
		return
	}
	if v, err := strconv.ParseInt(digits, base, 64); err == nil {
		n.Int = v
		return
	}
	if b := parseBig(digits, base); b.IsInt64() {
		n.Int = b.Int64()
	} else {
		n.Big = b
	}
}

// parseBig reads long numbers by halves: reading digit by digit takes
// quadratic time.
func parseBig(digits string, base int) *big.Int {
	if len(digits) <= 4000 {
		v, ok := new(big.Int).SetString(digits, base)
		if !ok {
			return new(big.Int)
		}
		return v
	}
	low := len(digits) / 2
	hi := parseBig(digits[:len(digits)-low], base)
	scale := new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(low)), nil)
	hi.Mul(hi, scale)
	return hi.Add(hi, parseBig(digits[len(digits)-low:], base))
}

// unescape decodes the escapes of a string body or of a text piece of a
// template. uni reports whether it contained a decoded \u escape.
func unescape(s string, template bool) (out string, uni bool) {
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return b.String(), uni
		}
		b.WriteString(s[:i])
		s = s[i:]
		n := 2
		switch c := s[1]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case '\\', '"', '\'':
			b.WriteByte(c)
		case '`', '{':
			if !template {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		case 'u':
			r, used := unicodeEscape(s, template)
			if used > 0 {
				b.WriteRune(r)
				n = used
				uni = true
			} else {
				b.WriteString(`\u`)
			}
		default:
			_, size := utf8.DecodeRuneInString(s[1:])
			n = 1 + size
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
}

// unicodeEscape decodes the \u escape that s begins with and returns the
// character and the length of the escape, or 0 if it is none.
func unicodeEscape(s string, template bool) (r rune, used int) {
	if len(s) > 2 && s[2] == '{' {
		end := strings.IndexByte(s, '}')
		if template || end < 4 || end > 9 {
			return 0, 0
		}
		r, ok := hexRune(s[3:end])
		if !ok || !utf8.ValidRune(r) {
			return 0, 0
		}
		return r, end + 1
	}
	hi, ok := hex4(s)
	if !ok {
		return 0, 0
	}
	if utf8.ValidRune(hi) {
		return hi, 6
	}
	if lo, ok := hex4(s[6:]); ok && hi < 0xDC00 && lo >= 0xDC00 && lo < 0xE000 {
		return 0x10000 + (hi-0xD800)<<10 + (lo - 0xDC00), 12
	}
	return 0, 0
}

// hex4 reads \uHHHH.
func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	return hexRune(s[2:6])
}

func hexRune(s string) (r rune, ok bool) {
	for i := range len(s) {
		d := digitOf(s[i])
		if d > 15 {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

// seconds is the value of a number as a float.
func seconds(n *ast.Number) float64 {
	if n.Kind == ast.Float {
		return n.Float
	}
	v := float64(n.Int)
	if n.Big != nil {
		v, _ = new(big.Float).SetInt(n.Big).Float64()
	}
	return v / math.Pow10(int(n.Scale))
}
