package jsondoc

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth is the number of open lists and objects a document may have.
const MaxDepth = 128

// maxIntegerDigits bounds integers as the language bounds them.
const maxIntegerDigits = 4300

// SyntaxError says what is wrong with a document and where. Line and Column
// begin at 1; Column counts code points.
type SyntaxError struct {
	Detail       string
	Line, Column int
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s at line %d column %d", e.Detail, e.Line, e.Column)
}

// Parse reads one strict RFC 8259 document; a leading byte order mark is skipped.
func Parse(src []byte) (Value, error) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	p := &parser{src: src}
	v, ok := p.value()
	if ok {
		p.space()
		if p.pos < len(p.src) {
			ok = p.fail("trailing characters", p.pos)
		}
	}
	if !ok {
		return Value{}, p.err
	}
	return v, nil
}

type parser struct {
	src   []byte
	pos   int
	depth int
	err   *SyntaxError
}

// fail notes the error and returns false.
func (p *parser) fail(detail string, at int) bool {
	if p.err == nil {
		before := p.src[:min(at, len(p.src))]
		line := bytes.Count(before, []byte("\n")) + 1
		start := bytes.LastIndexByte(before, '\n') + 1
		p.err = &SyntaxError{detail, line, utf8.RuneCount(before[start:]) + 1}
	}
	return false
}

func (p *parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *parser) end() bool { return p.pos >= len(p.src) }

func (p *parser) value() (Value, bool) {
	p.space()
	if p.end() {
		return Value{}, p.fail("EOF while parsing a value", p.pos)
	}
	switch c := p.src[p.pos]; {
	case c == '{':
		return p.object()
	case c == '[':
		return p.list()
	case c == '"':
		s, ok := p.text()
		return Value{Kind: Text, Text: s}, ok
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case p.word("true"):
		return Value{Kind: Bool, Bool: true}, true
	case p.word("false"):
		return Value{Kind: Bool}, true
	case p.word("null"):
		return Value{}, true
	}
	return Value{}, p.fail("expected value", p.pos)
}

func (p *parser) word(w string) bool {
	if bytes.HasPrefix(p.src[p.pos:], []byte(w)) {
		p.pos += len(w)
		return true
	}
	return false
}

func (p *parser) open() bool {
	if p.depth++; p.depth > MaxDepth {
		return p.fail(fmt.Sprintf("nesting deeper than %d levels", MaxDepth), p.pos)
	}
	p.pos++
	p.space()
	return true
}

func (p *parser) list() (Value, bool) {
	v := Value{Kind: List}
	if !p.open() {
		return v, false
	}
	defer func() { p.depth-- }()
	if !p.end() && p.src[p.pos] == ']' {
		p.pos++
		return v, true
	}
	for {
		item, ok := p.value()
		if !ok {
			return v, false
		}
		v.Items = append(v.Items, item)
		p.space()
		if p.end() {
			return v, p.fail("EOF while parsing a list", p.pos)
		}
		switch p.src[p.pos] {
		case ',':
			p.pos++
		case ']':
			p.pos++
			return v, true
		default:
			return v, p.fail("expected `,` or `]`", p.pos)
		}
	}
}

func (p *parser) object() (Value, bool) {
	v := Value{Kind: Object}
	if !p.open() {
		return v, false
	}
	defer func() { p.depth-- }()
	if !p.end() && p.src[p.pos] == '}' {
		p.pos++
		return v, true
	}
	var seen map[string]int // made when the object is large enough to need it
	for {
		p.space()
		if p.end() {
			return v, p.fail("EOF while parsing an object", p.pos)
		}
		if p.src[p.pos] != '"' {
			return v, p.fail("key must be a string", p.pos)
		}
		key, ok := p.text()
		if !ok {
			return v, false
		}
		p.space()
		if p.end() {
			return v, p.fail("EOF while parsing an object", p.pos)
		}
		if p.src[p.pos] != ':' {
			return v, p.fail("expected `:`", p.pos)
		}
		p.pos++
		item, ok := p.value()
		if !ok {
			return v, false
		}
		seen = v.put(seen, key, item)
		p.space()
		if p.end() {
			return v, p.fail("EOF while parsing an object", p.pos)
		}
		switch p.src[p.pos] {
		case ',':
			p.pos++
		case '}':
			p.pos++
			return v, true
		default:
			return v, p.fail("expected `,` or `}`", p.pos)
		}
	}
}

