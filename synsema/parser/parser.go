// Package parser turns source text into a syntax tree.
//
// [Parse] is what running a program needs: it stops at the first error, and
// that error is the one the language defines. [ParseAll] goes on after an
// error and finds every independent one, for editors and reports.
//
// The lexer (lexer.go) writes all tokens of a file into one slice; the parser
// is a recursive descent over that slice with precedence climbing for binary
// operators. An error leaves the descent by a panic of the private type bail,
// which never crosses the package border: Parse ends there, ParseAll catches
// it at the innermost statement (recover.go). Template holes are lexed when
// their template is parsed, from the same source text, so that every location
// is the real one in the file.
//
// Depth is bounded twice: by how far the descent nests, and by the height of
// the tree it builds (left-associative chains do not nest the descent but
// make the tree high). Whoever walks a tree may therefore recurse.
package parser

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

const (
	maxDepth  = 1000 // nested brackets, operands, blocks
	maxHeight = 8000 // height of an expression tree
)

// Parse reads a program. The error, if any, is an *[Error]: the first lexer
// error of the file, else the first parse error. src must be valid UTF-8;
// file is the name that messages carry.
func Parse(file string, src []byte) (*ast.Program, error) {
	p := &parser{file: file, src: string(src)}
	if errs := p.lexAll(); len(errs) > 0 {
		return nil, errs[0]
	}
	prog := p.program()
	if len(p.errs) > 0 {
		return nil, p.errs[0]
	}
	if len(p.protected) > 0 {
		sort.SliceStable(p.protected, func(i, j int) bool { return p.protected[i].Pos.Before(p.protected[j].Pos) })
		return nil, p.protected[0]
	}
	return prog, nil
}

// ParseAll reads a program, goes on after errors, and returns at most max of
// them. The first is the one Parse returns; the others follow in the order of
// their places, at most one a line. The program holds what could be parsed;
// it must not be run when there are errors.
func ParseAll(file string, src []byte, max int) (*ast.Program, []*Error) {
	p := &parser{file: file, src: string(src), all: true, max: max}
	errs := p.lexAll()
	if len(errs) >= max {
		return &ast.Program{File: file}, errs
	}
	lines := make(map[int32]bool, len(errs))
	for _, e := range errs {
		lines[e.Pos.Line] = true
	}
	prog := p.program()
	found := p.errs
	if len(errs)+len(found) == 0 {
		found = p.protected
		sort.SliceStable(found, func(i, j int) bool { return found[i].Pos.Before(found[j].Pos) })
	}
	for _, e := range found {
		if !lines[e.Pos.Line] {
			lines[e.Pos.Line] = true
			errs = append(errs, e)
		}
	}
	if len(errs) > 1 {
		rest := errs[1:]
		sort.SliceStable(rest, func(i, j int) bool { return rest[i].Pos.Before(rest[j].Pos) })
	}
	if len(errs) > max {
		errs = errs[:max]
	}
	return prog, errs
}

// Tokens returns the tokens of a source, comments included, for tools that
// work on the text. The error is the first lexer error. Holes of templates
// are part of their Template token.
func Tokens(file string, src []byte) ([]token.Token, error) {
	l := lexer{file: file, src: string(src), end: len(src), line: 1, comments: true}
	l.run()
	if len(l.errs) > 0 {
		return nil, l.errs[0]
	}
	return l.toks, nil
}

// Expression tells what is wrong with a source that has to hold one expression
// and nothing else. Line ends are white space in it, as inside of brackets. The
// error is an *[Error].
func Expression(file string, src []byte) error {
	p := &parser{file: file, src: string(src)}
	l := lexer{file: file, src: p.src, end: len(p.src), line: 1, brackets: []byte{'['}}
	l.run()
	if len(l.errs) > 0 {
		return l.errs[0]
	}
	p.toks, p.k = l.toks, l.toks[0].Kind
	p.attempt(func() {
		p.expr()
		for p.k == token.Newline {
			p.advance()
		}
		if p.k != token.EOF {
			p.failUnexpected()
		}
	})
	if len(p.errs) > 0 {
		return p.errs[0]
	}
	return nil
}

// parser is the state of one parse.
type parser struct {
	file, src string
	toks      []token.Token
	i         int        // index of the current token
	k         token.Kind // kind of the current token

	all       bool // go on after an error, until there are max
	max       int
	errs      []*Error
	protected []*Error

	depth  int // nesting of the descent
	height int // largest height seen since the innermost enter
	// streams is the number of stream bodies around the current place.
	streams int
	nextID  int32
	uses    []*ast.Use
	escapes []int32         // lines of decoded \u escapes, in the order found
	holes   [][]token.Token // token buffers free for reuse
	frames  []frame         // where to go on after the holes around

	nodes
}

// bail is the panic that leaves the descent after an error.
type bail struct{}

func (p *parser) lexAll() []*Error {
	l := lexer{file: p.file, src: p.src, end: len(p.src), line: 1, all: p.all, max: p.max}
	l.run()
	p.toks = l.toks
	return l.errs
}

func (p *parser) program() *ast.Program {
	prog := &ast.Program{File: p.file, At: p.toks[0].Pos}
	p.k = p.toks[0].Kind
	prog.Stmts = p.topLevel()
	prog.NumIDs = int(p.nextID)
	prog.Uses = p.uses
	slices.Sort(p.escapes)
	prog.EscapeLines = slices.Compact(p.escapes)
	return prog
}

