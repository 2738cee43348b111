package synrun

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/synrun/synrun/cli"
)

// gitStandIn serves a repository as the git host does: files below
// /<owner>/<repo>/<tag>/, tags at /repos/<owner>/<repo>/tags.
type gitStandIn struct {
	files map[string]string
	tags  string
	asked []string
}

func (g *gitStandIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.asked = append(g.asked, r.URL.Path)
	text, ok := g.files[r.URL.Path]
	if strings.HasSuffix(r.URL.Path, "/tags") {
		text, ok = g.tags, true
	}
	if !ok {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write([]byte(text))
}

// synrunIn runs the command in a workspace and returns its exit code and what
// it wrote.
func synrunIn(ws string, words ...string) (code int, out, err string) {
	var stdout, stderr bytes.Buffer
	code = Main(append([]string{"--workspace", ws}, words...), cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// TestLampsOverHTTP pulls from a stand-in for the git host, through the
// command: what it prints, what it writes, and what it refuses.
func TestLampsOverHTTP(t *testing.T) {
	root := t.TempDir()
	ws := filepath.Join(root, "ws")
	if err := os.Mkdir(ws, 0o755); err != nil {
		t.Fatal(err)
	}
	manifest := func(name, version, files string) string {
		return `{"name": "` + name + `", "version": "` + version + `", "caps": "stdout,env=LAMP_*,file.read={root}/*", "files": [` + files + `], "tools": [{"name": "go", "parameters": {"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a"]}}]}`
	}
	program := "require env(\"LAMP_*\")\nprint(\"went \" + env(\"LAMP_TOOL\"))\n"
	git := &gitStandIn{tags: `[{"name": "v2"}, {"name": "v1"}]`, files: map[string]string{
		"/ann/tools/v2/pick/lamp.json": manifest("pick", "2.0.0", `"lamp.syn", "SKILL.md"`), "/ann/tools/v2/pick/lamp.syn": program, "/ann/tools/v2/pick/SKILL.md": "# pick\n",
		"/ann/tools/v1/pick/lamp.json": manifest("pick", "1.0.0", `"lamp.syn"`), "/ann/tools/v1/pick/lamp.syn": program,
		"/synsema/lamps/v2/git/lamp.json": manifest("git", "1.0.0", `"lamp.syn"`), "/synsema/lamps/v2/git/lamp.syn": program,
		"/ann/other/main/lamp.json": manifest("elsewhere", "1.0.0", `"lamp.syn"`), "/ann/other/main/lamp.syn": program,
		"/ann/evil/v2/lamp.json": manifest("evil", "1.0.0", `"../../x"`), "/ann/half/v2/lamp.json": manifest("half", "1.0.0", `"lamp.syn", "gone.syn"`), "/ann/half/v2/lamp.syn": program,
		"/ann/big/v2/lamp.json": manifest("big", "1.0.0", `"lamp.syn"`), "/ann/big/v2/lamp.syn": strings.Repeat("-", 1<<20+1),
	}}
	srv := httptest.NewServer(git)
	defer srv.Close()
	t.Setenv("SYNRUN_GIT_MIRROR", srv.URL+"/")
	t.Setenv("SYNRUN_HOME", filepath.Join(root, "home"))
	t.Setenv("HOME", filepath.Join(root, "user"))
	store := filepath.Join(root, "user", ".lamps", "lamps")

	for _, c := range []struct {
		words string
		code  int
		out   string // a pattern
		err   string // a part
	}{
		{"lamp pull ann/tools/pick", 2, `^$`, "needs the network"},
		{"lamp pull ann/tools/pick@v1 --network", 0, `^pulled pick @ v1 → \S+/ann/pick\n  lamp\.json     sha256 [0-9a-f]{12}…\n  lamp\.syn      sha256 [0-9a-f]{12}…\n$`, ""},
		{"lamp pull ann/tools/pick@v1 --network", 0, `^pick @ v1 — already up to date\n$`, ""},
		{"lamp run pick go", 0, `^went go\n$`, ""},
		{"lamp enable pick", 0, `^enabled pick — agents now get its tools via lamp mcp\n$`, ""},
		{"lamp list", 0, `^pick\tann\tyes\tpure\tkept\tstdout,env=LAMP_\*,file\.read=\{root\}/\*\n$`, ""},
		{"lamp update https://github.com/ann/tools/pick --network", 0, `^updated pick @ v2 → \S+/ann/pick\n  lamp\.json .*\n  lamp\.syn .*\n  SKILL\.md .*\n$`, ""},
		{"lamp list", 0, `^pick\tann\tno\t`, ""}, // another manifest needs another yes
		{"lamp inspect pick", 0, `(?s)ceiling of the manifest\n  stdout      all of it\n  env         LAMP_\*\n  file\.read   \./\*\n\npulled from https://github\.com/ann/tools/pick @ v2, .*\n\nnot offered to agents\n$`, ""},
		{"lamp inspect pick", 0, `(?s)go \{a, b\?\}`, ""},
		{"lamp pull git --network", 0, `^pulled git @ v2 → \S+/synsema/git\n`, ""},
		{"lamp git go", 0, `^went go\n$`, ""},
		{"lamp synsema/git go", 0, `^went go\n$`, ""},
		{"lamp pull ann/other@main --network", 1, `^$`, `the manifest's name must match where it lives — rename the repo/folder or the manifest (expected "other")`},
		{"lamp pull ann/evil --network", 1, `^$`, "manifest file escapes the lamp folder: ../../x"},
		{"lamp pull ann/half --network", 1, `^$`, "gone.syn"},
		{"lamp pull ann/big --network", 1, `^$`, "larger than 1 MiB"},
		{"lamp pull ann/none --network", 1, `^$`, "lamp.json"},
		{"lamp pull ann/../x --network", 2, `^$`, "bad lamp reference"},
		{"lamp pull", 2, `^$`, "usage: lamp pull <ref>"},
		{"lamp run", 2, `^$`, "usage: lamp run <lamp> <tool> [json]"},
		{"lamp version", 0, `^lamp \d+\.\d+\.\d+\n$`, ""},
		{"lamp help", 0, `(?s)^synrun lamp: .*\n  pull `, ""},
		{"lamp help pull", 0, `^synrun lamp pull: `, ""},
		{"lamp publish", 2, `^$`, "not supported by this implementation"},
		{"lamp skill", 0, `(?s)^wrote \S+/skills/lamps/SKILL\.md\nwrote \S+/skills/lamp-pick/SKILL\.md\n$`, ""},
		{"lamp disable pick", 0, `^disabled pick\n$`, ""},
		{"lamp audit", 0, `(?s)^\{"lamp": "pick", "tool": "go", "ok": true, .*\n\{"lamp": "git".*\n\{"lamp": "git".*\n$`, ""},
	} {
		code, out, err := synrunIn(ws, strings.Fields(c.words)...)
		if code != c.code || !regexp.MustCompile(c.out).MatchString(out) || !strings.Contains(err, c.err) {
			t.Errorf("%s: exit %d, want %d\n%s%s", c.words, code, c.code, out, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(store, "ann", "*")); len(left) != 1 {
		t.Errorf("what was refused is there: %v", left)
	}
	// A file that is not what was pulled is not run.
	if err := os.WriteFile(filepath.Join(store, "ann", "pick", "lamp.syn"), []byte("print(1)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := synrunIn(ws, "lamp", "run", "pick", "go"); code != 1 || !strings.Contains(out, "pick: lamp.syn changed since it was pulled — lamp pull again") {
		t.Errorf("a changed file: exit %d %s", code, out)
	}
	// A skill file that leads elsewhere is not shown to agents.
	link := filepath.Join(ws, ".lamps", "leak")
	if err := os.MkdirAll(link, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"lamp.json": manifest("leak", "1.0.0", `"lamp.syn"`), "lamp.syn": program} {
		if err := os.WriteFile(filepath.Join(link, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(link, "SKILL.md")); err != nil {
		t.Fatal(err)
	}
	if _, out, _ := synrunIn(ws, "lamp", "skill"); strings.Contains(out, "lamp-leak") {
		t.Errorf("it was copied: %s", out)
	}
}
