package parser

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// statements parses statements up to a DEDENT or the end of the file.
func (p *parser) statements() []ast.Stmt {
	mark := p.nodes.stmts.mark()
	for {
		p.skipNewlines()
		if p.k == token.Dedent || p.k == token.EOF {
			return p.nodes.stmts.take(mark)
		}
		if p.all {
			if s := p.tryStatement(); s != nil {
				p.nodes.stmts.push(s)
			}
			continue
		}
		first := p.i
		s := p.statement()
		p.endStatement(first)
		p.nodes.stmts.push(s)
	}
}

// block parses an indented block.
func (p *parser) block() []ast.Stmt {
	if p.k == token.Colon {
		p.fail(CodeColon, colonMessage)
	}
	p.skipNewlines()
	if p.k != token.Indent {
		p.fail(CodeBlock, "Expected indented block")
	}
	h := p.enter()
	p.advance()
	list := p.statements()
	p.accept(token.Dedent)
	p.leave(h)
	return list
}

// statement parses one statement; the caller checks that it ends its line.
func (p *parser) statement() ast.Stmt {
	switch p.k {
	case token.Ident:
		if s := p.wordStatement(); s != nil {
			return s
		}
	case token.Let:
		return p.let()
	case token.Set:
		return p.set()
	case token.When:
		at := p.pos()
		p.advance()
		cond := p.expr()
		return p.whenBlocks(at, cond, false)
	case token.Each:
		return p.each()
	case token.While:
		n := &ast.While{At: p.pos()}
		p.advance()
		n.Cond = p.expr()
		n.Body = p.block()
		return n
	case token.Match:
		return p.match()
	case token.Task:
		return p.task()
	case token.Give:
		n := &ast.Give{At: p.pos()}
		p.advance()
		if !p.atLineEnd() {
			n.X = p.expr()
		}
		return n
	case token.Stop:
		n := &ast.Stop{At: p.pos()}
		p.advance()
		if !p.atLineEnd() {
			n.X = p.expr()
		}
		return n
	case token.Type:
		return p.typeDecl()
	case token.Try:
		return p.try()
	case token.WaitFor:
		return p.waitFor()
	case token.Require:
		return p.require()
	case token.Sandbox:
		return &ast.ExprStmt{At: p.pos(), X: p.prefix(p.sandbox)}
	case token.Invariant:
		return p.invariant()
	case token.Intent:
		n := &ast.Intent{At: p.pos()}
		p.advance()
		p.expect(token.Colon)
		n.Text = p.expectText()
		return n
	}
	n := p.nodes.exprst.new()
	n.At = p.pos()
	n.X = p.expr()
	return n
}

