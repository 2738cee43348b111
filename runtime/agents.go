package runtime

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// agentSystem is what the agents of one run share: the blackboard, the
// signals and the list of agents. Values are copied on their way in and out.
type agentSystem struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever something happens
	board   map[string]parcel
	signals map[string][]parcel
	list    []*agent
	running sync.WaitGroup
	// run ends with the run: agents outlive the agent that started them.
	run context.Context
	// alone is the form without concurrency: spawn runs the body at once.
	alone bool
}

// agent is one started instance.
type agent struct {
	id, name, state   string
	err               error
	started, finished time.Time
	stop              context.CancelCauseFunc
	reported          bool
}

// Agent states.
const (
	starting = "starting"
	working  = "working"
	waiting  = "waiting"
	done     = "done"
	failed   = "error"
	stopped  = "stopped"
)

func newAgentSystem(run context.Context) *agentSystem {
	return &agentSystem{run: run, changed: make(chan struct{}), board: map[string]parcel{}, signals: map[string][]parcel{}}
}

// parcel is a copy that belongs to no machine, with the memory that is held for
// it.
type parcel struct {
	v    value.Value
	size int64
}

// agentSize is what remains of an agent that has ended.
const agentSize = 1 << 10

// wake tells everybody who waits that something changed. mu is held.
func (s *agentSystem) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *agentSystem) setState(a *agent, state string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a.state != stopped {
		a.state = state
	}
	s.wake()
}

// copied is a copy of a value for this machine.
func (m *Machine) copied(v value.Value) (value.Value, error) {
	c := newCopier(m, &Machine{globals: make([]value.Value, len(m.globals))})
	c.charge = m.Charge
	w := c.value(v)
	return w, c.err
}

// pack is a copy of a value that belongs to nobody yet.
func (m *Machine) pack(v value.Value) (parcel, error) {
	c := newCopier(m, &Machine{globals: make([]value.Value, len(m.globals))})
	c.charge = func(n int) error { return m.hold(int64(n)) }
	w := c.value(v)
	if c.err == nil {
		c.spend(parcelSize)
	}
	if c.err != nil {
		m.shared.memory.Add(-c.size)
		return parcel{}, c.err
	}
	return parcel{w, c.size}, nil
}

// parcelSize is what the blackboard or a queue needs for an entry.
const parcelSize = 160

// agentDef is an agent statement that was executed.
type agentDef struct {
	name string
	body value.Value
}

func (m *Machine) agentService(s service, fr *frame, args []value.Value) (value.Value, error) {
	switch s {
	case svcAgent:
		name := args[0].Str()
		m.defineAgent(name, args[1])
		mp := value.NewMap(2)
		mp.Set("name", args[0])
		mp.Set("state", value.OfASCII("defined"))
		return mp.Value(), nil
	case svcSpawn:
		return m.spawn(args[0].Str(), args[1:])
	case svcShare:
		key, err := value.DisplayIn(m, args[1])
		if err != nil {
			return value.Value{}, err
		}
		p, err := m.pack(args[0])
		if err != nil {
			return value.Value{}, err
		}
		m.agents.mu.Lock()
		old := m.agents.board[key]
		m.agents.board[key] = p
		m.agents.mu.Unlock()
		m.shared.memory.Add(-old.size)
		return args[0].Share(), nil
	case svcObserve:
		key, err := value.DisplayIn(m, args[0])
		if err != nil {
			return value.Value{}, err
		}
		m.agents.mu.Lock()
		p, ok := m.agents.board[key]
		m.agents.mu.Unlock()
		if !ok {
			return value.Nothing, nil
		}
		return m.copied(p.v)
	case svcSignal:
		return m.signal(args[0], args[1])
	default:
		return m.waitFor(args[0], args[1])
	}
}

func (m *Machine) defineAgent(name string, body value.Value) {
	for i := range m.defs {
		if m.defs[i].name == name {
			m.defs[i].body = body
			return
		}
	}
	m.defs = append(m.defs, agentDef{name, body})
}

func (m *Machine) agentBody(name string) (value.Value, error) {
	var known []string
	for _, d := range m.defs {
		if d.name == name {
			return d.body, nil
		}
		known = append(known, d.name)
	}
	detail := "no agents are defined in this execution context; if this agent IS defined at the top level of the program, this is a runtime context issue, not a problem in your code"
	if known != nil {
		detail = "agents defined in this context: " + strings.Join(known, ", ")
	}
	return value.Value{}, value.NewError(fmt.Sprintf("No agent defined with name '%s' (%s)", name, detail))
}

