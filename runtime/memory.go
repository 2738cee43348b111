package runtime

import (
	goruntime "runtime"

	"github.com/synrun/synrun/runtime/value"
)

// usage bounds what the machines of a run hold together. Everything that
// grows is charged before it is allocated; when the charges reach the limit,
// a machine walks what is alive in it and goes on with that figure. So
// garbage costs a walk now and then, and the sum of what is alive and what is
// asked for never exceeds the limit.
type usage struct {
	limit    int64 // 0 for none
	fresh    int64 // charged, but not reported to the run yet
	reported int64 // alive at the last walk, and charged since
}

// reportEvery bounds how much a machine charges before it tells the run.
const reportEvery = 256 << 10

// Charge counts memory that is about to be allocated.
func (m *Machine) Charge(n int) error {
	m.memory.fresh += int64(n)
	if m.memory.fresh < reportEvery {
		return nil
	}
	return m.report(int64(n))
}

func (m *Machine) report(n int64) error {
	mem := &m.memory
	mem.reported += mem.fresh
	total := m.shared.memory.Add(mem.fresh)
	mem.fresh = 0
	if mem.limit <= 0 {
		return nil
	}
	if total > mem.limit {
		return m.measure(n)
	}
	if n >= largeAlloc && total > mem.limit/4 {
		goruntime.GC() // the collector does not wait for one large object
	}
	return nil
}

// largeAlloc is an allocation before which garbage is collected when the
// program holds a good part of its limit.
const largeAlloc = 8 << 20

// measure walks what is alive; n is what is being asked for.
func (m *Machine) measure(n int64) error {
	mem := &m.memory
	if n > mem.limit {
		return m.exceeded("memory", mem.limit)
	}
	top := m.top() + slack
	if top < len(m.stack) {
		clear(m.stack[top:])
	}
	w := value.NewWalker()
	w.Values(m.stack[:min(top, len(m.stack))])
	w.Values(m.globals)
	for i := range m.frames {
		m.walkClosure(w, m.frames[i].fn)
	}
	for _, env := range m.modules.loaded {
		w.Values(env.vars)
	}
	w.Closures = func(v value.Value) { m.walkTask(w, v) }
	live := w.Run() + int64(len(m.stack))*value.SlotSize
	total := m.shared.memory.Add(live + n - mem.reported)
	mem.reported = live + n
	if total > mem.limit {
		return m.exceeded("memory", mem.limit)
	}
	if n >= largeAlloc {
		goruntime.GC()
	}
	return m.stopped()
}

// chargeResult counts what a builtin made: texts and numbers are not charged
// where they are made.
func (m *Machine) chargeResult(v value.Value) error {
	switch v.Kind() {
	case value.KText:
		return m.Charge(value.TextSize + len(v.Str()))
	case value.KBytes:
		return m.Charge(value.TextSize + len(v.Bytes()))
	case value.KBig, value.KDecimal, value.KObject, value.KSecret:
		return m.Charge(value.TextSize)
	}
	return nil
}

func (m *Machine) walkClosure(w *value.Walker, fn *closure) {
	for _, c := range fn.free {
		w.Value(c.v)
	}
}

// walkTask goes on inside tasks and cells, which look alike from outside.
func (m *Machine) walkTask(w *value.Walker, v value.Value) {
	t := v.Task()
	if t.Name == "" && t.Params == nil {
		w.Value(cellOf(v).v)
		return
	}
	for _, c := range closureOf(v).free {
		w.Value(c.v)
	}
}
