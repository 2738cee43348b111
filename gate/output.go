package gate

import (
	"io"
	"sync"
)

// Output is where a program's lines go. A host decides whether they are
// written as they come or collected for a report. Lines come without their
// newline. The methods may be called by several interpreters at once.
type Output interface {
	// Print takes a line of print or show.
	Print(line string) error
	// Log takes a line of log, `[LOG] ` included.
	Log(line string) error
	// Eprint takes a line for standard error, always at once.
	Eprint(line string) error
	// Warn takes a warning of the runtime about the program itself, at once. It
	// is a remark for its author: a host that keeps standard error as part of a
	// result leaves it out there.
	Warn(line string) error
	// Agent takes a line that an agent printed or logged, `[id] ` included.
	Agent(line string) error
	// Prompt takes the prompt of read_line, which has no newline.
	Prompt(text string) error
	// Flush writes what is pending.
	Flush() error
}

// Streams writes every line at once: print to stdout, log and eprint to stderr.
// It is the output of `run`.
func Streams(stdout, stderr io.Writer) Output {
	return &streams{out: lineWriter{w: stdout}, err: lineWriter{w: stderr}}
}

type streams struct{ out, err lineWriter }

func (s *streams) Print(line string) error  { return s.out.line(line) }
func (s *streams) Log(line string) error    { return s.err.line(line) }
func (s *streams) Eprint(line string) error { return s.err.line(line) }
func (s *streams) Warn(line string) error   { return s.err.line(line) }
func (s *streams) Agent(line string) error  { return s.out.line(line) }
func (s *streams) Prompt(text string) error { return s.out.text(text) }
func (s *streams) Flush() error             { return nil }

// lineWriter hands every line over in one write, so that lines of several
// interpreters never mix.
type lineWriter struct {
	mu  sync.Mutex
	w   io.Writer
	buf []byte
}

func (l *lineWriter) line(s string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf = append(append(l.buf[:0], s...), '\n')
	_, err := l.w.Write(l.buf)
	if cap(l.buf) > 1<<20 {
		l.buf = nil
	}
	return err
}

func (l *lineWriter) text(s string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := io.WriteString(l.w, s)
	return err
}

// Collector keeps the lines of print, show and log for a report. What has to
// be seen at once (eprint, prompts) goes to standard error.
type Collector struct {
	mu     sync.Mutex
	lines  []string
	err    lineWriter
	agents bool
}

// NewCollector collects. agents says whether the lines of agents belong to the
// report (as under test) or to standard error (as in report mode).
func NewCollector(stderr io.Writer, agents bool) *Collector {
	return &Collector{err: lineWriter{w: stderr}, agents: agents}
}

// Lines are the lines so far.
func (c *Collector) Lines() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.lines...)
}

// Take is Lines, and forgets them.
func (c *Collector) Take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.lines
	c.lines = nil
	return lines
}

// Print collects.
func (c *Collector) Print(line string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, line)
	return nil
}

// Log collects among the lines of print.
func (c *Collector) Log(line string) error { return c.Print(line) }

// Eprint writes to standard error at once.
func (c *Collector) Eprint(line string) error { return c.err.line(line) }

// Warn writes to standard error at once.
func (c *Collector) Warn(line string) error { return c.err.line(line) }

// Agent collects or writes to standard error, as NewCollector was told.
func (c *Collector) Agent(line string) error {
	if c.agents {
		return c.Print(line)
	}
	return c.err.line(line)
}

// Prompt writes to standard error.
func (c *Collector) Prompt(text string) error { return c.err.text(text) }

// Flush does nothing: a report is written at the end.
func (c *Collector) Flush() error { return nil }

// Discard is an output that forgets everything.
var Discard Output = Streams(io.Discard, io.Discard)

// stdoutVerdict is the answer to the one stdout check of an interpreter.
type stdoutVerdict struct {
	known bool
	err   error
}

// mayPrint asks for `stdout`, once an interpreter and only under a host
// ceiling, with the grants outside every sandbox and tool scope.
func (g *Gate) mayPrint(at At) error {
	if !g.stdout.known {
		if d := g.caps.Stdout(at); !d.Granted {
			g.stdout.err = denied(d.Message())
		}
		g.stdout.known = true
	}
	return g.stdout.err
}

// count adds to the printed bytes of the run.
func (g *Gate) count(n int) *Error {
	limit := g.cfg.Limits.Output
	for r := g.run; r != nil; r = r.up {
		if total := r.output.Add(int64(n)); limit > 0 && total > limit {
			return g.exceeded("output", limit)
		}
	}
	return nil
}

func (g *Gate) write(at At, line string, to func(string) error) error {
	if err := g.mayPrint(at); err != nil {
		return err
	}
	if err := g.count(len(line) + 1); err != nil {
		return err
	}
	if err := to(line); err != nil {
		return ioError("cannot write output: "+osText(err), err)
	}
	return nil
}

// Print writes a line of print or show.
func (g *Gate) Print(at At, line string) error {
	if g.prefix != "" {
		return g.write(at, g.prefix+line, g.out.Agent)
	}
	return g.write(at, line, g.out.Print)
}

// Log writes a line of log, which it marks.
func (g *Gate) Log(at At, line string) error {
	if g.prefix != "" {
		return g.write(at, g.prefix+"[LOG] "+line, g.out.Agent)
	}
	return g.write(at, "[LOG] "+line, g.out.Log)
}

// Eprint writes a line to standard error.
func (g *Gate) Eprint(at At, line string) error { return g.write(at, line, g.out.Eprint) }

// Flush writes what is pending.
func (g *Gate) Flush() error { return g.out.Flush() }

// Notice writes a line of the runtime itself about what happens in this run to
// standard error. It asks nothing: the program has no say in it. With a key it
// is written once a run.
func (g *Gate) Notice(key, line string) {
	if key == "" || g.run.notices.first(key) {
		_ = g.out.Eprint(line)
	}
}

// Warn is Notice for what is to be said about the program, whatever happens: a
// host may keep it apart from what the program writes.
func (g *Gate) Warn(key, line string) {
	if key == "" || g.run.notices.first(key) {
		_ = g.out.Warn(line)
	}
}

// notices remembers what was said once in a run.
type notices struct {
	mu   sync.Mutex
	said map[string]bool
}

func (n *notices) first(key string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.said[key] {
		return false
	}
	if n.said == nil {
		n.said = map[string]bool{}
	}
	n.said[key] = true
	return true
}
