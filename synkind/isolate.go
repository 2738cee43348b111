package synkind

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
)

// An isolated call runs in a process of its own: one more wall around an
// interpreter, and a hard limit on its memory. Host and child speak lines of
// JSON over the child's standard input and output. The first line to the child
// is the job; every capability check is a line to the host, and the act waits
// for the line that answers it, so that the record is as complete as that of any
// other call. What the program prints is in lines of the same kind, so nothing
// that it prints can be taken for one.

// job is what the child is told.
type job struct {
	File, PluginDir, Entry string
	Format                 manifest.Format
	Source                 []byte
	HasSource              bool
	Layers                 []json.RawMessage
	Profile                string
	Dir                    string
	Protected              []string
	Mounts                 []manifest.Mount
	Env                    []string
	Limits                 gate.Limits
	AllowAddresses         []string
}

// frame is a line from the child.
type frame struct {
	Kind    string            `json:"k"` // out, err, check, end, fail
	Text    string            `json:"s,omitempty"`
	Check   *audit.Entry      `json:"c,omitempty"`
	Outcome *manifest.Outcome `json:"o,omitempty"`
}

// maxFrame is the longest line of the protocol: one line of a program's output
// may be as long as all of it.
const maxFrame = 256 << 20

func (r *Runner) isolated(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
	start := func(reason string) error { return &manifest.StartError{Program: c.File, Reason: reason} }
	if len(r.Command) == 0 {
		return manifest.Outcome{}, start("there is no program for isolated calls")
	}
	child := func(reason string) error { return &manifest.StartError{Program: r.Command[0], Reason: reason} }
	task, err := newJob(c)
	if err != nil {
		return manifest.Outcome{}, start(err.Error())
	}
	var noise tail
	p, err := gate.Start(gate.Launch{
		Path: r.Command[0], Args: r.Command, Dir: c.Dir, Env: os.Environ(), Input: true, Stream: true, Errors: &noise,
	})
	if err != nil {
		return manifest.Outcome{}, child(gate.StartText(err))
	}
	defer p.Close()
	killed := make(chan bool, 1)
	go func() {
		killed <- untilEnd(ctx, p)
		// What it said last may still be in the pipe, which somebody else may hold
		// open.
		_ = p.Stdout.SetReadDeadline(time.Now().Add(lastWords))
	}()
	h := &hostSide{call: c, in: p.Stdin}
	if err := json.NewEncoder(p.Stdin).Encode(task); err == nil {
		err = h.serve(p.Stdout)
		if err != nil && h.err == nil {
			h.err = err
		}
	}
	_ = p.Stdin.Close()
	wasKilled := <-killed
	exit := p.Close()
	switch {
	case wasKilled:
		timedOut := errors.Is(context.Cause(ctx), context.DeadlineExceeded)
		return manifest.Outcome{TimedOut: timedOut, Killed: true}, nil
	case h.fail != "":
		return manifest.Outcome{}, start(h.fail)
	case h.outcome != nil:
		return *h.outcome, nil
	}
	if bytes.Contains(noise.b, []byte("out of memory")) || bytes.Contains(noise.b, []byte("cannot allocate memory")) {
		text := "Runtime error: " + gate.LimitError("memory", c.Limits.Memory).Text
		fmt.Fprintln(c.Stderr, text)
		return manifest.Outcome{HasExit: true, Exit: 1, Errors: []string{text}}, nil
	}
	if !h.heard {
		return manifest.Outcome{}, child(fmt.Sprintf("it is no program for isolated calls (exit code %d)", exit.Code))
	}
	return manifest.Outcome{}, fmt.Errorf("internal error: the process of the call ended with code %d", exit.Code)
}

// lastWords is how long a child's lines are read after it has ended.
const lastWords = 5 * time.Second

// untilEnd waits for the end of a process, or kills it when the context ends;
// it reports which.
func untilEnd(ctx context.Context, p *gate.Process) (killed bool) {
	select {
	case <-p.Ended():
		return false
	case <-ctx.Done():
	}
	select {
	case <-p.Ended(): // both at once: it ended in time
		return false
	default:
		p.Kill()
		return true
	}
}

func newJob(c *manifest.Call) (*job, error) {
	j := &job{
		File: c.File, PluginDir: c.Plugin.Dir, Entry: c.Plugin.Entry, Format: c.Plugin.Format,
		Source: c.Source, HasSource: c.Source != nil, Profile: c.Profile, Dir: c.Dir, Protected: c.Protected, Mounts: c.Mounts,
		Env: c.Env, Limits: c.Limits, AllowAddresses: c.AllowAddresses,
	}
	for _, l := range c.Ceiling.Layers {
		text, err := l.List.MarshalJSON()
		if err != nil {
			return nil, err
		}
		j.Layers = append(j.Layers, text)
	}
	return j, nil
}

