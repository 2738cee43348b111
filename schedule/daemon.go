package schedule

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

// TickEvery is the time between two looks at what is due.
const TickEvery = 30 * time.Second

// grace is how long a running call may go on when the daemon is told to end.
const grace = 10 * time.Second

// DaemonOptions make a Daemon.
type DaemonOptions struct {
	Home string
	// Places gives the folders of a workspace of the home.
	Places func(workspace string) (manifest.Places, error)
	// Open opens the host of a workspace; the daemon closes it.
	Open func(manifest.Places) (*host.Host, error)
	Zone func() (*time.Location, error) // nil: the system's; asked again when the configuration changed

	AllowNotify bool
	Report      func(*Done)  // a run ended
	Note        func(string) // what a person should know
	Event       func(Event)

	Now   func() time.Time                                 // nil: time.Now
	Wait  func(ctx context.Context, d time.Duration) error // nil: a timer
	Grace time.Duration                                    // 0: ten seconds
}

// Daemon runs what is due in all workspaces of a home, one call after the
// other. It keeps the host of a workspace, and with it the processes of its rpc
// plugins, from one tick to the next.
type Daemon struct {
	opt   DaemonOptions
	zone  *time.Location
	rooms map[string]*room  // by slug
	notes map[string]string // what was said last of a subject
	seen  string            // the configuration as it was
}

// room is a workspace of the home.
type room struct {
	*Schedules
	host *host.Host
}

