// Package wasmkind runs plugins that are WebAssembly modules for WASI preview 1,
// in this process, with wazero.
//
// A module sees exactly what its ceiling lends: the variables that env items
// cover, the folders of file items at their virtual paths, the clock and
// randomness when they are named. Every file it opens is asked for at the gate
// and recorded, as for every other plugin (see fs.go). It has 64 MiB of memory
// and no more time than its call.
//
// Compiling a module takes long, so what was compiled is kept: in memory for as
// long as the runner lives, and in a cache folder (see modules.go). Each call
// gets an instance of its own. Nothing of wazero is made before the first call.
package wasmkind

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental/sysfs"
	"github.com/tetratelabs/wazero/sys"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
)

const (
	memoryPages = 64 << 20 / (64 << 10)
	// trapExit is the exit code of a module that did something impossible, as
	// that of a process which was aborted.
	trapExit = 134
)

// Options make a Runner.
type Options struct {
	// Cache is the folder that compiled modules are kept in; empty keeps them in
	// memory only.
	Cache string
	// CacheBytes bounds that folder; 0 is 256 MiB.
	CacheBytes int64
}

// Runner runs wasm plugins. Make one with New.
type Runner struct{ modules modules }

// New makes a runner.
func New(o Options) *Runner {
	if o.CacheBytes <= 0 {
		o.CacheBytes = 256 << 20
	}
	return &Runner{modules{store: store{dir: o.Cache, limit: o.CacheBytes}}}
}

// Stop does nothing: no instance outlives its call.
func (r *Runner) Stop(*manifest.Plugin) error { return nil }

// Close gives up the compiled modules.
func (r *Runner) Close() error { return r.modules.close() }

// Run runs one call to its end.
func (r *Runner) Run(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
	cannot := func(err error) (manifest.Outcome, error) {
		return manifest.Outcome{}, &manifest.StartError{Program: c.Plugin.Entry, Reason: err.Error()}
	}
	m, err := r.modules.take(ctx, filepath.Join(c.Plugin.Dir, filepath.FromSlash(c.Plugin.Entry)))
	if err != nil {
		if ctx.Err() != nil {
			return ended(ctx), nil
		}
		return cannot(err)
	}
	defer r.modules.give(m)
	g, err := newGuest(ctx, c)
	if err != nil {
		return cannot(err)
	}
	defer g.gate.Close()
	config, err := g.config()
	if err != nil {
		return cannot(err)
	}
	instance, err := m.runtime.InstantiateModule(withMemory(g.gate.Context()), m.code, config)
	if instance != nil {
		_ = instance.Close(context.Background())
	}
	return g.outcome(ctx, err), nil
}

// ended is the outcome of a run that somebody, or its deadline, ended.
func ended(ctx context.Context) manifest.Outcome {
	return manifest.Outcome{
		Exit: 128 + 9, HasExit: true, Killed: true,
		TimedOut: errors.Is(context.Cause(ctx), context.DeadlineExceeded),
	}
}

// guest is one run of a module.
type guest struct {
	call *manifest.Call
	set  *caps.Set
	gate *gate.Gate
	once struct{ out, time sync.Once }
	mute bool
}

func newGuest(ctx context.Context, c *manifest.Call) (*guest, error) {
	g := &guest{call: c}
	platform := caps.DefaultPlatform(c.Variable("HOME"))
	protected := append([]string{c.Plugin.Dir}, c.Protected...)
	var lists []*caps.List
	for _, l := range c.Ceiling.Layers {
		lists = append(lists, l.List.Guard(platform, c.Dir, virtual(c.Mounts, protected)...))
	}
	g.set = caps.New(caps.Config{Platform: platform, Ceilings: lists, Fixed: true, Sink: func(e caps.Entry) {
		entry := audit.EntryOf(&e)
		if err := c.Record.Check(&entry); err != nil {
			g.gate.Stop(&gate.Error{Text: err.Error()})
		}
	}})
	var names []string
	for _, m := range c.Mounts {
		names = append(names, m.Name)
	}
	var err error
	g.gate, err = gate.New(gate.Config{
		Caps: g.set, Context: ctx, Dir: c.Dir, Home: c.Variable("HOME"), Protected: protected, Mounts: names,
		Limits: gate.Limits{Checks: c.Limits.Checks, Handles: c.Limits.Handles},
	})
	return g, err
}

// virtual adds to absolute folders the names by which a module sees them.
func virtual(mounts []manifest.Mount, folders []string) []string {
	out := folders[:len(folders):len(folders)]
	for _, f := range folders {
		for _, m := range mounts {
			if rest, ok := strings.CutPrefix(f, m.Dir+string(filepath.Separator)); ok {
				out = append(out, m.Name+"/"+filepath.ToSlash(rest))
			}
		}
	}
	return out
}

func (g *guest) config() (wazero.ModuleConfig, error) {
	c := g.call
	out := func(w io.Writer) io.Writer { return &stream{g, w} }
	config := wazero.NewModuleConfig().WithName("").WithArgs(c.Plugin.Entry).
		WithStdin(strings.NewReader("")).WithStdout(out(c.Stdout)).WithStderr(out(c.Stderr)).
		WithRandSource(g.randomness()).WithNanosleep(g.sleep)
	config = g.clocks(config)
	for _, kv := range g.environ() {
		config = config.WithEnv(kv[0], kv[1])
	}
	var lent []*folder
	for _, it := range c.Ceiling.Layers[0].List.Items() {
		dir, ok := it.Tree()
		if ok && it.Kind() != caps.DB && !slices.ContainsFunc(lent, func(f *folder) bool { return f.dir == dir }) {
			lent = append(lent, &folder{g: g, dir: dir, item: readable(c, dir, it)})
		}
	}
	if len(lent) == 0 {
		return config, nil
	}
	fs := wazero.NewFSConfig().(sysfs.FSConfig).WithSysFSMount(newRoot(g, lent), "/")
	for _, f := range lent {
		fs = fs.(sysfs.FSConfig).WithSysFSMount(f, f.dir)
	}
	return config.WithFSConfig(fs), nil
}

