// Package memory holds the builtins of persistent memory: entries, rules and
// progress (70 §11). What a program declares with `require memory("NAME")` is
// one Store, which its agents and workers share.
//
// A store is the sum of its events. Every change is first written as one line
// of JSON to the store's file and then applied; opening a store applies the
// lines again. A line that was cut off by a crash is dropped, so that each
// change is either there or not. When most of a file tells of what is gone,
// the file is written anew.
package memory

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/synrun/synrun/runtime/value"
)

// File is where the events of a store are kept. *gate.State is one.
type File interface {
	Append(line []byte) error
	Replace(content []byte) error
}

// maxSize bounds the contents of a store, which count for no limit of a run.
const maxSize = 64 << 20

// Store is the memory of one run. It may be used by several goroutines.
type Store struct {
	mu   sync.Mutex
	file File // nil: for this run only

	entries []entry // oldest first
	last    int64   // number of the newest id ever given
	rules   []rule
	tasks   []*task // in the order of creation

	size    int // bytes of events that still count, roughly
	written int // bytes in the file
}

type entry struct {
	id, category, content, source string
	tags                          []string
}

type rule struct {
	name, level, description string
	category                 *string
}

type task struct {
	name  string
	steps []step
}

type step struct {
	name, status, text string
	given              bool  // a text was given, perhaps an empty one
	started, finished  int64 // milliseconds; 0 for not
}

// States of a step.
const (
	pending = ""
	running = "running"
	done    = "done"
	failed  = "failed"
	skipped = "skipped"
)

// event is one change; the names are those of the file.
type event struct {
	Op       string   `json:"op"`
	ID       int64    `json:"id,omitempty"`
	Name     string   `json:"name,omitempty"`     // of a rule or task
	Level    string   `json:"level,omitempty"`    // of a rule
	Category *string  `json:"category,omitempty"` // of an entry or rule
	Text     string   `json:"text,omitempty"`     // content, description, result, error
	Given    bool     `json:"given,omitempty"`    // of a step that has a text, perhaps an empty one
	Source   string   `json:"source,omitempty"`
	Tags     []string `json:"tags,omitempty"`
	Steps    []string `json:"steps,omitempty"`
	Step     string   `json:"step,omitempty"`
	Status   string   `json:"status,omitempty"`
	Started  int64    `json:"started,omitempty"`
	Finished int64    `json:"finished,omitempty"`
}

const header = `{"op":"memory","id":1}` + "\n"

// New makes an empty store for this run only.
func New() *Store { return &Store{} }

// Open makes the store that a file holds.
func Open(f File, content []byte) (*Store, error) {
	s := &Store{}
	whole := bytes.LastIndexByte(content, '\n') + 1
	for n, line := range bytes.Split(content[:whole], []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("line %d is no event of a memory", n+1)
		}
		if n == 0 && (e.Op != "memory" || e.ID != 1) {
			return nil, fmt.Errorf("it is no memory of this version")
		}
		s.apply(&e)
	}
	s.file = f
	s.written = len(content)
	if whole == 0 || whole < len(content) || s.wasteful() {
		return s, s.rewrite()
	}
	return s, nil
}

// wasteful reports that most of the file tells of what is gone.
func (s *Store) wasteful() bool { return s.written > 2*s.size+(1<<16) }

var errFull = value.Errorf("the memory is full (%d MiB): forget_memory what is not needed", maxSize>>20)

// do writes an event and applies it. mu is held.
func (s *Store) do(e *event) error {
	if s.size+len(e.Text) > maxSize {
		return errFull
	}
	line, err := json.Marshal(e)
	if err != nil {
		return value.Errorf("memory: %s", err)
	}
	line = append(line, '\n')
	if e.Op != "forget" && s.size+len(line) > maxSize {
		return errFull
	}
	if s.file != nil {
		if err := s.file.Append(line); err != nil {
			return err
		}
		s.written += len(line)
	}
	s.apply(e)
	if s.file != nil && s.wasteful() {
		return s.rewrite()
	}
	return nil
}

