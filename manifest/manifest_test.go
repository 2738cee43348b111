package manifest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func TestPluginChecks(t *testing.T) {
	const tools = `"tools": [{"name": "t"}]`
	for _, c := range []struct{ manifest, want string }{
		{`{"entry": "main.syn", ` + tools + `}`, ""},
		{`{"kind": "SYN", "entry": "sub/../main.syn", ` + tools + `}`, ""},
		{`{"kind": 1, ` + tools + `}`, "kind must be syn or exec (or wasm)"},
		{`{"kind": "wasm", ` + tools + `}`, `kind=wasm needs "entry" (the .wasm file)`},
		{`{"kind": "wasm", "entry": "main.syn", ` + tools + `}`, `entry "main.syn" is not a WebAssembly module`},
		{`{"entry": "main.syn"}`, "no tools declared"},
		{`{"entry": "main.syn", "tools": {"name": "t"}}`, `"tools" must be a list of objects`},
		{`{"entry": "main.syn", "tools": ["t"]}`, `"tools" must be a list of objects`},
		{`{"entry": "main.syn", "tools": [{"description": "d"}]}`, "a tool has no valid name: missing"},
		{`{"entry": "main.syn", "tools": [{"name": {"a": [1, "é"]}}]}`, `a tool has no valid name: {"a": [1, "\u00e9"]}`},
		{`{"entry": "main.syn", "tools": [{"name": "t", "parameters": []}]}`, `"parameters" of tool "t" must be a JSON Schema object`},
		{`{"entry": "main.syn", "tools": [{"name": "t", "readonly": 1}]}`, `"readonly" of tool "t" must be true or false`},
		{`{"entry": "main.syn", "tools": [{"name": "t", "readonly": 1}, {"name": "a b"}]}`, `"readonly" of tool "t" must be true or false`},
		{`{"entry": 5, ` + tools + `}`, `"entry" must be text`},
		{`{"entry": "main.syn", "description": 5, ` + tools + `}`, `"description" must be text`},
		{`{"entry": "main.syn", "caps": ["net"], ` + tools + `}`, `"caps" must be text`},
		{`{"entry": "main.syn", "timeout": 0.5, ` + tools + `}`, timeoutFault},
		{`{"entry": "main.syn", "timeout": 3601, ` + tools + `}`, timeoutFault},
		{`{"entry": "main.syn", "timeout": 3600.9, ` + tools + `}`, ""},
		{`{"entry": "/etc/passwd", ` + tools + `}`, `"entry" escapes the plugin folder: /etc/passwd`},
		{`{"entry": "out/x.syn", ` + tools + `}`, `"entry" escapes the plugin folder: out/x.syn`},
		{`{"entry": "link.syn", ` + tools + `}`, `"entry" escapes the plugin folder: link.syn`},
		{`{"entry": "inner.syn", ` + tools + `}`, ""},
		{`{"entry": "sub", ` + tools + `}`, `entry file "sub" is missing`},
		{`{"kind": "exec", "command": " \t", ` + tools + `}`, `"command" is empty`},
		{`{"kind": "exec", "command": "''", ` + tools + `}`, `"command" is empty`},
		{`{"entry": "main.syn", "caps": " , net=a.test ,", ` + tools + `}`, ""},
		{`{"entry": "main.syn", "caps": "none", ` + tools + `}`, `bad "caps": unknown capability "none"`},
		{`{"entry": "main.syn", "caps": "net=` + strings.Repeat("x", 4097) + `", ` + tools + `}`, `bad "caps": a scope is longer than 4096 bytes`},
		{`{"entry": "main.syn", "caps": "` + strings.Repeat("time,", 1025) + `", ` + tools + `}`, `bad "caps": more than 1024 items`},
		{`{"kind": "exec", "command": "true", "caps": "db=x", ` + tools + `}`, `bad "caps": kind=exec cannot be lent db`},
		{`{"kind": "exec", "command": "true", "caps": "file.read=workspace/*.txt", ` + tools + `}`, `bad "caps": a process can only be lent files and whole directories (<dir>/*), not "workspace/*.txt"`},
		{`{"kind": "exec", "command": "true", "caps": "file.read=workspace/a.txt,file=workspace/*,net=*,exec=git", ` + tools + `}`, ""},
		{`{"kind": "wasm", "entry": "main.wasm", "caps": "file.read=workspace/a.txt", ` + tools + `}`, `bad "caps": kind=wasm can only be lent whole directories (<dir>/*), not "workspace/a.txt"`},
		{`{"kind": "wasm", "entry": "main.wasm", "caps": "net", ` + tools + `}`, `bad "caps": kind=wasm cannot be lent net`},
		{`{"kind": "wasm", "entry": "other.wasm", ` + tools + `}`, `entry "other.wasm" imports env.now, which this host does not offer`},
		{`{"kind": "wasm", "entry": "main.wasm", "caps": "random,file=workspace/*", ` + tools + `}`, ""},
	} {
		dir := filepath.Join(t.TempDir(), "demo")
		put(t, filepath.Join(dir, "plugin.json"), c.manifest, 0o644)
		put(t, filepath.Join(dir, "main.syn"), "print(1)\n", 0o644)
		put(t, filepath.Join(dir, "sub", "x"), "", 0o644)
		put(t, filepath.Join(dir, "main.wasm"), module("wasi_snapshot_preview1", "fd_write"), 0o644)
		put(t, filepath.Join(dir, "other.wasm"), module("env", "now"), 0o644)
		outside := t.TempDir()
		put(t, filepath.Join(outside, "x.syn"), "", 0o644)
		for link, target := range map[string]string{"out": outside, "link.syn": filepath.Join(outside, "x.syn"), "inner.syn": "main.syn"} {
			if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
				t.Fatal(err)
			}
		}
		p := ReadPlugin(dir, ScopeProject, false)
		if p.Err != c.want {
			t.Errorf("%.90s:\n got %q\nwant %q", c.manifest, p.Err, c.want)
		}
	}
}

