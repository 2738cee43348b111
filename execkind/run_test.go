//go:build unix

package execkind_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/execkind"
	"github.com/synrun/synrun/gate"
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
	allow     []string // addresses that the network guard lets through
	anyway    bool     // run also when the sandbox cannot be built

	mu      sync.Mutex
	entries []string
	broken  bool // the record cannot be written
}

func (w *world) Check(e *audit.Entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken {
		return errors.New("the disk is full")
	}
	word := "granted"
	if !e.Granted {
		word = "refused"
	}
	w.entries = append(w.entries, word+" "+e.Capability+" "+e.Source)
	return nil
}

func (w *world) recorded(entry string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Contains(w.entries, entry)
}

// newWorld writes the files of a plugin. Their paths start at its folder, or at
// the workspace when they begin with "../".
func newWorld(t *testing.T, command, caps string, files map[string]string) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, workspace: filepath.Join(base, "W"), home: filepath.Join(base, "home"), timeout: 20 * time.Second}
	dir := filepath.Join(w.workspace, ".lampson", "plugins", "p")
	doc, err := json.Marshal(map[string]any{"kind": "exec", "command": command, "caps": caps, "tools": []any{map[string]any{"name": "t"}}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "plugin.json"), string(doc))
	if err := os.MkdirAll(w.home, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if rest, ok := strings.CutPrefix(name, "../"); ok {
			write(t, filepath.Join(w.workspace, rest), text)
		} else {
			write(t, filepath.Join(dir, name), text)
		}
	}
	w.plugin = manifest.ReadPlugin(dir, manifest.ScopeProject, false)
	if w.plugin.Broken() {
		t.Fatal(w.plugin.Err)
	}
	w.env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + w.home, "PLUGIN_TOOL=t", "PLUGIN_ARGS={}"}
	return w
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func (w *world) call() *manifest.Call {
	places := manifest.Places{Workspace: w.workspace, Home: filepath.Join(w.home, ".synrun"), UserHome: w.home}
	ceiling, err := places.Ceiling(w.plugin)
	if err != nil {
		w.t.Fatal(err)
	}
	return &manifest.Call{
		ID: "x", Plugin: w.plugin, Tool: &w.plugin.Tools[0], Args: json.RawMessage("{}"), Ceiling: ceiling,
		Workspace: w.workspace, Dir: w.workspace, Timeout: w.timeout, Env: w.env, Record: w,
		AllowAddresses: w.allow, AllowUnconfined: w.anyway,
		Protected: []string{filepath.Join(w.workspace, ".lampson"), filepath.Join(w.workspace, ".lamps"), filepath.Join(w.workspace, ".amber")},
	}
}

func (w *world) try(ctx context.Context) (manifest.Outcome, string, error) {
	var b bytes.Buffer
	c := w.call()
	c.Stdout, c.Stderr = &b, &b
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	out, err := execkind.New().Run(ctx, c)
	return out, b.String(), err
}

func (w *world) run() (manifest.Outcome, string) {
	w.t.Helper()
	out, text, err := w.try(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return out, text
}

// needs leaves a test out on a machine that lacks a program which it needs;
// the machine of the checks must have them all.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			if os.Getenv("CI") == "" {
				t.Skipf("needs %s", p)
			}
			t.Fatalf("the tests need %s: %v", p, err)
		}
	}
}