// wordStatement parses a statement that a soft word starts. It returns nil
// where the name starts an expression.
func (p *parser) wordStatement() ast.Stmt {
	next := p.peek()
	word := p.text()
	if next == token.Assign {
		p.fail(CodeAssignment, "`"+word+" = …` is not how you assign in Synsema: declare with `let "+word+
			" be …`, change it with `set "+word+" to …` (`=` only names an argument: f(x = 1))")
	}
	lineEnds := next == token.Newline || next == token.Dedent || next == token.EOF
	opens := !nameUseAt(next)
	switch word {
	case "else", "pass", "break", "continue", "elif", "except":
		if lineEnds {
			p.failStatementWord(p.i)
		}
	case "send":
		if p.streams > 0 {
			return p.send()
		}
	case "stream", "socket":
		if next == token.Newline && p.toks[p.i+2].Kind == token.Indent {
			return p.streamOrSocket()
		}
	case "private":
		if lineEnds {
			return p.private()
		}
	case "timeout":
		if next == token.Number || p.nextIsWord("none") {
			return p.timeout()
		}
	case "rate_limit":
		if next == token.Number || p.nextIsWord("none") || p.nextIsWord("unlimited") {
			return p.rateLimit()
		}
	case "serve":
		if p.nextIsWord("on") {
			return p.serve()
		}
	case "expect":
		if p.nextIsWord("body") {
			return p.expectBody()
		}
	case "proxy":
		if next == token.To {
			n := &ast.Proxy{At: p.pos()}
			p.advance()
			p.advance()
			n.X = p.expr()
			return n
		}
	case "use":
		if next == token.Text {
			return p.use()
		}
	case "export":
		if next == token.Task || next == token.Type || next == token.Let || p.nextIsWord("enum") || p.nextIsWord("routes") {
			return p.export()
		}
	case "enum":
		if next == token.Ident {
			return p.enum()
		}
	case "test":
		if next == token.Text {
			n := &ast.Test{At: p.pos()}
			p.advance()
			n.Name = p.expectText()
			n.Body = p.block()
			return n
		}
	case "raise":
		if opens {
			return p.raise()
		}
	case "agent":
		if opens {
			n := &ast.Agent{At: p.pos()}
			p.advance()
			n.Name = p.expectIdent()
			n.Body = p.block()
			return n
		}
	case "spawn":
		if opens {
			return p.spawn()
		}
	case "share":
		if opens {
			n := &ast.Share{At: p.pos()}
			p.advance()
			n.X = p.expr()
			p.expect(token.As)
			n.Key = p.expr()
			return n
		}
	case "observe":
		if opens {
			n := &ast.Observe{At: p.pos()}
			p.advance()
			n.Key = p.expr()
			p.expect(token.As)
			n.Name = p.expectIdent()
			return n
		}
	case "signal":
		if opens {
			n := &ast.Signal{At: p.pos()}
			p.advance()
			n.Event = p.expr()
			if p.accept(token.With) {
				n.With = p.expr()
			}
			return n
		}
	case "approve":
		if opens {
			return &ast.ExprStmt{At: p.pos(), X: p.prefix(p.approve)}
		}
	case "show":
		if opens {
			return &ast.ExprStmt{At: p.pos(), X: p.prefix(p.show)}
		}
	case "confirm":
		if opens {
			return &ast.ExprStmt{At: p.pos(), X: p.prefix(p.confirm)}
		}
	case "trace":
		if opens {
			n := &ast.Trace{At: p.pos()}
			p.advance()
			n.Label = p.expectText()
			n.Body = p.block()
			return n
		}
	case "measure":
		if opens {
			n := &ast.Measure{At: p.pos()}
			p.advance()
			n.Label = p.expectText()
			n.Body = p.block()
			return n
		}
	case "log":
		if opens {
			n := &ast.Log{At: p.pos()}
			p.advance()
			n.X = p.expr()
			return n
		}
	case "checkpoint":
		if opens {
			n := &ast.Checkpoint{At: p.pos()}
			p.advance()
			n.X = p.expr()
			return n
		}
	}
	return nil
}

// nextIsWord reports whether the token after the current one is the name w.
func (p *parser) nextIsWord(w string) bool {
	return p.peek() == token.Ident && p.raw(&p.toks[p.i+1]) == w
}

func (p *parser) let() ast.Stmt {
	keyword := p.cur()
	n := p.nodes.lets.new()
	n.At = keyword.Pos
	p.advance()
	n.Name = p.name("variable after 'let'")
	if p.k != token.Be {
		p.fail(CodeExpected, "Expected 'be' after variable name in let binding")
	}
	p.advance()
	n.Value = p.expr()
	if _, ok := n.Value.(*ast.Lambda); ok {
		p.protect(keyword, n.Name.Text)
	}
	return n
}

func (p *parser) set() ast.Stmt {
	keyword := p.cur()
	n := p.nodes.sets.new()
	n.At = keyword.Pos
	p.advance()
	n.Target = p.expr()
	if p.k != token.To {
		p.fail(CodeExpected, "Expected 'to' in set statement")
	}
	p.advance()
	n.Value = p.expr()
	if _, ok := n.Value.(*ast.Lambda); ok {
		if target, ok := n.Target.(*ast.Ident); ok {
			p.protect(keyword, target.Name)
		}
	}
	return n
}