// module is a module with one imported function.
func module(from, name string) string {
	imp := "\x01" + string(rune(len(from))) + from + string(rune(len(name))) + name + "\x00\x00"
	return "\x00asm\x01\x00\x00\x00" + "\x01\x04\x01\x60\x00\x00" + "\x02" + string(rune(len(imp))) + imp
}

func TestLimitsOfAManifest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "demo")
	put(t, filepath.Join(dir, "main.syn"), "", 0o644)
	file := filepath.Join(dir, "plugin.json")
	for _, c := range []struct{ manifest, want string }{
		{strings.Repeat(" ", maxManifest) + "{}", "no plugin.json: the manifest is larger than 256 KiB"},
		{`{"entry": "main.syn", "description": "` + strings.Repeat("é", 4001) + `", "tools": [{"name": "t"}]}`, `"description" is longer than 4000 characters`},
		{`{"entry": "main.syn", "description": "` + strings.Repeat("é", 4000) + `", "tools": [{"name": "t"}]}`, ""},
		{`{"entry": "main.syn", "tools": [` + strings.TrimSuffix(strings.Repeat(`{"name": "t"},`, 65), ",") + `]}`, `"tools" has more than 64 entries`},
		{`{"a":` + strings.Repeat("[", 200) + `}`, "no plugin.json: nesting deeper than 128 levels at line 1 column 133"},
	} {
		put(t, file, c.manifest, 0o644)
		if p := ReadPlugin(dir, ScopeProject, false); p.Err != c.want {
			t.Errorf("%.60s: %q, want %q", c.manifest, p.Err, c.want)
		}
	}
}

