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

func (f *fn) set(s *ast.Set, dst int) {
	switch t := s.Target.(type) {
	case *ast.Ident:
		f.setName(s, t, dst)
	case *ast.Member, *ast.Index:
		f.setPath(s, t, dst)
	default:
		f.expr(s.Value, f.reg())
		f.at = s.At
		f.emit(instr{op: opBadTarget, d: f.text("Invalid set target")})
	}
}

func (f *fn) setName(s *ast.Set, id *ast.Ident, dst int) {
	u := &f.info.Uses[id.ID]
	if len(u.Chain) == 1 && u.Sure {
		v := u.Chain[0]
		kind, slot := f.home(v)
		if f.grow(s.Value, kind, slot, v, dst) {
			return
		}
		if kind == inReg && !f.mentions(s.Value, v) {
			if _, ok := s.Value.(*ast.Call); ok {
				f.lastUse(&dying{only: v, in: s.Value}, func() { f.owned(s.Value, slot) })
			} else {
				f.owned(s.Value, slot)
			}
			f.result(slot, dst)
			return
		}
	}
	r := f.regFor(dst)
	f.owned(s.Value, r)
	f.at = s.At
	var done []int
	for i, v := range u.Chain {
		kind, slot := f.home(v)
		if i == len(u.Chain)-1 && u.Sure {
			f.put(kind, slot, r)
			f.patch(done)
			f.result(r, dst)
			return
		}
		yes := f.emit(instr{op: opIfSet, a: kind, b: slot})
		no := f.jump()
		f.patch([]int{yes})
		f.put(kind, slot, r)
		done = append(done, f.jump()...)
		f.patch(no)
	}
	// Behind the chain: the global scope by name, for modules and agents.
	slot := uint16(f.globals.slot(id.Name))
	yes := f.emit(instr{op: opIfSet, a: inGlobal, b: slot})
	f.emit(instr{op: opSetUndefined, d: f.text(id.Name)})
	f.patch([]int{yes})
	f.put(inGlobal, slot, r)
	f.patch(done)
	f.result(r, dst)
}

// grow compiles `x = append(x, item)` and `x = x + y` so that a list with
// one holder is extended in place.
func (f *fn) grow(e ast.Expr, kind, slot uint16, v *resolver.Var, dst int) bool {
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		if !ok {
			return false
		}
		u := &f.info.Uses[id.ID]
		return len(u.Chain) == 1 && u.Sure && u.Chain[0] == v
	}
	var item ast.Expr
	var o op
	var at = e.Pos()
	switch e := e.(type) {
	case *ast.Call:
		if b := f.builtinOf(e.Fn); b < 0 || b != builtinIndex("append") || len(e.Args) != 2 ||
			e.Args[0].Name != "" || e.Args[1].Name != "" || !is(e.Args[0].Value) {
			return false
		}
		item, o = e.Args[1].Value, opAppend
		f.ticks += 3
	case *ast.Pipe:
		c, ok := e.Steps[0].X.(*ast.Call)
		if !ok || len(e.Steps) != 1 || len(c.Args) != 1 || c.Args[0].Name != "" || !is(e.X) {
			return false
		}
		if b := f.builtinOf(c.Fn); b < 0 || b != builtinIndex("append") {
			return false
		}
		item, o, at = c.Args[0].Value, opAppend, c.At
		f.ticks += 4
	case *ast.Binary:
		if e.Op != ast.Add || !is(e.L) {
			return false
		}
		if _, ok := small(e.R); ok {
			return false
		}
		if _, ok := e.R.(*ast.Number); ok && kind == inReg {
			return false
		}
		if kind == inReg && f.numeric(e.R) {
			return false
		}
		item, o = e.R, opAddTo
		f.ticks += 2
	default:
		return false
	}
	w := f.regs(2)
	in := instr{op: o, a: kind, b: slot, c: w}
	if !f.quiet(item) {
		// The list as it is now, held so that nobody changes it meanwhile.
		f.get(kind, slot, v.Name, w+1)
		f.emit(instr{op: opHold, a: w + 1})
		in.d = 1
	}
	if o == opAppend {
		f.owned(item, w)
	} else {
		f.expr(item, w)
	}
	f.at = at
	f.emit(in)
	if dst != none {
		f.get(kind, slot, v.Name, uint16(dst))
		f.emit(instr{op: opOwn, a: uint16(dst)})
	}
	return true
}