func TestRun(t *testing.T) {
	needs(t, "python3", "node")
	for _, c := range []struct {
		name, command string
		files         map[string]string
		text          string
		exit          int
	}{
		{"sh", "sh a.sh x 'two words'", map[string]string{"a.sh": `echo "$PLUGIN_TOOL $PLUGIN_ARGS $# $2"; pwd -P | grep -c '/W$'`}, "t {} 2 two words\n1\n", 0},
		{"order of streams", "sh a.sh", map[string]string{"a.sh": "echo 1; echo 2 >&2; echo 3"}, "1\n2\n3\n", 0},
		{"empty input", "sh a.sh", map[string]string{"a.sh": "cat; echo end"}, "end\n", 0},
		{"direct", "a.sh", map[string]string{"a.sh": "#!/bin/sh\necho direct"}, "direct\n", 0},
		{"exit code", "sh a.sh", map[string]string{"a.sh": "echo out; exit 7"}, "out\n", 7},
		{"signal", "sh a.sh", map[string]string{"a.sh": "kill -TERM $$"}, "", 143},
		{"python", "python3 a.py", map[string]string{"a.py": "import os, json; print(json.loads(os.environ['PLUGIN_ARGS']), os.environ['PLUGIN_TOOL'])"}, "{} t\n", 0},
		{"node", "node a.js", map[string]string{"a.js": "console.log(JSON.parse(process.env.PLUGIN_ARGS), process.env.PLUGIN_TOOL)"}, "{} t\n", 0},
		{"file of the workspace", "sh tools/x.sh", map[string]string{"../tools/x.sh": "echo from the workspace"}, "from the workspace\n", 0},
	} {
		// The same program gives the same result in a sandbox that lends it what
		// it uses.
		for _, caps := range []string{"", "file.read=workspace/*,exec=cat,exec=grep"} {
			w := newWorld(t, c.command, caps, c.files)
			out, text := w.run()
			if text != c.text || out.Exit != c.exit || !out.HasExit || out.OK != (c.exit == 0) {
				t.Errorf("%s under %q: %+v, %q", c.name, caps, out, text)
			}
		}
	}
}

func TestCannotStart(t *testing.T) {
	for _, c := range []struct {
		command string
		files   map[string]string
		reason  string
	}{
		{"no-such-program", nil, "plugin cannot start: no-such-program: executable file not found in $PATH"},
		{"./missing.sh", nil, "plugin cannot start: ./missing.sh: no such file or directory"},
		{"data", map[string]string{"../data/x": ""}, "plugin cannot start: data: executable file not found in $PATH"},
		{"./data", map[string]string{"../data/x": ""}, "plugin cannot start: ./data: is a directory"},
		{"a.sh", map[string]string{"a.sh": "no first line"}, "plugin cannot start: DIR/a.sh: exec format error"},
	} {
		for _, caps := range []string{"", "time"} {
			w := newWorld(t, c.command, caps, c.files)
			_, _, err := w.try(t.Context())
			want := strings.ReplaceAll(c.reason, "DIR", w.plugin.Dir)
			var start *manifest.StartError
			if !errors.As(err, &start) || err.Error() != want {
				t.Errorf("%s under %q: %v, want %s", c.command, caps, err, want)
			}
		}
	}
	w := newWorld(t, "x", "", nil)
	w.plugin.Command = nil
	if _, _, err := w.try(t.Context()); err == nil || err.Error() != "plugin 'p' has an empty command" {
		t.Error(err)
	}
}

// alive reports whether a process runs whose command line holds the mark.
func alive(mark string) bool {
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range list {
		if b, _ := os.ReadFile(path); bytes.Contains(b, []byte(mark)) {
			return true
		}
	}
	return false
}

func TestProgramsThatDoNotEnd(t *testing.T) {
	n := 0
	for _, c := range []struct {
		name, script string
		text         string
		timedOut     bool
	}{
		{"never ends", "echo started; sleep SECONDS", "started\n", true},
		{"ignores signals", "trap '' TERM INT HUP; echo started; sleep SECONDS; sleep SECONDS", "started\n", true},
		{"leaves children", "echo started; sleep SECONDS & sleep SECONDS & exit 0", "started\n", false},
		{"leaves grandchildren and closes its output", "(sh -c 'sleep SECONDS & sleep SECONDS' &) ; echo started; exec >&- 2>&-; sleep 0.2", "started\n", false},
		{"its child holds the output", "echo started; sh -c 'trap \"\" TERM; sleep SECONDS' & wait", "started\n", true},
	} {
		for _, caps := range []string{"", "exec=sleep,exec=sh"} {
			n++
			seconds := fmt.Sprintf("%d.%d", 600+n, os.Getpid())
			w := newWorld(t, "sh a.sh", caps, map[string]string{"a.sh": strings.ReplaceAll(c.script, "SECONDS", seconds)})
			w.timeout = time.Second
			start := time.Now()
			out, text := w.run()
			if took := time.Since(start); took > 4*time.Second {
				t.Errorf("%s under %q: took %v", c.name, caps, took)
			}
			if text != c.text || out.TimedOut != c.timedOut || out.Killed != c.timedOut || out.OK == c.timedOut {
				t.Errorf("%s under %q: %+v, %q", c.name, caps, out, text)
			}
			deadline := time.Now().Add(2 * time.Second)
			for alive(seconds) && time.Now().Before(deadline) {
				time.Sleep(10 * time.Millisecond)
			}
			if alive(seconds) {
				t.Errorf("%s under %q: something lives on", c.name, caps)
			}
		}
	}
}

