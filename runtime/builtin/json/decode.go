package json

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// Limits of what is read.
const (
	maxDepth  = 128  // open arrays and objects
	maxDigits = 4300 // of an integer: converting takes quadratic time
)

// Bad is what is wrong with a JSON text: the detail and its position.
type Bad struct {
	Detail    string
	Line, Col int
}

func (b *Bad) Error() string {
	return fmt.Sprintf("%s at line %d column %d", b.Detail, b.Line, b.Col)
}

// Parse reads one JSON document (30 §30.11). What the text does wrong is a
// *Bad; other errors are the limits of the thread.
func Parse(t value.Thread, text string, allowNaN bool) (value.Value, error) {
	p := parser{meter: builtin.Meter{T: t}, allowNaN: allowNaN}
	v, err := p.parse(text)
	if err != nil {
		return value.Value{}, err
	}
	return v, p.meter.Flush()
}

type parser struct {
	s        string
	pos      int
	start    int // behind the byte order mark
	depth    int
	allowNaN bool
	meter    builtin.Meter

	// keys remembers the texts of object keys: the objects of a list have
	// the same ones, which then share a text and its hash.
	keys [64]*value.Text
	buf  []byte // strings with escapes, one at a time
	// stack holds the items of the lists that are open; items of inner lists
	// lie behind those of outer ones.
	stack []value.Value
	// sizes are those of the last object at each depth: the next one there
	// has probably as many keys.
	sizes [maxDepth + 1]uint8
}

// bad makes the error for the byte position at.
func (p *parser) bad(at int, detail string) error {
	before := p.s[p.start:min(at, len(p.s))]
	line := strings.Count(before, "\n") + 1
	col := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return &Bad{detail, line, col}
}

// parse reads one document; a parser may read several, one after the other.
func (p *parser) parse(text string) (value.Value, error) {
	p.s, p.pos, p.depth = text, 0, 0
	if strings.HasPrefix(text, "\ufeff") {
		p.pos = len("\ufeff")
	}
	p.start = p.pos
	v, err := p.value()
	if err != nil {
		return v, err
	}
	if p.space(); p.pos < len(p.s) {
		return v, p.bad(p.pos, "trailing characters")
	}
	return v, nil
}

func (p *parser) space() {
	for p.pos < len(p.s) {
		switch p.s[p.pos] {
		case ' ', '\n', '\t', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *parser) value() (value.Value, error) {
	p.space()
	if p.pos >= len(p.s) {
		return value.Value{}, p.bad(p.pos, "EOF while parsing a value")
	}
	switch c := p.s[p.pos]; c {
	case '"':
		s, ascii, err := p.text()
		if err != nil {
			return value.Value{}, err
		}
		if err := p.meter.Spend(value.TextSize + len(s)); err != nil {
			return value.Value{}, err
		}
		return value.OfPart(s, ascii), nil
	case '{':
		return p.object()
	case '[':
		return p.list()
	case 't':
		return p.word("true", value.True)
	case 'f':
		return p.word("false", value.False)
	case 'n':
		return p.word("null", value.Nothing)
	case 'N':
		return p.notFinite("NaN", math.NaN(), 0)
	case 'I':
		return p.notFinite("Infinity", math.Inf(1), 0)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.number()
	}
	return value.Value{}, p.bad(p.pos, "expected value")
}

func (p *parser) word(word string, v value.Value) (value.Value, error) {
	if !strings.HasPrefix(p.s[p.pos:], word) {
		return v, p.bad(p.pos, "expected value")
	}
	p.pos += len(word)
	return v, nil
}

// notFinite reads a word that is not JSON. sign is 1 when a minus sign,
// already at p.pos, comes before it.
func (p *parser) notFinite(word string, f float64, sign int) (value.Value, error) {
	end := p.pos + sign + len(word)
	if !strings.HasPrefix(p.s[p.pos+sign:], word) || end < len(p.s) && continues(p.s[end:]) {
		if sign > 0 {
			return value.Value{}, p.bad(p.pos+1, "invalid number")
		}
		return value.Value{}, p.bad(p.pos, "expected value")
	}
	if !p.allowNaN {
		if sign > 0 {
			return value.Value{}, p.bad(p.pos, "-Infinity is not JSON — to read it on purpose: json_decode(text, allow_nan = true)")
		}
		return value.Value{}, p.bad(p.pos, "NaN/Infinity is not JSON (a NaN passes every `x <= 0` check) — to read them on purpose: json_decode(text, allow_nan = true)")
	}
	p.pos = end
	return value.OfFloat(f), nil
}

// continues reports that a word goes on at the start of s.
func continues(s string) bool {
	c := s[0]
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf && isLetter(s)
}

func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return p.bad(p.pos, "nesting deeper than 128 levels")
	}
	p.pos++
	return nil
}