func TestRPCChecks(t *testing.T) {
	base := map[string]any{"id": "demo", "name": "D", "version": "1.2.3", "protocol_version": 1, "description": "d", "main": "run"}
	with := func(change map[string]any) string {
		m := map[string]any{}
		for k, v := range base {
			m[k] = v
		}
		for k, v := range change {
			if m[k] = v; v == nil {
				delete(m, k)
			}
		}
		src, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(src)
	}
	for _, c := range []struct{ manifest, want string }{
		{with(nil), ""},
		{`[]`, "manifest.json is not valid JSON"},
		{with(map[string]any{"id": nil}), "invalid id '' (expected [a-z0-9_]+)"},
		{with(map[string]any{"id": "other"}), "id 'other' does not match its folder 'demo'"},
		{with(map[string]any{"name": " "}), "missing name"},
		{with(map[string]any{"version": "1.2"}), "version '1.2' is not MAJOR.MINOR.PATCH"},
		{with(map[string]any{"version": "1.2.3-rc.1+b5"}), ""},
		{with(map[string]any{"protocol_version": "1"}), "protocol_version must be an integer"},
		{with(map[string]any{"protocol_version": nil}), "protocol version 0 unsupported (harness speaks 1)"},
		{with(map[string]any{"description": nil}), "missing description"},
		{with(map[string]any{"main": nil}), "main executable '' missing or not executable"},
		{with(map[string]any{"main": "/bin/sh"}), "main must be a relative path, got absolute: /bin/sh"},
		{with(map[string]any{"main": "../nowhere/x"}), "main escapes plugin directory: ../nowhere/x"},
		{with(map[string]any{"main": "out/x"}), "main escapes plugin directory: out/x"},
		{with(map[string]any{"main": "link"}), "main must not be a symlink: link"},
		{with(map[string]any{"main": "plain"}), "main executable 'plain' missing or not executable"},
		{with(map[string]any{"settings": 1}), `"settings" must be an object`},
		{with(map[string]any{"settings": map[string]any{"k": []int{}}}), `setting "k" must be text, a number or true/false`},
		{with(map[string]any{"completion": []int{}}), `"completion" must be an object`},
		{with(map[string]any{"completion": map[string]any{"x": 1}}), `completion root "x" must be the plugin id "demo"`},
		{with(map[string]any{"tools": []any{map[string]any{"name": "a b"}}}), `a tool has no valid name: "a b"`},
		{with(map[string]any{"caps": "llm"}), `bad "caps": kind=rpc cannot be lent llm`},
	} {
		dir := filepath.Join(t.TempDir(), "demo")
		put(t, filepath.Join(dir, "manifest.json"), c.manifest, 0o644)
		put(t, filepath.Join(dir, "run"), "#!/bin/sh\n", 0o755)
		put(t, filepath.Join(dir, "plain"), "", 0o644)
		outside := t.TempDir()
		put(t, filepath.Join(outside, "x"), "", 0o755)
		for link, target := range map[string]string{"out": outside, "link": "run"} {
			if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
				t.Fatal(err)
			}
		}
		if p := ReadRPC(dir, ScopeUser); p.Err != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.manifest, p.Err, c.want)
		}
	}
}

func TestShorthandSchema(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "demo")
	put(t, filepath.Join(dir, "run"), "#!/bin/sh\n", 0o755)
	put(t, filepath.Join(dir, "manifest.json"), `{"id": "demo", "name": "D", "version": "1.0.0", "protocol_version": 1, "description": "d", "main": "run", "tools": [
		{"name": "a", "schema": {"x": {"type": "string", "required": true}, "type": {"enum": [1]}}},
		{"name": "b", "schema": {"type": "object", "properties": {}}}, {"name": "c"}]}`, 0o644)
	p := ReadRPC(dir, ScopeUser)
	var got []string
	for _, tool := range p.Tools {
		got = append(got, string(tool.Schema))
	}
	want := []string{
		`{"type":"object","properties":{"x":{"type":"string"},"type":{"enum":[1]}},"required":["x"]}`,
		`{"type":"object","properties":{}}`, `{"type": "object", "properties": {}}`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s %q", p.Err, got)
	}
}