// hostSide answers the lines of a child.
type hostSide struct {
	call    *manifest.Call
	in      io.Writer
	outcome *manifest.Outcome
	fail    string
	heard   bool // the child said something
	err     error
}

func (h *hostSide) serve(out io.Reader) error {
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 64<<10), maxFrame)
	for lines.Scan() {
		var f frame
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			return err
		}
		h.heard = true
		switch f.Kind {
		case "out":
			_, _ = io.WriteString(h.call.Stdout, f.Text)
		case "err":
			_, _ = io.WriteString(h.call.Stderr, f.Text)
		case "check":
			answer := ""
			if f.Check != nil {
				if err := h.call.Record.Check(f.Check); err != nil {
					answer = err.Error()
				}
			}
			if _, err := fmt.Fprintf(h.in, "%q\n", answer); err != nil {
				return err
			}
		case "end":
			h.outcome = f.Outcome
		case "fail":
			h.fail = f.Text
		}
	}
	return lines.Err()
}

// tail keeps the end of what a child writes to its standard error: nothing,
// unless its runtime fails.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	if len(t.b) < 64<<10 {
		t.b = append(t.b, p...)
	}
	return len(p), nil
}

// Serve runs one isolated call: it reads the job from in and answers on out. It
// is the whole work of the process that Runner.Command names.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	child := &childSide{out: out, answers: make(chan string)}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxFrame)
	if !lines.Scan() {
		return errors.New("there is no job")
	}
	var j job
	if err := json.Unmarshal(lines.Bytes(), &j); err != nil {
		return err
	}
	go func() {
		defer stop(errors.New("the host is gone"))
		for lines.Scan() {
			var answer string
			if err := json.Unmarshal(lines.Bytes(), &answer); err != nil {
				answer = err.Error()
			}
			child.answers <- answer
		}
		close(child.answers)
	}()
	outcome, err := child.run(ctx, &j)
	if err != nil {
		var start *manifest.StartError
		text := err.Error()
		if errors.As(err, &start) {
			text = start.Reason
		}
		return child.send(&frame{Kind: "fail", Text: text})
	}
	return child.send(&frame{Kind: "end", Outcome: &outcome})
}

// childSide is the program's end of the line.
type childSide struct {
	mu      sync.Mutex // of out
	out     io.Writer
	ask     sync.Mutex // one question at a time
	answers chan string
}

func (s *childSide) run(ctx context.Context, j *job) (manifest.Outcome, error) {
	limitMemory(j.Limits.Memory)
	c := &manifest.Call{
		Plugin:  &manifest.Plugin{Format: j.Format, Kind: manifest.KindSyn, Dir: j.PluginDir, Entry: j.Entry},
		Profile: j.Profile, Dir: j.Dir, Protected: j.Protected, Mounts: j.Mounts, File: j.File, Env: j.Env, Limits: j.Limits,
		AllowAddresses: j.AllowAddresses, Stdout: &stream{s, "out"}, Stderr: &stream{s, "err"}, Record: s,
	}
	if j.HasSource {
		c.Source = append([]byte{}, j.Source...)
	}
	var lists []*caps.List
	platform := platform(environ(j.Env))
	for _, text := range j.Layers {
		l, err := platform.DecodeList(text)
		if err != nil {
			return manifest.Outcome{}, err
		}
		lists = append(lists, l)
	}
	return (&Runner{}).run(ctx, c, lists)
}

func (s *childSide) send(f *frame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(f)
}

// Check implements manifest.Recorder: the host's answer decides.
func (s *childSide) Check(e *audit.Entry) error {
	s.ask.Lock()
	defer s.ask.Unlock()
	if err := s.send(&frame{Kind: "check", Check: e}); err != nil {
		return err
	}
	answer, ok := <-s.answers
	switch {
	case !ok:
		return errors.New("the record cannot be written: the host is gone")
	case answer != "":
		return errors.New(answer)
	}
	return nil
}

type stream struct {
	s    *childSide
	kind string
}

func (w *stream) Write(p []byte) (int, error) {
	if err := w.s.send(&frame{Kind: w.kind, Text: string(p)}); err != nil {
		return 0, err
	}
	return len(p), nil
}