// readable prefers the item that lends a folder to be read.
func readable(c *manifest.Call, dir string, it *caps.Item) *caps.Item {
	for _, other := range c.Ceiling.Layers[0].List.Items() {
		if d, ok := other.Tree(); ok && d == dir && (other.Kind() == caps.File || other.Kind() == caps.FileRead) {
			return other
		}
	}
	return it
}

// environ are the variables that the module sees, each recorded.
func (g *guest) environ() (vars [][2]string) {
	last := map[string]int{}
	for i, kv := range g.call.Env {
		name, _, _ := strings.Cut(kv, "=")
		last[name] = i
	}
	for i, kv := range g.call.Env {
		name, value, ok := strings.Cut(kv, "=")
		if !ok || name == "" || last[name] != i || strings.IndexByte(kv, 0) >= 0 {
			continue
		}
		if d := g.set.Decide(g.set.Platform().Request(caps.Env, name)); d.Granted {
			g.set.Record(d, caps.At{Source: "env()"})
			vars = append(vars, [2]string{name, value})
		}
	}
	return vars
}

// uses reports whether the ceiling has a kind without scope, and records it the
// first time that it is used.
func (g *guest) uses(once *sync.Once, kind caps.Kind, source string) {
	once.Do(func() { g.set.Check(caps.Bare(kind), caps.At{Source: source}) })
}

func (g *guest) has(kind caps.Kind) bool { return g.set.Decide(caps.Bare(kind)).Granted }

// clocks gives the module the clocks of the machine, or ones that tell nothing:
// the time stands still at the epoch, and the other clock only counts how often
// it was looked at.
func (g *guest) clocks(config wazero.ModuleConfig) wazero.ModuleConfig {
	if !g.has(caps.Time) {
		var ticks int64
		return config.
			WithWalltime(func() (int64, int32) { return 0, 0 }, sys.ClockResolution(time.Second)).
			WithNanotime(func() int64 { ticks += int64(time.Millisecond); return ticks }, sys.ClockResolution(time.Millisecond))
	}
	start := time.Now()
	return config.
		WithWalltime(func() (int64, int32) {
			g.uses(&g.once.time, caps.Time, "clock_time_get()")
			now := time.Now()
			return now.Unix(), int32(now.Nanosecond())
		}, sys.ClockResolution(time.Microsecond)).
		WithNanotime(func() int64 {
			g.uses(&g.once.time, caps.Time, "clock_time_get()")
			return int64(time.Since(start))
		}, sys.ClockResolution(1))
}

// sleep is cut short by the end of the run.
func (g *guest) sleep(ns int64) {
	timer := time.NewTimer(time.Duration(ns))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-g.gate.Context().Done():
	}
}

// randomness is the machine's, or a sequence that is always the same.
func (g *guest) randomness() io.Reader {
	if !g.has(caps.Random) {
		return rand.NewChaCha8([32]byte{})
	}
	return reader(func(p []byte) (int, error) {
		if err := g.gate.Random(at("random_get"), p); err != nil {
			return 0, err
		}
		return len(p), nil
	})
}

type reader func([]byte) (int, error)

func (r reader) Read(p []byte) (int, error) { return r(p) }

// stream is the output of the module, when it may print.
type stream struct {
	g  *guest
	to io.Writer
}

func (s *stream) Write(p []byte) (int, error) {
	g := s.g
	g.once.out.Do(func() { g.mute = !g.set.Check(caps.Bare(caps.Stdout), caps.At{Source: "fd_write()"}).Granted })
	if g.mute {
		return 0, io.ErrClosedPipe
	}
	return s.to.Write(p)
}

// outcome tells how a run ended.
func (g *guest) outcome(ctx context.Context, err error) manifest.Outcome {
	var exit *sys.ExitError
	switch stopped := g.gate.Stopped(); {
	case ctx.Err() != nil && err != nil:
		return ended(ctx)
	case stopped != nil:
		_, _ = io.WriteString(g.call.Stderr, stopped.Error()+"\n")
		return manifest.Outcome{Exit: 1, HasExit: true, Errors: []string{stopped.Error()}}
	case err == nil:
		return manifest.Outcome{OK: true, HasExit: true}
	case errors.As(err, &exit):
		code := int(exit.ExitCode())
		return manifest.Outcome{OK: code == 0, Exit: code, HasExit: true}
	}
	_, _ = io.WriteString(g.call.Stderr, trapText(err)+"\n")
	return manifest.Outcome{Exit: trapExit, HasExit: true, Errors: []string{trapText(err)}}
}

// trapText is what went wrong, without the addresses of the module's stack.
func trapText(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\nwasm stack trace:")
	if _, after, ok := strings.Cut(text, "failed: "); ok {
		text = after
	}
	return strings.TrimSuffix(text, " (recovered by wazero)")
}

var _ manifest.Runner = (*Runner)(nil)
