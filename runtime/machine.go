package runtime

import (
	"slices"
	"unsafe"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/token"
)

// closure is a task or lambda with the cells that it captured.
type closure struct {
	value.Task
	proto *proto
	free  []*cell
	env   *moduleEnv // of the file it was defined in; nil for the entry file
	decls []declaration
}

func closureOf(v value.Value) *closure { return (*closure)(v.Header()) }

// cell holds a variable that closures share.
type cell struct {
	value.Task // only for its head: a cell is no value of the language
	v          value.Value
}

// What cells and closures cost.
const (
	cellSize    = 80
	closureSize = 128
)

func newCell() *cell {
	c := &cell{}
	c.InitTask()
	return c
}

func (c *cell) ref() value.Value { return c.Value() }

func cellOf(v value.Value) *cell { return (*cell)(v.Header()) }

// maxLevels is the number of nested calls (20 §13.7).
const maxLevels = 3000

// frame is one call in progress.
type frame struct {
	fn       *closure
	base     int    // of its registers in the stack
	pc       int    // where it goes on
	dst      uint16 // register of the caller for the result
	handlers int    // handlers below are not its own
	outer    bool   // entered from Go: its return leaves the loop
}

// handler is an open try, sandbox or tool scope.
type handler struct {
	frame   int // index of the frame that it belongs to
	pc      int
	reg     uint16
	restore func() // leaves a capability scope; nil for a try
}

// Machine runs one program, one agent or one worker. It is used by one
// goroutine at a time.
type Machine struct {
	gate    *gate.Gate
	prog    *Program
	rows    []tableRow // all builtins
	globals []value.Value
	names   *globalNames
	// replaced holds the builtins that a module or agent has rebound.
	replaced map[string]int
	modules  modules
	// templates are the expressions of templates, compiled once each.
	templates map[string]value.Value

	stack    []value.Value
	frames   []frame
	handlers []handler
	levels   int

	steps  meter
	memory usage
	shared *shared // with the other machines of the run
	// childSink gets the entries of programs run by this one; nil for none.
	childSink func(caps.Entry)
	tokens    int64 // used by models before this run began

	intent  intent
	agents  *agentSystem
	defs    []agentDef     // agents defined so far
	self    *agent         // the agent that this machine is
	name    string         // its name; "" in the main program
	running *value.Builtin // the builtin that is being called
	caller  int            // frames when it was called: the last of them calls it; 0 for none
	start   place          // of the call that started a worker, which has no frame
	pieces  []byte         // where templates are put together
	pass    bool           // the next Call gives its first argument away
}

// place is a place in a source file.
type place struct {
	file string
	pos  token.Pos
}

// Gate is the door to the outside.
func (m *Machine) Gate() *gate.Gate { return m.gate }

// At gives the place of the running builtin call for the record.
func (m *Machine) At() gate.At {
	source := ""
	if m.running != nil {
		source = m.running.Row.Name + "()"
	}
	return m.atOf(source)
}

const slack = 64 // registers that a builtin window may need beyond a frame

// room makes the stack long enough.
func (m *Machine) room(n int) {
	if n+slack <= len(m.stack) {
		return
	}
	grown := make([]value.Value, max(2*len(m.stack), n+slack, 128))
	copy(grown, m.stack)
	m.stack = grown
}

// window gives the registers of a frame. The array type is only an address
// computation without bounds checks: the compiler never names a register
// beyond proto.nregs, and room has made sure that those exist.
//
//go:nocheckptr
func window(stack []value.Value, base int) *[1 << 16]value.Value {
	return (*[1 << 16]value.Value)(unsafe.Pointer(&stack[base]))
}

// enter pushes a frame for a closure whose arguments stand at base.
func (m *Machine) enter(fn *closure, base int, dst uint16, outer bool) error {
	if m.levels >= maxLevels {
		return errRecursion()
	}
	m.levels++
	m.room(base + fn.proto.nregs)
	n := len(m.frames)
	if n == cap(m.frames) {
		m.frames = slices.Grow(m.frames, n+16)
	}
	m.frames = m.frames[:n+1]
	f := &m.frames[n] // field by field: a frame made elsewhere and copied takes longer
	f.fn, f.base, f.pc, f.dst, f.handlers, f.outer = fn, base, 0, dst, len(m.handlers), outer
	return nil
}

func errRecursion() error { return &value.Error{Msg: "maximum recursion depth exceeded", Bare: true} }

// top is the first register above the running frame.
func (m *Machine) top() int {
	if n := len(m.frames); n > 0 {
		f := &m.frames[n-1]
		return f.base + f.fn.proto.nregs + slack/2
	}
	return 0
}

// callClosure runs a closure with arguments that are given as they are
// bound: one for each parameter, unset for missing ones.
func (m *Machine) callClosure(fn *closure, args []value.Value) (value.Value, error) {
	base := m.top()
	m.room(base + fn.proto.nregs)
	for i, a := range args {
		m.stack[base+i] = a.Share()
	}
	if err := m.enter(fn, base, 0, true); err != nil {
		return value.Value{}, err
	}
	return m.run()
}

// unwind pops the frames and handlers above a try of the running loop, or
// all that the loop entered. It reports whether a handler took the error.
func (m *Machine) unwind(err error, floor int) bool {
	catch := catchable(err)
	top := &m.frames[len(m.frames)-1]
	m.steps.left -= int64(top.fn.proto.cost[top.pc])
	for len(m.handlers) > 0 {
		h := m.handlers[len(m.handlers)-1]
		if h.frame < floor {
			break
		}
		m.handlers = m.handlers[:len(m.handlers)-1]
		if h.restore != nil {
			h.restore()
			continue
		}
		if !catch {
			continue
		}
		m.levels -= len(m.frames) - 1 - h.frame
		m.frames = m.frames[:h.frame+1]
		f := &m.frames[h.frame]
		f.pc = h.pc
		m.steps.left += int64(f.fn.proto.cost[h.pc])
		m.stack[f.base+int(h.reg)] = value.OfText(messageOf(err))
		return true
	}
	m.levels -= len(m.frames) - floor
	m.frames = m.frames[:floor]
	return false
}

// dropHandlers closes handlers down to n, leaving their scopes.
func (m *Machine) dropHandlers(n int) {
	for len(m.handlers) > n {
		h := m.handlers[len(m.handlers)-1]
		m.handlers = m.handlers[:len(m.handlers)-1]
		if h.restore != nil {
			h.restore()
		}
	}
}
