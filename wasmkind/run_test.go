package wasmkind_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/wasmkind"
)

// guest compiles the guest of testdata, once.
var guest = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "synrun-guest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "guest.wasm")
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", out, "./testdata/guest")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=-mod=mod", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, errors.New(string(text))
	}
	return os.ReadFile(out)
})

// sharedCache is the cache of all tests: compiling the guest takes long.
var sharedCache string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "synrun-cache-")
	if err != nil {
		panic(err)
	}
	sharedCache = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func goGuest(t testing.TB) []byte {
	t.Helper()
	b, err := guest()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// world is a workspace with one wasm plugin in it.
type world struct {
	t         testing.TB
	base      string
	workspace string
	plugin    *manifest.Plugin
	runner    *wasmkind.Runner
	timeout   time.Duration
	tool      string
	args      string
	env       []string

	mu      sync.Mutex
	entries []string
	broken  bool
}

func (w *world) Check(e *audit.Entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken {
		return errors.New("the disk is full")
	}
	word := "granted "
	if !e.Granted {
		word = "refused "
	}
	w.entries = append(w.entries, word+e.Capability+" "+e.Source)
	return nil
}

func (w *world) recorded(entry string) bool { return slices.Contains(w.entries, entry) }

func newWorld(t testing.TB, module []byte, caps string) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, base: base, workspace: filepath.Join(base, "W"), timeout: 3 * time.Minute, tool: "hello", args: "{}"}
	dir := filepath.Join(w.workspace, ".lampson", "plugins", "p")
	doc, err := json.Marshal(map[string]any{"kind": "wasm", "entry": "main.wasm", "caps": caps, "tools": []any{map[string]any{"name": "t"}}})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		filepath.Join(dir, "main.wasm"): string(module), filepath.Join(dir, "plugin.json"): string(doc),
		filepath.Join(w.workspace, "data", "x.txt"): "data", filepath.Join(w.workspace, "out", "old.txt"): "old",
		filepath.Join(w.workspace, "secret.txt"): "secret", filepath.Join(base, "home", "secret"): "secret",
		filepath.Join(base, "store", "d.txt"): "stored", filepath.Join(base, "run", "plugins", ".keep"): "",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		filepath.Join(base, "run", "workspace"): w.workspace, filepath.Join(base, "run", "plugins", "store"): filepath.Join(base, "store"),
		filepath.Join(w.workspace, "data", "away"): filepath.Join(base, "home"),
		filepath.Join(w.workspace, "data", "near"): "x.txt",
	} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	w.plugin = manifest.ReadPlugin(dir, manifest.ScopeProject, false)
	if w.plugin.Broken() {
		t.Fatal(w.plugin.Err)
	}
	w.runner = wasmkind.New(wasmkind.Options{Cache: sharedCache})
	t.Cleanup(func() { _ = w.runner.Close() })
	return w
}

// call makes a call that writes to out.
func (w *world) call(out io.Writer) *manifest.Call {
	w.t.Helper()
	places := manifest.Places{Workspace: w.workspace, Home: filepath.Join(w.base, "home"), UserHome: filepath.Join(w.base, "home")}
	ceiling, err := places.Ceiling(w.plugin)
	if err != nil {
		w.t.Fatal(err)
	}
	return &manifest.Call{
		ID: "x", Plugin: w.plugin, Tool: &w.plugin.Tools[0], Args: json.RawMessage("{}"), Ceiling: ceiling,
		Workspace: w.workspace, Dir: filepath.Join(w.base, "run"), Timeout: w.timeout,
		Env:    append([]string{"PATH=/usr/bin", "SECRET=x", "PLUGIN_TOOL=" + w.tool, "PLUGIN_ARGS=" + w.args}, w.env...),
		Record: w, Mounts: []manifest.Mount{{Name: "workspace", Dir: w.workspace}, {Name: "plugins/store", Dir: filepath.Join(w.base, "store")}}, Limits: gate.PluginLimits(),
		Protected: []string{filepath.Join(w.workspace, ".lampson"), filepath.Join(w.workspace, ".lamps")},
		Stdout:    out, Stderr: out,
	}
}

