package parser

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// Binding strength of the binary operators, loosest first. The prefix "not"
// stands between and and the comparisons.
const (
	precOr = iota + 1
	precAnd
	precNot
	precCompare
	precAdd
	precMul
)

type operator struct {
	prec uint8
	op   ast.Op
}

var operators = [...]operator{
	token.Or:           {precOr, ast.Or},
	token.And:          {precAnd, ast.And},
	token.Equal:        {precCompare, ast.Equal},
	token.NotEqual:     {precCompare, ast.NotEqual},
	token.Less:         {precCompare, ast.Less},
	token.Greater:      {precCompare, ast.Greater},
	token.LessEqual:    {precCompare, ast.LessEqual},
	token.GreaterEqual: {precCompare, ast.GreaterEqual},
	token.In:           {precCompare, ast.In},
	token.Plus:         {precAdd, ast.Add},
	token.Minus:        {precAdd, ast.Sub},
	token.Star:         {precMul, ast.Mul},
	token.Slash:        {precMul, ast.Div},
	token.FloorDiv:     {precMul, ast.FloorDiv},
	token.Percent:      {precMul, ast.Mod},
	token.Colon:        {}, // the last kind, so that every kind is an index
}

// nameUse are the tokens after which a soft word is an ordinary name.
var nameUse = [...]bool{
	token.LParen: true, token.Dot: true, token.LBracket: true, token.Plus: true, token.Minus: true,
	token.Star: true, token.Slash: true, token.FloorDiv: true, token.Percent: true, token.Power: true,
	token.Equal: true, token.NotEqual: true, token.Less: true, token.Greater: true,
	token.LessEqual: true, token.GreaterEqual: true, token.And: true, token.Or: true,
	token.Pipe: true, token.Of: true, token.Colon: false,
}

// expr parses a full expression.
func (p *parser) expr() ast.Expr {
	outer := p.height
	p.height = 0
	x := p.binary(precOr)
	if p.k == token.Pipe {
		pipe := &ast.Pipe{At: p.pos(), X: x}
		for p.k == token.Pipe {
			at := p.pos()
			p.advance()
			pipe.Steps = append(pipe.Steps, ast.PipeStep{At: at, X: p.binary(precOr)})
		}
		p.grow()
		x = pipe
	}
	p.height = max(p.height, outer)
	return x
}

// binary parses operators that bind at least as strongly as prec.
func (p *parser) binary(prec uint8) ast.Expr {
	outer := p.height
	p.height = 0
	var x ast.Expr
	if p.k == token.Not && prec <= precNot {
		at := p.pos()
		p.advance()
		h := p.enter()
		x = &ast.Unary{At: at, Op: ast.Not, X: p.binary(precNot)}
		p.leave(h)
	} else {
		x = p.unary()
	}
	for {
		op := operators[p.k]
		if p.k == token.Not && p.peek() == token.In {
			op = operator{precCompare, ast.NotIn}
		}
		if op.prec == 0 || op.prec < prec {
			break
		}
		if op.prec == precCompare {
			x = p.comparison(x)
		} else {
			n := p.nodes.binary.new()
			n.At, n.Op, n.L = p.pos(), op.op, x
			p.advance()
			n.R = p.binary(op.prec + 1)
			x = n
		}
		p.grow()
	}
	p.height = max(p.height, outer)
	return x
}

// comparison parses the operators and right operands of one comparison or a
// chain of them.
func (p *parser) comparison(x ast.Expr) ast.Expr {
	var chain *ast.Compare
	var first *ast.Binary
	for {
		op := operators[p.k].op
		at := p.pos()
		switch {
		case p.k == token.Not && p.peek() == token.In:
			op = ast.NotIn
			p.advance()
		case operators[p.k].prec != precCompare:
			if chain != nil {
				return chain
			}
			return first
		}
		p.advance()
		right := p.binary(precAdd)
		switch {
		case first == nil:
			first = p.nodes.binary.new()
			*first = ast.Binary{At: at, Op: op, L: x, R: right}
			continue
		case chain == nil:
			chain = &ast.Compare{
				At:  first.At,
				Ops: []ast.CompareOp{{Op: first.Op, At: first.At}},
				Xs:  []ast.Expr{first.L, first.R},
			}
		}
		chain.Ops = append(chain.Ops, ast.CompareOp{Op: op, At: at})
		chain.Xs = append(chain.Xs, right)
	}
}

