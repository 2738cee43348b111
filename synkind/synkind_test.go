package synkind_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/synkind"
)

// world is one call of a program in a folder of its own.
type world struct {
	call    *manifest.Call
	out     bytes.Buffer
	mu      sync.Mutex
	entries []audit.Entry
	refuse  string // the capability whose record cannot be written
}

func (w *world) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}

func (w *world) Check(e *audit.Entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.entries = append(w.entries, *e)
	if w.refuse != "" && strings.HasPrefix(e.Capability, w.refuse) {
		return errNoRecord
	}
	return nil
}

var errNoRecord = errors.New("the record cannot be written: disk full")

// newWorld writes the files of a plugin; main.syn is its program.
func newWorld(t testing.TB, ceiling string, files map[string]string) *world {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list, err := caps.DefaultPlatform("").ParseList(ceiling)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{}
	w.call = &manifest.Call{
		Plugin:  &manifest.Plugin{Format: manifest.FormatPlugin, Kind: manifest.KindSyn, ID: "p", Dir: dir, Entry: "main.syn"},
		Ceiling: &manifest.Ceiling{Text: ceiling, Layers: []manifest.Layer{{From: "manifest", Text: ceiling, List: list}}},
		File:    "workspace/p/main.syn", Dir: dir, Profile: manifest.ProfileNative,
		Env: []string{"PLUGIN_TOOL=t", "HOME=/nowhere"}, Limits: gate.PluginLimits(),
		Stdout: w, Stderr: w, Record: w,
	}
	return w
}

func (w *world) run(t testing.TB, r *synkind.Runner) manifest.Outcome {
	t.Helper()
	out, err := r.Run(context.Background(), w.call)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOutput(t *testing.T) {
	tests := []struct {
		name, ceiling, source, want string
		exit                        int
	}{
		{"print", caps.Base, "print(1, \"a\")\nlog \"l\"\neprint(2)\n", "1 a\n[LOG] l\n2\n", 0},
		{"environment", caps.Base, "require env(\"PLUGIN_*\")\nprint(env(\"PLUGIN_TOOL\"))\n", "t\n", 0},
		{"error", caps.Base, "print(1)\nprint(1 / 0)\n", "1\nRuntime error: workspace/p/main.syn:2:9: Division by zero\n", 1},
		{"exit", caps.Base, "print(1)\nexit(7)\n", "1\n", 7},
		{"parse error", caps.Base, "let x 1\n", "Parse error: workspace/p/main.syn:1:7: Expected 'be' after variable name in let binding\n", 1},
		{"two memories", caps.Base, "require memory(\"a\")\nrequire memory(\"b\")\n", "Runtime error: Multiple memory declarations: require memory(\"a\") and require memory(\"b\"). A program has exactly ONE declared memory (the declared name IS its identity) — keep one declaration\n", 1},
		{"no output", "time", "print(1)\n", "Runtime error: workspace/p/main.syn:1:6: Capability not granted: stdout — this is a permission, not a bug: add `require stdout` to the program's preamble (or to the importing file, when this code runs in a module)\n", 1},
		{"modules", caps.Base, "use \"./lib/m.syn\" as m\nprint(m.x)\n", "5\n", 0},
		{"module outside", caps.Base, "use \"./lib/link.syn\" as m\nprint(m.x)\n", "", 1},
		{"agents", caps.Base, "agent A\n    print(\"hi\")\n\nspawn A\n", "[A_0] hi\n", 0},
		{"failed agent", caps.Base, "agent A\n    raise(\"no\")\n\nspawn A\n", "Agent error [A_0]: workspace/p/main.syn:2:10: no\n", 1},
		{"notes are no output", caps.Base, "print(replace_text(\"a\", \"a\", \"b\"))\n", "b\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, tt.ceiling, map[string]string{"main.syn": tt.source, "lib/m.syn": "export let x be 5\n"})
			outside := filepath.Join(t.TempDir(), "m.syn")
			if err := os.WriteFile(outside, []byte("export let x be 6\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(outside, filepath.Join(w.call.Plugin.Dir, "lib/link.syn")); err != nil {
				t.Fatal(err)
			}
			out := w.run(t, &synkind.Runner{})
			if got := w.out.String(); got != tt.want && tt.want != "" {
				t.Errorf("output\n%q\nwant\n%q", got, tt.want)
			}
			if !out.HasExit || out.Exit != tt.exit || out.OK != (tt.exit == 0) {
				t.Errorf("outcome %+v, want exit %d", out, tt.exit)
			}
		})
	}
}

func TestChecksAreRecorded(t *testing.T) {
	w := newWorld(t, caps.Base, map[string]string{"main.syn": "require file.read(\"x\")\nprint(read_file(\"x\"))\n", "x": "secret"})
	out := w.run(t, &synkind.Runner{})
	if out.OK || strings.Contains(w.out.String(), "secret") || !strings.Contains(w.out.String(), "declared but above the host ceiling") {
		t.Errorf("output %q", w.out.String())
	}
	last := w.entries[len(w.entries)-1]
	if last.Granted || last.Capability != `file_read("x")` || last.File != "workspace/p/main.syn" || last.Line != 2 {
		t.Errorf("last entry %+v", last)
	}
}

func TestNoRecordNoAct(t *testing.T) {
	const program = "require file.write(\"x\")\ntry\n    write_file(\"x\", \"1\")\nrecover e\n    print(e)\nprint(\"on\")\n"
	w := newWorld(t, caps.Base+",file.write=x", map[string]string{"main.syn": program})
	w.refuse = "file_write"
	out := w.run(t, &synkind.Runner{})
	if want := "Runtime error: " + errNoRecord.Error() + "\n"; out.Exit != 1 || w.out.String() != want {
		t.Errorf("exit %d, output %q, want %q", out.Exit, w.out.String(), want)
	}
	if _, err := os.Stat(filepath.Join(w.call.Dir, "x")); err == nil {
		t.Error("the file was written")
	}
	w.refuse = "time" // ambient: recorded before anything runs
	if _, err := (&synkind.Runner{}).Run(context.Background(), w.call); !errors.Is(err, errNoRecord) {
		t.Errorf("error %v", err)
	}
}

func TestDeadline(t *testing.T) {
	w := newWorld(t, caps.Base, map[string]string{"main.syn": "print(1)\nwhile true\n    let x be 1\n"})
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	start := time.Now()
	out, err := (&synkind.Runner{}).Run(ctx, w.call)
	if err != nil || !out.TimedOut || !out.Killed || w.out.String() != "1\n" {
		t.Errorf("outcome %+v, %v, output %q", out, err, w.out.String())
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestWithoutCeilingNothingRuns(t *testing.T) {
	w := newWorld(t, caps.Base, map[string]string{"main.syn": "print(1)\n"})
	w.call.Ceiling = nil
	if _, err := (&synkind.Runner{}).Run(context.Background(), w.call); err == nil {
		t.Error("it ran")
	}
}

func BenchmarkWarmCall(b *testing.B) {
	src, err := os.ReadFile("../examples/example-hello/main.syn")
	if err != nil {
		b.Fatal(err)
	}
	w := newWorld(b, caps.Base, map[string]string{"main.syn": string(src)})
	w.call.Env = []string{"PLUGIN_TOOL=greet", `PLUGIN_ARGS={"who": "Ana"}`}
	r := &synkind.Runner{}
	b.ReportAllocs()
	for b.Loop() {
		w.out.Reset()
		w.entries = w.entries[:0]
		if out, err := r.Run(context.Background(), w.call); err != nil || !out.OK {
			b.Fatal(out, err, w.out.String())
		}
	}
}
