package resolver

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/sig"
)

// declarer makes the scopes of a file and the variables that are bound
// anywhere in them, whatever the order of execution.
type declarer struct {
	*Info
	scope *Scope
	fn    *Func // of the scope, but for the body of an agent: that one binds in the global scope
	entry bool
}

func (d *declarer) bind(n *ast.Name) {
	v := d.scope.declare(n.Text)
	d.Binds[n.ID] = v
	if d.fn != d.scope.Func {
		d.fn.Outer = append(d.fn.Outer, v)
	}
}

// open makes a scope for the node; with a function of its own if fn is set.
func (d *declarer) open(n ast.Node, fn bool, walk func()) {
	outer, outerFn := d.scope, d.fn
	if fn {
		d.fn = &Func{Parent: outerFn}
		d.Funcs[n] = d.fn
	}
	s := &Scope{Parent: outer, Func: d.fn}
	d.Scopes[n] = s
	d.scope = s
	walk()
	d.scope, d.fn = outer, outerFn
}

func (d *declarer) stmts(list []ast.Stmt) {
	for _, s := range list {
		d.stmt(s)
	}
}

func (d *declarer) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.Let:
		d.expr(s.Value)
		d.bind(&s.Name)
	case *ast.Set:
		d.expr(s.Value)
		d.expr(s.Target)
		if id, ok := s.Target.(*ast.Ident); ok && d.entry && (sig.Lookup(id.Name) != nil || isConstant(id.Name)) {
			d.top().declare(id.Name) // `set` may reach the global binding of a builtin
		}
	case *ast.Each:
		d.expr(s.X)
		d.open(s, false, func() {
			d.bind(&s.Name)
			d.stmts(s.Body)
		})
	case *ast.Match:
		d.expr(s.X)
		for i := range s.Arms {
			arm := &s.Arms[i]
			d.open(arm.Pattern, false, func() {
				d.pattern(arm.Pattern)
				d.expr(arm.Guard)
				d.stmts(arm.Body)
			})
		}
		d.stmts(s.Else)
	case *ast.Task:
		d.bind(&s.Name)
		for _, p := range s.Params {
			d.expr(p.Default)
		}
		d.open(s, true, func() {
			for i := range s.Params {
				d.bind(&s.Params[i].Name)
			}
			d.stmts(s.Body)
		})
	case *ast.Type:
		d.bind(&s.Name)
	case *ast.Enum:
		d.bind(&s.Name)
	case *ast.Try:
		d.fn.Tries = true
		d.stmts(s.Body)
		d.open(s, false, func() {
			d.bind(&s.Err)
			d.stmts(s.Recover)
		})
	case *ast.Use:
		d.bind(&s.Alias)
	case *ast.Export:
		d.stmt(s.Decl)
	case *ast.Test:
		d.open(s, true, func() { d.stmts(s.Body) })
	case *ast.Agent:
		d.bind(&s.Name)
		// The body binds in the global scope of the agent's own interpreter.
		outer, outerFn := d.scope, d.fn
		d.scope, d.fn = d.top(), &Func{Parent: outerFn}
		d.Scopes[s], d.Funcs[s] = d.scope, d.fn
		d.stmts(s.Body)
		d.scope, d.fn = outer, outerFn
	case *ast.Observe:
		d.expr(s.Key)
		d.bind(&s.Name)
	case *ast.WaitFor:
		d.expr(s.Event)
		d.expr(s.Timeout)
		if s.Name.Text != "" {
			d.bind(&s.Name)
		}
	default:
		children(s, d.expr, d.stmts)
	}
}

func (d *declarer) top() *Scope {
	s := d.scope
	for s.Parent != nil {
		s = s.Parent
	}
	return s
}

func (d *declarer) expr(e ast.Expr) {
	switch e := e.(type) {
	case nil:
	case *ast.Lambda:
		d.open(e, true, func() {
			for i := range e.Params {
				d.bind(&e.Params[i])
			}
			d.expr(e.Body)
		})
	case *ast.Sandbox:
		d.expr(e.Under)
		d.fn.Tries = true
		d.open(e, false, func() {
			d.stmts(e.Body)
			d.expr(e.X)
		})
	default:
		children(e, d.expr, d.stmts)
	}
}