func TestCommandWords(t *testing.T) {
	for _, c := range []struct {
		line   string
		words  []string
		closed bool
	}{
		{"", nil, true},
		{"sh  -c\t'a b'", []string{"sh", "-c", "a b"}, true},
		{`'it''s' "" x"y z"w`, []string{"its", "", "xy zw"}, true},
		{`a\ b $HOME *|~`, []string{`a\`, "b", "$HOME", "*|~"}, true},
		{`"it's"`, []string{"it's"}, true},
		{"a\nb", []string{"a\nb"}, true},
		{`sh "x`, []string{"sh", "x"}, false},
	} {
		words, closed := SplitCommand(c.line)
		if !reflect.DeepEqual(words, c.words) || closed != c.closed {
			t.Errorf("%q: %q %t", c.line, words, closed)
		}
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "run.sh"), "", 0o755)
	put(t, filepath.Join(dir, "sub", "x"), "", 0o755)
	got := ResolveCommand(dir, []string{"run.sh", "./run.sh", "sub", "", "sub/x", "run.sh"})
	if want := []string{filepath.Join(dir, "run.sh"), "./run.sh", "sub", "", "sub/x", filepath.Join(dir, "run.sh")}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestPrecedence(t *testing.T) {
	p := testPlaces(t)
	const good = `{"kind": "exec", "command": "true", "tools": [{"name": "t"}]}`
	p.Extra = []string{filepath.Join(p.UserHome, "extra")}
	dirs := []string{
		filepath.Join(p.Lampson, "lamps"), filepath.Join(p.Lampson, "plugins"), p.GlobalDir(),
		filepath.Join(p.Workspace, ".lampson", "lamps"), filepath.Join(p.Workspace, ".lampson", "plugins"), p.Extra[0],
	}
	scopes := []string{ScopeGlobal, ScopeGlobal, ScopeGlobal, ScopeProject, ScopeProject, ScopeExtra}
	f := NewFinder(p)
	for i, dir := range dirs {
		file := "plugin.json"
		if i == 0 || i == 3 {
			file = "lamp.json"
		}
		put(t, filepath.Join(dir, "demo", file), good, 0o644)
		got := f.Plugin("demo")
		if got == nil || got.Dir != filepath.Join(dir, "demo") || got.Scope != scopes[i] || got.Legacy != (i == 0 || i == 3) {
			t.Errorf("%d: %+v", i, got)
		}
		if list := f.Plugins(); len(list) != 1 || list[0].Dir != got.Dir {
			t.Errorf("%d: the list differs: %+v", i, list)
		}
	}
	// A broken one hides a good one, and a folder without a manifest is broken.
	if err := os.Remove(filepath.Join(dirs[5], "demo", "plugin.json")); err != nil {
		t.Fatal(err)
	}
	if got := f.Plugin("demo"); !got.Broken() {
		t.Errorf("%+v", got)
	}
	put(t, filepath.Join(dirs[4], "old-name", "lamp.json"), good, 0o644)
	if got := f.Plugin("old-name"); got.Broken() || got.Format != FormatLegacy || !got.Legacy {
		t.Errorf("lamp.json in a new folder: %+v", got)
	}

	p.XDGConfig = filepath.Join(p.UserHome, "xdg")
	f = NewFinder(p)
	const rpc = `{"id": "demo", "name": "D", "version": "1.0.0", "protocol_version": 1, "description": "d", "main": "run"}`
	roots := []string{filepath.Join(p.Workspace, ".amber"), filepath.Join(p.Config, "amber"), filepath.Join(p.XDGConfig, "amber")}
	for i, root := range roots {
		put(t, filepath.Join(root, "plugins", "state_only", "plugin.conf"), "enabled=1\n", 0o644)
		dir := filepath.Join(root, "plugins", "demo")
		put(t, filepath.Join(dir, "run"), "", 0o755)
		put(t, filepath.Join(dir, "manifest.json"), rpc, 0o644)
		if got := f.RPCPlugin("demo"); got == nil || got.Dir != dir {
			t.Errorf("rpc %d: %+v", i, got)
		}
		if list := f.RPC(); len(list) != 1 || list[0].Dir != dir {
			t.Errorf("rpc %d: %+v", i, list)
		}
	}
}

func TestLampsAreFound(t *testing.T) {
	p := testPlaces(t)
	lamp := func(dir, name, extra string) {
		put(t, filepath.Join(dir, "lamp.json"), `{"name": "`+name+`", "caps": "stdout,file.read={dir}/*"`+extra+`}`, 0o644)
		put(t, filepath.Join(dir, "lamp.syn"), "print(\"{dir} {root}\")\n", 0o644)
	}
	lamp(filepath.Join(p.Workspace, ".lamps", "mine"), "mine", "")
	lamp(filepath.Join(p.Lamps, "lamps", "b-owner", "mine"), "mine", "")
	lamp(filepath.Join(p.Lamps, "lamps", "a-owner", "theirs"), "theirs", "")
	lamp(filepath.Join(p.Lamps, "lamps", "b-owner", "theirs"), "theirs", "")
	put(t, filepath.Join(p.Workspace, ".lamps", "theirs", "settings.json"), "{}", 0o644)
	var got []string
	for _, l := range NewFinder(p).Lamps() {
		got = append(got, l.Scope+"/"+l.ID+l.Err)
	}
	if want := []string{"project/mine", "a-owner/theirs"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	theirs := NewFinder(p).Pulled()[0]
	c, err := p.Ceiling(theirs)
	if err != nil || c.Text != "stdout,file.read=.lamps/theirs/*" {
		t.Errorf("%+v %v", c, err)
	}
	src, err := p.LampSource(theirs)
	if err != nil || string(src) != "print(\".lamps/theirs .\")\n" {
		t.Errorf("%q %v", src, err)
	}
	for _, bad := range []struct{ file, text, want string }{
		{filepath.Join(p.Workspace, ".lamps", "config.json"), `{"caps": `, "config.json is not valid JSON — fix or remove it"},
		{filepath.Join(p.Workspace, ".lamps", "config.json"), `{"caps": " , "}`, "config.json: the ceiling is empty — remove the key or write none"},
		{p.SessionFile(), `{"ceiling": "netwrok"}`, `session.json: unknown capability "netwrok"`},
	} {
		put(t, bad.file, bad.text, 0o644)
		if _, err := p.Ceiling(theirs); err == nil || !strings.HasSuffix(err.Error(), bad.want) {
			t.Errorf("%s: %v", bad.text, err)
		}
		if err := os.Remove(bad.file); err != nil {
			t.Fatal(err)
		}
	}
	put(t, p.SessionFile(), `{"ceiling": "none"}`, 0o644)
	if c, err := p.Ceiling(theirs); err != nil || c.Text != "" || len(c.Layers) != 2 {
		t.Errorf("%+v %v", c, err)
	}
}

func TestStateFiles(t *testing.T) {
	p := testPlaces(t)
	s := NewState(p)
	plugin := &Plugin{Format: FormatPlugin, ID: "demo"}
	pulled := &Plugin{Format: FormatLamp, ID: "l", Scope: "owner"}
	rpc := &Plugin{Format: FormatRPC, ID: "r", Settings: []Setting{{"n", json.RawMessage("1")}, {"b", json.RawMessage("false")}, {"s", json.RawMessage(`"x"`)}}}
	for _, pl := range []*Plugin{plugin, pulled, rpc} {
		for _, want := range []bool{true, false, true} {
			if err := s.Set(pl, want); err != nil {
				t.Fatal(err)
			}
			if on, err := s.On(pl); on != want || err != nil {
				t.Errorf("%s: %t %v", pl.Format, on, err)
			}
		}
	}
	// Each file is what its other reader expects.
	for path, want := range map[string]string{
		filepath.Join(p.State(), "plugins.json"):                             `{"enabled":{"demo":true}}`,
		filepath.Join(p.Lamps, "enabled.json"):                               `["owner/l"]`,
		filepath.Join(p.ConfigDir(), "amber", "plugins", "r", "plugin.conf"): "#amberpluginstate:renabled=1",
	} {
		src, err := os.ReadFile(path)
		got := strings.Join(strings.Fields(string(src)), "")
		if err != nil || got != want {
			t.Errorf("%s: %s %v", path, got, err)
		}
	}
	if err := s.SetSetting(rpc, "n", "2.5"); err != nil {
		t.Fatal(err)
	}
	if err := s.SetSetting(rpc, "free", "a=b"); err != nil {
		t.Fatal(err)
	}
	src, err := s.SettingsJSON(rpc)
	if want := `{"n":2.5,"b":false,"s":"x","free":"a=b"}`; string(src) != want || err != nil {
		t.Errorf("%s %v", src, err)
	}
	conf := filepath.Join(p.ConfigDir(), "amber", "plugins", "r", "plugin.conf")
	put(t, conf, "# mine\r\nother=kept\r\nenabled=on\r\n", 0o600)
	if err := s.SetSetting(rpc, "b", "on"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(conf)
	if want := "# mine\r\nother=kept\r\nenabled=on\r\nsettings.b=true\n"; string(text) != want || err != nil {
		t.Errorf("%q %v", text, err)
	}
	if on, err := s.On(rpc); !on || err != nil {
		t.Errorf("enabled=on: %t %v", on, err)
	}
	put(t, filepath.Join(p.State(), "plugins.json"), "{", 0o600)
	if err := s.Set(plugin, true); err == nil || !strings.HasSuffix(err.Error(), "plugins.json is not valid JSON — fix or remove it") {
		t.Errorf("%v", err)
	}
	older := &Plugin{Format: FormatRPC, ID: "older", Settings: []Setting{{"k", json.RawMessage("1")}}}
	put(t, filepath.Join(p.ConfigDir(), "amber", "plugins", "state.json"), `{"older": {"enabled": true, "settings": {"k": 7}}}`, 0o600)
	if on, err := s.On(older); !on || err != nil {
		t.Errorf("state.json: %t %v", on, err)
	}
	if src, err := s.SettingsJSON(older); string(src) != `{"k":7}` || err != nil {
		t.Errorf("%s %v", src, err)
	}
}

func TestSchema(t *testing.T) {
	s, err := CompileSchema(json.RawMessage(`{"type": "object", "properties": {"n": {"type": "integer", "maximum": 5}}, "required": ["n"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"n": 1}`:   "",
		`{"n": "x"}`: "/n: got string, want integer",
		`{}`:         "/: missing property 'n'",
	} {
		err := s.Check(json.RawMessage(args))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
	for _, ref := range []string{"file:///etc/passwd", "https://example.org/s.json", "other.json"} {
		_, err := CompileSchema(json.RawMessage(`{"type": "object", "properties": {"x": {"$ref": "` + ref + `"}}}`))
		if err == nil || !strings.Contains(err.Error(), "nothing is loaded for one") {
			t.Errorf("%s: %v", ref, err)
		}
	}
	if _, err := CompileSchema(json.RawMessage(`{"type": "object", "properties": {"x": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "string"}}}`)); err != nil {
		t.Errorf("a reference inside: %v", err)
	}
}

func TestMatchName(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"plugin_cdp_*", "plugin_cdp_open", true}, {"*", "", true}, {"a?c", "abc", false}, {"*a*a*b", strings.Repeat("a", 1000), false}, {"x*y", "xzy", true}, {"x", "xx", false},
	} {
		if got := MatchName(c.pattern, c.name); got != c.want {
			t.Errorf("%s %.10s: %t", c.pattern, c.name, got)
		}
	}
}

// FuzzReadPlugin: whatever a manifest says, the reader ends with a plugin or a
// reason, and what is not broken can be used.
func FuzzReadPlugin(f *testing.F) {
	for _, pattern := range []string{"plugin", "legacy", "lamp", "rpc"} {
		files, err := filepath.Glob(filepath.Join(fixtures, "*", pattern, "*", "*.json"))
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	dir := filepath.Join(f.TempDir(), "demo")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{"main.syn", "lamp.syn", "run"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, file := range []string{"plugin.json", "lamp.json", "manifest.json"} {
			if err := os.WriteFile(filepath.Join(dir, file), src, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range []*Plugin{ReadPlugin(dir, ScopeProject, false), ReadLamp(dir, ScopeProject), ReadRPC(dir, ScopeProject)} {
			if p.Broken() {
				continue
			}
			if p.Timeout <= 0 || p.Kind == KindExec && len(p.Command) == 0 {
				t.Fatalf("%+v", p)
			}
			for _, tool := range p.Tools {
				if !json.Valid(tool.Schema) || tool.Full == "" {
					t.Fatalf("%+v", tool)
				}
			}
			if _, err := (Places{Workspace: dir, Lamps: dir}).Ceiling(p); err != nil {
				t.Fatal(err)
			}
		}
	})
}
