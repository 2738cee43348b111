// Package templates holds render: HTML from template files (30 §30.17).
//
// A template is parsed into nodes (parse.go) and then walked with the
// variables in scope (this file). Expressions in it are those of the
// language; the machine evaluates them.
package templates

import (
	"errors"
	"path"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/sig"
	"github.com/synrun/synrun/synsema/token"
)

// Table binds the builtin.
var Table = []builtin.Def{
	{Row: &sig.Render, Fn: render, Fresh: true},
}

// Evaluator is a Thread that can evaluate an expression of a template. The
// names stand for the values, above the globals of the program; src begins
// at a line of file.
type Evaluator interface {
	EvalIn(src, file string, line int, names []string, vals []value.Value) (value.Value, error)
}

// partials reads the templates that a template includes or is laid out by:
// they are confined to the working directory, but no capability is asked.
type partials interface {
	ReadPartial(path string) (string, error)
}

const maxDepth = 50

func render(t value.Thread, args []value.Value) (value.Value, error) {
	if args[0].IsUnset() {
		return args[0], value.Errorf("render() needs 1 argument, got 0")
	}
	file, err := builtin.RawStr(t, args[0])
	if err != nil {
		return args[0], err
	}
	scope := &scope{}
	if !args[1].Absent() {
		data, ok := args[1].AsMap()
		if !ok {
			return args[0], value.Errorf("render: data must be a map, got %s", value.TypeName(args[1]))
		}
		args[1].Share()
		scope.data = data
	}
	eval, ok := t.(Evaluator)
	if !ok {
		return args[0], value.Errorf("render: recognised, but not executed by this runtime")
	}
	r := renderer{t: t, eval: eval, pages: map[string]*page{}}
	if err := checkPath(file); err != nil {
		return args[0], err
	}
	text, err := t.Gate().ReadFile(t.At(), path.Clean(strings.ReplaceAll(file, `\`, "/")))
	if err != nil {
		return args[0], notFound(file, err)
	}
	p, err := parsePage(file, text, r.made)
	if err != nil {
		return args[0], err
	}
	if err := r.page(p, scope, nil); err != nil {
		return args[0], err
	}
	body, err := builtin.OwnText(t, r.out)
	if err != nil {
		return args[0], err
	}
	m := value.NewMap(3)
	m.Set("status", value.OfInt(200))
	m.Set("content_type", value.OfASCII("text/html; charset=utf-8"))
	m.Set("body", body)
	return m.Value(), nil
}

// Check says what is wrong with the template that render would find under that
// path, with the text that rendering it would give. read gives a file's text.
func Check(file string, read func(path string) ([]byte, error)) error {
	if err := checkPath(file); err != nil {
		return err
	}
	text, err := read(path.Clean(strings.ReplaceAll(file, `\`, "/")))
	if err != nil || !utf8.Valid(text) {
		return value.Errorf("template not found: %s", file)
	}
	_, err = parsePage(file, string(text), func() error { return nil })
	return err
}

// checkPath refuses paths that leave the working directory.
func checkPath(p string) error {
	slashed := strings.ReplaceAll(p, `\`, "/")
	if strings.HasPrefix(slashed, "/") || len(p) > 1 && p[1] == ':' {
		return value.Errorf("template path must be relative to the working dir: '%s'", p)
	}
	if clean := path.Clean(slashed); clean == ".." || strings.HasPrefix(clean, "../") {
		return value.Errorf("template path escapes the working directory: '%s'", p)
	}
	return nil
}

// notFound hides why a file cannot be read, unless that is a refusal or the
// end of the run.
func notFound(p string, err error) error {
	var e *gate.Error
	if errors.As(err, &e) && e.Kind == gate.KindIO {
		return value.Errorf("template not found: %s", p)
	}
	return err
}

// scope is the variables of `each` on top of a data map.
type scope struct {
	data *value.Map
	name string
	val  value.Value
	up   *scope
}

func (s *scope) lookup(name string) (value.Value, bool) {
	for ; s != nil; s = s.up {
		if s.name == name && name != "" {
			return s.val, true
		}
		if s.data != nil {
			if v, ok := s.data.Get(name); ok {
				return v, true
			}
		}
	}
	return value.Value{}, false
}

// slots are what a layout is filled with.
type slots struct {
	page  []byte
	fills map[string][]byte
}

type renderer struct {
	t     value.Thread
	eval  Evaluator
	pages map[string]*page // partials, parsed
	out   []byte
	depth int
}

// made counts a node.
func (r *renderer) made() error {
	if err := r.t.Charge(2 * int(unsafe.Sizeof(node{}))); err != nil { // lists grow
		return err
	}
	return r.t.Work(1)
}

// page renders a page, and the layout that it declares around it.
func (r *renderer) page(p *page, s *scope, around *slots) error {
	declared := -1
	for i, n := range p.nodes {
		if n.kind == layout {
			declared = i
		}
	}
	if declared < 0 {
		return r.nodes(p, p.nodes, s, around)
	}
	outside := r.out
	inside := &slots{fills: map[string][]byte{}}
	r.out = nil
	for i := range p.nodes {
		n := &p.nodes[i]
		switch n.kind {
		case layout:
		case fill:
			content := r.out
			r.out = nil
			if err := r.nodes(p, n.body, s, around); err != nil {
				return err
			}
			inside.fills[n.text], r.out = r.out, content
		default:
			if err := r.node(p, n, s, around); err != nil {
				return err
			}
		}
	}
	inside.page, r.out = r.out, outside
	n := &p.nodes[declared]
	return r.nested(p, n, func(q *page) error { return r.page(q, s, inside) })
}

// nested renders another template at a hole.
func (r *renderer) nested(p *page, n *node, f func(*page) error) error {
	q, err := r.partial(n.text)
	if err != nil {
		return r.at(p, n, err)
	}
	if r.depth++; r.depth > maxDepth {
		return r.at(p, n, value.Errorf("templates nested deeper than %d", maxDepth))
	}
	err = f(q)
	r.depth--
	return err
}

func (r *renderer) partial(file string) (*page, error) {
	if err := checkPath(file); err != nil {
		return nil, err
	}
	if p := r.pages[file]; p != nil {
		return p, nil
	}
	clean := path.Clean(strings.ReplaceAll(file, `\`, "/"))
	var text string
	var err error
	if g, ok := any(r.t.Gate()).(partials); ok {
		text, err = g.ReadPartial(clean)
	} else {
		text, err = r.t.Gate().ReadFile(r.t.At(), clean)
	}
	if err != nil {
		return nil, notFound(file, err)
	}
	p, err := parsePage(file, text, r.made)
	if err != nil {
		return nil, &placed{err}
	}
	r.pages[file] = p
	return p, nil
}

// placed is an error that has its place already.
type placed struct{ error }

func (p *placed) Unwrap() error { return p.error }

// at puts the place of a hole in front of an error that a program can catch.
func (r *renderer) at(p *page, n *node, err error) error {
	var done *placed
	if errors.As(err, &done) {
		return done.error
	}
	var e *value.Error
	if errors.As(err, &e) {
		if e.Fatal {
			return err
		}
		return value.Errorf("%s:%d: %s", p.file, n.line, e.Msg)
	}
	var g *gate.Error
	if errors.As(err, &g) && g.Catchable() {
		return value.Errorf("%s:%d: %s", p.file, n.line, g.Text)
	}
	return err
}

func (r *renderer) nodes(p *page, nodes []node, s *scope, around *slots) error {
	for i := range nodes {
		if err := r.node(p, &nodes[i], s, around); err != nil {
			return err
		}
	}
	return nil
}

func (r *renderer) write(text string) (err error) {
	if r.out, err = builtin.Grow(r.t, r.out, len(text)); err == nil {
		r.out = append(r.out, text...)
	}
	return err
}

func (r *renderer) node(p *page, n *node, s *scope, around *slots) error {
	if err := r.t.Work(1); err != nil {
		return err
	}
	switch n.kind {
	case literal:
		return r.write(n.text)
	case name:
		v, ok := s.lookup(n.text)
		if !ok {
			return r.at(p, n, value.Errorf("field '%s' is not in the template data", n.text))
		}
		return r.show(v, false)
	case expression:
		v, err := r.value(p, n, n.text, s)
		if err != nil {
			return err
		}
		return r.show(v, n.raw)
	case each:
		return r.each(p, n, s, around)
	case when:
		for i := range n.branches {
			b := &n.branches[i]
			v, err := r.value(p, b, b.text, s)
			if err != nil {
				return err
			}
			if value.Truth(v) {
				return r.nodes(p, b.body, s, around)
			}
		}
		if n.otherwise != nil {
			return r.nodes(p, *n.otherwise, s, around)
		}
	case include:
		return r.include(p, n, s, around)
	case slot:
		switch {
		case around == nil:
		case n.text == "":
			return r.write(string(around.page))
		default:
			return r.write(string(around.fills[n.text]))
		}
	}
	return nil
}

func (r *renderer) each(p *page, n *node, s *scope, around *slots) error {
	list, err := r.value(p, n, n.text, s)
	if err != nil {
		return err
	}
	if !list.IsList() {
		if _, ok := list.AsMap(); ok {
			return r.at(p, n, value.Errorf("Cannot iterate over map in '{ each }' — iterate its keys: { each k in keys(m) }"))
		}
		return r.at(p, n, value.Errorf("Cannot iterate over %s in '{ each }'", value.TypeName(list)))
	}
	items := list.Share().Items()
	if len(items) == 0 && n.otherwise != nil {
		return r.nodes(p, *n.otherwise, s, around)
	}
	for _, x := range items {
		inner := &scope{name: n.variable, val: x.Share(), up: s}
		if err := r.nodes(p, n.body, inner, around); err != nil {
			return err
		}
	}
	return nil
}

func (r *renderer) include(p *page, n *node, s *scope, around *slots) error {
	if n.with != "" {
		v, err := r.value(p, n, n.with, s)
		if err != nil {
			return err
		}
		data, ok := v.AsMap()
		if !ok {
			return r.at(p, n, value.Errorf("include with needs a map, got %s", value.TypeName(v)))
		}
		v.Share()
		s = &scope{data: data}
	}
	return r.nested(p, n, func(q *page) error { return r.page(q, s, around) })
}

// value evaluates an expression with those variables that it mentions.
func (r *renderer) value(p *page, n *node, src string, s *scope) (value.Value, error) {
	if isName(src) {
		if v, ok := s.lookup(src); ok {
			return v, nil
		}
	}
	var names []string
	var vals []value.Value
	tokens, err := parser.Tokens(p.file, []byte(src))
	if err == nil {
		seen := map[string]bool{}
		add := func(word string) {
			if seen[word] {
				return
			}
			seen[word] = true
			if v, ok := s.lookup(word); ok {
				names, vals = append(names, word), append(vals, v.Share())
			}
		}
		for _, t := range tokens {
			switch t.Kind {
			case token.Ident:
				add(src[t.Off:t.End])
			case token.Template:
				words(src[t.Off:t.End], add)
			}
		}
	}
	v, err := r.eval.EvalIn(src, p.file, n.line, names, vals)
	if err != nil {
		return v, r.at(p, n, err)
	}
	return v, nil
}

// words finds what may be names inside of a template text of the language.
func words(s string, add func(string)) {
	for s != "" {
		w, _ := firstWord(s)
		if w != "" && token.Lookup(w) == token.Ident {
			add(w)
		}
		s = s[max(1, len(w)):]
	}
}

// show writes the display form, escaped for HTML.
func (r *renderer) show(v value.Value, raw bool) error {
	text, err := value.DisplayIn(r.t, v)
	if err != nil {
		return err
	}
	if !raw && strings.ContainsAny(text, `&<>"'`) {
		text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;").Replace(text)
	}
	return r.write(text)
}
