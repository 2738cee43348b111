package runtime

import (
	"math"
	"slices"

	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/resolver"
)

// borrowed reports expressions whose value has another holder already: a
// variable or a container.
func (f *fn) borrowed(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.Member, *ast.Index:
		return true
	case *ast.Call:
		return f.isGet(e)
	case *ast.WhenExpr:
		return f.borrowed(e.Then) || e.Else != nil && f.borrowed(e.Else)
	case *ast.Sandbox:
		return e.X != nil && f.borrowed(e.X)
	}
	return false
}

// owned compiles e into dst as a value with a holder of its own.
func (f *fn) owned(e ast.Expr, dst uint16) {
	if id, ok := e.(*ast.Ident); ok {
		if r, ok := f.sureReg(id); ok {
			f.tick()
			f.at = id.At
			f.emit(instr{op: opMoveOwn, a: dst, b: r})
			return
		}
	}
	f.expr(e, dst)
	if f.borrowed(e) {
		f.emit(instr{op: opOwn, a: dst})
	}
}

// sureReg gives the register of a name that is certainly a bound local.
func (f *fn) sureReg(id *ast.Ident) (uint16, bool) {
	u := &f.info.Uses[id.ID]
	if len(u.Chain) == 1 && u.Sure {
		if k, slot := f.home(u.Chain[0]); k == inReg {
			return slot, true
		}
	}
	return 0, false
}

// operand gives a register that holds e: that of a local variable, else a
// temporary.
func (f *fn) operand(e ast.Expr) uint16 {
	if id, ok := e.(*ast.Ident); ok {
		if r, ok := f.sureReg(id); ok {
			f.tick()
			return r
		}
	}
	r := f.reg()
	f.expr(e, r)
	return r
}

// operandK is operand for instructions that also take pinned constants.
func (f *fn) operandK(e ast.Expr) uint16 {
	if n, ok := e.(*ast.Number); ok && n.Kind == ast.Float {
		if r, ok := f.pinned[math.Float64bits(n.Float)]; ok {
			f.tick()
			return r
		}
	}
	return f.operand(e)
}

// left is operandK for a left operand that must keep its value while right
// is evaluated.
func (f *fn) left(e, right ast.Expr) uint16 {
	if f.disturbed(e, right) {
		r := f.reg()
		f.owned(e, r)
		return r
	}
	return f.operandK(e)
}

// disturbed reports an operand that is read from a variable, and so is what
// others hold too, while evaluating a later one may change it.
func (f *fn) disturbed(e ast.Expr, later ...ast.Expr) bool {
	root := e
	for {
		switch x := root.(type) {
		case *ast.Member:
			root = x.X
			continue
		case *ast.Index:
			root = x.X
			continue
		}
		break
	}
	local := false
	switch x := root.(type) {
	case *ast.Call:
		return f.isGet(x) && (f.disturbed(x.Args[0].Value, later...) || len(x.Args) == 3 && f.disturbed(x.Args[2].Value, later...))
	case *ast.Ident:
		_, local = f.sureReg(x) // only a block among the operands can reach it
	case *ast.When, *ast.WhenExpr, *ast.Sandbox:
	default:
		return false
	}
	for _, l := range later {
		if l != nil && (local && hasBlock(l) || !local && !f.quiet(l)) {
			return true
		}
	}
	return false
}

// hasBlock reports expressions that contain statements, which might set a
// local variable.
func hasBlock(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.When:
		return true
	case *ast.Sandbox:
		return e.Body != nil || hasBlock(e.X)
	case *ast.Binary:
		return hasBlock(e.L) || hasBlock(e.R)
	case *ast.Unary:
		return hasBlock(e.X)
	case *ast.Call:
		for _, a := range e.Args {
			if hasBlock(a.Value) {
				return true
			}
		}
		return hasBlock(e.Fn)
	case *ast.Ident, *ast.Number, *ast.Text, *ast.Bool, *ast.Nothing, *ast.Lambda, nil:
		return false
	case *ast.Index:
		return hasBlock(e.X) || hasBlock(e.Index)
	case *ast.Member:
		return hasBlock(e.X)
	case *ast.List:
		return slices.ContainsFunc(e.Items, hasBlock)
	case *ast.Map:
		return slices.ContainsFunc(e.Entries, func(p ast.MapEntry) bool { return hasBlock(p.Key) || hasBlock(p.Value) })
	case *ast.Template:
		return slices.ContainsFunc(e.Parts, func(p ast.TemplatePart) bool { return hasBlock(p.Hole) })
	}
	return true // rare forms: assume the worst
}

