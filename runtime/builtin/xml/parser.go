package xml

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// maxDepth bounds the elements that are open at once.
const maxDepth = 10_000

// parser reads one document. Open elements are kept on a stack of its own,
// so that nesting takes no stack of the machine.
type parser struct {
	s     string
	pos   int
	t     value.Thread
	meter builtin.Meter
	open  []element
	root  value.Value // the finished document, unset before
}

// element is an open element.
type element struct {
	tag  string
	m    *value.Map // attributes and children; nil while there are none
	text string     // the only piece of text so far …
	more []byte     // … or all pieces, once there are several
}

// syntaxError is what is wrong with a document.
type syntaxError struct{ msg string }

func (e *syntaxError) Error() string { return e.msg }

func (p *parser) fail(msg string) error {
	before := p.s[:min(p.pos, len(p.s))]
	line := strings.Count(before, "\n") + 1
	col := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return &syntaxError{fmt.Sprintf("%s: line %d, column %d", msg, line, col)}
}

const malformed = "not well-formed (invalid token)"

func (p *parser) has(prefix string) bool { return strings.HasPrefix(p.s[p.pos:], prefix) }

func (p *parser) document() (value.Value, error) {
	if p.has("\ufeff") {
		p.pos = len("\ufeff")
	}
	if p.has("<?xml") && p.pos+5 < len(p.s) && isSpace(p.s[p.pos+5]) {
		end := strings.Index(p.s[p.pos:], "?>")
		if end < 0 {
			return value.Value{}, p.fail("unclosed token")
		}
		if !isDeclaration(p.s[p.pos+len("<?xml") : p.pos+end]) {
			return value.Value{}, p.fail("XML declaration not well-formed")
		}
		p.pos += end + 2
	}
	for p.pos < len(p.s) {
		if err := p.next(); err != nil {
			return value.Value{}, err
		}
	}
	if p.root.IsUnset() {
		return value.Value{}, p.fail("no element found")
	}
	return p.root, nil
}

// isDeclaration reports version, encoding and standalone, in that order, the
// last two optional (production 23 of XML 1.0). What they say is ignored.
func isDeclaration(s string) bool {
	pairs := []string{"version", "encoding", "standalone"}
	for first := true; ; first = false {
		rest := strings.TrimLeft(s, " \t\r\n")
		if rest == "" {
			return !first
		}
		name, after, _ := strings.Cut(rest, "=")
		i := slices.Index(pairs, strings.TrimRight(name, " \t\r\n"))
		after = strings.TrimLeft(after, " \t\r\n")
		if i < 0 || first && i != 0 || len(rest) == len(s) || after == "" || after[0] != '"' && after[0] != '\'' {
			return false
		}
		val, behind, closed := strings.Cut(after[1:], after[:1])
		if !closed || !isDeclared(pairs[i], val) {
			return false
		}
		s, pairs = behind, pairs[i+1:]
	}
}

