// Package synkind runs plugins of the kind syn: programs of the language, in
// this process.
//
// A call goes through the stages of the language: the source is read, compiled
// (once for each text, see cache.go), and run by a machine whose only door to
// the outside is a gate that holds the call's ceiling, limits and recorder.
// What is seen from outside is what a process would show: environment, working
// directory, the order of the output, the exit code.
//
// A call that asks for isolation runs in a process of its own (isolate.go).
package synkind

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/runtime"
)

// Runner runs plugins of the kind syn. The zero Runner is ready for use.
type Runner struct {
	// Model answers the model operations of programs; nil: they are offline.
	Model gate.Model
	// Command is the program and its first words that run an isolated call: it
	// must call Serve. Nil: isolated calls are refused.
	Command []string

	cache cache
}

var _ manifest.Runner = (*Runner)(nil)

// Stop implements manifest.Runner: nothing is kept alive for a plugin.
func (r *Runner) Stop(*manifest.Plugin) error { return nil }

// Close implements manifest.Runner.
func (r *Runner) Close() error { return nil }

// Run implements manifest.Runner.
func (r *Runner) Run(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
	if c.Ceiling == nil {
		return manifest.Outcome{}, &manifest.StartError{Program: c.File, Reason: "a program never runs without a ceiling"}
	}
	if c.Isolate {
		return r.isolated(ctx, c)
	}
	lists := make([]*caps.List, len(c.Ceiling.Layers))
	for i, l := range c.Ceiling.Layers {
		lists[i] = l.List
	}
	return r.run(ctx, c, lists)
}

func (r *Runner) run(ctx context.Context, c *manifest.Call, lists []*caps.List) (manifest.Outcome, error) {
	out := &output{Output: gate.Streams(c.Stdout, c.Stderr)}
	var p *compiled
	if c.Source != nil {
		p = r.cache.program(c.File, c.Plugin.Dir, c.Source)
	} else {
		var err error
		if p, err = r.cache.entry(c.File, c.Plugin.Dir, c.Plugin.Entry); err != nil {
			return manifest.Outcome{}, &manifest.StartError{Program: c.File, Reason: reason(err)}
		}
	}
	for _, n := range p.notes {
		out.note(n)
	}
	if p.err != nil {
		return out.failed(p.err.Error()), nil
	}

	rec := &recorder{to: c.Record}
	env := environ(c.Env)
	set := caps.New(caps.Config{
		Platform: platform(env), Ceilings: lists, Ambient: caps.Ambient(), Sink: rec.check,
	})
	limits := c.Limits
	limits.Time = 0 // the context has the deadline
	g, err := gate.New(gate.Config{
		Caps: set, Context: ctx, Output: out, Environ: env, HostEnviron: gate.ProcessEnviron(),
		EnvFile: hostEnvFile(out, c), Dir: c.Dir, Home: set.Platform().Home, Program: c.File,
		Protected: c.Protected, Mounts: mounts(c), Limits: limits, AllowAddresses: addresses(c.AllowAddresses),
		Model: r.Model, Pure: c.Profile == manifest.ProfilePure,
	})
	if err != nil {
		return manifest.Outcome{}, &manifest.StartError{Program: c.File, Reason: err.Error()}
	}
	defer g.Close()
	if err := rec.attach(g); err != nil {
		return manifest.Outcome{}, err
	}
	m := runtime.New(p.code, g)
	m.RecordChildren(rec.child)
	return out.outcome(ctx, m, guarded(m.Run)), nil
}

// mounts are the names of the folders that the host shows the program.
func mounts(c *manifest.Call) []string {
	names := make([]string, len(c.Mounts))
	for i, m := range c.Mounts {
		names[i] = m.Name
	}
	return names
}

// guarded runs f; a panic becomes an error of the program.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error in the engine (a bug, not your program — please report it): %v", p)
		}
	}()
	return f()
}