// quiet reports expressions that cannot run code of the program: nothing
// can change while they are evaluated.
func (f *fn) quiet(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.Number, *ast.Text, *ast.Bool, *ast.Nothing, *ast.Lambda:
		return true
	case *ast.Binary:
		return f.quiet(e.L) && f.quiet(e.R)
	case *ast.Unary:
		return f.quiet(e.X)
	case *ast.Index:
		return f.quiet(e.X) && f.quiet(e.Index)
	case *ast.Member:
		return f.quiet(e.X)
	case *ast.Template:
		for _, p := range e.Parts {
			if p.Hole != nil && !f.quiet(p.Hole) {
				return false
			}
		}
		return true
	case *ast.List:
		for _, x := range e.Items {
			if !f.quiet(x) {
				return false
			}
		}
		return true
	case *ast.Map:
		for _, x := range e.Entries {
			if !f.quiet(x.Key) || !f.quiet(x.Value) {
				return false
			}
		}
		return true
	case *ast.Call:
		b := f.builtinOf(e.Fn)
		if b < 0 || !plainBuiltin(b) {
			return false
		}
		for _, a := range e.Args {
			if !f.quiet(a.Value) {
				return false
			}
		}
		return true
	}
	return false
}

// expr compiles e into dst. The value may be borrowed.
func (f *fn) expr(e ast.Expr, dst uint16) {
	f.tick()
	if _, ok := e.(*ast.Call); !ok && f.last != nil {
		defer func(d *dying) { f.last = d }(f.last)
		f.last = nil // only the call itself may take
	}
	at := f.at
	f.at = e.Pos()
	mark := f.next
	switch e := e.(type) {
	case *ast.Number:
		f.number(e, dst)
	case *ast.Text:
		f.emit(instr{op: opConst, a: dst, d: f.text(e.Value)})
	case *ast.Bool:
		f.emit(instr{op: opConst, a: dst, d: f.constant(value.OfBool(e.Value))})
	case *ast.Nothing:
		f.nothing(dst)
	case *ast.Ident:
		f.load(e, dst)
	case *ast.Template:
		f.template(e, dst)
	case *ast.List:
		f.list(e, dst)
	case *ast.Map:
		f.mapLit(e, dst)
	case *ast.Member:
		x := f.operand(e.X)
		if inner, ok := e.X.(*ast.Member); ok && e.ViaOf && !inner.ViaOf {
			f.p.code[len(f.p.code)-1].c = 1 // its failure deserves a note
		}
		f.at = e.At
		f.emit(instr{op: opMember, a: dst, b: x, d: f.text(e.Name)})
	case *ast.Index:
		f.index(e, dst)
	case *ast.Binary:
		f.binary(e, dst)
	case *ast.Unary:
		x := f.operand(e.X)
		f.at = e.At
		o := opNeg
		if e.Op == ast.Not {
			o = opNot
		}
		f.emit(instr{op: o, a: dst, b: x})
	case *ast.Compare:
		f.chain(e, dst)
	case *ast.Call:
		f.call(e, nil, dst)
	case *ast.Pipe:
		f.pipe(e, dst)
	case *ast.Lambda:
		f.closure(e, "<lambda>", dst)
	case *ast.WhenExpr:
		no := f.jumpIf(e.Cond, false)
		f.owned(e.Then, dst)
		end := f.jump()
		f.patch(no)
		if e.Else != nil {
			f.owned(e.Else, dst)
		} else {
			f.nothing(dst)
		}
		f.patch(end)
	case *ast.When:
		f.when(e, int(dst))
	case *ast.Sandbox:
		f.sandbox(e, int(dst))
	default:
		f.service(e, dst)
	}
	f.next = mark
	f.at = at
}