// Who leaves the group of an unconfined program lives on, but the call does not
// wait for it.
func TestLeavesTheGroup(t *testing.T) {
	seconds := fmt.Sprintf("5.%d", os.Getpid())
	w := newWorld(t, "sh a.sh", "", map[string]string{"a.sh": "setsid sleep " + seconds + " & echo started"})
	start := time.Now()
	out, text := w.run()
	if took := time.Since(start); took > 3*time.Second || text != "started\n" || !out.OK {
		t.Errorf("%+v %q after %v", out, text, took)
	}
}

func TestCancel(t *testing.T) {
	for _, caps := range []string{"", "exec=sleep"} {
		w := newWorld(t, "sh a.sh", caps, map[string]string{"a.sh": "sleep 30"})
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(200*time.Millisecond, func() { cancel(errors.New("by the user")) })
		start := time.Now()
		out, _, err := w.try(ctx)
		if err != nil || !out.Killed || out.TimedOut || time.Since(start) > 5*time.Second {
			t.Errorf("%+v %v after %v", out, err, time.Since(start))
		}
	}
}

// counter counts what is written and throws it away.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }

func TestLargeOutput(t *testing.T) {
	for _, caps := range []string{"", "exec=head"} {
		w := newWorld(t, "sh a.sh", caps, map[string]string{"a.sh": "head -c 1073741824 /dev/zero"})
		w.timeout = time.Minute
		c := w.call()
		var n counter
		c.Stdout, c.Stderr = &n, &n
		out, err := execkind.New().Run(t.Context(), c)
		if err != nil || out.Exit != 0 || n.n != 1<<30 {
			t.Errorf("%+v %v, %d bytes", out, err, n.n)
		}
	}
}

