package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

// fake is a runner that does what a test says.
type fake struct {
	run func(ctx context.Context, c *manifest.Call) (manifest.Outcome, error)

	mu    sync.Mutex
	calls []*manifest.Call
}

func (f *fake) Run(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
	f.mu.Lock()
	if len(f.calls) < 1000 {
		f.calls = append(f.calls, c)
	}
	f.mu.Unlock()
	return f.run(ctx, c)
}
func (f *fake) Stop(*manifest.Plugin) error { return nil }
func (f *fake) Close() error                { return nil }

func prints(text string, exit int) func(context.Context, *manifest.Call) (manifest.Outcome, error) {
	return func(_ context.Context, c *manifest.Call) (manifest.Outcome, error) {
		_, err := c.Stdout.Write([]byte(text))
		return manifest.Outcome{OK: exit == 0, Exit: exit, HasExit: true}, err
	}
}

type world struct {
	*host.Host
	places manifest.Places
	fake   *fake
}

func newWorld(t testing.TB, change func(*host.Options)) *world {
	t.Helper()
	base := t.TempDir()
	ws := filepath.Join(base, "work")
	if err := os.MkdirAll(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": filepath.Join(base, "user")}
	places, err := manifest.PlacesFrom(func(k string) string { return env[k] }, ws, filepath.Join(base, "home"))
	if err != nil {
		t.Fatal(err)
	}
	places.System = nil
	w := &world{places: places, fake: &fake{run: prints("hello\n", 0)}}
	opt := host.Options{
		Places: places, Config: host.DefaultConfig(),
		Runners: map[manifest.Kind]manifest.Runner{manifest.KindSyn: w.fake, manifest.KindExec: w.fake, manifest.KindRPC: w.fake},
		Environ: []string{"PATH=/bin", "SYNRUN_TOKEN=x", "LAMPSON_API_KEY_2=y", "DEV_DB=z"},
	}
	if change != nil {
		change(&opt)
	}
	if w.Host, err = host.Open(opt); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func (w *world) write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (w *world) plugin(t testing.TB, name, json string) *manifest.Plugin {
	t.Helper()
	dir := w.places.ProjectDir(manifest.FormatPlugin, name)
	w.write(t, filepath.Join(dir, "plugin.json"), json)
	w.write(t, filepath.Join(dir, "main.syn"), "print(1)\n")
	p, err := w.Plugin(name, "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (w *world) on(t testing.TB, p *manifest.Plugin) *host.Turned {
	t.Helper()
	turned, err := w.On(p, host.TurnOptions{By: "user"})
	if err != nil {
		t.Fatal(err)
	}
	return turned
}

func (w *world) call(t testing.TB, req host.Request) *host.Result {
	t.Helper()
	r, err := w.Call(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const simple = `{"entry": "main.syn", "tools": [{"name": "go", "readonly": true}, {"name": "write"}]}`

func TestStateOfAPlugin(t *testing.T) {
	w := newWorld(t, nil)
	p := w.plugin(t, "demo", simple)
	if got := w.call(t, host.Request{Name: "demo.go"}).Output; got != "ERROR: plugin 'demo' is not enabled (the user turns plugins on)" {
		t.Errorf("off: %q", got)
	}
	turned := w.on(t, p)
	if want := "plugin 'demo' ON (syn, 2 tools, ceiling: stdout,time,env=PLUGIN_*,env=LAMP_*) — its tools are in the catalog from the next turn as plugin_demo_<tool>"; turned.Text != want {
		t.Errorf("on: %q", turned.Text)
	}
	if want := "☼ demo is on — 2 tools available: plugin_demo_go, plugin_demo_write"; turned.User != want {
		t.Errorf("on: %q", turned.User)
	}
	if r := w.call(t, host.Request{Name: "plugin_demo_go"}); r.Output != "hello" || !r.OK {
		t.Errorf("call: %+v", r)
	}
	// Code of a syn plugin may change; what it is allowed may not.
	w.write(t, filepath.Join(p.Dir, "main.syn"), "print(2)\n")
	if r := w.call(t, host.Request{Name: "demo.go"}); !r.OK {
		t.Errorf("an edit of the code: %q", r.Output)
	}
	w.write(t, filepath.Join(p.Dir, "plugin.json"), `{"entry": "main.syn", "caps": "net=api.test", "tools": [{"name": "go"}]}`)
	if got := w.call(t, host.Request{Name: "demo.go"}).Output; got != "ERROR: plugin 'demo' changed since it was turned on (the user turns plugins on)" {
		t.Errorf("changed: %q", got)
	}
	p = w.plugin(t, "demo", `{"entry": "main.syn", "caps": "net=api.test", "tools": [{"name": "go"}]}`)
	turned = w.on(t, p)
	if got := strings.Join(turned.Changes, "; "); got != "caps: added net=api.test; tool go: readonly true → false; tool removed: write" {
		t.Errorf("changes: %s", got)
	}
	if r := w.call(t, host.Request{Name: "demo.go"}); !r.OK {
		t.Errorf("on again: %q", r.Output)
	}
	if off, err := w.Off(p, "user"); err != nil || off.User != "☼ demo is off" {
		t.Errorf("off: %v %v", off, err)
	}
}

func TestCodeIsPinned(t *testing.T) {
	w := newWorld(t, nil)
	p := w.plugin(t, "tool", `{"kind": "exec", "command": "sh run.sh", "tools": [{"name": "go"}]}`)
	script := filepath.Join(p.Dir, "run.sh")
	w.write(t, script, "echo 1\n")
	w.on(t, p)
	w.write(t, filepath.Join(p.Dir, "data", "x"), "may change\n")
	w.write(t, filepath.Join(p.Dir, "run.log"), "may change\n")
	if r := w.call(t, host.Request{Name: "tool.go"}); !r.OK {
		t.Fatalf("%q", r.Output)
	}
	w.write(t, script, "echo 2\n")
	if r := w.call(t, host.Request{Name: "tool.go"}); !strings.Contains(r.Output, "changed since") {
		t.Errorf("%q", r.Output)
	}
	changes, err := w.Changes(p)
	if err != nil || len(changes) != 1 || changes[0] != "file changed: run.sh" {
		t.Errorf("%q %v", changes, err)
	}
	if _, err := w.On(p, host.TurnOptions{By: "user", Dev: true}); err != nil {
		t.Fatal(err)
	}
	w.write(t, script, "echo 3\n")
	if r := w.call(t, host.Request{Name: "tool.go"}); !r.OK {
		t.Errorf("dev: %q", r.Output)
	}
	row, err := w.Row(p)
	if err != nil || !strings.Contains(strings.Join(row.Notes, ";"), "dev: code not pinned") {
		t.Errorf("%q %v", row.Notes, err)
	}
}

func TestShadowingNeedsANewYes(t *testing.T) {
	w := newWorld(t, nil)
	global := filepath.Join(w.places.GlobalDir(), "demo")
	w.write(t, filepath.Join(global, "plugin.json"), simple)
	w.write(t, filepath.Join(global, "main.syn"), "print(1)\n")
	p, err := w.Plugin("demo", "")
	if err != nil || p.Scope != manifest.ScopeGlobal {
		t.Fatalf("%+v %v", p, err)
	}
	w.on(t, p)
	p = w.plugin(t, "demo", simple)
	if st, _, err := w.Status(p); st != host.Changed || err != nil {
		t.Errorf("a project folder over an enabled global one is %s, %v", st, err)
	}
}

func TestResultTexts(t *testing.T) {
	w := newWorld(t, nil)
	w.on(t, w.plugin(t, "demo", simple))
	long := strings.Repeat("é", 30_010)
	for _, c := range []struct {
		name string
		run  func(context.Context, *manifest.Call) (manifest.Outcome, error)
		want string
		ok   bool
	}{
		{"white space", prints(" \n\t\n", 0), "(no output)", true},
		{"one line end", prints("a\n\n", 0), "a\n", true},
		{"carriage returns", prints("a\r\nb\r\n", 0), "a\nb", true},
		{"invalid UTF-8", prints("a\xffb\n", 0), "a\ufffdb", true},
		{"exit code", prints("why\n", 7), "ERROR: plugin exited with code 7\nwhy", false},
		{"silent failure", prints("", 3), "ERROR: plugin exited with code 3\n", false},
		{"long", prints(long, 0), strings.Repeat("é", 30_000) + "\n\n[... truncated: 10 more chars ...]", true},
		{"looks bad", prints("ERROR handling explained\n", 0), "ERROR handling explained", true},
		{"cannot start", func(context.Context, *manifest.Call) (manifest.Outcome, error) {
			return manifest.Outcome{}, &manifest.StartError{Program: "nope", Reason: "no such file"}
		}, "ERROR: plugin cannot start: nope: no such file", false},
		{"panic", func(context.Context, *manifest.Call) (manifest.Outcome, error) { panic("oh") }, "ERROR: internal error: oh", false},
	} {
		w.fake.run = c.run
		r := w.call(t, host.Request{Name: "demo.go"})
		if r.Output != c.want || r.OK != c.ok {
			t.Errorf("%s: %.80q %t", c.name, r.Output, r.OK)
		}
	}
	w.fake.run = func(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
		<-ctx.Done()
		_, err := c.Stdout.Write([]byte("started\n"))
		return manifest.Outcome{TimedOut: true, Killed: true, Exit: 137, HasExit: true}, err
	}
	r := w.call(t, host.Request{Name: "demo.go", Timeout: 50 * time.Millisecond})
	if r.Output != "ERROR: plugin timed out after 0.05s (killed). Output so far:\nstarted" || !r.Host.TimedOut {
		t.Errorf("%q", r.Output)
	}
}

func TestArgumentsOfACall(t *testing.T) {
	w := newWorld(t, nil)
	w.on(t, w.plugin(t, "demo", simple))
	w.call(t, host.Request{Name: "demo.go", Args: []byte(`{"x":1,"y":[1,2],"z":"é"}`)})
	env := map[string]string{}
	c := w.fake.calls[0]
	for _, kv := range c.Env {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	for k, want := range map[string]string{
		"PLUGIN_TOOL": "go", "PLUGIN_ARGS": `{"x": 1, "y": [1, 2], "z": "\u00e9"}`, "PLUGIN_DIR": "workspace/.lampson/plugins/demo",
		"PLUGIN_WORKSPACE": w.places.Workspace, "LAMP_ARGS": env["PLUGIN_ARGS"], "LAMP_TOOL": "go", "DEV_DB": "z", "SYNRUN_TOKEN": "", "LAMPSON_API_KEY_2": "",
	} {
		if env[k] != want {
			t.Errorf("%s=%s, want %s", k, env[k], want)
		}
	}
	if c.Dir != w.places.RunDir() || c.File != "workspace/.lampson/plugins/demo/main.syn" {
		t.Errorf("dir %s, file %s", c.Dir, c.File)
	}
	if target, err := os.Readlink(filepath.Join(w.places.RunDir(), "workspace")); err != nil || target != w.places.Workspace {
		t.Errorf("link %s %v", target, err)
	}
	model := host.Request{Name: "plugin_demo_go", Actor: host.ActorModel, Mode: host.ModeYolo}
	for args, want := range map[string]string{
		`[1]`: "ERROR: tool arguments must be a JSON object",
		`{`:   "ERROR: could not parse tool arguments as JSON: EOF while parsing an object at line 1 column 2",
		`{"s": "` + strings.Repeat("x", 102_400) + `"}`: "ERROR: plugin arguments too large (102409 bytes; max 102400)",
	} {
		model.Args = []byte(args)
		if r := w.call(t, model); r.Output != want {
			t.Errorf("%.20s: %q", args, r.Output)
		}
	}
	_, err := w.Call(context.Background(), host.Request{Name: "demo.go", Args: []byte(`{"a": }`)})
	if err == nil || err.Error() != "the arguments are not JSON: expected value at column 7" {
		t.Errorf("%v", err)
	}
}

type answers struct {
	answer host.Answer
	asked  []host.Question
}

func (a *answers) Ask(_ context.Context, q host.Question) (host.Answer, error) {
	a.asked = append(a.asked, q)
	return a.answer, nil
}

func TestPermissions(t *testing.T) {
	a := &answers{}
	w := newWorld(t, func(o *host.Options) { o.Asker = a })
	w.on(t, w.plugin(t, "demo", simple))
	req := host.Request{Name: "plugin_demo_go", Args: []byte(`{"q":"a\nb"}`), Actor: host.ActorModel}
	check := func(want string, exit int) {
		t.Helper()
		if r := w.call(t, req); r.Output != want || r.Exit() != exit {
			t.Errorf("%q, exit %d; want %q, exit %d", r.Output, r.Exit(), want, exit)
		}
	}
	check("DENIED by the user (plugin tool plugin_demo_go). Do not retry this exact action; ask the user or propose an alternative.", 3)
	if q := a.asked[0]; q.Message != `plugin_demo_go {"q": "a\nb"}` || q.Why != "plugin tool plugin_demo_go" {
		t.Errorf("%+v", q)
	}
	a.answer = host.Once
	check("hello", 0)
	req.Mode = host.ModeStrict
	check("DENIED by policy (strict mode (plugin tool)). Do not retry this exact action; explain or propose an alternative.", 3)
	req.Mode = host.ModeYolo
	check("hello", 0)
	req.Mode = host.ModeAsk
	a.answer = host.Session
	check("hello", 0)
	n := len(a.asked)
	check("hello", 0)
	if len(a.asked) != n {
		t.Error("asked again in the same session")
	}
	req.Name, a.answer = "plugin_demo_write", host.Never
	check("DENIED by the user (plugin tool plugin_demo_write). Do not retry this exact action; ask the user or propose an alternative.", 3)
	check("DENIED by policy (rule: plugin_demo_write). Do not retry this exact action; explain or propose an alternative.", 3)
	req.Mode = host.ModeYolo
	check("DENIED by policy (rule: plugin_demo_write). Do not retry this exact action; explain or propose an alternative.", 3)
	req.Profile = host.ProfilePlan
	check("ERROR: unknown tool 'plugin_demo_write'. Available: plugin_demo_go", 1)
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		mode   host.Mode
		action host.Action
		want   host.Decision
		reason string
	}{
		{host.ModeAsk, host.Action{Kind: host.ManagePlugin, Verb: "list"}, host.Allow, "read-only tool"},
		{host.ModeStrict, host.Action{Kind: host.ManagePlugin, Verb: "create"}, host.Allow, "read-only tool"},
		{host.ModeYolo, host.Action{Kind: host.ManagePlugin, Verb: "enable", Name: "x"}, host.Ask, "enables plugin 'x'"},
		{host.ModeStrict, host.Action{Kind: host.ManagePlugin, Verb: "enable", Name: "x"}, host.Deny, "strict mode (enable plugin)"},
		{host.ModeYolo, host.Action{Kind: host.ManageTimes, Verb: "add", Unattended: [2]string{"plugin", "ask"}}, host.Ask, "schedules an unattended plugin task with permission=ask"},
		{host.ModeAsk, host.Action{Kind: host.ManageTimes, Verb: "run", Name: "t-1"}, host.Ask, "schedule run t-1"},
		{host.ModeStrict, host.Action{Kind: host.ManageTimes, Verb: "add"}, host.Deny, "strict mode (schedule add)"},
		{host.ModeYolo, host.Action{Kind: host.CallMCP, Tool: "mcp_x"}, host.Allow, "yolo mode (MCP tool)"},
		{host.ModeAsk, host.Action{Kind: host.CallMCP, Tool: "mcp_x"}, host.Ask, "MCP tool mcp_x"},
		{host.ModeStrict, host.Action{Kind: host.CallMCP, Tool: "mcp_x"}, host.Deny, "strict mode (MCP tool)"},
	} {
		v := host.Decide(host.ActorModel, c.mode, c.action, []host.Rule{{Tool: "*", Decision: host.Allow}}, nil)
		if c.action.Kind == host.CallMCP && c.mode == host.ModeAsk {
			v = host.Decide(host.ActorModel, c.mode, c.action, nil, nil)
		}
		if v.Decision != c.want || v.Reason != c.reason {
			t.Errorf("%s %+v: %+v", c.mode, c.action, v)
		}
	}
}

// A rule of a person may forbid managing; it never allows it.
func TestRulesForManaging(t *testing.T) {
	rules := []host.Rule{{Tool: "*", Decision: host.Allow}, {Tool: "plugin", Decision: host.Deny}}
	for _, c := range []struct {
		action host.Action
		want   host.Verdict
	}{
		{host.Action{Kind: host.ManagePlugin, Verb: "enable", Name: "x"}, host.Verdict{Decision: host.Deny, Reason: "rule: plugin"}},
		{host.Action{Kind: host.ManagePlugin, Verb: "list"}, host.Verdict{Decision: host.Allow, Reason: "read-only tool"}},
		{host.Action{Kind: host.ManageTimes, Verb: "run", Name: "t-1"}, host.Verdict{Decision: host.Ask, Reason: "schedule run t-1"}},
		{host.Action{Kind: host.CallTool, Tool: "plugin_x_y"}, host.Verdict{Decision: host.Allow, Reason: "yolo mode (plugin tool)"}},
	} {
		if v := host.Decide(host.ActorModel, host.ModeYolo, c.action, rules, nil); v != c.want {
			t.Errorf("%+v: %+v, want %+v", c.action, v, c.want)
		}
	}
}

func TestEnvelopeAndRecord(t *testing.T) {
	w := newWorld(t, nil)
	w.on(t, w.plugin(t, "demo", simple))
	w.fake.run = func(_ context.Context, c *manifest.Call) (manifest.Outcome, error) {
		for _, e := range []audit.Entry{
			{Context: "program", Capability: `env("PLUGIN_ARGS")`, Granted: true, Source: "secret-builtin", Reason: "Granted by x", Origin: "program"},
			{Context: "program", Capability: `net("a.test")`, Source: "fetch()", Reason: "No matching grant found", Origin: "program", File: "main.syn", Line: 3},
		} {
			if err := c.Record.Check(&e); err != nil {
				return manifest.Outcome{}, err
			}
		}
		return manifest.Outcome{OK: true, HasExit: true, Meta: map[string]any{"host": "dropped", "own": 1}}, nil
	}
	r := w.call(t, host.Request{Name: "demo.go"})
	src, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	got := string(src)
	for _, part := range []string{
		`{"ok":true,"output":"(no output)","meta":{"own":1,"host":{"call":"`, `"format":"plugin","plugin":"demo","tool":"go","runner":"syn","actor":"user","mode":null,"decision":"allow","reason":""`,
		`"ceiling":"stdout,time,env=PLUGIN_*,env=LAMP_*"`, `"granted":["env(\"PLUGIN_ARGS\")"],"denied":["net(\"a.test\")"],"exit":0,"timed_out":false`,
	} {
		if !strings.Contains(got, part) {
			t.Errorf("no %s in %s", part, got)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var types []string
	err = audit.Workspace(w.places.Home, w.places.Workspace).Scan(func(rec *audit.Record, _ audit.Place) error {
		types = append(types, rec.Text(audit.FieldType))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(types, " "); got != "manage check check call checkpoint" {
		t.Errorf("records: %s", got)
	}
}

func TestCancel(t *testing.T) {
	w := newWorld(t, nil)
	w.on(t, w.plugin(t, "demo", simple))
	started := make(chan string, 1)
	w.fake.run = func(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
		started <- c.ID
		<-ctx.Done()
		return manifest.Outcome{Killed: true, Exit: 1, HasExit: true}, nil
	}
	done := make(chan *host.Result, 1)
	go func() {
		r, _ := w.Call(context.Background(), host.Request{Name: "demo.go"})
		done <- r
	}()
	id := <-started
	if calls := w.Calls(); len(calls) != 1 || calls[0].Plugin != "demo" {
		t.Errorf("%+v", calls)
	}
	if _, err := w.Cancel(id[:20]); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r.Output != "ERROR: cancelled: by the user\n" || r.OK {
		t.Errorf("%+v", r)
	}
	var none *host.Error
	if _, err := w.Cancel(id); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
}

func TestManageTool(t *testing.T) {
	a := &answers{}
	w := newWorld(t, func(o *host.Options) { o.Asker = a })
	do := func(args string) string {
		t.Helper()
		text, _, err := w.Manage(context.Background(), host.ManageRequest{
			Args: []byte(args), Actor: host.ActorModel, Mode: host.ModeYolo,
			Checker: func(_ context.Context, file string) (string, bool) {
				src, _ := os.ReadFile(file)
				return "ERROR: plugin exited with code 1\nbad", !strings.Contains(string(src), "bad")
			}})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got, want := do(`{}`), "no plugins found. A plugin is a folder with a plugin.json manifest: plugins/<name>/ (global) or workspace/.lampson/plugins/<name>/ (project)"; got != want {
		t.Errorf("%q", got)
	}
	for args, want := range map[string]string{
		`{"action": "create", "name": "a_b"}`: "ERROR: invalid plugin name 'a_b': letters, digits and - only (no _), max 32",
		`{"action": "create", "name": "ab"}`:  `ERROR: manifest needs at least "tools" (and "entry" for kind=syn or "command" for kind=exec)`,
		`{"action": "create", "name": "ab", "manifest": {"tools": []}, "files": {"x": "y", "plugin.json": "no"}}`: "ERROR: bad file name 'plugin.json' (simple names inside the plugin folder only)",
		`{"action": "create", "name": "bad1", "manifest": {"tools": []}}`:                                         `plugin 'bad1' written to workspace/.lampson/plugins/bad1 but its manifest is INVALID: kind=syn needs "entry" (the .syn file) — fix it with edit and call plugin(action=list) to re-check`,
	} {
		if got := do(args); got != want {
			t.Errorf("%s:\n got %q\nwant %q", args, got, want)
		}
	}
	create := `{"action": "create", "name": "ab", "manifest": {"entry": "m.syn", "tools": [{"name": "t"}]}, "files": {"m.syn": "print(1)"}}`
	if got := do(create); got != "plugin 'ab' created (project, syn, 1 tools: t) in workspace/.lampson/plugins/ab [plugin.json, m.syn] · synsema check OK · ceiling when on: stdout,time,env=PLUGIN_*,env=LAMP_*. It is OFF until the user turns it on: offer to do it (plugin action=enable asks them), or point them to the plugin switch of their UI. Its tools will be plugin_ab_<tool>." {
		t.Errorf("%q", got)
	}
	if got := do(`{"action": "create", "name": "cd", "manifest": {"entry": "m.syn", "tools": [{"name": "t"}]}, "files": {"m.syn": "bad"}}`); !strings.HasPrefix(got, "plugin 'cd' written to workspace/.lampson/plugins/cd but `synsema check m.syn` FAILED:\nERROR") {
		t.Errorf("%q", got)
	}
	if got := do(`{"action": "enable", "name": "ab"}`); !strings.HasPrefix(got, "DENIED by the user (enables plugin 'ab')") {
		t.Errorf("%q", got)
	}
	a.answer = host.Once
	if got := do(`{"action": "enable", "name": "ab"}`); !strings.HasPrefix(got, "plugin 'ab' ON (syn, 1 tools, ") {
		t.Errorf("%q", got)
	}
	if got := do(create); got != "ERROR: plugin 'ab' is ON: it must be turned off before it is replaced" {
		t.Errorf("%q", got)
	}
	if got := do(`{}`); !strings.Contains(got, "ab (project, syn, ON): 1 tools [t]\n") || !strings.Contains(got, "bad1 (project, ?, off): BROKEN — kind=syn needs") {
		t.Errorf("%q", got)
	}
	if text, err := w.Remove("ab", "user"); err != nil || text != "plugin 'ab' deleted (workspace/.lampson/plugins/ab)" {
		t.Errorf("%q %v", text, err)
	}
	if _, err := os.Stat(w.places.ProjectDir(manifest.FormatPlugin, "ab")); err == nil {
		t.Error("the folder is still there")
	}
}

func TestParseArgs(t *testing.T) {
	tool := &manifest.Tool{Schema: json.RawMessage(`{"type": "object", "properties": {
		"s": {"type": "string"}, "n": {"type": "integer"}, "f": {"type": "number"}, "b": {"type": "boolean"},
		"l": {"type": "array", "items": {"type": "integer"}}, "o": {"type": "object"}, "m": {"type": ["string", "null"]}}, "required": ["s"]}`)}
	files := host.ArgSource{Stdin: strings.NewReader(`{"in": 1}`), ReadFile: func(string) ([]byte, error) { return []byte("text"), nil }}
	for _, c := range []struct{ words, want string }{
		{``, `{}`},
		{`{"a":1}`, `{"a":1}`},
		{`-`, `{"in":1}`},
		{`s=1 n=2 f=1.5 b=true`, `{"s":"1","n":2,"f":1.5,"b":true}`},
		{`s=@x l=1 l=2`, `{"s":"text","l":[1,2]}`},
		{`s=@@x l=[1,2]`, `{"s":"@x","l":[1,2]}`},
		{`s= o={"a":1} x=5 y=z z:=[null]`, `{"s":"","o":{"a":1},"x":5,"y":"z","z":[null]}`},
		{`s=x m=null`, `{"s":"x","m":null}`},
		{`n=2`, `!argument s is required`},
		{`s=x n=two`, `!argument n: expected an integer, got 'two'`},
		{`s=x b=1`, `!argument b: expected true or false, got '1'`},
		{`s=x l=a`, `!argument l: expected an integer, got 'a'`},
		{`s=x s=y`, `!argument s is given twice`},
		{`s=x {"a":1}`, `!arguments are one JSON object or KEY=VALUE words, not both`},
		{`[1]`, `!the arguments must be a JSON object, got a list`},
		{`{"a":`, `!the arguments are not JSON: EOF while parsing a value at column 6`},
	} {
		files.Stdin = strings.NewReader(`{"in": 1}`)
		got, err := host.ParseArgs(strings.Fields(c.words), tool, files)
		text := string(got)
		if err != nil {
			text = "!" + err.Error()
		}
		if text != c.want {
			t.Errorf("%s: %s, want %s", c.words, text, c.want)
		}
	}
}

func TestImportOnce(t *testing.T) {
	w := newWorld(t, nil)
	w.Close()
	w.write(t, filepath.Join(w.places.Lampson, ".lampson", "plugins.json"), `{"enabled": {"demo": true, "gone": true, "not": 1}}`)
	if err := os.Symlink(w.places.Workspace, filepath.Join(w.places.Lampson, "workspace")); err != nil {
		t.Fatal(err)
	}
	w.plugin(t, "demo", simple)
	h, err := host.Open(host.Options{Places: w.places, Config: host.DefaultConfig()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	p, err := h.Plugin("demo", "")
	if err != nil {
		t.Fatal(err)
	}
	if st, a, err := h.Status(p); st != host.On || a == nil || a.By != "import" || err != nil {
		t.Errorf("%s %+v %v", st, a, err)
	}
}

// TestReachesPlugins: the folders of other plugins are looked for when a
// ceiling may reach them, and only then.
func TestReachesPlugins(t *testing.T) {
	for text, want := range map[string]bool{
		"stdout,time": false, "file.read=workspace/*": false, "net=plugins/x,file.write=out/*": false, "env=FILE_*": false,
		"file.read=plugins/x/*": true, "file=./plugins/x/data": true, "file.read=*": true, "file.write": true, "file.read=pl?gins/x": true,
	} {
		if got := host.ReachesPlugins(text); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// In a project that the original program did not work in, a folder does not
// become what is on by having its name.
func TestImportOfAStranger(t *testing.T) {
	w := newWorld(t, nil)
	w.Close()
	w.write(t, filepath.Join(w.places.Lampson, ".lampson", "plugins.json"), `{"enabled": {"demo": true, "other": true}}`)
	w.write(t, filepath.Join(w.places.Lampson, "plugins", "other", "plugin.json"), simple)
	w.write(t, filepath.Join(w.places.Lampson, "plugins", "other", "main.syn"), "print(1)\n")
	w.plugin(t, "demo", simple)
	h, err := host.Open(host.Options{Places: w.places, Config: host.DefaultConfig()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	for name, want := range map[string]host.Status{"demo": host.Changed, "other": host.On} {
		p, err := h.Plugin(name, "")
		if err != nil {
			t.Fatal(err)
		}
		if st, _, err := h.Status(p); st != want || err != nil {
			t.Errorf("%s: %s %v", name, st, err)
		}
	}
}

// Neither creating nor removing goes through a link that stands for one of the
// project's folders.
func TestLinkedProjectFolder(t *testing.T) {
	w := newWorld(t, nil)
	away := filepath.Join(t.TempDir(), "away")
	w.write(t, filepath.Join(away, "demo", "plugin.json"), simple)
	w.write(t, filepath.Join(away, "demo", "main.syn"), "print(1)\n")
	if err := os.Mkdir(filepath.Join(w.places.Workspace, ".lampson"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(w.places.Workspace, ".lampson", "plugins")
	if err := os.Symlink(away, link); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Remove("demo", "user"); err == nil || err.Error() != "could not delete workspace/.lampson/plugins/demo: "+link+" is a link" {
		t.Errorf("%v", err)
	}
	text, ok, err := w.Manage(context.Background(), host.ManageRequest{
		Args:  []byte(`{"action": "create", "name": "new", "manifest": {"entry": "m.syn", "tools": [{"name": "t"}]}, "files": {"m.syn": "print(1)"}}`),
		Actor: host.ActorModel,
	})
	if ok || err != nil || text != "ERROR: "+link+" is a link" {
		t.Errorf("%q %v", text, err)
	}
	if entries, err := os.ReadDir(away); err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
}