func (w *world) try(ctx context.Context) (manifest.Outcome, string, error) {
	w.t.Helper()
	var b bytes.Buffer
	c := w.call(&b)
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	out, err := w.runner.Run(ctx, c)
	return out, b.String(), err
}

func (w *world) run() (manifest.Outcome, string) {
	w.t.Helper()
	out, text, err := w.try(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return out, text
}

func TestRun(t *testing.T) {
	w := newWorld(t, goGuest(t), "env=GIVEN")
	for _, c := range []struct {
		tool, text string
		exit       int
	}{
		{"hello", "hello [main.wasm] {} 0\nand goodbye\n", 0},
		{"env", "GIVEN=yes\nPLUGIN_ARGS={}\nPLUGIN_TOOL=env\n", 0},
		{"exit", "", 7},
		{"time", "true\n", 0},
	} {
		w.tool, w.env = c.tool, []string{"GIVEN=no", "GIVEN=yes"}
		out, text := w.run()
		if text != c.text || out.Exit != c.exit || !out.HasExit || out.OK != (c.exit == 0) {
			t.Errorf("%s: %+v, %q", c.tool, out, text)
		}
	}
	for _, want := range []string{`granted env("GIVEN") env()`, `granted stdout fd_write()`, `granted time clock_time_get()`} {
		if !w.recorded(want) {
			t.Errorf("no %s in %q", want, w.entries)
		}
	}
	// Without random the sequence is always the same.
	w.tool = "random"
	_, first := w.run()
	_, second := w.run()
	if first != second || !strings.HasSuffix(first, "<nil>\n") {
		t.Errorf("%q, %q", first, second)
	}
	r := newWorld(t, goGuest(t), "random")
	r.tool = "random"
	if _, other := r.run(); other == first || !r.recorded("granted random random_get()") {
		t.Errorf("%q", other)
	}
}

func TestLimits(t *testing.T) {
	w := newWorld(t, goGuest(t), "")
	w.run() // compiles
	w.timeout = 500 * time.Millisecond
	for tool, want := range map[string]string{"spin": "", "sleep": "sleeping\n"} {
		w.tool = tool
		start := time.Now()
		out, text := w.run()
		if !out.TimedOut || !out.Killed || out.OK || text != want || time.Since(start) > 5*time.Second {
			t.Errorf("%s: %+v %q after %v", tool, out, text, time.Since(start))
		}
	}
	w.tool, w.timeout = "spin", 20*time.Second
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*time.Millisecond, func() { cancel(errors.New("by the user")) })
	if out, _, err := w.try(ctx); err != nil || !out.Killed || out.TimedOut {
		t.Errorf("%+v %v", out, err)
	}
	w.tool = "memory"
	if out, text := w.run(); out.Exit != 2 || !strings.Contains(text, "out of memory") {
		t.Errorf("%+v %.200q", out, text)
	}
	w.tool, w.broken = "hello", true
	if out, text := w.run(); out.OK || strings.Contains(text, "hello") {
		t.Errorf("ran without a record: %+v %q", out, text)
	}
}

