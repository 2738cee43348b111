package runtime

import (
	"maps"
	"unsafe"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/value"
)

// copier carries values from one machine to another that runs beside it:
// nothing that can change is shared. Containers, tasks, cells and modules
// are copied once each, so that what was one object stays one.
//
// It does not follow what it copies into the depth, which has no bound: a
// container is made empty first, and filled when its turn comes.
type copier struct {
	from, to *Machine
	// charge counts what is about to be made; its error ends the copying.
	charge func(n int) error
	size   int64 // of what was made
	err    error
	todo   []halfCopied
	done   map[unsafe.Pointer]value.Value
	cells  map[*cell]*cell
	envs   map[*moduleEnv]*moduleEnv
	// refusal makes generators unusable in the copy, reached those that
	// closures reach; nil copies them in their present state.
	refusal, reached error
}

// halfCopied is a copy that is still empty: of a container or a task, or of a
// cell where there is one.
type halfCopied struct {
	old, new         value.Value
	oldCell, newCell *cell
	refusal          error
}

// Copyable is an object that a fork must not share (a generator).
type Copyable interface {
	CopyObject() value.Object
}

// newCopier makes a copier whose copies belong to the machine to.
func newCopier(from, to *Machine) *copier {
	return &copier{from: from, to: to, charge: to.Charge, done: map[unsafe.Pointer]value.Value{},
		cells: map[*cell]*cell{}, envs: map[*moduleEnv]*moduleEnv{}}
}

// value copies a value with all that it reaches.
func (c *copier) value(v value.Value) value.Value {
	w := c.shell(v)
	c.fill()
	return w
}

// fill fills what is half copied. After an error the copies stay as they are:
// nobody will see them.
func (c *copier) fill() {
	outer := c.refusal
	for len(c.todo) > 0 && c.err == nil {
		h := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		c.refusal = h.refusal
		if h.oldCell != nil {
			h.newCell.v = c.shell(h.oldCell.v)
			continue
		}
		if c.err = c.from.Work(1); c.err != nil {
			break
		}
		switch h.old.Kind() {
		case value.KList:
			items := h.new.Items()
			for i, x := range h.old.Items() {
				items[i] = c.shell(x)
			}
		case value.KMap:
			mp := h.new.Map()
			for k, x := range h.old.Map().All() {
				mp.Set(k.String(), c.shell(x))
			}
		case value.KTask:
			old, fn := closureOf(h.old), closureOf(h.new)
			c.refusal = c.reached
			if old.env != nil {
				fn.env = c.env(old.env)
			}
			for _, x := range old.free {
				fn.free = append(fn.free, c.cell(x))
			}
			c.globals(fn.proto)
		}
	}
	c.refusal = outer
}

func (c *copier) spend(n int) {
	c.size += int64(n)
	if c.err == nil {
		c.err = c.charge(n)
	}
}

// shell copies a value; what is inside follows later.
func (c *copier) shell(v value.Value) value.Value {
	switch v.Kind() {
	case value.KText:
		c.spend(value.TextSize)
		return v.Text().Clone()
	case value.KList, value.KMap, value.KTask, value.KModule, value.KObject, value.KBuiltin:
	default:
		return v
	}
	if c.err != nil {
		return value.Nothing
	}
	key := v.Header()
	if w, ok := c.done[key]; ok {
		return w.Share()
	}
	var w value.Value
	switch v.Kind() {
	case value.KList:
		c.spend(value.ListSize + copySize + len(v.Items())*value.SlotSize)
		if c.err != nil {
			return value.Nothing
		}
		w = value.NewFreshList(make([]value.Value, len(v.Items())))
	case value.KMap:
		c.spend(value.MapSize + copySize + v.Map().Len()*value.EntrySize)
		if c.err != nil {
			return value.Nothing
		}
		w = value.NewMap(v.Map().Len()).Value()
	case value.KModule:
		return c.env(envOf(v)).value
	case value.KObject:
		o, ok := v.Object().(Copyable)
		if !ok {
			return v
		}
		c.done[key] = value.OfObject(o.CopyObject())
		return c.done[key]
	case value.KBuiltin:
		if c.refusal != nil {
			w = v.Builtin().Refuse(c.refusal)
		} else {
			w = v.Builtin().Fork()
		}
		c.done[key] = w
		return w
	default:
		c.spend(closureSize + copySize)
		old := closureOf(v)
		fn := &closure{proto: old.proto, decls: old.decls}
		fn.InitTask()
		fn.Name, fn.Params = old.Name, old.Params
		w = fn.Value()
	}
	c.done[key] = w
	c.todo = append(c.todo, halfCopied{old: v, new: w, refusal: c.refusal})
	return w
}

