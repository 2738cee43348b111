package manifest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const fixtures = "../testdata/hosts"

// place puts fixture folders of a format where a workspace has them.
func place(t *testing.T, ws string, f Format, from string) {
	t.Helper()
	if err := os.CopyFS(filepath.Dir(Places{Workspace: ws}.ProjectDir(f, "x")), os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func testPlaces(t *testing.T) Places {
	t.Helper()
	base := t.TempDir()
	env := map[string]string{"HOME": filepath.Join(base, "user")}
	ws := filepath.Join(base, "work")
	if err := os.Mkdir(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := PlacesFrom(func(k string) string { return env[k] }, ws, filepath.Join(base, "home"))
	if err != nil {
		t.Fatal(err)
	}
	p.System = nil
	return p
}

// TestBroken lists every broken folder beside all valid ones: each has its
// text, and none hides another.
func TestBroken(t *testing.T) {
	for _, f := range Formats() {
		t.Run(string(f), func(t *testing.T) {
			places := testPlaces(t)
			place(t, places.Workspace, f, filepath.Join(fixtures, "valid", string(f)))
			place(t, places.Workspace, f, filepath.Join(fixtures, "broken", string(f)))
			found := map[string]*Plugin{}
			for _, p := range NewFinder(places).All() {
				if p.Format == f || p.Format == FormatPlugin && f == FormatLegacy {
					found[p.ID] = p
				}
			}
			for _, name := range folders(filepath.Join(fixtures, "valid", string(f))) {
				if p := found[name]; p == nil || p.Broken() || p.Kind == KindBroken {
					t.Errorf("valid %s: %+v", name, p)
				}
			}
			for _, name := range folders(filepath.Join(fixtures, "broken", string(f))) {
				p := found[name]
				if p == nil {
					t.Errorf("broken %s is not listed", name)
					continue
				}
				src, err := os.ReadFile(filepath.Join(fixtures, "broken", string(f), name, "EXPECT"))
				if err != nil {
					t.Fatal(err)
				}
				want := strings.TrimSuffix(string(src), "\n")
				if re, ok := strings.CutPrefix(want, "re:"); ok {
					if !regexp.MustCompile(re).MatchString(p.Err) {
						t.Errorf("%s: error %q does not match %s", name, p.Err, re)
					}
				} else if p.Err != want {
					t.Errorf("%s: error %q, want %q", name, p.Err, want)
				}
				if p.Kind != KindBroken || len(p.Tools) != 0 {
					t.Errorf("%s: kind %s, %d tools", name, p.Kind, len(p.Tools))
				}
			}
		})
	}
}
