//go:build unix

package rpckind_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/rpckind"
)

// world is a workspace with one rpc plugin in it.
type world struct {
	t         testing.TB
	workspace string
	plugin    *manifest.Plugin
	runner    *rpckind.Runner
	timeout   time.Duration
	settings  string
	env       []string
}

// record is the record of one call.
type record struct {
	mu      sync.Mutex
	entries []string
}

func (r *record) Check(e *audit.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries = append(r.entries, fmt.Sprint(e.Capability, " ", e.Granted, " ", e.Source))
	return nil
}

var tools = []string{"count", "pid", "args", "settings", "where", "raw", "hang", "slow", "late", "exit", "kill", "close", "long", "flood", "stderr", "read"}

func newWorld(t testing.TB, mode, caps string) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, workspace: filepath.Join(base, "W"), runner: rpckind.New(), timeout: 20 * time.Second}
	dir := filepath.Join(w.workspace, ".amber", "plugins", "p")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	doc := map[string]any{"id": "p", "name": "p", "version": "1.0.0", "protocol_version": 1, "description": "d", "main": "plugin-" + mode}
	if caps != "" {
		doc["caps"] = caps
	}
	var list []any
	for _, name := range append(tools, "connect", "connect_later", "gigabyte", "stderr_gigabyte", "grandchildren") {
		list = append(list, map[string]any{"name": name})
	}
	doc["tools"] = list
	b, _ := json.Marshal(doc)
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, self, filepath.Join(dir, "plugin-"+mode))
	w.plugin = manifest.ReadRPC(dir, manifest.ScopeProject)
	if w.plugin.Broken() {
		t.Fatal(w.plugin.Err)
	}
	t.Cleanup(func() {
		if err := w.runner.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err == nil {
		_, err = io.Copy(out, in)
	}
	if err = errors.Join(err, out.Close()); err != nil {
		t.Fatal(err)
	}
}

func (w *world) request(tool, args string) *manifest.Call {
	places := manifest.Places{Workspace: w.workspace, Home: filepath.Join(w.workspace, "..", "home")}
	ceiling, err := places.Ceiling(w.plugin)
	if err != nil {
		w.t.Fatal(err)
	}
	return &manifest.Call{
		ID: "x", Plugin: w.plugin, Tool: &manifest.Tool{Name: strings.ReplaceAll(tool, "_", " ")}, Args: json.RawMessage(args), Ceiling: ceiling,
		Workspace: w.workspace, Dir: w.workspace, Timeout: w.timeout, Env: append(w.env, "PATH=/usr/bin:/bin", "HOME=/"),
		Settings: json.RawMessage(w.settings), Record: &record{},
	}
}

func (w *world) do(ctx context.Context, c *manifest.Call) manifest.Outcome {
	w.t.Helper()
	out, err := w.runner.Run(ctx, c)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func (w *world) call(tool, args string) string {
	w.t.Helper()
	return w.do(context.Background(), w.request(tool, args)).Text
}

func (w *world) want(tool, args, want string) {
	w.t.Helper()
	if got := w.call(tool, args); got != want {
		w.t.Errorf("%s %s: %q, want %q", tool, args, got, want)
	}
}

func TestCalls(t *testing.T) {
	w := newWorld(t, "plain", "")
	w.settings, w.env = `{"greeting":"Hi","n":1}`, []string{"GIVEN=yes"}
	if st := w.runner.Status(w.plugin); st.Running {
		t.Error("runs before the first call")
	}
	w.want("count", `{}`, "1 2")
	w.want("count", ``, "2 3")
	w.want("args", `{"b":1,"a":{"c":[1,2.50]}}`, `{"a":{"c":[1,2.5]},"b":1}`)
	w.want("settings", `{}`, `{"greeting":"Hi","n":1}`)
	w.want("where", `{}`, "true 1 yes")
	out := w.do(t.Context(), w.request("count", `{}`))
	if !out.OK || out.Meta["calls"] != float64(6) || out.HasExit {
		t.Errorf("%+v", out)
	}
	if st := w.runner.Status(w.plugin); !st.Running || fmt.Sprint(st.Pid) != w.call("pid", `{}`) {
		t.Errorf("%+v", st)
	}
	w.want("flood", `{}`, "flooded")
	// A request that fills the pipe while the plugin writes.
	if got := w.call("args", `{"x":"`+strings.Repeat("x", 100_000)+`"}`); len(got) != 100_008 {
		t.Error(len(got))
	}
	w.settings = `{"greeting":"Ho"}`
	w.want("settings", `{}`, `{"greeting":"Ho"}`)
	w.want("count", `{}`, "2 3")
}

func TestReplies(t *testing.T) {
	w := newWorld(t, "loose", "")
	for _, c := range []struct {
		line string
		ok   bool
		text string
	}{
		{`{"id":ID,"result":{"ok":true,"output":"yes"}}`, true, "yes"},
		{`{"id":ID,"jsonrpc":"2.0","result":{"ok":true,"output":"yes"}}`, true, "yes"},
		{`{"id":ID,"result":{"ok":true}}`, true, "(no output)"},
		{`{"id":ID,"result":{"ok":true,"output":""}}`, true, "(no output)"},
		{`{"id":ID,"result":{"ok":true,"output":{"a":[1,"é"]}}}`, true, `{"a": [1, "\u00e9"]}`},
		{`{"id":ID,"result":{"ok":true,"output":5}}`, true, "5"},
		{`{"id":ID,"result":{"ok":1,"output":"x"}}`, false, "ERROR: x"},
		{`{"id":ID,"result":{"ok":false,"output":"bad"}}`, false, "ERROR: bad"},
		{`{"id":ID,"result":{"ok":false,"output":"ERROR already"}}`, false, "ERROR already"},
		{`{"id":ID,"result":{"ok":false,"error":"why"}}`, false, "ERROR: why"},
		{`{"id":ID,"result":{"output":"x"}}`, false, "ERROR: x"},
		{`{"id":ID,"result":{}}`, false, "ERROR: "},
		{`{"id":ID,"error":{"code":1,"message":"broken"}}`, false, "ERROR: broken"},
		{`{"id":ID,"error":null,"result":{"ok":true,"output":"fine"}}`, true, "fine"},
		{"{\"method\":\"log\"}\n{\"id\":1,\"result\":{\"ok\":true,\"output\":\"old\"}}\n{\"id\":\"ID\",\"result\":{}}\n{\"id\":ID,\"result\":{\"ok\":true,\"output\":\"new\"}}\r", true, "new"},
	} {
		args, _ := json.Marshal(map[string]string{"line": c.line})
		if out := w.do(t.Context(), w.request("raw", string(args))); out.OK != c.ok || out.Text != c.text {
			t.Errorf("%s: %+v", c.line, out)
		}
	}
	if got := w.call("count", `{}`); got != "16 17" {
		t.Errorf("the process did not live through it: %s", got)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		tool, args, text string
		timedOut         bool
	}{
		{"exit", `{"code":3}`, "ERROR: plugin exited during call (code 3)", false},
		{"kill", `{}`, "ERROR: plugin exited during call (signal KILL)", false},
		{"raw", `{"line":"not JSON"}`, "ERROR: malformed plugin response", false},
		{"raw", `{"line":"[1]"}`, "ERROR: malformed plugin response", false},
		{"raw", `{"line":""}`, "ERROR: malformed plugin response", false},
		{"long", `{"n":1048576}`, "ERROR: plugin reply too large (over 1048576 bytes)", false},
		{"hang", `{}`, "ERROR: plugin call timed out after 1s (killed)", true},
		{"late", `{}`, "ERROR: plugin call timed out after 1s (killed)", true},
	} {
		for _, caps := range []string{"", "time"} {
			w := newWorld(t, "plain", caps)
			w.want("count", `{}`, "1 2")
			w.timeout = time.Second
			out := w.do(t.Context(), w.request(c.tool, c.args))
			if out.Text != c.text || out.OK || out.TimedOut != c.timedOut {
				t.Errorf("%s under %q: %+v", c.tool, caps, out)
			}
			w.timeout = 20 * time.Second
			w.want("count", `{}`, "1 2") // a new process, whose ids start again
		}
	}
	w := newWorld(t, "plain", "")
	if got := w.call("long", `{"n":1048000}`); len(got) != 1048000 {
		t.Errorf("a long line: %d", len(got))
	}
	start := time.Now()
	if got := w.call("close", `{}`); !strings.HasPrefix(got, "ERROR: plugin exited during call (signal KILL") || time.Since(start) > 5*time.Second {
		t.Errorf("%s after %v", got, time.Since(start))
	}
}

func TestHandshake(t *testing.T) {
	for mode, want := range map[string]string{
		"version2": "protocol version 2 unsupported (harness speaks 1)", "versiont": `protocol version "1" unsupported (harness speaks 1)`,
		"noversion": "protocol version 0 unsupported (harness speaks 1)", "notok": "initialize rejected", "noresult": "initialize rejected",
		"error": "initialize rejected", "garbage": "malformed plugin response", "dies": "plugin exited during handshake",
	} {
		w := newWorld(t, mode, "")
		w.want("count", `{}`, "ERROR: plugin not running: "+want)
		w.want("count", `{}`, "ERROR: plugin not running: "+want)
		if st := w.runner.Status(w.plugin); st.Incompatible != want || st.Running {
			t.Errorf("%s: %+v", mode, st)
		}
	}
	w := newWorld(t, "plain", "")
	if err := os.WriteFile(filepath.Join(w.plugin.Dir, w.plugin.Entry), []byte("not a program"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.want("count", `{}`, "ERROR: plugin not running: cannot start plugin-plain: exec format error")
}

func TestCrashes(t *testing.T) {
	w := newWorld(t, "plain", "")
	for range 5 {
		w.want("exit", `{"code":1}`, "ERROR: plugin exited during call (code 1)")
	}
	for range 2 {
		w.want("count", `{}`, "ERROR: plugin not running: crashed 5 times in 60 s")
	}
	if err := w.runner.Stop(w.plugin); err != nil { // turned on again
		t.Fatal(err)
	}
	w.want("count", `{}`, "1 2")
}

func TestEndsWhileIdle(t *testing.T) {
	w := newWorld(t, "plain", "")
	w.want("count", `{}`, "1 2")
	p, err := os.FindProcess(w.runner.Status(w.plugin).Pid)
	if err != nil {
		t.Fatal(err)
	}
	_ = p.Kill()
	for w.runner.Status(w.plugin).Running {
		time.Sleep(time.Millisecond)
	}
	w.want("count", `{}`, "1 2")
}

func TestQueue(t *testing.T) {
	w := newWorld(t, "plain", "")
	w.timeout = time.Second
	var wg sync.WaitGroup
	var mu sync.Mutex
	pids := map[string]bool{}
	start := time.Now()
	for range 6 {
		wg.Go(func() {
			c := w.request("slow", `{}`)
			ctx, cancel := context.WithTimeout(context.Background(), c.Timeout) // as the host does
			defer cancel()
			out, err := w.runner.Run(ctx, c)
			if err != nil || out.Text != "slow" {
				t.Errorf("%+v %v", out, err)
			}
			mu.Lock()
			pids[fmt.Sprint(w.runner.Status(w.plugin).Pid)] = true
			mu.Unlock()
		})
	}
	wg.Wait()
	if took := time.Since(start); took < 1800*time.Millisecond || len(pids) != 1 {
		t.Errorf("%v, %d processes", took, len(pids))
	}
}

func TestCancel(t *testing.T) {
	w := newWorld(t, "plain", "")
	w.want("count", `{}`, "1 2")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*time.Millisecond, func() { cancel(errors.New("cancelled: by the user")) })
	out := w.do(ctx, w.request("hang", `{}`))
	if !out.Killed || out.TimedOut || out.Text != "ERROR: cancelled: by the user" {
		t.Errorf("%+v", out)
	}
	w.want("count", `{}`, "1 2")
	// One that waits for its turn.
	ctx, cancel = context.WithCancelCause(t.Context())
	go w.runner.Run(t.Context(), w.request("slow", `{}`)) //nolint:errcheck // it is only in the way
	time.Sleep(50 * time.Millisecond)
	cancel(errors.New("cancelled: by the user"))
	if out := w.do(ctx, w.request("count", `{}`)); !out.Killed {
		t.Errorf("%+v", out)
	}
}

func TestShutdown(t *testing.T) {
	w := newWorld(t, "plain", "")
	w.want("count", `{}`, "1 2")
	if err := w.runner.Stop(w.plugin); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(w.workspace, "shutdown")); err != nil || string(b) != "asked" {
		t.Error(err)
	}
	if w.runner.Status(w.plugin).Running {
		t.Error("still running")
	}
	w = newWorld(t, "stays", "")
	w.want("count", `{}`, "1 2")
	pid := w.runner.Status(w.plugin).Pid
	start := time.Now()
	if err := w.runner.Close(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took < 900*time.Millisecond || took > 4*time.Second {
		t.Errorf("took %v", took)
	}
	if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); err == nil {
		t.Error("still there")
	}
	if _, err := w.runner.Run(t.Context(), w.request("count", `{}`)); err == nil {
		t.Error("a closed runner runs")
	}
}

func TestStderr(t *testing.T) {
	w := newWorld(t, "plain", "")
	w.want("stderr", `{}`, "ok")
	deadline := time.Now().Add(5 * time.Second)
	for !strings.HasSuffix(w.runner.Status(w.plugin).Stderr, "the end\n") && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	if pid, lines := w.runner.Observe(w.plugin); pid == 0 || len(lines) != 1 || !strings.HasSuffix(lines[0], "zthe end") {
		t.Errorf("%d, %d lines", pid, len(lines))
	}
	if got := w.runner.Status(w.plugin).Stderr; len(got) != 64<<10 || !strings.HasSuffix(got, "zthe end\n") {
		t.Errorf("%d bytes", len(got))
	}
}

// alive reports whether a process runs whose command line holds the mark.
func alive(mark string) bool {
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range list {
		if b, _ := os.ReadFile(path); strings.Contains(string(b), mark) {
			return true
		}
	}
	return false
}

// A program that does not end when it is asked to, neither by word nor by
// signal, ends all the same, and so does what it started.
func TestStubborn(t *testing.T) {
	for _, caps := range []string{"", "exec=sh,exec=sleep"} {
		for _, end := range []string{"shutdown", "exit"} {
			w := newWorld(t, "stubborn", caps)
			seconds := fmt.Sprintf("%d.%d", 700+len(caps)+len(end), os.Getpid())
			w.want("grandchildren", `{"seconds":"`+seconds+`"}`, "<nil>")
			if !alive(seconds) {
				t.Errorf("%s under %q: nobody was there", end, caps)
			}
			start := time.Now()
			if end == "exit" {
				w.want("exit", `{"code":3}`, "ERROR: plugin exited during call (code 3)")
			} else if err := w.runner.Stop(w.plugin); err != nil {
				t.Error(err)
			}
			for alive(seconds) && time.Since(start) < 10*time.Second {
				time.Sleep(10 * time.Millisecond)
			}
			if took := time.Since(start); alive(seconds) {
				t.Errorf("%s under %q: something lives on after %v", end, caps, took)
			}
		}
	}
}

// A gigabyte is neither kept nor in the way.
func TestLargeOutput(t *testing.T) {
	for _, caps := range []string{"", "time"} {
		w := newWorld(t, "plain", caps)
		w.timeout = time.Minute
		w.want("gigabyte", `{}`, "ERROR: plugin reply too large (over 1048576 bytes)")
		w.want("stderr_gigabyte", `{}`, "ok")
		if got := len(w.runner.Status(w.plugin).Stderr); got > 64<<10 {
			t.Errorf("%d bytes of standard error are kept", got)
		}
	}
}

func TestPython(t *testing.T) {
	w := newWorld(t, "plain", "")
	script := `#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["method"] == "initialize":
        r = {"protocol_version": 1, "ok": True}
    elif m["method"] == "tool.call":
        r = {"ok": True, "output": "python got " + json.dumps(m["params"]["args"])}
    else:
        break
    print(json.dumps({"id": m["id"], "result": r}), flush=True)
`
	for _, caps := range []string{"", "time"} {
		w.plugin.Caps, w.plugin.Confine = caps, caps != ""
		if err := os.WriteFile(filepath.Join(w.plugin.Dir, w.plugin.Entry), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		w.want("count", `{"a":1}`, `python got {"a": 1}`)
	}
}

func TestConfined(t *testing.T) {
	w := newWorld(t, "plain", "file.read=workspace/open/*,net=now.test")
	for _, dir := range []string{"open", "shut"} {
		if err := os.MkdirAll(filepath.Join(w.workspace, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(w.workspace, dir, "x"), []byte(dir), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	first := w.request("read", `{"name":"open/x"}`)
	if got := w.do(t.Context(), first).Text; got != "open<nil>" {
		t.Error(got)
	}
	if got := first.Record.(*record).entries; !slices.Contains(got, `file_read("workspace/open/*") true confine`) {
		t.Errorf("%q", got)
	}
	w.want("read", `{"name":"shut/x"}`, "open shut/x: permission denied")

	// Every connection is in the record of the call that it belongs to; one that
	// is opened between calls waits for the next.
	c := w.request("connect", `{}`)
	if got := w.do(t.Context(), c).Text; !strings.HasPrefix(got, "HTTP/1.1 502") {
		t.Error(got)
	}
	if got := c.Record.(*record).entries; !slices.Contains(got, `net("now.test:80") true proxy`) {
		t.Errorf("%q", got)
	}
	c = w.request("connect_later", `{}`)
	w.do(t.Context(), c)
	time.Sleep(600 * time.Millisecond)
	next := w.request("slow", `{}`)
	w.do(t.Context(), next)
	if got := c.Record.(*record).entries; len(got) != 0 {
		t.Errorf("%q", got)
	}
	if got := next.Record.(*record).entries; !slices.Contains(got, `net("later.test:80") false proxy`) {
		t.Errorf("%q", got)
	}
}

func BenchmarkWarmCall(b *testing.B) {
	for _, caps := range []string{"", "time"} {
		b.Run("caps="+caps, func(b *testing.B) {
			w := newWorld(b, "plain", caps)
			c := w.request("count", `{}`)
			for b.Loop() {
				if _, err := w.runner.Run(context.Background(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
