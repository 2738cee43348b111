package host_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

// gitHost is a stand-in for the git host.
func gitHost(t *testing.T, files map[string]string) host.GitHub {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := files[strings.TrimPrefix(r.URL.Path, "/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return host.GitHub{Raw: s.URL, API: s.URL}
}

func TestPullLamp(t *testing.T) {
	w := newWorld(t, nil)
	files := map[string]string{
		"repos/synsema/lamps/tags":          `[{"name": "v2"}, {"name": "v1"}]`,
		"repos/ana/tool/tags":               `[]`,
		"synsema/lamps/v2/git/lamp.json":    `{"name": "git", "caps": "stdout,exec=git", "profile": "native", "files": ["lamp.syn", "lib/more.syn"], "tools": [{"name": "log"}]}`,
		"synsema/lamps/v2/git/lamp.syn":     "require net(\"x\")\nprint(1)\n",
		"synsema/lamps/v2/git/lib/more.syn": "export task f()\n    give 1\n",
		"ana/tool/main/lamp.json":           `{"name": "tool", "caps": "stdout"}`,
		"ana/tool/main/lamp.syn":            "print(1)\n",
		"ana/tool/bad/lamp.json":            `{"name": "tool", "caps": "stdout", "files": ["../x"]}`,
		"ana/tool/liar/lamp.json":           `{"name": "other", "caps": "stdout"}`,
		"ana/tool/liar/lamp.syn":            "print(1)\n",
		"ana/tool/half/lamp.json":           `{"name": "tool", "caps": "stdout", "files": ["lamp.syn", "gone.syn"]}`,
		"ana/tool/half/lamp.syn":            "print(1)\n",
	}
	git := gitHost(t, files)
	pull := func(ref string) string {
		t.Helper()
		lines, err := w.PullLamp(context.Background(), ref, "pulled", git)
		if err != nil {
			return err.Error()
		}
		return strings.Join(lines, "\n")
	}
	dir := filepath.Join(w.places.Lamps, "lamps", "synsema", "git")
	got := pull("git")
	for _, part := range []string{"pulled git @ v2 → " + dir + "\n  lamp.json     sha256 ", "\n  lamp.syn      sha256 ", "\n  lib/more.syn  sha256 ",
		"…\nBREAKS ITS PROMISE — asks for 1 thing(s) it never declared:\n  ! net(\"x\")"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in\n%s", part, got)
		}
	}
	for ref, want := range map[string]string{
		"synsema/git@v2":                  "git @ v2 — already up to date",
		"https://github.com/ana/tool@bad": "manifest file escapes the lamp folder: ../x",
		"ana/tool@liar":                   `other: the manifest's name must match where it lives — rename the repo/folder or the manifest (expected "tool")`,
		"ana/tool@half":                   "gone.syn: download failed: HTTP 404",
		"github.com/ana/none":             "download failed: HTTP 404",
		"ana/../x":                        "bad lamp reference 'ana/../x'",
	} {
		if got := pull(ref); got != want {
			t.Errorf("%s: %s, want %s", ref, got, want)
		}
	}
	if got := pull("ana/tool"); !strings.HasPrefix(got, "pulled tool @ main → ") {
		t.Errorf("%s", got)
	}
	if left, _ := filepath.Glob(filepath.Join(w.places.Lamps, "lamps", "*", ".staging-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	if lines, err := w.PullLamp(context.Background(), "git", "pulled", nil); err == nil || err.Error() != "pulling from the network needs --network" {
		t.Errorf("%q %v", lines, err)
	}

	// Enabled by the name given, in a file that the lamps' own program reads.
	lines, err := w.EnableLamp("git", true)
	if err != nil || lines[len(lines)-1] != "enabled git — agents now get its tools via lamp mcp" {
		t.Errorf("%q %v", lines, err)
	}
	src, err := os.ReadFile(filepath.Join(w.places.Lamps, "enabled.json"))
	var list []string
	if err != nil || json.Unmarshal(src, &list) != nil || len(list) != 1 || list[0] != "git" {
		t.Errorf("%s %v", src, err)
	}
	if r := w.call(t, host.Request{Name: "lamp_git_log"}); !r.OK || r.Output != "hello" {
		t.Errorf("%+v", r)
	}
	w.write(t, filepath.Join(dir, "lamp.syn"), "print(2)\n")
	if r := w.call(t, host.Request{Name: "lamp_git_log", AnyLamp: true}); r.Output != "git: lamp.syn changed since it was pulled — lamp pull again" {
		t.Errorf("%q", r.Output)
	}
	if got := pull("git"); !strings.HasPrefix(got, "pulled git @ v2") {
		t.Errorf("a lamp that was tampered with is not up to date: %s", got)
	}
	if _, err := w.EnableLamp("none", true); err == nil || err.Error() != "no pulled lamp 'none' — lamp pull <ref> first" {
		t.Errorf("%v", err)
	}
	rows, err := w.Lamps()
	if err != nil || len(rows) != 2 || rows[0].Name != "tool" && rows[0].Name != "git" {
		t.Errorf("%+v %v", rows, err)
	}
	log, err := w.LampLog(50)
	if err != nil || len(log) != 1 || !strings.HasPrefix(string(log[0]), `{"lamp": "git", "tool": "log", "ok": true, "ceiling": "stdout,exec=git", "granted": [], "denied": [], "at": "`) {
		t.Errorf("%s %v", log, err)
	}
}

func TestProjectLampNeedsTrust(t *testing.T) {
	w := newWorld(t, nil)
	dir := w.places.ProjectDir(manifest.FormatLamp, "mine")
	w.write(t, filepath.Join(dir, "lamp.json"), `{"name": "mine", "caps": "stdout", "tools": [{"name": "go"}]}`)
	w.write(t, filepath.Join(dir, "lamp.syn"), "print(1)\n")
	if r := w.call(t, host.Request{Name: "mine.go"}); r.OK || !strings.Contains(r.Output, "is not enabled") {
		t.Errorf("%q", r.Output)
	}
	if r := w.call(t, host.Request{Name: "mine.go", AnyLamp: true}); !r.OK {
		t.Errorf("lamp run: %q", r.Output)
	}
	p, err := w.Lamp("mine")
	if err != nil {
		t.Fatal(err)
	}
	w.on(t, p)
	if r := w.call(t, host.Request{Name: "mine.go"}); !r.OK {
		t.Errorf("trusted: %q", r.Output)
	}
	w.write(t, filepath.Join(dir, "lamp.json"), `{"name": "mine", "caps": "stdout,net", "tools": [{"name": "go"}]}`)
	if r := w.call(t, host.Request{Name: "mine.go"}); r.OK || !strings.Contains(r.Output, "changed since") {
		t.Errorf("%q", r.Output)
	}
	if _, err := w.Off(p, "user"); err != nil {
		t.Fatal(err)
	}
	if st, _, err := w.Status(p); st != host.Off || err != nil {
		t.Errorf("untrusted: %s %v", st, err)
	}
	w.write(t, filepath.Join(w.places.Workspace, ".lamps", "config.json"), `{"caps": "`)
	if r := w.call(t, host.Request{Name: "mine.go", AnyLamp: true}); !strings.HasSuffix(r.Output, "config.json is not valid JSON — fix or remove it") || strings.HasPrefix(r.Output, "ERROR") {
		t.Errorf("%q", r.Output)
	}
}
