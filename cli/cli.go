// Package cli holds what the two commands share: their streams, and how a
// process ends. The commands themselves are the packages synsema and synrun
// below it; each has a function Main that takes its arguments and returns the
// exit code, so that tests run them like any other function.
//
// They are two packages because `synsema` must stay small: it links nothing of
// the plugin host.
package cli

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"syscall"
)

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTerminal, OutTerminal and ErrTerminal tell whether a person is there.
	InTerminal, OutTerminal, ErrTerminal bool
	// Width is the number of columns of a terminal.
	Width int
}

// Process returns the streams of this process.
func Process() Streams {
	s := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	s.InTerminal, _ = terminal(os.Stdin)
	s.OutTerminal, s.Width = terminal(os.Stdout)
	var width int
	if s.ErrTerminal, width = terminal(os.Stderr); s.Width == 0 {
		s.Width = width
	}
	return s
}

// Pipe is a writer that notices when nobody reads any more: then what it is
// given vanishes, and Broken is called once.
type Pipe struct {
	W      io.Writer
	Broken func()
	closed atomic.Bool
}

// Write writes p. A broken pipe is an error of this call; later calls succeed
// without doing anything.
func (p *Pipe) Write(b []byte) (int, error) {
	if p.closed.Load() {
		return len(b), nil
	}
	n, err := p.W.Write(b)
	if err != nil && IsBroken(err) && p.closed.CompareAndSwap(false, true) && p.Broken != nil {
		p.Broken()
	}
	return n, err
}

// Closed reports whether the reader is gone.
func (p *Pipe) Closed() bool { return p.closed.Load() }

// IsBroken reports whether an error says that the reader of a pipe is gone.
func IsBroken(err error) bool { return errors.Is(err, syscall.EPIPE) }
