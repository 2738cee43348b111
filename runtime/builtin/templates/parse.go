package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/value"
)

// node is a piece of a template.
type node struct {
	kind kind
	line int
	text string // literal text, an expression, a path, a name
	raw  bool   // of an expression: not escaped

	variable  string  // of each
	branches  []node  // of when: one node with the condition for each branch
	body      []node  // of a block
	otherwise *[]node // of each and when; nil when there is none
	with      string  // of include: the expression of its map
}

type kind uint8

const (
	literal kind = iota
	expression
	name // a bare name
	each
	when
	include
	layout
	slot
	fill
)

// page is a parsed template.
type page struct {
	file  string
	nodes []node
}

// reader turns a text into nodes.
type reader struct {
	file, s string
	pos     int
	line    int // of pos
	depth   int // blocks around pos
	made    func() error
}

// maxBlocks bounds how deep blocks nest: they are read and rendered by
// functions that call themselves.
const maxBlocks = 250

// parsePage reads a template; it calls made for each node.
func parsePage(file, text string, made func() error) (*page, error) {
	p := reader{file: file, s: text, line: 1, made: made}
	nodes, end, err := p.nodes()
	if err != nil {
		return nil, err
	}
	switch {
	case end == nil:
	case end.word == "end":
		return nil, p.fail(end.line, "'{ end }' without a matching block")
	default:
		return nil, p.fail(end.line, "'otherwise' outside a 'when' or 'each' block")
	}
	if err := p.checkFills(nodes, true); err != nil {
		return nil, err
	}
	return &page{file, nodes}, nil
}

func (p *reader) fail(line int, format string, args ...any) error {
	return value.Errorf("%s:%d: "+format, append([]any{p.file, line}, args...)...)
}

// mark is a hole that ends a list of nodes: end or otherwise.
type mark struct {
	word, rest string
	line       int
}

// nodes reads up to a mark that belongs to the block around, or to the end
// of the text, where the mark is nil.
func (p *reader) nodes() ([]node, *mark, error) {
	var out []node
	for {
		i := strings.IndexByte(p.s[p.pos:], '{')
		if i < 0 {
			i = len(p.s) - p.pos
		}
		if err := p.made(); err != nil {
			return nil, nil, err
		}
		if i > 0 {
			out = append(out, node{kind: literal, text: p.s[p.pos : p.pos+i]})
			p.advance(p.pos + i)
		}
		if p.pos == len(p.s) {
			return out, nil, nil
		}
		line := p.line
		inner, err := p.hole()
		if err != nil {
			return nil, nil, err
		}
		word, rest := firstWord(inner)
		switch {
		case strings.HasPrefix(inner, "--"):
			continue
		case word == "end" && rest == "":
			return out, &mark{word, rest, line}, nil
		case word == "otherwise" && (rest == "" || startsWith(rest, "when")):
			return out, &mark{word, rest, line}, nil
		}
		n, err := p.node(word, rest, inner, line)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, n)
	}
}

func (p *reader) advance(to int) {
	p.line += strings.Count(p.s[p.pos:to], "\n")
	p.pos = to
}

// hole reads from `{` to its `}`; braces nest, and those in texts do not
// count. White space around the inside is dropped.
func (p *reader) hole() (string, error) {
	line, depth := p.line, 0
	start := p.pos + 1
	comment := strings.HasPrefix(strings.TrimLeftFunc(p.s[start:], unicode.IsSpace), "--")
	for i := p.pos; i < len(p.s); i++ {
		switch c := p.s[i]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				inner := p.s[start:i]
				p.advance(i + 1)
				return strings.TrimSpace(inner), nil
			}
		case '"', '`':
			if comment { // it has no texts
				continue
			}
			end := textEnd(p.s[i:], c)
			if end < 0 {
				return "", p.fail(line, "unclosed '{' in template")
			}
			i += end
		}
	}
	return "", p.fail(line, "unclosed '{' in template")
}

// textEnd is the position of the quote that closes the text at the start of
// s, -1 when there is none.
func textEnd(s string, quote byte) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			return i
		}
	}
	return -1
}

func firstWord(s string) (word, rest string) {
	i := 0
	for i < len(s) {
		r, w := utf8.DecodeRuneInString(s[i:])
		if r != '_' && !unicode.IsLetter(r) && !(i > 0 && unicode.IsDigit(r)) {
			break
		}
		i += w
	}
	return s[:i], strings.TrimSpace(s[i:])
}

func startsWith(s, word string) bool {
	w, _ := firstWord(s)
	return w == word
}

