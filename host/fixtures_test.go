package host_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/synrun/synrun/execkind"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/rpckind"
	"github.com/synrun/synrun/synkind"
	"github.com/synrun/synrun/vet"
	"github.com/synrun/synrun/wasmkind"
)

var fixturesDir = flag.String("fixtures", "../testdata/hosts", "folder of plugin fixtures: valid/<format>/<name>, broken/<format>/<name>, workspace")

// runners makes the runners of the kinds that exist. A call of another kind is
// only decided, listed and described.
var runners = map[manifest.Kind]func() manifest.Runner{
	manifest.KindSyn:  func() manifest.Runner { return &synkind.Runner{} },
	manifest.KindExec: func() manifest.Runner { return execkind.New() },
	manifest.KindRPC:  func() manifest.Runner { return rpckind.New() },
	manifest.KindWasm: func() manifest.Runner { return wasmkind.New(wasmkind.Options{}) },
}

// line is one line of CALLS.jsonl.
type line struct {
	Tool     string          `json:"tool"`
	FullName string          `json:"full_name"`
	Args     json.RawMessage `json:"args"`
	Caller   string          `json:"caller"`
	Mode     host.Mode       `json:"mode"`
	Profile  host.Profile    `json:"profile"`

	Want       *string `json:"want"`
	WantRE     *string `json:"want_re"`
	WantNot    *string `json:"want_not"`
	WantPrefix *string `json:"want_prefix"`
	WantSuffix *string `json:"want_suffix"`
	WantChars  *int    `json:"want_chars"`
	OK         *bool   `json:"ok"`
	MaxMS      *int64  `json:"max_ms"`
	DeadlineS  float64 `json:"deadline_s"`

	Decision *host.Decision `json:"decision"`
	Listed   *bool          `json:"listed"`

	Settings   map[string]string `json:"settings"`
	WantError  *string           `json:"want_error"`
	GetSetting *string           `json:"get_setting"`
	Command    *string           `json:"command"`

	Ceiling        *string      `json:"ceiling"`
	ProjectCaps    *string      `json:"project_caps"`
	SessionCeiling *string      `json:"session_ceiling"`
	Timeout        *float64     `json:"timeout"`
	Legacy         *bool        `json:"legacy"`
	Scope          *string      `json:"scope"`
	Hint           *string      `json:"hint"`
	Lint           *vet.Promise `json:"lint"`
	LintSource     *string      `json:"lint_source"`
	Caps           *string      `json:"caps"`

	hasArgs bool
}

