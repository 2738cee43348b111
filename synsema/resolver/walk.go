package resolver

import "github.com/synrun/synrun/synsema/ast"

func (r *resolver) stmts(list []ast.Stmt) {
	for _, s := range list {
		r.stmt(s)
	}
}

func (r *resolver) block(list []ast.Stmt) []*Var {
	return r.maybe(func() { r.stmts(list) })
}

func (r *resolver) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.Let:
		r.expr(s.Value)
		r.bind(&s.Name)
	case *ast.Set:
		r.expr(s.Value)
		r.expr(s.Target)
	case *ast.When:
		r.when(s)
	case *ast.While:
		r.expr(s.Cond)
		r.block(s.Body)
	case *ast.Each:
		r.expr(s.X)
		r.maybe(func() {
			r.within(s, func() {
				r.bind(&s.Name)
				r.stmts(s.Body)
			})
		})
	case *ast.Match:
		r.expr(s.X)
		for i := range s.Arms {
			arm := &s.Arms[i]
			r.maybe(func() {
				// Pattern expressions see the surrounding scope.
				r.patternExprs(arm.Pattern)
				r.within(arm.Pattern, func() {
					r.patternBinds(arm.Pattern)
					r.expr(arm.Guard)
					r.stmts(arm.Body)
				})
			})
		}
		r.block(s.Else)
	case *ast.Task:
		r.task(s)
	case *ast.Type:
		r.bind(&s.Name)
	case *ast.Enum:
		r.bind(&s.Name)
	case *ast.Try:
		r.block(s.Body)
		r.maybe(func() {
			r.within(s, func() {
				r.bind(&s.Err)
				r.stmts(s.Recover)
			})
		})
	case *ast.Use:
		r.bind(&s.Alias)
	case *ast.Export:
		r.stmt(s.Decl)
	case *ast.Test:
		r.function(s, func() { r.stmts(s.Body) })
	case *ast.Agent:
		r.bind(&s.Name)
		fn, mark := r.fn, len(r.log)
		r.fn = r.Funcs[s]
		r.within(s, func() { r.stmts(s.Body) })
		r.undo(mark)
		r.fn = fn
		for _, v := range r.Scopes[s].Vars {
			v.Captured = true // agents run in interpreters of their own
		}
	case *ast.Observe:
		r.expr(s.Key)
		r.bind(&s.Name)
	case *ast.WaitFor:
		r.expr(s.Event)
		r.expr(s.Timeout)
		if s.Name.Text != "" {
			r.bind(&s.Name)
		}
	default:
		children(s, r.expr, r.stmts)
	}
}

func (r *resolver) task(s *ast.Task) {
	// Declarations of the task are evaluated here, in the defining scope.
	for _, b := range s.Body {
		if q, ok := b.(*ast.Require); ok {
			r.expr(q.Scope)
		}
	}
	r.bind(&s.Name)
	r.function(s, func() {
		inner := r.scope
		r.scope = inner.Parent // defaults do not see the parameters
		for i := range s.Params {
			r.expr(s.Params[i].Default)
		}
		r.scope = inner
		for i := range s.Params {
			r.bind(&s.Params[i].Name)
		}
		for _, b := range s.Body {
			if _, ok := b.(*ast.Require); !ok {
				r.stmt(b)
			}
		}
	})
}

// when keeps what every branch binds.
func (r *resolver) when(s *ast.When) {
	var common []*Var
	first := true
	keep := func(bound []*Var) {
		if first {
			common, first = bound, false
			return
		}
		both := common[:0]
		for _, v := range common {
			for _, w := range bound {
				if v == w {
					both = append(both, v)
					break
				}
			}
		}
		common = both
	}
	for i := range s.Arms {
		arm := &s.Arms[i]
		if i == 0 {
			r.expr(arm.Cond)
		} else {
			r.maybe(func() { r.expr(arm.Cond) })
		}
		keep(r.block(arm.Body))
	}
	switch {
	case s.Else != nil:
		keep(r.block(s.Else))
	case s.ElseExpr != nil:
		r.maybe(func() { r.expr(s.ElseExpr) })
		keep(nil)
	default:
		keep(nil)
	}
	for _, v := range common {
		r.assign(v)
	}
}

func (r *resolver) maybeExpr(e ast.Expr) {
	if e != nil {
		r.maybe(func() { r.expr(e) })
	}
}

func (r *resolver) expr(e ast.Expr) {
	switch e := e.(type) {
	case nil:
	case *ast.Ident:
		r.use(e.ID, e.Name)
	case *ast.Lambda:
		r.function(e, func() {
			for i := range e.Params {
				r.bind(&e.Params[i])
			}
			r.expr(e.Body)
		})
	case *ast.Sandbox:
		r.expr(e.Under)
		r.maybe(func() {
			r.within(e, func() {
				r.stmts(e.Body)
				r.expr(e.X)
			})
		})
	case *ast.Binary:
		r.expr(e.L)
		if e.Op == ast.And || e.Op == ast.Or {
			r.maybeExpr(e.R)
		} else {
			r.expr(e.R)
		}
	case *ast.Compare:
		r.expr(e.Xs[0])
		for _, x := range e.Xs[1:] {
			r.maybeExpr(x)
		}
	case *ast.WhenExpr:
		r.expr(e.Cond)
		r.maybeExpr(e.Then)
		r.maybeExpr(e.Else)
	case *ast.When:
		r.when(e)
	default:
		children(e, r.expr, r.stmts)
	}
}

// patternExprs resolves the expressions of a pattern, patternBinds its names.
func (r *resolver) patternExprs(p ast.Pattern) {
	switch p := p.(type) {
	case *ast.ListPattern:
		for _, q := range p.Prefix {
			r.patternExprs(q)
		}
		for _, q := range p.Suffix {
			r.patternExprs(q)
		}
	case *ast.MapPattern:
		for i := range p.Entries {
			r.patternExprs(p.Entries[i].Pattern)
		}
	case *ast.VariantPattern:
		r.expr(p.Variant)
		if p.Call != nil {
			for _, a := range p.Call.Args {
				r.expr(a.Value)
			}
		}
		for _, q := range p.Args {
			if _, ok := q.(*ast.ExprPattern); !ok {
				r.patternExprs(q)
			}
		}
	case *ast.ExprPattern:
		r.expr(p.X)
	}
}

func (r *resolver) patternBinds(p ast.Pattern) {
	switch p := p.(type) {
	case *ast.BindPattern:
		r.bind(&p.Name)
	case *ast.ListPattern:
		for _, q := range p.Prefix {
			r.patternBinds(q)
		}
		if p.HasRest && p.Rest.Text != "" {
			r.bind(&p.Rest)
		}
		for _, q := range p.Suffix {
			r.patternBinds(q)
		}
	case *ast.MapPattern:
		for i := range p.Entries {
			r.patternBinds(p.Entries[i].Pattern)
		}
	case *ast.VariantPattern:
		for _, q := range p.Args {
			r.patternBinds(q)
		}
	}
}