// spawn starts an agent; with holds name and value in turn.
func (m *Machine) spawn(name string, with []value.Value) (value.Value, error) {
	body, err := m.agentBody(name)
	if err != nil {
		return value.Value{}, err
	}
	if m.agents.alone {
		return m.runAlone(name, body, with)
	}
	// Agents that start agents may take no other step.
	if err := m.stopped(); err != nil {
		return value.Value{}, err
	}
	if err := m.hold(agentSize); err != nil {
		return value.Value{}, err
	}
	s := m.agents
	ctx, stop := context.WithCancelCause(s.run)
	s.mu.Lock()
	a := &agent{id: fmt.Sprintf("%s_%d", name, len(s.list)), name: name, state: starting, stop: stop, started: m.gate.WallClock()}
	s.list = append(s.list, a)
	s.wake()
	s.mu.Unlock()

	g := m.gate.Fork(gate.ForkConfig{Caps: m.gate.Caps().Agent(nil), Context: ctx, Agent: a.id})
	n := m.fork(g)
	n.self, n.name = a, name
	c := newCopier(m, n)
	c.spend(forkSize)
	c.allGlobals()
	for _, d := range m.defs {
		n.defs = append(n.defs, agentDef{d.name, c.value(d.body)})
	}
	fn := c.value(body)
	for i := 0; i+1 < len(with); i += 2 {
		slot := n.names.slot(with[i].Str())
		n.grow()
		n.globals[slot] = c.value(with[i+1])
	}
	if c.err != nil {
		s.setState(a, failed)
		stop(nil)
		g.Close()
		n.done()
		return value.Value{}, c.err
	}
	s.running.Add(1)
	go n.runAgent(closureOf(fn))
	return value.OfText(a.id), nil
}

// runAgent is the life of an agent in its own goroutine.
func (m *Machine) runAgent(fn *closure) {
	s, a := m.agents, m.self
	defer s.running.Done()
	defer m.gate.Close()
	defer m.done()
	s.setState(a, working)
	err := m.guarded(fn)
	if _, ok := err.(*Exit); ok {
		err = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a.finished = m.gate.WallClock()
	switch {
	case a.state == stopped:
	case err != nil:
		a.state, a.err = failed, err
		s.signals["__agent_error:"+a.id] = append(s.signals["__agent_error:"+a.id], parcel{v: value.Nothing})
	default:
		a.state = done
	}
	a.stop(nil)
	s.wake()
}

// guarded runs a body and turns a fault of the engine into an error.
func (m *Machine) guarded(fn *closure) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = internalError(r)
		}
	}()
	_, err = m.callClosure(fn, nil)
	return m.final(err)
}

// runAlone is spawn without the agent system: the body runs in place.
func (m *Machine) runAlone(name string, body value.Value, with []value.Value) (value.Value, error) {
	// What the agent binds is its own: the caller finds its globals as they were.
	fn := closureOf(body)
	type binding struct {
		module *moduleEnv
		slot   int
		was    value.Value
	}
	var saved []binding
	save := func(module *moduleEnv, name string) int {
		names := m.names
		if module != nil {
			names = module.names
		}
		b := binding{module: module, slot: int(names.slot(name))}
		if module != nil {
			b.was = module.get(b.slot).Share()
		} else {
			m.grow()
			b.was = m.globals[b.slot].Share()
		}
		saved = append(saved, b)
		return b.slot
	}
	defer func() {
		for i := len(saved) - 1; i >= 0; i-- {
			if b := saved[i]; b.module != nil {
				b.module.set(b.slot, b.was)
			} else {
				m.globals[b.slot] = b.was
			}
		}
	}()
	for _, name := range fn.proto.outer {
		save(fn.env, name)
	}
	for i := 0; i+1 < len(with); i += 2 {
		m.globals[save(nil, with[i].Str())] = with[i+1].Share()
	}
	if _, err := m.Call(body); err != nil {
		return value.Value{}, err
	}
	return value.OfText("agent:" + name), nil
}

func (m *Machine) signal(channel, data value.Value) (value.Value, error) {
	name, err := value.RawIn(m, channel)
	if err != nil || m.agents.alone {
		return value.Nothing, err
	}
	if data.IsUnset() {
		data = value.Nothing
	}
	p, err := m.pack(data)
	if err != nil {
		return value.Value{}, err
	}
	s := m.agents
	s.mu.Lock()
	defer s.mu.Unlock()
	s.signals[name] = append(s.signals[name], p)
	s.wake()
	return value.Nothing, nil
}

