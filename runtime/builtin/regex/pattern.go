package regex

import (
	"container/list"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/synrun/synrun/runtime/value"
)

// pattern is a compiled pattern; it may be used by several machines at
// once.
type pattern struct {
	source   string
	boundary bool // has a Unicode word boundary
	find     *regexp.Regexp
	full     *regexp.Regexp // must match the whole text
	prog     *syntax.Prog   // of find, for the own machine
	progFull *syntax.Prog
	names    []string
	groups   int
	looks    bool                // the program looks around
	oneLine  bool                // no match goes beyond the end of its line
	fast     atomic.Pointer[dfa] // nil while a search has it, or when there is none
}

// maxProgram bounds the instructions of a program, against counted
// repetitions inside of counted repetitions. Compiling cannot be interrupted,
// so that the length of a pattern is bounded, too.
const (
	maxProgram = 50_000
	maxSource  = 1 << 18 // bytes
	// maxThreads bounds instructions times groups: each instruction may be
	// waiting for a character, with a copy of what the groups have found.
	maxThreads = 1 << 22
)

var errTooLarge = fmt.Errorf("compiled regex exceeds size limit of %d instructions", maxProgram)

// compile makes a pattern; the error is the detail of the message.
func compile(source string) (*pattern, error) {
	if len(source) > maxSource {
		return nil, fmt.Errorf("the pattern has %d bytes; the limit is %d", len(source), maxSource)
	}
	text, boundary, err := translate(source)
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, detail(err)
	}
	if size(tree) > maxProgram {
		return nil, errTooLarge
	}
	p := &pattern{source: source, boundary: boundary}
	if p.find, err = regexp.Compile(text); err != nil {
		return nil, detail(err)
	}
	whole := `\A(?:` + text + `)\z`
	if p.full, err = regexp.Compile(whole); err != nil {
		return nil, detail(err)
	}
	p.names, p.groups = p.find.SubexpNames(), p.find.NumSubexp()
	if name := repeated(p.names); name != "" {
		return nil, fmt.Errorf("duplicate capture group name `%s`", name)
	}
	if p.prog, err = syntax.Compile(tree.Simplify()); err != nil {
		return nil, detail(err)
	}
	if n := len(p.prog.Inst); n > maxThreads/(p.groups+1) {
		return nil, fmt.Errorf("%d groups are too many for a regex of %d instructions", p.groups, n)
	}
	tree = &syntax.Regexp{Op: syntax.OpConcat, Sub: []*syntax.Regexp{{Op: syntax.OpBeginText}, tree, {Op: syntax.OpEndText}}}
	if p.progFull, err = syntax.Compile(tree.Simplify()); err != nil {
		return nil, detail(err)
	}
	p.looks = looksAround(p.prog)
	p.oneLine = !takesLineEnds(p.prog)
	prefix, _ := p.find.LiteralPrefix()
	p.fast.Store(newDFA(p.prog, prefix))
	return p, nil
}

// repeated gives a name that occurs twice, "" when there is none.
func repeated(names []string) string {
	for i, name := range names {
		if name != "" && slices.Contains(names[:i], name) {
			return name
		}
	}
	return ""
}

func takesLineEnds(prog *syntax.Prog) bool {
	return slices.ContainsFunc(prog.Inst, func(inst syntax.Inst) bool {
		switch inst.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			return takes(&inst, '\n')
		}
		return false
	})
}

// detail drops what package regexp says before the point.
func detail(err error) error {
	if e, ok := err.(*syntax.Error); ok {
		return fmt.Errorf("%s: `%s`", e.Code, e.Expr)
	}
	return err
}

// size estimates the instructions that a tree is compiled to.
func size(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		n += size(sub)
	}
	switch re.Op {
	case syntax.OpLiteral:
		n += len(re.Rune)
	case syntax.OpCharClass:
		n += len(re.Rune) / 16
	case syntax.OpRepeat:
		times := max(re.Max, re.Min, 1)
		if n > maxProgram/times+1 {
			return maxProgram + 1
		}
		n *= times
	}
	return min(n, maxProgram+1)
}

// uninterrupted is how many steps, of characters times instructions, are left
// to package regexp at a time. What may take more is run by the own machine,
// which counts them and can be interrupted.
const uninterrupted = 1 << 26

