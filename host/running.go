package host

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/synrun/synrun/manifest"
)

// Running is a call that has not ended yet, of any process of this home.
type Running struct {
	ID        string    `json:"call"`
	Workspace string    `json:"workspace"`
	Plugin    string    `json:"plugin"`
	Tool      string    `json:"tool"`
	Actor     Actor     `json:"actor"`
	Started   time.Time `json:"started"`
	PID       int       `json:"pid"`
}

// runningCall is a running call of this host.
type runningCall struct {
	Running
	cancel context.CancelCauseFunc
	shown  *time.Timer // when the call becomes visible to other processes
	file   string
	why    string // it was ended from outside, and this is why; guarded by Host.mu
}

// cancelled is why a call was ended from outside.
type cancelled struct{ reason string }

func (c *cancelled) Error() string { return "cancelled: " + c.reason }

const byUser = "by the user"

// A call becomes visible to other processes when it lasts: most are over before
// anybody could ask, and need not pay for a file.
const visibleAfter = 100 * time.Millisecond

func (h *Host) runningDir() string { return filepath.Join(h.places.Home, "run", "calls") }

// enter notes that a call runs. The context returned ends when it is cancelled.
func (h *Host) enter(ctx context.Context, c *call) (context.Context, *runningCall) {
	ctx, cancel := context.WithCancelCause(ctx)
	r := &runningCall{cancel: cancel, Running: Running{
		ID: c.id, Workspace: h.places.Workspace, Plugin: c.plugin.ID, Tool: c.tool.Name,
		Actor: c.req.Actor, Started: h.opt.Now(), PID: os.Getpid(),
	}}
	r.file = filepath.Join(h.runningDir(), c.id+".json")
	h.mu.Lock()
	h.running[c.id] = r
	h.mu.Unlock()
	r.shown = time.AfterFunc(visibleAfter, func() { h.show(r) })
	return ctx, r
}

// show writes the file by which other processes see the call, and watches for
// their wish to end it.
func (h *Host) show(r *runningCall) {
	src, err := json.Marshal(r.Running)
	if err != nil || manifest.WriteFile(r.file, src) != nil {
		return // the call runs all the same; it is only not listed elsewhere
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.running[r.ID] == nil {
		os.Remove(r.file) // it ended meanwhile
		return
	}
	if !h.watching {
		h.watching = true
		go h.watch()
	}
}

// watch looks for cancellations of other processes while calls run.
func (h *Host) watch() {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		h.mu.Lock()
		if len(h.running) == 0 {
			h.watching = false
			h.mu.Unlock()
			return
		}
		for _, r := range h.running {
			if _, err := os.Stat(r.file + ".cancel"); err == nil && r.why == "" {
				r.why = byUser
				r.cancel(&cancelled{byUser})
			}
		}
		h.mu.Unlock()
	}
}

func (h *Host) leave(r *runningCall) {
	h.mu.Lock()
	delete(h.running, r.ID)
	h.mu.Unlock()
	if !r.shown.Stop() {
		os.Remove(r.file)
		os.Remove(r.file + ".cancel")
	}
	r.cancel(nil)
}

// cancelled returns why the call was ended from outside, or nothing.
func (c *call) cancelled() string {
	if c.running == nil {
		return ""
	}
	c.h.mu.Lock()
	defer c.h.mu.Unlock()
	return c.running.why
}

// Calls lists the calls that run now: of this host, and those of other processes
// of the same home that have run for a moment.
func (h *Host) Calls() []Running {
	seen := map[string]bool{}
	var list []Running
	h.mu.Lock()
	for _, r := range h.running {
		list = append(list, r.Running)
		seen[r.ID] = true
	}
	h.mu.Unlock()
	entries, _ := os.ReadDir(h.runningDir()) // none there: none run elsewhere
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		path := filepath.Join(h.runningDir(), e.Name())
		var r Running
		if err := manifest.ReadState(path, &r); err != nil || seen[r.ID] || r.ID == "" {
			continue
		}
		if !alive(r.PID) {
			os.Remove(path) // its process was killed
			continue
		}
		list = append(list, r)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}

// Cancel ends a running call, also one of another process. A unique beginning
// of its id is enough.
func (h *Host) Cancel(id string) (*Running, error) {
	var hit *Running
	for _, r := range h.Calls() {
		if strings.HasPrefix(r.ID, strings.ToUpper(id)) {
			if hit != nil {
				return nil, usage("ambiguous", "several running calls begin with '"+id+"'", "synrun call --list")
			}
			hit = &r
		}
	}
	if hit == nil {
		return nil, failed("no_call", "no running call '"+id+"'", "synrun call --list")
	}
	h.mu.Lock()
	own := h.running[hit.ID]
	h.mu.Unlock()
	if own != nil {
		h.stopCall(own, byUser)
		return hit, nil
	}
	path := filepath.Join(h.runningDir(), hit.ID+".json.cancel")
	if err := manifest.WriteFile(path, nil); err != nil {
		return nil, failed("home", "cannot write "+path, "")
	}
	return hit, nil
}

func (h *Host) stopCall(r *runningCall, why string) {
	h.mu.Lock()
	if r.why == "" {
		r.why = why
	}
	h.mu.Unlock()
	r.cancel(&cancelled{why})
}

// CancelAll ends every call of this host.
func (h *Host) CancelAll(why string) {
	h.mu.Lock()
	var all []*runningCall
	for _, r := range h.running {
		all = append(all, r)
	}
	h.mu.Unlock()
	for _, r := range all {
		h.stopCall(r, why)
	}
}

// Cancelled reports whether an error is that of a call ended from outside.
func Cancelled(err error) bool {
	var c *cancelled
	return errors.As(err, &c)
}
