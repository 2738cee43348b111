// Package runtime evaluates checked Synsema programs.
//
// A program goes through these stages, each in files of its own:
//
//	compile*.go   syntax tree and resolved names → code for a register machine
//	loop.go       the machine: one loop over the code, with frames of its own
//	ops.go        what the loop leaves to functions
//	call.go       calls that are not the plain case, and calls from Go
//	modules.go    `use`: modules are loaded when the statement runs
//	scopes.go     require, sandbox, call_tool: the program's authority
//	service.go    people, models and output; model.go what models answer
//	agents.go     agents; parallel.go workers; fork.go what they get to see
//	runprogram.go programs that a program runs; state.go declared memory
//	steps.go      the step count; memory.go the memory count
//
// Compile gives a Program, which is immutable and may be run many times and
// by many goroutines. New makes a Machine for one run of it; everything that
// the program does to the outside goes through the machine's gate.
package runtime

import (
	"fmt"
	"strings"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
	declared "github.com/synrun/synrun/synsema/memory"
	"github.com/synrun/synrun/synsema/module"
	"github.com/synrun/synrun/synsema/resolver"
)

// Program is a compiled program.
type Program struct {
	file    string
	root    string
	main    *proto
	names   *globalNames
	tests   []testBlock
	load    Loader
	initial []value.Value
	stdin   bool   // the source came from standard input
	memory  string // the declared memory, "" for none
	// onModule sees every module before it runs, for notices.
	onModule func(*ast.Program)
}

// Options are what compiling a program needs to know beyond its tree.
type Options struct {
	// Load reads modules; nil means that there are none.
	Load Loader
	// Stdin says that the source came from standard input: modules are then
	// found from the working directory, whatever the file is called.
	Stdin bool
	// OnModule is called with the tree of each module before it runs.
	OnModule func(*ast.Program)
	// Open puts all variables of the top level into the global scope, as an
	// interactive session needs it.
	Open bool
}

// Compile compiles a parsed program. Its error is that of a program that must
// not start.
func Compile(tree *ast.Program, opt Options) (*Program, error) {
	name, err := declared.Declared(tree)
	if err != nil {
		return nil, err
	}
	info := resolver.Resolve(tree, true)
	p := &Program{file: tree.File, root: module.Dir(tree.File), names: newGlobalNames(), load: opt.Load, onModule: opt.OnModule,
		stdin: opt.Stdin, memory: name}
	if opt.Stdin {
		p.root = "."
	}
	_, main, tests, err := compileFile(tree, info, p.names, false, opt.Open || spreads(tree))
	if err != nil {
		return nil, err
	}
	p.main, p.tests = main, tests
	p.initial = make([]value.Value, len(p.names.names))
	for i, name := range p.names.names {
		p.initial[i] = builtinValue(name)
	}
	return p, nil
}

// spreads reports programs whose top-level variables others reach by name:
// modules, agents, tests and templates.
func spreads(tree *ast.Program) bool {
	found := false
	ast.Walk(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || n.Name == "render"
		case *ast.Use, *ast.Agent, *ast.Spawn, *ast.Test:
			found = true
		}
		return !found
	})
	return found
}

// New makes a machine for one run of the program.
func New(p *Program, g *gate.Gate) *Machine {
	m := &Machine{gate: g, prog: p, names: p.names, rows: builtinTable(), levels: -1, shared: &shared{}, agents: newAgentSystem(g.Context())}
	m.globals = append(m.globals, p.initial...)
	if p.load != nil {
		m.names = p.names.clone()
	}
	l := g.Limits()
	m.steps.init(l.Steps, m.shared)
	m.memory.limit, m.memory.every = l.Memory, reportEvery
	return m
}

// WithoutAgents turns the agent system off: spawn runs an agent's body at
// once, in place (70 §7.7).
func (m *Machine) WithoutAgents() { m.agents.alone = true }

// Run executes the top level. The error is nil, an *Exit for a program that
// called exit, or a *value.Error.
func (m *Machine) Run() error {
	m.openMemory()
	fn := &closure{proto: m.prog.main}
	fn.InitTask()
	fn.Params = []string{}
	return m.guarded(fn)
}

// internalError words a fault of the engine.
func internalError(r any) error {
	return &value.Error{Msg: fmt.Sprintf("internal error in the engine (a bug, not your program — please report it): %v", r), Fatal: true}
}

// final turns what came out of the top of a program into its error.
func (m *Machine) final(err error) error {
	switch e := err.(type) {
	case nil, *value.Error, *Exit:
		return err
	case signal:
		return &value.Error{Msg: strings.TrimSpace(string(e)), Fatal: true}
	case *gate.Error:
		return &value.Error{Msg: e.Text, Fatal: !e.Catchable()}
	}
	return &value.Error{Msg: err.Error(), Fatal: true}
}

// Steps is the number of steps done.
func (m *Machine) Steps() int64 { return m.steps.used() }

// Intent is the declared intent.
func (m *Machine) Intent() (string, bool) { return m.intent.text, m.intent.declared }

// Tests are the names of the test blocks, in order.
func (m *Machine) Tests() []string {
	names := make([]string, len(m.prog.tests))
	for i, t := range m.prog.tests {
		names[i] = t.name
	}
	return names
}

// RunTest runs test block i after Run.
func (m *Machine) RunTest(i int) error {
	fn := &closure{proto: m.prog.tests[i].body}
	fn.InitTask()
	fn.Params = []string{}
	return m.guarded(fn)
}

// Variable is a binding of the global scope, for reports.
type Variable struct {
	Name  string
	Value value.Value
}

// Variables are the values that the program has bound at its top level, in
// the order of definition; tasks and builtins are left out.
func (m *Machine) Variables() []Variable {
	var out []Variable
	add := func(name string, v value.Value) {
		if v.IsUnset() || v.Callable() {
			return
		}
		switch name {
		case "pi", "tau", "e", "inf", "nan":
			return
		}
		out = append(out, Variable{name, v})
	}
	if m.prog.main.shown != nil {
		for _, s := range m.prog.main.shown {
			if int(s.reg) < len(m.stack) {
				add(s.name, m.stack[s.reg])
			}
		}
	}
	for i, name := range m.prog.names.names {
		if i < len(m.globals) {
			add(name, m.globals[i])
		}
	}
	return out
}
