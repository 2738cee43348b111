package parser

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/synrun/synrun/synsema/hint"
	"github.com/synrun/synrun/synsema/token"
)

// failUnexpected fails on a token that starts no operand.
func (p *parser) failUnexpected() {
	if p.k == token.FloorDiv {
		p.fail(CodeUnexpected, "Unexpected token: FLOOR_DIV ('//') — comments in Synsema start with `--` (`//` is integer division and needs a value on its left)")
	}
	p.fail(CodeUnexpected, "Unexpected token: "+p.k.String()+" ("+p.shown()+")"+p.reflex())
}

// shown is the value of the current token as the unexpected-token message
// shows it.
func (p *parser) shown() string {
	switch p.k {
	case token.Newline, token.EOF:
		return "None"
	case token.Indent, token.Dedent:
		return strconv.Itoa(int(p.cur().Aux))
	}
	return quote(p.text())
}

// quote puts s in single quotes, or in double quotes if it contains a single
// quote and no double quote.
func quote(s string) string {
	q := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		q = '"'
	}
	var b strings.Builder
	b.WriteByte(q)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\' || c == q:
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte(q)
	return b.String()
}

const colonMessage = "Synsema blocks have no colon: end the line and indent the body on the next one"

// reflex is " — HINT" for a habit of another language that the current token
// shows, or "".
func (p *parser) reflex() string {
	var before token.Token
	word := "" // the name before, if there is one
	if p.i > 0 {
		before = p.toks[p.i-1]
		if before.Kind == token.Ident {
			word = p.raw(&before)
		}
	}
	switch p.k {
	case token.Assign:
		switch before.Kind {
		case token.Plus, token.Minus, token.Star, token.Slash, token.Percent:
			return " — Synsema has no compound assignment (`+=`): write set x to x + 1"
		}
	case token.Text:
		if before.Pos.Line != p.pos().Line {
			return ""
		}
		switch word {
		case "f", "F", "fr", "rf":
			return " — an f-string is a template with backticks here: `total: {x}`"
		case "b", "B":
			return ` — a bytes literal is bytes("text", "utf8") or bytes("00ff", "hex")`
		}
	case token.Is:
		return " — `is` belongs to match arms; compare with == (x == nothing, or is_missing(x))"
	case token.Ident:
		switch p.text() {
		case "if":
			return " — no `a if c else b`: the inline form is `when c then a otherwise b`"
		case "for":
			return " — no comprehensions: apply(xs, (v) => …) to transform, where(xs, (v) => …) to filter"
		}
		if word == "lambda" {
			return " — a lambda is (y) => y"
		}
	case token.Colon:
		for i := p.i - 1; i >= 0; i-- {
			k := p.toks[i].Kind
			if k == token.LBracket {
				return " — no slice syntax: slice(xs, start, end?) (negative counts from the end)"
			}
			if k == token.Newline || k == token.Indent || k == token.Dedent {
				break
			}
		}
		if word == "lambda" {
			return " — a lambda is (y) => y"
		}
	case token.Type:
		if p.peek() == token.LParen {
			return " — the type of a value is type_of(x)"
		}
	}
	return ""
}

// failStatementWord fails at token i if it is a statement word of another
// language.
func (p *parser) failStatementWord(i int) {
	t := &p.toks[i]
	if t.Kind != token.Ident {
		return
	}
	if h := hint.Statement(p.raw(t)); h != "" {
		p.failAt(i, CodeNotStatement, "`"+p.raw(t)+"` is not a Synsema statement: "+h)
	}
}

// endStatement checks that the statement that began at token first ends its
// line.
func (p *parser) endStatement(first int) {
	if prev := p.prev(); prev == token.Newline || prev == token.Dedent {
		return
	}
	if p.atLineEnd() {
		if p.atBlock() {
			p.failStatementWord(first)
		}
		return
	}
	p.failStatementWord(first)
	if p.k == token.Colon {
		p.fail(CodeColon, colonMessage)
	}
	if hint := p.reflex(); hint != "" {
		p.fail(CodeLeftOver, "unexpected "+p.k.String()+hint)
	}
	p.fail(CodeLeftOver, "unexpected "+p.k.String()+" after the end of this statement. If you meant to call something, write the parentheses: f(x). If you meant several statements, put them on separate lines")
}
