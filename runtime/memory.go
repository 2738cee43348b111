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
//
// A walk sees what variables and registers hold, not what a running builtin has
// made so far. So everything that a builtin charges counts as alive until it
// returns, but for what its callbacks charge: they run in the machine, and what
// the builtin keeps of their results is told with Hold.
type usage struct {
	limit    int64 // 0 for none
	fresh    int64 // charged, but not reported to the run yet
	every    int64 // how much may be charged before the run is told
	reported int64 // alive at the last walk, and charged since
	sum      int64 // of all charges that were reported
	next     int64 // in forks: walk when so much is reported; 0 for never

	inside bool  // a builtin is running, and none of its callbacks
	began  int64 // the charges, all in all, when it began
	held   int64 // what builtins made that wait for a callback
	kept   []*[]value.Value
}

// How much a machine charges before it tells the run: forks, of which there
// may be many, less.
const (
	reportEvery     = 256 << 10
	forkReportEvery = 16 << 10
)

// forkSize is what a machine that runs beside another costs before it does
// anything, with its goroutine.
const forkSize = 24 << 10

// Charge counts memory that is about to be allocated.
func (m *Machine) Charge(n int) error {
	m.memory.fresh += int64(n)
	if m.memory.fresh < m.memory.every {
		return nil
	}
	return m.report(int64(n))
}

func (m *Machine) report(n int64) error {
	mem := &m.memory
	mem.reported += mem.fresh
	mem.sum += mem.fresh
	total := m.shared.memory.Add(mem.fresh)
	mem.fresh = 0
	if mem.limit <= 0 {
		return nil
	}
	if total > mem.limit || mem.next > 0 && mem.reported > mem.next {
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
	for _, kept := range mem.kept {
		w.Values(*kept)
	}
	w.Closures = func(v value.Value) { m.walkTask(w, v) }
	live := w.Run() + int64(len(m.stack))*value.SlotSize + mem.held
	if mem.inside {
		live += max(mem.sum-mem.began-n, 0)
	}
	if mem.next > 0 {
		live += forkSize
		mem.next = 2*live + reportEvery
	}
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

// sizeOf walks one value.
func (m *Machine) sizeOf(v value.Value) int64 {
	w := value.NewWalker()
	w.Closures = func(v value.Value) { m.walkTask(w, v) }
	w.Value(v)
	return w.Run()
}

// chargeResult counts what a builtin made: texts and numbers are not charged
// where they are made.
func (m *Machine) chargeResult(v value.Value) error {
	switch v.Kind() {
	case value.KText:
		return m.Charge(value.TextSize + len(v.Str()))
	case value.KBytes:
		return m.Charge(value.TextSize + len(v.Bytes()))
	case value.KBig, value.KDecimal:
		return m.Charge(value.NumberSize(v))
	case value.KObject, value.KSecret:
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

// Hold implements builtin.Holder.
func (m *Machine) Hold(kept *[]value.Value) { m.memory.kept = append(m.memory.kept, kept) }

// suspend is called when a builtin calls back, resume with its result when the
// callback has ended.
func (m *Machine) suspend() (made int64) {
	mem := &m.memory
	if !mem.inside {
		return -1
	}
	made = mem.sum + mem.fresh - mem.began
	mem.held += made
	mem.inside = false
	return made
}

func (m *Machine) resume(made int64) {
	if made < 0 {
		return
	}
	mem := &m.memory
	mem.held -= made
	mem.began = mem.sum + mem.fresh - made
	mem.inside = true
}

// hold counts memory that belongs to the run and to none of its machines: what
// lies on the blackboard, signals that wait, results of workers. A negative n
// gives it back.
func (m *Machine) hold(n int64) error {
	total := m.shared.memory.Add(n)
	if n > 0 && m.memory.limit > 0 && total > m.memory.limit {
		return m.measure(0)
	}
	return nil
}
