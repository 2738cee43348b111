package runtime

import (
	"cmp"
	"fmt"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
	"github.com/synrun/synrun/synsema/token"
)

func newClosure(p *proto, from *closure, regs *[1 << 16]value.Value) value.Value {
	c := &closure{proto: p, env: from.env}
	c.InitTask()
	c.Name, c.Params = p.name, p.params
	if c.Params == nil {
		c.Params = []string{}
	}
	if n := len(p.free); n > 0 {
		c.free = make([]*cell, n)
		for i, f := range p.free {
			if f.fromReg {
				c.free[i] = cellOf(regs[f.index])
			} else {
				c.free[i] = from.free[f.index]
			}
		}
	}
	return c.Value()
}

// locateAt gives an error a place other than that of the instruction.
func (m *Machine) locateAt(err error, fr *frame, pos token.Pos) error {
	if e, ok := err.(*value.Error); ok && placeable(e) {
		return &value.Error{Msg: e.Msg, File: fr.fn.proto.file, Pos: pos}
	}
	return err
}

// call is a call written in the program that is not the plain case: the
// callee is no task, or the number of arguments is not that of its
// parameters. The arguments stand at base; the result goes to register a.
func (m *Machine) call(fr *frame, in *instr, v value.Value, base int) error {
	n := int(in.c)
	args := m.stack[base : base+n]
	switch v.Kind() {
	case value.KTask:
		fn := closureOf(v)
		if err := checkCount(fn, n); err != nil {
			return err
		}
		m.room(base + fn.proto.nregs)
		for i := n; i < len(fn.proto.params); i++ {
			m.stack[base+i] = value.Value{}
		}
		m.steps.left -= int64(in.e)
		return m.enter(fn, base, in.a, false)
	case value.KBuiltin:
		row := m.row(v)
		m.room(base + max(n, row.slots))
		r, err := m.invoke(row, base, n, nil)
		if err != nil {
			return err
		}
		m.frames[len(m.frames)-1].store(m, in.a, r)
		return nil
	case value.KMaker:
		r, err := m.construct(v.Maker(), args)
		if err != nil {
			return err
		}
		fr.store(m, in.a, r)
		return nil
	}
	return value.NewError("Cannot call value of type " + value.TypeName(v))
}

func (f *frame) store(m *Machine, reg uint16, v value.Value) { m.stack[f.base+int(reg)] = v }

// checkCount applies the strict rules to positional arguments (20 §13.3).
func checkCount(fn *closure, n int) error {
	p := fn.proto
	if n > len(p.params) {
		return value.NewError(fmt.Sprintf("%s takes %s, got %d", who(fn), builtin.Plural(len(p.params), "argument"), n))
	}
	for i := n; i < len(p.params); i++ {
		if p.optional == nil || !p.optional[i] {
			return missingArg(fn, i)
		}
	}
	return nil
}

func missingArg(fn *closure, i int) error {
	p := fn.proto.params[i]
	return value.NewError(fmt.Sprintf("%s is missing argument '%s' — pass it, or give the parameter a default in the task: %s = …", who(fn), p, p))
}

func who(fn *closure) string {
	if fn.Name == "<lambda>" {
		return "this lambda"
	}
	return "task '" + fn.Name + "'"
}

// row finds the table row of a builtin value, or makes one for a function
// that a builtin made.
func (m *Machine) row(v value.Value) *tableRow {
	b := v.Builtin()
	if b.Number > 0 {
		return &m.rows[b.Number-1]
	}
	r := makeRow(b)
	return &r
}

// callBuiltin is a call of a builtin that the compiler knew.
func (m *Machine) callBuiltin(fr *frame, in *instr) error {
	row := &m.rows[in.d]
	base := fr.base + int(in.b)
	if m.replaced != nil {
		if slot, ok := m.replaced[row.Row.Name]; ok {
			args := append([]value.Value(nil), m.stack[base:base+int(in.c)]...)
			v, err := m.callStrict(m.globals[slot], args, nil)
			if err == nil {
				m.frames[len(m.frames)-1].store(m, in.a, v)
			}
			return err
		}
	}
	m.steps.left -= int64(in.e)
	if m.steps.left < 0 {
		if err := m.tired(); err != nil {
			m.steps.left += int64(in.e)
			return err
		}
	}
	v, err := m.invoke(row, base, int(in.c), fr)
	m.steps.left += int64(in.e)
	if err != nil {
		return err
	}
	m.frames[len(m.frames)-1].store(m, in.a, v)
	return nil
}

