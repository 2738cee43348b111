package rpckind

import (
	"errors"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
)

// confine gives the process its sandbox, when its plugin has caps.
func (s *session) confine(l *gate.Launch, c *manifest.Call) error { return nil }

func (s *session) startError(p *manifest.Plugin, err error) error {
	return errors.New("cannot start " + p.Entry + ": " + gate.StartText(err))
}

// serve lends the recorder of a call to the process until done is called.
func (s *session) serve(r manifest.Recorder) (done func()) { return func() {} }

// release gives up the sandbox of a process that is gone.
func (s *session) release() {}
