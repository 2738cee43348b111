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
// What looks around (^ $ \b) waits in a state until the next character is
// known, and so does a match: the way on tells whether one ended before it. A
// state remembers of the character before it what looking around asks for.
//
// A dfa serves one search at a time.
type dfa struct {
	prog   *syntax.Prog
	prefix string // with which every match begins
	looks  bool   // the program looks around
	starts [behinds]uint16
	states []dfaState
	ids    map[string]uint16
	next   []uint16           // ways for each state: where an ASCII character or the end leads
	far    map[farStep]uint16 // where other characters lead
	list   []uint32           // the state that is being made
	ready  []uint32           // what of a state takes a character
	seen   []uint32           // by instruction: the number of the list that has it
	number uint32
	alive  int // alternatives of all states
	effort int // characters read by all attempts so far
}

type dfaState struct {
	alive  []uint32 // instructions that wait for the next character, by priority
	behind uint8
}

type farStep struct {
	from uint16
	r    rune
}

// What lies behind a place, and a character that stands for it.
const (
	behindStart uint8 = iota
	behindLineEnd
	behindWord
	behindOther
	behinds
)

var behindRunes = [behinds]rune{-1, '\n', 'a', ' '}

const (
	unknownState = 0
	deadState    = 1
	firstState   = 2
	matchBit     = 1 << 15 // in a way: a match ends before the character

	endOfText = -1
	ways      = utf8.RuneSelf + 1 // the last one is that of endOfText

	maxStates  = 512
	maxAlive   = 1 << 15 // alternatives of all states
	maxFar     = 4096
	dfaProgram = 1000 // instructions of a program that is worth it
	dfaText    = 256  // length of a text that is worth it
)

// newDFA is nil for a program that is large.
func newDFA(prog *syntax.Prog, prefix string) *dfa {
	if len(prog.Inst) > dfaProgram {
		return nil
	}
	d := &dfa{prog: prog, prefix: prefix, ids: map[string]uint16{}, far: map[farStep]uint16{}, seen: make([]uint32, len(prog.Inst))}
	d.looks = looksAround(prog)
	d.states = make([]dfaState, firstState, 16) // unknown and dead
	d.next = make([]uint16, firstState*ways, 16*ways)
	for b := range behinds {
		d.begin()
		d.follow(uint32(prog.Start))
		d.starts[b] = d.state(b)
	}
	return d
}

func looksAround(prog *syntax.Prog) bool {
	return slices.ContainsFunc(prog.Inst, func(inst syntax.Inst) bool { return inst.Op == syntax.InstEmptyWidth })
}

func (d *dfa) begin() {
	d.list = d.list[:0]
	d.number++
}

// follow adds what pc leads to without a character and without looking around,
// and reports whether a match was among it: what has lower priority no longer
// counts.
func (d *dfa) follow(pc uint32) bool {
	for d.seen[pc] != d.number {
		d.seen[pc] = d.number
		switch inst := &d.prog.Inst[pc]; inst.Op {
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
			return inst.Op == syntax.InstMatch
		}
	}
	return false
}

