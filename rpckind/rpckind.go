// Package rpckind runs plugins that speak JSON-RPC: any executable, one process
// for many calls, one JSON object a line on its standard input and output.
//
// A [Runner] keeps a supervisor for every plugin. The supervisor starts the
// process when the first call comes, shakes hands with it, sends it one call at
// a time, and ends it when it is told to. A process that exits, that says
// something that is not JSON, or that lets a call time out is dead to it; the
// next call starts another one. One that dies too often, or that fails its
// handshake, is incompatible until somebody turns the plugin on again, which
// the runner learns by [Runner.Stop].
//
// The files: wire.go is what goes over the pipes, session.go one process,
// paths.go the check of path arguments.
package rpckind

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/manifest"
)

const (
	protocolVersion = 1
	handshakeTime   = 60 * time.Second
	defaultCallTime = 60 * time.Second
	farewell        = time.Second // how long a process may take to end when asked to
	maxFailures     = 5
	failureSpan     = 60 * time.Second
)

// Runner runs rpc plugins. Make one with New.
type Runner struct {
	mu      sync.Mutex
	plugins map[string]*supervisor
	closed  bool
	now     func() time.Time
}

// New makes a runner.
func New() *Runner {
	return &Runner{plugins: map[string]*supervisor{}, now: time.Now}
}

// Status is what can be told of a plugin's process.
type Status struct {
	Running bool
	Pid     int
	// Incompatible is why the plugin is not started any more; "" when it may be.
	Incompatible string
	// Stderr is the end of what the present or last process wrote there.
	Stderr string
}

// Status tells about a plugin that was called. It waits for nothing.
func (r *Runner) Status(p *manifest.Plugin) Status {
	r.mu.Lock()
	s := r.plugins[p.Key()]
	r.mu.Unlock()
	if s == nil {
		return Status{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Status{Incompatible: s.incompatible, Stderr: s.stderr.String()}
	if s.live != nil && s.live.alive() {
		st.Running, st.Pid = true, s.live.process.Pid()
	}
	return st
}

// Observe gives the process of a plugin, 0 when none runs, and the last lines
// that it, or the one before, wrote to its standard error.
func (r *Runner) Observe(p *manifest.Plugin) (pid int, stderr []string) {
	st := r.Status(p)
	if text := strings.TrimSuffix(st.Stderr, "\n"); text != "" {
		stderr = strings.Split(text, "\n")
	}
	if st.Incompatible != "" {
		stderr = append(stderr, "incompatible: "+st.Incompatible)
	}
	return st.Pid, stderr
}

// GivenUp says why a plugin is not started again until it is turned on anew;
// empty when it is not so.
func (r *Runner) GivenUp(p *manifest.Plugin) string { return r.Status(p).Incompatible }

// Stop ends the process of a plugin after its running call, and forgives it
// what it did: turning a plugin on or off and changing its settings come here.
func (r *Runner) Stop(p *manifest.Plugin) error {
	r.mu.Lock()
	s := r.plugins[p.Key()]
	r.mu.Unlock()
	if s != nil {
		s.stop()
	}
	return nil
}

// Close ends all processes.
func (r *Runner) Close() error {
	r.mu.Lock()
	r.closed = true
	all := make([]*supervisor, 0, len(r.plugins))
	for _, s := range r.plugins {
		all = append(all, s)
	}
	r.mu.Unlock()
	var wg sync.WaitGroup
	for _, s := range all {
		wg.Go(s.stop)
	}
	wg.Wait()
	return nil
}

var errClosed = errors.New("the runner is closed")

func (r *Runner) supervisor(p *manifest.Plugin) (*supervisor, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	s := r.plugins[p.Key()]
	if s == nil {
		s = &supervisor{turn: make(chan struct{}, 1), now: r.now}
		r.plugins[p.Key()] = s
	}
	return s, nil
}

// Run makes one call. The deadline of the context is not what ends it: waiting
// for the turn and starting the process do not use up the time of a call, so it
// is counted from the request, by Call.Timeout.
func (r *Runner) Run(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
	args, err := confinePaths(c.Workspace, c.Tool.Schema, c.Args)
	if err != nil {
		return failed(err.Error()), nil
	}
	s, err := r.supervisor(c.Plugin)
	if err != nil {
		return manifest.Outcome{}, err
	}
	ctx, release := cancelOnly(ctx)
	defer release()
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return manifest.Outcome{Killed: true, Text: "ERROR: " + context.Cause(ctx).Error()}, nil
	}
	return s.call(ctx, c, args)
}

// cancelOnly is a context that ends when its parent is cancelled, but not at
// the parent's deadline.
func cancelOnly(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, func() {
		if cause := context.Cause(parent); !errors.Is(cause, context.DeadlineExceeded) {
			cancel(cause)
		}
	})
	return ctx, func() { stop(); cancel(nil) }
}