// isDeclared reports a value that may stand in a declaration.
func isDeclared(name, val string) bool {
	if name == "standalone" {
		return val == "yes" || val == "no"
	}
	for i := range len(val) {
		c := val[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (name == "encoding" && i == 0 || c != '-' && c != '_' && c != '.' && c != ':' && (c < '0' || c > '9')) {
			return false
		}
	}
	return val != "" || name == "version"
}

// next reads one piece of markup or text.
func (p *parser) next() error {
	if p.s[p.pos] != '<' {
		return p.characters()
	}
	switch {
	case p.has("</"):
		return p.endTag()
	case p.has("<!--"):
		return p.comment()
	case p.has("<![CDATA["):
		return p.cdata()
	case p.has("<!DOCTYPE"):
		return p.fail("document type declarations are not allowed")
	case p.has("<?"):
		return p.instruction()
	}
	return p.startTag()
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (p *parser) space() bool {
	from := p.pos
	for p.pos < len(p.s) && isSpace(p.s[p.pos]) {
		p.pos++
	}
	return p.pos > from
}

func (p *parser) name() (string, error) {
	from := p.pos
	for p.pos < len(p.s) {
		r, w := rune(p.s[p.pos]), 1
		if r >= utf8.RuneSelf {
			r, w = utf8.DecodeRuneInString(p.s[p.pos:])
		}
		if !isNameStart(r) && (p.pos == from || !isNamePart(r)) {
			break
		}
		p.pos += w
	}
	if p.pos == from {
		return "", p.fail(malformed)
	}
	return p.s[from:p.pos], nil
}

// isNameStart and isNamePart are the productions 4 and 4a of XML 1.0.
func isNameStart(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == ':'
	case r >= 0xc0 && r <= 0x2ff:
		return r != 0xd7 && r != 0xf7
	}
	return r >= 0x370 && r <= 0x1fff && r != 0x37e || r == 0x200c || r == 0x200d ||
		r >= 0x2070 && r <= 0x218f || r >= 0x2c00 && r <= 0x2fef || r >= 0x3001 && r <= 0xd7ff ||
		r >= 0xf900 && r <= 0xfdcf || r >= 0xfdf0 && r <= 0xfffd || r >= 0x10000 && r <= 0xeffff
}

func isNamePart(r rune) bool {
	return r == '-' || r == '.' || r >= '0' && r <= '9' || r == 0xb7 ||
		r >= 0x300 && r <= 0x36f || r == 0x203f || r == 0x2040
}

func (p *parser) startTag() error {
	if len(p.open) == 0 && !p.root.IsUnset() {
		return p.fail("junk after document element")
	}
	if len(p.open) >= maxDepth {
		return p.fail(fmt.Sprintf("elements nested deeper than %d", maxDepth))
	}
	p.pos++
	tag, err := p.name()
	if err != nil {
		return err
	}
	p.open = append(p.open, element{tag: tag})
	if err := p.meter.Spend(value.EntrySize + value.TextSize + len(tag)); err != nil {
		return err
	}
	var seen []string
	for {
		spaced := p.space()
		switch {
		case p.pos >= len(p.s):
			return p.fail("unclosed token")
		case p.s[p.pos] == '>':
			p.pos++
			return nil
		case p.has("/>"):
			p.pos += 2
			return p.closed()
		case !spaced:
			return p.fail(malformed)
		}
		at := p.pos
		name, err := p.attribute()
		if err != nil {
			return err
		}
		if err := p.meter.Spend(16 * (len(seen)/64 + 1)); err != nil {
			return err
		}
		for _, other := range seen {
			if other == name {
				p.pos = at
				return p.fail("duplicate attribute")
			}
		}
		if seen = append(seen, name); len(seen) > 10_000 {
			return p.fail("more than 10000 attributes")
		}
	}
}

// attribute reads one attribute into the element that is being opened.
func (p *parser) attribute() (string, error) {
	name, err := p.name()
	if err != nil {
		return "", err
	}
	p.space()
	if !p.has("=") {
		return "", p.fail(malformed)
	}
	p.pos++
	p.space()
	if !p.has(`"`) && !p.has("'") {
		return "", p.fail(malformed)
	}
	quote := p.s[p.pos]
	p.pos++
	var buf []byte
	from := p.pos
	for p.pos < len(p.s) && p.s[p.pos] != quote {
		switch c := p.s[p.pos]; {
		case c == '<':
			return "", p.fail(malformed)
		case c == '&':
			buf = append(buf, p.s[from:p.pos]...)
			if buf, err = p.reference(buf); err != nil {
				return "", err
			}
			from = p.pos
		case isSpace(c) && c != ' ':
			buf = append(append(buf, p.s[from:p.pos]...), ' ')
			if p.has("\r\n") {
				p.pos++
			}
			p.pos++
			from = p.pos
		default:
			if err := p.character(); err != nil {
				return "", err
			}
		}
	}
	if p.pos >= len(p.s) {
		return "", p.fail("unclosed token")
	}
	text := p.s[from:p.pos]
	if buf != nil {
		text = string(append(buf, text...))
	}
	p.pos++
	if name == "xmlns" || strings.HasPrefix(name, "xmlns:") {
		return name, nil
	}
	if err := p.meter.Spend(value.EntrySize + 2*value.TextSize + len(name) + len(text)); err != nil {
		return "", err
	}
	p.top().mapping().Set("@"+name, value.OfPart(text, false))
	return name, nil
}

func (p *parser) top() *element { return &p.open[len(p.open)-1] }

func (e *element) mapping() *value.Map {
	if e.m == nil {
		e.m = value.NewMap(0)
	}
	return e.m
}

func (p *parser) endTag() error {
	at := p.pos
	p.pos += 2
	if len(p.open) == 0 {
		p.pos = at
		return p.fail(malformed)
	}
	tag, err := p.name()
	if err != nil {
		return err
	}
	p.space()
	if !p.has(">") {
		return p.fail(malformed)
	}
	if tag != p.top().tag {
		p.pos = at + 2
		return p.fail("mismatched tag")
	}
	p.pos++
	return p.closed()
}

// closed gives the value of the innermost element to the one around it.
func (p *parser) closed() error {
	e := *p.top()
	p.open = p.open[:len(p.open)-1]
	text := e.text
	if e.more != nil {
		text = string(e.more)
	}
	text = strings.TrimSpace(text)
	v := value.Nothing
	switch {
	case e.m != nil:
		if text != "" {
			e.m.Set("#text", value.OfPart(text, false))
		}
		v = e.m.Value()
	case text != "":
		v = value.OfPart(text, false)
	}
	if err := p.meter.Spend(value.MapSize + value.TextSize + len(text)); err != nil {
		return err
	}
	if len(p.open) == 0 {
		doc := value.NewMap(1)
		doc.Set(e.tag, v)
		p.root = doc.Value()
		return nil
	}
	parent := p.top().mapping()
	was, repeated := parent.Get(e.tag)
	switch {
	case !repeated:
		parent.Set(e.tag, v)
	case was.IsList(): // no element is a list by itself
		return was.List().Push(p.t, v)
	default:
		parent.Set(e.tag, value.NewFreshList([]value.Value{was, v}))
	}
	return nil
}

// put adds text to the innermost element.
func (p *parser) put(s string) error {
	e := p.top()
	switch {
	case s == "":
	case e.more != nil:
		e.more = append(e.more, s...)
	case e.text == "":
		e.text = s
		return nil
	default:
		e.more = append(append(make([]byte, 0, len(e.text)+len(s)+16), e.text...), s...)
	}
	return p.meter.Spend(2 * len(s))
}

// characters reads text up to the next markup.
func (p *parser) characters() error {
	if len(p.open) == 0 {
		if p.space() {
			return nil
		}
		if p.root.IsUnset() {
			return p.fail(malformed)
		}
		return p.fail("junk after document element")
	}
	from := p.pos
	for p.pos < len(p.s) && p.s[p.pos] != '<' {
		switch c := p.s[p.pos]; {
		case c == '&':
			if err := p.put(p.s[from:p.pos]); err != nil {
				return err
			}
			r, err := p.reference(nil)
			if err != nil {
				return err
			}
			if err := p.put(string(r)); err != nil {
				return err
			}
			from = p.pos
		case c == '\r':
			if err := p.put(p.s[from:p.pos] + "\n"); err != nil {
				return err
			}
			p.pos++
			if p.has("\n") {
				p.pos++
			}
			from = p.pos
		case c == ']' && p.has("]]>"):
			return p.fail(malformed)
		default:
			if err := p.character(); err != nil {
				return err
			}
		}
	}
	return p.put(p.s[from:p.pos])
}

// character steps over one character, which must be one that XML allows.
func (p *parser) character() error {
	c := p.s[p.pos]
	if c >= 0x20 && c < utf8.RuneSelf || c == '\t' || c == '\n' || c == '\r' {
		p.pos++
		return nil
	}
	r, w := utf8.DecodeRuneInString(p.s[p.pos:])
	if !isChar(r) {
		return p.fail(malformed)
	}
	p.pos += w
	return nil
}

func isChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= utf8.MaxRune
}