func TestFiles(t *testing.T) {
	const denied = "Permission denied"
	for _, c := range []struct{ caps, args, want string }{
		{"file.read=workspace/data/*", "read workspace/data/x.txt read /workspace/data/x.txt read workspace/data/near", "data|data|data"},
		{"file.read=workspace/data/*", "stat workspace/data/x.txt stat workspace/data stat workspace stat /", "4 false|ADIR|ADIR|ADIR"},
		{"file.read=workspace/data/*", "list workspace/data list workspace list /", "[L away L near - x.txt]|[d data/]|[d workspace/]"},
		{"file.read=workspace/data/*", "read workspace/secret.txt read workspace/data/../secret.txt read /etc/passwd read workspace/data/away/secret", denied + "|" + denied + "|" + denied + "|" + denied},
		{"file.read=workspace/data/*", "write workspace/data/x.txt write workspace/data/new remove workspace/data/x.txt mkdir workspace/data/d rename workspace/data/x.txt truncate workspace/data/x.txt times workspace/data/x.txt",
			denied + "|" + denied + "|" + denied + "|" + denied + "|" + denied + "|" + denied + "|" + denied},
		{"file=workspace/out/*", "write workspace/out/a append workspace/out/a read workspace/out/a truncate workspace/out/a read workspace/out/a rename workspace/out/a read workspace/out/a-moved remove workspace/out/a-moved stat workspace/out/a-moved",
			"ok|ok|written+more|ok|wr|ok|wr|ok|No such file or directory"},
		{"file=workspace/out/*", "mkdir workspace/out/d write workspace/out/d/e remove workspace/out/d remove workspace/out/d/e remove workspace/out/d mkdir workspace/out/d/x", "ok|ok|Directory not empty|ok|ok|No such file or directory"},
		{"file=workspace/out/*", "link workspace/out/old.txt read workspace/out/old.txt-linked times workspace/out/old.txt symlink workspace/out/s symlink-in workspace/out/t", "ok|old|ok|Operation not permitted|ok"},
		{"file.write=workspace/out/*", "write workspace/out/a read workspace/out/a list workspace/out", "ok|" + denied + "|" + denied},
		{"file=workspace/*", "write workspace/.lampson/plugins/p/main.wasm mkdir workspace/.lamps write workspace/top read workspace/top", denied + "|" + denied + "|ok|written"},
		{"file.read=plugins/*", "read plugins/store/d.txt read workspace/data/x.txt", "stored|" + denied},
		{"file.read=plugins/store/*", "read plugins/store/d.txt", "stored"},
		{"", "read workspace/data/x.txt", "Bad file number"},
	} {
		w := newWorld(t, goGuest(t), c.caps)
		w.tool, w.args = "files", c.args
		_, text := w.run()
		var got []string
		for line := range strings.Lines(text) {
			_, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			_, rest, _ = strings.Cut(rest, " ")
			if strings.HasSuffix(rest, " true") {
				rest = "ADIR"
			}
			got = append(got, rest)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.caps, c.args, strings.Join(got, "|"), c.want)
		}
	}
}

func TestFileRecord(t *testing.T) {
	w := newWorld(t, goGuest(t), "file.read=workspace/data/*,file.write=workspace/out/*")
	w.tool, w.args = "files", "read workspace/data/x.txt read workspace/secret.txt read workspace/data/away/secret write workspace/out/a write workspace/data/a read /etc/passwd"
	w.run()
	for _, want := range []string{
		`granted file_read("workspace/data/x.txt") path_open()`, `refused file_read("workspace/secret.txt") path_open()`,
		`refused file_read("workspace/data/away/secret") path_open()`, `granted file_write("workspace/out/a") path_open()`,
		`refused file_write("workspace/data/a") path_open()`, `refused file_read("/etc/passwd") path_open()`,
	} {
		want = strings.Replace(want, `"workspace/secret.txt"`, `"/workspace/secret.txt"`, 1)
		if !w.recorded(want) {
			t.Errorf("no %s in %q", want, w.entries)
		}
	}
}

// counter counts what is written and throws it away.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }

func TestLargeOutput(t *testing.T) {
	w := newWorld(t, goGuest(t), "")
	w.timeout, w.tool = time.Minute, "gigabyte"
	var n counter
	c := w.call(&n)
	out, err := w.runner.Run(t.Context(), c)
	if err != nil || !out.OK || n.n != 1<<30 {
		t.Errorf("%+v %v, %d bytes", out, err, n.n)
	}
}