func TestFixtures(t *testing.T) {
	root, err := filepath.Abs(*fixturesDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range manifest.Formats() {
		for _, dir := range subfolders(t, filepath.Join(root, "valid", string(format))) {
			t.Run("valid/"+string(format)+"/"+filepath.Base(dir), func(t *testing.T) { testValid(t, root, format, dir) })
		}
		for _, dir := range subfolders(t, filepath.Join(root, "broken", string(format))) {
			t.Run("broken/"+string(format)+"/"+filepath.Base(dir), func(t *testing.T) { testBroken(t, root, format, dir) })
		}
	}
}

// subfolders of a folder; one that is not there has none.
func subfolders(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}

// open makes a fresh workspace with a copy of the fixture project, and a host.
func open(t *testing.T, root string) *host.Host {
	t.Helper()
	base := t.TempDir()
	ws := filepath.Join(base, "W")
	if err := os.MkdirAll(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	if project := filepath.Join(root, "workspace"); exists(project) {
		if err := os.CopyFS(ws, os.DirFS(project)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(base, "outside.txt"), []byte("outside\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": filepath.Join(base, "user"), "PATH": os.Getenv("PATH")}
	places, err := manifest.PlacesFrom(func(k string) string { return env[k] }, ws, filepath.Join(base, "home"))
	if err != nil {
		t.Fatal(err)
	}
	places.System = nil
	have := map[manifest.Kind]manifest.Runner{}
	for kind, make := range runners {
		have[kind] = make()
	}
	h, err := host.Open(host.Options{
		Places: places, Config: host.DefaultConfig(), Runners: have,
		Environ: []string{"HOME=" + env["HOME"], "PATH=" + env["PATH"]},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func exists(path string) bool { _, err := os.Lstat(path); return err == nil }

// install copies a plugin folder with its modes to where its format has it.
func install(t *testing.T, h *host.Host, format manifest.Format, dir string, fixModes bool) {
	t.Helper()
	to := h.Places().ProjectDir(format, filepath.Base(dir))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if !fixModes {
		return
	}
	// A checkout may have lost the executable bits of valid folders.
	err := filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil && bytes.HasPrefix(src, []byte("#!")) {
			err = os.Chmod(path, 0o755)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func testBroken(t *testing.T, root string, format manifest.Format, dir string) {
	h := open(t, root)
	for _, sibling := range subfolders(t, filepath.Dir(dir)) {
		install(t, h, format, sibling, false)
	}
	valid := subfolders(t, filepath.Join(root, "valid", string(format)))
	for _, v := range valid {
		install(t, h, format, v, true)
	}
	rows, err := h.List(host.ListFilter{})
	if err != nil {
		t.Fatal(err)
	}
	state := map[string]host.Row{}
	for _, r := range rows {
		state[r.Name] = r
	}
	for _, v := range valid {
		if r, ok := state[filepath.Base(v)]; !ok || r.State == host.Broken {
			t.Errorf("%s is hidden or broken: %s", filepath.Base(v), r.Error)
		}
	}
	r, ok := state[filepath.Base(dir)]
	if !ok {
		t.Fatal("not listed")
	}
	src, err := os.ReadFile(filepath.Join(dir, "EXPECT"))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSuffix(string(src), "\n")
	if re, isRE := strings.CutPrefix(want, "re:"); isRE {
		if !regexp.MustCompile(re).MatchString(r.Error) {
			t.Errorf("error %q does not match %s", r.Error, re)
		}
	} else if r.Error != want {
		t.Errorf("error %q, want %q", r.Error, want)
	}
	if r.State != host.Broken || r.Kind != "?" || r.Enabled || len(r.Tools) > 0 {
		t.Errorf("row of a broken plugin: %+v", r)
	}
	if _, err := h.On(r.Plugin, host.TurnOptions{By: "user"}); err == nil {
		t.Error("a broken plugin can be turned on")
	}
}

func testValid(t *testing.T, root string, format manifest.Format, dir string) {
	h := open(t, root)
	install(t, h, format, dir, true)
	p, err := h.Plugin(filepath.Base(dir), "")
	if err != nil {
		t.Fatal(err)
	}
	if p.Broken() {
		t.Fatalf("broken: %s", p.Err)
	}
	if _, err := h.On(p, host.TurnOptions{By: "user"}); err != nil {
		t.Fatal(err)
	}
	src, err := os.Open(filepath.Join(dir, "CALLS.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	lines := bufio.NewScanner(src)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		l.hasArgs = bytes.Contains(text, []byte(`"args"`))
		t.Run(lineName(n, &l), func(t *testing.T) { l.run(t, h, p) })
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func lineName(n int, l *line) string {
	what := l.Tool
	switch {
	case l.FullName != "":
		what = l.FullName
	case l.Command != nil:
		what = "command"
	case l.Lint != nil:
		what = "lint"
	case what == "":
		what = "fields"
	}
	return fmt.Sprintf("line %02d %s", n, what)
}

func (l *line) run(t *testing.T, h *host.Host, p *manifest.Plugin) {
	l.ceilings(t, h)
	for key, typed := range l.Settings {
		if err := h.SetSetting(p, key, typed, "user"); err != nil {
			l.wantError(t, err)
		} else if l.WantError != nil && l.Tool == "" {
			t.Errorf("%s=%s was stored, want the error %q", key, typed, *l.WantError)
		}
	}
	if l.GetSetting != nil {
		got, err := h.Setting(p, *l.GetSetting)
		if err != nil {
			t.Fatal(err)
		}
		l.text(t, got)
		return
	}
	if l.Command != nil {
		_, err := h.Command(t.Context(), strings.Fields(strings.TrimPrefix(*l.Command, "/")), host.ArgSource{}, host.Request{})
		l.wantError(t, err)
		return
	}
	l.fields(t, h, p)
	if l.Tool != "" || l.FullName != "" {
		l.tool(t, h, p)
	}
}

func (l *line) wantError(t *testing.T, err error) {
	t.Helper()
	switch {
	case l.WantError == nil:
		t.Errorf("error %v", err)
	case err == nil || err.Error() != *l.WantError:
		t.Errorf("error %v, want %q", err, *l.WantError)
	}
}

// ceilings writes the project's and the session's ceiling for this line.
func (l *line) ceilings(t *testing.T, h *host.Host) {
	put := func(path, key string, value *string) {
		if value == nil {
			return
		}
		src, err := json.Marshal(map[string]string{key: *value})
		if err == nil {
			err = manifest.WriteFile(path, src)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Remove(path) })
	}
	put(filepath.Join(h.Places().Workspace, ".lamps", "config.json"), "caps", l.ProjectCaps)
	put(h.Places().SessionFile(), "ceiling", l.SessionCeiling)
}

// fields compares what is shown of a plugin.
func (l *line) fields(t *testing.T, h *host.Host, p *manifest.Plugin) {
	row, err := h.Row(p)
	if err != nil {
		t.Fatal(err)
	}
	if l.Ceiling != nil && row.Caps != *l.Ceiling {
		t.Errorf("ceiling %q, want %q", row.Caps, *l.Ceiling)
	}
	if l.Timeout != nil && float64(row.Timeout) != *l.Timeout {
		t.Errorf("timeout %d, want %v", row.Timeout, *l.Timeout)
	}
	if l.Legacy != nil && row.Legacy != *l.Legacy {
		t.Errorf("legacy %t", row.Legacy)
	}
	if l.Scope != nil && row.Scope != *l.Scope {
		t.Errorf("scope %q, want %q", row.Scope, *l.Scope)
	}
	if l.Hint != nil && p.LegacyHint() != *l.Hint {
		t.Errorf("hint %q, want %q", p.LegacyHint(), *l.Hint)
	}
	if l.Lint == nil {
		return
	}
	source, ceiling := "", p.Caps
	if l.LintSource != nil {
		source = *l.LintSource
	} else if src, err := os.ReadFile(filepath.Join(p.Dir, p.Entry)); err == nil {
		source = string(src)
	}
	if l.Caps != nil {
		ceiling = *l.Caps
	}
	if got := vet.Lint(source, ceiling); !reflect.DeepEqual(got, *l.Lint) {
		t.Errorf("lint %+v, want %+v", got, *l.Lint)
	}
}

func (l *line) tool(t *testing.T, h *host.Host, p *manifest.Plugin) {
	name := l.FullName
	if name == "" {
		name = string(p.Format) + ":" + p.ID + "." + l.Tool
	}
	if !l.hasArgs && (l.Listed != nil || l.Decision != nil) {
		tool := p.Tool(l.Tool)
		if tool == nil {
			t.Fatalf("no tool %s", l.Tool)
		}
		v, listed, err := h.Verdict(tool, host.ActorModel, l.Mode, l.Profile)
		if err != nil {
			t.Fatal(err)
		}
		if l.Decision != nil && v.Decision != *l.Decision {
			t.Errorf("decision %s, want %s", v.Decision, *l.Decision)
		}
		if l.Listed != nil && listed != *l.Listed {
			t.Errorf("listed %t, want %t", listed, *l.Listed)
		}
		return
	}
	req := host.Request{Name: name, Args: l.Args, Timeout: time.Duration(l.DeadlineS * float64(time.Second))}
	if l.Caller == "cli" || l.Caller == "mcp" {
		req.AnyLamp = true
	}
	if p.Tool(l.Tool) != nil && runners[p.Kind] == nil {
		return // the runner of this kind comes later; the plugin is only described
	}
	start := time.Now()
	r, err := h.Call(context.Background(), req)
	if err != nil {
		// An error that is raised counts as its text.
		r = &host.Result{Output: err.Error()}
	}
	if took := time.Since(start).Milliseconds(); l.MaxMS != nil && took > *l.MaxMS {
		t.Errorf("took %d ms, at most %d", took, *l.MaxMS)
	}
	if l.OK != nil && r.OK != *l.OK {
		t.Errorf("ok %t, want %t", r.OK, *l.OK)
	}
	switch l.Caller {
	case "cli":
		l.text(t, r.LampCLI())
	case "mcp":
		l.text(t, r.LampText())
	default:
		l.text(t, r.Output)
	}
}

func (l *line) text(t *testing.T, got string) {
	t.Helper()
	if l.Want != nil && got != *l.Want {
		t.Errorf("got  %q\nwant %q", got, *l.Want)
	}
	if l.WantRE != nil && !regexp.MustCompile(*l.WantRE).MatchString(got) {
		t.Errorf("got %q, want a match of %s", got, *l.WantRE)
	}
	if l.WantNot != nil && strings.Contains(got, *l.WantNot) {
		t.Errorf("got %q, which contains %q", got, *l.WantNot)
	}
	if l.WantPrefix != nil && !strings.HasPrefix(got, *l.WantPrefix) {
		t.Errorf("got %.60q…, want the beginning %q", got, *l.WantPrefix)
	}
	if l.WantSuffix != nil && !strings.HasSuffix(got, *l.WantSuffix) {
		t.Errorf("got …%q, want the end %q", got[max(0, len(got)-80):], *l.WantSuffix)
	}
	if l.WantChars != nil && utf8.RuneCountInString(got) != *l.WantChars {
		t.Errorf("got %d characters, want %d", utf8.RuneCountInString(got), *l.WantChars)
	}
}

// TestWrittenPlugins: the example and what New writes pass their own calls.
func TestWrittenPlugins(t *testing.T) {
	w := newWorld(t, nil)
	plugins := []*manifest.Plugin{manifest.ByDir("../examples/example-hello")}
	for _, req := range []host.NewRequest{
		{Name: "a-syn"}, {Name: "an-exec", Kind: manifest.KindExec}, {Name: "an_rpc", Kind: manifest.KindRPC},
		{Name: "a-module", Kind: manifest.KindWasm}, {Name: "a-lamp", Lamp: true},
	} {
		p, err := w.New(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		plugins = append(plugins, p)
	}
	for _, p := range plugins {
		if p == nil || p.Broken() {
			t.Errorf("broken: %+v", p)
			continue
		}
		if runners[p.Kind] == nil {
			continue
		}
		opt := host.Options{
			Config: host.DefaultConfig(), Environ: []string{"PATH=" + os.Getenv("PATH")},
			Runners: map[manifest.Kind]manifest.Runner{p.Kind: runners[p.Kind]()},
		}
		trials, err := host.TryCalls(context.Background(), p, opt)
		if err != nil || len(trials) == 0 {
			t.Errorf("%s: %d trials, %v", p.ID, len(trials), err)
		}
		for _, trial := range trials {
			if !trial.OK {
				t.Errorf("%s: %s: %s", p.ID, trial.Name, trial.Message)
			}
		}
	}
}
