package vet

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/manifest"
)

func places(t *testing.T) manifest.Places {
	t.Helper()
	base := t.TempDir()
	env := map[string]string{"HOME": filepath.Join(base, "user")}
	ws := filepath.Join(base, "work")
	if err := os.Mkdir(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := manifest.PlacesFrom(func(k string) string { return env[k] }, ws, filepath.Join(base, "home"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFixtures: the valid fixtures have no finding, but for the one that asks
// for more than it may.
func TestFixtures(t *testing.T) {
	pl := places(t)
	for _, f := range manifest.Formats() {
		from := "../testdata/hosts/valid/" + string(f)
		if err := os.CopyFS(filepath.Dir(pl.ProjectDir(f, "x")), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	var reports []*Report
	for _, p := range manifest.NewFinder(pl).All() {
		r := Check(p, pl)
		reports = append(reports, r)
		if !r.OK {
			t.Errorf("%s: %s", p.ID, r.Error)
		}
		want := ""
		if p.ID == "overreach" {
			want = "overreach"
		}
		var codes []string
		for _, d := range r.Diagnostics {
			codes = append(codes, d.Code)
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%s: findings %q, want %q", p.ID, got, want)
		}
	}
	var b bytes.Buffer
	if err := WriteText(&b, reports); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"ok overreach (plugin, 1 tools)\n  ", "above the ceiling: file_read(\"workspace/*\") (line 2)", "11 checked, 0 faulty, 1 warnings\n", "ok echo_box (rpc, 12 tools)",
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, b.String())
		}
	}
}

// TestFindings has one plugin for each code.
func TestFindings(t *testing.T) {
	for code, c := range map[string]struct{ manifest, source string }{
		CodeManifest: {`{"entry": "main.syn"}`, ""},
		CodeOverreach: {`{"entry": "main.syn", "tools": [{"name": "t"}]}`, `require net("a.test")
print(fetch("https://a.test/"))`},
		CodeAbove: {`{"entry": "main.syn", "caps": "net=b.test", "tools": [{"name": "t"}]}`, `require net("a.test")
print(fetch("https://a.test/"))`},
		CodeCareless:            {`{"entry": "main.syn", "caps": "net", "tools": [{"name": "t"}]}`, "print(1)"},
		CodeEscape:              {`{"entry": "main.syn", "caps": "exec=./tools/run,file.write=tools/*", "tools": [{"name": "t"}]}`, "print(1)"},
		CodeSchema:              {`{"entry": "main.syn", "tools": [{"name": "t", "parameters": {"type": "object", "properties": {"x": {"$ref": "file:///etc/passwd"}}}}]}`, "print(1)"},
		CodeProgram:             {`{"kind": "exec", "command": "no-such-program-anywhere", "tools": [{"name": "t"}]}`, ""},
		CodeName:                {`{"name": "other", "entry": "main.syn", "tools": [{"name": "t"}]}`, "print(1)"},
		CodeLongName:            {`{"entry": "main.syn", "tools": [{"name": "` + strings.Repeat("t", 40) + `"}]}`, "print(1)"},
		"undeclared-capability": {`{"entry": "main.syn", "caps": "net=a.test", "tools": [{"name": "t"}]}`, `print(fetch("https://a.test/"))`},
	} {
		pl := places(t)
		dir := pl.ProjectDir(manifest.FormatPlugin, "a-plugin-with-a-rather-long-name")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"plugin.json": c.manifest, "main.syn": c.source + "\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r := Check(manifest.ReadPlugin(dir, manifest.ScopeProject, false), pl)
		found := false
		for _, d := range r.Diagnostics {
			found = found || d.Code == code
		}
		if !found {
			t.Errorf("%s: not among %+v", code, r.Diagnostics)
		}
		if r.OK != (code != CodeManifest) {
			t.Errorf("%s: ok %t, %s", code, r.OK, r.Error)
		}
	}
}

// TestExample: the example asks for more than it may, on purpose, and that is
// all there is to say about it.
func TestExample(t *testing.T) {
	pl := places(t)
	dir := pl.ProjectDir(manifest.FormatPlugin, "example-hello")
	if err := os.CopyFS(dir, os.DirFS("../examples/example-hello")); err != nil {
		t.Fatal(err)
	}
	r := Check(manifest.ReadPlugin(dir, manifest.ScopeProject, false), pl)
	if !r.OK || len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != CodeOverreach {
		t.Errorf("%t %s %+v", r.OK, r.Error, r.Diagnostics)
	}
}
