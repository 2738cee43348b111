package runtime

import (
	"sync/atomic"

	"github.com/synrun/synrun/gate"
	state "github.com/synrun/synrun/runtime/builtin/memory"
	"github.com/synrun/synrun/runtime/value"
)

// shared is what the machines of one run count and remember together.
type shared struct {
	steps  atomic.Int64
	memory atomic.Int64
	store  *state.Store // what the program remembers; set before it starts
}

// Steps are nodes of the syntax tree. Straight code counts nothing: every
// instruction knows the steps before it in its function (proto.cost), and
// only what leaves a straight line settles. A jump from a to b adds
// cost[a+1]-cost[b], a call what its function has done so far, which its
// return gives back so that the next settling starts from there again. So
// the steps done are always
//
//	given - left + cost[pc of the running frame]
//
// and the machine looks at its limits when left falls below zero.
type meter struct {
	left     int64 // of what was given
	given    int64
	reported int64 // of the steps done, to the run
	limit    int64 // of the run; 0 for none
}

// lookEvery is how many steps pass between two looks at the clock.
const lookEvery = 20_000

func (s *meter) init(limit int64, run *shared) {
	s.limit = limit
	s.refill(run)
}

// refill reports the steps done and gives new ones. It is false when the
// run has used up its limit.
func (s *meter) refill(run *shared) bool {
	used := s.used()
	total := run.steps.Add(used - s.reported)
	s.reported = used
	n := int64(lookEvery)
	if s.limit > 0 {
		if total > s.limit {
			return false
		}
		n = min(n, s.limit-total)
	}
	s.given = used + n
	s.left = n
	return true
}

// used is the number of steps that are settled.
func (s *meter) used() int64 { return s.given - s.left }

// tired is called when the steps given are used up.
func (m *Machine) tired() error {
	if !m.steps.refill(m.shared) {
		return m.exceeded("steps", m.steps.limit)
	}
	return m.stopped()
}

// Work counts n steps of a builtin.
func (m *Machine) Work(n int) error {
	m.steps.left -= int64(n)
	if m.steps.left < 0 {
		return m.tired()
	}
	return nil
}

// stopped gives the error that ends the run, if it has to end.
func (m *Machine) stopped() error {
	if e := m.gate.Stopped(); e != nil {
		return e
	}
	return nil
}

func (m *Machine) exceeded(what string, limit int64) error {
	e := gate.LimitError(what, limit)
	m.gate.Stop(e)
	return e
}

// settle moves the steps of a frame that is left at pc to the one that goes
// on at pc2.
func (m *Machine) settle(p *proto, pc int, p2 *proto, pc2 int) {
	m.steps.left += int64(p2.cost[pc2]) - int64(p.cost[pc])
}

var _ value.Thread = (*Machine)(nil)
