package toml

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// parser reads a TOML 1.0 document into a map. Beside the map of every table
// it remembers how the table came to be, because TOML lets no table be
// defined twice.
type parser struct {
	s     string
	pos   int
	meter builtin.Meter
	depth int

	root, current *table
	arrays        []*arrayOfTables // to be put into their maps at the end
}

// table is a table while the document is read.
type table struct {
	m        *value.Map
	children map[string]any // *table or *arrayOfTables; nil for plain values
	origin   origin
}

type arrayOfTables struct {
	parent *value.Map
	key    *value.Text
	tables []*table
}

// origin tells how a table was made, which decides who may add to it.
type origin uint8

const (
	implied origin = iota // on the way to another: a header may still define it
	header                // by [header] or [[header]]
	dotted                // by a dotted key
	inline                // {…}: closed
)

const maxDepth = 128 // nested arrays and inline tables

// syntaxError is what is wrong with a document.
type syntaxError struct{ msg string }

func (e *syntaxError) Error() string { return e.msg }

func (p *parser) fail(format string, args ...any) error {
	before := p.s[:min(p.pos, len(p.s))]
	line := strings.Count(before, "\n") + 1
	col := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return &syntaxError{fmt.Sprintf(format, args...) + fmt.Sprintf(" (at line %d, column %d)", line, col)}
}

func newTable(o origin) *table {
	return &table{m: value.NewMap(0), children: map[string]any{}, origin: o}
}

// child makes an empty table below t.
func (p *parser) child(t *table, key string, o origin) (*table, error) {
	if err := p.meter.Spend(value.MapSize + value.EntrySize + value.TextSize + 128); err != nil {
		return nil, err
	}
	c := newTable(o)
	t.m.Set(key, c.m.Value())
	t.children[key] = c
	return c, nil
}

func parseDocument(t value.Thread, s string) (value.Value, error) {
	p := parser{s: s, meter: builtin.Meter{T: t}, root: newTable(header)}
	p.current = p.root
	if err := t.Work(len(s) / 64); err != nil {
		return value.Value{}, err
	}
	for {
		p.blank()
		if p.pos >= len(p.s) {
			break
		}
		if err := p.statement(); err != nil {
			return value.Value{}, err
		}
		p.blank()
		if err := p.lineEnd(); err != nil {
			return value.Value{}, err
		}
	}
	for i := len(p.arrays) - 1; i >= 0; i-- {
		a := p.arrays[i]
		items := make([]value.Value, len(a.tables))
		for j, t := range a.tables {
			items[j] = t.m.Value()
		}
		a.parent.SetText(a.key, value.NewFreshList(items))
	}
	return p.root.m.Value(), p.meter.Flush()
}

func (p *parser) peek() byte {
	if p.pos < len(p.s) {
		return p.s[p.pos]
	}
	return 0
}

// blank skips spaces and tabs.
func (p *parser) blank() {
	for p.pos < len(p.s) && (p.s[p.pos] == ' ' || p.s[p.pos] == '\t') {
		p.pos++
	}
}

// lineEnd consumes a comment and a line end, or the end of the document.
func (p *parser) lineEnd() error {
	if err := p.comment(); err != nil {
		return err
	}
	switch {
	case p.pos >= len(p.s):
	case p.s[p.pos] == '\n':
		p.pos++
	case strings.HasPrefix(p.s[p.pos:], "\r\n"):
		p.pos += 2
	default:
		return p.fail("Expected newline or end of document after a statement")
	}
	return nil
}

func (p *parser) comment() error {
	if p.peek() != '#' {
		return nil
	}
	for p.pos < len(p.s) && p.s[p.pos] != '\n' && !strings.HasPrefix(p.s[p.pos:], "\r\n") {
		if c := p.s[p.pos]; c < 0x20 && c != '\t' || c == 0x7f {
			return p.fail("Found invalid character %q", c)
		}
		p.pos++
	}
	return nil
}

func (p *parser) statement() error {
	switch c := p.peek(); {
	case c == '#' || c == '\n' || strings.HasPrefix(p.s[p.pos:], "\r\n"):
		return nil
	case c == '[':
		return p.header()
	}
	return p.pair(p.current)
}

