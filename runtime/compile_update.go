package runtime

import (
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
)

// `set p to f(p, …)`, where f is a builtin that gives a changed copy of its
// first argument and p a variable or a path, changes what stands at p in
// place when nobody else holds it or anything on the way to it. The indexes
// of the path are evaluated once, for the reading and the writing, so they
// must be the same in both and must not change in between.

// update compiles such an assignment, and `set p to p + [item]`; it is false
// when e is no such expression.
func (f *fn) update(e ast.Expr, target path, parts []ast.Expr, place ast.Expr, dst int) bool {
	u := pathUpdate{row: addLists}
	var old ast.Expr
	var rest []ast.Expr
	switch e := e.(type) {
	case *ast.Call:
		u.row = f.builtinOf(e.Fn)
		if u.row < 0 || builtinTable()[u.row].InPlace == nil || len(e.Args) == 0 {
			return false
		}
		for _, a := range e.Args {
			if a.Name != "" {
				return false
			}
			rest = append(rest, a.Value)
		}
		old, rest = rest[0], rest[1:]
	case *ast.Binary:
		if _, ok := e.R.(*ast.List); !ok || e.Op != ast.Add {
			return false
		}
		old, rest = e.L, []ast.Expr{e.R}
	default:
		return false
	}
	if !f.readsPlace(old, place) || !f.steady(parts, rest) {
		return false
	}
	mark := f.next
	u.args = 1 + len(rest)
	u.window = f.regs(u.slots())
	target.value = f.regFor(dst)
	f.readPath(&target, parts, old, u.window)
	for _, a := range rest {
		if !f.quiet(a) {
			// The container as it is now, held so that nobody changes it meanwhile.
			f.emit(instr{op: opHold, a: u.window})
			u.held = true
			break
		}
	}
	for i, a := range rest {
		f.owned(a, u.window+1+uint16(i))
	}
	f.ticks += int32(nodes(place)) + 1
	f.at = e.Pos()
	target.update = &u
	f.p.paths = append(f.p.paths, target)
	f.emit(instr{op: opUpdate, d: int32(len(f.p.paths) - 1)})
	if dst == none {
		f.next = mark
		return true
	}
	f.get(target.kind, target.slot, target.name, uint16(dst))
	for _, s := range target.steps {
		f.step(s, uint16(dst), uint16(dst))
	}
	f.emit(instr{op: opOwn, a: uint16(dst)})
	return true
}

// readPath evaluates the indexes of a path and reads what stands there, at the
// places where old reads it; the last step by get if old is a call of that.
func (f *fn) readPath(p *path, parts []ast.Expr, old ast.Expr, dst uint16) {
	get, _ := old.(*ast.Call)
	from := old
	if get != nil {
		from = get.Args[0].Value
	}
	reads, root := steps(from)
	f.tick()
	f.at = root.Pos()
	f.get(p.kind, p.slot, p.name, dst)
	for i := range parts {
		f.tick()
		s := pathStep{pos: parts[len(parts)-1-i].Pos()}
		var name *ast.Text
		switch part := parts[len(parts)-1-i].(type) {
		case *ast.Member:
			s.member = value.Constant(part.Name).Text()
			name = &ast.Text{At: part.At, Value: part.Name}
		case *ast.Index:
			s.reg = f.operand(part.Index)
		}
		p.steps = append(p.steps, s)
		if i < len(reads) {
			s.pos = reads[len(reads)-1-i].Pos()
			f.step(s, dst, dst)
			continue
		}
		w := f.regs(3)
		f.emit(instr{op: opMove, a: w, b: dst})
		if name != nil {
			f.expr(name, w+1)
		} else {
			f.emit(instr{op: opMove, a: w + 1, b: s.reg})
		}
		if len(get.Args) == 3 {
			f.expr(get.Args[2].Value, w+2)
		}
		f.at = get.At
		f.emit(instr{op: opGet, a: dst, b: w, c: uint16(len(get.Args)), d: int32(f.builtinOf(get.Fn))})
	}
}

