package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRunningCalls: one process runs a call, another lists and cancels it.
func TestRunningCalls(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, ".lampson", "plugins", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("slow/plugin.json", `{"kind": "exec", "command": "sleep 60", "tools": [{"name": "wait"}]}`)
	write("loop/plugin.json", `{"entry": "main.syn", "tools": [{"name": "spin"}]}`)
	write("loop/main.syn", "let n be 0\nwhile true\n    set n to n + 1\n")
	args := func(words ...string) []string {
		return append([]string{"--home", filepath.Join(dir, "home")}, words...)
	}
	synrun := func(words ...string) ran {
		t.Helper()
		cmd := command(t, "synrun", args(words...)...)
		cmd.Dir = dir
		return run(t, cmd)
	}
	synrun("plugin", "on", "slow", "loop")
	if r := synrun("call", "--list"); r.code != 0 || !strings.Contains(r.output, "no call is running") {
		t.Errorf("exit %d, %s", r.code, r.output)
	}
	type running struct{ Call, Plugin, Tool, Actor string }
	list := func() (calls []running) {
		t.Helper()
		if r := synrun("call", "--list", "--json"); json.Unmarshal([]byte(r.output), &calls) != nil {
			t.Fatal(r.output)
		}
		return calls
	}
	for _, tool := range []string{"slow.wait", "loop.spin"} {
		call := command(t, "synrun", args("call", tool)...)
		call.Dir = dir
		var out strings.Builder
		call.Stdout, call.Stderr = &out, &out
		if err := call.Start(); err != nil {
			t.Fatal(err)
		}
		var calls []running
		for end := time.Now().Add(30 * time.Second); len(calls) == 0 && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			calls = list()
		}
		if len(calls) != 1 || calls[0].Plugin+"."+calls[0].Tool != tool || calls[0].Actor != "user" {
			t.Fatalf("%s is not listed: %+v\n%s", tool, calls, out.String())
		}
		if r := synrun("call", "--list"); !strings.HasPrefix(r.output, calls[0].Call+"\t"+tool+"\tuser\t") {
			t.Errorf("listed as %q", r.output)
		}
		if r := synrun("call", "--cancel", strings.ToLower(calls[0].Call[:24])); r.code != 0 || r.output != "cancelled "+calls[0].Call+" ("+tool+")\n" {
			t.Errorf("exit %d, %q", r.code, r.output)
		}
		if err := call.Wait(); err == nil || call.ProcessState.ExitCode() != 1 || !strings.HasPrefix(out.String(), "ERROR: cancelled: by the user\n") {
			t.Errorf("%s ended with %v, %q", tool, err, out.String())
		}
		if calls := list(); len(calls) != 0 {
			t.Errorf("still listed: %+v", calls)
		}
	}
	if r := synrun("call", "--cancel", "01ZZZZ"); r.code != 1 || !strings.Contains(r.output, "no running call '01ZZZZ'") || !strings.Contains(r.output, "try: synrun call --list") {
		t.Errorf("exit %d, %q", r.code, r.output)
	}
	if r := synrun("call", "--list", "x.y"); r.code != 2 {
		t.Errorf("exit %d, %q", r.code, r.output)
	}
}