// numeric guesses expressions that give numbers, for which plain addition
// is the better code.
func (f *fn) numeric(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Number:
		return true
	case *ast.Binary:
		switch e.Op {
		case ast.Sub, ast.Mul, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow:
			return true
		}
		return e.Op == ast.Add && f.numeric(e.L) && f.numeric(e.R)
	case *ast.Unary:
		return true
	}
	return false
}

// setPath compiles an assignment through members and indexes: the value
// first, then the indexes, then one walk from the root.
func (f *fn) setPath(s *ast.Set, target ast.Expr, dst int) {
	var parts []ast.Expr // from the last step to the first
	root := target
	for {
		parts = append(parts, root)
		if m, ok := root.(*ast.Member); ok {
			root = m.X
		} else {
			root = root.(*ast.Index).X
		}
		switch root.(type) {
		case *ast.Member, *ast.Index:
			continue
		}
		break
	}
	val := f.regFor(dst)
	f.owned(s.Value, val)
	id, ok := root.(*ast.Ident)
	if !ok {
		f.at = s.At
		f.emit(instr{op: opBadTarget, d: f.text(`Invalid set target: it must start from a variable — write the path from the variable, e.g. set m["a"]["b"] to v (not set get(m, "a")["b"] to v)`)})
		return
	}
	u := &f.info.Uses[id.ID]
	var done []int
	if len(u.Chain) == 1 && u.Sure {
		kind, slot := f.home(u.Chain[0])
		f.storePath(id, kind, slot, true, parts, val)
	} else {
		for i, v := range u.Chain {
			kind, slot := f.home(v)
			if i == len(u.Chain)-1 && u.Sure {
				f.storePath(id, kind, slot, true, parts, val)
				break
			}
			yes := f.emit(instr{op: opIfSet, a: kind, b: slot})
			no := f.jump()
			f.patch([]int{yes})
			f.storePath(id, kind, slot, true, parts, val)
			done = append(done, f.jump()...)
			f.patch(no)
		}
		if !u.Sure {
			f.storePath(id, inGlobal, uint16(f.globals.slot(id.Name)), false, parts, val)
		}
	}
	f.patch(done)
	if dst != none {
		f.emit(instr{op: opOwn, a: val})
	}
}

