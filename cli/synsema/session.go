package synsema

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/checker"
	"github.com/synrun/synrun/synsema/flat"
	"github.com/synrun/synrun/synsema/memory"
	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/srcfile"
)

// causes for ending a run early.
var (
	errClosed      = gate.Cancelled("standard output is closed")
	errInterrupted = gate.Cancelled("interrupted")
)

// stdinName is the name of a program that comes from standard input.
const stdinName = "<stdin>"

// source is the text of a program.
type source struct {
	name  string // as it is shown in locations
	text  []byte
	stdin bool
}

// readSource reads a program; flat syntax is translated.
func (c *command) readSource(word string, o *options) (*source, error) {
	s := &source{name: word}
	var err error
	if word == "-" {
		s.name, s.stdin = stdinName, true
		if o.filename != nil {
			s.name = *o.filename
		}
		s.text, err = io.ReadAll(c.In)
		c.In = strings.NewReader("")
	} else {
		s.text, err = os.ReadFile(word)
	}
	if err == nil && !utf8.Valid(s.text) {
		err = errNotUTF8
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read '%s': %s", word, reason(err))
	}
	if o.flat || flat.IsFlat(s.name) {
		s.text = flat.Translate(s.text)
	}
	return s, nil
}

// reason is the part of an error of the system that says why.
func reason(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// session is what the programs of one command share: what the host lends them
// and where decisions are recorded.
type session struct {
	c        *command
	o        *options
	platform *caps.Platform
	ceiling  *caps.List // nil: none
	pure     bool
	limits   gate.Limits
	env      *gate.EnvFile
	envNamed bool // the host named the .env
	stream   *audit.Stream
	model    gate.Model
	warned   map[string]bool // deprecated names that were reported

	mu      sync.Mutex
	keep    bool // the entries too, for a report
	entries []audit.Entry
}

// newSession checks the flags that stand for something outside the command
// line. Its errors are errors of usage.
func (c *command) newSession(o *options) (*session, error) {
	s := &session{c: c, o: o, platform: caps.DefaultPlatform(homeDir()), warned: map[string]bool{}}
	switch {
	case o.deterministic:
		s.pure = true
		s.ceiling, _ = s.platform.ParseList(caps.DeterministicList)
	case o.sandbox:
		s.ceiling, _ = s.platform.ParseList(caps.SandboxList)
	case o.capSet != nil:
		list, err := s.platform.ParseList(*o.capSet)
		if err != nil {
			return nil, usageError(ceilingText(err))
		}
		s.ceiling = list
	}
	if o.profile != nil {
		switch *o.profile {
		case "pure":
			s.pure = true
		case "native":
		default:
			return nil, badUsage("--profile must be 'native' or 'pure', got '%s'", *o.profile)
		}
	}
	var err error
	if s.limits, err = gate.ParseLimits(gate.CommandLimits(), os.Getenv("SYNSEMA_LIMITS")); err != nil {
		return nil, badUsage("SYNSEMA_LIMITS: %s", err)
	}
	if err := s.openAudit(); err != nil {
		return nil, err
	}
	tune(s.limits.Memory)
	s.loadEnv()
	s.openModel()
	return s, nil
}

func homeDir() string {
	if home := os.Getenv("HOME"); strings.TrimSpace(home) != "" {
		return home
	}
	return os.Getenv("USERPROFILE")
}

// tune makes the collector run seldom while little is held, and often when
// the program comes near its limit.
func tune(limit int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if limit > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit + 64<<20)
	}
}

func (s *session) openAudit() error {
	dest := s.o.audit
	if dest == nil {
		if v, ok := os.LookupEnv("SYNSEMA_AUDIT"); ok && strings.TrimSpace(v) != "" {
			dest = &v
		}
	}
	if dest == nil {
		return nil
	}
	opt := audit.StreamOptions{Stderr: s.c.Err}
	if s.ceiling != nil {
		opt.Writable = func(path string) bool {
			if s.ceiling.Allows(s.platform.Request(caps.FileWrite, path)) {
				return true
			}
			dir, err := os.Getwd()
			return err == nil && !strings.HasPrefix(path, "/") && s.ceiling.Allows(s.platform.Request(caps.FileWrite, dir+"/"+path))
		}
	}
	stream, err := audit.OpenStream(*dest, opt)
	if err != nil {
		return usageError(err.Error())
	}
	s.stream = stream
	return nil
}

// loadEnv loads the .env. Under a ceiling the one of the working directory
// counts only for the names that the ceiling covers: the directory may be a
// stranger's.
func (s *session) loadEnv() {
	path, named := "./.env", false
	if v, ok := os.LookupEnv("SYNSEMA_ENV_FILE"); ok {
		path, named = v, true
	}
	if s.o.envFile != nil {
		path, named = *s.o.envFile, true
	}
	if path == "" {
		return
	}
	file, warnings := gate.LoadEnvFile(path, named)
	for _, w := range warnings {
		fmt.Fprintln(s.c.Err, w)
	}
	s.env, s.envNamed = file, named
}