// step reads one step of a path.
func (f *fn) step(s pathStep, dst, x uint16) {
	f.at = s.pos
	if s.member != nil {
		f.emit(instr{op: opMember, a: dst, b: x, d: f.constant(s.member.Value())})
	} else {
		f.emit(instr{op: opIndex, a: dst, b: x, c: s.reg})
	}
}

// readsPlace reports that old reads what stands at place: it is the same
// expression, or a call of get with a default that runs no code.
func (f *fn) readsPlace(old, place ast.Expr) bool {
	c, ok := old.(*ast.Call)
	if !ok {
		return f.same(old, place)
	}
	if !f.isGet(c) || len(c.Args) == 3 && !f.quiet(c.Args[2].Value) {
		return false
	}
	x, key := c.Args[0].Value, c.Args[1].Value
	switch p := place.(type) {
	case *ast.Index:
		return f.same(x, p.X) && f.same(key, p.Index)
	case *ast.Member:
		t, ok := key.(*ast.Text)
		return ok && t.Value == p.Name && f.same(x, p.X)
	}
	return false
}

// same reports two equal expressions that run no code, so that both give the
// same when nothing runs in between.
func (f *fn) same(a, b ast.Expr) bool {
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && a.Name == b.Name
	case *ast.Number:
		b, ok := b.(*ast.Number)
		return ok && a.Kind == ast.Int && b.Kind == ast.Int && a.Int == b.Int
	case *ast.Text:
		b, ok := b.(*ast.Text)
		return ok && a.Value == b.Value
	case *ast.Member:
		b, ok := b.(*ast.Member)
		return ok && a.Name == b.Name && !a.ViaOf && !b.ViaOf && f.same(a.X, b.X)
	case *ast.Index:
		b, ok := b.(*ast.Index)
		return ok && f.same(a.X, b.X) && f.same(a.Index, b.Index)
	case *ast.Binary:
		b, ok := b.(*ast.Binary)
		return ok && a.Op == b.Op && f.same(a.L, b.L) && f.same(a.R, b.R)
	case *ast.Template:
		b, ok := b.(*ast.Template)
		if !ok || len(a.Parts) != len(b.Parts) {
			return false
		}
		for i, p := range a.Parts {
			q := b.Parts[i]
			if p.Text != q.Text || (p.Hole == nil) != (q.Hole == nil) || p.Hole != nil && !f.same(p.Hole, q.Hole) {
				return false
			}
		}
		return true
	case *ast.Call:
		b, ok := b.(*ast.Call)
		if !ok || !f.quiet(a) || !f.quiet(b) || !f.same(a.Fn, b.Fn) || len(a.Args) != len(b.Args) {
			return false
		}
		for i := range a.Args {
			if a.Args[i].Name != "" || b.Args[i].Name != "" || !f.same(a.Args[i].Value, b.Args[i].Value) {
				return false
			}
		}
		return true
	}
	return false
}

// steady reports that the indexes of a path give the same before and after
// the other arguments are evaluated, and those each before and after the
// next ones.
func (f *fn) steady(parts []ast.Expr, rest []ast.Expr) bool {
	for i, a := range rest {
		if hasBlock(a) && !f.quiet(a) || f.disturbed(a, rest[i+1:]...) {
			return false
		}
	}
	for _, p := range parts {
		index, ok := p.(*ast.Index)
		if !ok {
			continue
		}
		if id, ok := index.Index.(*ast.Ident); ok {
			if _, local := f.sureReg(id); local {
				continue
			}
		}
		switch index.Index.(type) {
		case *ast.Number, *ast.Text:
			continue
		}
		for _, a := range rest {
			if !f.quiet(a) {
				return false
			}
		}
	}
	return true
}

// nodes is the number of nodes of an expression.
func nodes(e ast.Expr) int {
	n := 0
	ast.Walk(e, func(ast.Node) bool { n++; return true })
	return n
}
