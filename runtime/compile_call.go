package runtime

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/resolver"
)

// pipe evaluates the value, then each step with it.
func (f *fn) pipe(e *ast.Pipe, dst uint16) {
	v := f.reg()
	f.owned(e.X, v)
	for i, s := range e.Steps {
		to := v
		if i == len(e.Steps)-1 {
			to = dst
		}
		mark := f.next
		if c, ok := s.X.(*ast.Call); ok {
			f.tick()
			f.at = c.At
			f.call(c, &v, to)
		} else {
			w := f.regs(2)
			f.expr(s.X, w)
			f.emit(instr{op: opMove, a: w + 1, b: v})
			f.at = s.At
			f.emit(instr{op: opCallLoose, a: to, b: w, c: 1})
		}
		f.next = mark
	}
}

// builtinOf gives the number of the builtin that a callee certainly is, or -1.
func (f *fn) builtinOf(e ast.Expr) int {
	id, ok := e.(*ast.Ident)
	if !ok || len(f.info.Uses[id.ID].Chain) > 0 {
		return -1
	}
	return builtinIndex(id.Name)
}

// isGet reports a call of get: it reads a part like an index, and whoever
// keeps the part makes it shared.
func (f *fn) isGet(e *ast.Call) bool {
	b := f.builtinOf(e.Fn)
	if b < 0 || b != builtinIndex("get") || len(e.Args) < 2 || len(e.Args) > 3 {
		return false
	}
	for _, a := range e.Args {
		if a.Name != "" {
			return false
		}
	}
	return true
}

// call compiles a call; first, if set, is the register of the value that a
// pipe puts before the arguments.
func (f *fn) call(e *ast.Call, first *uint16, dst uint16) {
	n := len(e.Args)
	if first != nil {
		n++
	}
	named := false
	for _, a := range e.Args {
		named = named || a.Name != ""
	}
	if named {
		f.callNamed(e, first, n, dst)
		return
	}
	if b := f.builtinOf(e.Fn); b >= 0 {
		f.tick()
		o := opCallBuiltin
		if first == nil && f.isGet(e) {
			o = opGet
		}
		room := max(n, builtinTable()[b].slots)
		w := f.regs(room)
		held := f.args(e, first, w, false)
		f.at = e.At
		f.emit(instr{op: o, a: dst, b: w, c: uint16(n), d: int32(b)})
		for _, r := range held {
			f.emit(instr{op: opRelease, a: r})
		}
		return
	}
	if id, ok := e.Fn.(*ast.Ident); ok && first == nil {
		// A task of the top level, called with arguments that run no code:
		// the callee can be read when the call is made.
		u := &f.info.Uses[id.ID]
		if len(u.Chain) == 1 && f.kindOf(u.Chain[0]) == inGlobal && f.quietArgs(e) && !isProtected(id.Name) {
			_, slot := f.home(u.Chain[0])
			f.tick()
			f.at = id.At
			if !u.Sure {
				f.emit(instr{op: opGlobal, a: f.reg(), d: int32(slot)})
			}
			w := f.regs(n)
			f.args(e, nil, w, true)
			f.at = e.At
			f.emit(instr{op: opCallGlobal, a: dst, b: w, c: uint16(n), d: int32(slot)})
			return
		}
	}
	w := f.regs(n + 1)
	f.expr(e.Fn, w)
	f.args(e, first, w+1, true)
	f.at = e.At
	f.protected(e.Fn, w)
	f.emit(instr{op: opCall, a: dst, b: w, c: uint16(n)})
}

// protected refuses a call of a protected name that does not reach the
// builtin (20 §22.2).
func (f *fn) protected(callee ast.Expr, w uint16) {
	if id, ok := callee.(*ast.Ident); ok && isProtected(id.Name) {
		f.emit(instr{op: opProtected, a: w, d: f.text(id.Name)})
	}
}

func isProtected(name string) bool {
	switch name {
	case "private", "declassify", "label_of", "is_private", "print", "eprint":
		return true
	}
	return false
}

func (f *fn) quietArgs(e *ast.Call) bool {
	for _, a := range e.Args {
		if !f.quiet(a.Value) {
			return false
		}
	}
	return true
}

// args evaluates the arguments into a window. Tasks keep their arguments, so
// they get them owned; builtins borrow them.
//
// A borrowed argument that a later one may change is held; the registers of
// those are to be released behind the call.
func (f *fn) args(e *ast.Call, first *uint16, w uint16, own bool) (held []uint16) {
	if first != nil {
		f.emit(instr{op: opMove, a: w, b: *first})
		w++
	}
	last := f.last
	for i, a := range e.Args {
		to := w + uint16(i)
		if r, ok := f.take(a.Value); ok && own {
			f.tick()
			f.emit(instr{op: opTake, a: to, b: r})
			continue
		}
		f.last = nil // deeper calls come before others' reads
		if own {
			f.owned(a.Value, to)
		} else {
			f.expr(a.Value, to)
			for _, b := range e.Args[i+1:] {
				if f.disturbed(a.Value, b.Value) {
					r := f.reg()
					f.emit(instr{op: opMove, a: r, b: to})
					f.emit(instr{op: opHold, a: r})
					held = append(held, r)
					break
				}
			}
		}
		f.last = last
	}
	return held
}