// rewrite writes a file with nothing but what counts.
func (s *Store) rewrite() error {
	var b bytes.Buffer
	b.WriteString(header)
	put := func(e event) {
		line, _ := json.Marshal(&e) // texts and numbers
		b.Write(append(line, '\n'))
	}
	for i := range s.entries {
		e := &s.entries[i]
		put(event{Op: "remember", ID: number(e.id), Category: &e.category, Text: e.content, Source: e.source, Tags: e.tags})
	}
	put(event{Op: "last", ID: s.last})
	for i := range s.rules {
		r := &s.rules[i]
		put(event{Op: "rule", Name: r.name, Level: r.level, Text: r.description, Category: r.category})
	}
	for _, t := range s.tasks {
		names := make([]string, len(t.steps))
		for i := range t.steps {
			names[i] = t.steps[i].name
		}
		put(event{Op: "progress", Name: t.name, Steps: names})
		for i := range t.steps {
			if st := &t.steps[i]; st.status != pending {
				put(event{Op: "step", Name: t.name, ID: int64(i + 1), Status: st.status, Text: st.text, Given: st.given, Started: st.started, Finished: st.finished})
			}
		}
	}
	if err := s.file.Replace(b.Bytes()); err != nil {
		return err
	}
	s.written, s.size = b.Len(), b.Len()
	return nil
}

func number(id string) int64 {
	n, _ := strconv.ParseInt(strings.TrimPrefix(id, "mem_"), 10, 64)
	return n
}

// apply makes the change of an event. Events that name what is not there
// change nothing.
func (s *Store) apply(e *event) {
	switch e.Op {
	case "remember":
		s.last = max(s.last, e.ID)
		n := entry{id: "mem_" + strconv.FormatInt(e.ID, 10), content: e.Text, source: e.Source, tags: e.Tags}
		if e.Category != nil {
			n.category = *e.Category
		}
		s.entries = append(s.entries, n)
		s.size += n.bytes()
	case "last":
		s.last = max(s.last, e.ID)
	case "forget":
		s.entries = slices.DeleteFunc(s.entries, func(have entry) bool {
			if have.id != e.Text {
				return false
			}
			s.size -= have.bytes()
			return true
		})
	case "rule":
		s.rules = append(s.rules, rule{e.Name, e.Level, e.Text, e.Category})
		s.size += 64 + len(e.Name) + len(e.Level) + len(e.Text)
	case "progress":
		t := s.task(e.Name)
		if t == nil {
			t = &task{name: e.Name}
			s.tasks = append(s.tasks, t)
		}
		s.size -= t.bytes()
		t.steps = make([]step, len(e.Steps))
		for i, name := range e.Steps {
			t.steps[i].name = name
		}
		s.size += t.bytes()
	case "step":
		t := s.task(e.Name)
		if t == nil || e.ID < 1 || e.ID > int64(len(t.steps)) {
			return
		}
		st := &t.steps[e.ID-1]
		s.size += len(e.Text) - len(st.text)
		st.status, st.text, st.started, st.finished = e.Status, e.Text, e.Started, e.Finished
		st.given = e.Given || e.Text != ""
	}
}

func (e *entry) bytes() int {
	n := 96 + len(e.content) + len(e.category) + len(e.source)
	for _, t := range e.tags {
		n += len(t) + 3
	}
	return n
}

func (t *task) bytes() int {
	n := 64 + len(t.name)
	for i := range t.steps {
		n += 128 + len(t.steps[i].name) + len(t.steps[i].text)
	}
	return n
}

func (s *Store) task(name string) *task {
	for _, t := range s.tasks {
		if t.name == name {
			return t
		}
	}
	return nil
}

func (t *task) finished() bool {
	for i := range t.steps {
		if s := t.steps[i].status; s != done && s != skipped {
			return false
		}
	}
	return true
}

func (t *task) percent() float64 {
	if len(t.steps) == 0 {
		return 100
	}
	n := 0
	for i := range t.steps {
		if s := t.steps[i].status; s == done || s == skipped {
			n++
		}
	}
	return 100 * float64(n) / float64(len(t.steps))
}