func (f *fn) nothing(dst uint16) {
	f.emit(instr{op: opConst, a: dst, d: f.constant(value.Nothing)})
}

func (f *fn) number(n *ast.Number, dst uint16) {
	if n.Kind == ast.Int && n.Big == nil && n.Int >= math.MinInt32 && n.Int <= math.MaxInt32 {
		f.emit(instr{op: opInt, a: dst, d: int32(n.Int)})
		return
	}
	f.emit(instr{op: opConst, a: dst, d: f.constant(numberValue(n))})
}

func numberValue(n *ast.Number) value.Value {
	switch n.Kind {
	case ast.Float:
		return value.OfFloat(n.Float)
	case ast.Decimal:
		if n.Big != nil {
			return value.OfDecimal(n.Big, int(n.Scale))
		}
		return value.SmallDecimal(n.Int, n.Scale)
	}
	if n.Big != nil {
		return value.OfBig(n.Big)
	}
	return value.OfInt(n.Int)
}

// load reads a name, trying the variables of its chain in order.
func (f *fn) load(id *ast.Ident, dst uint16) {
	u := &f.info.Uses[id.ID]
	var done []int
	for i, v := range u.Chain {
		kind, slot := f.home(v)
		if last := i == len(u.Chain)-1; last && (u.Sure || f.lastGlobal(v)) {
			f.get(kind, slot, v.Name, dst)
			f.patch(done)
			return
		}
		yes := f.emit(instr{op: opIfSet, a: kind, b: slot})
		no := f.jump()
		f.patch([]int{yes})
		f.get(kind, slot, v.Name, dst)
		done = append(done, f.jump()...)
		f.patch(no)
	}
	f.loadGlobal(id.Name, dst)
	f.patch(done)
}

// lastGlobal reports a variable of the entry file's global scope: reading it
// checks by itself.
func (f *fn) lastGlobal(v *resolver.Var) bool {
	return f.kindOf(v) == inGlobal
}

// loadGlobal reads a name that no scope of the file binds.
func (f *fn) loadGlobal(name string, dst uint16) {
	if b := builtinValue(name); !b.IsUnset() {
		if f.module || f.spread {
			// A module may set the global binding of a builtin.
			f.emit(instr{op: opBuiltin, a: dst, e: f.text(name), d: f.constant(b)})
			return
		}
		f.emit(instr{op: opConst, a: dst, d: f.constant(b)})
		return
	}
	f.emit(instr{op: opGlobal, a: dst, d: int32(f.globals.slot(name))})
}

func (f *fn) get(kind, slot uint16, name string, dst uint16) {
	switch kind {
	case inReg:
		if dst != slot {
			f.emit(instr{op: opMove, a: dst, b: slot})
		}
	case inCell:
		f.emit(instr{op: opCell, a: dst, b: slot, d: f.text(name)})
	case inFree:
		f.emit(instr{op: opFree, a: dst, b: slot, d: f.text(name)})
	case inGlobal:
		f.emit(instr{op: opGlobal, a: dst, d: int32(slot)})
	case inModule:
		f.emit(instr{op: opModVar, a: dst, d: int32(slot)})
	}
}

func (f *fn) put(kind, slot uint16, src uint16) {
	switch kind {
	case inReg:
		if slot != src {
			f.emit(instr{op: opMove, a: slot, b: src})
		}
	case inCell:
		f.emit(instr{op: opSetCell, a: slot, b: src})
	case inFree:
		f.emit(instr{op: opSetFree, a: slot, b: src})
	case inGlobal:
		f.emit(instr{op: opSetGlobal, b: src, d: int32(slot)})
	case inModule:
		f.emit(instr{op: opSetModVar, b: src, d: int32(slot)})
	}
}