// callPlain is callBuiltin for a plain builtin: nothing can ask where it was
// called, and no frame comes or goes.
func (m *Machine) callPlain(row *tableRow, base int, in *instr) (value.Value, error) {
	m.steps.left -= int64(in.e)
	if m.steps.left < 0 {
		if err := m.tired(); err != nil {
			m.steps.left += int64(in.e)
			return value.Value{}, err
		}
	}
	v, err := m.invoke(row, base, int(in.c), nil)
	m.steps.left += int64(in.e)
	return v, err
}

// invoke checks the number of arguments and calls the function. The
// arguments stand at base, with room for every slot of the row.
func (m *Machine) invoke(row *tableRow, base, n int, fr *frame) (value.Value, error) {
	if n > row.Max && row.Max >= 0 {
		return value.Value{}, tooMany(row.Row, row.Max, n)
	}
	if n < row.Min && !row.Row.OwnCount {
		return value.Value{}, value.NewError(fmt.Sprintf("%s() needs %s, got %d", row.Row.Name, builtin.Plural(row.Min, "argument"), n))
	}
	if m.levels >= maxLevels {
		return value.Value{}, errRecursion()
	}
	end := base + row.slots
	if row.rest {
		end = base + n + row.keys
	}
	for i := base + n; i < end; i++ {
		m.stack[i] = value.Value{}
	}
	if row.plain {
		return m.applyPlain(row, m.stack[base:end:end])
	}
	return m.apply(row, m.stack[base:end:end])
}

// applyPlain is apply for a plain builtin.
func (m *Machine) applyPlain(row *tableRow, args []value.Value) (value.Value, error) {
	keepTexts(args)
	mem := &m.memory
	mem.began, mem.inside = mem.sum+mem.fresh, true
	v, err := row.Fn(m, args)
	mem.inside = false
	if err != nil {
		return value.Value{}, err
	}
	return m.result(row, v)
}

// apply calls the function of a builtin with complete slots.
func (m *Machine) apply(row *tableRow, args []value.Value) (value.Value, error) {
	keepTexts(args)
	outer, caller := m.running, m.caller
	m.running, m.caller = row.Builtin, len(m.frames)
	m.levels++
	if row.Row.Cap != "" {
		if err := m.stopped(); err != nil {
			m.levels--
			m.running, m.caller = outer, caller
			return value.Value{}, err
		}
	}
	mem := &m.memory
	began, inside, kept := mem.began, mem.inside, len(mem.kept)
	mem.began, mem.inside = mem.sum+mem.fresh, true
	v, err := row.Fn(m, args)
	mem.began, mem.inside = began, inside
	if len(mem.kept) > kept {
		clear(mem.kept[kept:])
		mem.kept = mem.kept[:kept]
	}
	m.levels--
	m.running, m.caller = outer, caller
	if err != nil {
		return value.Value{}, err
	}
	return m.result(row, v)
}

// keepTexts keeps the arguments of a builtin from growing: it may store a
// text, or look at it again after a task ran.
func keepTexts(args []value.Value) {
	for _, v := range args {
		if v.IsText() {
			v.Share()
		}
	}
}

// result is what the program gets of what a builtin gave.
func (m *Machine) result(row *tableRow, v value.Value) (value.Value, error) {
	switch k := v.Kind(); {
	case k >= value.KList:
		if !row.Fresh {
			v.Share()
		}
	case k == value.KUnset:
		return value.Nothing, nil
	case k >= value.KBig:
		v.Share() // a text may be a part of an argument
		return v, m.chargeResult(v)
	}
	return v, nil
}

