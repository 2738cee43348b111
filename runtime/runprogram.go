package runtime

import (
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/parser"
)

// run_program (50 §15): the child is an interpreter of its own in this
// process. It shares nothing with its caller but the clock, the host's model
// and what is left of the limits; what it may do is what the caller lends, held
// at the same time to every ceiling of the caller itself.

const (
	defaultChildTime = 30 // seconds
	childName        = "<run_program>"
	// keptEntries bounds the audit of a result; what comes later is still
	// decided and counted.
	keptEntries = 10_000
)

// childRun is one run_program call.
type childRun struct {
	m       *Machine
	at      gate.At
	source  string
	options [len(childOptions)]value.Value
	config  gate.ChildConfig
	lent    []*caps.List

	mu      sync.Mutex
	entries []childEntry
}

type childEntry struct {
	caps.Entry
	at time.Time
}

// The options, in the order in which messages name them.
const (
	optCeiling = iota
	optProfile
	optEnv
	optTimeout
	optCwd
	optFilename
)

var childOptions = [...]string{"ceiling", "profile", "env", "timeout", "cwd", "filename"}

const childOptionNames = "ceiling, profile, env, timeout, cwd, filename"

func runProgram(t value.Thread, args []value.Value) (value.Value, error) {
	m := t.(*Machine)
	c := &childRun{m: m, at: m.At()}
	if err := m.gate.Check(c.at, caps.SandboxRun, nil); err != nil {
		return value.Value{}, err
	}
	var err error
	if args[0].IsUnset() {
		return value.Value{}, value.Errorf("run_program: missing source")
	}
	if c.source, err = c.text("source", args[0]); err != nil {
		return value.Value{}, err
	}
	if most := m.gate.MaxDepth(); m.gate.Depth() >= most {
		return value.Value{}, value.Errorf("run_program: max depth %d exceeded (set SYNSEMA_RUN_PROGRAM_MAX_DEPTH to raise it)", most)
	}
	for _, step := range [...]func() error{
		func() error { return c.readOptions(args[1]) }, c.profile, c.ceiling, c.lend, c.env, c.timeout, c.place,
	} {
		if err := step(); err != nil {
			return value.Value{}, err
		}
	}
	return c.run()
}

// text reads an argument that must be text.
func (c *childRun) text(what string, v value.Value) (string, error) {
	switch {
	case v.IsText():
		return v.Str(), nil
	case v.Kind() == value.KSecret:
		return "", value.Errorf("run_program: %s is a secret — reveal() it explicitly (audited) if the child really needs the value", what)
	}
	return "", value.Errorf("run_program: %s must be text, got %s", what, value.TypeName(v))
}

func (c *childRun) readOptions(v value.Value) error {
	if v.Absent() {
		return nil
	}
	opts, ok := v.AsMap()
	if !ok {
		return value.Errorf("run_program: opts must be a map, got %s", value.TypeName(v))
	}
next:
	for key, v := range opts.All() {
		for i, name := range childOptions {
			if key.String() == name {
				c.options[i] = v
				continue next
			}
		}
		return value.Errorf("run_program: unknown option \"%s\" (valid options: %s)", key.String(), childOptionNames)
	}
	return nil
}

// profile reads `profile`. A caller in the pure profile has no other to give.
func (c *childRun) profile() error {
	c.config.Pure = true
	if c.options[optProfile].Absent() {
		return nil
	}
	s, err := c.text("profile", c.options[optProfile])
	if err != nil {
		return err
	}
	switch s {
	case "pure":
	case "native":
		if !c.m.gate.Pure() {
			c.config.Pure = false
			return nil
		}
		set := c.m.gate.Caps()
		set.Emit(caps.Entry{
			Request: set.Platform().Request(caps.SandboxRun, "profile=native"), Source: caps.SourceProgram,
			Reason: caps.ReasonParentProfile, Origin: caps.OriginProgram, File: c.at.File, Line: c.at.Line,
		})
	default:
		return value.Errorf(`run_program: profile must be "native" or "pure", got "%s"`, s)
	}
	return nil
}

// ceiling reads what the caller wants to lend.
func (c *childRun) ceiling() error {
	v := c.options[optCeiling]
	p := c.m.gate.Caps().Platform()
	text := "sandbox"
	switch {
	case v.Absent():
	case v.IsMap():
		ceiling, err := c.m.delegated(v, "run_program: ceiling")
		if err != nil {
			return err
		}
		items := []*caps.Item{p.BareItem(caps.Stdout)}
		if !ceiling.Deterministic() {
			items = append(items, p.BareItem(caps.Time))
		}
		c.lent = []*caps.List{caps.NewList(append(items, ceiling.List().Items()...)...)}
		return nil
	default:
		s, err := c.text("ceiling", v)
		if err != nil {
			return err
		}
		text = s
	}
	if text == "sandbox" {
		text = caps.SandboxList
	}
	list, err := p.ParseList(text)
	if err != nil {
		words := err.Error()
		var bad *caps.ListError
		if errors.As(err, &bad) {
			words = bad.Flag()
		}
		return value.Errorf("run_program: ceiling: %s", words)
	}
	c.lent = []*caps.List{list}
	return nil
}