// index reads a part; a container that the index may change is held, not
// marked, so that it needs no copy afterwards.
func (f *fn) index(e *ast.Index, dst uint16) {
	hold := f.disturbed(e.X, e.Index)
	var x uint16
	if hold {
		x = f.reg()
		f.expr(e.X, x)
		f.emit(instr{op: opHold, a: x})
	} else {
		x = f.operand(e.X)
	}
	i := f.operand(e.Index)
	f.at = e.At
	f.emit(instr{op: opIndex, a: dst, b: x, c: i})
	if hold {
		f.emit(instr{op: opRelease, a: x})
	}
}

func (f *fn) template(e *ast.Template, dst uint16) {
	if len(e.Parts) == 0 {
		f.emit(instr{op: opConst, a: dst, d: f.text("")})
		return
	}
	first := f.parts(e)
	f.at = e.At
	f.emit(instr{op: opTemplate, a: dst, b: first, c: uint16(len(e.Parts))})
}

// parts evaluates the parts of a template into new registers, one behind the
// other.
func (f *fn) parts(e *ast.Template) (first uint16) {
	first = f.regs(len(e.Parts))
	for i, p := range e.Parts {
		r := first + uint16(i)
		if p.Hole == nil {
			f.emit(instr{op: opConst, a: r, d: f.text(p.Text)})
		} else {
			f.expr(p.Hole, r)
			for _, q := range e.Parts[i+1:] {
				if f.disturbed(p.Hole, q.Hole) {
					f.emit(instr{op: opOwn, a: r})
					break
				}
			}
		}
	}
	return first
}

// chunk is how many items of a literal are evaluated into registers before
// they go into the container.
const chunk = 64

func (f *fn) list(e *ast.List, dst uint16) {
	to := dst
	if len(e.Items) > chunk {
		to = f.reg() // a variable must not show the half-made list
	}
	o := opList
	for from := 0; from == 0 || from < len(e.Items); from += chunk {
		mark := f.next
		n := min(chunk, len(e.Items)-from)
		first := f.regs(n)
		for i, x := range e.Items[from : from+n] {
			f.owned(x, first+uint16(i))
		}
		f.at = e.At
		f.emit(instr{op: o, a: to, b: first, c: uint16(n)})
		o = opExtend
		f.next = mark
	}
	if to != dst {
		f.emit(instr{op: opMove, a: dst, b: to})
	}
}

func (f *fn) mapLit(e *ast.Map, dst uint16) {
	m := f.reg()
	o := opMap
	for from := 0; from == 0 || from < len(e.Entries); from += chunk {
		mark := f.next
		to := min(from+chunk, len(e.Entries))
		first := f.regs(2 * (to - from))
		for i, x := range e.Entries[from:to] {
			f.owned(x.Key, first+uint16(2*i))
			f.owned(x.Value, first+uint16(2*i+1))
		}
		f.at = e.At
		f.emit(instr{op: o, a: m, b: first, c: uint16(to - from)})
		o = opPut
		f.next = mark
	}
	f.emit(instr{op: opMove, a: dst, b: m})
}

var binOps = map[ast.Op]op{
	ast.Add: opAdd, ast.Sub: opSub, ast.Mul: opMul, ast.Div: opDiv, ast.FloorDiv: opFloorDiv, ast.Mod: opMod, ast.Pow: opPow,
	ast.Less: opLt, ast.LessEqual: opLe, ast.Greater: opGt, ast.GreaterEqual: opGe, ast.Equal: opEq, ast.NotEqual: opNe,
	ast.In: opIn, ast.NotIn: opNotIn,
}

// small gives a literal integer that fits an immediate.
func small(e ast.Expr) (int32, bool) {
	n, ok := e.(*ast.Number)
	if !ok || n.Kind != ast.Int || n.Big != nil || n.Int < math.MinInt16 || n.Int > math.MaxInt16 {
		return 0, false
	}
	return int32(n.Int), true
}

