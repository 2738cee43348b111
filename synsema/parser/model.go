package parser

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// operandMissing reports whether the operand of reason or decide is left out.
func (p *parser) operandMissing() bool {
	switch p.k {
	case token.With, token.Comma, token.RParen, token.RBracket, token.RBrace:
		return true
	}
	return p.atLineEnd()
}

func (p *parser) reason() ast.Expr {
	n := &ast.Reason{At: p.pos()}
	p.advance()
	if p.isLooseWord("about") {
		p.advance()
	}
	if !p.operandMissing() {
		n.X = p.expr()
	}
	n.With = p.withPairs()
	if p.atBlock() {
		n.Body = p.block()
	}
	return n
}

// withPairs parses [with name = value, …]; a comma is taken only if another
// pair follows.
func (p *parser) withPairs() (pairs []ast.NamedArg) {
	if !p.accept(token.With) {
		return nil
	}
	for {
		pairs = append(pairs, p.pair())
		if p.k != token.Comma || p.peek() != token.Ident || p.toks[p.i+2].Kind != token.Assign {
			return pairs
		}
		p.advance()
	}
}

// pair parses IDENTIFIER = expr.
func (p *parser) pair() ast.NamedArg {
	t := p.cur()
	p.expect(token.Ident)
	p.expect(token.Assign)
	return ast.NamedArg{Name: p.raw(t), At: t.Pos, Value: p.expr()}
}

func (p *parser) decide() ast.Expr {
	n := &ast.Decide{At: p.pos()}
	p.advance()
	if p.isLooseWord("between") {
		p.advance()
	}
	if !p.operandMissing() && !p.isLooseWord("given") {
		n.Between = p.expr()
	}
	if p.isLooseWord("given") {
		p.advance()
		n.Given = p.expr()
	}
	return n
}

func (p *parser) analyze() ast.Expr {
	n := &ast.Analyze{At: p.pos()}
	p.advance()
	n.X = p.expr()
	if p.isLooseWord("for") {
		p.advance()
		n.For, n.HasFor = p.expectText(), true
	}
	return n
}

func (p *parser) generate() ast.Expr {
	n := &ast.Generate{At: p.pos()}
	p.advance()
	n.Text = p.expectText()
	if p.isLooseWord("given") {
		p.advance()
		n.Given = p.expr()
	}
	n.With = p.withPairs()
	return n
}

func (p *parser) ask() ast.Expr {
	n := &ast.Ask{At: p.pos()}
	p.advance()
	n.Prompt = p.expr()
	if p.accept(token.With) {
		n.Options = p.expr()
	}
	n.Within = p.within()
	return n
}

func (p *parser) approve() ast.Expr {
	n := &ast.Approve{At: p.pos()}
	p.advance()
	n.X = p.expr()
	n.Within = p.within()
	return n
}

func (p *parser) confirm() ast.Expr {
	n := &ast.Confirm{At: p.pos()}
	p.advance()
	n.X = p.expr()
	n.Within = p.within()
	return n
}

func (p *parser) show() ast.Expr {
	n := &ast.Show{At: p.pos()}
	p.advance()
	n.X = p.expr()
	if p.accept(token.As) {
		n.Label, n.HasLabel = p.expectText(), true
	}
	return n
}

// within parses [within NUMBER unit].
func (p *parser) within() (w ast.Within) {
	if !p.isWord("within") {
		return w
	}
	p.advance()
	if p.k != token.Number {
		p.fail(CodeDuration, "Expected a duration after 'within' (e.g. within 90s, 2m, 1h, 1d)")
	}
	raw := p.text()
	p.advance()
	var n ast.Number
	setNumber(&n, raw)
	w = ast.Within{Set: true, Seconds: seconds(&n)}
	if n.Kind == ast.Decimal { // 1d: the suffix of decimals means days here
		w.Seconds *= 24 * 60 * 60
		return w
	}
	if p.k != token.Ident {
		p.fail(CodeDuration, "Expected a duration suffix after 'within': s, m, h or d (e.g. within 90s)")
	}
	switch unit := p.text(); unit {
	case "s":
	case "m":
		w.Seconds *= 60
	case "h":
		w.Seconds *= 60 * 60
	case "d":
		w.Seconds *= 24 * 60 * 60
	default:
		p.fail(CodeDuration, "Invalid duration suffix '"+unit+"' after 'within' — use s, m, h or d (e.g. within 90s)")
	}
	p.advance()
	return w
}

