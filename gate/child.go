package gate

import (
	"context"
	"os"
	"strconv"
	"time"

	"github.com/synrun/synrun/caps"
)

// The variables that count how deep programs run programs.
const (
	depthVariable    = "SYNSEMA_RUN_DEPTH"
	maxDepthVariable = "SYNSEMA_RUN_PROGRAM_MAX_DEPTH"
	defaultMaxDepth  = 4
)

// ChildConfig is what a program gives a program that it runs.
type ChildConfig struct {
	Caps   *caps.Set
	Output Output
	// Env is the whole environment, but for the variables of the protocol.
	Env map[string]string
	// Dir is the working directory; empty is the caller's, and a relative one
	// is relative to it.
	Dir     string
	Timeout float64 // seconds; 0 is none
	Pure    bool
	// Program is the path of the program, for the persistent logs.
	Program string
}

// Child opens the door of a program that this one runs: a run of its own with
// an empty input, no .env, the environment that it is given, and the limits of
// this run, against which its output and its checks count too. It ends with
// this run. Close it when the program has ended.
func (g *Gate) Child(c ChildConfig) (*Gate, error) {
	dir := g.cfg.Dir
	if c.Dir != "" {
		dir = g.abs(c.Dir)
		if info, err := os.Stat(dir); err != nil {
			return nil, ioError(osText(err), err)
		} else if !info.IsDir() {
			return nil, ioError("not a directory", nil)
		}
	}
	env := make(map[string]string, len(c.Env)+1)
	for k, v := range c.Env {
		switch k {
		case "SYNSEMA_IDENTITY", "SYNSEMA_RUN_SUBJECT":
			// A program cannot say who its child is.
		default:
			env[k] = v
		}
	}
	env[depthVariable] = strconv.Itoa(g.Depth() + 1)
	cfg := *g.cfg
	cfg.Caps, cfg.Output, cfg.Dir, cfg.Pure, cfg.Program = c.Caps, c.Output, dir, c.Pure, c.Program
	cfg.Environ, cfg.HostEnviron, cfg.EnvFile = MapEnviron(env), g.cfg.HostEnviron, nil
	cfg.Stdin, cfg.StdinTerminal, cfg.Args, cfg.Human = nil, false, nil, nil
	cfg.Context = g.ctx
	release := func() {}
	if c.Timeout > 0 {
		ctx, cancel := context.WithTimeoutCause(g.ctx, duration(c.Timeout), errChildTimeout)
		cfg.Context, release = ctx, cancel
	}
	cfg.Limits.Time = 0 // that of this run goes on
	child, err := New(cfg)
	if err != nil {
		release()
		return nil, err
	}
	child.run.up = g.run
	old := child.run.release
	child.run.release = func() {
		release()
		if old != nil {
			old()
		}
	}
	return child, nil
}

var errChildTimeout = Cancelled("timed out")

// TimedOut reports that this child was stopped because its time was up.
func (g *Gate) TimedOut() bool { return context.Cause(g.ctx) == error(errChildTimeout) }

// Depth is the number of programs around this one that run it.
func (g *Gate) Depth() int {
	v, _ := g.cfg.Environ.Lookup(depthVariable)
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// MaxDepth is how deep programs may run programs.
func (g *Gate) MaxDepth() int { return g.KnobInt(maxDepthVariable, defaultMaxDepth, 1<<20) }

// Dir is the directory that relative paths start from.
func (g *Gate) Dir() string { return g.cfg.Dir }

// Resolve is the absolute place of a path that was not checked: for a directory
// that is handed on, never for an access.
func (g *Gate) Resolve(path string) string { return g.abs(g.canonical(path)) }

// Started is when the run began.
func (g *Gate) Started() time.Time { return g.run.start }
