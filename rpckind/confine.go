package rpckind

import (
	"errors"
	"sync"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
)

// launch starts the process, in its sandbox when its plugin has caps.
func (s *session) launch(l gate.Launch, c *manifest.Call) (err error) {
	fail := func(err error) error {
		return errors.New("cannot start " + c.Plugin.Entry + ": " + gate.StartText(err))
	}
	if !c.Confined() {
		if s.process, err = gate.Start(l); err != nil {
			return fail(err)
		}
		return nil
	}
	defer s.record.lend(c.Record)()
	if s.sandbox, err = c.Sandbox(l.Path, s.record.check); err != nil {
		return err
	}
	l.Sandbox = s.sandbox
	if s.process, err = gate.Start(l); err == nil {
		return nil
	}
	s.release()
	missing := manifest.ConfineFailure(err)
	switch {
	case missing == nil:
		return fail(err)
	case !c.AllowUnconfined:
		return missing
	}
	if err := c.RecordUnconfined(missing); err != nil {
		return err
	}
	l.Sandbox = nil
	if s.process, err = gate.Start(l); err != nil {
		return fail(err)
	}
	return nil
}

// release gives up the sandbox of a process that is gone.
func (s *session) release() {
	if s.sandbox != nil {
		s.sandbox.Close()
		s.sandbox = nil
	}
}

// lentRecorder is where the checks of a process go: to the record of the call
// that it serves at the moment. What it asks for between calls belongs to nobody
// and cannot be recorded, so it waits for the next call.
type lentRecorder struct {
	mu     sync.Mutex
	wake   sync.Cond
	to     manifest.Recorder
	closed bool
}

var errGone = errors.New("the process is gone")

func (r *lentRecorder) check(e *audit.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wake.L = &r.mu
	for r.to == nil && !r.closed {
		r.wake.Wait()
	}
	if r.closed {
		return errGone
	}
	return r.to.Check(e)
}

// lend sends checks to a recorder until the function it returns is called.
func (r *lentRecorder) lend(to manifest.Recorder) (done func()) {
	r.set(to, false)
	return func() { r.set(nil, false) }
}

func (r *lentRecorder) close() { r.set(nil, true) }

func (r *lentRecorder) set(to manifest.Recorder, closed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.to, r.closed = to, closed
	r.wake.L = &r.mu
	r.wake.Broadcast()
}
