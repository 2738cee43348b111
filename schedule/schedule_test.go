package schedule

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// world is a home with one workspace, a clock that is set by hand, and a plugin
// of two tools whose calls are a function of the test.
type world struct {
	t      *testing.T
	places manifest.Places
	host   *host.Host
	mu     sync.Mutex
	clock  time.Time
	run    func(ctx context.Context, c *manifest.Call) manifest.Outcome
	calls  []string
	notes  []string
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.clock
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock = w.clock.Add(d)
}

// runner is the fake of every kind.
type runner struct{ w *world }

func (r runner) Run(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
	r.w.mu.Lock()
	r.w.calls = append(r.w.calls, c.Actor+" "+c.Tool.Full+" "+string(c.Args))
	r.w.mu.Unlock()
	return r.w.run(ctx, c), nil
}
func (runner) Stop(*manifest.Plugin) error { return nil }
func (runner) Close() error                { return nil }

func says(text string, exit int) func(context.Context, *manifest.Call) manifest.Outcome {
	return func(_ context.Context, c *manifest.Call) manifest.Outcome {
		_, _ = io.WriteString(c.Stdout, text)
		return manifest.Outcome{OK: exit == 0, Exit: exit, HasExit: true}
	}
}

const demo = `{"kind": "exec", "command": "true", "tools": [{"name": "go"}, {"name": "other_one"}]}`

func newWorld(t *testing.T) *world {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, clock: time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC), run: says("done", 0)}
	w.write(filepath.Join(root, "ws", ".lampson", "plugins", "demo", "plugin.json"), demo)
	env := map[string]string{"HOME": filepath.Join(root, "user")}
	w.places, err = manifest.PlacesFrom(func(k string) string { return env[k] }, filepath.Join(root, "ws"), filepath.Join(root, "home"))
	if err != nil {
		t.Fatal(err)
	}
	w.host, err = w.open(w.places)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.host.Close() })
	w.turn(true)
	return w
}

func (w *world) open(p manifest.Places) (*host.Host, error) {
	return host.Open(host.Options{Places: p, Config: host.DefaultConfig(), Runners: map[manifest.Kind]manifest.Runner{manifest.KindExec: runner{w}}, Now: w.now})
}

func (w *world) write(path, text string) {
	w.t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o600)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) turn(on bool) {
	w.t.Helper()
	if _, err := w.host.SetEnabled("demo", on, "user"); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) schedules() *Schedules {
	return Open(Options{
		Places: w.places, Zone: time.UTC, Host: func() (*host.Host, error) { return w.host, nil }, Now: w.now,
		Note: func(s string) { w.notes = append(w.notes, s) },
	})
}

func (w *world) add(when string, more ...func(*Add)) *Task {
	w.t.Helper()
	a := Add{When: when, Plugin: "demo", Tool: "go", By: "user"}
	for _, m := range more {
		m(&a)
	}
	t, err := w.schedules().Add(a)
	if err != nil {
		w.t.Fatal(err)
	}
	return t
}

func (w *world) get(id string) *Task {
	w.t.Helper()
	t, err := w.schedules().Get(id)
	if err != nil {
		w.t.Fatal(err)
	}
	return t
}

func (w *world) daemon() *Daemon {
	return NewDaemon(DaemonOptions{
		Home: w.places.Home, Open: w.open, Now: w.now, Zone: func() (*time.Location, error) { return time.UTC, nil },
		Places: func(ws string) (manifest.Places, error) {
			p := w.places
			if _, err := os.Stat(ws); err != nil {
				return p, &manifest.NoWorkspaceError{Dir: ws}
			}
			p.Workspace = ws
			return p, nil
		},
		Note: func(s string) { w.notes = append(w.notes, s) },
	})
}

// once is one tick of a daemon of its own.
func (w *world) once() []*Done {
	w.t.Helper()
	var done []*Done
	d := w.daemon()
	d.opt.Report = func(r *Done) { done = append(done, r) }
	if err := d.Run(context.Background(), true); err != nil {
		w.t.Fatal(err)
	}
	return done
}

func at(s string) int64 {
	t, err := time.Parse("2006-01-02 15:04:05", s)
	if err != nil {
		panic(err)
	}
	return t.Unix()
}