func (p *parser) list() (value.Value, error) {
	if err := p.enter(); err != nil {
		return value.Value{}, err
	}
	base := len(p.stack)
	p.space()
	if p.pos < len(p.s) && p.s[p.pos] == ']' {
		p.pos++
		p.depth--
		return value.NewFreshList(nil), p.meter.Spend(value.ListSize)
	}
	for {
		v, err := p.value()
		if err != nil {
			return v, err
		}
		p.stack = append(p.stack, v)
		if err := p.meter.Spend(2 * value.SlotSize); err != nil { // here and in the list to be
			return v, err
		}
		p.space()
		if p.pos >= len(p.s) {
			return v, p.bad(p.pos, "EOF while parsing a list")
		}
		switch p.s[p.pos] {
		case ',':
			p.pos++
			continue
		case ']':
			p.pos++
		default:
			return v, p.bad(p.pos, "expected `,` or `]`")
		}
		items := append([]value.Value(nil), p.stack[base:]...)
		clear(p.stack[base:])
		p.stack = p.stack[:base]
		p.depth--
		return value.NewFreshList(items), p.meter.Spend(value.ListSize)
	}
}

func (p *parser) object() (value.Value, error) {
	if err := p.enter(); err != nil {
		return value.Value{}, err
	}
	m := value.NewMap(0)
	p.space()
	if p.pos < len(p.s) && p.s[p.pos] == '}' {
		p.pos++
		p.depth--
		return m.Value(), p.meter.Spend(value.MapSize)
	}
	room := max(4, int(p.sizes[p.depth]))
	if err := p.meter.Spend(room * value.EntrySize); err != nil {
		return m.Value(), err
	}
	m = value.NewMap(room)
	for {
		p.space()
		if p.pos >= len(p.s) {
			return m.Value(), p.bad(p.pos, "EOF while parsing an object")
		}
		if p.s[p.pos] != '"' {
			return m.Value(), p.bad(p.pos, "key must be a string")
		}
		key, err := p.key()
		if err != nil {
			return m.Value(), err
		}
		p.space()
		if p.pos >= len(p.s) {
			return m.Value(), p.bad(p.pos, "EOF while parsing an object")
		}
		if p.s[p.pos] != ':' {
			return m.Value(), p.bad(p.pos, "expected `:`")
		}
		p.pos++
		v, err := p.value()
		if err != nil {
			return v, err
		}
		m.SetText(key, v)
		grown := 0
		if m.Len() > room {
			grown = value.EntrySize
		}
		if err := p.meter.Spend(grown); err != nil {
			return v, err
		}
		p.space()
		if p.pos >= len(p.s) {
			return v, p.bad(p.pos, "EOF while parsing an object")
		}
		switch p.s[p.pos] {
		case ',':
			p.pos++
			continue
		case '}':
			p.pos++
		default:
			return v, p.bad(p.pos, "expected `,` or `}`")
		}
		p.sizes[p.depth] = uint8(min(m.Len(), 64))
		p.depth--
		return m.Value(), p.meter.Spend(value.MapSize)
	}
}

// key reads an object key and finds the text that stood for it before.
func (p *parser) key() (*value.Text, error) {
	s, ascii, err := p.text()
	if err != nil {
		return nil, err
	}
	slot := uint(len(s)) * 7
	if s != "" {
		slot += uint(s[0])*31 + uint(s[len(s)-1])*5 + uint(s[len(s)/2])
	}
	slot %= uint(len(p.keys))
	if k := p.keys[slot]; k != nil && k.String() == s {
		return k, nil
	}
	k := value.OfPart(s, ascii).Text()
	p.keys[slot] = k
	return k, p.meter.Spend(value.TextSize + len(s))
}

// text reads a string. What it gives is a part of the document, or lies in a
// buffer that the next string is written to.
func (p *parser) text() (s string, ascii bool, err error) {
	from := p.pos + 1
	ascii = true
	for i := from; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '"':
			p.pos = i + 1
			return p.s[from:i], ascii, nil
		case c == '\\':
			return p.escaped(from, i)
		case c < 0x20:
			return "", false, p.bad(i, `control character (\u0000-\u001F) found while parsing a string`)
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return "", false, p.bad(len(p.s), "EOF while parsing a string")
}