// copySize is what the copier itself needs for an object.
const copySize = 48

func (c *copier) cell(old *cell) *cell {
	if n, ok := c.cells[old]; ok {
		return n
	}
	c.spend(cellSize + copySize)
	n := newCell()
	c.cells[old] = n
	c.todo = append(c.todo, halfCopied{oldCell: old, newCell: n, refusal: c.refusal})
	return n
}

func (c *copier) env(old *moduleEnv) *moduleEnv {
	if e, ok := c.envs[old]; ok {
		return e
	}
	e := newModule(old.path, old.names)
	c.envs[old] = e
	e.exports = append([]string(nil), old.exports...)
	e.public = maps.Clone(old.public)
	c.spend(len(old.vars) * value.SlotSize)
	for _, v := range old.vars {
		e.vars = append(e.vars, c.shell(v))
	}
	if c.from.modules.loaded[old.path] == old {
		if c.to.modules.loaded == nil {
			c.to.modules.loaded, c.to.modules.loading = map[string]*moduleEnv{}, map[string]bool{}
		}
		c.to.modules.loaded[old.path] = e
	}
	return e
}

// globals copies the variables of the top level that a function may reach.
func (c *copier) globals(p *proto) {
	for i := range p.code {
		in := &p.code[i]
		switch in.op {
		case opGlobal, opCallGlobal, opSetGlobal:
			c.global(int(in.d))
		case opIfSet, opAppend, opAddTo, opAddTemplate:
			if in.a == inGlobal {
				c.global(int(in.b))
			}
		}
	}
	for i := range p.paths {
		if p.paths[i].kind == inGlobal {
			c.global(int(p.paths[i].slot))
		}
	}
	for _, q := range p.protos {
		c.globals(q)
	}
}

func (c *copier) global(slot int) {
	if slot < len(c.from.globals) && c.to.globals[slot].IsUnset() && !c.from.globals[slot].IsUnset() {
		c.to.globals[slot] = c.shell(c.from.globals[slot])
	}
}

// allGlobals copies every variable of the top level.
func (c *copier) allGlobals() {
	for i := range c.from.globals {
		c.global(i)
	}
	c.fill()
}

// fork makes a machine that runs beside this one: an agent or a worker. What
// it holds counts until done is called.
func (m *Machine) fork(g *gate.Gate) *Machine {
	n := &Machine{gate: g, prog: m.prog, rows: m.rows, names: m.names.clone(), levels: -1,
		globals: make([]value.Value, len(m.globals)), intent: m.intent, shared: m.shared, agents: m.agents,
		childSink: m.childSink, tokens: m.tokens, start: m.place()}
	n.replaced = maps.Clone(m.replaced)
	n.intent.frozen = true
	n.steps.init(m.steps.limit, n.shared)
	n.memory.limit, n.memory.every, n.memory.next = m.memory.limit, forkReportEvery, reportEvery
	return n
}

// done returns what a forked machine has counted as held.
func (m *Machine) done() {
	m.shared.memory.Add(-m.memory.reported)
	m.memory.reported = 0
}