// put adds a member in linear time over the whole object.
func (v *Value) put(seen map[string]int, key string, item Value) map[string]int {
	const small = 16
	if len(v.Members) < small {
		v.Set(key, item)
		return nil
	}
	if seen == nil {
		seen = make(map[string]int, 2*small)
		for i, m := range v.Members {
			seen[m.Key] = i
		}
	}
	if i, ok := seen[key]; ok {
		v.Members[i].Value = item
		return seen
	}
	seen[key] = len(v.Members)
	v.Members = append(v.Members, Member{key, item})
	return seen
}

func (p *parser) number() (Value, bool) {
	start := p.pos
	digits := func() (int, bool) {
		from := p.pos
		for !p.end() && p.src[p.pos] >= '0' && p.src[p.pos] <= '9' {
			p.pos++
		}
		return p.pos - from, p.pos > from || p.fail("invalid number", p.pos)
	}
	if p.src[p.pos] == '-' {
		p.pos++
	}
	first := p.pos
	n, ok := digits()
	if !ok {
		return Value{}, false
	}
	if n > 1 && p.src[first] == '0' {
		return Value{}, p.fail("invalid number (leading zero)", first+1)
	}
	float := false
	if !p.end() && p.src[p.pos] == '.' {
		float = true
		p.pos++
		if _, ok := digits(); !ok {
			return Value{}, false
		}
	}
	if !p.end() && (p.src[p.pos] == 'e' || p.src[p.pos] == 'E') {
		float = true
		p.pos++
		if !p.end() && (p.src[p.pos] == '+' || p.src[p.pos] == '-') {
			p.pos++
		}
		if _, ok := digits(); !ok {
			return Value{}, false
		}
	}
	text := string(p.src[start:p.pos])
	if !float && n > maxIntegerDigits {
		return Value{}, p.fail(fmt.Sprintf("integer with %d digits; the limit is %d (converting longer ones is quadratic — pass it as text)", n, maxIntegerDigits), start)
	}
	if float {
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			shown := text
			if len(shown) > 40 {
				shown = shown[:40] + "…"
			}
			return Value{}, p.fail("number "+shown+" is out of range for a float (JSON has no infinity; pass it as text)", start)
		}
	}
	return Value{Kind: Number, Text: text}, true
}

func (p *parser) text() (string, bool) {
	p.pos++ // the quote
	from := p.pos
	for !p.end() { // most texts have no escapes: find the end first
		c := p.src[p.pos]
		if c == '"' {
			s := string(p.src[from:p.pos])
			p.pos++
			return valid(s), true
		}
		if c == '\\' || c < 0x20 {
			break
		}
		p.pos++
	}
	buf := append([]byte(nil), p.src[from:p.pos]...)
	for {
		if p.end() {
			return "", p.fail("EOF while parsing a string", p.pos)
		}
		c := p.src[p.pos]
		switch {
		case c == '"':
			p.pos++
			return valid(string(buf)), true
		case c < 0x20:
			return "", p.fail(`control character (\u0000-\u001F) found while parsing a string`, p.pos)
		case c != '\\':
			buf = append(buf, c)
			p.pos++
		default:
			r, ok := p.escape()
			if !ok {
				return "", false
			}
			buf = utf8.AppendRune(buf, r)
		}
	}
}

func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string(bytes.ToValidUTF8([]byte(s), []byte("\ufffd")))
}

func (p *parser) escape() (rune, bool) {
	p.pos++ // the backslash
	if p.end() {
		return 0, p.fail("EOF while parsing a string", p.pos)
	}
	c := p.src[p.pos]
	p.pos++
	switch c {
	case '"', '\\', '/':
		return rune(c), true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'u':
	default:
		return 0, p.fail("invalid escape", p.pos-1)
	}
	hi, ok := p.hex()
	if !ok || !utf16.IsSurrogate(hi) {
		return hi, ok
	}
	if hi >= 0xdc00 {
		return 0, p.fail("lone trailing surrogate in hex escape", p.pos)
	}
	at := p.pos
	if !bytes.HasPrefix(p.src[p.pos:], []byte(`\u`)) {
		return 0, p.fail("lone leading surrogate in hex escape", at)
	}
	p.pos += 2
	lo, ok := p.hex()
	if !ok {
		return 0, false
	}
	if r := utf16.DecodeRune(hi, lo); r != utf8.RuneError {
		return r, true
	}
	return 0, p.fail("lone leading surrogate in hex escape", at)
}

func (p *parser) hex() (rune, bool) {
	if len(p.src)-p.pos < 4 {
		return 0, p.fail("EOF while parsing a string", len(p.src))
	}
	n, err := strconv.ParseUint(string(p.src[p.pos:p.pos+4]), 16, 16)
	if err != nil {
		return 0, p.fail("invalid escape", p.pos)
	}
	p.pos += 4
	return rune(n), true
}
