package runtime

import (
	"sync"

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
	results := make([]value.Value, len(items))
	errs := make([]error, len(items))
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
		w, fn, arg := m.worker(task, item)
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			v, err := w.work(fn, arg)
			mu.Lock()
			defer mu.Unlock()
			results[i], errs[i] = v, err
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
	if err := m.Charge(len(results) * value.SlotSize); err != nil {
		return value.Value{}, err
	}
	c := newCopier(m, m)
	for i, v := range results {
		results[i] = c.value(v)
	}
	return value.NewFreshList(results), nil
}

// worker makes the machine for one element: a fresh copy of everything that
// the task reaches.
func (m *Machine) worker(task, item value.Value) (w *Machine, fn, arg value.Value) {
	g := m.gate.Fork(gate.ForkConfig{Caps: m.gate.Caps().Worker(nil)})
	w = m.fork(g)
	w.self, w.name = m.self, m.name
	c := newCopier(m, w)
	// A generator in the element is the worker's own; one that the task
	// reaches would give every worker the same numbers.
	c.refusal, c.reached = errSharedGenerator, errSharedGenerator
	for _, d := range m.defs {
		w.defs = append(w.defs, agentDef{d.name, c.value(d.body)})
	}
	fn = c.value(task)
	c.refusal = nil
	return w, fn, c.value(item)
}

var errSharedGenerator = value.Errorf("parallel_map: the same generator reaches more than one item — make one per item before the call: rng_spawn(g, n)")

func (m *Machine) work(fn, arg value.Value) (v value.Value, err error) {
	defer m.gate.Close()
	defer m.done()
	defer func() {
		if r := recover(); r != nil {
			err = internalError(r)
		}
	}()
	return m.Call(fn, arg)
}

// sharedGenerators refuses a generator that stands in two elements: the
// workers would race for its numbers.
func (m *Machine) sharedGenerators(items []value.Value) error {
	seen := map[any]int{}
	for i, v := range items {
		var clash bool
		walkGenerators(v, func(state any) {
			if j, ok := seen[state]; ok && j != i {
				clash = true
			}
			seen[state] = i
		}, 0)
		if clash {
			return errSharedGenerator
		}
	}
	return nil
}

func walkGenerators(v value.Value, f func(any), depth int) {
	if depth > value.MaxNesting {
		return
	}
	switch v.Kind() {
	case value.KBuiltin:
		if s := v.Builtin().State; s != nil {
			f(s)
		}
	case value.KList:
		for _, x := range v.Items() {
			walkGenerators(x, f, depth+1)
		}
	case value.KMap:
		for _, x := range v.Map().All() {
			walkGenerators(x, f, depth+1)
		}
	}
}
