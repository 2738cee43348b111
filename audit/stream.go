package audit

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Stream is the plain audit stream of `synsema run --audit`: a line of JSON for
// every entry, written as it happens, and a summary at the end. It is the
// host's: no capability of the program is involved.
type Stream struct {
	mu      sync.Mutex
	w       io.WriteCloser
	buf     []byte
	clock   clock
	now     func() time.Time
	granted int
	denied  int
	err     error // the first; from then on nothing is accepted
}

// DestError says why a destination of --audit cannot be used. It is an error
// of usage: exit 2.
type DestError struct{ Text string }

func (e *DestError) Error() string { return e.Text }

// StreamOptions are what OpenStream needs beside the destination.
type StreamOptions struct {
	Stderr io.Writer
	// Writable tells whether the program could write a file of this path under
	// its ceiling. A stream that the program can change is worth nothing, so
	// such a destination is refused. Nil: there is no ceiling.
	Writable func(path string) bool
	Now      func() time.Time // nil: time.Now
}

// OpenStream opens the destination of --audit: json (standard error), fd:N,
// unix:PATH, or the path of a file, which is created or emptied.
func OpenStream(dest string, opt StreamOptions) (*Stream, error) {
	w, err := openDest(dest, opt)
	if err != nil {
		return nil, err
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	return &Stream{w: w, now: opt.Now}, nil
}

func openDest(dest string, opt StreamOptions) (io.WriteCloser, error) {
	refuse := func(format string, args ...any) (io.WriteCloser, error) {
		return nil, &DestError{fmt.Sprintf(format, args...)}
	}
	if dest == "" {
		return refuse("--audit requires a value")
	}
	if dest == "json" {
		return keepOpen{opt.Stderr}, nil
	}
	if number, ok := strings.CutPrefix(dest, "fd:"); ok {
		if runtime.GOOS == "windows" {
			return refuse("--audit fd:N is only available on Unix; use --audit <path> or --audit json")
		}
		n, err := strconv.ParseUint(number, 10, 31)
		if err != nil {
			return refuse("--audit: invalid fd '%s'", dest)
		}
		if n < 3 {
			return refuse("--audit fd:N needs N >= 3 (0-2 are stdin/stdout/stderr)")
		}
		f := os.NewFile(uintptr(n), dest)
		if f == nil {
			return refuse("--audit: invalid fd '%s'", dest)
		}
		if _, err := f.Stat(); err != nil {
			return refuse("--audit: invalid fd '%s'", dest)
		}
		return f, nil
	}
	if path, ok := strings.CutPrefix(dest, "unix:"); ok {
		c, err := net.Dial("unix", path)
		if err != nil {
			return refuse("--audit: cannot connect to unix socket %s: %s (is the collector listening?)", path, reason(err))
		}
		return c, nil
	}
	if opt.Writable != nil && opt.Writable(dest) {
		return refuse("--audit: cannot create %s: the program may write this file under its ceiling", dest)
	}
	f, err := os.OpenFile(dest, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND|noFollow, 0o600)
	if err != nil {
		return refuse("--audit: cannot create %s: %s", dest, reason(err))
	}
	return f, nil
}

// keepOpen is a writer that the stream must not close.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// Entry writes one line. An error means that the destination accepts nothing
// more: the run must end, since what it does could no longer be seen.
func (s *Stream) Entry(e *Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	at := e.At
	if at.IsZero() {
		at = s.now()
	}
	s.buf = append(s.clock.appendEntry(s.buf[:0], e, at), '\n')
	if e.Granted {
		s.granted++
	} else {
		s.denied++
	}
	return s.put()
}

func (s *Stream) put() error {
	if _, err := s.w.Write(s.buf); err != nil {
		s.err = &WriteError{err}
	}
	return s.err
}

// AppendEntry appends an entry as one JSON object: a line of the stream, or an
// element of the list audit of `synsema run --format json`.
func AppendEntry(b []byte, e *Entry) []byte {
	var c clock
	return c.appendEntry(b, e, e.At)
}

func (c *clock) appendEntry(b []byte, e *Entry, at time.Time) []byte {
	b = append(b, `{"ts":"`...)
	b = c.append(b, at)
	b = append(b, `","context":`...)
	b = appendString(b, e.Context)
	b = append(b, `,"capability":`...)
	b = appendString(b, e.Capability)
	b = append(b, `,"granted":`...)
	b = strconv.AppendBool(b, e.Granted)
	b = append(b, `,"source":`...)
	b = appendString(b, e.Source)
	b = append(b, `,"reason":`...)
	b = appendString(b, e.Reason)
	b = append(b, `,"origin":`...)
	b = appendString(b, e.Origin)
	b = append(b, `,"file":`...)
	b = appendText(b, e.File)
	b = append(b, `,"line":`...)
	b = appendLine(b, e.Line)
	return append(b, '}')
}

// Close writes the summary, with the exit code of the run, and closes the
// destination. After an error it only closes, and returns that error.
func (s *Stream) Close(exit int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.buf = fmt.Appendf(s.buf[:0], `{"summary":{"granted":%d,"denied":%d,"exit":%d}}`+"\n", s.granted, s.denied, exit)
		_ = s.put()
	}
	err := s.err
	if cerr := s.w.Close(); err == nil && cerr != nil {
		err = &WriteError{cerr}
	}
	if s.err == nil {
		s.err = errors.New("the stream is closed")
	}
	return err
}
