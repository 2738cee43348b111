package vet

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/synsema/checker"
)

func places(t *testing.T) manifest.Places {
	t.Helper()
	base := t.TempDir()
	user := filepath.Join(base, "user")
	env := map[string]string{"HOME": user}
	ws := filepath.Join(base, "work")
	if err := os.Mkdir(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := manifest.PlacesFrom(func(k string) string { return env[k] }, ws, filepath.Join(user, ".synrun"))
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

// TestCodes: every code of the table has a folder in testdata, whose plugins
// give that code and no other, with the severity of the table.
func TestCodes(t *testing.T) {
	root := filepath.Join("..", "testdata", "vet")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, f := range folders {
		have[f.Name()] = true
	}
	seen := map[string]bool{}
	for _, row := range Codes() {
		if seen[row.Code] {
			t.Errorf("%s stands twice in the table", row.Code)
		}
		seen[row.Code] = true
		if row.Text == "" || row.Doc == "" {
			t.Errorf("%s: the table does not say what it is", row.Code)
		}
		if !have[row.Code] {
			t.Errorf("no fixture for %s", row.Code)
			continue
		}
		t.Run(row.Code, func(t *testing.T) {
			pl := places(t)
			var reports []*Report
			for _, p := range fixture(t, pl, filepath.Join(root, row.Code)) {
				r := newCheck(p, pl, row.Code == caps.EscapeRoot).run()
				reports = append(reports, r)
				if len(r.Diagnostics) == 0 {
					t.Errorf("%s: nothing found", p.ID)
				}
				for _, d := range r.Diagnostics {
					if d.Code != row.Code || d.Severity != row.Severity.String() {
						t.Errorf("%s: %s %s: %s", p.ID, d.Severity, d.Code, d.Message)
					}
				}
				if r.OK != (row.Severity == checker.Warning) || r.OK != (r.Error == "") {
					t.Errorf("%s: ok %t, error %q", p.ID, r.OK, r.Error)
				}
			}
			if len(reports) == 0 {
				t.Fatal("no plugin")
			}
			var b bytes.Buffer
			if err := WriteText(&b, reports); err != nil {
				t.Fatal(err)
			}
			if row.Severity == checker.Warning && !strings.Contains(b.String(), "  ["+row.Code+"]\n") {
				t.Errorf("the text does not name the code:\n%s", b.String())
			}
		})
	}
	for name := range have {
		if !seen[name] {
			t.Errorf("%s is no code of the table", name)
		}
	}
}

// fixture lays a folder of testdata out in a workspace: <format>/<plugin>/…
// where that format looks, and workspace/ itself.
func fixture(t *testing.T, pl manifest.Places, dir string) (plugins []*manifest.Plugin) {
	t.Helper()
	if err := os.CopyFS(pl.Workspace, os.DirFS(filepath.Join(dir, "workspace"))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range manifest.Formats() {
		from := filepath.Join(dir, string(f))
		if _, err := os.Stat(from); err != nil {
			continue
		}
		if err := os.CopyFS(filepath.Dir(pl.ProjectDir(f, "x")), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	return manifest.NewFinder(pl).All()
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
