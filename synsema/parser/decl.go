package parser

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

func (p *parser) task() ast.Stmt {
	keyword := p.cur()
	n := &ast.Task{At: keyword.Pos}
	p.advance()
	n.Name = p.name("task name")
	p.protect(keyword, n.Name.Text)
	if p.accept(token.LParen) {
		if p.k != token.RParen {
			n.Params = append(n.Params, p.param())
			for p.accept(token.Comma) {
				n.Params = append(n.Params, p.param())
			}
		}
		p.expect(token.RParen)
	}
	streams := p.streams
	p.streams = 0
	n.Body = p.block()
	p.streams = streams
	return n
}

func (p *parser) param() ast.Param {
	q := ast.Param{Name: p.name("parameter name")}
	if p.accept(token.Assign) {
		q.Default = p.expr()
	}
	return q
}

func (p *parser) typeDecl() ast.Stmt {
	keyword := p.cur()
	n := &ast.Type{At: keyword.Pos}
	p.advance()
	n.Name = p.name("type name")
	p.protect(keyword, n.Name.Text)
	p.members(func() {
		f := p.name("field name")
		p.expect(token.Colon)
		t := p.cur()
		p.expect(token.Ident)
		n.Fields = append(n.Fields, ast.Field{At: f.At, Name: f.Text, Type: p.raw(t)})
	})
	return n
}

func (p *parser) enum() ast.Stmt {
	keyword := p.cur()
	n := &ast.Enum{At: keyword.Pos}
	p.advance()
	n.Name = p.name("enum name")
	p.protect(keyword, n.Name.Text)
	p.members(func() {
		name := p.name("variant name")
		v := ast.Variant{At: name.At, Name: name.Text}
		if p.accept(token.LParen) {
			if p.k != token.RParen {
				v.Fields = append(v.Fields, p.name("payload field name").Text)
				for p.accept(token.Comma) {
					v.Fields = append(v.Fields, p.name("payload field name").Text)
				}
			}
			p.expect(token.RParen)
		}
		n.Variants = append(n.Variants, v)
	})
	return n
}

// members parses the block of a type or an enum, one member a line.
func (p *parser) members(member func()) {
	p.accept(token.Newline)
	p.expect(token.Indent)
	for {
		p.skipNewlines()
		if p.k == token.Dedent || p.k == token.EOF {
			p.accept(token.Dedent)
			return
		}
		member()
		if !p.atLineEnd() {
			p.expect(token.Newline)
		}
	}
}

func (p *parser) use() ast.Stmt {
	n := &ast.Use{At: p.pos()}
	p.advance()
	n.PathAt = p.pos()
	n.Path = p.expectText()
	if p.k != token.As {
		p.fail(CodeExpected, "Expected 'as' after the module path")
	}
	p.advance()
	n.Alias = p.name("module alias after 'as'")
	p.uses = append(p.uses, n)
	return n
}

func (p *parser) export() ast.Stmt {
	n := &ast.Export{At: p.pos()}
	p.advance()
	switch {
	case p.k == token.Task:
		n.Decl = p.task()
	case p.k == token.Type:
		n.Decl = p.typeDecl()
	case p.k == token.Let:
		n.Decl = p.let()
	case p.isWord("enum"):
		n.Decl = p.enum()
	default:
		n.Decl = p.routes()
	}
	return n
}

func (p *parser) require() ast.Stmt {
	first := p.i
	n := &ast.Require{At: p.pos()}
	p.advance()
	t := p.cur()
	n.CapAt = t.Pos
	p.expect(token.Ident)
	n.Cap = p.raw(t)
	if p.accept(token.Dot) {
		if p.k != token.Ident {
			p.fail(CodeExpected, "Expected a capability sub-name after '.'")
		}
		n.Cap += "." + p.text()
		p.advance()
	}
	switch p.k {
	case token.LParen:
		p.advance()
		n.Scope = p.expr()
		p.expect(token.RParen)
	case token.Text, token.Template, token.Number:
		n.Scope = p.expr()
	default:
		if n.Cap == "memory" {
			p.failAt(first, CodeMemory, `require memory needs a name: the declared name IS the memory identity (its .db file). Write: require memory("<name>"), e.g. require memory("my-agent")`)
		}
	}
	return n
}
