package regex

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/value"
)

// machine runs a compiled program by stepping all alternatives at once
// (Pike's algorithm): time is bounded by text times program, whatever the
// pattern. It stands in for package regexp where that cannot serve: for word
// boundaries among letters beyond ASCII, and where text times program is so
// large that the run has to be interruptible.
type machine struct {
	prog  *syntax.Prog
	ncap  int
	t     value.Thread
	s     string
	start syntax.EmptyOp // what must hold where a match begins

	now, next queue
	match     []int
	matched   bool
	visits    int
	free      [][]int
}

// queue is a sparse set of program counters in order of priority.
type queue struct {
	sparse []uint32
	dense  []entry
}

type entry struct {
	pc  uint32
	cap []int // nil for instructions that only led on
}

func newMachine(prog *syntax.Prog, ncap int, t value.Thread, s string) *machine {
	n := len(prog.Inst)
	return &machine{
		prog: prog, ncap: ncap, t: t, s: s, start: prog.StartCond(),
		now:   queue{make([]uint32, n), make([]entry, 0, n)},
		next:  queue{make([]uint32, n), make([]entry, 0, n)},
		match: make([]int, ncap),
	}
}

// find gives the leftmost match at or after from, preferring alternatives in
// the order in which they are written; nil when there is none.
func (m *machine) find(from int) ([]int, error) {
	m.matched = false
	m.now.dense = m.now.dense[:0]
	for pos := from; ; {
		if len(m.now.dense) == 0 {
			if m.matched || m.start&syntax.EmptyBeginText != 0 && pos != 0 {
				break
			}
		}
		r, w := rune(-1), 0
		if pos < len(m.s) {
			r, w = utf8.DecodeRuneInString(m.s[pos:])
		}
		if !m.matched {
			caps := m.alloc()
			caps[0] = pos
			m.add(&m.now, uint32(m.prog.Start), pos, caps, m.context(pos))
			m.release(caps)
		}
		if err := m.step(pos, pos+w, r); err != nil {
			return nil, err
		}
		if w == 0 {
			break
		}
		pos += w
		m.now, m.next = m.next, m.now
		m.next.dense = m.next.dense[:0]
	}
	for _, e := range m.now.dense {
		m.release(e.cap)
	}
	m.now.dense = m.now.dense[:0]
	if !m.matched {
		return nil, nil
	}
	return append([]int(nil), m.match...), nil
}

func (m *machine) step(pos, after int, r rune) error {
	if m.visits += len(m.now.dense); m.visits > 1<<12 {
		if err := m.t.Work(m.visits / 8); err != nil {
			return err
		}
		m.visits = 0
	}
	var cond syntax.EmptyOp
	if after > pos {
		cond = m.context(after)
	}
	for i := range m.now.dense {
		e := &m.now.dense[i]
		if e.cap == nil {
			continue
		}
		inst := &m.prog.Inst[e.pc]
		advance := false
		switch inst.Op {
		case syntax.InstMatch:
			copy(m.match, e.cap)
			m.match[1] = pos
			m.matched = true
			for _, cut := range m.now.dense[i:] { // lower priority
				m.release(cut.cap)
			}
			m.now.dense = m.now.dense[:0]
			return nil
		case syntax.InstRune:
			advance = r >= 0 && inst.MatchRune(r)
		case syntax.InstRune1:
			advance = r == inst.Rune[0]
		case syntax.InstRuneAny:
			advance = r >= 0
		case syntax.InstRuneAnyNotNL:
			advance = r >= 0 && r != '\n'
		}
		if advance {
			m.add(&m.next, inst.Out, after, e.cap, cond)
		}
		m.release(e.cap)
		e.cap = nil
	}
	m.now.dense = m.now.dense[:0]
	return nil
}

// add follows the instructions that consume nothing. Recursion is bounded by
// the program: every instruction is entered once a step.
func (m *machine) add(q *queue, pc uint32, pos int, caps []int, cond syntax.EmptyOp) {
	for {
		if j := q.sparse[pc]; j < uint32(len(q.dense)) && q.dense[j].pc == pc {
			return
		}
		q.sparse[pc] = uint32(len(q.dense))
		q.dense = append(q.dense, entry{pc: pc})
		inst := &m.prog.Inst[pc]
		switch inst.Op {
		case syntax.InstFail:
			return
		case syntax.InstAlt, syntax.InstAltMatch:
			m.add(q, inst.Out, pos, caps, cond)
			pc = inst.Arg
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^cond != 0 {
				return
			}
			pc = inst.Out
		case syntax.InstNop:
			pc = inst.Out
		case syntax.InstCapture:
			if int(inst.Arg) < len(caps) {
				was := caps[inst.Arg]
				caps[inst.Arg] = pos
				m.add(q, inst.Out, pos, caps, cond)
				caps[inst.Arg] = was
				return
			}
			pc = inst.Out
		default:
			c := m.alloc()
			copy(c, caps)
			q.dense[q.sparse[pc]].cap = c
			return
		}
	}
}

func (m *machine) alloc() []int {
	var c []int
	if n := len(m.free); n > 0 {
		c = m.free[n-1]
		m.free = m.free[:n-1]
	} else {
		c = make([]int, m.ncap)
	}
	for i := range c {
		c[i] = -1
	}
	return c
}

func (m *machine) release(c []int) {
	if c != nil {
		m.free = append(m.free, c)
	}
}

// context tells what holds between the code points around pos.
func (m *machine) context(pos int) syntax.EmptyOp {
	before, after := rune(-1), rune(-1)
	if pos > 0 {
		before, _ = utf8.DecodeLastRuneInString(m.s[:pos])
	}
	if pos < len(m.s) {
		after, _ = utf8.DecodeRuneInString(m.s[pos:])
	}
	op := syntax.EmptyOpContext(before, after) &^ (syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary)
	if isWord(before) != isWord(after) {
		return op | syntax.EmptyWordBoundary
	}
	return op | syntax.EmptyNoWordBoundary
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Pc) || r == 0x200c || r == 0x200d
}
