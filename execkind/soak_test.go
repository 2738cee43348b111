//go:build linux

package execkind_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/synrun/synrun/execkind"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/rpckind"
	"github.com/synrun/synrun/wasmkind"
)

var soakCalls = flag.Int("soak", 600, "calls of the soak test")

const soakPython = `#!/usr/bin/env python3
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

// soakWasm loops for ever when it is hang, traps when it is crash.
func soakWasm(body ...byte) []byte {
	b := []byte("\x00asm\x01\x00\x00\x00\x01\x04\x01\x60\x00\x00\x03\x02\x01\x00\x07\x0a\x01\x06_start\x00\x00")
	code := append(append([]byte{0}, body...), 0x0b)
	return append(append(b, 10, byte(len(code)+2), 1, byte(len(code))), code...)
}

// usage is what a process holds.
type usage struct{ files, goroutines, children, temps int }

func measure(t *testing.T) (u usage) {
	t.Helper()
	runtime.GC()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	temps, _ := filepath.Glob(filepath.Join(os.TempDir(), "synrun-*"))
	children, _ := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/children", os.Getpid()))
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	n := len(strings.Fields(string(children)))
	for _, path := range tasks {
		if b, err := os.ReadFile(path); err == nil && !strings.Contains(path, fmt.Sprintf("/task/%d/", os.Getpid())) {
			n += len(strings.Fields(string(b)))
		}
	}
	return usage{len(fds), runtime.NumGoroutine(), n, len(temps)}
}

func residentKiB() int {
	b, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(b), "VmRSS:")
	var n int
	_, _ = fmt.Sscan(rest, &n)
	return n
}

// Calls of all kinds, confined and not, some of which crash and some of which
// hang, leave nothing behind.
func TestSoak(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	execWorld := newWorld(t, "sh a.sh", "", map[string]string{"a.sh": `case $TOOL in crash) kill -9 $$;; hang) exec 2>&-; while :; do :; done;; *) echo ok;; esac`})
	confinedWorld := newWorld(t, "sh a.sh", "file=workspace/made/*,net=a.test", map[string]string{"a.sh": `case $TOOL in crash) kill -9 $$;; hang) while :; do :; done;; *) echo ok;; esac`})
	runners := map[string]manifest.Runner{"exec": execkind.New(), "confined": execkind.New(), "rpc": rpckind.New(), "confined rpc": rpckind.New(), "wasm": wasmkind.New(wasmkind.Options{})}
	rpcPlugin := func(caps string) *manifest.Plugin {
		dir := filepath.Join(t.TempDir(), "p")
		doc, _ := json.Marshal(map[string]any{"id": "p", "name": "p", "version": "1.0.0", "protocol_version": 1, "description": "d", "main": "main.py", "caps": caps})
		write(t, filepath.Join(dir, "manifest.json"), string(doc))
		write(t, filepath.Join(dir, "main.py"), soakPython)
		return manifest.ReadRPC(dir, manifest.ScopeProject)
	}
	plugins := map[string]*manifest.Plugin{"rpc": rpcPlugin(""), "confined rpc": rpcPlugin("time")}
	modules := map[string]*manifest.Plugin{}
	for name, body := range map[string][]byte{"ok": nil, "crash": {0x00}, "hang": {0x03, 0x40, 0x0c, 0x00, 0x0b}} {
		dir := filepath.Join(t.TempDir(), "p")
		write(t, filepath.Join(dir, "plugin.json"), `{"kind":"wasm","entry":"m.wasm","tools":[{"name":"t"}]}`)
		write(t, filepath.Join(dir, "m.wasm"), string(soakWasm(body...)))
		modules[name] = manifest.ReadPlugin(dir, manifest.ScopeProject, false)
	}
	var failed atomic.Int64
	one := func(kind, tool string) {
		c := execWorld.call()
		switch kind {
		case "confined":
			c = confinedWorld.call()
		case "wasm":
			c.Plugin = modules[tool]
			c.Limits = gate.PluginLimits()
		case "rpc", "confined rpc":
			c.Plugin = plugins[kind]
		}
		ceiling, err := manifest.Places{Workspace: c.Workspace}.Ceiling(c.Plugin)
		if err != nil {
			t.Error(err)
		}
		c.Ceiling, c.Tool, c.Env = ceiling, &manifest.Tool{Name: tool}, append(c.Env, "TOOL="+tool)
		var b bytes.Buffer
		c.Stdout, c.Stderr = &b, io.Writer(&b)
		if c.Timeout = 20 * time.Second; tool == "hang" {
			c.Timeout = 100 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(context.Background(), c.Timeout)
		defer cancel()
		out, err := runners[kind].Run(ctx, c)
		// A plugin that crashed five times in a minute is not started any more.
		if strings.Contains(out.Text, "crashed 5 times") {
			_ = runners[kind].Stop(c.Plugin)
		} else if err != nil || out.OK != (tool == "ok") || out.TimedOut != (tool == "hang") {
			if failed.Add(1) < 10 {
				t.Errorf("%s %s: %+v %v %q", kind, tool, out, err, b.String())
			}
		}
	}
	kinds := []string{"exec", "confined", "rpc", "confined rpc", "wasm"}
	round := func(calls int) {
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
				one(kinds[i%len(kinds)], tool)
			})
		}
		wg.Wait()
		for _, kind := range []string{"rpc", "confined rpc"} {
			_ = runners[kind].Stop(plugins[kind])
		}
	}
	round(*soakCalls / 5)
	before, memory := measure(t), residentKiB()
	round(*soakCalls - *soakCalls/5)
	deadline := time.Now().Add(5 * time.Second)
	after := measure(t)
	for after.goroutines > before.goroutines && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
		after = measure(t)
	}
	grown := residentKiB()
	t.Logf("before %+v, %d KiB; after %+v, %d KiB", before, memory, after, grown)
	if after.files > before.files || after.goroutines > before.goroutines || after.children > before.children || after.temps > before.temps {
		t.Errorf("before %+v, after %+v", before, after)
	}
	if float64(grown) > 1.1*float64(memory)+4096 {
		t.Errorf("%d KiB after a fifth of the calls, %d KiB after all", memory, grown)
	}
	for _, r := range runners {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}