// outcome is how the run ended. The errors of a program are part of its output,
// as they are of a process that writes them to its standard error.
func (o *output) outcome(ctx context.Context, m *runtime.Machine, err error) manifest.Outcome {
	failures := m.WaitAgents()
	if ctx.Err() != nil {
		timedOut := errors.Is(context.Cause(ctx), context.DeadlineExceeded)
		return manifest.Outcome{TimedOut: timedOut, Killed: true, Notes: o.warnings()}
	}
	out := manifest.Outcome{HasExit: true, OK: true}
	var exit *runtime.Exit
	if err != nil && !errors.As(err, &exit) {
		out.Errors = append(out.Errors, "Runtime error: "+err.Error())
	}
	for _, e := range failures {
		out.Errors = append(out.Errors, "Agent error ["+e.ID+"]: "+e.Err.Error())
	}
	for _, line := range out.Errors {
		_ = o.Eprint(line)
	}
	if len(out.Errors) > 0 {
		out.Exit = 1
	}
	if exit != nil {
		out.Exit = exit.Code
	}
	out.OK, out.Notes = out.Exit == 0, o.warnings()
	return out
}

// failed is the outcome of a program that does not start.
func (o *output) failed(text string) manifest.Outcome {
	_ = o.Eprint(text)
	return manifest.Outcome{HasExit: true, Exit: 1, Errors: []string{text}, Notes: o.warnings()}
}

// recorder hands the checks of a run to the record of the call. When the
// record cannot be written, the run ends before the act.
//
// Programs that the plugin runs with run_program have their checks there, too:
// they act for it.
type recorder struct {
	to  manifest.Recorder
	mu  sync.Mutex
	g   *gate.Gate
	err error
}

func (r *recorder) check(e caps.Entry) { r.add(audit.EntryOf(&e)) }

func (r *recorder) child(e caps.Entry) {
	entry := audit.EntryOf(&e)
	entry.Child = true
	r.add(entry)
}

func (r *recorder) add(entry audit.Entry) {
	entry.At = time.Now()
	err := r.to.Check(&entry)
	if err == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	if r.g != nil {
		r.g.Stop(&gate.Error{Kind: gate.KindInternal, Text: err.Error(), Cause: err})
	}
}

// attach names the run to be ended. It fails when the record failed before.
func (r *recorder) attach(g *gate.Gate) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.g = g
	return r.err
}

// environ is the environment of a call.
type environment struct {
	list []string
	vars map[string]string
}

func environ(list []string) *environment {
	e := &environment{list: list, vars: make(map[string]string, len(list))}
	for _, kv := range list {
		if name, value, ok := strings.Cut(kv, "="); ok {
			e.vars[name] = value
		}
	}
	return e
}

func (e *environment) Lookup(name string) (string, bool) { v, ok := e.vars[name]; return v, ok }
func (e *environment) List() []string                    { return e.list }

func platform(env *environment) *caps.Platform {
	home := env.vars["HOME"]
	if strings.TrimSpace(home) == "" {
		home = env.vars["USERPROFILE"]
	}
	return caps.DefaultPlatform(home)
}

// hostEnvFile is the .env that the host itself names; a plugin has no other.
func hostEnvFile(out *output, c *manifest.Call) *gate.EnvFile {
	path := os.Getenv("SYNSEMA_ENV_FILE")
	if path == "" || c.Plugin.Format == manifest.FormatLamp {
		return nil
	}
	file, warnings := gate.LoadEnvFile(path, true)
	for _, w := range warnings {
		out.note(w)
	}
	return file
}

// addresses are the networks that the host opens.
func addresses(list []string) []netip.Prefix {
	var out []netip.Prefix
	for _, s := range list {
		if p, err := netip.ParsePrefix(s); err == nil {
			out = append(out, p.Masked())
		} else if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
			out = append(out, netip.PrefixFrom(a, a.BitLen()))
		} else if s == "localhost" {
			out = append(out, netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"))
		}
	}
	return out
}

// readFile reads a file of a plugin; a link that leaves its folder is refused.
func reason(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