// NewDaemon makes a daemon.
func NewDaemon(opt DaemonOptions) *Daemon {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Wait == nil {
		opt.Wait = wait
	}
	if opt.Grace == 0 {
		opt.Grace = grace
	}
	if opt.Report == nil {
		opt.Report = func(*Done) {}
	}
	if opt.Note == nil {
		opt.Note = func(string) {}
	}
	return &Daemon{opt: opt, rooms: map[string]*room{}, notes: map[string]string{}}
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Run ticks until the context ends, or once. The call that runs then may go on
// for ten seconds. It fails when a daemon of the home runs already.
func (d *Daemon) Run(ctx context.Context, once bool) error {
	release, err := claim(d.opt.Home)
	if err != nil {
		return err
	}
	defer release()
	defer d.close()
	if err := d.configure(); err != nil {
		return err
	}
	// Calls outlive the context by the grace.
	calls, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	defer context.AfterFunc(ctx, func() {
		t := time.AfterFunc(d.opt.Grace, func() { end(context.Cause(ctx)) })
		context.AfterFunc(calls, func() { t.Stop() })
	})()
	for ctx.Err() == nil {
		d.tick(ctx, calls)
		if once {
			return nil
		}
		if err := d.opt.Wait(ctx, TickEvery); err != nil {
			break
		}
	}
	return nil
}

// tick runs what is due now. ctx ends the work between calls.
func (d *Daemon) tick(ctx, calls context.Context) {
	if err := beat(d.opt.Home, d.opt.Now()); err != nil {
		d.note("heartbeat", err.Error())
	}
	d.note("config.json", errorText(d.configure()))
	type item struct {
		room *room
		task Task
	}
	var due []item
	for _, r := range d.workspaces() {
		tasks, err := r.Repair()
		d.note(r.opt.Places.Workspace, errorText(err))
		for _, t := range tasks {
			due = append(due, item{r, t})
		}
	}
	sort.SliceStable(due, func(i, j int) bool { return due[i].task.dueAt() < due[j].task.dueAt() })
	for _, it := range due {
		if ctx.Err() != nil {
			return
		}
		done, err := it.room.run(calls, it.task.ID, true)
		switch {
		case done != nil:
			d.opt.Report(done)
			if err != nil {
				d.opt.Note(it.task.ID + ": " + err.Error())
			}
		case errors.Is(err, errNotDue) || isCode(err, "running") || isCode(err, "no_task"):
			// Somebody else was quicker.
		default:
			d.opt.Note(it.task.ID + ": " + err.Error())
		}
	}
	for _, r := range d.rooms {
		if r.host != nil {
			if err := r.host.StopUnused(); err != nil {
				d.opt.Note(err.Error())
			}
		}
	}
}

// configure looks at the configuration. When it changed, the hosts are opened
// anew, which ends what they keep alive.
func (d *Daemon) configure() error {
	seen := "none"
	if info, err := os.Stat(filepath.Join(d.opt.Home, "config.json")); err == nil {
		seen = fmt.Sprint(info.ModTime().UnixNano(), info.Size())
	}
	if seen == d.seen {
		return nil
	}
	zone := time.Local
	if d.opt.Zone != nil {
		var err error
		if zone, err = d.opt.Zone(); err != nil {
			return err // what runs goes on as it was
		}
	}
	d.close()
	d.zone, d.seen = zone, seen
	return nil
}

func (t *Task) dueAt() int64 {
	if t.NextRun == nil {
		return 0
	}
	return *t.NextRun
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// note says something about a subject unless it was the last thing said of it.
func (d *Daemon) note(subject, text string) {
	if text != "" && d.notes[subject] != text {
		d.opt.Note(text)
	}
	d.notes[subject] = text
}

// workspaces are those of the home that have tasks.
func (d *Daemon) workspaces() []*room {
	root := filepath.Join(d.opt.Home, "ws")
	entries, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.note(root, fmt.Sprintf("cannot read %s: %v", root, cause(err)))
	}
	var rooms []*room
	for _, e := range entries {
		slug := e.Name()
		if _, err := os.Stat(filepath.Join(root, slug, "schedules.json")); err != nil {
			continue
		}
		r, err := d.room(filepath.Join(root, slug), slug)
		d.note(slug, errorText(err))
		if err == nil {
			rooms = append(rooms, r)
		}
	}
	return rooms
}

func (d *Daemon) room(dir, slug string) (*room, error) {
	src, err := os.ReadFile(filepath.Join(dir, "path"))
	if err != nil {
		return nil, fmt.Errorf("the tasks of %s are not run: cannot read %s: %w", slug, filepath.Join(dir, "path"), cause(err))
	}
	workspace := strings.TrimSuffix(string(src), "\n")
	p, err := d.opt.Places(workspace)
	if err != nil {
		d.drop(slug)
		return nil, fmt.Errorf("the tasks of %s are not run: %w", slug, err)
	}
	if p.Workspace != workspace || audit.Slug(workspace) != slug {
		d.drop(slug)
		return nil, fmt.Errorf("the tasks of %s are not run: it names another folder, %s", slug, workspace)
	}
	if r := d.rooms[slug]; r != nil {
		return r, nil
	}
	r := &room{}
	r.Schedules = Open(Options{
		Places: p, Zone: d.zone, Now: d.opt.Now, AllowNotify: d.opt.AllowNotify, Note: d.opt.Note, Event: d.opt.Event,
		Host: func() (*host.Host, error) {
			var err error
			if r.host == nil {
				r.host, err = d.opt.Open(p)
			}
			return r.host, err
		},
	})
	d.rooms[slug] = r
	return r, nil
}

// drop closes the host of a workspace.
func (d *Daemon) drop(slug string) {
	r := d.rooms[slug]
	if r == nil {
		return
	}
	delete(d.rooms, slug)
	if r.host != nil {
		if err := r.host.Close(); err != nil {
			d.opt.Note(err.Error())
		}
	}
}

func (d *Daemon) close() {
	for slug := range d.rooms {
		d.drop(slug)
	}
}

func lockPath(home string) string { return filepath.Join(home, "run", "daemon.lock") }

func heartbeat(home string) string { return filepath.Join(home, "run", "heartbeat") }

// claim makes this process the daemon of a home. The lock dies with the process;
// what is written in it only tells others who it is.
func claim(home string) (release func(), err error) {
	path := lockPath(home)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, failed("home", "--home DIR", "cannot write %s: %v", filepath.Dir(path), cause(err))
	}
	// Somebody who only looks whether a daemon runs holds the lock for an
	// instant, without having written a number there.
	for range 20 {
		lock, held, err := tryLock(path)
		if err != nil {
			return nil, failed("home", "--home DIR", "cannot write %s: %v", path, cause(err))
		}
		if held {
			if err = lock.Truncate(0); err == nil {
				_, err = lock.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
			}
			if err != nil {
				lock.Close()
				return nil, failed("home", "--home DIR", "cannot write %s: %v", path, cause(err))
			}
			return func() {
				_ = lock.Truncate(0) // nobody is named any more
				lock.Close()
			}, nil
		}
		if pid := claimant(home); pid != 0 && pid != os.Getpid() && host.Alive(pid) {
			return nil, failed("running", "", "already running (pid %d)", pid)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil, failed("running", "", "already running (pid %d)", claimant(home))
}

func claimant(home string) int {
	src, err := os.ReadFile(lockPath(home))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(src)))
	if err != nil {
		return 0
	}
	return pid
}

// beat writes the time of a tick.
func beat(home string, now time.Time) error {
	return manifest.WriteFile(heartbeat(home), []byte(strconv.FormatInt(now.Unix(), 10)+"\n"))
}

// DaemonState is what can be told of the daemon of a home from outside.
type DaemonState struct {
	Running bool
	PID     int       // 0 when none runs
	Tick    time.Time // of the last tick; zero: never
}

// LookForDaemon tells whether a daemon of the home runs.
func LookForDaemon(home string) DaemonState {
	var s DaemonState
	if src, err := os.ReadFile(heartbeat(home)); err == nil {
		if n, err := strconv.ParseInt(strings.TrimSpace(string(src)), 10, 64); err == nil {
			s.Tick = time.Unix(n, 0)
		}
	}
	if _, err := os.Stat(lockPath(home)); err != nil {
		return s
	}
	lock, held, err := tryLock(lockPath(home))
	if err == nil && !held {
		s.Running, s.PID = true, claimant(home)
	}
	if held {
		lock.Close()
	}
	return s
}
