package rpckind

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
)

// session is one process of a plugin. Except for alive, its methods are called
// by whoever has the turn.
type session struct {
	process  *gate.Process
	sandbox  *gate.Sandbox // nil without one
	record   lentRecorder
	lines    *bufio.Reader
	stderr   *ring
	identity string // what it was started with
	lastID   int
}

// identityOf is what a process must have been started with to serve a call.
func identityOf(c *manifest.Call) string {
	p := c.Plugin
	return strings.Join([]string{p.Dir, p.Entry, p.Version, p.Caps, c.Workspace, string(c.Settings), fmt.Sprint(c.AllowUnconfined)}, "\x00")
}

// start starts the process of a plugin; nothing was said to it yet.
func start(c *manifest.Call) (*session, error) {
	p := c.Plugin
	s := &session{stderr: &ring{limit: 64 << 10}}
	l := gate.Launch{
		Path: filepath.Join(p.Dir, filepath.FromSlash(p.Entry)), Args: []string{p.Entry}, Dir: c.Workspace, Env: c.Env,
		Input: true, Stream: true, Errors: s.stderr,
	}
	if err := s.launch(l, c); err != nil {
		return nil, err
	}
	s.lines = bufio.NewReaderSize(s.process.Stdout, 32<<10)
	return s, nil
}

func (s *session) alive() bool {
	select {
	case <-s.process.Ended():
		return false
	default:
		return true
	}
}

// faultKind says what ended a conversation.
type faultKind uint8

const (
	late      faultKind = 1 + iota // no answer in time
	ended                          // the process closed its output, which it does when it ends
	unwritten                      // the request could not be written
	malformed                      // a line that is no JSON object
	tooLarge                       // a line that is too long
	cancelled                      // somebody ended the call
)

type fault struct {
	kind  faultKind
	cause error // of cancelled
}

var errTooLarge = errors.New("line too long")

// ask sends a request and waits for its answer.
func (s *session) ask(ctx context.Context, method, params string, timeout time.Duration) (*reply, *fault) {
	s.lastID++
	id := s.lastID
	deadline := time.Now().Add(timeout)
	in, out := s.process.Stdin, s.process.Stdout
	if in.SetWriteDeadline(deadline) != nil || out.SetReadDeadline(deadline) != nil {
		return nil, &fault{kind: ended}
	}
	past := time.Unix(1, 0)
	stop := context.AfterFunc(ctx, func() {
		_ = in.SetWriteDeadline(past)
		_ = out.SetReadDeadline(past)
	})
	defer stop()

	// The request is written while the answer is awaited: a process that writes
	// more than a pipe holds before it reads would otherwise wait for us while
	// we wait for it.
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(in, request(id, method, params))
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			_ = out.SetReadDeadline(past) // no answer will come
		}
		written <- err
	}()
	r, f := s.answer(id)
	if f != nil {
		_ = in.SetWriteDeadline(past)
	}
	err := <-written
	switch {
	case f == nil:
		return r, nil
	case ctx.Err() != nil:
		return nil, &fault{cancelled, context.Cause(ctx)}
	case err != nil && !errors.Is(err, os.ErrDeadlineExceeded) && f.kind == late:
		return nil, &fault{kind: unwritten}
	}
	return nil, f
}

// answer reads lines up to the one that answers the request.
func (s *session) answer(id int) (*reply, *fault) {
	for {
		line, err := s.line()
		switch {
		case errors.Is(err, errTooLarge):
			return nil, &fault{kind: tooLarge}
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, &fault{kind: late}
		case err != nil:
			return nil, &fault{kind: ended}
		}
		r, ok := parseReply(line)
		if !ok {
			return nil, &fault{kind: malformed}
		}
		if r.answers(id) {
			return r, nil
		}
	}
}

// line reads one line without its end. What follows the last line end when the
// output ends is no line.
func (s *session) line() ([]byte, error) {
	part, err := s.lines.ReadSlice('\n')
	if err == nil {
		return part[:len(part)-1], nil
	}
	var long []byte
	for errors.Is(err, bufio.ErrBufferFull) {
		if long = append(long, part...); len(long) > maxLine {
			return nil, errTooLarge
		}
		part, err = s.lines.ReadSlice('\n')
	}
	if err != nil {
		return nil, err
	}
	long = append(long, part[:len(part)-1]...)
	if len(long) > maxLine {
		return nil, errTooLarge
	}
	return long, nil
}

// fail ends a process after a fault and words it.
func (s *session) fail(f *fault) string {
	switch f.kind {
	case ended:
		// The output of a process ends a moment before the process does.
		select {
		case <-s.process.Ended():
		case <-time.After(farewell):
		}
		if exit := s.kill(); exit.Signal != 0 {
			return "plugin exited during call (signal " + gate.SignalName(exit.Signal) + ")"
		} else {
			return fmt.Sprintf("plugin exited during call (code %d)", exit.Code)
		}
	case unwritten:
		s.kill()
		return "plugin write failed (process died?)"
	case malformed:
		s.kill()
		return "malformed plugin response"
	case tooLarge:
		s.kill()
		return fmt.Sprintf("plugin reply too large (over %d bytes)", maxLine)
	case cancelled:
		s.kill()
		return f.cause.Error()
	}
	s.kill()
	return "plugin call timed out"
}

func (s *session) kill() gate.Exit {
	s.record.close()
	s.process.Kill()
	exit := s.process.Close()
	s.release()
	return exit
}

// shutDown asks the process to end, and makes it end.
func (s *session) shutDown() {
	if in := s.process.Stdin; in.SetWriteDeadline(time.Now().Add(farewell)) == nil {
		_, _ = io.WriteString(in, shutdownLine)
	}
	s.process.Stdin.Close()
	select {
	case <-s.process.Ended():
	case <-time.After(farewell):
	}
	s.kill()
}

// ring keeps the end of a stream.
type ring struct {
	limit int

	mu  sync.Mutex
	buf []byte
}

func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.buf = append(r.buf, p[max(len(p)-r.limit, 0):]...)
	// Twice the size before anything moves keeps a long stream linear.
	if len(r.buf) > 2*r.limit {
		r.buf = append(r.buf[:0], r.buf[len(r.buf)-r.limit:]...)
	}
	return len(p), nil
}

func (r *ring) String() string {
	if r == nil {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return gate.Text(r.buf[max(len(r.buf)-r.limit, 0):])
}