func (p *parser) unary() ast.Expr {
	if p.k == token.Minus {
		at := p.pos()
		p.advance()
		h := p.enter()
		x := &ast.Unary{At: at, Op: ast.Neg, X: p.unary()}
		p.leave(h)
		return x
	}
	x := p.postfix()
	if p.k == token.Power {
		n := p.nodes.binary.new()
		n.At, n.Op, n.L = p.pos(), ast.Pow, x
		p.advance()
		h := p.enter()
		n.R = p.unary()
		p.leave(h)
		return n
	}
	return x
}

// postfix parses an operand with its calls, indexes and members.
func (p *parser) postfix() ast.Expr {
	var x ast.Expr
	if p.k == token.Ident {
		x = p.identOrSoft()
	} else {
		x = p.primary()
	}
	for {
		switch p.k {
		case token.LParen:
			x = p.call(x)
		case token.LBracket:
			n := p.nodes.indexes.new()
			n.At, n.X = p.pos(), x
			p.advance()
			h := p.enter()
			n.Index = p.expr()
			p.leave(h)
			p.expect(token.RBracket)
			x = n
		case token.Dot:
			n := p.nodes.members.new()
			n.At, n.X = p.pos(), x
			p.advance()
			if p.k != token.Ident && !p.k.IsWord() {
				p.failName("member after '.'")
			}
			n.Name, n.NameAt = p.text(), p.pos()
			p.advance()
			x = n
		case token.Of:
			p.fail(CodeUnexpected, "`of` needs a plain name on its left (`name of person`); for a computed key use an index: `person[key]`")
		default:
			return x
		}
		p.grow()
	}
}

// identOrSoft parses an operand that begins with a name: a variable,
// name of x, or a construction that a soft word starts.
func (p *parser) identOrSoft() ast.Expr {
	t := p.cur()
	next := p.peek()
	if word := p.raw(t); len(word) <= 7 && !nameUseAt(next) {
		switch word {
		case "ask":
			return p.prefix(p.ask)
		case "approve":
			return p.prefix(p.approve)
		case "confirm":
			return p.prefix(p.confirm)
		case "show":
			return p.prefix(p.show)
		case "judge":
			switch next {
			case token.Ident, token.Text, token.Template, token.LBrace, token.Number, token.True, token.False, token.Nothing:
				return p.prefix(p.judge)
			}
		}
	}
	p.advance()
	if p.k == token.Of {
		n := p.nodes.members.new()
		n.At, n.Name, n.NameAt, n.ViaOf = p.pos(), p.raw(t), t.Pos, true
		p.advance()
		h := p.enter()
		n.X = p.postfix()
		p.leave(h)
		return n
	}
	return p.ident(t)
}

func nameUseAt(k token.Kind) bool { return nameUse[k] }

func (p *parser) ident(t *token.Token) *ast.Ident {
	n := p.nodes.idents.new()
	n.At, n.Name, n.ID = t.Pos, p.raw(t), p.nextID
	p.nextID++
	return n
}

// prefix parses a construction that is an operand, one level deeper.
func (p *parser) prefix(parse func() ast.Expr) ast.Expr {
	h := p.enter()
	x := parse()
	p.leave(h)
	return x
}