// topLevel parses statements to the end of the file, or to the error that is
// the last one wanted.
func (p *parser) topLevel() (list []ast.Stmt) {
	p.attempt(func() {
		for {
			list = append(list, p.statements()...)
			if p.k == token.EOF {
				return
			}
			p.advance() // a DEDENT that recovery left over
		}
	})
	return list
}

// Moving.

func (p *parser) cur() *token.Token { return &p.toks[p.i] }

// peek is the kind of the token after the current one.
func (p *parser) peek() token.Kind {
	if p.k == token.EOF {
		return token.EOF
	}
	return p.toks[p.i+1].Kind
}

func (p *parser) pos() token.Pos { return p.toks[p.i].Pos }

// prev is the kind of the token consumed last.
func (p *parser) prev() token.Kind {
	if p.i == 0 {
		return token.Invalid
	}
	return p.toks[p.i-1].Kind
}

func (p *parser) advance() {
	if p.k != token.EOF {
		p.i++
		p.k = p.toks[p.i].Kind
	}
}

// raw is the text of a token as written.
func (p *parser) raw(t *token.Token) string { return p.src[t.Off:t.End] }

// text is the text of the current token as written.
func (p *parser) text() string { return p.raw(&p.toks[p.i]) }

// isWord reports whether the current token is the name w.
func (p *parser) isWord(w string) bool { return p.k == token.Ident && p.text() == w }

// isLooseWord is isWord for the words that are compared by token text: a
// quoted string with exactly that text is taken for the word.
func (p *parser) isLooseWord(w string) bool {
	return p.isWord(w) || p.k == token.Text && p.textValue(p.cur()) == w
}

func (p *parser) skipNewlines() {
	for p.k == token.Newline {
		p.advance()
	}
}

// atLineEnd reports whether the logical line ends here.
func (p *parser) atLineEnd() bool {
	return p.k == token.Newline || p.k == token.Dedent || p.k == token.EOF
}

// atBlock reports whether a block starts on the next line.
func (p *parser) atBlock() bool {
	return p.k == token.Newline && p.peek() == token.Indent
}

// accept consumes the current token if it is of kind k.
func (p *parser) accept(k token.Kind) bool {
	if p.k == k {
		p.advance()
		return true
	}
	return false
}

// Depth.

// enter counts one level of nesting and starts to measure a new subtree;
// leave ends both.
func (p *parser) enter() (height int) {
	if p.depth++; p.depth > maxDepth {
		p.fail(CodeTooDeep, "expression nested too deeply")
	}
	height = p.height
	p.height = 0
	return height
}

func (p *parser) leave(height int) {
	p.depth--
	p.grow()
	p.height = max(p.height, height)
}

// grow makes the subtree measured one higher.
func (p *parser) grow() {
	if p.height++; p.height > maxHeight {
		p.fail(CodeTooDeep, "expression nested too deeply")
	}
}

// Errors.

// fail records an error at the current token and leaves the descent.
func (p *parser) fail(code, msg string) {
	p.failAt(p.i, code, msg)
}

// failAt records an error at the token of index i and leaves the descent.
func (p *parser) failAt(i int, code, msg string) {
	p.errs = append(p.errs, p.errorAt(&p.toks[i], code, msg))
	panic(bail{})
}

func (p *parser) errorAt(t *token.Token, code, msg string) *Error {
	e := &Error{Stage: StageParse, File: p.file, Pos: t.Pos, End: t.Pos, Code: code}
	if text := p.raw(t); strings.IndexByte(text, '\n') < 0 {
		e.End.Col += int32(utf8.RuneCountInString(text))
	}
	if e.End == e.Pos {
		e.End.Col++
	}
	e.Msg = withCommentHint(p.src, t.Pos.Line, msg)
	return e
}

// expect consumes a token of kind k or fails with the generic message.
func (p *parser) expect(k token.Kind) {
	if p.k != k {
		p.fail(CodeExpected, "Expected "+k.String()+", got "+p.k.String()+p.reflex())
	}
	p.advance()
}

// expectText consumes a quoted string and returns its value.
func (p *parser) expectText() string {
	t := p.cur()
	p.expect(token.Text)
	return p.textValue(t)
}

// expectIdent consumes a plain IDENTIFIER and returns it as a name.
func (p *parser) expectIdent() ast.Name {
	t := p.cur()
	p.expect(token.Ident)
	return p.newName(t)
}

// name consumes a name; what says what it names.
func (p *parser) name(what string) ast.Name {
	t := p.cur()
	if p.k != token.Ident {
		p.failName(what)
	}
	p.advance()
	return p.newName(t)
}

func (p *parser) failName(what string) {
	if p.k.IsWord() {
		p.fail(CodeReserved, "'"+p.text()+"' is a reserved word in Synsema; choose another name for the "+what)
	}
	p.fail(CodeExpected, "Expected "+what+", got "+p.k.String())
}

func (p *parser) newName(t *token.Token) ast.Name {
	p.nextID++
	return ast.Name{At: t.Pos, Text: p.raw(t), ID: p.nextID - 1}
}

// protect records a binding of a protected builtin to something callable.
func (p *parser) protect(keyword *token.Token, name string) {
	switch name {
	case "private", "declassify", "label_of", "is_private", "print", "eprint":
		p.protected = append(p.protected, p.errorAt(keyword, CodeProtected, "'"+name+
			"' is a protected builtin and cannot be bound to something callable: a program that calls it must reach the runtime; choose another name"))
	}
}