func TestConfined(t *testing.T) {
	needs(t, "python3", "node", "git", "curl")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, c := range []struct {
		name, caps, script string
		text               string
	}{
		{"no ceiling items", "time", `read x < data.txt && echo "$x"; echo end`, "cannot open data.txt: Permission denied\nend\n"},
		{"a file", "file.read=workspace/data.txt", `read x < data.txt; echo "$x"; read y < other.txt`, "data\ncannot open other.txt: Permission denied\n"},
		{"a relative file", "file.read=data.txt", `read x < data.txt; echo "$x"`, "data\n"},
		{"a folder", "file.read=workspace/sub/*", `read x < sub/a.txt; echo "$x"; echo y > sub/a.txt`, "sub\ncannot create sub/a.txt: Read-only file system\n"},
		{"a folder to write", "file=workspace/sub/*", `echo new > sub/b.txt; read x < sub/b.txt; echo "$x"; echo y > data.txt`, "new\ncannot create data.txt: Read-only file system\n"},
		{"write only", "file.write=workspace/sub/*", `echo new > sub/b.txt; read x < sub/a.txt`, "cannot open sub/a.txt: Permission denied\n"},
		{"a file that is not there yet", "file.write=workspace/new.txt", `echo new > new.txt; echo done`, "done\n"},
		{"a folder that is not there yet", "file=workspace/deep/er/*", `echo done`, "done\n"},
		{"the project", "file=workspace/*", `echo x > .lampson/plugins/p/a.sh; echo x > .amber/x; echo x > top.txt; read x < data.txt; echo "$x"`,
			"cannot create .lampson/plugins/p/a.sh: Read-only file system\ncannot create .amber/x: Read-only file system\ndata\n"},
		{"a link that leads out", "file.read=workspace/out/*", `read x < out/hostname`, "cannot open out/hostname: Permission denied\n"},
		{"no programs", "time", `cat data.txt`, "cat: Permission denied\n"},
		{"a program", "exec=cat,file.read=workspace/*", `cat data.txt`, "data\n"},
		{"the temporary folder", "time", `echo x > "$TMPDIR/y" && read z < "$TMPDIR/y" && echo "$z"`, "x\n"},
		{"python", "exec=python3", `python3 -c 'import os, ssl, sqlite3, tempfile; f = tempfile.TemporaryFile(); f.write(b"x"); print(os.getpid() < 50)'`, "True\n"},
		{"node", "exec=node,file.read=workspace/*", `node -e 'console.log(require("fs").readFileSync("data.txt", "utf8").trim())'`, "data\n"},
		{"git", "exec=git,file=workspace/repo/*", `cd repo && git init -q && git config user.name n && git config user.email e && git add a.txt && git commit -qm first && git log --format=%s`, "first\n"},
		{"curl without net", "exec=curl", `curl -sS http://127.0.0.1:1/ 2>/dev/null; echo $?`, "7\n"},
		{"standard files by name", "time", `echo x > /dev/stderr; echo y > /dev/stdout; read z < /dev/stdin || echo none`, "x\ny\nnone\n"},
		{"a substituted process", "exec=bash,exec=cat", `bash -c 'cat <(echo sub)'`, "sub\n"},
		{"another user's rights", "exec=id", `id -u | { read u; [ "$u" = "$UID_OUTSIDE" ] && echo same; }`, "same\n"},
		{"devices", "time", `echo x > /dev/null && echo y > /dev/sda`, "cannot create /dev/sda: Read-only file system\n"},
	} {
		w := newWorld(t, "sh a.sh", c.caps, map[string]string{
			"a.sh": c.script, "../data.txt": "data\n", "../other.txt": "other\n", "../sub/a.txt": "sub\n", "../repo/a.txt": "a\n",
		})
		// A person's own settings, which git gives up over when it cannot read them.
		write(t, filepath.Join(w.home, ".gitconfig"), "[alias]\n\tx = log\n")
		if err := os.Symlink("/etc", filepath.Join(w.workspace, "out")); err != nil {
			t.Fatal(err)
		}
		w.env = append(w.env, fmt.Sprintf("UID_OUTSIDE=%d", os.Getuid()))
		_, text := w.run()
		var got strings.Builder
		for line := range strings.Lines(text) {
			// The shell says where in the script it was.
			if _, rest, ok := strings.Cut(line, "a.sh: 1: "); ok {
				line = rest
			}
			got.WriteString(line)
		}
		if got.String() != c.text {
			t.Errorf("%s: %q, want %q", c.name, got.String(), c.text)
		}
		for _, name := range []string{".amber", ".lamps", "deep"} {
			if _, err := os.Lstat(filepath.Join(w.workspace, name)); err == nil {
				t.Errorf("%s: %s is left behind", c.name, name)
			}
		}
	}
}

func TestConfinedRecord(t *testing.T) {
	w := newWorld(t, "sh a.sh", "file.read=workspace/sub/*,exec=cat,exec=./tool,env=TOKEN,file.write=workspace/bin/*,exec=bin/x", map[string]string{
		"a.sh": "echo $TOKEN $OTHER", "../sub/a.txt": "", "../tool": "#!/bin/sh\n", "../bin/x": "#!/bin/sh\n",
	})
	w.env = append(w.env, "TOKEN=abc")
	if _, text := w.run(); text != "abc\n" {
		t.Errorf("%q", text)
	}
	for _, want := range []string{
		`granted file_read("workspace/sub/*") confine`, `granted file_write("workspace/bin/*") confine`, `granted exec("cat") confine`,
		`granted exec("./tool") confine`, `refused exec("bin/x") confine`, `granted env("TOKEN") confine`,
	} {
		if !w.recorded(want) {
			t.Errorf("no %s in %q", want, w.entries)
		}
	}
	if len(w.entries) != 6 {
		t.Errorf("%q", w.entries)
	}
	w.broken = true
	if _, text, err := w.try(t.Context()); err == nil || text != "" {
		t.Errorf("ran without a record: %q, %v", text, err)
	}
}

