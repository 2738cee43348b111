package gate

import (
	"bufio"
	"errors"
	"io"

	"github.com/synrun/synrun/caps"
)

// stdin is the standard input of a run. A read that waits happens on a
// goroutine of its own, so that the end of the run does not wait for a person;
// the line it finds later is kept for the next reader.
type stdin struct {
	turn    chan struct{} // one reader at a time; nil without an input
	r       *bufio.Reader
	pending chan stdinLine
	ended   bool
}

type stdinLine struct {
	line []byte
	err  error
}

var errLineTooLong = errors.New("line too long")

func (s *stdin) init(r io.Reader) {
	if r == nil {
		s.ended = true
	} else {
		s.r = bufio.NewReaderSize(r, 16<<10)
	}
	s.turn = make(chan struct{}, 1)
}

// read takes one line with its ending; limit 0 is none.
func (s *stdin) read(limit int64) (out stdinLine) {
	for {
		part, err := s.r.ReadSlice('\n')
		out.line = append(out.line, part...)
		if limit > 0 && int64(len(out.line)) > limit {
			out.err = errLineTooLong
			return out
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			out.err = err
			return out
		}
	}
}

// buffered reports whether a whole line waits in memory.
func (s *stdin) buffered() bool {
	b, _ := s.r.Peek(s.r.Buffered())
	for _, c := range b {
		if c == '\n' {
			return true
		}
	}
	return false
}

// ReadLine writes the prompt, if any, and reads one line without its ending;
// ok is false at the end of the input.
func (g *Gate) ReadLine(at At, prompt *string) (line string, ok bool, err error) {
	if prompt != nil {
		if err := g.mayPrint(at); err != nil {
			return "", false, err
		}
	}
	if g.caps.Limited() {
		if err := g.ask(at, caps.Bare(caps.Stdin)); err != nil {
			return "", false, err
		}
	}
	if prompt != nil {
		if e := g.count(len(*prompt)); e != nil {
			return "", false, e
		}
		if err := g.out.Prompt(*prompt); err != nil {
			return "", false, ioError("cannot write output: "+osText(err), err)
		}
	}
	if err := g.out.Flush(); err != nil {
		return "", false, ioError("cannot write output: "+osText(err), err)
	}

	s := &g.run.stdin
	select {
	case s.turn <- struct{}{}:
	case <-g.ctx.Done():
		return "", false, stopError(g.ctx)
	}
	defer func() { <-s.turn }()
	if s.ended {
		return "", false, nil
	}
	var got stdinLine
	if s.pending == nil && s.buffered() {
		got = s.read(g.cfg.Limits.Read)
	} else {
		if s.pending == nil {
			s.pending = make(chan stdinLine, 1)
			go func(limit int64, to chan<- stdinLine) { to <- s.read(limit) }(g.cfg.Limits.Read, s.pending)
		}
		select {
		case got = <-s.pending:
			s.pending = nil
		case <-g.ctx.Done():
			return "", false, stopError(g.ctx)
		}
	}
	if errors.Is(got.err, errLineTooLong) {
		s.ended = true
		return "", false, g.exceeded("read", g.cfg.Limits.Read)
	}
	if got.err != nil {
		s.ended = true
		if len(got.line) == 0 {
			return "", false, nil
		}
	}
	b := got.line
	if n := len(b); n > 0 && b[n-1] == '\n' {
		b = b[:n-1]
		if n := len(b); n > 0 && b[n-1] == '\r' {
			b = b[:n-1]
		}
	}
	return Text(b), true, nil
}

// StdinTerminal reports that a person types the input.
func (g *Gate) StdinTerminal() bool { return g.cfg.StdinTerminal }