func (f *fn) storePath(id *ast.Ident, kind, slot uint16, sure bool, parts []ast.Expr, val uint16) {
	mark := f.next
	f.tick()
	p := path{kind: kind, slot: slot, name: id.Name, rootPos: id.At, value: val}
	n := len(f.p.paths)
	f.p.paths = append(f.p.paths, path{})
	check := !sure
	if f.disturbs(parts, kind) {
		// The path is walked from the root as it is now, whatever the indexes do.
		r := f.regs(2) + 1 // not the first register, which would mean none
		f.at = id.At
		f.get(kind, slot, id.Name, r)
		f.emit(instr{op: opHold, a: r})
		p.hold, check = r, false
	}
	for i := len(parts) - 1; i >= 0; i-- {
		f.tick()
		switch part := parts[i].(type) {
		case *ast.Member:
			p.steps = append(p.steps, pathStep{member: value.Constant(part.Name).Text(), pos: part.At})
		case *ast.Index:
			if check || len(p.steps) > 0 {
				if !f.unfailing(part.Index) {
					// What stands before the index is read, and may fail, first.
					f.p.paths[n] = p
					f.emit(instr{op: opCheckPath, c: uint16(len(p.steps)), d: int32(n)})
				}
				check = false
			}
			step := pathStep{pos: part.At}
			if hasBlockAny(parts[:i]) {
				step.reg = f.reg()
				f.expr(part.Index, step.reg)
			} else {
				step.reg = f.operand(part.Index)
			}
			p.steps = append(p.steps, step)
		}
	}
	f.p.paths[n] = p
	f.at = p.steps[len(p.steps)-1].pos
	if len(p.steps) == 1 && p.steps[0].member == nil && kind == inReg && p.hold == 0 {
		f.emit(instr{op: opSetIndex, a: slot, b: p.steps[0].reg, c: val, d: int32(n)})
	} else {
		f.emit(instr{op: opSetPath, d: int32(n)})
	}
	f.next = mark
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

func hasBlockAny(parts []ast.Expr) bool {
	for _, p := range parts {
		if i, ok := p.(*ast.Index); ok && hasBlock(i.Index) {
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

// loopBody compiles what a loop repeats and records where a stop goes.
func (f *fn) loopBody(body func()) *loop {
	l := &loop{handlers: f.depth}
	f.loops = append(f.loops, l)
	f.p.loops = append(f.p.loops, loopRange{from: int32(f.here()), handlers: int32(f.depth)})
	i := len(f.p.loops) - 1
	body()
	f.loops = f.loops[:len(f.loops)-1]
	f.p.loops[i].to = int32(f.here())
	return l
}

// leave ends a loop: stops arrive here, with `nothing` as the loop's value.
func (f *fn) leave(l *loop, r int, dst int) {
	if dst != none {
		end := f.jump()
		f.p.loops[r].exit = int32(f.here())
		f.patch(l.stops)
		f.nothing(uint16(dst))
		f.patch(end)
		return
	}
	f.p.loops[r].exit = int32(f.here())
	f.patch(l.stops)
}

func (f *fn) while(s *ast.While, dst int) {
	if dst != none {
		f.nothing(uint16(dst))
	}
	defer f.pinFloats(s)()
	toCond := f.jump()
	start := f.here()
	r := len(f.p.loops)
	l := f.loopBody(func() { f.stmts(s.Body, dst) })
	f.patch(toCond)
	back := f.jumpIf(s.Cond, true)
	f.patchTo(back, start)
	f.leave(l, r, dst)
}

func (f *fn) each(s *ast.Each, dst int) {
	if dst != none {
		f.nothing(uint16(dst))
	}
	defer f.pinFloats(s)()
	scope := f.info.Scopes[s]
	outer := f.scope
	counted := f.rangeCall(s.X)
	state := f.regs(3)
	if counted != nil {
		f.ticks += 2
		for i, a := range counted.Args {
			f.expr(a.Value, state+uint16(i))
		}
		f.at = counted.At
		f.emit(instr{op: opRange, a: state, c: uint16(len(counted.Args))})
	} else {
		f.expr(s.X, state)
		f.at = s.At
		f.emit(instr{op: opIter, a: state})
	}
	item := f.reg()
	toNext := f.jump()
	start := f.here()
	r := len(f.p.loops)
	v := f.info.Binds[s.Name.ID]
	l := f.loopBody(func() {
		f.scope = scope
		mark := f.next
		f.placeTurn(scope, v, item)
		f.stmts(s.Body, dst)
		f.next = mark
		f.scope = outer
	})
	f.patch(toNext)
	f.at = s.At
	o := opIterNext
	if counted != nil {
		o = opRangeNext
	}
	f.emit(instr{op: o, a: state, b: item, d: int32(start)})
	f.leave(l, r, dst)
	if counted == nil {
		f.emit(instr{op: opIterEnd, a: state})
	}
}

// placeTurn makes the variables of one turn: the loop variable is the
// register that the loop writes, or a cell around it.
func (f *fn) placeTurn(s *resolver.Scope, v *resolver.Var, item uint16) {
	rest := &resolver.Scope{Parent: s.Parent, Func: s.Func}
	for _, w := range s.Vars {
		if w != v {
			rest.Vars = append(rest.Vars, w)
		}
	}
	v.Slot = int(item)
	if f.kindOf(v) == inCell {
		cell := f.reg()
		f.emit(instr{op: opMove, a: cell, b: item})
		f.emit(instr{op: opBoxCell, a: cell})
		v.Slot = int(cell)
	}
	f.place(f, rest)
}

// rangeCall gives the call of the builtin range that a loop walks.
func (f *fn) rangeCall(e ast.Expr) *ast.Call {
	c, ok := e.(*ast.Call)
	if !ok || len(c.Args) < 1 || len(c.Args) > 3 {
		return nil
	}
	if b := f.builtinOf(c.Fn); b < 0 || b != builtinIndex("range") {
		return nil
	}
	for _, a := range c.Args {
		if a.Name != "" {
			return nil
		}
	}
	return c
}

func (f *fn) give(s *ast.Give) {
	if f.up == nil {
		r := f.reg()
		if s.X != nil {
			f.expr(s.X, r)
		}
		f.at = s.At
		f.emit(instr{op: opStray})
		return
	}
	if s.X != nil {
		f.giveValue(s.X)
		return
	}
	r := f.reg()
	f.nothing(r)
	f.emit(instr{op: opReturn, a: r})
}

func (f *fn) stop(s *ast.Stop) {
	if s.X != nil {
		f.expr(s.X, f.reg())
	}
	f.at = s.At
	if n := len(f.loops); n > 0 {
		l := f.loops[n-1]
		if d := f.depth - l.handlers; d > 0 {
			f.emit(instr{op: opEndTry, c: uint16(d)})
		}
		l.stops = append(l.stops, f.jump()...)
		return
	}
	if f.up == nil {
		f.emit(instr{op: opStray})
		return
	}
	f.emit(instr{op: opStopOut})
}

func (f *fn) task(s *ast.Task, dst uint16) {
	params := make([]string, len(s.Params))
	optional := make([]bool, len(s.Params))
	for i := range s.Params {
		params[i] = s.Params[i].Name.Text
		optional[i] = s.Params[i].Default != nil
	}
	c := f.newFn(f, f.info.Funcs[s], s.Name.Text, s.At)
	c.scope = f.info.Scopes[s]
	c.p.params, c.p.optional = params, optional
	c.params(c.scope, len(params), func(i int) *resolver.Var { return f.info.Binds[s.Params[i].Name.ID] },
		func() { c.defaults(s) })
	body := make([]ast.Stmt, 0, len(s.Body))
	var decls []*ast.Require
	for _, b := range s.Body {
		if q, ok := b.(*ast.Require); ok {
			decls = append(decls, q)
		} else {
			body = append(body, b)
		}
	}
	c.body(body)
	f.p.protos = append(f.p.protos, f.child(c))
	f.emit(instr{op: opClosure, a: dst, d: int32(len(f.p.protos) - 1)})
	for _, q := range decls {
		in := instr{op: opDeclare, a: dst, d: f.text(q.Cap)}
		if q.Scope != nil {
			in.b, in.c = f.reg(), 1
			f.expr(q.Scope, in.b)
		}
		f.at = q.At
		f.emit(in)
	}
	f.at = s.At
}

// defaults evaluates missing arguments, in the order of the parameters.
func (f *fn) defaults(s *ast.Task) {
	for i := range s.Params {
		d := s.Params[i].Default
		if d == nil {
			continue
		}
		given := f.emit(instr{op: opIfArg, a: uint16(i)})
		r := f.reg()
		f.owned(d, r)
		f.emit(instr{op: opMove, a: uint16(i), b: r})
		f.patch([]int{given})
	}
}

// body compiles the statements of a task: the value of the last one is the
// result when no give is reached.
func (f *fn) body(list []ast.Stmt) {
	if n := len(list); n > 0 {
		if _, ok := list[n-1].(*ast.Give); ok {
			f.stmts(list, none)
			return
		}
	}
	r := f.reg()
	f.stmts(list, int(r))
	f.emit(instr{op: opReturn, a: r})
}

// function compiles a body that is run by the command or the machine: a test
// block or an agent.
func (f *fn) function(n ast.Node, name string, list []ast.Stmt) *proto {
	c := f.newFn(f, f.info.Funcs[n], name, n.Pos())
	c.scope = f.info.Scopes[n]
	if !c.scope.Top() {
		c.place(c, c.scope)
	}
	c.up = nil // give and stop have nowhere to go
	c.stmts(list, none)
	r := c.reg()
	c.nothing(r)
	c.emit(instr{op: opReturn, a: r})
	return f.child(c)
}

func (f *fn) typeDef(s *ast.Type) {
	m := &value.Maker{Name: s.Name.Text, File: f.file, Line: s.At.Line, Col: s.At.Col}
	for _, x := range s.Fields {
		m.Fields = append(m.Fields, x.Name)
	}
	m.Keys = keysOf(m.Fields)
	f.p.types = append(f.p.types, m)
	r := f.reg()
	f.emit(instr{op: opType, a: r, d: int32(len(f.p.types) - 1)})
	f.bind(&s.Name, r)
}

func keysOf(names []string) []*value.Text {
	keys := make([]*value.Text, len(names))
	for i, n := range names {
		keys[i] = value.Constant(n).Text()
	}
	return keys
}

func (f *fn) enumDef(s *ast.Enum, dst uint16) {
	d := enumDef{name: s.Name.Text}
	for _, v := range s.Variants {
		d.variants = append(d.variants, &value.Maker{Name: s.Name.Text + "." + v.Name, Fields: v.Fields, Keys: keysOf(v.Fields),
			Variant: true, File: f.file, Line: s.At.Line, Col: s.At.Col})
	}
	f.p.enums = append(f.p.enums, d)
	f.emit(instr{op: opEnum, a: dst, d: int32(len(f.p.enums) - 1)})
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
