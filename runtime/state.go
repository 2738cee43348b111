package runtime

import (
	"errors"

	"github.com/synrun/synrun/gate"
	state "github.com/synrun/synrun/runtime/builtin/memory"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/checker"
)

// openMemory gives the run the memory that its program declares. Where it
// cannot be kept, it lasts for this run; the person at the terminal is told.
func (m *Machine) openMemory() {
	name := m.prog.memory
	if name == "" || m.shared.store != nil {
		return
	}
	m.shared.store = state.New()
	file, content, err := m.gate.OpenState(name, m.prog.stdin)
	if err == nil && file != nil {
		var kept *state.Store
		if kept, err = state.Open(file, content); err == nil {
			m.shared.store = kept
			return
		}
		var writing *gate.Error
		if !errors.As(err, &writing) {
			err = value.Errorf("cannot read memory '%s': %s", file.Path(), err)
		}
	}
	if err != nil {
		m.gate.Warn("", "synsema: warning: "+err.Error()+": memory lasts for this run only")
	}
}

// Memory implements state.Holder.
func (m *Machine) Memory() (name string, store *state.Store, proposed string) {
	if m.prog.stdin {
		return m.prog.memory, m.shared.store, checker.Stem("-")
	}
	return m.prog.memory, m.shared.store, checker.Stem(m.prog.file)
}

// Self implements state.Holder.
func (m *Machine) Self() string { return m.name }

var _ state.Holder = (*Machine)(nil)
