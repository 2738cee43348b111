package schedule

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/synrun/synrun/host"
)

// Done is how one run of a task ended.
type Done struct {
	Task              Task
	Started, Finished time.Time
	Status            string // ok or error
	Summary           string
	Late              bool
	Text              string       // the whole result
	Result            *host.Result // nil when there was no call to make
}

// Took is how long the run took, in seconds.
func (d *Done) Took() string { return fmt.Sprintf("%.1f", d.Finished.Sub(d.Started).Seconds()) }

// lateAfter is how long after its time a run still counts as in time.
const lateAfter = 120

var errNotDue = errors.New("the task is not due")

// Run runs a task now, in this process. The call has the rights of a scheduled
// one: nobody is asked, and the plugin must be on and unchanged.
func (s *Schedules) Run(ctx context.Context, id string) (*Done, error) { return s.run(ctx, id, false) }

// run runs a task. With onlyDue it does so only when the task is due when its
// turn has come: it may have been run, changed or removed meanwhile.
func (s *Schedules) run(ctx context.Context, id string, onlyDue bool) (*Done, error) {
	if !validID(id) {
		_, err := s.Get(id)
		if err == nil {
			err = failed("no_task", "synrun schedule list", "no scheduled task '%s'", id)
		}
		return nil, err
	}
	h, err := s.opt.Host()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.dir(), 0o700); err != nil {
		return nil, failed("home", "--home DIR", "cannot write %s: %v", s.dir(), cause(err))
	}
	lock, held, err := tryLock(s.lockFile(id))
	if err != nil {
		return nil, failed("home", "--home DIR", "cannot write %s: %v", s.dir(), cause(err))
	}
	if !held {
		return nil, failed("running", "synrun schedule list", "'%s' is running", id)
	}
	defer lock.Close()

	d := &Done{Started: s.opt.Now()}
	err = s.edit(func(st *state) error {
		t, err := st.ours(id, s.project())
		if err != nil {
			return err
		}
		t.interrupted(d.Started) // marked as running, but nobody holds its lock
		if onlyDue && !t.due(d.Started) {
			return errNotDue
		}
		d.Late = onlyDue && t.NextRun != nil && d.Started.Unix()-*t.NextRun > lateAfter
		t.Running, t.RunNow = true, false
		started := d.Started.Unix()
		t.LastRun = &started
		d.Task = *t
		return nil
	})
	if err != nil {
		if isCode(err, "no_task") {
			os.Remove(s.lockFile(id)) // a wrong name leaves nothing behind
		}
		return nil, err
	}
	s.opt.Event(Event{Type: "schedule.started", ID: id, Name: d.Task.Name})
	s.call(ctx, h, d)
	d.Finished = s.opt.Now()
	if err := s.log(d); err != nil {
		s.opt.Note(fmt.Sprintf("the log of %s cannot be written: %v", id, cause(err)))
	}
	err = s.edit(func(st *state) error {
		t, err := st.ours(id, s.project())
		if err != nil {
			return nil // removed while it ran
		}
		t.Running = false
		t.note(Run{d.Started.Unix(), d.Finished.Unix(), d.Status, d.Summary, d.Late})
		s.reschedule(t, d.Finished)
		d.Task = *t
		return nil
	})
	s.opt.Event(Event{Type: "schedule.done", ID: id, Name: d.Task.Name, Status: d.Status})
	s.notify(d)
	return d, err
}

// reschedule gives a task its next run after one that ended. What is switched
// off stays so, and one moment that was tried before it came still comes.
func (s *Schedules) reschedule(t *Task, end time.Time) {
	switch {
	case !t.Enabled:
		return
	case t.Plan.Kind == Once && t.NextRun != nil && *t.NextRun > end.Unix():
		return
	}
	next := t.Plan.Next(end, t.created(), s.opt.Zone)
	if t.Plan.Kind == Once {
		next = time.Time{}
	}
	t.setNext(next)
	t.Enabled = !next.IsZero()
}

// call makes the task's call.
func (s *Schedules) call(ctx context.Context, h *host.Host, d *Done) {
	t := &d.Task
	r, err := h.Call(ctx, host.Request{
		Name: t.call(), Format: t.Format, Args: []byte(t.Args.Compact()), Actor: host.ActorSchedule, Source: "schedule:" + t.ID,
	})
	ok := false
	switch {
	case err == nil:
		d.Result, d.Text, ok = r, r.Output, r.OK
	case isCode(err, "no_plugin"):
		d.Text = fmt.Sprintf("ERROR: plugin '%s' is not enabled (the user turns plugins on)", t.Plugin)
	default:
		d.Text = "ERROR: " + err.Error()
	}
	d.Status = "ok"
	if !ok || strings.HasPrefix(d.Text, "ERROR") || strings.HasPrefix(d.Text, "DENIED") {
		d.Status = "error"
	}
	d.Summary = oneLine(d.Text, maxSummary)
}

func isCode(err error, code string) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}

// interrupted notes in the history that a run never ended.
func (t *Task) interrupted(now time.Time) {
	if !t.Running {
		return
	}
	started := now.Unix()
	if t.LastRun != nil {
		started = *t.LastRun
	}
	t.Running = false
	t.note(Run{started, now.Unix(), "error", "interrupted: the process that ran it ended before the call did", false})
}

// Repair brings the state of tasks in order before they are looked at: a run
// that died with its process is noted as interrupted and comes again, and a task
// that is on and knows no next run gets one. It returns the tasks that are due.
func (s *Schedules) Repair() (due []Task, err error) {
	st, err := s.load()
	if err != nil {
		return nil, err
	}
	now, project := s.opt.Now(), s.project()
	broken := st.adopts()
	for _, t := range st.mine(project) {
		broken = broken || t.Ours() && (t.Running && !s.held(t.ID) || s.lost(&t))
	}
	if broken {
		err := s.edit(func(fresh *state) error {
			for i := range fresh.tasks {
				t := &fresh.tasks[i]
				if t.Project != project || !t.Ours() {
					continue
				}
				if t.Running && !s.held(t.ID) {
					t.interrupted(now)
				}
				if s.lost(t) {
					t.setNext(t.Plan.Next(now, t.created(), s.opt.Zone))
				}
			}
			st = fresh
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, t := range st.mine(project) {
		if t.due(now) {
			due = append(due, t)
		}
	}
	return due, nil
}

// lost reports whether a task that comes again does not know when.
func (s *Schedules) lost(t *Task) bool {
	return t.Enabled && t.NextRun == nil && t.Plan.Kind != "" && t.Plan.Kind != Once
}

// Runs reports whether some process runs the task now. A task that is only
// marked as running is one whose process died.
func (s *Schedules) Runs(t *Task) bool { return t.Running && validID(t.ID) && s.held(t.ID) }

// held reports whether some process runs the task.
func (s *Schedules) held(id string) bool {
	lock, held, err := tryLock(s.lockFile(id))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	if held {
		lock.Close()
	}
	return !held
}
