// Package execkind runs plugins that are any executable: one short process a
// call, the arguments in environment variables, the result on standard output
// and standard error.
//
// A plugin without caps has the rights of the user. One with caps runs in the
// sandbox that package confine builds of its ceiling; see [gate.Sandbox].
package execkind

import (
	"context"
	"errors"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
)

// Runner runs exec plugins. The zero value is ready; it keeps nothing between
// calls.
type Runner struct{}

// New makes a runner.
func New() *Runner { return &Runner{} }

// Stop does nothing: no process outlives its call.
func (*Runner) Stop(*manifest.Plugin) error { return nil }

// Close does nothing.
func (*Runner) Close() error { return nil }

// EmptyCommandError says that a plugin has no program to start.
type EmptyCommandError struct{ Plugin string }

func (e *EmptyCommandError) Error() string {
	return "plugin '" + e.Plugin + "' has an empty command"
}

// Run runs one call to its end. Whatever the process started is gone when it
// returns, except what left its process group without being confined.
func (*Runner) Run(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
	p := c.Plugin
	if len(p.Command) == 0 {
		return manifest.Outcome{}, &EmptyCommandError{p.ID}
	}
	l := gate.Launch{Args: p.Command, Dir: c.Dir, Env: c.Env, Output: c.Stdout, Errors: c.Stderr}
	find := gate.FindProgram
	if c.Confined() {
		find = gate.FindConfined
	}
	var err error
	if l.Path, err = find(p.Command[0], c.Dir, c.Env); err != nil {
		return manifest.Outcome{}, startError(c, err)
	}
	process, box, err := start(l, c)
	if err != nil {
		return manifest.Outcome{}, err
	}
	if box != nil {
		defer box.Close()
	}
	exit, killed := process.Run(ctx)
	out := manifest.Outcome{Exit: exit.Code, HasExit: true, Killed: killed}
	if exit.Signal != 0 {
		out.Exit = 128 + exit.Signal
	}
	out.TimedOut = killed && errors.Is(context.Cause(ctx), context.DeadlineExceeded)
	out.OK = !killed && out.Exit == 0
	return out, nil
}

func startError(c *manifest.Call, err error) error {
	return &manifest.StartError{Program: c.Plugin.Command[0], Reason: gate.StartText(err)}
}

// start starts the process, in its sandbox when there is to be one.
func start(l gate.Launch, c *manifest.Call) (*gate.Process, *gate.Sandbox, error) {
	if !c.Confined() {
		process, err := gate.Start(l)
		if err != nil {
			return nil, nil, startError(c, err)
		}
		return process, nil, nil
	}
	box, err := c.Sandbox(l.Path, c.Record.Check)
	if err != nil {
		return nil, nil, err
	}
	l.Sandbox = box
	process, err := gate.Start(l)
	if err == nil {
		return process, box, nil
	}
	box.Close()
	missing := manifest.ConfineFailure(err)
	switch {
	case missing == nil:
		return nil, nil, startError(c, err)
	case !c.AllowUnconfined:
		return nil, nil, missing
	}
	if err := c.RecordUnconfined(missing); err != nil {
		return nil, nil, err
	}
	l.Sandbox = nil
	if process, err = gate.Start(l); err != nil {
		return nil, nil, startError(c, err)
	}
	return process, nil, nil
}

var _ manifest.Runner = (*Runner)(nil)