// place is that of the call of the running builtin or service.
func (m *Machine) place() place {
	if m.caller == 0 {
		return m.start
	}
	f := &m.frames[m.caller-1]
	p := f.fn.proto
	if f.pc > 0 && f.pc <= len(p.pos) {
		return place{p.file, p.pos[f.pc-1]}
	}
	return place{file: p.file}
}

func tooMany(row *sig.Row, most, n int) error {
	return value.NewError(fmt.Sprintf("%s() takes at most %s, got %d%s", row.Name, builtin.Plural(most, "argument"), n, row.TooMany))
}

// construct makes a record or an enum value.
func (m *Machine) construct(k *value.Maker, args []value.Value) (value.Value, error) {
	if m.levels >= maxLevels {
		return value.Value{}, errRecursion()
	}
	if len(args) != len(k.Fields) {
		if c := k.Name[0]; !(c >= 'A' && c <= 'Z') && len(args) > len(k.Fields) {
			return value.Value{}, value.NewError(fmt.Sprintf("%s() takes at most %s, got %d", k.Name, builtin.Plural(len(k.Fields), "argument"), len(args)))
		}
		format := "Type %s expects %d fields, got %d"
		if k.Variant {
			format = "variant %s expects %d fields, got %d"
		}
		return value.Value{}, &value.Error{Msg: fmt.Sprintf(format, k.Name, len(k.Fields), len(args)),
			File: k.File, Pos: token.Pos{Line: k.Line, Col: k.Col}}
	}
	if err := m.Charge(value.MapSize + (len(args)+1)*value.EntrySize); err != nil {
		return value.Value{}, err
	}
	r := value.NewMap(len(args) + 1)
	if k.Variant {
		r.SetText(variantText, value.OfText(k.Name))
	}
	for i, f := range k.Keys {
		r.SetText(f, args[i].Share())
	}
	return r.Value(), nil
}

// callSlots calls a builtin with slots that are bound already.
func (m *Machine) callSlots(row *tableRow, slots []value.Value, n int) (value.Value, error) {
	if n < row.Min && !row.Row.OwnCount {
		return value.Value{}, value.NewError(fmt.Sprintf("%s() needs %s, got %d", row.Row.Name, builtin.Plural(row.Min, "argument"), n))
	}
	if m.levels >= maxLevels {
		return value.Value{}, errRecursion()
	}
	if row.plain {
		return m.applyPlain(row, slots)
	}
	return m.apply(row, slots)
}

// callLoose is a pipe step that is no call: the value alone, leniently.
func (m *Machine) callLoose(fr *frame, in *instr) error {
	base := fr.base + int(in.b)
	callee := m.stack[base]
	if callee.Kind() == value.KTask {
		fn := closureOf(callee)
		n := len(fn.proto.params)
		m.room(base + 1 + max(n, fn.proto.nregs))
		m.loose(fn, m.stack[base+1:base+1+n], 1)
		m.steps.left -= int64(in.e)
		return m.enter(fn, base+1, in.a, false)
	}
	v, err := m.Call(callee, m.stack[base+1])
	if err != nil {
		return err
	}
	m.frames[len(m.frames)-1].store(m, in.a, v)
	return nil
}

// loose completes the arguments of a lenient call: missing ones are left to
// their default or are nothing.
func (m *Machine) loose(fn *closure, slots []value.Value, given int) {
	for i := given; i < len(slots); i++ {
		slots[i] = value.Nothing
		if fn.proto.optional != nil && fn.proto.optional[i] {
			slots[i] = value.Value{}
		}
	}
}

// Call calls by the rules for calls made by the engine (20 §13.4).
func (m *Machine) Call(v value.Value, args ...value.Value) (value.Value, error) {
	made := m.suspend()
	w, err := m.callValue(v, args)
	m.resume(made)
	return w, err
}

// PassFirst makes the next Call give its first argument away.
func (m *Machine) PassFirst() { m.pass = true }