func failed(text string) manifest.Outcome { return manifest.Outcome{Text: "ERROR: " + text} }

func notRunning(reason string) manifest.Outcome { return failed("plugin not running: " + reason) }

// supervisor keeps the process of one plugin. The turn is held by whoever works
// with the process; mu guards what others look at.
type supervisor struct {
	turn chan struct{}
	now  func() time.Time

	mu           sync.Mutex
	live         *session
	stderr       *ring
	incompatible string
	failures     []time.Time
}

func (s *supervisor) stop() {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	if live := s.set(nil); live != nil {
		live.shutDown()
	}
	s.mu.Lock()
	s.incompatible, s.failures = "", nil
	s.mu.Unlock()
}

// set replaces the process and returns the one before.
func (s *supervisor) set(live *session) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.live
	s.live = live
	if live != nil {
		s.stderr = live.stderr
	}
	return old
}

// call makes one call in its turn.
func (s *supervisor) call(ctx context.Context, c *manifest.Call, args string) (manifest.Outcome, error) {
	live, out, err := s.ready(ctx, c)
	if live == nil {
		return out, err
	}
	timeout := c.Timeout
	if timeout <= 0 {
		timeout = defaultCallTime
	}
	done := live.record.lend(c.Record)
	reply, fault := live.ask(ctx, "tool.call", callParams(c.Tool.Name, args), timeout)
	done()
	if fault == nil {
		return reply.outcome(), nil
	}
	// Whatever it was, this process cannot be trusted with the next call.
	s.set(nil)
	text := live.fail(fault)
	out = failed(text)
	switch fault.kind {
	case cancelled:
		out.Killed = true
		return out, nil
	case late:
		out = failed(fmt.Sprintf("plugin call timed out after %ss (killed)", seconds(timeout)))
		out.TimedOut, out.Killed = true, true
	}
	s.failedOnce()
	return out, nil
}

// failedOnce counts a death of the process.
func (s *supervisor) failedOnce() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	recent := s.failures[:0]
	for _, t := range s.failures {
		if now.Sub(t) < failureSpan {
			recent = append(recent, t)
		}
	}
	s.failures = append(recent, now)
	if len(s.failures) >= maxFailures {
		s.incompatible = fmt.Sprintf("crashed %d times in %d s", maxFailures, failureSpan/time.Second)
	}
}

// ready gives a process that has shaken hands, or says why there is none.
func (s *supervisor) ready(ctx context.Context, c *manifest.Call) (*session, manifest.Outcome, error) {
	identity := identityOf(c)
	if live := s.live; live != nil {
		switch {
		case !live.alive():
			s.set(nil)
			live.fail(&fault{kind: ended})
			s.failedOnce()
		case live.identity != identity:
			s.set(nil)
			live.shutDown()
		default:
			return live, manifest.Outcome{}, nil
		}
	}
	s.mu.Lock()
	reason := s.incompatible
	s.mu.Unlock()
	if reason != "" {
		return nil, notRunning(reason), nil
	}
	live, err := start(c)
	if err != nil {
		var confine *manifest.ConfineError
		if errors.As(err, &confine) {
			return nil, manifest.Outcome{}, err
		}
		return nil, s.refuse(err.Error()), nil
	}
	live.identity = identity
	s.set(live)
	done := live.record.lend(c.Record)
	reply, fault := live.ask(ctx, "initialize", initParams(c), handshakeTime)
	done()
	if fault != nil {
		s.set(nil)
		text := live.fail(fault)
		switch fault.kind {
		case cancelled:
			out := failed(text)
			out.Killed = true
			return nil, out, nil
		case late:
			text = "plugin initialize timed out"
		case ended:
			text = "plugin exited during handshake"
		case unwritten:
			text = "write to plugin failed"
		}
		return nil, s.refuse(text), nil
	}
	if reason := reply.rejected(); reason != "" {
		s.set(nil)
		live.kill()
		return nil, s.refuse(reason), nil
	}
	return live, manifest.Outcome{}, nil
}

// refuse makes the plugin incompatible.
func (s *supervisor) refuse(reason string) manifest.Outcome {
	s.mu.Lock()
	s.incompatible = reason
	s.mu.Unlock()
	return notRunning(reason)
}

var _ manifest.Runner = (*Runner)(nil)