func (f *fn) binary(e *ast.Binary, dst uint16) {
	switch e.Op {
	case ast.And, ast.Or:
		// The value is always a truth value.
		f.truth(e, dst)
		return
	}
	l := f.left(e.L, e.R)
	if k, ok := small(e.R); ok {
		o := opNop
		switch e.Op {
		case ast.Add:
			o = opAddI
		case ast.Sub:
			o = opSubI
		case ast.Mul:
			o = opMulI
		case ast.Mod:
			o = opModI
		case ast.FloorDiv:
			o = opFloorDivI
		}
		if o != opNop {
			f.tick()
			f.at = e.At
			f.emit(instr{op: o, a: dst, b: l, d: k})
			return
		}
	}
	r := f.operandK(e.R)
	f.at = e.At
	in := instr{op: binOps[e.Op], a: dst, b: l, c: r}
	if e.Op == ast.FloorDiv {
		if id, ok := e.R.(*ast.Ident); ok && id.At.Line == e.At.Line && id.At.Col > e.At.Col+2 {
			in.d = 1 // an undefined name here looks like a C comment
		}
	}
	f.emit(in)
}

// truth compiles a condition as a value.
func (f *fn) truth(e ast.Expr, dst uint16) {
	f.ticks-- // counted again by jumpIf
	no := f.jumpIf(e, false)
	f.emit(instr{op: opConst, a: dst, d: f.constant(value.True)})
	end := f.jump()
	f.patch(no)
	f.emit(instr{op: opConst, a: dst, d: f.constant(value.False)})
	f.patch(end)
}

func (f *fn) chain(e *ast.Compare, dst uint16) {
	var no []int
	l := f.left(e.Xs[0], e)
	for i, o := range e.Ops {
		var next ast.Expr
		if i+2 < len(e.Xs) {
			next = e
		}
		r := f.left(e.Xs[i+1], next)
		f.at = e.Ops[0].At // the place of the whole chain
		f.emit(instr{op: binOps[o.Op], a: dst, b: l, c: r})
		if i < len(e.Ops)-1 {
			no = append(no, f.emit(instr{op: opJumpT, a: 0, b: dst}))
		}
		l = r
	}
	f.patch(no)
}

var jumpOps = map[ast.Op]op{
	ast.Less: opJumpLt, ast.LessEqual: opJumpLe, ast.Greater: opJumpGt, ast.GreaterEqual: opJumpGe,
	ast.Equal: opJumpEq, ast.NotEqual: opJumpNe,
}

var jumpOpsI = map[ast.Op]op{
	ast.Less: opJumpLtI, ast.LessEqual: opJumpLeI, ast.Greater: opJumpGtI, ast.GreaterEqual: opJumpGeI,
	ast.Equal: opJumpEqI, ast.NotEqual: opJumpNeI,
}

func sense(b bool) uint16 {
	if b {
		return 1
	}
	return 0
}

// jumpIf evaluates a condition and gives the jumps that are taken when its
// truth is want.
func (f *fn) jumpIf(e ast.Expr, want bool) []int {
	mark := f.next
	at := f.at
	defer func() { f.next, f.at = mark, at }()
	switch e := e.(type) {
	case *ast.Bool:
		f.tick()
		if e.Value == want {
			return f.jump()
		}
		return nil
	case *ast.Unary:
		if e.Op == ast.Not {
			f.tick()
			return f.jumpIf(e.X, !want)
		}
	case *ast.Binary:
		switch e.Op {
		case ast.And, ast.Or:
			f.tick()
			if (e.Op == ast.And) == want { // both must agree: the first may skip
				skip := f.jumpIf(e.L, !want)
				jumps := f.jumpIf(e.R, want)
				f.patch(skip)
				return jumps
			}
			return append(f.jumpIf(e.L, want), f.jumpIf(e.R, want)...)
		}
		if o, ok := jumpOps[e.Op]; ok {
			f.tick()
			l := f.left(e.L, e.R)
			if k, ok := small(e.R); ok {
				f.tick()
				f.at = e.At
				return []int{f.emit(instr{op: jumpOpsI[e.Op], a: sense(want), b: l, c: uint16(int16(k))})}
			}
			r := f.operandK(e.R)
			f.at = e.At
			return []int{f.emit(instr{op: o, a: sense(want), b: l, c: r})}
		}
	}
	r := f.operand(e)
	return []int{f.emit(instr{op: opJumpT, a: sense(want), b: r})}
}
