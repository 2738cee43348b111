// Package gate is the only door to the outside for plugin code: files,
// processes, the network, the environment, the clock, randomness, databases,
// output and standard input.
//
// A Gate stands between one interpreter and the machine. Every method that has
// an effect takes the place of the call (At) first, asks the capability set of
// the interpreter, lets the set record the answer, and only then acts. A method
// that was refused has done nothing.
//
// The methods speak plain Go: they know nothing of the values of the language.
// What they fail with is an *Error, whose text is the message a program sees.
//
// There is no package state. New opens the door of a program; Fork opens one
// for an agent or a worker of the same run, which shares its limits and its
// end; Close closes whatever a program left open.
package gate

import (
	"context"
	"crypto/rand"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/synrun/synrun/caps"
)

// Config is what a host gives a program. The zero value of every field but
// Caps has a meaning; none of them reads the process unless it says so.
type Config struct {
	// Caps decides and records. It is the set of this interpreter.
	Caps *caps.Set
	// Context ends the run early; its cause is the error of the run. Make
	// causes with Cancelled or LimitError.
	Context context.Context

	Stdin io.Reader // nil is an empty input
	// StdinTerminal says that a person types the input.
	StdinTerminal bool
	Output        Output // nil throws everything away

	Environ Environ  // nil is an empty environment
	EnvFile *EnvFile // nil is no .env
	// ChildEnv names further variables that a child process under a ceiling
	// may inherit.
	ChildEnv []string
	// AllowChildEnv names variables that a program may set for a child
	// although they change what the child runs (LD_PRELOAD and the like).
	AllowChildEnv []string
	// HostEnviron is the environment of the host where Environ is one made for
	// the program: commands are looked up in its PATH, children get that PATH,
	// and the runtime's own settings come from it. Nil means Environ.
	HostEnviron Environ

	// Dir is the absolute directory that relative paths start from. Empty
	// means the current directory of the process at the time of New.
	Dir string
	// Home is what ~ stands for; empty leaves it literal.
	Home string
	// Program is the path of the program, for the persistent logs.
	Program string
	// Mounts are the names of folders in Dir that the host has put there, as
	// links usually: a path below one never leaves the real folder.
	Mounts []string
	// Protected are absolute directories of the host. A `file` or `file.write`
	// item of a ceiling reaches below one only if its literal prefix does.
	Protected []string

	Now  func() time.Time // nil is the clock of the machine
	Rand io.Reader        // nil is crypto/rand

	Limits Limits

	// Resolver looks host names up; nil is the resolver of the machine.
	Resolver Resolver
	// AllowAddresses opens otherwise refused address ranges (loopback,
	// private, link-local and so on).
	AllowAddresses []netip.Prefix

	Model Model // nil is offline
	Human Human // nil is nobody there

	// Pure is the profile without operating system.
	Pure bool
	// Args are the program's own arguments.
	Args []string
}

// At is the place of a call: what asks (`read_file()`) and where it stands in
// the source.
type At = caps.At

// Resolver finds the addresses of a host name. *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Gate is the door of one interpreter. Its methods may be called from one
// goroutine at a time, except those of different forks, which are independent.
type Gate struct {
	caps   *caps.Set
	cfg    *Config
	run    *run
	ctx    context.Context
	out    Output
	prefix string
	forked bool
	shared bool // sql and live belong to the parent

	stdout stdoutVerdict
	files  roots
	sql    *connections
	live   *handles
	random entropy
}

// run is what all interpreters of one run share.
type run struct {
	up      *run // the run that this one is a part of
	ctx     context.Context
	stop    context.CancelCauseFunc
	release func() // ends the timer of the time limit

	output  atomic.Int64
	checks  atomic.Int64
	open    atomic.Int64
	lastID  atomic.Int64 // of the handles of all families
	stdin   stdin
	notices notices
	start   time.Time

	mu    sync.Mutex
	forks map[*Gate]struct{}
}

