package synkind

import (
	"slices"
	"sync"

	"github.com/synrun/synrun/gate"
)

// output writes the lines of a program where the call wants them, and keeps
// what is said about the program itself.
type output struct {
	gate.Output

	mu    sync.Mutex
	notes []string
}

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
