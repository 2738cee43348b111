package runtime

import (
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/resolver"
)

// stmts compiles a block. dst is the register for the value of the last
// statement, or none.
func (f *fn) stmts(list []ast.Stmt, dst int) {
	for i, s := range list {
		if i == len(list)-1 {
			f.stmt(s, dst)
		} else {
			f.stmt(s, none)
		}
	}
	if len(list) == 0 && dst != none {
		f.nothing(uint16(dst))
	}
}

// stmt compiles a statement. Its value, when wanted, has a holder of its own.
func (f *fn) stmt(s ast.Stmt, dst int) {
	mark := f.next
	f.at = s.Pos()
	if _, ok := s.(*ast.ExprStmt); !ok {
		f.tick()
	}
	valued := false // whether the case below leaves the value in dst
	switch s := s.(type) {
	case *ast.ExprStmt:
		if dst == none {
			f.discard(s.X)
		} else {
			f.owned(s.X, uint16(dst))
		}
		valued = true
	case *ast.Let:
		f.let(s, dst)
		valued = true
	case *ast.Set:
		f.set(s, dst)
		valued = true
	case *ast.When:
		f.when(s, dst)
		valued = true
	case *ast.While:
		f.while(s, dst)
		valued = true
	case *ast.Each:
		f.each(s, dst)
		valued = true
	case *ast.Match:
		f.match(s, dst)
		valued = true
	case *ast.Task:
		r := f.regFor(dst)
		f.task(s, r)
		f.bind(&s.Name, r)
		valued = true
	case *ast.Give:
		f.give(s)
		valued = true
	case *ast.Stop:
		f.stop(s)
		valued = true
	case *ast.Type:
		f.typeDef(s)
	case *ast.Enum:
		r := f.regFor(dst)
		f.enumDef(s, r)
		f.bind(&s.Name, r)
		if dst != none {
			f.emit(instr{op: opOwn, a: r})
		}
		valued = true
	case *ast.Try:
		f.try(s, dst)
		valued = true
	case *ast.Use:
		r := f.regFor(dst)
		f.emit(instr{op: opUse, a: r, d: f.text(s.Path)})
		f.bind(&s.Alias, r)
		valued = true
	case *ast.Export:
		f.export(s, dst)
		valued = true
	case *ast.Test: // only the test command runs them
	case *ast.Require:
		in := instr{op: opRequire, d: f.text(s.Cap)}
		if s.Scope != nil {
			in.a, in.c = f.reg(), 1
			f.expr(s.Scope, in.a)
		}
		f.at = s.At
		f.emit(in)
	case *ast.Invariant:
		yes := f.jumpIf(s.Cond, true)
		text := "unnamed invariant"
		if s.HasText {
			text = s.Text
		}
		f.at = s.At
		f.emit(instr{op: opInvariant, d: f.text("Invariant violation: " + text)})
		f.patch(yes)
		if dst != none {
			f.emit(instr{op: opConst, a: uint16(dst), d: f.constant(value.True)})
		}
		valued = true
	case *ast.Intent:
		f.emit(instr{op: opIntent, d: f.text(s.Text)})
	case *ast.Trace:
		f.stmts(s.Body, dst)
		valued = true
	case *ast.Measure:
		f.stmts(s.Body, dst)
		valued = true
	case *ast.Checkpoint:
		f.expr(s.X, f.reg())
	default:
		f.serviceStmt(s, dst)
		valued = true
	}
	if !valued && dst != none {
		f.nothing(uint16(dst))
	}
	f.next = mark
}

// discard compiles an expression whose value nobody wants.
func (f *fn) discard(e ast.Expr) {
	switch e := e.(type) {
	case *ast.When:
		f.tick()
		f.when(e, none)
	case *ast.Sandbox:
		f.tick()
		f.sandbox(e, none)
	default:
		f.expr(e, f.reg())
	}
}

func (f *fn) regFor(dst int) uint16 {
	if dst != none {
		return uint16(dst)
	}
	return f.reg()
}

// bind binds a name to the value in a register.
func (f *fn) bind(n *ast.Name, src uint16) {
	kind, slot := f.home(f.info.Binds[n.ID])
	f.put(kind, slot, src)
}

// result leaves a stored value as the value of its statement.
func (f *fn) result(src uint16, dst int) {
	if dst != none && uint16(dst) != src {
		f.emit(instr{op: opMoveOwn, a: uint16(dst), b: src})
	} else if dst != none {
		f.emit(instr{op: opOwn, a: src})
	}
}

func (f *fn) let(s *ast.Let, dst int) {
	v := f.info.Binds[s.Name.ID]
	kind, slot := f.home(v)
	if f.grow(s.Value, kind, slot, v, dst) {
		return
	}
	if kind == inReg && !f.mentions(s.Value, v) {
		f.owned(s.Value, slot)
		f.result(slot, dst)
		return
	}
	r := f.regFor(dst)
	f.owned(s.Value, r)
	f.at = s.At
	f.put(kind, slot, r)
	if dst != none {
		f.emit(instr{op: opOwn, a: r})
	}
}

