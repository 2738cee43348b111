package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Program is a child process to be run to its end.
type Program struct {
	Command string
	Args    []string
	Timeout float64 // seconds; not above zero ends at once
	// Dir is taken literally; empty is the program's directory.
	Dir       string
	Env       [][2]string
	Stdin     []byte
	HasStdin  bool
	MaxOutput float64 // bytes kept of each stream
}

// Outcome is what a child left.
type Outcome struct {
	ExitCode                         int // -1 when a signal ended it
	Stdout, Stderr                   []byte
	StdoutTruncated, StderrTruncated bool
}

const pipeWait = time.Second // how long a pipe may outlive the child

// Run runs a program to its end, without a shell.
func (g *Gate) Run(at At, p Program) (*Outcome, error) {
	if e := g.native(at, noProcesses); e != nil {
		return nil, e
	}
	cmd, err := g.askExec(at, p.Command)
	if err != nil {
		return nil, err
	}
	cannot := func(err error) error {
		return ioError(`run: cannot start "`+p.Command+`": `+startText(err), err)
	}
	env, err := g.childEnv("run", p.Env)
	if err != nil {
		return nil, err
	}
	if cmd.err == nil && hasNUL(p.Args) {
		cmd.err = errors.New("a NUL byte in an argument")
	}
	if cmd.err != nil {
		return nil, cannot(cmd.err)
	}
	late := func() error {
		return ioError(fmt.Sprintf(`run: "%s" timed out after %ds`, p.Command, wholeSeconds(p.Timeout)), nil)
	}
	if !(p.Timeout > 0) {
		return nil, late()
	}
	if e := g.acquire(); e != nil {
		return nil, e
	}
	defer g.free()

	ctx, cancel := context.WithTimeout(g.ctx, duration(p.Timeout))
	defer cancel()
	c := exec.CommandContext(ctx, cmd.path)
	c.Args = append([]string{p.Command}, p.Args...)
	c.Dir, c.Env = g.childDir(p.Dir), env
	c.WaitDelay = pipeWait
	ownGroup(c)
	c.Cancel = func() error { return killGroup(c.Process.Pid, sigKill) }
	keep := min(p.MaxOutput, float64(g.memoryLeft()))
	stdout, stderr := &capped{left: keep}, &capped{left: keep}
	c.Stdout, c.Stderr = stdout, stderr
	if p.HasStdin {
		c.Stdin = strings.NewReader(string(p.Stdin))
	}
	if err := c.Start(); err != nil {
		if e := g.Stopped(); e != nil {
			return nil, e
		}
		return nil, cannot(err)
	}
	err = c.Wait()
	if e := g.Stopped(); e != nil {
		_ = killGroup(c.Process.Pid, sigKill)
		return nil, e
	}
	if ctx.Err() != nil && !ended(c, err) {
		_ = killGroup(c.Process.Pid, sigKill)
		return nil, late()
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		// Something that the child left behind still holds a pipe.
		_ = killGroup(c.Process.Pid, sigKill)
	}
	out := &Outcome{ExitCode: c.ProcessState.ExitCode()}
	out.Stdout, out.StdoutTruncated = stdout.take()
	out.Stderr, out.StderrTruncated = stderr.take()
	return out, nil
}

// wholeSeconds is a timeout as messages name it: without its fraction.
func wholeSeconds(timeout float64) int64 {
	if math.IsNaN(timeout) {
		return 0
	}
	return int64(max(min(timeout, 1<<62), -1<<62))
}

// ended tells a child that ended by itself just before its time was up from
// one that was killed.
func ended(c *exec.Cmd, err error) bool {
	return c.ProcessState != nil && c.ProcessState.Exited() && (err == nil || !errors.Is(err, context.DeadlineExceeded))
}

func (g *Gate) childDir(dir string) string {
	if dir == "" {
		return g.cfg.Dir
	}
	return g.abs(dir)
}

// memoryLeft bounds what one operation may collect.
func (g *Gate) memoryLeft() int64 {
	if m := g.cfg.Limits.Memory; m > 0 {
		return m
	}
	return math.MaxInt64
}

// startText is the reason why a child did not start, without the path that
// was tried.
func startText(err error) string {
	var ee *exec.Error
	if errors.As(err, &ee) {
		err = ee.Err
	}
	return osText(err)
}

// capped keeps the first bytes of a stream and drops the rest. The mutex is
// for a stream that is read after its writer was given up.
type capped struct {
	mu   sync.Mutex
	buf  []byte
	left float64
	cut  bool
}

func (c *capped) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(p)
	if float64(n) > c.left {
		p, c.cut = p[:max(int(c.left), 0)], true
	}
	c.left -= float64(len(p))
	c.buf = append(c.buf, p...)
	return n, nil
}

func (c *capped) take() ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buf, c.cut
}

var _ io.Writer = (*capped)(nil)
