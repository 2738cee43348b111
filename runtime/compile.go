package runtime

import (
	"fmt"
	"math"

	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/resolver"
	"github.com/synrun/synrun/synsema/token"
)

// none is the destination of a value that nobody wants.
const none = -1

// unit is what the functions of one file share while they are compiled.
type unit struct {
	file    string
	info    *resolver.Info
	globals *globalNames
	module  bool
	// spread puts every variable of the top level into the global scope,
	// because modules or agents may reach them by name.
	spread bool
	// vars names the variables of a module's top level.
	vars *globalNames
}

// fn compiles one function.
type fn struct {
	*unit
	up     *fn
	rf     *resolver.Func
	p      *proto
	scope  *resolver.Scope
	next   int // first free register
	at     token.Pos
	ticks  int32
	consts map[constKey]int
	// pinned registers hold the float literals of the loop; nil outside.
	pinned map[uint64]uint16
	loops  []*loop
	depth  int // handlers installed
	last   *dying
	err    error
}

type constKey struct {
	kind value.Kind
	n    uint64
	s    string
}

type loop struct {
	handlers int
	stops    []int // jumps to the exit taken by stop
}

// errTooLarge is the load error of a function that needs more registers
// than an instruction can name.
type errTooLarge struct{ pos token.Pos }

func (e errTooLarge) Error() string { return "too many variables or items in one task" }

func (f *fn) emit(i instr) int {
	f.p.code = append(f.p.code, i)
	f.p.pos = append(f.p.pos, f.at)
	last := int32(0)
	if n := len(f.p.cost); n > 0 {
		last = f.p.cost[n-1]
	} else {
		f.p.cost = append(f.p.cost, 0)
	}
	f.p.cost = append(f.p.cost, last+f.ticks)
	f.ticks = 0
	return len(f.p.code) - 1
}

// here is the pc of the next instruction.
func (f *fn) here() int { return len(f.p.code) }

// patch lets jumps go to the next instruction.
func (f *fn) patch(jumps []int) { f.patchTo(jumps, f.here()) }

func (f *fn) patchTo(jumps []int, to int) {
	for _, j := range jumps {
		f.p.code[j].d = int32(to)
	}
}

func (f *fn) jump() []int { return []int{f.emit(instr{op: opJump})} }

// tick counts a node of the syntax tree.
func (f *fn) tick() { f.ticks++ }

// reg takes n consecutive registers.
func (f *fn) regs(n int) uint16 {
	r := f.next
	f.next += n
	if f.next > f.p.nregs {
		f.p.nregs = f.next
	}
	if f.next > math.MaxUint16-8 {
		if f.err == nil {
			f.err = errTooLarge{f.at}
		}
		f.next = r
		return 0
	}
	return uint16(r)
}

func (f *fn) reg() uint16 { return f.regs(1) }

func (f *fn) constant(v value.Value) int32 {
	k := constKey{kind: v.Kind()}
	switch v.Kind() {
	case value.KInt:
		k.n = uint64(v.Int())
	case value.KFloat:
		k.n = math.Float64bits(v.Float())
	case value.KText:
		k.s = v.Str()
	case value.KBool:
		k.n = 0
		if v.Bool() {
			k.n = 1
		}
	case value.KNothing:
	default:
		f.p.consts = append(f.p.consts, v)
		return int32(len(f.p.consts) - 1)
	}
	if i, ok := f.consts[k]; ok {
		return int32(i)
	}
	f.p.consts = append(f.p.consts, v)
	f.consts[k] = len(f.p.consts) - 1
	return int32(len(f.p.consts) - 1)
}

func (f *fn) text(s string) int32 { return f.constant(value.Constant(s)) }

// shortText is text for an operand of 16 bits.
func (f *fn) shortText(s string) uint16 {
	n := f.text(s)
	if n > math.MaxUint16 && f.err == nil {
		f.err = errTooLarge{f.at}
	}
	return uint16(n)
}

// pinFloats keeps the float literals that are operands inside a loop in
// registers of their own, loaded in front of the outermost loop, so that the
// turns need no loads. The result, called behind the loop, forgets them.
func (f *fn) pinFloats(loop ast.Stmt) func() {
	if f.pinned != nil {
		return func() {}
	}
	f.pinned = map[uint64]uint16{}
	pin := func(e ast.Expr) {
		n, ok := e.(*ast.Number)
		if !ok || n.Kind != ast.Float || len(f.pinned) >= 32 {
			return
		}
		bits := math.Float64bits(n.Float)
		if _, ok := f.pinned[bits]; !ok {
			r := f.reg()
			f.emit(instr{op: opConst, a: r, d: f.constant(value.OfFloat(n.Float))})
			f.pinned[bits] = r
		}
	}
	ast.Walk(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Lambda, *ast.Task, *ast.Agent: // functions of their own
			return false
		case *ast.Binary:
			pin(n.L)
			pin(n.R)
		case *ast.Compare:
			for _, x := range n.Xs {
				pin(x)
			}
		}
		return true
	})
	return func() { f.pinned = nil }
}

