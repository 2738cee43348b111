package host_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

// TestCommand: a documented command whose path names a tool runs it; every
// other one is documentation.
func TestCommand(t *testing.T) {
	w := newWorld(t, nil)
	dir := w.places.ProjectDir(manifest.FormatRPC, "box")
	w.write(t, filepath.Join(dir, "manifest.json"), `{"id": "box", "name": "Box", "version": "1.0.0", "protocol_version": 1,
		"description": "a box", "main": "main", "tools": [
			{"name": "say", "schema": {"text": {"type": "string", "required": true}, "times": {"type": "integer"}}},
			{"name": "list_all"}, {"name": "hidden"}],
		"completion": {"box": {"help": "a box", "children": {
			"say": {"help": "say it"}, "list": {"children": {"all": {}, "none": {}}}, "about": {"action": "say"}}}}}`)
	w.write(t, filepath.Join(dir, "main"), "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(dir, "main"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.fake.run = func(_ context.Context, c *manifest.Call) (manifest.Outcome, error) {
		return manifest.Outcome{OK: true, Text: c.Tool.Name + " " + string(c.Args)}, nil
	}
	only := func(path string) string {
		return "'/" + path + "' is documentation only: external plugins cannot run commands; use their tools"
	}
	run := func(words ...string) string {
		r, err := w.Command(context.Background(), words, host.ArgSource{}, host.Request{})
		if err != nil {
			return err.Error()
		}
		return r.Output
	}
	if got := run("box", "say", "text=hi"); !strings.Contains(got, "plugin 'box' is not enabled") {
		t.Errorf("off: %q", got)
	}
	w.on(t, manifest.ReadRPC(dir, manifest.ScopeProject))
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"box", "say", "text=hi there", "times=2"}, `say {"text":"hi there","times":2}`},
		{[]string{"box", "say", `{"text": "hi"}`}, `say {"text":"hi"}`},
		{[]string{"box", "say", "text:=5"}, `say {"text":5}`},
		{[]string{"box", "list", "all"}, "list_all {}"},
		{[]string{"box", "say", "hi"}, only("box say")},
		{[]string{"box", "say", "text=hi", "there"}, only("box say")},
		{[]string{"box"}, only("box")},
		{[]string{"box", "about"}, only("box about")},
		{[]string{"box", "list"}, only("box list")},
		{[]string{"box", "list", "none"}, only("box list none")},
		{[]string{"box", "hidden"}, only("box")}, // a tool, but no documented path
		{[]string{"other", "say"}, "unknown command '/other say'"},
		{nil, "unknown command '/'"},
	} {
		if got := run(c.words...); got != c.want {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
	if got := run("box", "say", "times=2"); got != "argument text is required" {
		t.Errorf("%q", got)
	}
}
