package runtime

import (
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/resolver"
)

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
	if f.found(id) {
		v := u.Chain[0]
		kind, slot := f.home(v)
		if f.grow(s.Value, kind, slot, v, dst) || f.update(s.Value, f.pathOf(id), nil, id, dst) {
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

// found reports a name that is one variable only, which reading it checks.
func (f *fn) found(id *ast.Ident) bool {
	u := &f.info.Uses[id.ID]
	return len(u.Chain) == 1 && (u.Sure || f.lastGlobal(u.Chain[0]))
}

// pathOf is the path of a variable itself.
func (f *fn) pathOf(id *ast.Ident) path {
	kind, slot := f.home(f.info.Uses[id.ID].Chain[0])
	return path{kind: kind, slot: slot, name: id.Name, rootPos: id.At}
}

// grow compiles `x = append(x, item)` and `x = x + y` so that a list with
// one holder is extended in place.
func (f *fn) grow(e ast.Expr, kind, slot uint16, v *resolver.Var, dst int) bool {
	var old *ast.Ident // x where it is read
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		old = id
		return ok && f.found(id) && f.info.Uses[id.ID].Chain[0] == v
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
	if quiet := f.quiet(item); quiet && !f.info.Uses[old.ID].Sure {
		f.at = old.At
		f.get(kind, slot, v.Name, w+1) // it may be unbound
	} else if !quiet {
		f.at = old.At
		// The list as it is now, held so that nobody changes it meanwhile.
		f.get(kind, slot, v.Name, w+1)
		f.emit(instr{op: opHold, a: w + 1})
		in.d = 1
	}
	if t, ok := item.(*ast.Template); ok && o == opAddTo && len(t.Parts) > 0 {
		f.tick()
		f.parts(t)
		in.op, in.e = opAddTemplate, int32(len(t.Parts))
	} else if o == opAppend {
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
	parts, root := steps(target)
	id, ok := root.(*ast.Ident)
	if ok && f.found(id) && f.update(s.Value, f.pathOf(id), parts, target, dst) {
		return
	}
	val := f.regFor(dst)
	f.owned(s.Value, val)
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

// steps takes a path apart: its steps from the last to the first, and its root.
func steps(path ast.Expr) (parts []ast.Expr, root ast.Expr) {
	for root = path; ; {
		switch x := root.(type) {
		case *ast.Member:
			root = x.X
			parts = append(parts, x)
		case *ast.Index:
			root = x.X
			parts = append(parts, x)
		default:
			return parts, root
		}
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
			if f.disturbed(part.Index, indexes(parts[:i])...) {
				step.reg = f.reg()
				f.owned(part.Index, step.reg)
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

// indexes are those of the steps of a path.
func indexes(parts []ast.Expr) (list []ast.Expr) {
	for _, p := range parts {
		if x, ok := p.(*ast.Index); ok {
			list = append(list, x.Index)
		}
	}
	return list
}