func TestConfinedEnvironment(t *testing.T) {
	needs(t, "env")
	w := newWorld(t, "env", "net=a.test", nil)
	w.env = []string{"PATH=/usr/bin:/bin", "HOME=/h", "HOME=" + w.home, "LANG=C", "PLUGIN_TOOL=t", "TMPDIR=/var/tmp", "HTTP_PROXY=http://elsewhere"}
	_, text := w.run()
	names := map[string]string{}
	for line := range strings.Lines(text) {
		k, v, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if _, twice := names[k]; twice {
			t.Errorf("%s is there twice", k)
		}
		names[k] = v
	}
	for name, want := range map[string]string{
		"HOME": w.home, "LANG": "C", "PLUGIN_TOOL": "t", "HTTP_PROXY": "http://127.0.0.1:3128", "https_proxy": "http://127.0.0.1:3128", "ALL_PROXY": "http://127.0.0.1:3128",
	} {
		if names[name] != want {
			t.Errorf("%s is %q, want %q", name, names[name], want)
		}
	}
	if !strings.Contains(names["TMPDIR"], "synrun-") {
		t.Errorf("TMPDIR is %q", names["TMPDIR"])
	}
	if list, err := os.ReadDir(names["TMPDIR"]); err == nil && len(list) > 0 {
		t.Error("something is left in the temporary folder")
	}
}

// Many calls of one plugin at once do not take each other's folders away.
func TestConfinedAtOnce(t *testing.T) {
	w := newWorld(t, "sh a.sh", "file=workspace/*,file=workspace/made/*,exec=sleep", map[string]string{
		"a.sh": "i=0; while [ $i -lt 5 ]; do echo x > .lamps/x; sleep 0.02; i=$((i+1)); done 2>/dev/null; echo x > made/$$.txt; echo ok",
	})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, text, err := w.try(t.Context()); err != nil || text != "ok\n" {
				t.Errorf("%q %v", text, err)
			}
		})
	}
	wg.Wait()
	for _, name := range []string{".lamps/x", ".lamps", ".amber"} {
		if _, err := os.Lstat(filepath.Join(w.workspace, name)); err == nil {
			t.Errorf("%s is there", name)
		}
	}
	if list, _ := os.ReadDir(filepath.Join(w.workspace, "made")); len(list) == 0 {
		t.Error("what was written is gone")
	}
	if info, err := os.Stat(filepath.Join(w.workspace, "made")); err != nil || info.ModTime().Year() < 2000 {
		t.Errorf("%v %v", info, err)
	}
}

func TestFindProgram(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "shims", "x"), "#!/bin/sh\n")
	write(t, filepath.Join(dir, "bin", "x"), "#!/bin/sh\n")
	write(t, filepath.Join(dir, "shims", "only"), "#!/bin/sh\n")
	env := []string{"PATH=relative:" + filepath.Join(dir, "shims") + ":" + filepath.Join(dir, "bin")}
	for _, c := range []struct {
		find func(string, string, []string) (string, error)
		word string
		want string
	}{
		{gate.FindProgram, "x", "shims/x"}, {gate.FindConfined, "x", "bin/x"}, {gate.FindConfined, "only", "shims/only"},
		{gate.FindConfined, "bin/x", "bin/x"}, {gate.FindProgram, "./bin/x", "bin/x"},
	} {
		if got, err := c.find(c.word, dir, env); err != nil || got != filepath.Join(dir, c.want) {
			t.Errorf("%s: %s %v", c.word, got, err)
		}
	}
}
