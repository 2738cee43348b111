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
type copier struct {
	from, to *Machine
	done     map[unsafe.Pointer]value.Value
	cells    map[*cell]*cell
	envs     map[*moduleEnv]*moduleEnv
	// refusal makes generators unusable in the copy, reached those that
	// closures reach; nil copies them in their present state.
	refusal, reached error
}

// Copyable is an object that a fork must not share (a generator).
type Copyable interface {
	CopyObject() value.Object
}

func newCopier(from, to *Machine) *copier {
	return &copier{from: from, to: to, done: map[unsafe.Pointer]value.Value{},
		cells: map[*cell]*cell{}, envs: map[*moduleEnv]*moduleEnv{}}
}

func (c *copier) value(v value.Value) value.Value {
	switch v.Kind() {
	case value.KText:
		return v.Text().Clone()
	case value.KList, value.KMap, value.KTask, value.KModule, value.KObject, value.KBuiltin:
	default:
		return v
	}
	key := v.Header()
	if w, ok := c.done[key]; ok {
		return w.Share()
	}
	switch v.Kind() {
	case value.KList:
		items := make([]value.Value, len(v.Items()))
		w := value.NewFreshList(items)
		c.done[key] = w
		for i, x := range v.Items() {
			items[i] = c.value(x)
		}
		return w
	case value.KMap:
		mp := value.NewMap(v.Map().Len())
		c.done[key] = mp.Value()
		for k, x := range v.Map().All() {
			mp.Set(k.String(), c.value(x))
		}
		return mp.Value()
	case value.KModule:
		return c.env(envOf(v)).value
	case value.KObject:
		if o, ok := v.Object().(Copyable); ok {
			w := value.OfObject(o.CopyObject())
			c.done[key] = w
			return w
		}
		return v
	case value.KBuiltin:
		var w value.Value
		if c.refusal != nil {
			w = v.Builtin().Refuse(c.refusal)
		} else {
			w = v.Builtin().Fork()
		}
		c.done[key] = w
		return w
	}
	old := closureOf(v)
	fn := &closure{proto: old.proto, decls: old.decls}
	fn.InitTask()
	fn.Name, fn.Params = old.Name, old.Params
	c.done[key] = fn.Value()
	outer := c.refusal
	c.refusal = c.reached
	if old.env != nil {
		fn.env = c.env(old.env)
	}
	for _, x := range old.free {
		fn.free = append(fn.free, c.cell(x))
	}
	c.globals(fn.proto)
	c.refusal = outer
	return fn.Value()
}

func (c *copier) cell(old *cell) *cell {
	if n, ok := c.cells[old]; ok {
		return n
	}
	n := newCell()
	c.cells[old] = n
	n.v = c.value(old.v)
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
	for _, v := range old.vars {
		e.vars = append(e.vars, c.value(v))
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
		case opIfSet, opAppend, opAddTo:
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
		c.to.globals[slot] = value.Nothing // reached again on the way: filled in below
		c.to.globals[slot] = c.value(c.from.globals[slot])
	}
}

// allGlobals copies every variable of the top level.
func (c *copier) allGlobals() {
	for i := range c.from.globals {
		c.global(i)
	}
}

// fork makes a machine that runs beside this one: an agent or a worker.
func (m *Machine) fork(g *gate.Gate) *Machine {
	n := &Machine{gate: g, prog: m.prog, rows: m.rows, names: m.names.clone(), levels: -1,
		globals: make([]value.Value, len(m.globals)), intent: m.intent, shared: m.shared, agents: m.agents,
		childSink: m.childSink, tokens: m.tokens, at: m.at}
	n.replaced = maps.Clone(m.replaced)
	n.intent.frozen = true
	n.steps.init(m.steps.limit, n.shared)
	n.memory.limit = m.memory.limit
	return n
}

// done returns what a forked machine has counted as held.
func (m *Machine) done() {
	m.shared.memory.Add(-m.memory.reported)
	m.memory.reported = 0
}