func (f *fn) callNamed(e *ast.Call, first *uint16, n int, dst uint16) {
	w := f.regs(n + 1)
	f.expr(e.Fn, w)
	f.args(e, first, w+1, true)
	names := make([]string, n)
	for i, a := range e.Args {
		names[i+n-len(e.Args)] = a.Name
	}
	f.p.names = append(f.p.names, names)
	f.at = e.At
	f.protected(e.Fn, w)
	f.emit(instr{op: opCallNamed, a: dst, b: w, c: uint16(n), d: int32(len(f.p.names) - 1)})
}

// closure compiles a lambda.
func (f *fn) closure(e *ast.Lambda, name string, dst uint16) {
	params := make([]string, len(e.Params))
	for i := range e.Params {
		params[i] = e.Params[i].Text
	}
	p := f.lambda(e, name, params)
	f.p.protos = append(f.p.protos, p)
	f.emit(instr{op: opClosure, a: dst, d: int32(len(f.p.protos) - 1)})
}

func (f *fn) lambda(e *ast.Lambda, name string, params []string) *proto {
	c := f.newFn(f, f.info.Funcs[e], name, e.At)
	c.scope = f.info.Scopes[e]
	c.p.params = params
	c.params(c.scope, len(params), func(i int) *resolver.Var { return f.info.Binds[e.Params[i].ID] }, nil)
	c.giveValue(e.Body)
	return f.child(c)
}

// giveValue compiles `give e`.
func (f *fn) giveValue(e ast.Expr) {
	// A local that dies with the frame needs no second holder.
	if id, ok := e.(*ast.Ident); ok {
		if r, ok := f.sureReg(id); ok {
			f.tick()
			f.emit(instr{op: opReturn, a: r})
			return
		}
	}
	r := f.reg()
	if c, ok := e.(*ast.Call); ok {
		if slot, ok := f.giveAppend(c); ok {
			f.emit(instr{op: opReturn, a: slot})
			return
		}
		f.lastUse(&dying{in: e}, func() { f.owned(e, r) })
	} else {
		f.owned(e, r)
	}
	f.emit(instr{op: opReturn, a: r})
}

// giveAppend compiles `give append(x, item)` for a local x: the list grows
// where it is, as the variable dies.
func (f *fn) giveAppend(c *ast.Call) (uint16, bool) {
	if len(c.Args) == 0 || f.rf.Tries {
		return 0, false
	}
	id, ok := c.Args[0].Value.(*ast.Ident)
	if !ok {
		return 0, false
	}
	r, ok := f.sureReg(id)
	if !ok {
		return 0, false
	}
	v := f.info.Uses[id.ID].Chain[0]
	return r, f.count(c, v) == 1 && f.grow(c, inReg, r, v, none)
}

// child finishes a function and tells how its captured variables are found.
func (f *fn) child(c *fn) *proto {
	for _, v := range c.rf.Free {
		if v.Scope.Func == f.rf {
			c.p.free = append(c.p.free, freeRef{true, uint16(v.Slot)})
		} else {
			c.p.free = append(c.p.free, freeRef{false, uint16(f.rf.FreeIndex(v))})
		}
	}
	if c.err != nil && f.err == nil {
		f.err = c.err
	}
	return c.finish()
}

// params gives the parameters the first registers, places the rest of the
// call scope and fills in defaults; then captured parameters move into cells.
func (f *fn) params(s *resolver.Scope, n int, param func(int) *resolver.Var, defaults func()) {
	f.regs(n)
	var vars []*resolver.Var
	taken := make(map[*resolver.Var]bool, n)
	for i := range n {
		v := param(i)
		v.Slot = i // of a repeated name the last one counts
		if !taken[v] {
			taken[v] = true
			vars = append(vars, v)
		}
	}
	rest := &resolver.Scope{Parent: s.Parent, Func: s.Func}
	for _, v := range s.Vars {
		if !taken[v] {
			rest.Vars = append(rest.Vars, v)
		}
	}
	f.place(f, rest)
	if defaults != nil {
		defaults()
	}
	for _, v := range vars {
		if f.kindOf(v) == inCell {
			f.emit(instr{op: opBoxCell, a: uint16(v.Slot)})
		}
	}
}
