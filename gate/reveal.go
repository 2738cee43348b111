package gate

import (
	"errors"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
)

// Reveal asks for the plaintext of the secret with the given name. Every
// attempt leaves a line in reveal.log, and no line means no plaintext.
func (g *Gate) Reveal(at At, name string) error {
	d := g.caps.Decide(g.caps.Platform().Request(caps.Reveal, name))
	log := audit.RevealLog{Env: g.cfg.HostEnviron.Lookup, Now: func() time.Time { return g.cfg.Now() }}
	attempt := audit.Reveal{Name: name, Granted: d.Granted, File: at.File, Line: at.Line, Program: g.cfg.Program}
	if !d.Granted {
		_ = log.Append(&attempt)
		return g.enter(at, d)
	}
	if err := g.enter(at, d); err != nil {
		return err
	}
	if err := log.Append(&attempt); err != nil {
		return &Error{
			Kind: KindIO, Cause: errors.Unwrap(err),
			Text: `reveal("` + name + `") failed: cannot write the audit log (` + err.Error() + `). Refusing to reveal without an audit trail.`,
		}
	}
	return nil
}
