package runtime

import (
	goruntime "runtime"

	"github.com/synrun/synrun/runtime/value"
)

// memory bounds what a program holds. Everything that grows is charged
// before it is allocated; when the charges reach the limit, the machine
// walks what is alive and goes on with that figure. So garbage costs a walk
// now and then, and the sum of what is alive and what is asked for never
// exceeds the limit.
type memory struct {
	limit  int64 // 0 for none
	charge int64 // alive at the last walk, and charged since
}

// Charge counts memory that is about to be allocated.
func (m *Machine) Charge(n int) error {
	m.memory.charge += int64(n)
	if m.memory.limit > 0 && m.memory.charge > m.memory.limit {
		return m.measure(int64(n))
	}
	return nil
}

// measure walks what is alive; n is what is being asked for.
func (m *Machine) measure(n int64) error {
	if n > m.memory.limit {
		return m.exceeded("memory", m.memory.limit)
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
	live := w.Run()
	m.memory.charge = live + n
	if m.memory.charge > m.memory.limit {
		return m.exceeded("memory", m.memory.limit)
	}
	// The garbage that the charges stood for should not pile up behind the
	// back of the count.
	if n > 1<<20 || live < m.memory.limit/2 {
		goruntime.GC()
	}
	return m.stopped()
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