// reference appends what the reference at pos stands for.
func (p *parser) reference(buf []byte) ([]byte, error) {
	end := strings.IndexByte(p.s[p.pos:min(len(p.s), p.pos+64)], ';')
	if end < 0 {
		return nil, p.fail(malformed)
	}
	name := p.s[p.pos+1 : p.pos+end]
	var r rune
	switch name {
	case "amp":
		r = '&'
	case "lt":
		r = '<'
	case "gt":
		r = '>'
	case "quot":
		r = '"'
	case "apos":
		r = '\''
	default:
		digits, numeric := strings.CutPrefix(name, "#")
		if !numeric {
			return nil, p.fail("undefined entity")
		}
		base := 10
		if rest, ok := strings.CutPrefix(digits, "x"); ok {
			base, digits = 16, rest
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err != nil || strings.ContainsAny(digits, "+_") || n > utf8.MaxRune || !isChar(rune(n)) {
			return nil, p.fail("reference to invalid character number")
		}
		r = rune(n)
	}
	p.pos += end + 1
	return utf8.AppendRune(buf, r), nil
}

// until steps over characters up to a mark, and over the mark.
func (p *parser) until(mark string) (string, error) {
	end := strings.Index(p.s[p.pos:], mark)
	if end < 0 {
		return "", p.fail("unclosed token")
	}
	from, stop := p.pos, p.pos+end
	for p.pos < stop {
		if err := p.character(); err != nil {
			return "", err
		}
	}
	p.pos += len(mark)
	return p.s[from:stop], nil
}

func (p *parser) comment() error {
	p.pos += len("<!--")
	if _, err := p.until("--"); err != nil {
		return err
	}
	if !p.has(">") {
		return p.fail(malformed)
	}
	p.pos++
	return nil
}

func (p *parser) cdata() error {
	if len(p.open) == 0 {
		return p.fail(malformed)
	}
	p.pos += len("<![CDATA[")
	s, err := p.until("]]>")
	if err != nil {
		return err
	}
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	return p.put(s)
}

func (p *parser) instruction() error {
	at := p.pos
	p.pos += 2
	name, err := p.name()
	if err != nil {
		return err
	}
	if strings.EqualFold(name, "xml") {
		p.pos = at
		return p.fail("XML or text declaration not at start of entity")
	}
	if !p.has("?>") && !p.space() {
		return p.fail(malformed)
	}
	_, err = p.until("?>")
	return err
}
