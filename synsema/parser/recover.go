package parser

import (
	"slices"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// state is what a failed statement must put back.
type state struct {
	depth, height, streams, frames     int
	args, exprs, entries, stmts, first int
}

// tryStatement parses one statement. After an error it moves to where the
// next statement can begin, parses the blocks it passes for further errors,
// and returns nil.
func (p *parser) tryStatement() (s ast.Stmt) {
	n := &p.nodes
	saved := state{
		p.depth, p.height, p.streams, len(p.frames),
		n.args.mark(), n.exprs.mark(), n.entries.mark(), n.stmts.mark(), p.i,
	}
	if p.attempt(func() {
		s = p.statement()
		p.endStatement(saved.first)
	}) {
		return s
	}
	if len(p.frames) > saved.frames {
		f := p.frames[saved.frames]
		p.frames = p.frames[:saved.frames]
		p.toks, p.i, p.k = f.toks, f.i, f.k
	}
	p.depth, p.height, p.streams = saved.depth, saved.height, saved.streams
	n.args.items = n.args.items[:saved.args]
	n.exprs.items = n.exprs.items[:saved.exprs]
	n.entries.items = n.entries.items[:saved.entries]
	n.stmts.items = n.stmts.items[:saved.stmts]
	if len(p.errs) >= p.max {
		panic(bail{}) // enough: up to the next level, and so to the top
	}
	p.resync(saved.first)
	return nil
}

// attempt runs parse and reports whether it came through without an error.
func (p *parser) attempt(parse func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, mine := r.(bail); !mine {
				panic(r)
			}
		}
	}()
	parse()
	return true
}

// resync moves behind the statement that began at token first and failed at
// the current token.
func (p *parser) resync(first int) {
	if len(p.frames) == 0 && p.reopen(first) {
		return
	}
	// Blocks that the statement had opened and not closed when it failed.
	open := 0
	for _, t := range p.toks[first:p.i] {
		switch t.Kind {
		case token.Indent:
			open++
		case token.Dedent:
			open--
		}
	}
	if p.i == first {
		// A statement that cannot even begin, such as a line that is indented
		// for no reason: its block is parsed as if its head had been there.
		if p.k == token.Indent {
			p.body()
			return
		}
		p.advance()
	}
	inside := open > 0
	for open > 0 && p.k != token.EOF {
		switch p.k {
		case token.Indent:
			open++
		case token.Dedent:
			open--
		}
		p.advance()
	}
	for {
		if !inside {
			p.skipHead(first)
		}
		inside = false
		// The rest of a when or a try whose head was lost.
		if p.k != token.Otherwise && p.k != token.Recover && p.k != token.Is {
			return
		}
		first = p.i
		p.advance()
	}
}

// skipHead moves behind the rest of the line and the block that follows it.
func (p *parser) skipHead(first int) {
	for !p.atLineEnd() && p.k != token.Indent {
		p.advance()
	}
	p.accept(token.Newline)
	if p.k != token.Indent {
		return
	}
	if p.hasStatements(first) {
		p.body()
	} else {
		p.skipBlock()
	}
}

// hasStatements reports whether the block of the statement at token first
// holds statements.
func (p *parser) hasStatements(first int) bool {
	t := &p.toks[first]
	switch t.Kind {
	case token.Type, token.Match:
		return false
	case token.Ident:
		switch p.raw(t) {
		case "enum", "serve", "export", "routes", "route", "host", "describe":
			return false
		}
	}
	for i := first; i < p.i; i++ {
		if t := &p.toks[i]; t.Kind == token.Ident && p.raw(t) == "judge" {
			return false
		}
	}
	return true
}

// body parses the block that begins here for its errors alone.
func (p *parser) body() {
	if p.depth >= maxDepth {
		p.skipBlock()
		return
	}
	p.depth++
	p.advance()
	p.statements()
	p.accept(token.Dedent)
	p.depth--
}

func (p *parser) skipBlock() {
	open := 0
	for p.k != token.EOF {
		switch p.k {
		case token.Indent:
			open++
		case token.Dedent:
			open--
		}
		p.advance()
		if open == 0 {
			return
		}
	}
}

// reopen handles a bracket that is never closed: the lexer saw no line ends
// behind it. If a later line of the failed statement begins with a word that
// can only start a statement, the text from there on is lexed anew.
func (p *parser) reopen(first int) bool {
	line := p.toks[first].Pos.Line
	for i := first + 1; i < len(p.toks); i++ {
		t := &p.toks[i]
		switch t.Kind {
		case token.Newline, token.EOF, token.Indent, token.Dedent:
			return false
		}
		if t.Pos.Line == line {
			continue
		}
		line = t.Pos.Line
		switch t.Kind {
		case token.Let, token.Set, token.Each, token.While, token.Match, token.Task, token.Give, token.Stop,
			token.Type, token.Try, token.WaitFor, token.Require, token.Intent, token.Invariant:
			p.relex(i)
			return true
		}
	}
	return false
}

// relex replaces the tokens from index i, which is the first of its line, by
// those of a lexer outside of all brackets.
func (p *parser) relex(i int) {
	start := int(p.toks[i].Off)
	for start > 0 && p.src[start-1] != '\n' {
		start--
	}
	l := lexer{
		file: p.file, src: p.src, off: start, end: len(p.src), line: p.toks[i].Pos.Line, lineOff: start,
		all: true, indents: []int{0},
	}
	for _, t := range p.toks[:i] {
		switch t.Kind {
		case token.Indent:
			l.indents = append(l.indents, int(t.Aux))
		case token.Dedent:
			l.indents = l.indents[:len(l.indents)-1]
		}
	}
	// The matching parentheses that the lexer notes are indexes of the slice.
	l.toks = slices.Grow(p.toks[:i:i], len(p.toks)-i)
	l.toks = append(l.toks, token.Token{Kind: token.Newline, Pos: p.toks[i].Pos, Off: int32(start), End: int32(start)})
	l.run() // its errors were found the first time
	p.toks, p.i = l.toks, i
	p.k = p.toks[i].Kind
}