func (m *Machine) callValue(v value.Value, args []value.Value) (value.Value, error) {
	pass := m.pass
	m.pass = false
	switch v.Kind() {
	case value.KTask:
		fn := closureOf(v)
		n := len(fn.proto.params)
		base := m.top()
		m.room(base + max(n, fn.proto.nregs))
		given := min(n, len(args))
		for i := range given {
			m.stack[base+i] = args[i]
			if i > 0 || !pass {
				args[i].Share()
			}
		}
		if given < n {
			m.loose(fn, m.stack[base:base+n], given)
		}
		if err := m.enter(fn, base, 0, true); err != nil {
			return value.Value{}, err
		}
		return m.run()
	case value.KBuiltin:
		row := m.row(v)
		if row.Max >= 0 && len(args) > row.Max {
			args = args[:row.Max]
		}
		n := max(len(args), row.Min)
		size := max(row.slots, n+row.keys)
		var slots []value.Value
		if row.plain && size < slack/2 { // no frame can come to lie over them
			base := m.top()
			m.room(base + size)
			slots = m.stack[base : base+size : base+size]
			clear(slots)
		} else {
			slots = make([]value.Value, size)
		}
		if row.rest {
			slots = slots[:n+row.keys]
		}
		copy(slots, args)
		for i := len(args); i < row.Min; i++ {
			slots[i] = value.Nothing
		}
		return m.callSlots(row, slots, n)
	case value.KMaker:
		return m.construct(v.Maker(), args)
	}
	return value.Value{}, value.NewError("Cannot call value of type " + value.TypeName(v))
}

// CallNamed calls with named arguments, whose names are never dropped.
func (m *Machine) CallNamed(v value.Value, args []value.Value, named []value.NamedArg) (value.Value, error) {
	made := m.suspend()
	w, err := m.callNamed(v, args, named)
	m.resume(made)
	return w, err
}

func (m *Machine) callNamed(v value.Value, args []value.Value, named []value.NamedArg) (value.Value, error) {
	if len(named) == 0 {
		return m.callValue(v, args)
	}
	names := make([]string, len(args), len(args)+len(named))
	all := append([]value.Value(nil), args...)
	for _, a := range named {
		names = append(names, cmp.Or(a.Name, noName))
		all = append(all, a.Value)
	}
	if v.Kind() == value.KTask {
		fn := closureOf(v)
		slots, err := bindNamed(fn, all, names, false)
		if err != nil {
			return value.Value{}, err
		}
		for i := range slots {
			if slots[i].IsUnset() && (fn.proto.optional == nil || !fn.proto.optional[i]) {
				slots[i] = value.Nothing
			}
		}
		return m.callClosure(fn, slots)
	}
	return m.callStrict(v, all, names)
}

// protected refuses a call of a protected name that is not the builtin.
func (m *Machine) protected(v value.Value, name string) error {
	if v.Kind() == value.KBuiltin && v.Builtin().Row.Name == name {
		return nil
	}
	return value.NewError(fmt.Sprintf("'%s' is a protected builtin and this call does not resolve to it (it resolves to %s): rename the variable that hides it", name, value.TypeName(v)))
}

// leaveLoop lets a stop that came out of a call end the innermost loop that
// the call stands in, leaving frames on the way.
func (m *Machine) leaveLoop(floor int) bool {
	for len(m.frames) > floor {
		f := &m.frames[len(m.frames)-1]
		p := f.fn.proto
		at := int32(f.pc - 1)
		for i := len(p.loops) - 1; i >= 0; i-- {
			l := &p.loops[i]
			if at < l.from || at >= l.to {
				continue
			}
			m.dropHandlers(f.handlers + int(l.handlers))
			m.settle(p, f.pc, p, int(l.exit))
			f.pc = int(l.exit)
			return true
		}
		m.dropHandlers(f.handlers)
		m.steps.left -= int64(p.cost[f.pc])
		m.levels--
		m.frames = m.frames[:len(m.frames)-1]
		if len(m.frames) > floor {
			up := &m.frames[len(m.frames)-1]
			m.steps.left += int64(up.fn.proto.cost[up.pc])
		}
	}
	return false
}
