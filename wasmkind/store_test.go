package wasmkind_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/synrun/synrun/wasmkind"
)

// What is wrong with the machine code that was kept shows in nothing but time:
// it is never taken for that of another module, and never missed.
func TestStore(t *testing.T) {
	// What would run an empty function in place of this one would trap.
	module := wasm("_start", nil, bytes.Repeat([]byte{0x41, 5, 0x1a}, 30))
	w := newWorld(t, module, "")
	cache := filepath.Join(w.base, "cache")
	// A file that was written just now may change without looking changed.
	old := time.Now().Add(-time.Hour)
	entry := filepath.Join(w.plugin.Dir, w.plugin.Entry)
	kept := func() (shell, machine string) {
		t.Helper()
		shells, _ := filepath.Glob(filepath.Join(cache, "*", "shell-2.wasm"))
		machines, _ := filepath.Glob(filepath.Join(cache, "*", "wazero-*", "*"))
		if len(shells) != 1 || len(machines) != 1 {
			t.Fatalf("kept: %q, %q", shells, machines)
		}
		if left, _ := filepath.Glob(filepath.Join(cache, "compile-*")); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
		return shells[0], machines[0]
	}
	inode := func(path string) os.FileInfo {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	call := func(name string) {
		t.Helper()
		_ = w.runner.Close()
		w.runner = wasmkind.New(wasmkind.Options{Cache: cache})
		if out, text := w.run(); !out.OK || text != "" {
			t.Errorf("%s: %+v %q", name, out, text)
		}
	}
	call("the first time")
	shell, machine := kept()
	first := inode(machine)
	if text, err := os.ReadFile(shell); err != nil || len(text) >= len(module) {
		t.Errorf("the shell has %d bytes of %d, %v", len(text), len(module), err)
	}
	if err := os.Chtimes(entry, old, old); err != nil {
		t.Fatal(err)
	}
	call("the second time")
	if !os.SameFile(first, inode(machine)) {
		t.Error("it was compiled again")
	}
	spoil := func(change func(b []byte) []byte) {
		t.Helper()
		b, err := os.ReadFile(machine)
		if err == nil {
			err = os.WriteFile(machine, change(b), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, harm := range map[string]func() error{
		"another processor's": func() error { return os.Rename(machine, machine[:len(machine)-4]+"0000") },
		"another version's":   func() error { spoil(func(b []byte) []byte { b[8] ^= 1; return b }); return nil },
		"changed":             func() error { spoil(func(b []byte) []byte { b[len(b)/2] ^= 1; return b }); return nil },
		"cut off":             func() error { spoil(func(b []byte) []byte { return b[:len(b)/2] }); return nil },
		"gone":                func() error { return os.Remove(machine) },
		"two":                 func() error { return os.WriteFile(machine+"2", nil, 0o600) },
		"a shell of another":  func() error { return os.WriteFile(shell, wasm("_start", []byte{1}, nil), 0o600) },
		"no shell":            func() error { return os.Remove(shell) },
	} {
		if err := harm(); err != nil {
			t.Fatal(err)
		}
		call(name)
		shell, machine = kept()
	}
}
