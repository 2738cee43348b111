package runtime

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/resolver"
)

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