// look adds what an instruction of a state leads to now that is known what
// lies around, and reports whether that is a match.
func (d *dfa) look(pc uint32, around syntax.EmptyOp) bool {
	for d.seen[pc] != d.number {
		d.seen[pc] = d.number
		switch inst := &d.prog.Inst[pc]; inst.Op {
		case syntax.InstMatch:
			return true
		case syntax.InstFail:
			return false
		case syntax.InstAlt, syntax.InstAltMatch:
			if d.look(inst.Out, around) {
				return true
			}
			pc = inst.Arg
		case syntax.InstNop, syntax.InstCapture:
			pc = inst.Out
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^around != 0 {
				return false
			}
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
func (d *dfa) state(behind uint8) uint16 {
	if len(d.list) == 0 {
		return deadState
	}
	if !d.looks {
		behind = 0
	}
	key := make([]byte, 0, 4*len(d.list)+1)
	for _, pc := range d.list {
		key = binary.LittleEndian.AppendUint32(key, pc)
	}
	key = append(key, behind)
	if id, ok := d.ids[string(key)]; ok {
		return id
	}
	if d.alive += len(d.list); d.alive > maxAlive || len(d.states) == maxStates {
		return unknownState
	}
	id := uint16(len(d.states))
	d.ids[string(key)] = id
	d.states = append(d.states, dfaState{slices.Clone(d.list), behind})
	d.next = append(d.next, make([]uint16, ways)...)
	return id
}

// step computes where a character, or endOfText, leads.
func (d *dfa) step(from uint16, r rune) uint16 {
	if r >= utf8.RuneSelf {
		if to, ok := d.far[farStep{from, r}]; ok {
			return to
		}
	}
	at := &d.states[from]
	around := syntax.EmptyOpContext(behindRunes[at.behind], r)
	d.begin()
	match := slices.ContainsFunc(at.alive, func(pc uint32) bool { return d.look(pc, around) })
	d.ready = append(d.ready[:0], d.list...)
	d.begin()
	if r != endOfText {
		for _, pc := range d.ready {
			if inst := &d.prog.Inst[pc]; takes(inst, r) && d.follow(inst.Out) {
				break
			}
		}
	}
	to := d.state(behindRune(r))
	if to == unknownState {
		return to
	}
	if match {
		to |= matchBit
	}
	switch {
	case r == endOfText:
		d.next[int(from)*ways+utf8.RuneSelf] = to
	case r < utf8.RuneSelf:
		d.next[int(from)*ways+int(r)] = to
	case len(d.far) < maxFar:
		d.far[farStep{from, r}] = to
	}
	return to
}

// behindRune is what lies behind the place after r, as package regexp sees
// it: a text with other word characters is not for a dfa.
func behindRune(r rune) uint8 {
	switch {
	case r == '\n':
		return behindLineEnd
	case syntax.IsWordChar(r):
		return behindWord
	}
	return behindOther
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

// start gives the state in which an attempt at pos begins.
func (d *dfa) start(s string, pos int) uint16 {
	if pos == 0 {
		return d.starts[behindStart]
	}
	return d.starts[behindRune(rune(s[pos-1]))]
}

// find gives the leftmost match that begins at or after pos; from is -1 when
// there is none. It is not ok when it gave up: too many states, or too much
// of the text read again and again.
func (d *dfa) find(s string, pos int) (from, to int, ok bool) {
	for ; pos <= len(s); pos++ {
		if d.prefix != "" {
			i := strings.Index(s[pos:], d.prefix)
			if i < 0 {
				break
			}
			pos += i
		}
		id := d.start(s, pos)
		if d.prefix == "" {
			for pos < len(s) && s[pos] < utf8.RuneSelf && d.next[int(id)*ways+int(s[pos])] == deadState {
				pos++
				if d.looks {
					id = d.start(s, pos)
				}
			}
			if pos < len(s) && !utf8.RuneStart(s[pos]) {
				continue
			}
		}
		end, ok := d.attempt(s, pos, id)
		if !ok || d.effort > 16*max(pos, end)+1<<16 {
			return -1, 0, false
		}
		if end >= 0 {
			return pos, end, true
		}
	}
	return -1, 0, true
}

// attempt gives the end of the match that begins at pos in state id, -1 for
// none.
func (d *dfa) attempt(s string, pos int, id uint16) (end int, ok bool) {
	i := pos
	end = -1
	for id != deadState {
		var to uint16
		size := 1
		switch {
		case i == len(s):
			if to = d.next[int(id)*ways+utf8.RuneSelf]; to == unknownState {
				to = d.step(id, endOfText)
			}
		case s[i] < utf8.RuneSelf:
			if to = d.next[int(id)*ways+int(s[i])]; to == unknownState {
				to = d.step(id, rune(s[i]))
			}
		default:
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			to = d.step(id, r)
		}
		if to == unknownState {
			return -1, false
		}
		if to&matchBit != 0 {
			end = i
		}
		id = to &^ matchBit
		i += size
	}
	d.effort += i - pos + 1
	return end, true
}
