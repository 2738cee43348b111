// Package progen makes random Synsema programs and compares what two
// implementations of the language do with them.
//
// A program follows from its seed alone. It is small, ends by itself, asks for
// nothing that differs from run to run, and prints after most of its
// statements, so that a difference is seen near its cause. Programs come in
// styles: some walk systematically through every operator with every pair of
// kinds (ops.go) or through every builtin (calls.go); others raise each error
// of the catalogue in changing surroundings (faults.go), mix all statements
// (stmts.go), change containers that several names hold or let a long text
// grow (alias.go, growing.go), play with scopes (scopes.go), consist of several
// files (modules.go), or are damaged copies of the others (damage.go).
//
// What a program was made to cover is recorded as tags, and the messages of
// the error catalogue are recognised in what it printed (coverage.go), so that
// a run can show how often each form, pair, builtin and error has occurred.
//
// The command below this package compares the engine of this module with a
// second implementation of the specification, or with mutants of itself
// (mutate.go): a generator that cannot tell a broken engine from a whole one
// proves nothing.
package progen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program is one generated program.
type Program struct {
	Seed  int               `json:"-"`
	Style string            `json:"-"`
	Args  []string          `json:"args"`  // of the command: run, flags, main.syn
	Files map[string]string `json:"files"` // main.syn and modules, by relative path
	Tags  map[string]int    `json:"-"`     // what the program covers
}

// style is one way of making a program.
type style struct {
	name   string
	weight int // of twenty
	make   func(g *gen, n int)
}

// styles are dealt out in turn: the n-th program of a style is known from its
// seed, so that systematic styles know where they are.
func styles() []style {
	return []style{
		{"operators", 5, (*gen).operators},
		{"calls", 4, (*gen).calls},
		{"faults", 2, (*gen).faults},
		{"mixed", 4, (*gen).mixed},
		{"alias", 2, (*gen).alias},
		{"scopes", 1, (*gen).scopes},
		{"modules", 1, (*gen).modules},
		{"damaged", 1, (*gen).damaged},
	}
}

const cycle = 20 // the sum of the weights

// New makes the program of a seed.
func New(seed int) *Program {
	g := newGen(uint64(seed))
	turn, at := seed/cycle, seed%cycle
	for _, s := range styles() {
		if at < s.weight {
			g.style = s.name
			s.make(g, turn*s.weight+at)
			break
		}
		at -= s.weight
	}
	g.files["main.syn"] = g.source()
	return &Program{Seed: seed, Style: g.style, Args: append(append([]string{"run"}, g.flags...), "main.syn"), Files: g.files, Tags: g.tags}
}

// gen is the state of the program being written.
type gen struct {
	r      *rand.Rand
	style  string
	out    strings.Builder
	depth  int        // of indentation
	vars   []variable // in scope, the innermost last
	tasks  []callable // that may be called
	inTask int        // nested task bodies
	loops  int        // nested loops
	count  int        // of fresh names
	files  map[string]string
	flags  []string
	tags   map[string]int
}

// variable is a name in scope with the kind of value that it should have.
type variable struct {
	name string
	kind kind
}

// callable is a task or a variable that holds one.
type callable struct {
	name     string
	params   []string
	defaults int // of the last parameters
}

func newGen(seed uint64) *gen {
	return &gen{r: rand.New(rand.NewPCG(seed, 0x5eed)), files: map[string]string{}, tags: map[string]int{}}
}

func (g *gen) source() string { return g.out.String() }

func (g *gen) tag(format string, args ...any) {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	g.tags[format]++
}

// line writes one line, or several, at the present indentation.
func (g *gen) line(format string, args ...any) {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	for _, l := range strings.Split(format, "\n") {
		for range g.depth {
			g.out.WriteString("    ")
		}
		g.out.WriteString(l)
		g.out.WriteByte('\n')
	}
}

// block writes an indented block; the names that it binds are forgotten.
func (g *gen) block(body func()) {
	vars, tasks := len(g.vars), len(g.tasks)
	g.depth++
	body()
	g.depth--
	g.vars, g.tasks = g.vars[:vars], g.tasks[:tasks]
}

// written gives what body writes, instead of writing it.
func (g *gen) written(body func()) string {
	whole, depth := g.out.String(), g.depth
	g.out.Reset()
	g.depth = 0
	body()
	text := strings.TrimSuffix(g.out.String(), "\n")
	g.out.Reset()
	g.out.WriteString(whole)
	g.depth = depth
	return text
}

func (g *gen) n(n int) int             { return g.r.IntN(n) }
func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *gen) fresh(prefix string) string {
	g.count++
	return fmt.Sprintf("%s%d", prefix, g.count)
}

func pick[T any](g *gen, list ...T) T { return list[g.r.IntN(len(list))] }

// guarded writes a statement whose error is caught and printed.
func (g *gen) guarded(format string, args ...any) {
	g.tag("form try")
	g.line("try")
	g.depth++
	g.line(format, args...)
	g.depth--
	g.line("recover err")
	g.line(`    print("!", err)`)
}
