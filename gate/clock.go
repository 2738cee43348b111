package gate

import (
	"encoding/binary"
	"io"
	"math"
	"time"

	"github.com/synrun/synrun/caps"
)

// Now reads the clock.
func (g *Gate) Now(at At) (time.Time, error) {
	if err := g.ask(at, caps.Bare(caps.Time)); err != nil {
		return time.Time{}, err
	}
	return g.cfg.Now(), nil
}

// Sleep waits, or fails when the run ends before.
func (g *Gate) Sleep(at At, seconds float64) error {
	if err := g.ask(at, caps.Bare(caps.Time)); err != nil {
		return err
	}
	return g.Pause(g.ctxDone(), seconds)
}

// Pause waits without asking, for waits that the language itself defines
// (wait_for). It returns early, with nil, when wake is closed or receives.
func (g *Gate) Pause(wake <-chan struct{}, seconds float64) error {
	if e := g.Stopped(); e != nil {
		return e
	}
	if !(seconds > 0) {
		return nil
	}
	t := time.NewTimer(duration(seconds))
	defer t.Stop()
	select {
	case <-t.C:
	case <-wake:
	case <-g.ctx.Done():
	}
	if e := g.Stopped(); e != nil {
		return e
	}
	return nil
}

func (g *Gate) ctxDone() <-chan struct{} { return g.ctx.Done() }

// WallClock reads the clock for the runtime itself (the start time of an
// agent, a deadline of wait_for). Nothing is asked and nothing recorded: its
// value must not reach a program by way of now() or the like.
func (g *Gate) WallClock() time.Time { return g.cfg.Now() }

// Elapsed is the time since the run began, on a clock that nobody sets.
func (g *Gate) Elapsed() time.Duration { return time.Since(g.run.start) }

// duration turns seconds into a Duration without overflow.
func duration(seconds float64) time.Duration {
	ns := seconds * 1e9
	switch {
	case !(ns > 0):
		return 0
	case ns >= math.MaxInt64:
		return math.MaxInt64
	}
	return time.Duration(ns)
}

// entropy holds random bytes back, because small reads of the system's source
// cost a call each. A byte is given out once.
type entropy struct {
	buf  [256]byte
	left int
}

// Random fills p with unpredictable bytes.
func (g *Gate) Random(at At, p []byte) error {
	if err := g.ask(at, caps.Bare(caps.Random)); err != nil {
		return err
	}
	return g.entropy(p)
}

// RandomUint64 is eight unpredictable bytes as a number.
func (g *Gate) RandomUint64(at At) (uint64, error) {
	if err := g.ask(at, caps.Bare(caps.Random)); err != nil {
		return 0, err
	}
	var b [8]byte
	if err := g.entropy(b[:]); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b[:]), nil
}

func (g *Gate) entropy(p []byte) error {
	e := &g.random
	if len(p) > len(e.buf) {
		if _, err := io.ReadFull(g.cfg.Rand, p); err != nil {
			return &Error{Kind: KindInternal, Text: "no randomness available", Cause: err}
		}
		return nil
	}
	if len(p) > e.left {
		if _, err := io.ReadFull(g.cfg.Rand, e.buf[:]); err != nil {
			return &Error{Kind: KindInternal, Text: "no randomness available", Cause: err}
		}
		e.left = len(e.buf)
	}
	from := e.buf[e.left-len(p) : e.left]
	copy(p, from)
	clear(from)
	e.left -= len(p)
	return nil
}
