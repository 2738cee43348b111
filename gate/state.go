package gate

import (
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/synrun/synrun/caps"
)

const stateKnob = "SYNSEMA_STATE_DIR"

// State is the file in which the runtime keeps the declared memory of a
// program. It grows by lines; see [State.Append].
type State struct {
	dir  string
	name string
}

// ErrNoState says that there is no place for state: the program came from
// standard input and the host names no directory.
var ErrNoState = &Error{Kind: KindIO, Text: "a program from stdin has no state directory"}

// OpenState opens the file of the memory that a program declares, made if
// need be, in SYNSEMA_STATE_DIR or beside the program. It gives nil without an
// error where there must be none: in the pure profile, for a program that another
// one runs, and where the ceiling does not cover the memory. The name must be one that
// synsema/memory.Declared gave.
func (g *Gate) OpenState(name string, stdin bool) (*State, []byte, error) {
	if g.cfg.Pure || g.run.up != nil {
		return nil, nil, nil
	}
	req := g.caps.Platform().Request(caps.Memory, name)
	for _, l := range g.caps.Ceilings() {
		if !l.Allows(req) {
			return nil, nil, nil
		}
	}
	if v := g.Knob("SYNSEMA_STATE_NAME"); v != "" {
		g.Warn("state name", "synsema: warning: SYNSEMA_STATE_NAME is deprecated and ignored: the name of a memory is the one that the program declares")
	}
	dir := g.Knob(stateKnob)
	switch {
	case dir != "":
	case stdin:
		return nil, nil, ErrNoState
	default:
		dir = filepath.Join(filepath.Dir(g.cfg.Program), ".synsema", "state")
	}
	s := &State{dir: filepath.Clean(g.abs(dir)), name: name + ".db"}
	content, err := s.load()
	return s, content, err
}

// Path is where the state is kept.
func (s *State) Path() string { return filepath.Join(s.dir, s.name) }

func (s *State) fail(verb string, err error) error {
	return ioError("cannot "+verb+" memory '"+s.Path()+"': "+osText(err), err)
}

func (s *State) load() ([]byte, error) {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return nil, s.fail("open", err)
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil, s.fail("open", err)
	}
	defer root.Close()
	f, err := root.OpenFile(s.name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, s.fail("open", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, s.fail("open", errors.New("not a regular file"))
	}
	content, err := io.ReadAll(f)
	if err != nil {
		return nil, s.fail("open", err)
	}
	return content, nil
}

// Append adds a line, newline included, in one write.
func (s *State) Append(line []byte) error {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return s.fail("write", err)
	}
	defer root.Close()
	f, err := root.OpenFile(s.name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return s.fail("write", err)
	}
	_, err = f.Write(line)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return s.fail("write", err)
	}
	return nil
}

// Replace writes the whole file anew; a reader sees the old one or the new.
func (s *State) Replace(content []byte) error {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return s.fail("write", err)
	}
	defer root.Close()
	// Agents write too: the name is made without the gate's own entropy.
	name := ".synsema-" + rand.Text() + ".tmp"
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return s.fail("write", err)
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = root.Rename(name, s.name)
	}
	if err != nil {
		_ = root.Remove(name)
		return s.fail("write", err)
	}
	return nil
}