func TestLifeOfATask(t *testing.T) {
	w := newWorld(t)
	task := w.add("daily 09:00", func(a *Add) { a.Args = object("b", number(1), "a", jsondoc.String("x")) })
	if task.ID != "demo-go-1" || task.Name != "demo go" || *task.NextRun != at("2026-05-01 09:00:00") || !task.Enabled {
		t.Fatalf("%+v", task)
	}
	if done := w.once(); len(done) != 0 {
		t.Errorf("it ran early: %+v", done[0])
	}
	w.pass(time.Hour)
	done := w.once()
	if len(done) != 1 || done[0].Status != "ok" || done[0].Text != "done" || done[0].Late {
		t.Fatalf("%+v", done)
	}
	if got := strings.Join(w.calls, "; "); got != `schedule plugin_demo_go {"b":1,"a":"x"}` {
		t.Errorf("calls: %s", got)
	}
	task = w.get(task.ID)
	if *task.NextRun != at("2026-05-02 09:00:00") || *task.LastRun != at("2026-05-01 09:00:00") || task.Running || task.LastStatus != "ok" || len(task.History) != 1 {
		t.Errorf("%+v", task)
	}
	// Two days without a daemon: one run, late.
	w.pass(50 * time.Hour)
	if done = w.once(); len(done) != 1 || !done[0].Late {
		t.Fatalf("%+v", done)
	}
	if task = w.get(task.ID); *task.NextRun != at("2026-05-04 09:00:00") || !task.History[1].Late {
		t.Errorf("%+v", task)
	}
	if done = w.once(); len(done) != 0 {
		t.Errorf("it ran again: %+v", done[0])
	}
	log, err := w.schedules().Log(task.ID, 1)
	if want := "\n══ 2026-05-03 11:00:00 · demo go · plugin\ndone\n── ok · 0.0 s\n"; err != nil || log != want {
		t.Errorf("log: %q, %v", log, err)
	}
	if all, _ := w.schedules().Log(task.ID, 0); strings.Count(all, "══") != 2 {
		t.Errorf("the whole log: %q", all)
	}
	if _, err := w.schedules().Remove(task.ID, "user"); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(w.places.State(), "schedules", "*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestKindsOfPlans(t *testing.T) {
	w := newWorld(t)
	once, every, cron := w.add("in 1h"), w.add("every 2h"), w.add("cron 30 8 * * *")
	w.pass(time.Hour)
	w.run = func(context.Context, *manifest.Call) manifest.Outcome {
		w.pass(10 * time.Minute) // the next span begins at the end
		return manifest.Outcome{OK: true, HasExit: true}
	}
	if done := w.once(); len(done) != 2 || done[0].Task.ID != cron.ID || done[1].Task.ID != once.ID || done[0].Text != "(no output)" {
		t.Fatalf("%+v", done)
	}
	if k := w.get(once.ID); k.Enabled || k.NextRun != nil {
		t.Errorf("a task of one moment comes again: %+v", k)
	}
	w.pass(time.Hour)
	if done := w.once(); len(done) != 1 {
		t.Fatalf("%+v", done)
	}
	if k := w.get(every.ID); *k.NextRun != w.now().Add(2*time.Hour).Unix() {
		t.Errorf("next at %v", time.Unix(*k.NextRun, 0).UTC())
	}
	var e *Error
	if _, err := w.schedules().SetEnabled(once.ID, true, "user"); !errors.As(err, &e) || e.Text != "that moment has already passed (2026-05-01 09:00); one-time tasks need a future time" {
		t.Errorf("%v", err)
	}
	if k, err := w.schedules().SetEnabled(every.ID, false, "user"); err != nil || k.Enabled || k.NextRun != nil {
		t.Errorf("%+v %v", k, err)
	}
	if k, err := w.schedules().SetEnabled(every.ID, true, "user"); err != nil || *k.NextRun != w.now().Add(2*time.Hour).Unix() {
		t.Errorf("%+v %v", k, err)
	}
	// Tried by hand before its time, a task of one moment still comes.
	later := w.add("in 5h")
	if _, err := w.schedules().Run(context.Background(), later.ID); err != nil {
		t.Fatal(err)
	}
	if k := w.get(later.ID); !k.Enabled || k.NextRun == nil {
		t.Errorf("%+v", k)
	}
}

// C23: what a person did not say yes to is not run unattended.
func TestUnattended(t *testing.T) {
	w := newWorld(t)
	task := w.add("every 1h")
	expect := func(status, text string) {
		t.Helper()
		w.pass(time.Hour)
		if done := w.once(); len(done) != 1 || done[0].Status != status || done[0].Text != text || done[0].Summary != oneLine(text, 200) {
			t.Fatalf("%+v", done[0])
		}
	}
	expect("ok", "done")
	w.turn(false)
	expect("error", "ERROR: plugin 'demo' is not enabled (the user turns plugins on)")
	w.turn(true)
	file := filepath.Join(w.places.Workspace, ".lampson", "plugins", "demo", "plugin.json")
	w.write(file, strings.Replace(demo, `"true"`, `"sh -c evil"`, 1))
	expect("error", "ERROR: plugin 'demo' changed since it was turned on (the user turns plugins on)")
	w.write(file, "{")
	expect("error", "ERROR: plugin 'demo' is not enabled (the user turns plugins on)")
	if err := os.RemoveAll(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	expect("error", "ERROR: plugin 'demo' is not enabled (the user turns plugins on)")
	w.write(file, demo)
	w.run = says("ERROR that is none", 0)
	expect("error", "ERROR that is none")
	w.run = says("oh", 3)
	expect("error", "ERROR: plugin exited with code 3\noh")
	if n := len(w.calls); n != 3 {
		t.Errorf("%d calls reached the runner: %v", n, w.calls)
	}
	if k := w.get(task.ID); len(k.History) != 7 || !k.Enabled {
		t.Errorf("%+v", k)
	}
}

func TestRefusedTasks(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		add  Add
		text string
		exit int
	}{
		{Add{When: "", Plugin: "demo", Tool: "go"}, "empty schedule", 2},
		{Add{When: "daily", Tool: "go"}, "action plugin needs plugin and tool", 2},
		{Add{When: "daily", Plugin: "demo", Tool: "none"}, "plugin tool plugin_demo_none is not available (the plugin must exist and be ON)", 1},
		{Add{When: "daily", Plugin: "nobody", Tool: "go"}, "plugin tool plugin_nobody_go is not available (the plugin must exist and be ON)", 1},
		{Add{When: "daily", Plugin: "demo", Tool: "go", Permission: "root"}, "permission must be strict | ask | yolo", 2},
		{Add{When: "daily", Plugin: "demo", Tool: "go", Notify: "file:///etc/passwd"}, "notify must be an http or https address, got 'file:///etc/passwd'", 2},
		{Add{When: "daily", Plugin: "demo", Tool: "go", Args: jsondoc.String("x")}, "tool arguments must be a JSON object", 2},
		{Add{When: "daily", Plugin: "demo", Tool: "go", Args: object("a", jsondoc.String(strings.Repeat("x", 110_000)))}, "plugin arguments too large (110009 bytes; max 102400)", 2},
		{Add{When: "once 2026-05-01 07:59", Plugin: "demo", Tool: "go"}, "that moment has already passed (2026-05-01 07:59); one-time tasks need a future time", 2},
		{Add{When: "today 08:00", Plugin: "demo", Tool: "go"}, "that moment has already passed (2026-05-01 08:00); one-time tasks need a future time", 2},
		{Add{When: "cron 0 0 30 2 *", Plugin: "demo", Tool: "go"}, "'cron 0 0 30 2 *' names a day that never comes", 2},
	} {
		_, err := w.schedules().Add(c.add)
		var e *Error
		if !errors.As(err, &e) || e.Text != c.text || e.Exit != c.exit {
			t.Errorf("%+v: %v", c.add.When, err)
		}
	}
	w.turn(false)
	if _, err := w.schedules().Add(Add{When: "daily", Plugin: "demo", Tool: "go"}); err == nil || !strings.Contains(err.Error(), "is not available") {
		t.Errorf("a plugin that is off: %v", err)
	}
	if _, err := os.Stat(File(w.places)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a refused task left a file: %v", err)
	}
	for _, id := range []string{"none", "", "../../x", "a/b"} {
		if _, err := w.schedules().Run(context.Background(), id); err == nil || !strings.HasPrefix(err.Error(), "no scheduled task '"+id+"'") {
			t.Errorf("run %q: %v", id, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(w.places.State(), "schedules", ".*.lock")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What others wrote stays as it was; what cannot be understood is not
// overwritten.
func TestState(t *testing.T) {
	w := newWorld(t)
	file := File(w.places)
	project := w.schedules().project()
	if err := w.places.Prepare(); err != nil {
		t.Fatal(err)
	}
	w.write(file, `{"version": 7, "tasks": [
	 {"id": "sh-1", "name": "backup", "project": "`+project+`", "when": "daily", "action": {"type": "bash", "command": "rm -rf /"}, "enabled": true, "next_run": 1, "extra": 1.50},
	 {"id": "alien-2", "project": "other", "when": "daily", "action": {"type": "plugin", "plugin": "demo", "tool": "go"}, "enabled": true, "next_run": 1},
	 {"id": "old-3", "name": "old", "when": "every 2h", "action": {"type": "lamp", "lamp": "demo", "tool": "other_one", "args": {}}, "enabled": true, "next_run": null, "mine": {"x": [1, 2]}},
	 {"id": "odd-4", "project": "`+project+`", "when": 5, "action": "none", "enabled": "yes", "next_run": 1},
	 {"id": "../evil-5", "project": "`+project+`", "when": "daily", "action": {"type": "plugin", "plugin": "demo", "tool": "go"}, "enabled": true, "next_run": 1},
	 17, null, "x"], "seq": 41}`)
	if done := w.once(); len(done) != 0 {
		t.Fatalf("ran: %+v", done[0].Task)
	}
	tasks, err := w.schedules().List()
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, k := range tasks {
		ids = append(ids, k.ID)
	}
	if got := strings.Join(ids, " "); got != "sh-1 old-3 odd-4 ../evil-5" {
		t.Errorf("visible: %s", got)
	}
	old := w.get("old-3") // adopted, and it knows its next run
	if old.Project != project || old.NextRun == nil || *old.NextRun != w.now().Unix()+7200 || old.Full() != "plugin_demo_other_one" {
		t.Errorf("%+v", old)
	}
	w.pass(3 * time.Hour)
	if done := w.once(); len(done) != 1 || done[0].Task.ID != "old-3" {
		t.Fatalf("%+v", done)
	}
	if task := w.add("daily"); task.ID != "demo-go-42" {
		t.Errorf("id %s", task.ID)
	}
	for _, change := range []func() error{
		func() error { _, err := w.schedules().SetEnabled("sh-1", false, "user"); return err },
		func() error { _, err := w.schedules().Remove("sh-1", "user"); return err },
		func() error { _, err := w.schedules().Run(context.Background(), "sh-1"); return err },
	} {
		if err := change(); err == nil || err.Error() != "'sh-1' is a task of the type 'bash', which belongs to the agent" {
			t.Errorf("a foreign task: %v", err)
		}
	}
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsondoc.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := doc.Get("tasks")
	if v, _ := doc.Get("version"); v.Text != "7" || len(list.Items) != 9 {
		t.Fatalf("%s", src)
	}
	for i, want := range map[int]string{
		0: `{"id":"sh-1","name":"backup","project":"` + project + `","when":"daily","action":{"type":"bash","command":"rm -rf /"},"enabled":true,"next_run":1,"extra":1.50}`,
		1: `{"id":"alien-2","project":"other","when":"daily","action":{"type":"plugin","plugin":"demo","tool":"go"},"enabled":true,"next_run":1}`,
		5: "17", 6: "null", 7: `"x"`,
	} {
		if got := list.Items[i].Compact(); got != want {
			t.Errorf("record %d became %s", i, got)
		}
	}
	if action, _ := list.Items[2].Get("action"); action.Compact() != `{"type":"lamp","lamp":"demo","tool":"other_one","args":{}}` {
		t.Errorf("an older action became %s", action.Compact())
	}
	if mine, _ := list.Items[2].Get("mine"); mine.Compact() != `{"x":[1,2]}` {
		t.Errorf("a member of others became %s", mine.Compact())
	}
}

func TestDamagedState(t *testing.T) {
	w := newWorld(t)
	file := File(w.places)
	for _, text := range []string{"{", "[]", `{"tasks": {}}`, `{"tasks": "x"}`, "", "\x00", `{"tasks": []} x`, strings.Repeat("[", 100_000)} {
		w.write(file, text)
		w.notes = nil
		_, err := w.schedules().List()
		if err == nil || err.Error() != file+" is not valid JSON — fix or remove it" {
			t.Errorf("%.20q: %v", text, err)
		}
		if _, err := w.schedules().Add(Add{When: "daily", Plugin: "demo", Tool: "go"}); err == nil {
			t.Errorf("%.20q was written over", text)
		}
		w.once() // a daemon goes on
		if len(w.notes) != 1 || !strings.Contains(w.notes[0], "is not valid JSON") {
			t.Errorf("%.20q: the daemon says %q", text, w.notes)
		}
		if src, err := os.ReadFile(file); err != nil || string(src) != text {
			t.Errorf("%.20q became %.40q", text, src)
		}
	}
	if err := os.Truncate(file, maxState+1); err != nil {
		t.Fatal(err)
	}
	if _, err := w.schedules().List(); err == nil || !strings.Contains(err.Error(), "is larger than 16 MiB") {
		t.Errorf("a huge file: %v", err)
	}
}

// A process that dies in the middle of a run leaves the mark; the next daemon
// notes it and runs the task again.
func TestInterrupted(t *testing.T) {
	w := newWorld(t)
	task := w.add("daily 09:00")
	w.pass(time.Hour)
	err := w.schedules().edit(func(st *state) error {
		started := w.now().Unix()
		st.tasks[0].Running, st.tasks[0].LastRun = true, &started
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if w.schedules().Runs(w.get(task.ID)) {
		t.Error("nobody runs it")
	}
	w.pass(time.Minute)
	if done := w.once(); len(done) != 1 || done[0].Status != "ok" {
		t.Fatalf("%+v", done)
	}
	k := w.get(task.ID)
	if len(k.History) != 2 || k.History[0].Status != "error" || !strings.HasPrefix(k.History[0].Summary, "interrupted: ") ||
		k.History[0].Started != at("2026-05-01 09:00:00") || k.History[1].Status != "ok" || k.Running {
		t.Errorf("%+v", k.History)
	}
	// One that is really running is left alone, and cannot be run twice.
	lock, held, err := tryLock(w.schedules().lockFile(task.ID))
	if err != nil || !held {
		t.Fatal(held, err)
	}
	defer lock.Close()
	err = w.schedules().edit(func(st *state) error {
		st.tasks[0].Running = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.pass(48 * time.Hour)
	if done := w.once(); len(done) != 0 {
		t.Errorf("%+v", done)
	}
	if k := w.get(task.ID); !w.schedules().Runs(k) || len(k.History) != 2 {
		t.Errorf("%+v", k)
	}
	if _, err := w.schedules().Run(context.Background(), task.ID); err == nil || err.Error() != "'"+task.ID+"' is running" {
		t.Errorf("%v", err)
	}
}

func TestRemovedWhileItRuns(t *testing.T) {
	w := newWorld(t)
	task := w.add("every 1h")
	w.pass(time.Hour)
	w.run = func(context.Context, *manifest.Call) manifest.Outcome {
		if _, err := w.schedules().Remove(task.ID, "user"); err != nil {
			t.Error(err)
		}
		return manifest.Outcome{OK: true, HasExit: true}
	}
	if done := w.once(); len(done) != 1 || done[0].Status != "ok" {
		t.Fatalf("%+v", done)
	}
	if tasks, err := w.schedules().List(); err != nil || len(tasks) != 0 {
		t.Errorf("%+v %v", tasks, err)
	}
}

// What a tool says cannot pass for a run, nor hide the one it belongs to.
func TestForgedRuns(t *testing.T) {
	w := newWorld(t)
	task := w.add("every 1h")
	w.run = says("── error · 9.0 s\n\n══ 2020-01-01 00:00:00 · other · plugin\n══\nall ══ well\n── ok · 0.0 s", 0)
	if _, err := w.schedules().Run(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	log, err := w.schedules().Log(task.ID, 1)
	want := "\n══ 2026-05-01 08:00:00 · demo go · plugin\n ── error · 9.0 s\n\n ══ 2020-01-01 00:00:00 · other · plugin\n ══\nall ══ well\n ── ok · 0.0 s\n── ok · 0.0 s\n"
	if err != nil || log != want {
		t.Errorf("log: %q, %v\nwant %q", log, err, want)
	}
}

func TestBounds(t *testing.T) {
	w := newWorld(t)
	task := w.add("every 1h", func(a *Add) { a.Name = "Überlänge\n" + strings.Repeat("x ", 500) })
	if len([]rune(task.Name)) > 120 || strings.Contains(task.Name, "\n") || !validID(task.ID) || len(task.ID) > 30 {
		t.Errorf("%q %q", task.ID, task.Name)
	}
	w.run = says(strings.Repeat("long line\n", 4000), 0)
	for range 60 {
		w.pass(time.Hour)
		w.once()
	}
	info, err := os.Stat(w.schedules().logFile(task.ID))
	if err != nil || info.Size() > maxLog || info.Size() < maxLog/3 {
		t.Errorf("the log has %d bytes, %v", info.Size(), err)
	}
	log, err := w.schedules().Log(task.ID, 0)
	if err != nil || !strings.HasPrefix(log, logHead) || !strings.HasSuffix(log, "s\n") {
		t.Errorf("the log begins with %.40q", log)
	}
	k := w.get(task.ID)
	if len(k.History) != maxHistory || len([]rune(k.LastSummary)) != maxSummary || strings.Contains(k.LastSummary, "\n") {
		t.Errorf("%d runs are kept, a summary of %d", len(k.History), len(k.LastSummary))
	}
	for _, c := range [][2]string{{"Über nightly!", "ber-nightly"}, {"日本", "task"}, {strings.Repeat("a", 23) + " b", strings.Repeat("a", 23)}, {"--A--", "a"}, {"", "task"}} {
		if got := slug(c[0]); got != c[1] {
			t.Errorf("slug(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

func TestOneDaemon(t *testing.T) {
	w := newWorld(t)
	if s := LookForDaemon(w.places.Home); s.Running || !s.Tick.IsZero() {
		t.Errorf("%+v", s)
	}
	ctx, stop := context.WithCancel(context.Background())
	d := w.daemon()
	ticked := make(chan bool)
	d.opt.Wait = func(ctx context.Context, every time.Duration) error {
		if every != 30*time.Second {
			t.Errorf("it ticks every %v", every)
		}
		select {
		case ticked <- true:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, false) }()
	<-ticked
	if s := LookForDaemon(w.places.Home); !s.Running || s.PID != os.Getpid() || s.Tick.Unix() != w.now().Unix() {
		t.Errorf("%+v", s)
	}
	<-ticked
	if err := w.daemon().Run(ctx, true); err == nil || err.Error() != fmt.Sprintf("already running (pid %d)", os.Getpid()) {
		t.Errorf("a second daemon: %v", err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if s := LookForDaemon(w.places.Home); s.Running {
		t.Errorf("afterwards: %+v", s)
	}
	w.once() // the next one may begin
}

// Of many daemons that start at once one runs.
func TestDaemonsAtOnce(t *testing.T) {
	w := newWorld(t)
	hold := make(chan bool)
	var running, refused sync.WaitGroup
	results := make(chan error, 8)
	running.Add(1)
	refused.Add(7)
	for range 8 {
		go func() {
			d := w.daemon()
			d.opt.Wait = func(context.Context, time.Duration) error { running.Done(); <-hold; return io.EOF }
			err := d.Run(context.Background(), false)
			if err != nil {
				refused.Done()
			}
			results <- err
		}()
	}
	running.Wait()
	refused.Wait()
	close(hold)
	for range 8 {
		<-results
	}
}

// Told to end, a daemon lets the running call finish, for a while.
func TestGrace(t *testing.T) {
	for _, patient := range []bool{true, false} {
		w := newWorld(t)
		first, second := w.add("every 1h"), w.add("every 1h")
		w.pass(time.Hour)
		ctx, stop := context.WithCancel(context.Background())
		w.run = func(call context.Context, c *manifest.Call) manifest.Outcome {
			stop()
			if !patient {
				<-call.Done()
				return manifest.Outcome{Killed: true}
			}
			if call.Err() != nil {
				t.Error("the call was ended at once")
			}
			return says("finished", 0)(call, c)
		}
		d := w.daemon()
		if !patient {
			d.opt.Grace = time.Millisecond
		}
		if err := d.Run(ctx, false); err != nil {
			t.Fatal(err)
		}
		k := w.get(first.ID)
		if want := map[bool]string{true: "ok", false: "error"}[patient]; k.LastStatus != want || k.Running {
			t.Errorf("patient %v: %+v", patient, k)
		}
		if k := w.get(second.ID); k.LastRun != nil {
			t.Errorf("another one was begun: %+v", k)
		}
	}
}

// The host of a workspace, and what it keeps alive, lasts from tick to tick; a
// changed configuration makes a new one.
func TestHostsAreKept(t *testing.T) {
	w := newWorld(t)
	w.add("every 1m")
	opened, ticks := 0, 0
	d := w.daemon()
	d.opt.Open = func(p manifest.Places) (*host.Host, error) { opened++; return w.open(p) }
	d.opt.Wait = func(context.Context, time.Duration) error {
		w.pass(time.Minute)
		ticks++
		switch ticks {
		case 4:
			if opened != 1 {
				t.Errorf("%d hosts were opened", opened)
			}
			w.write(filepath.Join(w.places.Home, "config.json"), `{"strict_args": true}`)
		case 7:
			return io.EOF
		}
		return nil
	}
	if err := d.Run(context.Background(), false); err != nil {
		t.Fatal(err)
	}
	if opened != 2 || len(w.calls) != 6 {
		t.Errorf("%d hosts were opened for %d calls", opened, len(w.calls))
	}
}

func TestStrangeWorkspaces(t *testing.T) {
	w := newWorld(t)
	w.add("every 1h")
	ws := filepath.Join(w.places.Home, "ws")
	state, err := os.ReadFile(File(w.places))
	if err != nil {
		t.Fatal(err)
	}
	w.write(filepath.Join(ws, "nopath-1", "schedules.json"), string(state))
	w.write(filepath.Join(ws, "gone-2", "schedules.json"), string(state))
	w.write(filepath.Join(ws, "gone-2", "path"), filepath.Join(w.places.Home, "no such")+"\n")
	w.write(filepath.Join(ws, "forged-3", "schedules.json"), string(state))
	w.write(filepath.Join(ws, "forged-3", "path"), w.places.Workspace+"\n")
	w.pass(time.Hour)
	if done := w.once(); len(done) != 1 {
		t.Errorf("%d runs", len(done))
	}
	if len(w.notes) != 3 {
		t.Errorf("%q", w.notes)
	}
}

func TestNotify(t *testing.T) {
	w := newWorld(t)
	var bodies []string
	moved := 0
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/elsewhere" {
			moved++
			return
		}
		src, _ := io.ReadAll(r.Body)
		bodies = append(bodies, r.Method+" "+r.Header.Get("Content-Type")+" "+r.UserAgent()+" "+string(src))
		http.Redirect(rw, r, "/elsewhere", http.StatusTemporaryRedirect)
	}))
	defer srv.Close()
	w.run = says(strings.Repeat("é", 25_000), 0)
	task := w.add("every 1h", func(a *Add) { a.Notify = srv.URL + "/hook" })
	w.pass(time.Hour)
	w.once()
	if len(bodies) != 0 {
		t.Errorf("told without leave: %q", bodies)
	}
	w.pass(time.Hour)
	d := w.daemon()
	d.opt.AllowNotify = true
	if err := d.Run(context.Background(), true); err != nil {
		t.Fatal(err)
	}
	if len(bodies) != 1 || moved != 0 {
		t.Fatalf("%d posts, %d redirects followed", len(bodies), moved)
	}
	head, body, _ := strings.Cut(bodies[0], "{")
	if head != "POST application/json lampson " {
		t.Errorf("%q", head)
	}
	var got struct {
		Type, ID, Name, Status, Summary, Output string
		Started, Finished                       int64
	}
	if err := json.Unmarshal([]byte("{"+body), &got); err != nil {
		t.Fatal(err)
	}
	if got.Type != "schedule.done" || got.ID != task.ID || got.Status != "ok" || got.Started != w.now().Unix() || len([]rune(got.Output)) != 20_000 || len([]rune(got.Summary)) != 200 {
		t.Errorf("%+v", got)
	}
	// An address that is not there is a note, and the run is as it was.
	srv.Close()
	w.pass(time.Hour)
	if err := d.Run(context.Background(), true); err != nil {
		t.Fatal(err)
	}
	if len(w.notes) != 1 || !strings.Contains(w.notes[0], "was not told") || w.get(task.ID).LastStatus != "ok" {
		t.Errorf("%q", w.notes)
	}
}

func TestUpcoming(t *testing.T) {
	w := newWorld(t)
	w.add("every 6h")
	w.add("daily 09:00")
	off := w.add("every 1m")
	w.add("in 13h")
	if _, err := w.schedules().SetEnabled(off.ID, false, "user"); err != nil {
		t.Fatal(err)
	}
	runs, err := w.schedules().Next(6)
	var got []string
	for _, r := range runs {
		got = append(got, r.At.UTC().Format("02 15:04"))
	}
	if s := strings.Join(got, ", "); err != nil || s != "01 09:00, 01 14:00, 01 20:00, 01 21:00, 02 02:00, 02 08:00" {
		t.Errorf("%s %v", s, err)
	}
}