// whenBlocks parses the block form of when after its first condition.
func (p *parser) whenBlocks(at token.Pos, cond ast.Expr, value bool) *ast.When {
	n := &ast.When{At: at}
	arm := at
	for {
		if p.k == token.Then {
			if value {
				n.ElseExpr = &ast.WhenExpr{At: arm, Cond: cond}
				p.advance()
				n.ElseExpr.Then = p.expr()
				if p.accept(token.Otherwise) {
					n.ElseExpr.Else = p.expr()
				}
				return n
			}
			p.fail(CodeInlineWhen, `'when <condition> then <value>' is the inline form: it is an expression, and in statement position its value is discarded, so a guard written after 'then' never takes effect. Write the block form:
    when <condition>
        <statement>
The inline form belongs where a value is used: let x be when c then a otherwise b`)
		}
		n.Arms = append(n.Arms, ast.WhenArm{At: arm, Cond: cond, Body: p.block()})
		if !p.accept(token.Otherwise) {
			return n
		}
		p.skipNewlines()
		arm = p.pos()
		if !p.accept(token.When) {
			n.Else = p.block()
			return n
		}
		cond = p.expr()
	}
}

func (p *parser) each() ast.Stmt {
	n := &ast.Each{At: p.pos()}
	p.advance()
	n.Name = p.name("loop variable after 'each'")
	if p.k != token.In {
		p.fail(CodeExpected, "Expected 'in' after variable in each loop")
	}
	p.advance()
	n.X = p.expr()
	n.Body = p.block()
	return n
}

func (p *parser) match() ast.Stmt {
	n := &ast.Match{At: p.pos()}
	p.advance()
	n.X = p.expr()
	p.accept(token.Newline)
	p.expect(token.Indent)
	h := p.enter()
	for {
		p.skipNewlines()
		at := p.pos()
		if !p.accept(token.Is) {
			break
		}
		arm := ast.MatchArm{At: at, Pattern: p.pattern(false)}
		if p.accept(token.When) {
			arm.Guard = p.expr()
		}
		arm.Body = p.block()
		n.Arms = append(n.Arms, arm)
	}
	if p.accept(token.Otherwise) {
		n.Else = p.block()
		p.skipNewlines()
	}
	if p.k != token.Dedent && p.k != token.EOF {
		p.failUnexpected()
	}
	p.accept(token.Dedent)
	p.leave(h)
	return n
}

func (p *parser) try() ast.Stmt {
	n := &ast.Try{At: p.pos()}
	p.advance()
	n.Body = p.block()
	p.skipNewlines()
	if p.isWord("except") || p.isWord("catch") {
		p.fail(CodeNotStatement, "`"+p.text()+"` is not Synsema: after the try block write `recover err` (the error text is in `err`)")
	}
	if p.k != token.Recover {
		p.fail(CodeExpected, "Expected 'recover' after try block")
	}
	at := p.pos()
	p.advance()
	if p.k == token.Ident {
		n.Err = p.expectIdent()
	} else {
		n.Err = ast.Name{At: at, Text: "error", ID: p.nextID}
		p.nextID++
	}
	n.Recover = p.block()
	return n
}

func (p *parser) raise() ast.Stmt {
	t := p.cur()
	p.advance()
	if p.atLineEnd() {
		p.failAt(p.i-1, CodeExpected, "raise needs a message: raise(\"why\") — or `raise err` to re-propagate a caught error")
	}
	call := &ast.Call{At: t.Pos, Fn: p.ident(t)}
	call.Args = []ast.Arg{{Value: p.expr()}}
	return &ast.ExprStmt{At: t.Pos, X: call}
}

func (p *parser) spawn() ast.Stmt {
	n := &ast.Spawn{At: p.pos()}
	p.advance()
	n.Name = p.expectIdent()
	if p.accept(token.With) {
		n.With = append(n.With, p.pair())
		for p.accept(token.Comma) {
			n.With = append(n.With, p.pair())
		}
	}
	return n
}

func (p *parser) waitFor() ast.Stmt {
	n := &ast.WaitFor{At: p.pos()}
	p.advance()
	n.Event = p.expr()
	if p.isWord("timeout") {
		p.advance()
		n.Timeout = p.expr()
	}
	if p.accept(token.As) {
		n.Name = p.expectIdent()
	}
	return n
}

func (p *parser) invariant() ast.Stmt {
	n := &ast.Invariant{At: p.pos()}
	p.advance()
	switch t := p.cur(); p.k {
	case token.Text:
		p.advance()
		n.Text, n.HasText = p.textValue(t), true
	case token.Template:
		p.advance()
		n.Text, n.HasText = p.staticTemplate(t), true
	}
	p.expect(token.Colon)
	n.Cond = p.expr()
	return n
}
