package synkind

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/srcfile"
)

// TestOutcome is the result of one test block, or of what came before all.
type TestOutcome struct {
	Name    string
	Message string // what went wrong; "" when nothing did
	Took    time.Duration
}

// Test runs the test blocks of one program of a plugin under the ceiling of a
// call: each in turn, after the top level of the file. Every gate for a person
// passes, and models are offline.
func Test(ctx context.Context, c *manifest.Call, file string) []TestOutcome {
	start := time.Now()
	single := func(name, message string) []TestOutcome {
		return []TestOutcome{{name, message, time.Since(start)}}
	}
	src, err := srcfile.ReadIn(c.Plugin.Dir, file)
	if err != nil {
		return single("<read>", "cannot read '"+file+"': "+reason(err))
	}
	folder, ok := strings.CutSuffix(c.File, filepath.ToSlash(c.Plugin.Entry))
	if !ok {
		folder = c.File[:strings.LastIndexByte(c.File, '/')+1]
	}
	p := compile(folder+file, filepath.Join(c.Plugin.Dir, filepath.Dir(file)), src)
	if p.err != nil {
		return single("<parse>", p.err.Error())
	}
	lists := make([]*caps.List, len(c.Ceiling.Layers))
	for i, l := range c.Ceiling.Layers {
		lists[i] = l.List
	}
	out := gate.NewCollector(discard{}, true)
	env := environ(c.Env)
	set := caps.New(caps.Config{Platform: platform(env), Ceilings: lists, Ambient: caps.Ambient()})
	g, err := gate.New(gate.Config{
		Caps: set, Context: ctx, Output: out, Environ: env, HostEnviron: gate.ProcessEnviron(),
		Dir: c.Dir, Home: set.Platform().Home, Program: c.File, Protected: c.Protected, Mounts: mounts(c), Limits: c.Limits,
		AllowAddresses: addresses(c.AllowAddresses), Human: passing{}, Pure: c.Profile == manifest.ProfilePure,
	})
	if err != nil {
		return single("<setup>", err.Error())
	}
	defer g.Close()
	m := runtime.New(p.code, g)
	if len(m.Tests()) == 0 {
		return nil // the top of a program often needs the arguments of a call
	}
	if message := failures(m, guarded(m.Run)); message != "" {
		return single("<setup>", message)
	}
	var outcomes []TestOutcome
	for i, name := range m.Tests() {
		start = time.Now()
		message := failures(m, guarded(func() error { return m.RunTest(i) }))
		outcomes = append(outcomes, TestOutcome{name, message, time.Since(start)})
	}
	return outcomes
}

// failures joins what went wrong in a block and in the agents it started.
func failures(m *runtime.Machine, err error) string {
	var parts []string
	if err != nil {
		parts = append(parts, err.Error())
	}
	for _, e := range m.WaitAgents() {
		message := e.Err.Error()
		var at *value.Error
		if errors.As(e.Err, &at) {
			message = at.Msg
		}
		parts = append(parts, "Agent error ["+e.ID+"]: "+message)
	}
	return strings.Join(parts, "; ")
}

// passing is the person of tests.
type passing struct{}

func (passing) Decide(context.Context, string, string) (bool, error) { return true, nil }

func (passing) Ask(context.Context, string, []string) (string, error) { return "", nil }

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
