package execkind_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/execkind"
	"github.com/synrun/synrun/manifest"
)

// world is a workspace with one exec plugin in it.
type world struct {
	t         *testing.T
	workspace string
	home      string
	plugin    *manifest.Plugin
	timeout   time.Duration
	env       []string
	mu        sync.Mutex
	entries   []audit.Entry
	unconf    bool
	allow     []string
}

func (w *world) Check(e *audit.Entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.entries = append(w.entries, *e)
	return nil
}

// makePlugin writes the files of a plugin, whose paths begin at its folder, or
// at the workspace after "../".
func makePlugin(t *testing.T, command, caps string, files map[string]string) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// Also another user has to get here.
	for dir := base; len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
		_ = os.Chmod(dir, 0o755)
	}
	w := &world{t: t, workspace: filepath.Join(base, "W"), home: filepath.Join(base, "home"), timeout: 20 * time.Second}
	dir := filepath.Join(w.workspace, ".lampson/plugins/p")
	doc, _ := json.Marshal(map[string]any{"kind": "exec", "command": command, "caps": caps, "tools": []any{map[string]any{"name": "t"}}})
	if files == nil {
		files = map[string]string{}
	}
	files["plugin.json"] = string(doc)
	if err := os.MkdirAll(w.home, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if rest, ok := strings.CutPrefix(name, "../"); ok {
			path = filepath.Join(w.workspace, rest)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.plugin = manifest.ReadPlugin(dir, manifest.ScopeProject, false)
	if w.plugin.Broken() {
		t.Fatal(w.plugin.Err)
	}
	w.env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + w.home, "PLUGIN_TOOL=t", "PLUGIN_ARGS={}"}
	return w
}

func (w *world) call() *manifest.Call {
	places := manifest.Places{Workspace: w.workspace, Home: filepath.Join(w.home, ".synrun"), UserHome: w.home}
	ceiling, err := places.Ceiling(w.plugin)
	if err != nil {
		w.t.Fatal(err)
	}
	return &manifest.Call{
		ID: "x", Plugin: w.plugin, Tool: &w.plugin.Tools[0], Args: json.RawMessage("{}"), Ceiling: ceiling,
		Workspace: w.workspace, Dir: w.workspace, Timeout: w.timeout, Env: w.env, Record: w, AllowUnconfined: w.unconf, AllowAddresses: w.allow,
		Protected: []string{filepath.Join(w.workspace, ".lampson"), filepath.Join(w.workspace, ".lamps"), filepath.Join(w.workspace, ".amber")},
	}
}

func (w *world) run() (manifest.Outcome, string) {
	w.t.Helper()
	out, text, err := w.try()
	if err != nil {
		w.t.Fatal(err)
	}
	return out, text
}

func (w *world) try() (manifest.Outcome, string, error) {
	var b bytes.Buffer
	c := w.call()
	c.Stdout, c.Stderr = &b, &b
	ctx, cancel := context.WithTimeout(context.Background(), w.timeout)
	defer cancel()
	out, err := execkind.New().Run(ctx, c)
	return out, b.String(), err
}

func TestTry(t *testing.T) {
	w := makePlugin(t, "sh a.sh", os.Getenv("CAPS"), map[string]string{"a.sh": os.Getenv("SMOKE"), "../data/x.txt": "data\n", "a.py": "import os,sys,json,ssl,tempfile; print(sys.version, os.getpid(), tempfile.gettempdir())"})
	if os.Getenv("SMOKE") != "" {
		w.allow = []string{"localhost"}
		out, text := w.run()
		t.Logf("%+v\n%s", out, text)
		for _, e := range w.entries {
			t.Log(e.Capability, e.Granted, e.Source, e.Reason)
		}
	}
}