const maxWait = 3600.0

// waitFor takes the next signal of a channel (70 §7.4).
func (m *Machine) waitFor(channel, timeout value.Value) (value.Value, error) {
	name, err := value.RawIn(m, channel)
	if err != nil {
		return value.Value{}, err
	}
	seconds := 30.0
	if !timeout.IsUnset() {
		if !timeout.IsNumber() && !timeout.IsDecimal() {
			return value.Value{}, value.NewError("wait_for timeout must be a number of seconds")
		}
		seconds = min(max(builtin.Float(timeout), 0), maxWait)
	}
	s := m.agents
	if s.alone {
		return value.Nothing, nil
	}
	if m.self != nil {
		s.setState(m.self, waiting)
		defer s.setState(m.self, working)
	}
	deadline := m.gate.Elapsed().Seconds() + seconds
	for {
		s.mu.Lock()
		if q := s.signals[name]; len(q) > 0 {
			p := q[0]
			q[0] = parcel{}
			s.signals[name] = q[1:]
			s.mu.Unlock()
			v, err := m.copied(p.v)
			m.shared.memory.Add(-p.size)
			return v, err
		}
		hopeless := len(s.list) > 0 && s.noneActive()
		wake := s.changed
		s.mu.Unlock()
		left := deadline - m.gate.Elapsed().Seconds()
		if hopeless || left <= 0 {
			return value.Nothing, nil
		}
		if err := m.gate.Pause(wake, left); err != nil {
			return value.Value{}, err
		}
	}
}

// noneActive reports that no agent is starting, working or waiting. mu is
// held.
func (s *agentSystem) noneActive() bool {
	for _, a := range s.list {
		switch a.state {
		case starting, working, waiting:
			return false
		}
	}
	return true
}

// stopAgent cancels a running agent.
func (s *agentSystem) stopAgent(id, reason string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.list, func(a *agent) bool { return a.id == id })
	if i < 0 {
		return false
	}
	a := s.list[i]
	switch a.state {
	case starting, working, waiting:
	default:
		return false
	}
	a.state = stopped
	a.stop(gate.Cancelled(reason))
	s.wake()
	return true
}

func listAgents(t value.Thread, _ []value.Value) (value.Value, error) {
	s := t.(*Machine).agents
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []value.Value
	for _, a := range s.list {
		mp := value.NewMap(6)
		mp.Set("id", value.OfText(a.id))
		mp.Set("name", value.OfText(a.name))
		mp.Set("state", value.OfText(a.state))
		mp.Set("error", value.Nothing)
		if a.err != nil {
			mp.Set("error", value.OfText(value.Message(a.err)))
		}
		mp.Set("started_at", unix(a.started))
		mp.Set("finished_at", value.Nothing)
		if !a.finished.IsZero() {
			mp.Set("finished_at", unix(a.finished))
		}
		out = append(out, mp.Value())
	}
	return value.NewFreshList(out), nil
}

func unix(t time.Time) value.Value { return value.OfFloat(float64(t.UnixNano()) / 1e9) }

func agentStop(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[0].IsText() {
		return value.Value{}, value.NewError("agent_stop: the agent id must be text (from agents()), got " + value.TypeName(args[0]))
	}
	reason := "stopped by agent_stop"
	if !args[1].Absent() {
		reason = value.Raw(args[1])
	}
	return value.OfBool(t.(*Machine).agents.stopAgent(args[0].Str(), reason)), nil
}

// AgentError is an agent that ended in error.
type AgentError struct {
	ID  string
	Err error
}

// WaitAgents waits until all agents that were started have ended and gives
// those that failed, in the order of their start.
func (m *Machine) WaitAgents() []AgentError {
	s := m.agents
	s.running.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []AgentError
	for _, a := range s.list {
		if a.err != nil && !a.reported {
			a.reported = true
			out = append(out, AgentError{a.id, a.err})
		}
	}
	return out
}

// AgentStates gives id and state of every agent, and Blackboard the shared
// values in their text form.
func (m *Machine) AgentStates() map[string]string {
	s := m.agents
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]string{}
	for _, a := range s.list {
		out[a.id] = a.state
	}
	return out
}

// Blackboard gives the shared values in their text form.
func (m *Machine) Blackboard() map[string]string {
	s := m.agents
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]string{}
	for k, p := range s.board {
		out[k] = value.Display(p.v)
	}
	return out
}
