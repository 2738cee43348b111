// Package schedule calls plugin tools at set times.
//
// A task is words that say when ([ParseWhen]), a tool and its arguments. The
// tasks of a workspace lie in one file of its folder in home, schedules.json, in
// the shape that the agent's own scheduler reads; [Schedules] adds, lists,
// changes and runs them, for the commands and, through [Schedules.Tool], for an
// agent. A [Daemon] runs what is due in all workspaces of a home.
//
// Scheduling a tool asks nobody at the time of the run: turning the plugin on
// was the yes, and a plugin that changed since then, or was turned off, is not
// called. Nothing is lost when a process dies: a task is marked as running in
// the file, under a lock that dies with its process, and what is found marked
// without a lock is noted as interrupted and comes again at the next tick.
//
// The files: words.go and cron.go read times, plan.go and zone.go find the next
// run, task.go and store.go are the state, run.go one run and log.go its trace,
// daemon.go the ticks, tool.go the agent's tool.
package schedule

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// Error is a request that was not carried out; see [host.Error].
type Error = host.Error

const helpAdd = "synrun schedule add --help"

func bad(format string, args ...any) *Error {
	return &Error{Code: "bad_schedule", Text: fmt.Sprintf(format, args...), Try: helpAdd, Exit: 2}
}

func failed(code, try, format string, args ...any) *Error {
	return &Error{Code: code, Text: fmt.Sprintf(format, args...), Try: try, Exit: 1}
}

// Event tells a page what happens to tasks: schedule.started and schedule.done.
type Event struct {
	Type   string `json:"type"`
	ID     string `json:"id"`
	Name   string `json:"name"`
	Status string `json:"status,omitempty"`
}

// Options make Schedules.
type Options struct {
	Places manifest.Places
	Zone   *time.Location // of times; nil: the system's
	// Host gives the host of the workspace, when a tool is to be looked at or
	// called. It may be called often.
	Host        func() (*host.Host, error)
	Now         func() time.Time // nil: time.Now
	AllowNotify bool             // send the webhooks that tasks name
	Client      *http.Client     // of webhooks; nil: one of ours
	Note        func(string)     // what went wrong beside the point; nil drops it
	Event       func(Event)      // nil drops it
}

// Schedules are the tasks of one workspace. They are safe for concurrent use,
// also by several processes.
type Schedules struct {
	opt Options
}

// Open makes the schedules of a workspace. It reads nothing yet.
func Open(opt Options) *Schedules {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Zone == nil {
		opt.Zone = time.Local
	}
	if opt.Note == nil {
		opt.Note = func(string) {}
	}
	if opt.Event == nil {
		opt.Event = func(Event) {}
	}
	return &Schedules{opt}
}

// Zone is the zone in which times are meant.
func (s *Schedules) Zone() *time.Location { return s.opt.Zone }

func (s *Schedules) project() string { return audit.Slug(s.opt.Places.Workspace) }

// List returns the tasks of the workspace in the order of the file, those of
// other programs too. Tasks that belonged to no workspace now belong to this one.
func (s *Schedules) List() ([]Task, error) {
	st, err := s.load()
	if err != nil {
		return nil, err
	}
	if st.adopts() {
		if err := s.edit(func(*state) error { return nil }); err != nil {
			return nil, err
		}
		if st, err = s.load(); err != nil {
			return nil, err
		}
	}
	return st.mine(s.project()), nil
}

// Get returns one task.
func (s *Schedules) Get(id string) (*Task, error) {
	st, err := s.load()
	if err != nil {
		return nil, err
	}
	return st.find(id, s.project())
}

// Describe says in English when a task runs.
func (s *Schedules) Describe(t *Task) string {
	if t.Plan.Kind == "" {
		return t.When
	}
	return t.Plan.Describe(t.Plan.Moment(t.created(), s.opt.Zone).In(s.opt.Zone))
}