func (d *declarer) pattern(p ast.Pattern) {
	switch p := p.(type) {
	case *ast.BindPattern:
		d.bind(&p.Name)
	case *ast.ListPattern:
		for _, q := range p.Prefix {
			d.pattern(q)
		}
		if p.HasRest && p.Rest.Text != "" {
			d.bind(&p.Rest)
		}
		for _, q := range p.Suffix {
			d.pattern(q)
		}
	case *ast.MapPattern:
		for i := range p.Entries {
			d.pattern(p.Entries[i].Pattern)
		}
	case *ast.VariantPattern:
		d.expr(p.Variant)
		if p.Call != nil {
			for _, a := range p.Call.Args {
				d.expr(a.Value)
			}
		}
		for _, q := range p.Args {
			if _, ok := q.(*ast.ExprPattern); !ok {
				d.pattern(q)
			}
		}
	case *ast.ExprPattern:
		d.expr(p.X)
	}
}

// children visits the direct parts of nodes that open no scope and bind no
// name, in the order of evaluation.
func children(n ast.Node, expr func(ast.Expr), stmts func([]ast.Stmt)) {
	args := func(list []ast.NamedArg) {
		for _, a := range list {
			expr(a.Value)
		}
	}
	switch n := n.(type) {
	case *ast.ExprStmt:
		expr(n.X)
	case *ast.When:
		for i := range n.Arms {
			expr(n.Arms[i].Cond)
			stmts(n.Arms[i].Body)
		}
		stmts(n.Else)
		if n.ElseExpr != nil {
			expr(n.ElseExpr)
		}
	case *ast.While:
		expr(n.Cond)
		stmts(n.Body)
	case *ast.Give:
		expr(n.X)
	case *ast.Stop:
		expr(n.X)
	case *ast.Require:
		expr(n.Scope)
	case *ast.Invariant:
		expr(n.Cond)
	case *ast.Spawn:
		args(n.With)
	case *ast.Share:
		expr(n.X)
		expr(n.Key)
	case *ast.Signal:
		expr(n.Event)
		expr(n.With)
	case *ast.Trace:
		stmts(n.Body)
	case *ast.Measure:
		stmts(n.Body)
	case *ast.Log:
		expr(n.X)
	case *ast.Checkpoint:
		expr(n.X)
	case *ast.Template:
		for _, p := range n.Parts {
			expr(p.Hole)
		}
	case *ast.List:
		for _, x := range n.Items {
			expr(x)
		}
	case *ast.Map:
		for _, x := range n.Entries {
			expr(x.Key)
			expr(x.Value)
		}
	case *ast.Member:
		expr(n.X)
	case *ast.Index:
		expr(n.X)
		expr(n.Index)
	case *ast.Binary:
		expr(n.L)
		expr(n.R)
	case *ast.Compare:
		for _, x := range n.Xs {
			expr(x)
		}
	case *ast.Unary:
		expr(n.X)
	case *ast.Pipe:
		expr(n.X)
		for _, s := range n.Steps {
			expr(s.X)
		}
	case *ast.Call:
		expr(n.Fn)
		for _, a := range n.Args {
			expr(a.Value)
		}
	case *ast.WhenExpr:
		expr(n.Cond)
		expr(n.Then)
		expr(n.Else)
	case *ast.Reason:
		expr(n.X)
		args(n.With)
	case *ast.Decide:
		expr(n.Between)
		expr(n.Given)
	case *ast.Analyze:
		expr(n.X)
	case *ast.Generate:
		expr(n.Given)
		args(n.With)
	case *ast.Judge:
		expr(n.State)
	case *ast.Ask:
		expr(n.Prompt)
		expr(n.Options)
	case *ast.Approve:
		expr(n.X)
	case *ast.Confirm:
		expr(n.X)
	case *ast.Show:
		expr(n.X)
	}
}
