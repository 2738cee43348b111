package runtime

import (
	"unsafe"

	"github.com/synrun/synrun/runtime/value"
)

// run executes the newest frame until it returns. Calls of tasks push and
// pop frames without recursion; builtins that call tasks come back here.
//
//go:nocheckptr
func (m *Machine) run() (value.Value, error) {
	floor := len(m.frames) - 1
	fr := &m.frames[floor]
	p := fr.fn.proto
	code := p.code
	regs := window(m.stack, fr.base)
	pc := fr.pc
	var v value.Value
	var err error

	for {
		in := (*instr)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(code)), uintptr(pc)*unsafe.Sizeof(instr{})))
		pc++
		switch in.op {
		case opNop:

		case opConst:
			regs[in.a] = p.consts[in.d]
		case opInt:
			regs[in.a].SetInt(int64(in.d))
		case opMove:
			regs[in.a] = regs[in.b]
		case opTake:
			regs[in.a] = regs[in.b]
			regs[in.b] = value.Value{}
		case opMoveOwn:
			regs[in.a] = regs[in.b].Share()
		case opOwn:
			regs[in.a].Share()
		case opUnset:
			for i := range in.b {
				regs[in.a+i] = value.Value{}
			}
		case opBuiltin:
			regs[in.a] = p.consts[in.d]
			if m.replaced != nil {
				if slot, ok := m.replaced[p.consts[in.e].Str()]; ok {
					regs[in.a] = m.globals[slot]
				}
			}

		case opGlobal:
			v := m.globals[in.d]
			if v.IsUnset() {
				err = m.undefined(m.names.names[in.d])
				goto fail
			}
			regs[in.a] = v
		case opSetGlobal:
			m.globals[in.d] = regs[in.b]
		case opModVar:
			v := fr.fn.env.get(int(in.d))
			if v.IsUnset() {
				err = m.undefined(fr.fn.env.names.names[in.d])
				goto fail
			}
			regs[in.a] = v
		case opSetModVar:
			fr.fn.env.set(int(in.d), regs[in.b])
		case opNewCell:
			if err = m.Charge(cellSize); err != nil {
				goto fail
			}
			regs[in.a] = newCell().ref()
		case opBoxCell:
			if err = m.Charge(cellSize); err != nil {
				goto fail
			}
			c := newCell()
			c.v = regs[in.a]
			regs[in.a] = c.ref()
		case opCell:
			v := cellOf(regs[in.b]).v
			if v.IsUnset() {
				err = m.undefined(p.consts[in.d].Str())
				goto fail
			}
			regs[in.a] = v
		case opSetCell:
			cellOf(regs[in.a]).v = regs[in.b]
		case opFree:
			v := fr.fn.free[in.b].v
			if v.IsUnset() {
				err = m.undefined(p.consts[in.d].Str())
				goto fail
			}
			regs[in.a] = v
		case opSetFree:
			fr.fn.free[in.a].v = regs[in.b]
		case opIfSet:
			if !m.variable(fr, in.a, in.b).IsUnset() {
				pc = int(in.d)
				m.steps.left -= int64(in.e)
			}
		case opUndefined:
			err = m.undefined(p.consts[in.d].Str())
			goto fail
		case opSetUndefined:
			err = &value.Error{Msg: "Cannot set undefined variable: '" + p.consts[in.d].Str() + "'. Use 'let' first.", Bare: true}
			goto fail

		case opAdd:
			a, b := regs[in.b], regs[in.c]
			if a.IsInt() && b.IsInt() {
				x, y := a.Int(), b.Int()
				if s := x + y; (s > x) == (y > 0) {
					regs[in.a].SetInt(s)
					continue
				}
			} else if a.IsFloat() && b.IsFloat() {
				regs[in.a].SetFloat(a.Float() + b.Float())
				continue
			}
			if v, err = value.Binary(m, value.Add, a, b); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opSub:
			a, b := regs[in.b], regs[in.c]
			if a.IsInt() && b.IsInt() {
				x, y := a.Int(), b.Int()
				if s := x - y; (s < x) == (y > 0) {
					regs[in.a].SetInt(s)
					continue
				}
			} else if a.IsFloat() && b.IsFloat() {
				regs[in.a].SetFloat(a.Float() - b.Float())
				continue
			}
			if v, err = value.Binary(m, value.Sub, a, b); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opMul:
			a, b := regs[in.b], regs[in.c]
			if a.IsFloat() && b.IsFloat() {
				regs[in.a].SetFloat(a.Float() * b.Float())
				continue
			} else if a.IsInt() && b.IsInt() {
				if v, ok := value.MulInt(a.Int(), b.Int()); ok {
					regs[in.a].SetInt(v)
					continue
				}
			} else if a.IsFloat() && b.IsInt() {
				regs[in.a].SetFloat(a.Float() * float64(b.Int()))
				continue
			} else if a.IsInt() && b.IsFloat() {
				regs[in.a].SetFloat(float64(a.Int()) * b.Float())
				continue
			}
			if v, err = value.Binary(m, value.Mul, a, b); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opDiv:
			a, b := regs[in.b], regs[in.c]
			if a.IsFloat() && b.IsFloat() && b.Float() != 0 {
				regs[in.a].SetFloat(a.Float() / b.Float())
				continue
			}
			if v, err = value.Binary(m, value.Div, a, b); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opFloorDiv, opMod, opPow:
			if v, err = value.Binary(m, value.FloorDiv+value.Op(in.op-opFloorDiv), regs[in.b], regs[in.c]); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opAddI:
			a := regs[in.b]
			if a.IsInt() {
				x, y := a.Int(), int64(in.d)
				if s := x + y; (s > x) == (y > 0) {
					regs[in.a].SetInt(s)
					continue
				}
			}
			if v, err = value.Binary(m, value.Add, a, value.OfInt(int64(in.d))); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opSubI:
			a := regs[in.b]
			if a.IsInt() {
				x, y := a.Int(), int64(in.d)
				if s := x - y; (s < x) == (y > 0) {
					regs[in.a].SetInt(s)
					continue
				}
			}
			if v, err = value.Binary(m, value.Sub, a, value.OfInt(int64(in.d))); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opMulI:
			a := regs[in.b]
			if a.IsInt() {
				if v, ok := value.MulInt(a.Int(), int64(in.d)); ok {
					regs[in.a].SetInt(v)
					continue
				}
			} else if a.IsFloat() {
				regs[in.a].SetFloat(a.Float() * float64(in.d))
				continue
			}
			if v, err = value.Binary(m, value.Mul, a, value.OfInt(int64(in.d))); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opModI:
			a := regs[in.b]
			if a.IsInt() && in.d > 0 {
				r := a.Int() % int64(in.d)
				if r < 0 {
					r += int64(in.d)
				}
				regs[in.a].SetInt(r)
				continue
			}
			if v, err = value.Binary(m, value.Mod, a, value.OfInt(int64(in.d))); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opFloorDivI:
			a := regs[in.b]
			if a.IsInt() && in.d > 0 {
				q := a.Int() / int64(in.d)
				if a.Int()%int64(in.d) < 0 {
					q--
				}
				regs[in.a].SetInt(q)
				continue
			}
			if v, err = value.Binary(m, value.FloorDiv, a, value.OfInt(int64(in.d))); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opNeg:
			if v, err = value.Negate(m, regs[in.b]); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opNot:
			regs[in.a].SetBool(!truth(regs[in.b]))
		case opTruth:
			regs[in.a].SetBool(truth(regs[in.b]))
		case opIn, opNotIn:
			var in2 bool
			if in2, err = m.contains(regs[in.b], regs[in.c], in.op == opNotIn); err != nil {
				goto fail
			}
			regs[in.a].SetBool(in2 == (in.op == opIn))
		case opTemplate:
			if v, err = m.template(m.stack[fr.base+int(in.b):][:in.c]); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opAddTo:
			if err = m.addTo(fr, in); err != nil {
				goto fail
			}
		case opAddTemplate:
			if err = m.addTemplate(fr, in); err != nil {
				goto fail
			}

		case opLt, opLe, opGt, opGe:
			var b bool
			if b, err = value.Order(value.Lt+value.Op(in.op-opLt), regs[in.b], regs[in.c]); err != nil {
				goto fail
			}
			regs[in.a].SetBool(b)
		case opEq, opNe:
			var b bool
			if b, err = m.equal(regs[in.b], regs[in.c]); err != nil {
				goto fail
			}
			regs[in.a].SetBool(b == (in.op == opEq))
		case opJump:
			pc = int(in.d)
			m.steps.left -= int64(in.e)
			if in.e > 0 && m.steps.left < 0 {
				if err = m.tired(); err != nil {
					goto fail
				}
			}
		case opJumpT:
			if truth(regs[in.b]) == (in.a != 0) {
				goto taken
			}
		case opJumpLt:
			a, b := &regs[in.b], &regs[in.c]
			var t bool
			if a.IsInt() && b.IsInt() {
				t = a.Int() < b.Int()
			} else if a.IsFloat() && b.IsFloat() {
				t = a.Float() < b.Float()
			} else if t, err = value.Order(value.Lt, *a, *b); err != nil {
				goto fail
			}
			if t == (in.a != 0) {
				goto taken
			}
		case opJumpLe:
			a, b := &regs[in.b], &regs[in.c]
			var t bool
			if a.IsInt() && b.IsInt() {
				t = a.Int() <= b.Int()
			} else if a.IsFloat() && b.IsFloat() {
				t = a.Float() <= b.Float()
			} else if t, err = value.Order(value.Le, *a, *b); err != nil {
				goto fail
			}
			if t == (in.a != 0) {
				goto taken
			}
		case opJumpGt:
			a, b := &regs[in.b], &regs[in.c]
			var t bool
			if a.IsInt() && b.IsInt() {
				t = a.Int() > b.Int()
			} else if a.IsFloat() && b.IsFloat() {
				t = a.Float() > b.Float()
			} else if t, err = value.Order(value.Gt, *a, *b); err != nil {
				goto fail
			}
			if t == (in.a != 0) {
				goto taken
			}
		case opJumpGe:
			a, b := &regs[in.b], &regs[in.c]
			var t bool
			if a.IsInt() && b.IsInt() {
				t = a.Int() >= b.Int()
			} else if a.IsFloat() && b.IsFloat() {
				t = a.Float() >= b.Float()
			} else if t, err = value.Order(value.Ge, *a, *b); err != nil {
				goto fail
			}
			if t == (in.a != 0) {
				goto taken
			}
		case opJumpEq, opJumpNe:
			a, b := &regs[in.b], &regs[in.c]
			var t bool
			if a.IsInt() && b.IsInt() {
				t = a.Int() == b.Int()
			} else if t, err = m.equal(*a, *b); err != nil {
				goto fail
			}
			if (t == (in.op == opJumpEq)) == (in.a != 0) {
				goto taken
			}
		case opJumpLtI:
			a := &regs[in.b]
			var t bool
			if a.IsInt() {
				t = a.Int() < int64(int16(in.c))
			} else if t, err = value.Order(value.Lt, *a, value.OfInt(int64(int16(in.c)))); err != nil {
				goto fail
			}
			if t == (in.a != 0) {
				goto taken
			}
		case opJumpLeI:
			a := &regs[in.b]
			var t bool
			if a.IsInt() {
				t = a.Int() <= int64(int16(in.c))
			} else if t, err = value.Order(value.Le, *a, value.OfInt(int64(int16(in.c)))); err != nil {
				goto fail
			}
			if t == (in.a != 0) {
				goto taken
			}
		case opJumpGtI:
			a := &regs[in.b]
			var t bool
			if a.IsInt() {
				t = a.Int() > int64(int16(in.c))
			} else if t, err = value.Order(value.Gt, *a, value.OfInt(int64(int16(in.c)))); err != nil {
				goto fail
			}
			if t == (in.a != 0) {
				goto taken
			}
		case opJumpGeI:
			a := &regs[in.b]
			var t bool
			if a.IsInt() {
				t = a.Int() >= int64(int16(in.c))
			} else if t, err = value.Order(value.Ge, *a, value.OfInt(int64(int16(in.c)))); err != nil {
				goto fail
			}
			if t == (in.a != 0) {
				goto taken
			}
		case opJumpEqI, opJumpNeI:
			a := &regs[in.b]
			var t bool
			if a.IsInt() {
				t = a.Int() == int64(int16(in.c))
			} else if t, err = m.equal(*a, value.OfInt(int64(int16(in.c)))); err != nil {
				goto fail
			}
			if (t == (in.op == opJumpEqI)) == (in.a != 0) {
				goto taken
			}

		case opList:
			if v, err = m.newList(m.stack[fr.base+int(in.b):][:in.c]); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opExtend:
			for _, v := range m.stack[fr.base+int(in.b):][:in.c] {
				if err = regs[in.a].List().Push(m, v); err != nil {
					goto fail
				}
			}
		case opMap:
			regs[in.a] = value.NewMap(int(in.c)).Value()
			if err = m.Charge(value.MapSize + int(in.c)*value.EntrySize); err != nil {
				goto fail
			}
			fallthrough
		case opPut:
			if err = m.putPairs(regs[in.a].Map(), m.stack[fr.base+int(in.b):][:2*int(in.c)]); err != nil {
				goto fail
			}
		case opIndex:
			x, i := regs[in.b], regs[in.c]
			if x.IsList() && i.IsInt() {
				items := x.Items()
				if n := uint64(i.Int()); n < uint64(len(items)) {
					regs[in.a] = items[n]
					continue
				}
			}
			if v, err = m.index(x, i); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opMember:
			if v, err = m.member(regs[in.b], p.consts[in.d].Text(), in.c == 1); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opSetIndex:
			x, i := regs[in.a], regs[in.b]
			if x.IsList() && i.IsInt() && !x.Shared() {
				items := x.Items()
				if n := uint64(i.Int()); n < uint64(len(items)) {
					items[n] = regs[in.c]
					continue
				}
			}
			if err = m.assign(fr, &p.paths[in.d]); err != nil {
				goto fail
			}
		case opSetPath:
			if err = m.assign(fr, &p.paths[in.d]); err != nil {
				goto fail
			}
		case opUpdate:
			fr.pc = pc
			if err = m.update(fr, in); err != nil {
				goto fail
			}
			fr = &m.frames[len(m.frames)-1]
			regs = window(m.stack, fr.base)
		case opCheckPath:
			if err = m.checkPath(fr, &p.paths[in.d], int(in.c)); err != nil {
				goto fail
			}
		case opAppend:
			if err = m.appendTo(fr, in); err != nil {
				goto fail
			}
		case opHold:
			regs[in.a].Hold()

		case opRange:
			if err = m.rangeStart(m.stack[fr.base+int(in.a):][:3], int(in.c)); err != nil {
				goto fail
			}
		case opRangeNext:
			n, end, step := regs[in.a].Int(), regs[in.a+1].Int(), regs[in.a+2].Int()
			if step > 0 && n < end || step < 0 && n > end {
				regs[in.b].SetInt(n)
				next := n + step
				if (next > n) != (step > 0) { // the 64-bit edge: this turn is the last
					next, regs[in.a+1] = end, value.OfInt(end)
				}
				regs[in.a].SetInt(next)
				goto taken
			}
		case opIter:
			if v, err = m.iterable(regs[in.a]); err != nil {
				goto fail
			}
			regs[in.a] = v
			regs[in.a].Hold()
			regs[in.a+1].SetInt(0)
		case opIterNext:
			x := regs[in.a]
			i := regs[in.a+1].Int()
			if x.IsList() {
				items := x.Items()
				if i < int64(len(items)) {
					regs[in.b] = items[i].Share()
					regs[in.a+1].SetInt(i + 1)
					goto taken
				}
				continue
			}
			if x.IsMap() {
				if err = m.Charge(value.KeySize); err != nil {
					goto fail
				}
			}
			if v, next, ok := walk(x, int(i)); ok {
				regs[in.b] = v
				regs[in.a+1].SetInt(int64(next))
				goto taken
			}
		case opIterEnd, opRelease:
			regs[in.a].Release()
			regs[in.a] = value.Value{}

		case opCallGlobal:
			v := m.globals[in.d]
			if v.Kind() == value.KTask {
				fn := closureOf(v)
				if int(in.c) == len(fn.proto.params) {
					fr.pc = pc
					m.steps.left -= int64(in.e)
					if m.steps.left < 0 {
						if err = m.tired(); err != nil {
							goto fail
						}
					}
					if err = m.enter(fn, fr.base+int(in.b), in.a, false); err != nil {
						goto fail
					}
					fr = &m.frames[len(m.frames)-1]
					p, code, pc = fn.proto, fn.proto.code, 0
					regs = window(m.stack, fr.base)
					continue
				}
			}
			if v.IsUnset() {
				err = m.undefined(m.names.names[in.d])
				goto fail
			}
			fr.pc = pc
			if err = m.call(fr, in, v, fr.base+int(in.b)); err != nil {
				goto fail
			}
			goto resume
		case opCall:
			v := regs[in.b]
			if v.Kind() == value.KTask {
				fn := closureOf(v)
				if int(in.c) == len(fn.proto.params) {
					fr.pc = pc
					m.steps.left -= int64(in.e)
					if m.steps.left < 0 {
						if err = m.tired(); err != nil {
							goto fail
						}
					}
					if err = m.enter(fn, fr.base+int(in.b)+1, in.a, false); err != nil {
						goto fail
					}
					fr = &m.frames[len(m.frames)-1]
					p, code, pc = fn.proto, fn.proto.code, 0
					regs = window(m.stack, fr.base)
					continue
				}
			}
			fr.pc = pc
			if err = m.call(fr, in, v, fr.base+int(in.b)+1); err != nil {
				goto fail
			}
			goto resume
		case opGet:
			if m.replaced == nil {
				fr.pc = pc
				if v, err = m.part(m.stack[fr.base+int(in.b):][:3], int(in.c), int(in.d)); err != nil {
					goto fail
				}
				regs[in.a] = v
				continue
			}
			fallthrough
		case opCallBuiltin:
			fr.pc = pc
			if row := &m.rows[in.d]; row.plain && m.replaced == nil {
				if v, err = m.callPlain(row, fr.base+int(in.b), in); err != nil {
					goto fail
				}
				regs[in.a] = v
				continue
			}
			if err = m.callBuiltin(fr, in); err != nil {
				goto fail
			}
			// The builtin may have run tasks, which may have grown the stack.
			fr = &m.frames[len(m.frames)-1]
			regs = window(m.stack, fr.base)
		case opCallNamed:
			fr.pc = pc
			if err = m.callNamedOp(fr, in); err != nil {
				goto fail
			}
			goto resume
		case opCallLoose:
			fr.pc = pc
			if err = m.callLoose(fr, in); err != nil {
				goto fail
			}
			goto resume
		case opIfArg:
			if !regs[in.a].IsUnset() {
				goto taken
			}
		case opClosure:
			if err = m.Charge(closureSize + 8*len(p.protos[in.d].free)); err != nil {
				goto fail
			}
			regs[in.a] = newClosure(p.protos[in.d], fr.fn, regs)
		case opDeclare:
			if err = m.declare(regs[in.a], p.consts[in.d].Str(), in, regs, fr); err != nil {
				goto fail
			}
		case opReturn:
			v := regs[in.a]
			m.steps.left -= int64(in.e)
			if len(m.handlers) > fr.handlers {
				m.dropHandlers(fr.handlers)
			}
			outer, dst := fr.outer, fr.dst
			m.levels--
			m.frames = m.frames[:len(m.frames)-1]
			if outer {
				return v, nil
			}
			fr = &m.frames[len(m.frames)-1]
			p = fr.fn.proto
			code, pc = p.code, fr.pc
			regs = window(m.stack, fr.base)
			m.steps.left += int64(p.code[pc-1].e)
			regs[dst] = v
		case opStopOut:
			err = errStop
			goto fail
		case opStray:
			err = errStray
			goto fail
		case opProtected:
			if err = m.protected(regs[in.a], p.consts[in.d].Str()); err != nil {
				goto fail
			}

		case opTry:
			m.handlers = append(m.handlers, handler{frame: len(m.frames) - 1, pc: int(in.d), reg: in.a})
			if err = m.stopped(); err != nil {
				goto fail
			}
		case opEndTry:
			m.dropHandlers(len(m.handlers) - int(in.c))
		case opSandbox:
			m.sandbox()
		case opUnder:
			if err = m.under(regs[in.a]); err != nil {
				goto fail
			}
		case opInvariant, opBadTarget, opNotExecuted:
			err = value.NewError(p.consts[in.d].Str())
			goto fail

		case opMatchEq:
			var eq bool
			if eq, err = m.matches(regs[in.a], regs[in.b]); err != nil {
				goto fail
			}
			if !eq {
				goto taken
			}
		case opMatchList:
			if !matchList(regs[in.a], int(in.b), in.c == 1) {
				goto taken
			}
		case opMatchItem:
			items := regs[in.b].Items()
			i := int(in.c)
			if in.d == 1 {
				i = len(items) - i
			}
			regs[in.a] = items[i]
		case opMatchRest:
			items := regs[in.b].Items()
			if v, err = m.newList(items[in.c : len(items)-int(in.d)]); err != nil {
				goto fail
			}
			regs[in.a] = v
		case opMatchMap:
			if k := regs[in.a].Kind(); k != value.KMap && k != value.KModule {
				goto taken
			}
		case opMatchKey:
			mp, _ := regs[in.b].AsMap()
			v, ok := mp.GetText(p.consts[in.c].Text())
			if !ok {
				goto taken
			}
			regs[in.a] = v
		case opIfEnum:
			if isEnum(regs[in.a]) {
				goto taken
			}
		case opMatchVariant:
			var ok bool
			if ok, err = m.matchVariant(fr, in, regs); err != nil {
				goto fail
			}
			if !ok {
				pc = int(in.d)
			}

		case opType:
			mk := *p.types[in.d]
			regs[in.a] = mk.Value()
		case opEnum:
			regs[in.a] = newEnum(&p.enums[in.d])
		case opUse:
			fr.pc = pc
			m.steps.left -= int64(in.e)
			if v, err = m.use(p, p.consts[in.d].Str()); err != nil {
				goto fail
			}
			m.steps.left += int64(in.e)
			fr = &m.frames[len(m.frames)-1]
			regs = window(m.stack, fr.base)
			regs[in.a] = v
		case opExport:
			fr.fn.env.export(p.consts[in.d].Str(), int(in.b))
		case opRequire:
			if err = m.require(p.consts[in.d].Str(), in, regs, fr, pc); err != nil {
				goto fail
			}
		case opIntent:
			if err = m.declareIntent(p.consts[in.d].Str()); err != nil {
				goto fail
			}
		case opFreeze:
			m.intent.freeze()
		case opService:
			fr.pc = pc
			m.steps.left -= int64(in.e)
			if v, err = m.service(service(in.d), fr, m.stack[fr.base+int(in.b):][:in.c]); err != nil {
				goto fail
			}
			m.steps.left += int64(in.e)
			fr = &m.frames[len(m.frames)-1]
			regs = window(m.stack, fr.base)
			regs[in.a] = v
		case opEnd:
			if len(m.handlers) > fr.handlers {
				m.dropHandlers(fr.handlers)
			}
			m.steps.left -= int64(in.e)
			m.levels--
			m.frames = m.frames[:len(m.frames)-1]
			return value.Nothing, nil
		}
		continue

	taken: // a jump: settle the steps, and look up now and then when it goes back
		pc = int(in.d)
		m.steps.left -= int64(in.e)
		if in.e > 0 && m.steps.left < 0 {
			if err = m.tired(); err != nil {
				goto fail
			}
		}
		continue

	resume: // a call that was not a plain one is done or has pushed a frame
		fr = &m.frames[len(m.frames)-1]
		p = fr.fn.proto
		code, pc = p.code, fr.pc
		regs = window(m.stack, fr.base)
		continue

	fail: // err is set; find who takes it
		fr.pc = pc
		err = m.locate(err, p, pc-1)
		if err == errStop {
			if m.leaveLoop(floor) {
				goto resume
			}
		} else if m.unwind(err, floor) {
			goto resume
		}
		return value.Value{}, err
	}
}

// truth with the common cases first.
func truth(v value.Value) bool {
	if v.IsBool() {
		return v.Bool()
	}
	return value.Truth(v)
}