// Add is a task to be made.
type Add struct {
	Name            string // empty: "<plugin> <tool>"
	When            string
	Plugin          string // as a call names it: an id, <format>:<id>, <owner>/<name>
	Tool            string
	Format          manifest.Format // selects among several; may be empty
	Args            jsondoc.Value   // an object; null is {}
	Permission      string          // empty: ask
	ApprovalTimeout int64           // seconds; 0: 7200
	Notify          string          // a URL, or empty
	By              string          // who, for the record
}

// Bounds of what is kept. A person stays far below them.
const (
	maxTasks = 1000
	maxArgs  = 102_400
	maxName  = 120
)

// planned is a task that was checked and can be made.
type planned struct {
	host   *host.Host
	plugin *manifest.Plugin
	tool   *manifest.Tool
	plan   Plan
	next   time.Time
}

// check says whether a task can be made, and makes nothing.
func (s *Schedules) check(a Add) error {
	_, err := s.planned(a, s.opt.Now())
	return err
}

func (s *Schedules) planned(a Add, now time.Time) (p planned, err error) {
	if p.plan, err = ParseWhen(a.When); err != nil {
		return p, err
	}
	switch {
	case a.Args.Kind != jsondoc.Object && a.Args.Kind != jsondoc.Null:
		return p, bad("tool arguments must be a JSON object")
	case len(a.Args.Encode()) > maxArgs:
		return p, bad("plugin arguments too large (%d bytes; max %d)", len(a.Args.Encode()), maxArgs)
	}
	if p.host, err = s.opt.Host(); err != nil {
		return p, err
	}
	if p.plugin, p.tool, err = s.available(p.host, a); err != nil {
		return p, err
	}
	switch a.Permission {
	case "", "strict", "ask", "yolo":
	default:
		return p, bad("permission must be strict | ask | yolo")
	}
	if a.Notify != "" && !webAddress(a.Notify) {
		return p, bad("notify must be an http or https address, got '%s'", a.Notify)
	}
	p.next, err = s.first(p.plan, now, now)
	return p, err
}