// escaped reads a string whose first escape is at i.
func (p *parser) escaped(from, i int) (string, bool, error) {
	buf := append(p.buf[:0], p.s[from:i]...)
	for i < len(p.s) {
		c := p.s[i]
		switch {
		case c == '"':
			p.pos = i + 1
			if grown := cap(buf) - cap(p.buf); grown > 0 {
				if err := p.meter.Spend(grown); err != nil {
					return "", false, err
				}
			}
			p.buf = buf
			return unsafe.String(unsafe.SliceData(buf), len(buf)), false, nil
		case c < 0x20:
			return "", false, p.bad(i, `control character (\u0000-\u001F) found while parsing a string`)
		case c != '\\':
			run := i
			for i < len(p.s) && p.s[i] != '"' && p.s[i] != '\\' && p.s[i] >= 0x20 {
				i++
			}
			buf = append(buf, p.s[run:i]...)
			continue
		}
		if i++; i >= len(p.s) {
			break
		}
		switch p.s[i] {
		case '"', '\\', '/':
			buf = append(buf, p.s[i])
		case 'b':
			buf = append(buf, '\b')
		case 'f':
			buf = append(buf, '\f')
		case 'n':
			buf = append(buf, '\n')
		case 'r':
			buf = append(buf, '\r')
		case 't':
			buf = append(buf, '\t')
		case 'u':
			r, n, err := p.unicode(i + 1)
			if err != nil {
				return "", false, err
			}
			buf = utf8.AppendRune(buf, r)
			i += n
		default:
			return "", false, p.bad(i, "invalid escape")
		}
		i++
	}
	return "", false, p.bad(len(p.s), "EOF while parsing a string")
}

// unicode reads the digits of a \u escape at i, and those of the second half
// of a surrogate pair; n is how many bytes they take.
func (p *parser) unicode(i int) (r rune, n int, err error) {
	if r, err = p.hex4(i); err != nil {
		return 0, 0, err
	}
	switch {
	case r >= 0xdc00 && r <= 0xdfff:
		return 0, 0, p.bad(i+4, "lone trailing surrogate in hex escape")
	case r < 0xd800 || r > 0xdfff:
		return r, 4, nil
	}
	if !strings.HasPrefix(p.s[i+4:], `\u`) {
		return 0, 0, p.bad(i+4, "lone leading surrogate in hex escape")
	}
	low, err := p.hex4(i + 6)
	if err != nil {
		return 0, 0, err
	}
	if low < 0xdc00 || low > 0xdfff {
		return 0, 0, p.bad(i+4, "lone leading surrogate in hex escape")
	}
	return (r-0xd800)<<10 + (low - 0xdc00) + 0x10000, 10, nil
}

func (p *parser) hex4(i int) (rune, error) {
	rest := p.s[i:]
	n, end := 0, 0
	for n < 4 && end < len(rest) { // four characters, not bytes
		_, w := utf8.DecodeRuneInString(rest[end:])
		end += w
		n++
	}
	if n < 4 {
		return 0, p.bad(len(p.s), "EOF while parsing a string")
	}
	r := rune(0)
	for _, c := range []byte(rest[:4]) {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, p.bad(i, "invalid escape")
		}
		r = r<<4 | rune(c)
	}
	return r, nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// digits skips digits from i on; at least one is required.
func (p *parser) digits(i int) (int, error) {
	from := i
	for i < len(p.s) && isDigit(p.s[i]) {
		i++
	}
	if i == from {
		return i, p.bad(i, "invalid number")
	}
	return i, nil
}

func (p *parser) number() (value.Value, error) {
	from, i := p.pos, p.pos
	if p.s[i] == '-' {
		if i+1 < len(p.s) && p.s[i+1] == 'I' {
			return p.notFinite("Infinity", math.Inf(-1), 1)
		}
		i++
	}
	whole := i
	i, err := p.digits(i)
	if err != nil {
		return value.Value{}, err
	}
	if p.s[whole] == '0' && i > whole+1 {
		return value.Value{}, p.bad(whole+1, "invalid number (leading zero)")
	}
	digits, float := i-whole, false
	if i < len(p.s) && p.s[i] == '.' {
		float = true
		if i, err = p.digits(i + 1); err != nil {
			return value.Value{}, err
		}
	}
	if i < len(p.s) && (p.s[i] == 'e' || p.s[i] == 'E') {
		float = true
		i++
		if i < len(p.s) && (p.s[i] == '+' || p.s[i] == '-') {
			i++
		}
		if i, err = p.digits(i); err != nil {
			return value.Value{}, err
		}
	}
	p.pos = i
	text := p.s[from:i]
	switch {
	case float:
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return value.Value{}, p.bad(from, "number "+value.Cut(text, 40)+" is out of range for a float (JSON has no infinity; pass it as text)")
		}
		return value.OfFloat(f), nil
	case digits < 19:
		n := int64(0)
		for _, c := range []byte(p.s[whole:i]) {
			n = n*10 + int64(c-'0')
		}
		if whole > from {
			n = -n
		}
		return value.OfInt(n), nil
	case digits > maxDigits:
		return value.Value{}, p.bad(from, fmt.Sprintf("integer with %d digits; the limit is 4300 (converting longer ones is quadratic — pass it as text)", digits))
	}
	n, _ := new(big.Int).SetString(text, 10)
	return value.OfBig(n), p.meter.Spend(digits / 2)
}
