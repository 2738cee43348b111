package regex

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// dfa finds where matches of a program lie in long texts, some ten times as
// fast as package regexp, which steps through all alternatives at once as
// soon as a text is long. A state is the list of the alternatives that are
// alive, in order of priority; states and the ways between them are made when
// a text first leads there. Each possible start is tried in turn, so that a
// text may be read several times: find gives up when that gets out of hand,
// and the caller goes on with package regexp.
//
// Programs that look around (^ $ \b) have no dfa. A dfa serves one search at
// a time.
type dfa struct {
	prog   *syntax.Prog
	prefix string // with which every match begins
	states []dfaState
	ids    map[string]uint16
	next   []uint16           // 128 for each state: where an ASCII character leads
	far    map[farStep]uint16 // where other characters lead
	list   []uint32           // the state that is being made
	seen   []uint32           // by instruction: the number of the list that has it
	number uint32
	alive  int // alternatives of all states
	effort int // characters read by all attempts so far
}

type dfaState struct {
	alive []uint32 // instructions that wait for a character, by priority
	match bool     // a match ends here
}

type farStep struct {
	from uint16
	r    rune
}

const (
	unknownState = 0
	deadState    = 1
	startState   = 2

	maxStates  = 512
	maxAlive   = 1 << 15 // alternatives of all states
	maxFar     = 4096
	dfaProgram = 1000 // instructions of a program that is worth it
	dfaText    = 256  // length of a text that is worth it
)

// newDFA is nil for a program that looks around or is large.
func newDFA(prog *syntax.Prog, prefix string) *dfa {
	if len(prog.Inst) > dfaProgram {
		return nil
	}
	for i := range prog.Inst {
		if prog.Inst[i].Op == syntax.InstEmptyWidth {
			return nil
		}
	}
	d := &dfa{prog: prog, prefix: prefix, ids: map[string]uint16{}, far: map[farStep]uint16{}, seen: make([]uint32, len(prog.Inst))}
	d.states = make([]dfaState, startState, 16) // unknown and dead
	d.next = make([]uint16, startState*utf8.RuneSelf, 16*utf8.RuneSelf)
	d.begin()
	d.state(d.follow(uint32(prog.Start)))
	return d
}

func (d *dfa) begin() {
	d.list = d.list[:0]
	d.number++
}

// follow adds what pc leads to without a character, and reports whether a
// match was among it: then what has lower priority no longer counts.
func (d *dfa) follow(pc uint32) bool {
	for d.seen[pc] != d.number {
		d.seen[pc] = d.number
		switch inst := &d.prog.Inst[pc]; inst.Op {
		case syntax.InstMatch:
			return true
		case syntax.InstFail:
			return false
		case syntax.InstAlt, syntax.InstAltMatch:
			if d.follow(inst.Out) {
				return true
			}
			pc = inst.Arg
		case syntax.InstNop, syntax.InstCapture:
			pc = inst.Out
		default:
			d.list = append(d.list, pc)
			return false
		}
	}
	return false
}

// state gives the number of the state of the present list, unknownState when
// there are too many.
func (d *dfa) state(match bool) uint16 {
	if len(d.list) == 0 && !match && len(d.states) > startState {
		return deadState
	}
	key := make([]byte, 0, 4*len(d.list)+1)
	for _, pc := range d.list {
		key = binary.LittleEndian.AppendUint32(key, pc)
	}
	if match {
		key = append(key, 1)
	}
	if id, ok := d.ids[string(key)]; ok {
		return id
	}
	if d.alive += len(d.list); d.alive > maxAlive || len(d.states) == maxStates {
		return unknownState
	}
	id := uint16(len(d.states))
	d.ids[string(key)] = id
	d.states = append(d.states, dfaState{slices.Clone(d.list), match})
	d.next = append(d.next, make([]uint16, utf8.RuneSelf)...)
	return id
}

// step computes where a character leads.
func (d *dfa) step(from uint16, r rune) uint16 {
	if r >= utf8.RuneSelf {
		if to, ok := d.far[farStep{from, r}]; ok {
			return to
		}
	}
	d.begin()
	match := false
	for _, pc := range d.states[from].alive {
		if inst := &d.prog.Inst[pc]; takes(inst, r) && d.follow(inst.Out) {
			match = true
			break
		}
	}
	to := d.state(match)
	switch {
	case to == unknownState:
	case r < utf8.RuneSelf:
		d.next[int(from)*utf8.RuneSelf+int(r)] = to
	case len(d.far) < maxFar:
		d.far[farStep{from, r}] = to
	}
	return to
}

func takes(inst *syntax.Inst, r rune) bool {
	switch inst.Op {
	case syntax.InstRune1:
		return r == inst.Rune[0]
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return inst.MatchRune(r)
}

// find gives the leftmost match that begins at or after pos; from is -1 when
// there is none. It is not ok when it gave up: too many states, or too much
// of the text read again and again.
func (d *dfa) find(s string, pos int) (from, to int, ok bool) {
	empty := d.states[startState].match
	for ; pos <= len(s); pos++ {
		if d.prefix != "" {
			i := strings.Index(s[pos:], d.prefix)
			if i < 0 {
				break
			}
			pos += i
		} else if !empty {
			for pos < len(s) && s[pos] < utf8.RuneSelf && d.next[startState*utf8.RuneSelf+int(s[pos])] == deadState {
				pos++
			}
			if pos < len(s) && !utf8.RuneStart(s[pos]) {
				continue
			}
		}
		end, ok := d.attempt(s, pos)
		if !ok || d.effort > 16*max(pos, end)+1<<16 {
			return -1, 0, false
		}
		if end >= 0 {
			return pos, end, true
		}
	}
	return -1, 0, true
}

// attempt gives the end of the match that begins at pos, -1 for none.
func (d *dfa) attempt(s string, pos int) (end int, ok bool) {
	id, i := uint16(startState), pos
	end = -1
	if d.states[id].match {
		end = pos
	}
	for i < len(s) {
		var to uint16
		size := 1
		if c := s[i]; c < utf8.RuneSelf {
			to = d.next[int(id)*utf8.RuneSelf+int(c)]
			if to == unknownState {
				to = d.step(id, rune(c))
			}
		} else {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			to = d.step(id, r)
		}
		if to == unknownState {
			return -1, false
		}
		if to == deadState {
			break
		}
		id = to
		i += size
		if d.states[id].match {
			end = i
		}
	}
	d.effort += i - pos + 1
	return end, true
}
