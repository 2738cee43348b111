package schedule

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// maxState bounds the state file: a larger one was not written by this program.
const maxState = 16 << 20

// state is schedules.json. Members and records that are not ours stay as they
// are.
type state struct {
	doc   jsondoc.Value
	seq   int64
	tasks []Task
}

// File is the state file of a workspace.
func File(p manifest.Places) string { return filepath.Join(p.State(), "schedules.json") }

func (s *Schedules) load() (*state, error) { return readState(File(s.opt.Places)) }

// readState reads a state file; one that does not exist is empty. A file that
// cannot be understood is an error, so that it is not overwritten.
func readState(path string) (*state, error) {
	st := &state{doc: jsondoc.Value{Kind: jsondoc.Object}}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return st, nil
	}
	var src []byte
	if err == nil {
		defer f.Close()
		src, err = io.ReadAll(io.LimitReader(f, maxState+1))
	}
	if err != nil {
		return nil, failed("state", "", "cannot read %s: %v", path, cause(err))
	}
	if len(src) > maxState {
		return nil, failed("state", "", "%s is larger than %d MiB — fix or remove it", path, maxState>>20)
	}
	broken := failed("state", "", "%s", (&manifest.BadStateError{File: path}).Error())
	if st.doc, err = jsondoc.Parse(src); err != nil || st.doc.Kind != jsondoc.Object {
		return nil, broken
	}
	list, ok := st.doc.Get("tasks")
	if ok && list.Kind != jsondoc.List && list.Kind != jsondoc.Null {
		return nil, broken
	}
	st.seq = intOf(st.doc, "seq")
	st.tasks = make([]Task, 0, len(list.Items))
	for _, it := range list.Items {
		st.tasks = append(st.tasks, readTask(it))
	}
	return st, nil
}

// write writes the state of a workspace; the tasks of others stay untouched.
func (st *state) write(path, project string) error {
	list := jsondoc.Value{Kind: jsondoc.List}
	for i := range st.tasks {
		if t := &st.tasks[i]; t.Project == project {
			list.Items = append(list.Items, t.record())
		} else {
			list.Items = append(list.Items, t.doc)
		}
	}
	doc := clone(st.doc)
	doc.Set("tasks", list)
	doc.Set("seq", number(st.seq))
	return manifest.WriteState(path, json.RawMessage(doc.Compact()))
}

// edit changes the state under its lock. Tasks that belong to no workspace are
// taken over by this one. Nothing is written when change fails.
func (s *Schedules) edit(change func(*state) error) error {
	path := File(s.opt.Places)
	if err := s.opt.Places.Prepare(); err != nil { // a daemon finds the workspace by it
		return failed("home", "--home DIR", "%v", err)
	}
	unlock, err := manifest.Lock(path)
	if err != nil {
		return err
	}
	defer unlock()
	st, err := readState(path)
	if err != nil {
		return err
	}
	project := s.project()
	for i := range st.tasks {
		if t := &st.tasks[i]; t.Project == "" && t.doc.Kind == jsondoc.Object {
			t.Project = project
		}
	}
	if err := change(st); err != nil {
		return err
	}
	return st.write(path, project)
}

// adopts reports whether there are tasks without a workspace.
func (st *state) adopts() bool {
	for i := range st.tasks {
		if st.tasks[i].Project == "" && st.tasks[i].ID != "" {
			return true
		}
	}
	return false
}

// mine are the tasks of a workspace; others are invisible.
func (st *state) mine(project string) []Task {
	tasks := []Task{}
	for _, t := range st.tasks {
		if t.ID != "" && t.Project == project {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

func (st *state) find(id, project string) (*Task, error) {
	var ids []string
	for i := range st.tasks {
		t := &st.tasks[i]
		if t.Project != project && t.Project != "" {
			continue
		}
		if t.ID == id && id != "" {
			return t, nil
		}
		ids = append(ids, t.ID)
	}
	return nil, failed("no_task", "synrun schedule list", "no scheduled task '%s'%s", id, host.DidYouMean(id, ids))
}

// ours finds a task that this program may change.
func (st *state) ours(id, project string) (*Task, error) {
	t, err := st.find(id, project)
	if err != nil {
		return nil, err
	}
	if !t.Ours() {
		return nil, failed("foreign", "", "'%s' is a task of the type '%s', which belongs to the agent", id, t.Type)
	}
	return t, nil
}

func (st *state) remove(id string) {
	kept := st.tasks[:0]
	for _, t := range st.tasks {
		if t.ID != id {
			kept = append(kept, t)
		}
	}
	st.tasks = kept
}

// cause is an error without the path that it repeats.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