// lend turns what is wanted into what the caller has of it, which depends on
// the directory that the child runs in; a cwd that is none is an error later.
func (c *childRun) lend() error {
	g := c.m.gate
	c.config.Dir = g.Dir()
	if v := c.options[optCwd]; v.IsText() && v.Str() != "" {
		c.config.Dir = g.Resolve(v.Str())
	}
	var move *caps.Move
	if from := g.Dir(); from != c.config.Dir {
		p := g.Caps().Platform()
		move = &caps.Move{From: p.Path(from), To: p.Path(c.config.Dir)}
	}
	c.lent = g.Caps().Lend(c.lent[0], move, c.at)
	return nil
}

func (c *childRun) env() error {
	v := c.options[optEnv]
	if v.Absent() {
		return nil
	}
	mp, ok := v.AsMap()
	if !ok {
		return value.Errorf("run_program: env must be a map of text")
	}
	c.config.Env = make(map[string]string, mp.Len())
	for key, v := range mp.All() {
		if v.Kind() == value.KSecret {
			_, err := c.text(`env "`+key.String()+`"`, v)
			return err
		}
		if !v.IsText() {
			return value.Errorf("run_program: env must be a map of text")
		}
		c.config.Env[key.String()] = v.Str()
	}
	return nil
}

func (c *childRun) timeout() error {
	c.config.Timeout = defaultChildTime
	v := c.options[optTimeout]
	if v.Absent() {
		return nil
	}
	f, ok := arg.Float(v)
	if !ok {
		return value.Errorf("run_program: timeout must be a number of seconds")
	}
	if !(f > 0) {
		return value.Errorf("run_program: timeout must be > 0")
	}
	c.config.Timeout = f
	return nil
}

// place reads `cwd` and `filename`.
func (c *childRun) place() error {
	c.config.Program = childName
	var err error
	if v := c.options[optCwd]; !v.Absent() {
		if _, err = c.text("cwd", v); err != nil {
			return err
		}
	}
	if v := c.options[optFilename]; !v.Absent() {
		c.config.Program, err = c.text("filename", v)
	}
	return err
}

// record keeps an entry of the child for the result, and passes it to the host
// that wants to see it.
func (c *childRun) record(e caps.Entry) {
	if c.m.childSink != nil {
		c.m.childSink(e)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) < keptEntries {
		c.entries = append(c.entries, childEntry{e, c.m.gate.WallClock()})
	}
}

// RecordChildren gives the entries of programs that this one runs, and that
// those run, to a host that records them with the program's own; without it
// they stand in the results of run_program only. It is called before Run; sink
// may be called by several goroutines.
func (m *Machine) RecordChildren(sink func(caps.Entry)) { m.childSink = sink }

// outcome is what a child leaves.
type outcome struct {
	errors []string
	exit   int
	steps  int64
	tokens int64
}

// run runs the child and gives its result.
func (c *childRun) run() (value.Value, error) {
	m := c.m
	if err := m.stopped(); err != nil {
		return value.Value{}, err
	}
	c.config.Caps = caps.New(caps.Config{
		Platform: m.gate.Caps().Platform(),
		Ceilings: c.lent,
		Ambient:  caps.Ambient(),
		Sink:     c.record,
	})
	left := m.left()
	// What it prints is held twice for a moment: as lines, and as the result.
	out := &childOutput{Collector: gate.NewCollector(io.Discard, false), limit: (left.memory + 1) / 2}
	c.config.Output = out
	g, err := m.gate.Child(c.config)
	if err != nil {
		return c.result(outcome{errors: []string{"run_program: cannot start the child: " + err.Error()}}, nil, ended)
	}
	out.stop = g.Stop
	got := c.execute(g, left)
	late := g.TimedOut()
	g.Close()
	if err := m.stopped(); err != nil {
		return value.Value{}, err
	}
	if err := m.tired(); err != nil { // the child's steps may have been the last
		return value.Value{}, err
	}
	if late {
		got.errors = []string{fmt.Sprintf("run_program: timed out after %.0fs", math.Trunc(c.config.Timeout))}
		return c.result(got, nil, timedOut)
	}
	return c.result(got, out.Lines(), reported)
}

