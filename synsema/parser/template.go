package parser

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// textValue is the value of a TEXT token.
func (p *parser) textValue(t *token.Token) string {
	body := p.src[t.Off+1 : max(t.End-1, t.Off+1)]
	if !t.Escaped {
		return body
	}
	value, uni := unescape(body, false)
	if uni {
		p.escapes = append(p.escapes, t.Pos.Line)
	}
	return value
}

// frame is a parser position to come back to after a template hole.
type frame struct {
	toks []token.Token
	i    int
	k    token.Kind
}

// template parses the pieces and holes of a TEMPLATE token.
func (p *parser) template(t token.Token) ast.Expr {
	n := &ast.Template{At: t.Pos}
	h := p.enter()
	l := lexer{
		file: p.file, src: p.src, stage: StageParse,
		line: t.Pos.Line, lineOff: int(t.Off) - int(t.Pos.Col) + 1,
	}
	end := max(int(t.End)-1, int(t.Off)+1)
	piece := int(t.Off) + 1
	pos := piece // where l's line and column stand
	for i := piece; i < end; i++ {
		switch p.src[i] {
		case '\\':
			i++
		case '{':
			p.templateText(n, t, piece, i)
			closing := holeEnd(p.src[:end], i)
			if closing < 0 {
				closing = end // unterminated: the lexer said so
			}
			from := i + 1
			for from < closing && isBlank(p.src[from]) {
				from++
			}
			l.walk(pos, from)
			sub := l
			to := closing
			for to > from && isBlank(p.src[to-1]) {
				to--
			}
			sub.off, sub.end = from, to
			n.Parts = append(n.Parts, ast.TemplatePart{Hole: p.hole(&sub)})
			l.walk(from, closing)
			pos, piece, i = closing, closing+1, closing
		}
	}
	p.templateText(n, t, piece, end)
	p.leave(h)
	return n
}

func (p *parser) templateText(n *ast.Template, t token.Token, from, to int) {
	if from >= to {
		return
	}
	text := p.src[from:to]
	if t.Escaped {
		value, uni := unescape(text, true)
		if uni {
			p.escapes = append(p.escapes, t.Pos.Line)
		}
		text = value
	}
	n.Parts = append(n.Parts, ast.TemplatePart{Text: text})
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}

// walk moves the line and column bookkeeping of l from one offset to another.
func (l *lexer) walk(from, to int) {
	for i := from; i < to; i++ {
		switch c := l.src[i]; {
		case c == '\n':
			l.line++
			l.lineOff, l.wide = i+1, 0
		case c&0xC0 == 0x80:
			l.wide++
		}
	}
}

// hole parses the expression that l stands before. What follows a complete
// expression in the hole is ignored.
func (p *parser) hole(l *lexer) ast.Expr {
	if n := len(p.holes); n > 0 {
		l.toks = p.holes[n-1][:0]
		p.holes = p.holes[:n-1]
	}
	l.run()
	if len(l.errs) > 0 {
		p.errs = append(p.errs, l.errs[0])
		panic(bail{})
	}
	p.frames = append(p.frames, frame{p.toks, p.i, p.k})
	p.toks, p.i, p.k = l.toks, 0, l.toks[0].Kind
	x := p.expr()
	p.holes = append(p.holes, p.toks)
	f := p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	p.toks, p.i, p.k = f.toks, f.i, f.k
	return x
}

// staticTemplate is the text of a template whose holes are not evaluated:
// they stay as they are written, trimmed.
func (p *parser) staticTemplate(t *token.Token) string {
	end := int(t.End) - 1
	var out []byte
	piece := int(t.Off) + 1
	text := func(to int) {
		s, uni := unescape(p.src[piece:max(piece, to)], true)
		if uni {
			p.escapes = append(p.escapes, t.Pos.Line)
		}
		out = append(out, s...)
	}
	for i := piece; i < end; i++ {
		switch p.src[i] {
		case '\\':
			i++
		case '{':
			closing := holeEnd(p.src[:end], i)
			if closing < 0 {
				i = end
				break
			}
			text(i)
			out = append(out, '{')
			out = append(out, trimBlanks(p.src[i+1:closing])...)
			out = append(out, '}')
			piece, i = closing+1, closing
		}
	}
	text(end)
	return string(out)
}

func trimBlanks(s string) string {
	for s != "" && isBlank(s[0]) {
		s = s[1:]
	}
	for s != "" && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}
