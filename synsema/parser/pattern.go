package parser

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// pattern parses a pattern. A bare name compares at the top of an arm and
// binds when nested.
func (p *parser) pattern(nested bool) ast.Pattern {
	switch p.k {
	case token.Ident:
		if p.text() == "_" {
			switch p.peek() {
			case token.LParen, token.Dot, token.LBracket:
			default:
				n := &ast.Wildcard{At: p.pos()}
				p.advance()
				return n
			}
		}
	case token.LBracket:
		return p.listPattern()
	case token.LBrace:
		if next := p.peek(); next == token.RBrace || next == token.Ident {
			return p.mapPattern()
		}
	}
	group := p.k == token.LParen
	x := p.expr()
	if group {
		return &ast.ExprPattern{X: x}
	}
	return exprPattern(x, nested)
}

// exprPattern turns an expression into the pattern that it stands for.
func exprPattern(x ast.Expr, nested bool) ast.Pattern {
	switch x := x.(type) {
	case *ast.Ident:
		if nested && x.Name == "_" {
			return &ast.Wildcard{At: x.At}
		}
		if nested {
			return &ast.BindPattern{Name: ast.Name{At: x.At, Text: x.Name, ID: x.ID}}
		}
	case *ast.Member:
		if !x.ViaOf {
			return &ast.VariantPattern{Variant: x}
		}
	case *ast.Call:
		m, ok := x.Fn.(*ast.Member)
		if !ok || m.ViaOf {
			break
		}
		n := &ast.VariantPattern{Variant: m, Call: x}
		for _, a := range x.Args {
			if a.Name != "" {
				return &ast.ExprPattern{X: x}
			}
			n.Args = append(n.Args, exprPattern(a.Value, true))
		}
		return n
	}
	return &ast.ExprPattern{X: x}
}

func (p *parser) listPattern() ast.Pattern {
	h := p.enter()
	n := &ast.ListPattern{At: p.pos()}
	p.advance()
	for p.k != token.RBracket {
		switch {
		case p.k == token.Spread:
			if n.HasRest {
				p.fail(CodeUnexpected, "a list pattern may have at most one '...' spread")
			}
			p.advance()
			n.HasRest = true
			if p.k == token.Ident {
				n.Rest = p.expectIdent()
			}
		case n.HasRest:
			n.Suffix = append(n.Suffix, p.pattern(true))
		default:
			n.Prefix = append(n.Prefix, p.pattern(true))
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	p.leave(h)
	p.expect(token.RBracket)
	return n
}

func (p *parser) mapPattern() ast.Pattern {
	h := p.enter()
	n := &ast.MapPattern{At: p.pos()}
	p.advance()
	for p.k != token.RBrace {
		key := p.name("map pattern field name")
		e := ast.MapPatternEntry{At: key.At, Key: key.Text}
		if p.accept(token.Colon) {
			e.Pattern = p.pattern(true)
		} else {
			e.Pattern = &ast.BindPattern{Name: key}
		}
		n.Entries = append(n.Entries, e)
		if !p.accept(token.Comma) {
			break
		}
	}
	p.leave(h)
	p.expect(token.RBrace)
	return n
}
