package toml

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/value"
)

// value reads a value; the table is that of an inline table.
func (p *parser) value() (value.Value, *table, error) {
	rest := p.s[p.pos:]
	switch c := p.peek(); c {
	case '"', '\'':
		s, err := p.str()
		if err != nil {
			return value.Value{}, nil, err
		}
		return value.OfPart(s, false), nil, p.meter.Spend(value.TextSize + len(s))
	case '[':
		v, err := p.array()
		return v, nil, err
	case '{':
		t, err := p.inlineTable()
		if err != nil {
			return value.Value{}, nil, err
		}
		return t.m.Value(), t, nil
	case 't', 'f':
		for word, v := range map[string]value.Value{"true": value.True, "false": value.False} {
			if strings.HasPrefix(rest, word) {
				p.pos += len(word)
				return v, nil, nil
			}
		}
		return value.Value{}, nil, p.fail("Invalid value")
	}
	v, err := p.scalar()
	return v, nil, err
}

func (p *parser) enterNested() error {
	p.pos++
	if p.depth++; p.depth > maxDepth {
		return p.fail("Nested deeper than %d levels", maxDepth)
	}
	return nil
}

func (p *parser) array() (value.Value, error) {
	if err := p.enterNested(); err != nil {
		return value.Value{}, err
	}
	var items []value.Value
	for {
		if err := p.blankLines(); err != nil {
			return value.Value{}, err
		}
		if p.peek() == ']' {
			break
		}
		v, _, err := p.value()
		if err != nil {
			return v, err
		}
		items = append(items, v)
		if err := p.meter.Spend(2 * value.SlotSize); err != nil {
			return v, err
		}
		if err := p.blankLines(); err != nil {
			return v, err
		}
		if p.peek() == ',' {
			p.pos++
		} else if p.peek() != ']' {
			return v, p.fail("Unclosed array")
		}
	}
	p.pos++
	p.depth--
	return value.NewFreshList(items), p.meter.Spend(value.ListSize)
}