// node makes the node of a hole, reading the body of a block.
func (p *reader) node(word, rest, inner string, line int) (node, error) {
	switch word {
	case "raw":
		if rest == "" {
			return p.verbatim(line)
		}
		if !operatorAhead(rest) {
			return node{kind: expression, line: line, text: rest, raw: true}, nil
		}
	case "each":
		return p.each(rest, line)
	case "when":
		return p.when(rest, line)
	case "include":
		if path, after, ok := quoted(rest); ok {
			n := node{kind: include, line: line, text: path}
			if after == "" {
				return n, nil
			}
			if w, expr := firstWord(after); w == "with" && expr != "" {
				n.with = expr
				return n, nil
			}
		}
	case "layout", "slot", "fill":
		path, after, ok := quoted(rest)
		switch {
		case word == "layout" && ok && after == "":
			return node{kind: layout, line: line, text: path}, nil
		case word == "slot" && (rest == "" || ok && after == ""):
			return node{kind: slot, line: line, text: path}, nil
		case word == "fill" && ok && after == "":
			body, _, err := p.block(word, line)
			return node{kind: fill, line: line, text: path, body: body}, err
		}
	}
	if isName(inner) {
		return node{kind: name, line: line, text: inner}, nil
	}
	return node{kind: expression, line: line, text: inner}, nil
}

// operatorAhead tells that `raw` is a name in an expression.
func operatorAhead(rest string) bool {
	return strings.IndexByte(".=<>+*/%,|", rest[0]) >= 0
}

func isName(s string) bool {
	w, rest := firstWord(s)
	return w != "" && rest == "" && w != "true" && w != "false" && w != "nothing"
}

// quoted reads a text in double quotes and what follows it.
func quoted(s string) (text, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", "", false
	}
	end := textEnd(s, '"')
	if end < 0 {
		return "", "", false
	}
	return s[1:end], strings.TrimSpace(s[end+1:]), true
}

// verbatim is the text up to the next { end }.
func (p *reader) verbatim(line int) (node, error) {
	for i := p.pos; ; {
		shut := strings.IndexByte(p.s[i:], '}')
		if shut < 0 {
			return node{}, p.fail(line, "missing '{ end }' for '{ raw }'")
		}
		shut += i
		open := strings.LastIndexByte(p.s[i:shut], '{') + i
		if open >= i && strings.TrimSpace(p.s[open+1:shut]) == "end" {
			n := node{kind: literal, text: p.s[p.pos:open]}
			p.advance(shut + 1)
			return n, nil
		}
		i = shut + 1
	}
}

// block reads the body of a block up to its mark.
func (p *reader) block(word string, line int) ([]node, *mark, error) {
	if p.depth++; p.depth > maxBlocks {
		return nil, nil, p.fail(line, "blocks nested deeper than %d", maxBlocks)
	}
	body, m, err := p.nodes()
	p.depth--
	switch {
	case err != nil:
		return nil, nil, err
	case m == nil:
		return nil, nil, p.fail(line, "missing '{ end }' for '{ %s ... }'", word)
	case m.word == "otherwise" && word == "fill":
		return nil, nil, p.fail(m.line, "'otherwise' outside a 'when' or 'each' block")
	}
	return body, m, nil
}

func (p *reader) each(rest string, line int) (node, error) {
	variable, after := firstWord(rest)
	in, list := firstWord(after)
	if variable == "" || in != "in" || list == "" {
		return node{}, p.fail(line, "expected '{ each name in list }'")
	}
	n := node{kind: each, line: line, variable: variable, text: list}
	body, m, err := p.block("each", line)
	if err != nil {
		return n, err
	}
	n.body = body
	if m.word == "end" {
		return n, nil
	}
	if m.rest != "" {
		return n, p.fail(m.line, "'otherwise' outside a 'when' or 'each' block")
	}
	return p.last(n, "each", line)
}

// last reads the `otherwise` branch that ends a block.
func (p *reader) last(n node, word string, line int) (node, error) {
	body, m, err := p.block(word, line)
	if err != nil {
		return n, err
	}
	if m.word != "end" {
		return n, p.fail(m.line, "'otherwise' outside a 'when' or 'each' block")
	}
	n.otherwise = &body
	return n, nil
}

func (p *reader) when(rest string, line int) (node, error) {
	n := node{kind: when, line: line}
	condition, at := rest, line
	for {
		body, m, err := p.block("when", line)
		if err != nil {
			return n, err
		}
		n.branches = append(n.branches, node{line: at, text: condition, body: body})
		if m.word == "end" {
			return n, nil
		}
		if m.rest == "" {
			return p.last(n, "when", line)
		}
		_, condition = firstWord(m.rest)
		at = m.line
	}
}

// checkFills refuses fills that are not at the top level of a page behind
// its layout.
func (p *reader) checkFills(nodes []node, top bool) error {
	declared := false
	for _, n := range nodes {
		switch n.kind {
		case layout:
			declared = true
		case fill:
			if !top || !declared {
				return p.fail(n.line, "'fill' is only allowed at the top level of a page that declares a layout")
			}
		}
		lists := [][]node{n.body}
		for _, b := range n.branches {
			lists = append(lists, b.body)
		}
		if n.otherwise != nil {
			lists = append(lists, *n.otherwise)
		}
		for _, list := range lists {
			if err := p.checkFills(list, false); err != nil {
				return err
			}
		}
	}
	return nil
}
