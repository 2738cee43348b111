// Package regex holds the builtins for regular expressions. The dialect is
// that of RE2 with Unicode classes (30 §30.5): patterns are translated to
// package regexp, which runs them in linear time; what it cannot express is
// run by a small machine of our own over the same compiled program.
package regex

import (
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Matches, Fn: matches},
	{Row: &sig.RegexFindAll, Fn: findAll, Fresh: true},
	{Row: &sig.FindAll, Fn: findAll, Fresh: true},
	{Row: &sig.RegexCapture, Fn: capture, Fresh: true},
	{Row: &sig.Capture, Fn: captureBare, Fresh: true},
	{Row: &sig.RegexReplace, Fn: replace},
	{Row: &sig.ReplaceRe, Fn: replace},
}

// textAndPattern coerces the first two arguments of every builtin here.
func textAndPattern(t value.Thread, args []value.Value) (*value.Text, *pattern, error) {
	s, err := builtin.RawText(t, args[0])
	if err != nil {
		return nil, nil, err
	}
	source, err := builtin.RawStr(t, args[1])
	if err != nil {
		return nil, nil, err
	}
	p, err := lookup(t, source)
	return s, p, err
}

func matches(t value.Thread, args []value.Value) (value.Value, error) {
	text, p, err := textAndPattern(t, args)
	if err != nil {
		return args[0], err
	}
	s := text.String()
	ok, err := p.matches(t, s)
	return value.OfBool(ok), err
}

func findAll(t value.Thread, args []value.Value) (value.Value, error) {
	text, p, err := textAndPattern(t, args)
	if err != nil {
		return args[0], err
	}
	s := text.String()
	ascii := text.ASCII()
	out := value.NewBuilder(t, 0)
	err = p.each(t, s, false, func(m []int) error {
		v, err := builtin.Piece(t, text, s[m[0]:m[1]], ascii)
		if err != nil {
			return err
		}
		return out.AddFresh(v)
	})
	if err != nil {
		return args[0], err
	}
	return out.List(), nil
}

func capture(t value.Thread, args []value.Value) (value.Value, error) {
	text, p, err := textAndPattern(t, args)
	if err != nil {
		return args[0], err
	}
	s := text.String()
	m, err := p.first(t, s)
	if m == nil || err != nil {
		return value.Nothing, err
	}
	if p.groups > 0 {
		m = m[2:]
	}
	out := make([]value.Value, len(m)/2)
	if err := t.Charge(value.ListSize + len(out)*value.SlotSize); err != nil {
		return args[0], err
	}
	for i := range out {
		out[i] = value.Nothing
		if m[2*i] >= 0 {
			if out[i], err = builtin.Piece(t, text, s[m[2*i]:m[2*i+1]], false); err != nil {
				return args[0], err
			}
		}
	}
	return value.NewFreshList(out), nil
}

// captureBare is the old form: the text itself when there are no groups.
func captureBare(t value.Thread, args []value.Value) (value.Value, error) {
	v, err := capture(t, args)
	if err != nil || !v.IsList() {
		return v, err
	}
	source, err := builtin.RawStr(t, args[1])
	if err != nil {
		return v, err
	}
	if p, err := lookup(t, source); err != nil || p.groups > 0 {
		return v, err
	}
	return v.Items()[0], nil
}

func replace(t value.Thread, args []value.Value) (value.Value, error) {
	text, p, err := textAndPattern(t, args)
	if err != nil {
		return args[0], err
	}
	s := text.String()
	to, err := builtin.RawStr(t, args[2])
	if err != nil {
		return args[0], err
	}
	parts := p.replacement(to)
	groups := false
	for _, part := range parts {
		groups = groups || part.group > 0
	}
	var b []byte
	from, found := 0, false
	err = p.each(t, s, groups, func(m []int) error {
		found = true
		size := m[0] - from
		for _, part := range parts {
			size += len(part.expand(s, m))
		}
		if b, err = builtin.Grow(t, b, size); err != nil {
			return err
		}
		b = append(b, s[from:m[0]]...)
		for _, part := range parts {
			b = append(b, part.expand(s, m)...)
		}
		from = m[1]
		return nil
	})
	if err != nil {
		return args[0], err
	}
	if !found && args[0].IsText() {
		return args[0], nil
	}
	if b, err = builtin.Grow(t, b, len(s)-from); err != nil {
		return args[0], err
	}
	return builtin.OwnText(t, append(b, s[from:]...))
}

// part is a piece of a replacement: literal text, or a group.
type part struct {
	text  string
	group int // -1 for text
}

func (p part) expand(s string, m []int) string {
	if p.group < 0 {
		return p.text
	}
	if i := 2 * p.group; i+1 < len(m) && m[i] >= 0 {
		return s[m[i]:m[i+1]]
	}
	return ""
}

// replacement reads `\N` and `\g<name>`; `\\` is one backslash, any other is
// literal, and so is `$`.
func (p *pattern) replacement(to string) []part {
	var parts []part
	text := func(s string) {
		if s != "" {
			parts = append(parts, part{s, -1})
		}
	}
	for {
		i := strings.IndexByte(to, '\\')
		if i < 0 || i == len(to)-1 {
			text(to)
			return parts
		}
		text(to[:i])
		rest := to[i+1:]
		switch c := rest[0]; {
		case c == '\\':
			text(`\`)
			to = rest[1:]
		case c >= '0' && c <= '9':
			n, end := 0, 0
			for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
				n = min(n*10+int(rest[end]-'0'), 1<<20)
				end++
			}
			parts = append(parts, part{"", n})
			to = rest[end:]
		case strings.HasPrefix(rest, "g<") && strings.Contains(rest, ">"):
			name, after, _ := strings.Cut(rest[2:], ">")
			parts = append(parts, part{"", p.groupNamed(name)})
			to = after
		default:
			text(`\`)
			to = rest
		}
	}
}

// groupNamed gives the number of a group by name or number; one that does
// not exist is beyond all.
func (p *pattern) groupNamed(name string) int {
	const none = 1 << 20
	for i, n := range p.names {
		if n == name && n != "" {
			return i
		}
	}
	n := 0
	for i := 0; i < len(name); i++ {
		if name[i] < '0' || name[i] > '9' {
			return none
		}
		n = min(n*10+int(name[i]-'0'), none)
	}
	if name == "" {
		return none
	}
	return n
}
