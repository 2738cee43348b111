package synkind

import (
	"io"
	"slices"
	"sync"

	"github.com/synrun/synrun/gate"
)

// output writes the lines of a program where the call wants them. Standard
// output and standard error may be one writer; a line is one write.
type output struct {
	lineWriter // standard output
	err        lineWriter

	mu    sync.Mutex
	notes []string
}

var _ gate.Output = (*output)(nil)

func (o *output) Print(line string) error  { return o.line(line) }
func (o *output) Log(line string) error    { return o.err.line(line) }
func (o *output) Agent(line string) error  { return o.line(line) }
func (o *output) Prompt(text string) error { return o.text(text) }
func (o *output) Flush() error             { return nil }

func (o *output) Eprint(line string) error { return o.err.line(line) }

// Warn keeps a warning about the program for the record and for its author.
func (o *output) Warn(line string) error {
	o.note(line)
	return nil
}

// maxNotes bounds what a program that requires in a loop has its author told.
const maxNotes = 64

// note keeps a remark; the same is not said twice.
func (o *output) note(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.notes) < maxNotes && !slices.Contains(o.notes, line) {
		o.notes = append(o.notes, line)
	}
}

func (o *output) warnings() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.notes)
}

type lineWriter struct {
	mu  sync.Mutex
	w   io.Writer
	buf []byte
}

func (l *lineWriter) line(s string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf = append(append(l.buf[:0], s...), '\n')
	_, err := l.w.Write(l.buf)
	if cap(l.buf) > 1<<20 {
		l.buf = nil
	}
	return err
}

func (l *lineWriter) text(s string) error {
	_, err := io.WriteString(l.w, s)
	return err
}
