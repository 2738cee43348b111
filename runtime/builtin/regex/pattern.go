package regex

import (
	"container/list"
	"fmt"
	"regexp"
	"regexp/syntax"
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
	fast     atomic.Pointer[dfa] // nil while a search has it, or when there is none
}

// maxProgram bounds the instructions of a program, against counted
// repetitions inside of counted repetitions.
const maxProgram = 50_000

// compile makes a pattern; the error is the detail of the message.
func compile(source string) (*pattern, error) {
	text, boundary, err := translate(source)
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, detail(err)
	}
	if size(tree) > maxProgram {
		return nil, fmt.Errorf("compiled regex exceeds size limit of %d instructions", maxProgram)
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
	if p.prog, err = program(text); err != nil {
		return nil, detail(err)
	}
	if p.progFull, err = program(whole); err != nil {
		return nil, detail(err)
	}
	prefix, _ := p.find.LiteralPrefix()
	p.fast.Store(newDFA(p.prog, prefix))
	return p, nil
}

func program(text string) (*syntax.Prog, error) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return syntax.Compile(tree.Simplify())
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

// Programs with more steps than this are run by the own machine, which can
// be interrupted.
const uninterrupted = 1 << 28

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
	if p.own(s) {
		return newMachine(p.prog, 2*(p.groups+1), t, s).find(0)
	}
	if len(s) >= dfaText {
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

// within gives the match that lies between from and to with its groups. The
// program does not look around: it finds in that piece what it finds there in
// the whole text.
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
	if p.own(s) {
		ncap := 2
		if groups {
			ncap = 2 * (p.groups + 1)
		}
		return eachFrom(t, s, newMachine(p.prog, ncap, t, s).find, f)
	}
	if len(s) >= dfaText {
		if d := p.fast.Swap(nil); d != nil {
			defer p.fast.Store(d)
			d.effort = 0
			return eachFrom(t, s, p.fastFind(d, s, groups), f)
		}
	}
	search, cost := p.find.FindAllStringIndex, 40
	if groups {
		search, cost = p.find.FindAllStringSubmatchIndex, 24+16*(p.groups+1)
	}
	const few = 1 << 12
	all := search(s, few)
	if len(all) == few { // their positions may take more memory than the result
		n := 0
		p.find.ReplaceAllStringFunc(s, func(string) string { n++; return "" })
		if err := t.Charge(n * cost); err != nil {
			return err
		}
		if err := t.Work(n); err != nil {
			return err
		}
		all = search(s, -1)
	}
	for _, m := range all {
		if err := f(m); err != nil {
			return err
		}
	}
	return t.Work(len(all))
}

// fastFind searches with the dfa, and with package regexp once that gives up.
func (p *pattern) fastFind(d *dfa, s string, groups bool) func(int) ([]int, error) {
	var pair [2]int
	return func(pos int) ([]int, error) {
		if d != nil {
			from, to, ok := d.find(s, pos)
			switch {
			case ok && from >= 0 && (!groups || p.groups == 0):
				pair = [2]int{from, to}
				return pair[:], nil
			case ok:
				return p.within(s, from, to, groups), nil
			}
			d = nil
		}
		m := p.find.FindStringSubmatchIndex(s[pos:])
		for i := range m {
			if m[i] >= 0 {
				m[i] += pos
			}
		}
		return m, nil
	}
}

// eachFrom calls f for all non-overlapping matches; find gives the first one
// at or after a position.
func eachFrom(t value.Thread, s string, find func(pos int) ([]int, error), f func(m []int) error) error {
	for pos, lastEnd, count := 0, -1, 0; pos <= len(s); {
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
		accept := true
		if m[1] == m[0] {
			accept = m[0] != lastEnd // no empty match right behind another
			pos = m[1] + max(1, width(s[m[1]:]))
		} else {
			pos = m[1]
		}
		lastEnd = m[1]
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
	mu    sync.Mutex
	known map[string]*list.Element
	order list.List
}

const cached = 128

var patterns cache

// lookup gives a compiled pattern or the spec'd error.
func lookup(t value.Thread, source string) (*pattern, error) {
	patterns.mu.Lock()
	if e := patterns.known[source]; e != nil {
		patterns.order.MoveToFront(e)
		p := e.Value.(*pattern)
		patterns.mu.Unlock()
		return p, nil
	}
	patterns.mu.Unlock()
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
	if err := t.Work(len(p.prog.Inst)); err != nil {
		return nil, err
	}
	if len(p.prog.Inst) > maxProgram/4 {
		return p, nil // too large to keep
	}
	patterns.mu.Lock()
	defer patterns.mu.Unlock()
	if patterns.known == nil {
		patterns.known = map[string]*list.Element{}
	}
	if patterns.known[source] == nil {
		patterns.known[source] = patterns.order.PushFront(p)
		if patterns.order.Len() > cached {
			last := patterns.order.Back()
			delete(patterns.known, patterns.order.Remove(last).(*pattern).source)
		}
	}
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