// execute parses, compiles and runs the source, as `run` does.
func (c *childRun) execute(g *gate.Gate, left left) (o outcome) {
	var used int64
	if model := g.Model(); model != nil {
		used = model.Used()
		defer func() { o.tokens = model.Used() - used }()
	}
	fail := func(line string) {
		o.errors = append(o.errors, line)
		o.exit = 1
	}
	tree, err := parser.Parse(c.config.Program, []byte(c.source))
	if err != nil {
		kind := "Parse error"
		var pe *parser.Error
		if errors.As(err, &pe) {
			kind = pe.Stage.String()
		}
		fail(kind + ": " + err.Error())
		return o
	}
	prog, err := Compile(tree, Options{Load: c.loader(), Stdin: true})
	if err != nil {
		fail("Runtime error: " + err.Error())
		return o
	}
	child := New(prog, g)
	child.childSink = c.m.childSink
	child.tokens = used
	child.bound(left)
	err = child.Run()
	var exit *Exit
	if err != nil && !errors.As(err, &exit) {
		fail("Runtime error: " + err.Error())
	}
	for _, e := range child.WaitAgents() {
		fail("Agent error [" + e.ID + "]: " + e.Err.Error())
	}
	if exit != nil {
		o.exit = exit.Code
	}
	o.steps = child.Steps()
	// What the child has done counts for the caller's limit as well.
	c.m.shared.steps.Add(child.shared.steps.Load() + child.steps.used() - child.steps.reported)
	return o
}

// loader finds modules from the child's directory.
func (c *childRun) loader() Loader {
	load := c.m.prog.load
	if load == nil || c.config.Dir == c.m.gate.Dir() {
		return load
	}
	return func(path string) ([]byte, error) { return load(c.config.Dir + "/" + path) }
}

// left is what a run has not used of the limits that machines count; 0 is no
// limit.
type left struct{ steps, memory int64 }

func (m *Machine) left() (l left) {
	if m.steps.limit > 0 {
		l.steps = max(1, m.steps.limit-m.shared.steps.Load()-(m.steps.used()-m.steps.reported))
	}
	if m.memory.limit > 0 {
		l.memory = max(1, m.memory.limit-m.shared.memory.Load()-m.memory.fresh)
	}
	return l
}

// bound gives a machine that has not run yet other limits than its gate says.
func (m *Machine) bound(l left) {
	m.steps = meter{}
	m.steps.init(l.steps, m.shared)
	m.memory.limit = l.memory
}

// childOutput holds what a child prints, which counts as memory of the caller.
type childOutput struct {
	*gate.Collector
	limit int64 // 0 for none
	held  atomic.Int64
	stop  func(*gate.Error)
}

func (o *childOutput) Print(line string) error {
	if n := o.held.Add(int64(len(line) + value.TextSize)); o.limit > 0 && n > o.limit {
		o.stop(gate.LimitError("memory", o.limit))
		return errHeld
	}
	return o.Collector.Print(line)
}

func (o *childOutput) Log(line string) error { return o.Print(line) }

var errHeld = errors.New("more than the caller may hold")

// ending says which parts of a result there are.
type ending int

const (
	reported ending = iota
	timedOut
	ended // it never began
)

// result makes the map of a result.
func (c *childRun) result(o outcome, lines []string, how ending) (value.Value, error) {
	m := c.m
	output, err := arg.Texts(m, lines)
	if err != nil {
		return value.Value{}, err
	}
	errs, err := arg.Texts(m, o.errors)
	if err != nil {
		return value.Value{}, err
	}
	c.mu.Lock()
	entries := c.entries
	c.mu.Unlock()
	exit, steps := value.OfInt(int64(o.exit)), value.OfInt(o.steps)
	if how != reported {
		entries, exit, steps = nil, value.Nothing, value.Nothing
	}
	audit := value.NewBuilder(m, len(entries))
	for i := range entries {
		v, err := c.entry(&entries[i])
		if err != nil {
			return value.Value{}, err
		}
		if err := audit.AddFresh(v); err != nil {
			return value.Value{}, err
		}
	}
	return arg.Record(m, "ok", len(o.errors) == 0, "output", output, "errors", errs, "audit", audit.List(),
		"exit", exit, "timed_out", how == timedOut, "llm_tokens", o.tokens, "steps", steps)
}

// entry makes the map of an audit entry (50 §14.1).
func (c *childRun) entry(e *childEntry) (value.Value, error) {
	file, line := value.Nothing, value.Nothing
	if e.File != "" {
		file, line = value.OfText(e.File), value.OfInt(int64(e.Line))
	}
	return arg.Record(c.m, "ts", e.at.UTC().Format("2006-01-02T15:04:05.000Z"), "context", e.Context,
		"capability", e.Capability(), "granted", e.Granted, "source", e.Source, "reason", e.Reason,
		"origin", e.Origin, "file", file, "line", line)
}