// primary parses an operand that does not begin with a name.
func (p *parser) primary() ast.Expr {
	t := p.cur()
	switch p.k {
	case token.Number:
		p.advance()
		n := p.nodes.numbers.new()
		n.At = t.Pos
		setNumber(n, p.raw(t))
		return n
	case token.Text:
		p.advance()
		n := p.nodes.texts.new()
		n.At, n.Value = t.Pos, p.textValue(t)
		return n
	case token.Template:
		p.advance()
		return p.template(*t)
	case token.True, token.False:
		p.advance()
		return &ast.Bool{At: t.Pos, Value: t.Kind == token.True}
	case token.Nothing:
		p.advance()
		return &ast.Nothing{At: t.Pos}
	case token.LParen:
		if t.Aux >= 0 && p.toks[t.Aux+1].Kind == token.FatArrow {
			return p.prefix(p.lambda)
		}
		p.advance()
		h := p.enter()
		x := p.expr()
		p.leave(h)
		p.expect(token.RParen)
		return x
	case token.LBracket:
		return p.prefix(p.list)
	case token.LBrace:
		return p.prefix(p.mapLiteral)
	case token.When:
		return p.prefix(p.whenValue)
	case token.Sandbox:
		return p.prefix(p.sandbox)
	case token.Reason:
		return p.prefix(p.reason)
	case token.Decide:
		return p.prefix(p.decide)
	case token.Analyze:
		return p.prefix(p.analyze)
	case token.Generate:
		return p.prefix(p.generate)
	}
	p.failUnexpected()
	return nil
}

func (p *parser) call(fn ast.Expr) ast.Expr {
	n := p.nodes.calls.new()
	n.At, n.Fn = p.pos(), fn
	p.advance()
	h := p.enter()
	mark := p.nodes.args.mark()
	for p.k != token.RParen {
		var a ast.Arg
		if p.k == token.Ident && p.peek() == token.Assign {
			a.Name, a.NameAt = p.text(), p.pos()
			p.advance()
			p.advance()
		}
		a.Value = p.expr()
		p.nodes.args.push(a)
		if !p.accept(token.Comma) {
			break
		}
	}
	n.Args = p.nodes.args.take(mark)
	p.leave(h)
	p.expect(token.RParen)
	return n
}

func (p *parser) list() ast.Expr {
	n := &ast.List{At: p.pos()}
	p.advance()
	mark := p.nodes.exprs.mark()
	for p.k != token.RBracket {
		p.nodes.exprs.push(p.expr())
		if !p.accept(token.Comma) {
			break
		}
	}
	n.Items = p.nodes.exprs.take(mark)
	p.expect(token.RBracket)
	return n
}

func (p *parser) mapLiteral() ast.Expr {
	n := &ast.Map{At: p.pos()}
	p.advance()
	mark := p.nodes.entries.mark()
	for p.k != token.RBrace {
		key := p.expr()
		p.expect(token.Colon)
		p.nodes.entries.push(ast.MapEntry{Key: key, Value: p.expr()})
		if !p.accept(token.Comma) {
			break
		}
	}
	n.Entries = p.nodes.entries.take(mark)
	p.expect(token.RBrace)
	return n
}

func (p *parser) lambda() ast.Expr {
	n := &ast.Lambda{At: p.pos()}
	p.advance()
	if p.k != token.RParen {
		n.Params = append(n.Params, p.name("lambda parameter"))
		for p.accept(token.Comma) {
			n.Params = append(n.Params, p.name("lambda parameter"))
		}
	}
	p.expect(token.RParen)
	p.expect(token.FatArrow)
	n.Body = p.expr()
	return n
}

// whenValue parses a when in value position: the inline form or the block
// form.
func (p *parser) whenValue() ast.Expr {
	at := p.pos()
	p.advance()
	cond := p.expr()
	if !p.accept(token.Then) {
		return p.whenBlocks(at, cond, true)
	}
	n := &ast.WhenExpr{At: at, Cond: cond, Then: p.expr()}
	if p.accept(token.Otherwise) {
		n.Else = p.expr()
	}
	return n
}

// sandbox parses all forms of sandbox.
func (p *parser) sandbox() ast.Expr {
	first := p.i
	n := &ast.Sandbox{At: p.pos()}
	p.advance()
	switch {
	case p.atBlock() || p.k == token.Colon:
		n.Body = p.block()
	case p.isWord("under") && p.peek() != token.Newline && p.peek() != token.EOF && p.peek() != token.Dedent:
		p.advance()
		n.Under = p.expr()
		if !p.atBlock() && p.k != token.Colon {
			p.failAt(first, CodeBlock, "sandbox under <caps> needs an indented body on the next line (the block that runs under that ceiling)")
		}
		n.Body = p.block()
	default:
		n.X = p.expr()
	}
	return n
}