// sink hands the decisions of one run to the audit stream and to the report.
// When the stream takes no more, the run ends before the act that was asked
// for.
type sink struct {
	s   *session
	mu  sync.Mutex
	g   *gate.Gate // nil before the gate is made
	err error
}

// record is nil when nobody looks at decisions.
func (k *sink) record() func(caps.Entry) {
	if k.s.stream == nil && !k.s.keep {
		return nil
	}
	return k.entry
}

func (k *sink) entry(e caps.Entry) {
	entry := audit.EntryOf(&e)
	entry.At = time.Now()
	if k.s.keep {
		k.s.mu.Lock()
		k.s.entries = append(k.s.entries, entry)
		k.s.mu.Unlock()
	}
	if k.s.stream == nil {
		return
	}
	if err := k.s.stream.Entry(&entry); err != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.err = err
		k.stop()
	}
}

// attach names the run that ends when an entry is lost.
func (k *sink) attach(g *gate.Gate) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.g = g
	k.stop()
}

func (k *sink) stop() {
	if k.g != nil && k.err != nil {
		k.g.Stop(&gate.Error{Kind: gate.KindInternal, Text: k.err.Error(), Cause: k.err})
	}
}

// close ends the audit stream. A record that is not complete makes a success
// a failure.
func (s *session) close(code, shown int) int {
	if s.stream == nil {
		return code
	}
	if err := s.stream.Close(shown); err != nil && code == exitOK {
		return s.c.fail("--audit: %s", err)
	}
	return code
}

// program is a program that is ready to run.
type program struct {
	*session
	src  *source
	m    *runtime.Machine
	gate *gate.Gate
}

// wiring is what differs between the ways of running a program.
type wiring struct {
	output gate.Output
	human  gate.Human
	quiet  bool // no warnings about the entry file
	inline bool // without the agent system
}

// loadError is a program that does not load, as normal mode prints it.
type loadError struct{ kind, text string }

func (e *loadError) Error() string { return e.kind + ": " + e.text }

// startError is a program that loads and may not start.
type startError struct{ text string }

func (e *startError) Error() string { return e.text }

// load parses and compiles a program and opens its door to the outside.
func (s *session) load(src *source, w wiring) (*program, error) {
	tree, err := parser.Parse(src.name, src.text)
	if err != nil {
		var pe *parser.Error
		if errors.As(err, &pe) {
			return nil, &loadError{pe.Stage.String(), pe.Error()}
		}
		return nil, &loadError{"Parse error", err.Error()}
	}
	if !w.quiet {
		s.deprecated(tree)
	}
	if _, err := memory.Declared(tree); err != nil {
		return nil, &startError{err.Error()}
	}
	compiled, err := runtime.Compile(tree, runtime.Options{Load: readModule, Stdin: src.stdin, OnModule: s.deprecated})
	if err != nil {
		return nil, &startError{err.Error()}
	}
	decisions := &sink{s: s}
	set := caps.New(caps.Config{
		Platform: s.platform,
		Ceilings: []*caps.List{s.ceiling},
		Ambient:  caps.Ambient(),
		Sink:     decisions.record(),
	})
	g, err := gate.New(gate.Config{
		Caps: set, Context: s.c.ctx,
		Stdin: s.c.In, StdinTerminal: s.c.InTerminal,
		Output:  w.output,
		Environ: gate.ProcessEnviron(), EnvFile: s.env,
		Home: s.platform.Home, Program: src.name,
		Limits: s.limits, Human: w.human, Model: s.model, Pure: s.pure,
		Args: s.o.args(s.c.name),
	})
	if err != nil {
		return nil, &startError{err.Error()}
	}
	decisions.attach(g)
	p := &program{session: s, src: src, m: runtime.New(compiled, g), gate: g}
	if w.inline {
		p.m.WithoutAgents()
	}
	return p, nil
}

// readModule reads the source of a module.
func readModule(path string) ([]byte, error) { return srcfile.Read(path) }

// deprecated warns about renamed builtins, once a name.
func (s *session) deprecated(tree *ast.Program) {
	for _, d := range checker.Deprecated(tree, s.warned) {
		fmt.Fprintf(s.c.Err, "warning: %s\n", d.Plain())
	}
}

// engineFault words a failure that is not the program's fault.
func engineFault(detail any) error {
	return fmt.Errorf("internal error in the engine (a bug, not your program — please report it): %v", detail)
}

// guarded runs f; a panic becomes an error.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = engineFault(p)
		}
	}()
	return f()
}

// run executes the program's top level.
func (p *program) run() error { return guarded(p.m.Run) }

// close closes what the program left open.
func (p *program) close() { p.gate.Close() }

// interrupted reports whether a signal ended the command.
func (c *command) interrupted() bool { return context.Cause(c.ctx) == error(errInterrupted) }

var errNotUTF8 = errors.New("not valid UTF-8")

// ceilingText words what is wrong with the value of --cap-set.
func ceilingText(err error) string {
	var bad *caps.ListError
	if errors.As(err, &bad) {
		return bad.Flag()
	}
	return "--cap-set: " + err.Error()
}