func TestC(t *testing.T) {
	if _, err := exec.LookPath("clang"); err != nil && os.Getenv("CI") == "" {
		t.Skip("needs clang with wasi-libc")
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "c.wasm")
	if text, err := exec.Command("clang", "--target=wasm32-wasi", "-O2", "-o", out, "testdata/guest.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	code, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, code, "file.read=workspace/data/*")
	res, text := w.run()
	want := "1 main.wasm hello\nworkspace/data/x.txt: data\n/workspace/data/x.txt: data\nworkspace/secret.txt: Permission denied\n/etc/passwd: Permission denied\n"
	if text != want || res.Exit != 3 {
		t.Errorf("%+v %q", res, text)
	}
}

// wasm is a module with one function without arguments, exported by a name.
func wasm(export string, memory, body []byte) []byte {
	section := func(id byte, content ...byte) []byte { return append([]byte{id, byte(len(content))}, content...) }
	b := []byte("\x00asm\x01\x00\x00\x00")
	b = append(b, section(1, 1, 0x60, 0, 0)...)
	b = append(b, section(3, 1, 0)...)
	if memory != nil {
		b = append(b, section(5, append([]byte{1, 0}, memory...)...)...)
	}
	b = append(b, section(7, append(append([]byte{1, byte(len(export))}, export...), 0, 0)...)...)
	code := append(append([]byte{0}, body...), 0x0b)
	return append(b, section(10, append([]byte{1, byte(len(code))}, code...)...)...)
}

func TestModules(t *testing.T) {
	for _, c := range []struct {
		name   string
		module []byte
		exit   int
		text   string
		err    string
	}{
		{"nothing", wasm("_start", nil, nil), 0, "", ""},
		{"trap", wasm("_start", nil, []byte{0x00}), 134, "wasm error: unreachable\n", ""},
		{"deep", wasm("_start", nil, []byte{0x10, 0}), 134, "stack overflow\n", ""},
		{"no start", wasm("run", nil, nil), 0, "", "plugin cannot start: main.wasm: the module has no _start"},
		{"too much memory", wasm("_start", []byte{0x81, 0x10}, nil), 0, "", "plugin cannot start: main.wasm: section memory: min 2049 pages (128 Mi) over limit of 1024 pages (64 Mi)"},
	} {
		w := newWorld(t, c.module, "")
		out, text, err := w.try(t.Context())
		switch {
		case c.err != "" && (err == nil || err.Error() != c.err):
			t.Errorf("%s: %v", c.name, err)
		case c.err == "" && (err != nil || out.Exit != c.exit || text != c.text):
			t.Errorf("%s: %+v %q %v", c.name, out, text, err)
		}
	}
}

func TestCache(t *testing.T) {
	w := newWorld(t, wasm("_start", nil, nil), "")
	cache := filepath.Join(w.base, "cache")
	w.runner = wasmkind.New(wasmkind.Options{Cache: cache, CacheBytes: 30 << 10})
	entry := filepath.Join(w.plugin.Dir, w.plugin.Entry)
	change := func(n int) {
		t.Helper()
		// So many functions' worth of code, each module another.
		body := bytes.Repeat([]byte{0x41, byte(n), 0x1a}, 30)
		if err := os.WriteFile(entry, wasm("_start", nil, body), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, text := w.run(); !out.OK {
			t.Fatalf("%+v %q", out, text)
		}
	}
	for n := range 20 {
		change(n)
	}
	var total int64
	_ = filepath.WalkDir(cache, func(_ string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			info, _ := d.Info()
			total += info.Size()
		}
		return nil
	})
	if list, _ := os.ReadDir(cache); len(list) == 0 || total == 0 || total > 30<<10 {
		t.Errorf("%d modules, %d bytes", len(list), total)
	}
	// What is broken in the cache is made anew.
	_ = filepath.WalkDir(cache, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			err = os.WriteFile(path, []byte("broken"), 0o644)
		}
		return err
	})
	_ = w.runner.Close()
	w.runner = wasmkind.New(wasmkind.Options{Cache: cache})
	change(19)
	// No cache at all.
	w.runner = wasmkind.New(wasmkind.Options{})
	change(3)
	if _, _, err := func() (manifest.Outcome, string, error) { _ = w.runner.Close(); return w.try(t.Context()) }(); err == nil {
		t.Error("a closed runner runs")
	}
}

func TestAtOnce(t *testing.T) {
	w := newWorld(t, goGuest(t), "")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if out, text, err := w.try(context.Background()); err != nil || !out.OK || text != "hello [main.wasm] {} 0\nand goodbye\n" {
				t.Errorf("%+v %q %v", out, text, err)
			}
		})
	}
	wg.Wait()
}

func BenchmarkCall(b *testing.B) {
	b.Run("warm", func(b *testing.B) {
		w := newWorld(b, goGuest(b), "")
		w.run()
		for b.Loop() {
			w.run()
		}
	})
	b.Run("fresh", func(b *testing.B) {
		w := newWorld(b, goGuest(b), "")
		w.run()
		for b.Loop() {
			_ = w.runner.Close()
			w.runner = wasmkind.New(wasmkind.Options{Cache: sharedCache})
			w.run()
		}
	})
}