// newFn starts a function.
func (u *unit) newFn(up *fn, rf *resolver.Func, name string, at token.Pos) *fn {
	return &fn{unit: u, up: up, rf: rf, at: at, consts: map[constKey]int{},
		p: &proto{name: name, file: u.file, module: u.module}}
}

// finish completes the code: every jump and call learns what it settles in
// steps.
func (f *fn) finish() *proto {
	p := f.p
	if len(p.cost) == 0 {
		p.cost = []int32{0}
	}
	for i := range p.code {
		in := &p.code[i]
		switch {
		case in.op == opMatchVariant: // e names the fields; the cost is small and fixed
		case jumps(in.op):
			in.e = p.cost[i+1] - p.cost[in.d]
		case settles(in.op):
			in.e = p.cost[i+1]
		}
	}
	return p
}

// jumps reports instructions whose d is a target.
func jumps(o op) bool {
	switch o {
	case opIfSet, opJump, opJumpT, opJumpLt, opJumpLe, opJumpGt, opJumpGe, opJumpEq, opJumpNe,
		opJumpLtI, opJumpLeI, opJumpGtI, opJumpGeI, opJumpEqI, opJumpNeI, opLoop,
		opRangeNext, opIterNext, opIfArg, opTry, opMatchEq, opMatchList, opMatchMap, opMatchKey,
		opIfEnum, opMatchVariant:
		return true
	}
	return false
}

// settles reports instructions that leave the frame or ask for the count.
func settles(o op) bool {
	switch o {
	case opCall, opCallGlobal, opCallBuiltin, opGet, opUpdate, opCallNamed, opCallLoose, opReturn, opStopOut, opEnd, opUse, opService:
		return true
	}
	return false
}

// compileFile compiles the top level of a file.
func compileFile(p *ast.Program, info *resolver.Info, globals *globalNames, module, spread bool) (*unit, *proto, []testBlock, error) {
	u := &unit{file: p.File, info: info, globals: globals, module: module, spread: spread, vars: newGlobalNames()}
	f := u.newFn(nil, info.Main, "", p.At)
	f.scope = info.Scopes[p]
	u.place(f, f.scope)
	var tests []testBlock
	frozen := module
	for _, s := range p.Stmts {
		if !frozen {
			switch s.(type) {
			case *ast.Intent, *ast.Require:
			default:
				frozen = true
				f.emit(instr{op: opFreeze})
			}
		}
		if t, ok := s.(*ast.Test); ok {
			tests = append(tests, testBlock{t.Name, f.function(t, "", t.Body)})
			continue
		}
		f.stmt(s, none)
	}
	if !frozen {
		f.emit(instr{op: opFreeze})
	}
	f.emit(instr{op: opEnd})
	for _, v := range f.scope.Vars {
		if k, slot := f.home(v); k == inReg {
			f.p.shown = append(f.p.shown, shownVar{v.Name, slot})
		}
	}
	if f.err != nil {
		e := f.err.(errTooLarge)
		return nil, nil, nil, fmt.Errorf("%s:%d:%d: %s", p.File, e.pos.Line, e.pos.Col, e)
	}
	return u, f.finish(), tests, nil
}

type testBlock struct {
	name string
	body *proto
}

// place gives the variables of a scope their slots, and emits what makes
// them fresh: cells for captured ones, the unset mark for those that may be
// read before they are bound.
func (u *unit) place(f *fn, s *resolver.Scope) {
	var unset []uint16
	for _, v := range s.Vars {
		switch kind := u.kindOf(v); kind {
		case inModule:
			v.Slot = u.vars.slot(v.Name)
		case inGlobal:
			v.Slot = u.globals.slot(v.Name)
		default:
			r := f.reg()
			v.Slot = int(r)
			if kind == inCell {
				f.emit(instr{op: opNewCell, a: r})
			} else if v.Checked {
				unset = append(unset, r)
			}
			if s.Top() {
				if b := builtinValue(v.Name); !b.IsUnset() {
					f.emit(instr{op: opConst, a: r, d: f.constant(b)})
				}
			}
		}
	}
	for _, r := range unset {
		f.emit(instr{op: opUnset, a: r, b: 1})
	}
}

// kindOf says where a variable lives as its own function sees it.
func (u *unit) kindOf(v *resolver.Var) uint16 {
	if v.Scope.Top() {
		switch {
		case u.module:
			return inModule
		case u.spread || v.Captured:
			return inGlobal
		}
		return inReg
	}
	if v.Captured {
		return inCell
	}
	return inReg
}

// home says where a variable is found from this function.
func (f *fn) home(v *resolver.Var) (kind, slot uint16) {
	kind = f.kindOf(v)
	switch kind {
	case inCell:
		if v.Scope.Func != f.rf {
			return inFree, uint16(f.rf.FreeIndex(v))
		}
	}
	return kind, uint16(v.Slot)
}