// blankLines skips blanks, line ends and comments inside of an array.
func (p *parser) blankLines() error {
	for {
		p.blank()
		switch {
		case p.peek() == '\n':
			p.pos++
		case strings.HasPrefix(p.s[p.pos:], "\r\n"):
			p.pos += 2
		case p.peek() == '#':
			if err := p.comment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

func (p *parser) inlineTable() (*table, error) {
	if err := p.enterNested(); err != nil {
		return nil, err
	}
	t := newTable(inline)
	if err := p.meter.Spend(value.MapSize + 128); err != nil {
		return nil, err
	}
	p.blank()
	if p.peek() == '}' {
		p.pos++
		p.depth--
		return t, nil
	}
	for {
		if err := p.pair(t); err != nil {
			return nil, err
		}
		p.blank()
		switch p.peek() {
		case ',':
			p.pos++
			p.blank()
			continue
		case '}':
			p.pos++
			p.depth--
			close(t)
			return t, nil
		}
		return nil, p.fail("Unclosed inline table")
	}
}

// close makes the tables that dotted keys made inside of an inline table as
// closed as it is.
func close(t *table) {
	for _, c := range t.children {
		if sub, ok := c.(*table); ok && sub.origin != inline {
			sub.origin = inline
			close(sub)
		}
	}
}

// str reads a string of any of the four forms.
func (p *parser) str() (string, error) {
	switch {
	case strings.HasPrefix(p.s[p.pos:], `"""`):
		return p.multiline('"')
	case strings.HasPrefix(p.s[p.pos:], "'''"):
		return p.multiline('\'')
	case p.peek() == '"':
		return p.basic()
	}
	return p.literal()
}

func (p *parser) literal() (string, error) {
	p.pos++
	from := p.pos
	for p.pos < len(p.s) {
		c := p.s[p.pos]
		if c == '\'' {
			p.pos++
			return p.s[from : p.pos-1], nil
		}
		if c < 0x20 && c != '\t' || c == 0x7f {
			return "", p.fail("Found invalid character %q", c)
		}
		p.pos++
	}
	return "", p.fail("Unterminated string")
}

func (p *parser) basic() (string, error) {
	p.pos++
	from := p.pos
	var buf []byte
	for p.pos < len(p.s) {
		switch c := p.s[p.pos]; {
		case c == '"':
			p.pos++
			if buf == nil {
				return p.s[from : p.pos-1], nil
			}
			return string(append(buf, p.s[from:p.pos-1]...)), nil
		case c == '\\':
			buf = append(buf, p.s[from:p.pos]...)
			var err error
			if buf, err = p.escape(buf); err != nil {
				return "", err
			}
			from = p.pos
		case c < 0x20 && c != '\t' || c == 0x7f:
			return "", p.fail("Found invalid character %q", c)
		default:
			p.pos++
		}
	}
	return "", p.fail("Unterminated string")
}

// escape appends what the escape sequence at pos stands for.
func (p *parser) escape(buf []byte) ([]byte, error) {
	if p.pos+1 >= len(p.s) {
		p.pos = len(p.s)
		return nil, p.fail("Unterminated string")
	}
	c := p.s[p.pos+1]
	digits := 0
	switch c {
	case 'b':
		buf = append(buf, '\b')
	case 't':
		buf = append(buf, '\t')
	case 'n':
		buf = append(buf, '\n')
	case 'f':
		buf = append(buf, '\f')
	case 'r':
		buf = append(buf, '\r')
	case '"', '\\':
		buf = append(buf, c)
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return nil, p.fail(`Unescaped '\' in a string`)
	}
	p.pos += 2
	if digits == 0 {
		return buf, nil
	}
	if p.pos+digits > len(p.s) {
		return nil, p.fail("Invalid hex value")
	}
	hex := p.s[p.pos : p.pos+digits]
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || strings.ContainsAny(hex, "_+-") {
		return nil, p.fail("Invalid hex value")
	}
	if n > utf8.MaxRune || n >= 0xd800 && n <= 0xdfff {
		return nil, p.fail("Escaped character is not a Unicode scalar value")
	}
	p.pos += digits
	return utf8.AppendRune(buf, rune(n)), nil
}

// multiline reads a string in three quotes. Line ends become LF.
func (p *parser) multiline(quote byte) (string, error) {
	p.pos += 3
	if p.peek() == '\n' {
		p.pos++
	} else if strings.HasPrefix(p.s[p.pos:], "\r\n") {
		p.pos += 2
	}
	buf := []byte{}
	for p.pos < len(p.s) {
		c := p.s[p.pos]
		switch {
		case c == quote:
			n := 0
			for n < 5 && p.pos+n < len(p.s) && p.s[p.pos+n] == quote {
				n++
			}
			p.pos += n
			if n < 3 { // quotes of the string itself
				buf = append(buf, p.s[p.pos-n:p.pos]...)
				continue
			}
			return string(append(buf, p.s[p.pos-n:p.pos-3]...)), nil
		case c == '\\' && quote == '"':
			if p.lineContinues() {
				continue
			}
			var err error
			if buf, err = p.escape(buf); err != nil {
				return "", err
			}
		case c == '\r' && strings.HasPrefix(p.s[p.pos:], "\r\n"):
			p.pos++
		case c < 0x20 && c != '\t' && c != '\n' || c == 0x7f:
			return "", p.fail("Found invalid character %q", c)
		default:
			buf = append(buf, c)
			p.pos++
		}
	}
	return "", p.fail("Unterminated string")
}

// lineContinues skips a backslash at the end of a line with all blanks and
// line ends that follow.
func (p *parser) lineContinues() bool {
	rest := strings.TrimLeft(p.s[p.pos+1:], " \t")
	if !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "\r\n") {
		return false
	}
	for {
		rest = strings.TrimLeft(rest, " \t\n")
		if !strings.HasPrefix(rest, "\r\n") {
			break
		}
		rest = rest[2:]
	}
	p.pos = len(p.s) - len(rest)
	return true
}

// scalar reads a number, a date or a time.
func (p *parser) scalar() (value.Value, error) {
	end := p.pos
	for end < len(p.s) && isScalar(p.s[end]) {
		end++
	}
	// a date and a time may be separated by one space
	if end-p.pos == len("1979-05-27") && end+2 < len(p.s) && p.s[end] == ' ' && isDigit(p.s[end+1]) && p.s[p.pos+4] == '-' {
		for end++; end < len(p.s) && isScalar(p.s[end]); end++ {
		}
	}
	s := p.s[p.pos:end]
	if len(s) >= 8 && isDigit(s[0]) && (s[2] == ':' || len(s) >= 10 && s[4] == '-' && s[7] == '-') {
		text, ok := moment(s)
		if !ok {
			return value.Value{}, p.fail("Invalid date or datetime")
		}
		p.pos = end
		return value.OfPart(text, true), p.meter.Spend(value.TextSize)
	}
	v, err := p.number(s)
	if err == nil {
		p.pos = end
	}
	return v, err
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isScalar(c byte) bool {
	return isBare(c) || c == '+' || c == '.' || c == ':'
}

func (p *parser) number(s string) (value.Value, error) {
	body := strings.TrimLeft(s, "+-")
	signed := len(s) - len(body)
	if signed > 1 || body == "" {
		return value.Value{}, p.fail("Invalid value")
	}
	switch body {
	case "inf", "nan":
		f, _ := strconv.ParseFloat(s[:signed]+"inf", 64)
		if body == "nan" {
			f, _ = strconv.ParseFloat("nan", 64)
		}
		return value.OfFloat(f), nil
	}
	base, digits := 10, body
	if len(body) > 2 && body[0] == '0' && signed == 0 {
		switch body[1] {
		case 'x':
			base, digits = 16, body[2:]
		case 'o':
			base, digits = 8, body[2:]
		case 'b':
			base, digits = 2, body[2:]
		}
	}
	if base == 10 && strings.ContainsAny(body, ".eE") {
		if !isFloat(body) {
			return value.Value{}, p.fail("Invalid value")
		}
		f, _ := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
		return value.OfFloat(f), nil
	}
	if !grouped(digits, base) || base == 10 && len(digits) > 1 && digits[0] == '0' {
		return value.Value{}, p.fail("Invalid value")
	}
	n, err := strconv.ParseInt(s[:signed]+strings.ReplaceAll(digits, "_", ""), base, 64)
	if err != nil {
		return value.Value{}, &syntaxError{"integer out of the 64-bit range"}
	}
	return value.OfInt(n), nil
}

// grouped checks digits with single underscores between them.
func grouped(s string, base int) bool {
	before := byte('_')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '_' {
			if before == '_' {
				return false
			}
		} else if _, err := strconv.ParseUint(s[i:i+1], base, 8); err != nil {
			return false
		}
		before = c
	}
	return before != '_'
}

// isFloat checks a float without its sign: digits, fraction, exponent.
func isFloat(s string) bool {
	mantissa, exponent, hasExponent := s, "", false
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent, hasExponent = s[:i], s[i+1:], true
	}
	if hasExponent {
		if exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
			exponent = exponent[1:]
		}
		if !grouped(exponent, 10) {
			return false
		}
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	return grouped(whole, 10) && (len(whole) == 1 || whole[0] != '0') && (!point || grouped(fraction, 10))
}

// moment checks a date, a time, or both, and gives its one text form.
func moment(s string) (string, bool) {
	if s[2] == ':' {
		return clock(s)
	}
	date, rest := s[:10], s[10:]
	if _, err := time.Parse("2006-01-02", date); err != nil {
		return "", false
	}
	if rest == "" {
		return date, true
	}
	if c := rest[0]; c != 'T' && c != 't' && c != ' ' {
		return "", false
	}
	rest = rest[1:]
	offset := ""
	if i := strings.IndexAny(rest, "Zz+-"); i >= 0 {
		rest, offset = rest[:i], rest[i:]
	}
	at, ok := clock(rest)
	if !ok {
		return "", false
	}
	switch {
	case offset == "" || offset == "Z":
	case offset == "z", offset == "+00:00", offset == "-00:00":
		offset = "Z"
	default:
		if _, err := time.Parse("-07:00", offset); err != nil || offset[1:3] > "23" {
			return "", false
		}
	}
	return date + "T" + at + offset, true
}

// clock checks hh:mm:ss with a fraction, which is cut to six digits.
func clock(s string) (string, bool) {
	if len(s) < 8 {
		return "", false
	}
	if _, err := time.Parse("15:04:05", s[:8]); err != nil {
		return "", false
	}
	if len(s) == 8 {
		return s, true
	}
	fraction := s[9:]
	if s[8] != '.' || fraction == "" || strings.Trim(fraction, "0123456789") != "" {
		return "", false
	}
	fraction = strings.TrimRight(fraction[:min(6, len(fraction))], "0")
	if fraction == "" {
		return s[:8], true
	}
	return s[:8] + "." + fraction, true
}
