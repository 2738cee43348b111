//go:build linux

package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/synrun/synrun/execkind"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/rpckind"
	"github.com/synrun/synrun/synkind"
	"github.com/synrun/synrun/wasmkind"
)

// The soak: calls of all kinds through one host, some of which crash and some of
// which never end, leave nothing behind.

// isolatedWord makes this program the child of an isolated call.
const isolatedWord = "serve-isolated"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == isolatedWord {
		if synkind.Serve(context.Background(), os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

const (
	soakSyn = `require env("PLUGIN_TOOL")
let tool be env("PLUGIN_TOOL", "")
when tool == "crash"
    print([1][5])
while tool == "hang"
    let x be 1
print("ok")
`
	soakShell = `case $PLUGIN_TOOL in
crash) kill -9 $$;;
hang) trap '' TERM; exec 2>&-; while :; do :; done;;
*) echo ok;;
esac
`
	soakPython = `#!/usr/bin/env python3
import json, os, sys, time
for line in sys.stdin:
    m = json.loads(line)
    if m["method"] == "initialize":
        r = {"protocol_version": 1, "ok": True}
    elif m["method"] == "shutdown":
        break
    else:
        name = m["params"]["name"]
        if name == "crash":
            os._exit(1)
        if name == "hang":
            time.sleep(60)
        r = {"ok": True, "output": "ok"}
    print(json.dumps({"id": m["id"], "result": r}), flush=True)
`
)

// soakModule is a module whose start does something: nothing, a trap, or a loop
// without end.
func soakModule(body ...byte) string {
	b := []byte("\x00asm\x01\x00\x00\x00\x01\x04\x01\x60\x00\x00\x03\x02\x01\x00\x05\x03\x01\x00\x01\x07\x0a\x01\x06_start\x00\x00")
	code := append(append([]byte{0}, body...), 0x0b)
	return string(append(append(b, 10, byte(len(code)+2), 1, byte(len(code))), code...))
}

// soakKinds are the ways in which plugins run.
var soakKinds = []string{"syn", "isolated", "exec", "confined", "rpc", "confined_rpc", "wasm"}

// soaked is a host with a plugin of every kind. Those of wasm are one a tool.
type soaked struct {
	*host.Host
	t      *testing.T
	failed atomic.Int64
}

func newSoak(t *testing.T, temp string) *soaked {
	t.Helper()
	base := t.TempDir()
	ws := filepath.Join(base, "work")
	put := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	plugins, rpc := filepath.Join(ws, ".lampson", "plugins"), filepath.Join(ws, ".amber", "plugins")
	var tools []map[string]any
	for _, name := range []string{"ok", "crash", "hang"} {
		tools = append(tools, map[string]any{"name": name, "timeout": 60})
	}
	document := func(members map[string]any) string {
		members["tools"] = tools
		b, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, name := range []string{"syn", "isolated"} {
		put(filepath.Join(plugins, name, "plugin.json"), document(map[string]any{"entry": "main.syn"}))
		put(filepath.Join(plugins, name, "main.syn"), soakSyn)
	}
	for name, caps := range map[string]string{"exec": "", "confined": "file=workspace/made/*,net=a.test"} {
		put(filepath.Join(plugins, name, "plugin.json"), document(map[string]any{"kind": "exec", "command": "sh main.sh", "caps": caps}))
		put(filepath.Join(plugins, name, "main.sh"), soakShell)
	}
	for name, caps := range map[string]string{"rpc": "", "confined_rpc": "time"} {
		put(filepath.Join(rpc, name, "manifest.json"), document(map[string]any{
			"id": name, "name": name, "version": "1.0.0", "protocol_version": 1, "description": "d", "main": "main.py", "caps": caps,
		}))
		put(filepath.Join(rpc, name, "main.py"), soakPython)
	}
	for tool, body := range map[string][]byte{"ok": nil, "crash": {0x00}, "hang": {0x03, 0x40, 0x0c, 0x00, 0x0b}} {
		put(filepath.Join(plugins, "wasm-"+tool, "plugin.json"), document(map[string]any{"kind": "wasm", "entry": "main.wasm"}))
		put(filepath.Join(plugins, "wasm-"+tool, "main.wasm"), soakModule(body...))
	}
	env := map[string]string{"HOME": filepath.Join(base, "user")}
	places, err := manifest.PlacesFrom(func(k string) string { return env[k] }, ws, filepath.Join(base, "home"))
	if err != nil {
		t.Fatal(err)
	}
	places.System = nil
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &soaked{t: t}
	s.Host, err = host.Open(host.Options{
		Places: places, Config: host.DefaultConfig(), Environ: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=" + temp, "HOME=" + env["HOME"]},
		Runners: map[manifest.Kind]manifest.Runner{
			manifest.KindSyn:  &synkind.Runner{Command: []string{self, isolatedWord}},
			manifest.KindExec: execkind.New(), manifest.KindRPC: rpckind.New(),
			manifest.KindWasm: wasmkind.New(wasmkind.Options{Cache: filepath.Join(places.Home, "cache")}),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, kind := range soakKinds {
		for _, tool := range []string{"ok", "crash", "hang"} {
			s.turnOn(pluginOf(kind, tool))
		}
	}
	return s
}

// pluginOf is the plugin that a tool of a kind is in.
func pluginOf(kind, tool string) string {
	if kind == "wasm" {
		return "wasm-" + tool
	}
	return kind
}

func (s *soaked) turnOn(name string) {
	p, err := s.Plugin(name, "")
	if err == nil && p.Broken() {
		err = errors.New(p.Err)
	}
	if err == nil {
		_, err = s.On(p, host.TurnOptions{By: "user"})
	}
	if err != nil {
		s.t.Errorf("%s: %v", name, err)
	}
}

// call makes one call and looks whether it ended as it should.
func (s *soaked) call(kind, tool string) {
	req := host.Request{Name: pluginOf(kind, tool) + "." + tool, Isolate: kind == "isolated"}
	if tool == "hang" {
		req.Timeout = 100 * time.Millisecond
	}
	r, err := s.Call(context.Background(), req)
	if err != nil {
		s.t.Errorf("%s %s: %v", kind, tool, err)
		return
	}
	switch {
	case strings.Contains(r.Output, "crashed 5 times"):
		s.turnOn(kind) // a person's forgiveness
	case r.OK != (tool == "ok") || r.Host.TimedOut != (tool == "hang"):
		if s.failed.Add(1) < 10 {
			s.t.Errorf("%s %s: %q %+v", kind, tool, r.Output, r.Host)
		}
	}
}

// round makes calls of all kinds, a few at once, of which one in twenty crashes
// and one in twenty hangs, and then stops the processes that stay.
func (s *soaked) round(calls int) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 4)
	for i := range calls {
		tool := "ok"
		switch n := rand.IntN(100); {
		case n < 5:
			tool = "crash"
		case n < 10:
			tool = "hang"
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			s.call(soakKinds[i%len(soakKinds)], tool)
		})
	}
	wg.Wait()
	for _, name := range []string{"rpc", "confined_rpc"} {
		s.turnOn(name)
	}
}

// usage is what a process holds.
type usage struct{ files, goroutines, children, temps, running int }

func (u usage) within(most usage) bool {
	return u.files <= most.files && u.goroutines <= most.goroutines && u.children <= most.children && u.temps <= most.temps && u.running <= most.running
}

func (s *soaked) usage(temp string) (u usage) {
	s.t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		s.t.Fatal(err)
	}
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, path := range lists {
		b, _ := os.ReadFile(path)
		u.children += len(strings.Fields(string(b)))
	}
	for dir, n := range map[string]*int{temp: &u.temps, filepath.Join(s.Places().Home, "run", "calls"): &u.running} {
		_ = filepath.WalkDir(dir, func(_ string, _ os.DirEntry, err error) error {
			if err == nil {
				*n++
			}
			return nil
		})
	}
	u.files, u.goroutines = len(fds), runtime.NumGoroutine()
	return u
}

// settle waits until no more is held than there may be.
func (s *soaked) settle(temp string, most usage) usage {
	u := s.usage(temp)
	for deadline := time.Now().Add(10 * time.Second); !u.within(most) && time.Now().Before(deadline); u = s.usage(temp) {
		time.Sleep(20 * time.Millisecond)
	}
	return u
}

// resident is the memory of this process that is not merely waiting to be
// collected.
func resident() int {
	debug.FreeOSMemory()
	b, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(b), "VmRSS:")
	var kib int
	_, _ = fmt.Sscan(rest, &kib)
	return kib
}

func TestSoak(t *testing.T) {
	// What a small process holds is mostly what it had from the start, and a few
	// calls are little to tell growth from chance by.
	calls, slack := 700, 8<<10
	if os.Getenv("SYNRUN_SOAK") != "" {
		calls, slack = 10_000, 0
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	s := newSoak(t, temp)
	for _, kind := range soakKinds {
		for _, tool := range []string{"ok", "crash", "hang"} {
			s.call(kind, tool)
		}
	}
	s.round(0)
	before := s.usage(temp)
	s.round(calls / 5)
	first := resident()
	s.round(calls - calls/5)
	after, last := s.settle(temp, before), resident()
	t.Logf("%d calls: before %+v, after %+v; %d KiB after a fifth, %d KiB after all", calls, before, after, first, last)
	if !after.within(before) {
		t.Errorf("before %+v, after %+v", before, after)
	}
	if last > first+first/10+slack {
		t.Errorf("%d KiB after a fifth of the calls, %d KiB after all", first, last)
	}
}