// own tells that the own machine has to search s.
func (p *pattern) own(s string) bool {
	return p.boundary && !isASCII(s) || len(s) > uninterrupted/len(p.prog.Inst)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 128 {
			return false
		}
	}
	return true
}

// threads charges what finding groups may take beside the result.
func (p *pattern) threads(t value.Thread) error {
	if n := 2 * 16 * (p.groups + 1) * len(p.prog.Inst); n > 1<<18 {
		return t.Charge(n)
	}
	return nil
}

// weight is about how many bytes a pattern takes that is kept: its classes
// are there once in each of its programs.
func (p *pattern) weight() int {
	n := 4 * len(p.source)
	for i := range p.prog.Inst {
		n += 4 * (48 + 4*len(p.prog.Inst[i].Rune))
	}
	return n
}

// matches tells whether the whole text matches.
func (p *pattern) matches(t value.Thread, s string) (bool, error) {
	if err := t.Work(len(s) / 64); err != nil {
		return false, err
	}
	if !p.own(s) {
		return p.full.MatchString(s), nil
	}
	m, err := newMachine(p.progFull, 2, t, s).find(0)
	return m != nil, err
}

// first gives the leftmost match with its groups, nil when there is none.
func (p *pattern) first(t value.Thread, s string) ([]int, error) {
	if err := t.Work(len(s) / 64); err != nil {
		return nil, err
	}
	if err := p.threads(t); err != nil {
		return nil, err
	}
	if p.own(s) {
		return newMachine(p.prog, 2*(p.groups+1), t, s).find(0)
	}
	if p.long(s, true) {
		if d := p.fast.Swap(nil); d != nil {
			defer p.fast.Store(d)
			d.effort = 0
			if from, to, ok := d.find(s, 0); ok {
				return p.within(s, from, to, true), nil
			}
		}
	}
	return p.find.FindStringSubmatchIndex(s), nil
}

// long tells that the dfa is to search s. It tells where a match lies, and a
// program that looks around may find other groups there when it sees no more
// than the match.
func (p *pattern) long(s string, groups bool) bool {
	return len(s) >= dfaText && !(groups && p.groups > 0 && p.looks)
}

// within gives the match that lies between from and to with its groups. If
// there are any, the program does not look around: it finds in that piece what
// it finds there in the whole text.
func (p *pattern) within(s string, from, to int, groups bool) []int {
	if from < 0 {
		return nil
	}
	if !groups || p.groups == 0 {
		return []int{from, to}
	}
	m := p.find.FindStringSubmatchIndex(s[from:to])
	for i := range m {
		if m[i] >= 0 {
			m[i] += from
		}
	}
	return m
}

// each calls f for all non-overlapping matches, without their groups unless
// groups is set.
func (p *pattern) each(t value.Thread, s string, groups bool, f func(m []int) error) error {
	if err := t.Work(len(s) / 32); err != nil {
		return err
	}
	if groups {
		if err := p.threads(t); err != nil {
			return err
		}
	}
	if p.own(s) {
		return eachFrom(t, s, nil, p.machine(t, s, groups).find, f)
	}
	if p.long(s, groups) {
		if d := p.fast.Swap(nil); d != nil {
			defer p.fast.Store(d)
			d.effort = 0
			return eachFrom(t, s, nil, p.fastFind(t, d, s, groups), f)
		}
	}
	all, complete, err := p.all(t, s, groups)
	if err != nil {
		return err
	}
	for _, m := range all {
		if err := f(m); err != nil {
			return err
		}
	}
	if complete {
		return t.Work(len(all))
	}
	return eachFrom(t, s, all[len(all)-1], p.machine(t, s, groups).find, f)
}

// all lets package regexp find the matches, in larger and larger numbers. Each
// may be sought up to the end of the text although it is found at once, and
// the next one is sought there again: all are complete unless that may take
// too many steps.
func (p *pattern) all(t value.Thread, s string, groups bool) (all [][]int, complete bool, err error) {
	search, cost := p.find.FindAllStringIndex, 40
	if groups {
		search, cost = p.find.FindAllStringSubmatchIndex, 24+16*(p.groups+1)
	}
	ahead := len(s)
	if p.oneLine {
		ahead = longestLine(s)
	}
	most := max((uninterrupted/len(p.prog.Inst)-len(s))/(ahead+1), 1)
	for n := min(1<<12, most); ; n = min(4*n, most) {
		if all = search(s, n); len(all) < n || n == most {
			return all, len(all) < n, nil
		}
		// their positions may take more memory than the result
		if err := t.Charge(4 * n * cost); err != nil {
			return nil, false, err
		}
		if err := t.Work(n); err != nil {
			return nil, false, err
		}
	}
}