// New opens the door of a program.
func New(cfg Config) (*Gate, error) {
	if cfg.Context == nil {
		cfg.Context = context.Background()
	}
	if cfg.Output == nil {
		cfg.Output = Discard
	}
	if cfg.Environ == nil {
		cfg.Environ = MapEnviron(nil)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	if cfg.Resolver == nil {
		cfg.Resolver = net.DefaultResolver
	}
	if cfg.Dir == "" {
		dir, err := os.Getwd()
		if err != nil {
			return nil, ioError("no current directory: "+osText(err), err)
		}
		cfg.Dir = dir
	}
	cfg.Dir = filepath.Clean(cfg.Dir)
	if cfg.HostEnviron == nil {
		cfg.HostEnviron = cfg.Environ
	}

	r := &run{start: time.Now(), forks: map[*Gate]struct{}{}}
	ctx, stop := context.WithCancelCause(cfg.Context)
	r.ctx, r.stop = ctx, stop
	if limit := cfg.Limits.Time; limit > 0 {
		timer := time.AfterFunc(limit, func() { stop(LimitError("time", int64(limit))) })
		r.release = func() { timer.Stop() }
	}
	r.stdin.init(cfg.Stdin)

	g := &Gate{caps: cfg.Caps, cfg: &cfg, run: r, ctx: ctx, out: cfg.Output, sql: &connections{}, live: &handles{}}
	g.init()
	return g, nil
}

func (g *Gate) init() {
	g.run.mu.Lock()
	g.run.forks[g] = struct{}{}
	g.run.mu.Unlock()
}

// ForkConfig is what differs between an interpreter and one that it starts.
type ForkConfig struct {
	Caps *caps.Set
	// Context is a child of the run's (see Gate.Context); nil is the run's.
	Context context.Context
	// Agent is the instance id of an agent, whose output lines carry it; empty
	// for a worker of parallel_map.
	Agent string
}

// Fork opens the door of an agent or a worker: the same outside, limits and
// end, another capability set. A worker acts for its parent and may use its
// handles and connections; an agent, which has not its parent's grants, has
// none of them.
func (g *Gate) Fork(fc ForkConfig) *Gate {
	f := &Gate{caps: fc.Caps, cfg: g.cfg, run: g.run, ctx: fc.Context, out: g.cfg.Output, forked: true}
	if f.ctx == nil {
		f.ctx = g.ctx
	}
	if fc.Agent != "" {
		f.prefix = "[" + fc.Agent + "] "
		f.sql, f.live = &connections{}, &handles{}
	} else {
		f.prefix, f.sql, f.live, f.shared = g.prefix, g.sql, g.live, true
	}
	f.init()
	return f
}

// Caps is the capability set of this interpreter.
func (g *Gate) Caps() *caps.Set { return g.caps }

// Context ends when the run (or this agent) has to end.
func (g *Gate) Context() context.Context { return g.ctx }

// Limits are the limits of the run.
func (g *Gate) Limits() Limits { return g.cfg.Limits }

// Pure reports the profile without operating system.
func (g *Gate) Pure() bool { return g.cfg.Pure }

// Args are the program's own arguments.
func (g *Gate) Args() []string { return g.cfg.Args }

// SelfPath is the path of the running executable, "" when the system does not
// tell.
func (g *Gate) SelfPath() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}

// Stopped is nil while the run may go on, and then the error that ends it. It
// costs one load, so that a machine may ask at every backward jump.
func (g *Gate) Stopped() *Error {
	if g.ctx.Err() == nil {
		return nil
	}
	return stopError(g.ctx)
}

// Stop ends the run with all its interpreters; err becomes its error.
func (g *Gate) Stop(err *Error) { g.run.stop(err) }

// Close closes the files, processes and connections of this interpreter: as a
// program does that ends. Closing the first gate of a run ends the run.
func (g *Gate) Close() {
	if !g.shared {
		g.closeHandles()
		g.sql.closeAll()
	}
	g.files.close()
	g.run.mu.Lock()
	delete(g.run.forks, g)
	last := len(g.run.forks) == 0
	g.run.mu.Unlock()
	if !g.forked || last {
		if g.run.release != nil {
			g.run.release()
		}
		g.run.stop(nil)
	}
}

// acquire counts one open handle against the limit of the run.
func (g *Gate) acquire() *Error {
	n := g.run.open.Add(1)
	if limit := g.cfg.Limits.Handles; limit > 0 && n > limit {
		g.run.open.Add(-1)
		return g.exceeded("handles", limit)
	}
	return nil
}

func (g *Gate) free() { g.run.open.Add(-1) }

// exceeded ends the run, because a limit cannot be caught.
func (g *Gate) exceeded(what string, limit int64) *Error {
	e := LimitError(what, limit)
	g.Stop(e)
	return e
}
