package runtime

import (
	"sync"
	"unsafe"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

const defaultWorkers = 64

// parallelMap applies a task to every element, each in a machine of its own
// (70 §8).
func parallelMap(t value.Thread, args []value.Value) (value.Value, error) {
	m := t.(*Machine)
	task, list := args[0], args[1]
	if !task.Callable() {
		return value.Value{}, value.Errorf("parallel_map: first argument must be a task")
	}
	if !list.IsList() {
		return value.Value{}, value.Errorf("parallel_map: second argument must be a list")
	}
	limit := defaultWorkers
	if v := args[2]; v.IsNumber() || v.IsDecimal() {
		if f := builtin.Float(v); f >= 1 {
			limit = int(min(f, 1<<16))
		}
	}
	items := list.Items()
	if err := m.sharedGenerators(items); err != nil {
		return value.Value{}, err
	}
	if err := m.Charge(len(items) * (3*value.SlotSize + 8)); err != nil {
		return value.Value{}, err
	}
	results := make([]parcel, len(items))
	errs := make([]error, len(items))
	defer func() { // what is still held
		for _, p := range results {
			m.shared.memory.Add(-p.size)
		}
	}()
	var failed bool
	var mu sync.Mutex
	var wg sync.WaitGroup
	slots := make(chan struct{}, limit)
	for i, item := range items {
		slots <- struct{}{}
		mu.Lock()
		stop := failed
		mu.Unlock()
		if stop || m.stopped() != nil {
			<-slots
			break
		}
		w, fn, arg, err := m.worker(task, item)
		if err != nil {
			<-slots
			mu.Lock()
			errs[i] = err
			mu.Unlock()
			break
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			p, err := w.work(fn, arg)
			mu.Lock()
			defer mu.Unlock()
			results[i], errs[i] = p, err
			failed = failed || err != nil
		}()
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return value.Value{}, err
		}
	}
	if err := m.stopped(); err != nil {
		return value.Value{}, err
	}
	// The workers are gone: what they returned has one owner now.
	c := newCopier(m, m)
	out := make([]value.Value, len(results))
	for i, p := range results {
		out[i] = c.value(p.v)
		if c.err != nil {
			return value.Value{}, c.err
		}
		results[i] = parcel{}
		m.shared.memory.Add(-p.size)
	}
	return value.NewFreshList(out), nil
}

// worker makes the machine for one element: a fresh copy of everything that
// the task reaches.
func (m *Machine) worker(task, item value.Value) (w *Machine, fn, arg value.Value, err error) {
	g := m.gate.Fork(gate.ForkConfig{Caps: m.gate.Caps().Worker(nil)})
	w = m.fork(g)
	w.self, w.name = m.self, m.name
	c := newCopier(m, w)
	c.spend(forkSize)
	// A generator in the element is the worker's own; one that the task
	// reaches would give every worker the same numbers.
	c.refusal, c.reached = errSharedGenerator, errSharedGenerator
	for _, d := range m.defs {
		w.defs = append(w.defs, agentDef{d.name, c.value(d.body)})
	}
	fn = c.value(task)
	c.refusal = nil
	arg = c.value(item)
	if c.err != nil {
		g.Close()
		w.done()
	}
	return w, fn, arg, c.err
}

var errSharedGenerator = value.Errorf("parallel_map: the same generator reaches more than one item — make one per item before the call: rng_spawn(g, n)")

// work runs a worker to its end. Its result stays held when the worker is gone.
func (m *Machine) work(fn, arg value.Value) (p parcel, err error) {
	defer m.gate.Close()
	defer m.done()
	defer func() {
		if r := recover(); r != nil {
			err = internalError(r)
		}
	}()
	v, err := m.Call(fn, arg)
	if err != nil {
		return parcel{}, err
	}
	p = parcel{v, m.sizeOf(v)}
	m.shared.memory.Add(p.size)
	return p, nil
}

// sharedGenerators refuses a generator that stands in two elements: the
// workers would race for its numbers.
func (m *Machine) sharedGenerators(items []value.Value) error {
	seen := map[any]int{}
	for i, v := range items {
		var clash bool
		walk := generatorWalk{visited: map[unsafe.Pointer]bool{}, found: func(state any) {
			if j, ok := seen[state]; ok && j != i {
				clash = true
			}
			seen[state] = i
		}}
		if err := walk.run(m, v); err != nil {
			return err
		}
		if clash {
			return errSharedGenerator
		}
	}
	return nil
}

// generatorWalk finds the generators in a value, looking into every container
// once.
type generatorWalk struct {
	visited map[unsafe.Pointer]bool
	todo    []value.Value
	found   func(state any)
}

func (w *generatorWalk) run(m *Machine, v value.Value) error {
	w.look(v)
	for len(w.todo) > 0 {
		v := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if err := m.Work(1); err != nil {
			return err
		}
		if v.Kind() == value.KList {
			for _, x := range v.Items() {
				w.look(x)
			}
			continue
		}
		for _, x := range v.Map().All() {
			w.look(x)
		}
	}
	return nil
}

func (w *generatorWalk) look(v value.Value) {
	switch v.Kind() {
	case value.KBuiltin:
		if s := v.Builtin().State; s != nil {
			w.found(s)
		}
	case value.KList, value.KMap:
		if key := v.Header(); !w.visited[key] {
			w.visited[key] = true
			w.todo = append(w.todo, v)
		}
	}
}