func (p *parser) header() error {
	p.pos++
	list := p.peek() == '['
	end := "]"
	if list {
		p.pos++
		end = "]]"
	}
	path, err := p.key()
	if err != nil {
		return err
	}
	if !strings.HasPrefix(p.s[p.pos:], end) {
		return p.fail("Expected '%s' at the end of a table declaration", end)
	}
	p.pos += len(end)
	at := p.root
	for _, name := range path[:len(path)-1] {
		if at, err = p.enter(at, name); err != nil {
			return err
		}
	}
	last := path[len(path)-1]
	if list {
		return p.appendTable(at, last)
	}
	switch c := at.children[last].(type) {
	case *table:
		if c.origin != implied {
			return p.fail("Cannot declare %s twice", show(path))
		}
		c.origin = header
		p.current = c
		return nil
	case nil:
		if !at.m.Has(last) {
			p.current, err = p.child(at, last, header)
			return err
		}
	}
	return p.fail("Cannot overwrite a value: %s", show(path))
}

// enter goes one step down the path of a header.
func (p *parser) enter(t *table, name string) (*table, error) {
	if err := p.meter.Spend(0); err != nil {
		return nil, err
	}
	switch c := t.children[name].(type) {
	case *table:
		if c.origin == inline {
			return nil, p.fail("Cannot mutate the inline table %s", builtin.Quote(name))
		}
		return c, nil
	case *arrayOfTables:
		return c.tables[len(c.tables)-1], nil
	}
	if t.m.Has(name) {
		return nil, p.fail("Cannot overwrite a value: %s", builtin.Quote(name))
	}
	return p.child(t, name, implied)
}

// appendTable adds a table to an array of tables.
func (p *parser) appendTable(t *table, name string) error {
	a, ok := t.children[name].(*arrayOfTables)
	if !ok {
		if t.m.Has(name) {
			return p.fail("Cannot make an array of tables of %s, which is defined already", builtin.Quote(name))
		}
		a = &arrayOfTables{parent: t.m, key: value.OfText(name).Text()}
		t.children[name] = a
		t.m.SetText(a.key, value.Nothing) // its place
		p.arrays = append(p.arrays, a)
	}
	p.current = newTable(header)
	a.tables = append(a.tables, p.current)
	return p.meter.Spend(value.MapSize + value.ListSize + value.TextSize + 128)
}

func show(path []string) string { return builtin.Quote(strings.Join(path, ".")) }

// pair reads `key = value` into t.
func (p *parser) pair(t *table) error {
	path, err := p.key()
	if err != nil {
		return err
	}
	if p.peek() != '=' {
		return p.fail("Expected '=' after a key in a key/value pair")
	}
	for _, name := range path[:len(path)-1] {
		switch c := t.children[name].(type) {
		case *table:
			if c.origin == header || c.origin == inline {
				return p.fail("Cannot redefine the table %s", builtin.Quote(name))
			}
			c.origin = dotted
			t = c
			continue
		case nil:
			if !t.m.Has(name) {
				if t, err = p.child(t, name, dotted); err != nil {
					return err
				}
				continue
			}
		}
		return p.fail("Cannot overwrite a value: %s", builtin.Quote(name))
	}
	last := path[len(path)-1]
	if t.m.Has(last) {
		return p.fail("Cannot overwrite a value: %s", show(path))
	}
	p.pos++
	p.blank()
	v, sub, err := p.value()
	if err != nil {
		return err
	}
	t.m.Set(last, v)
	if sub != nil {
		t.children[last] = sub
	}
	return p.meter.Spend(value.EntrySize + value.TextSize)
}

// key reads a dotted key and the blanks behind it.
func (p *parser) key() ([]string, error) {
	var path []string
	for {
		p.blank()
		part, err := p.keyPart()
		if err != nil {
			return nil, err
		}
		path = append(path, part)
		if err := p.meter.Spend(16); err != nil {
			return nil, err
		}
		p.blank()
		if p.peek() != '.' {
			return path, nil
		}
		p.pos++
	}
}

func (p *parser) keyPart() (string, error) {
	switch p.peek() {
	case '"':
		if strings.HasPrefix(p.s[p.pos:], `"""`) {
			return "", p.fail("A key cannot be a multi-line string")
		}
		return p.basic()
	case '\'':
		if strings.HasPrefix(p.s[p.pos:], "'''") {
			return "", p.fail("A key cannot be a multi-line string")
		}
		return p.literal()
	}
	from := p.pos
	for p.pos < len(p.s) && isBare(p.s[p.pos]) {
		p.pos++
	}
	if p.pos == from {
		return "", p.fail("Invalid initial character for a key part")
	}
	return p.s[from:p.pos], nil
}

func isBare(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