// mentions reports whether evaluating e into the register of v could show:
// e reads v, or runs statements, or may fail where the old value is seen.
func (f *fn) mentions(e ast.Expr, v *resolver.Var) bool {
	if f.rf.Tries || v.Scope.Top() {
		return !f.atomic(e)
	}
	return f.reads(e, v) || hasBlock(e)
}

// atomic reports expressions that write their destination once, last.
func (f *fn) atomic(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Number, *ast.Text, *ast.Bool, *ast.Nothing, *ast.Lambda, *ast.Index, *ast.Member, *ast.List, *ast.Map, *ast.Template:
		return true
	case *ast.Call:
		return true
	case *ast.Ident:
		return len(f.info.Uses[e.ID].Chain) <= 1
	case *ast.Binary:
		return e.Op != ast.And && e.Op != ast.Or
	case *ast.Unary:
		return true
	}
	return false
}

// reads reports whether e mentions v directly.
func (f *fn) reads(e ast.Expr, v *resolver.Var) bool {
	switch e := e.(type) {
	case nil, *ast.Number, *ast.Text, *ast.Bool, *ast.Nothing, *ast.Lambda:
		return false
	case *ast.Ident:
		for _, w := range f.info.Uses[e.ID].Chain {
			if w == v {
				return true
			}
		}
		return false
	case *ast.Binary, *ast.Unary, *ast.Index, *ast.Member, *ast.Call, *ast.List, *ast.Map, *ast.Template:
		return !f.atomic(e) // operands are read before the destination is written
	}
	return true
}

// unfailing reports expressions whose evaluation cannot fail.
func (f *fn) unfailing(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		u := &f.info.Uses[e.ID]
		return len(u.Chain) == 1 && u.Sure
	case *ast.Number, *ast.Text:
		return true
	}
	return false
}

// disturbs reports paths with an index that may set the variable at the root.
func (f *fn) disturbs(parts []ast.Expr, kind uint16) bool {
	for _, p := range parts {
		if i, ok := p.(*ast.Index); ok && !f.quiet(i.Index) && (kind != inReg || hasBlock(i.Index)) {
			return true
		}
	}
	return false
}

func (f *fn) when(s *ast.When, dst int) {
	var ends []int
	for i := range s.Arms {
		arm := &s.Arms[i]
		f.at = arm.At
		no := f.jumpIf(arm.Cond, false)
		f.stmts(arm.Body, dst)
		last := i == len(s.Arms)-1 && s.Else == nil && s.ElseExpr == nil && dst == none
		if !last {
			ends = append(ends, f.jump()...)
		}
		f.patch(no)
	}
	switch {
	case s.Else != nil:
		f.stmts(s.Else, dst)
	case s.ElseExpr != nil:
		f.owned(s.ElseExpr, f.regFor(dst))
	case dst != none:
		f.nothing(uint16(dst))
	}
	f.patch(ends)
}

func (f *fn) try(s *ast.Try, dst int) {
	msg := f.reg()
	h := f.emit(instr{op: opTry, a: msg})
	f.depth++
	f.stmts(s.Body, dst)
	f.depth--
	f.emit(instr{op: opEndTry, c: 1})
	end := f.jump()
	f.patch([]int{h})
	outer := f.scope
	f.scope = f.info.Scopes[s]
	f.place(f, f.scope)
	kind, slot := f.home(f.info.Binds[s.Err.ID])
	f.put(kind, slot, msg)
	f.stmts(s.Recover, dst)
	f.scope = outer
	f.patch(end)
}

func (f *fn) sandbox(s *ast.Sandbox, dst int) {
	in := instr{op: opSandbox}
	if s.Under != nil {
		in.op, in.a = opUnder, f.reg()
		f.expr(s.Under, in.a)
	}
	f.at = s.At
	f.emit(in)
	f.depth++
	outer := f.scope
	f.scope = f.info.Scopes[s]
	f.place(f, f.scope)
	if s.X != nil {
		if dst == none {
			f.discard(s.X)
		} else {
			f.owned(s.X, uint16(dst))
		}
	} else {
		f.stmts(s.Body, dst)
	}
	f.scope = outer
	f.depth--
	f.emit(instr{op: opEndTry, c: 1})
}

func (f *fn) export(s *ast.Export, dst int) {
	var name *ast.Name
	switch d := s.Decl.(type) {
	case *ast.Let:
		name = &d.Name
	case *ast.Task:
		name = &d.Name
	case *ast.Type:
		name = &d.Name
	case *ast.Enum:
		name = &d.Name
	case *ast.Routes:
		f.serviceStmt(d, dst)
		return
	}
	f.stmt(s.Decl, dst)
	if v := f.info.Binds[name.ID]; f.module && v.Scope.Top() {
		f.emit(instr{op: opExport, b: uint16(v.Slot), d: f.text(name.Text)})
	}
}