func longestLine(s string) int {
	longest := 0
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			return max(longest, len(s))
		}
		longest = max(longest, i)
		s = s[i+1:]
	}
}

// machine is the own machine over s.
func (p *pattern) machine(t value.Thread, s string, groups bool) *machine {
	if groups {
		return newMachine(p.prog, 2*(p.groups+1), t, s)
	}
	return newMachine(p.prog, 2, t, s)
}

// fastFind searches with the dfa, and with the own machine once that gives up.
func (p *pattern) fastFind(t value.Thread, d *dfa, s string, groups bool) func(int) ([]int, error) {
	var pair [2]int
	var slow *machine
	return func(pos int) ([]int, error) {
		if slow != nil {
			return slow.find(pos)
		}
		from, to, ok := d.find(s, pos)
		switch {
		case !ok:
			slow = p.machine(t, s, groups)
			return slow.find(pos)
		case from >= 0 && (!groups || p.groups == 0):
			pair = [2]int{from, to}
			return pair[:], nil
		}
		return p.within(s, from, to, groups), nil
	}
}

// eachFrom calls f for all non-overlapping matches behind one that is known,
// nil for none; find gives the first one at or after a position.
func eachFrom(t value.Thread, s string, known []int, find func(pos int) ([]int, error), f func(m []int) error) error {
	pos, lastEnd := 0, -1
	next := func(m []int) {
		pos, lastEnd = m[1], m[1]
		if m[1] == m[0] {
			pos += max(1, width(s[pos:]))
		}
	}
	if known != nil {
		next(known)
	}
	for count := 0; pos <= len(s); {
		m, err := find(pos)
		if m == nil || err != nil {
			return err
		}
		if count++; count == 1<<8 {
			if err := t.Work(count); err != nil {
				return err
			}
			count = 0
		}
		accept := m[1] > m[0] || m[0] != lastEnd // no empty match right behind another
		next(m)
		if accept {
			if err := f(m); err != nil {
				return err
			}
		}
	}
	return nil
}

func width(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

// cache keeps the patterns used last. They hold nothing of the programs that
// use them but the pattern text.
type cache struct {
	mu     sync.Mutex
	known  map[string]*list.Element
	order  list.List
	weight int // of all
	room   int // for all; a pattern that takes a quarter of it is not kept
}

const cached = 128

var patterns = cache{room: 32 << 20}

func (c *cache) find(source string) *pattern {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.known[source]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*pattern)
}

func (c *cache) keep(p *pattern) {
	weight := p.weight()
	if weight > c.room/4 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[string]*list.Element{}
	}
	if c.known[p.source] != nil {
		return
	}
	c.known[p.source] = c.order.PushFront(p)
	for c.weight += weight; c.weight > c.room || c.order.Len() > cached; {
		last := c.order.Remove(c.order.Back()).(*pattern)
		delete(c.known, last.source)
		c.weight -= last.weight()
	}
}

// lookup gives a compiled pattern or the spec'd error.
func lookup(t value.Thread, source string) (*pattern, error) {
	if p := patterns.find(source); p != nil {
		return p, nil
	}
	if err := t.Charge(64 * len(source)); err != nil {
		return nil, err
	}
	if err := t.Work(64 + len(source)); err != nil {
		return nil, err
	}
	p, err := compile(source)
	if err != nil {
		return nil, value.Errorf("invalid regex pattern %s: %s", quotePattern(source), err)
	}
	if err := t.Charge(p.weight()); err != nil {
		return nil, err
	}
	if err := t.Work(len(p.prog.Inst)); err != nil {
		return nil, err
	}
	patterns.keep(p)
	return p, nil
}

// quotePattern writes a pattern in single quotes, in double ones if it has a
// single and no double quote.
func quotePattern(s string) string {
	quote := "'"
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = `"`
	}
	return quote + strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`, quote, `\`+quote).Replace(s) + quote
}