// judge parses a judge with its block of questions.
func (p *parser) judge() ast.Expr {
	n := &ast.Judge{At: p.pos()}
	p.advance()
	n.State = p.expr()
	p.accept(token.Newline)
	if p.k != token.Indent {
		p.fail(CodeJudge, "Expected an indented block of questions after 'judge <state>': one per line, `id: whether \"…\"`, `id: choose \"…\" between {…}` or `id: rate \"…\" across […]`")
	}
	p.advance()
	for {
		p.skipNewlines()
		if p.k == token.Dedent || p.k == token.EOF {
			p.accept(token.Dedent)
			return n
		}
		q := p.question(n.Questions)
		n.Questions = append(n.Questions, q)
		if !p.atLineEnd() {
			p.fail(CodeJudge, "judge: expected the end of the line after the question, got "+p.k.String())
		}
	}
}

func (p *parser) question(before []ast.Question) ast.Question {
	first := p.i
	id := p.name("question id (as in `refund: whether \"…\"`)")
	for _, q := range before {
		if q.ID == id.Text {
			p.failAt(first, CodeJudge, "judge: the question id '"+id.Text+"' is declared twice; each id names one answer")
		}
	}
	if p.k != token.Colon {
		p.fail(CodeJudge, "Expected ':' after the question id inside 'judge'")
	}
	p.advance()
	q := ast.Question{At: id.At, ID: id.Text}
	switch {
	case p.isWord("whether"):
		p.advance()
		q.Instruction = p.expr()
		if p.isWord("between") || p.isWord("across") {
			p.fail(CodeJudge, "'whether' takes no options: it judges one statement. Use `choose \"…\" between {…}` for options or `rate \"…\" across […]` for ordered levels")
		}
	case p.isWord("choose"):
		p.advance()
		q.Kind = ast.Choose
		q.Instruction = p.expr()
		if p.isWord("across") {
			p.fail(CodeJudge, "'choose' takes unordered options: write `choose \"…\" between {…}` ('across' introduces the ordered levels of 'rate')")
		}
		if !p.isLooseWord("between") {
			p.fail(CodeJudge, "Expected 'between' after the choose instruction: `choose \"…\" between {\"id\": \"description\", …}`")
		}
		p.advance()
		q.Criteria = p.prefix(p.postfix)
		if p.accept(token.Or) {
			if p.k != token.Nothing {
				p.fail(CodeJudge, "After the options of 'choose' only `or nothing` is allowed: it adds an escape option, and `choice` is nothing when no option fits")
			}
			p.advance()
			q.OrNothing = true
		}
	case p.isWord("rate"):
		p.advance()
		q.Kind = ast.Rate
		q.Instruction = p.expr()
		if p.isLooseWord("between") {
			p.fail(CodeJudge, "'rate' takes ordered levels: write `rate \"…\" across [\"low\", \"mid\", \"high\"]` ('between' introduces the unordered options of 'choose')")
		}
		if !p.isWord("across") {
			p.fail(CodeJudge, "Expected 'across' after the rate instruction: `rate \"…\" across [\"level\", …]`")
		}
		p.advance()
		q.Criteria = p.prefix(p.postfix)
		if p.k == token.Or {
			p.fail(CodeJudge, "`or nothing` only applies to 'choose': an ordered scale has no escape level. Guard the rate with a `whether` that asks if the state applies")
		}
	default:
		p.fail(CodeJudge, "Inside 'judge', expected 'whether', 'choose' or 'rate' after '"+id.Text+":', got "+p.k.String())
	}
	return q
}