// Add makes a task. The plugin must be on.
func (s *Schedules) Add(a Add) (*Task, error) {
	now := s.opt.Now()
	p, err := s.planned(a, now)
	if err != nil {
		return nil, err
	}
	if a.Args.Kind == jsondoc.Null {
		a.Args = jsondoc.Value{Kind: jsondoc.Object}
	}
	task := newTask(a, p.plugin, p.tool, p.plan, now)
	task.Project = s.project()
	task.setNext(p.next)
	err = s.edit(func(st *state) error {
		if len(st.tasks) >= maxTasks {
			return failed("too_many", "synrun schedule list", "there are %d scheduled tasks already", maxTasks)
		}
		st.seq++
		task.ID = fmt.Sprintf("%s-%d", slug(task.Name), st.seq)
		st.tasks = append(st.tasks, *task)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return task, p.host.RecordManaged("schedule", p.plugin, task.ID, a.By, fmt.Sprintf("add: %s: %s", s.Describe(task), task.Full()))
}

// available finds the tool of a task; its plugin must be on.
func (s *Schedules) available(h *host.Host, a Add) (*manifest.Plugin, *manifest.Tool, error) {
	if a.Plugin == "" || a.Tool == "" {
		return nil, nil, bad("action plugin needs plugin and tool")
	}
	p, t, err := h.Target(a.Plugin+"."+a.Tool, a.Format)
	full := manifest.FullName(manifest.FormatPlugin, a.Plugin, a.Tool)
	if err == nil {
		full = manifest.FullName(p.Format, p.ID, a.Tool)
		var status host.Status
		if status, _, err = h.Status(p); err != nil {
			return nil, nil, err
		}
		if status == host.On && t != nil {
			return p, t, nil
		}
	}
	try := "synrun plugin list --on"
	if p != nil && t != nil {
		try = "synrun plugin on " + p.ID
	}
	return nil, nil, failed("unavailable", try, "plugin tool %s is not available (the plugin must exist and be ON)", full)
}

// first is the first run of a plan; a plan without one is refused.
func (s *Schedules) first(p Plan, now, created time.Time) (time.Time, error) {
	next := p.Next(now, created, s.opt.Zone)
	switch {
	case !next.IsZero():
		return next, nil
	case p.Kind == Once:
		return next, bad("that moment has already passed (%s); one-time tasks need a future time", p.Moment(created, s.opt.Zone).In(s.opt.Zone).Format("2006-01-02 15:04"))
	}
	return next, bad("'%s' names a day that never comes", p.Describe(next))
}

// SetEnabled switches a task on, from now on, or off.
func (s *Schedules) SetEnabled(id string, on bool, by string) (*Task, error) {
	var out Task
	err := s.edit(func(st *state) error {
		t, err := st.ours(id, s.project())
		if err != nil {
			return err
		}
		t.Enabled, t.RunNow = on, false
		t.setNext(time.Time{})
		if on {
			if t.Plan.Kind == "" {
				_, err := ParseWhen(t.When)
				return err
			}
			next, err := s.first(t.Plan, s.opt.Now(), t.created())
			if err != nil {
				return err
			}
			t.setNext(next)
		}
		out = *t
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &out, s.record(map[bool]string{true: "on", false: "off"}[on], &out, by)
}

// Remove deletes a task with its log.
func (s *Schedules) Remove(id, by string) (*Task, error) {
	var out Task
	err := s.edit(func(st *state) error {
		t, err := st.ours(id, s.project())
		if err != nil {
			return err
		}
		out = *t
		st.remove(id)
		return nil
	})
	if err != nil {
		return nil, err
	}
	os.Remove(s.logFile(id))
	os.Remove(s.lockFile(id))
	return &out, s.record("remove", &out, by)
}

// RequestRun asks the daemon to run a task at its next tick.
func (s *Schedules) RequestRun(id, by string) (*Task, error) {
	var out Task
	err := s.edit(func(st *state) error {
		t, err := st.ours(id, s.project())
		if err == nil {
			t.RunNow = true
			out = *t
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &out, s.record("run", &out, by)
}

// record notes what was done to a task in the record of the workspace.
func (s *Schedules) record(what string, t *Task, by string) error {
	h, err := s.opt.Host()
	if err != nil {
		return err
	}
	return h.RecordManaged("schedule", nil, t.ID, by, what+": "+t.Full())
}

// Upcoming is one run that is to come.
type Upcoming struct {
	At   time.Time
	Task Task
}

// Next returns the next n runs of all tasks that are on.
func (s *Schedules) Next(n int) ([]Upcoming, error) {
	tasks, err := s.List()
	if err != nil {
		return nil, err
	}
	var heads []Upcoming
	for _, t := range tasks {
		if t.Enabled && t.NextRun != nil && t.Ours() {
			heads = append(heads, Upcoming{time.Unix(*t.NextRun, 0), t})
		}
	}
	var out []Upcoming
	for len(out) < n && len(heads) > 0 {
		least := 0
		for i := range heads {
			if heads[i].At.Before(heads[least].At) {
				least = i
			}
		}
		out = append(out, heads[least])
		h := &heads[least]
		if h.At = h.Task.Plan.Next(h.At, h.Task.created(), s.opt.Zone); h.At.IsZero() || h.Task.Plan.Kind == Once {
			heads = append(heads[:least], heads[least+1:]...)
		}
	}
	return out, nil
}

func (s *Schedules) dir() string { return filepath.Join(s.opt.Places.State(), "schedules") }

func (s *Schedules) lockFile(id string) string { return filepath.Join(s.dir(), "."+id+".lock") }

func webAddress(s string) bool {
	return (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")) && len(s) < 2048 && !strings.ContainsAny(s, " \t\r\n")
}
