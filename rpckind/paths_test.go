package rpckind

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConfinePaths(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ws := filepath.Join(base, "ws")
	for _, dir := range []string{ws, filepath.Join(ws, "sub"), filepath.Join(base, "other"), filepath.Join(base, "ws2")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"out": filepath.Join(base, "other"), "in": "sub", "dangling": "nowhere", "dangling-out": "/no/such/place", "loop": "loop",
	} {
		if err := os.Symlink(target, filepath.Join(ws, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(ws, "a.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	const (
		escapes  = "path escapes workspace root (WS): "
		resolves = "path resolves outside workspace root (WS): "
		dangling = "path is a symlink whose target does not exist; refusing: "
	)
	for _, c := range []struct{ path, want, err string }{
		{"a.txt", "WS/a.txt", ""},
		{".", "WS", ""},
		{"WS", "WS", ""},
		{"./sub/../a.txt", "WS/a.txt", ""},
		{"WS/sub", "WS/sub", ""},
		{"new/deep/file", "WS/new/deep/file", ""},
		{"a.txt/below", "WS/a.txt/below", ""},
		{"in/new", "WS/in/new", ""},
		{"in", "WS/in", ""},
		{"", "", "empty path"},
		{"..", "", escapes + ".."},
		{"../ws2/x", "", escapes + "../ws2/x"},
		{"WS2/x", "", escapes + "WS2/x"},
		{"/etc/passwd", "", escapes + "/etc/passwd"},
		{"sub/../../x", "", escapes + "sub/../../x"},
		{"out", "", resolves + "out"},
		{"out/x", "", resolves + "out/x"},
		{"out/new/deep", "", resolves + "out/new/deep"},
		{"dangling", "", dangling + "dangling"},
		{"dangling-out", "", dangling + "dangling-out"},
		{"dangling/x", "", dangling + "dangling/x"},
		{"loop", "", resolves + "loop"},
	} {
		fill := func(s string) string { return strings.ReplaceAll(s, "WS", ws) }
		got, err := confinePath(ws, fill(c.path))
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got != fill(c.want) || text != fill(c.err) {
			t.Errorf("%s: %q, %q; want %q, %q", c.path, got, text, fill(c.want), fill(c.err))
		}
	}
}

func TestPathArguments(t *testing.T) {
	ws, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	schema := `{"type":"object","properties":{
		"target":{"type":"string","format":"path"},
		"path":{"type":"string"},
		"file":{"type":"string","format":"text"},
		"uri_path":{"type":"string","format":"uri"},
		"list":{"type":"array","items":{"type":"string","format":"path"}},
		"paths":{"type":"array","items":{"type":"string"}},
		"nested":{"type":"object","properties":{"where":{"type":"string","format":"path"}}},
		"things":{"type":"array","items":{"type":"object","properties":{"where":{"format":"path"}}}}}}`
	for _, c := range []struct{ args, want string }{
		{`{"text":"a"}`, `{"text":"a"}`},
		{`{"target":"a"}`, `{"target":"WS/a"}`},
		{`{"path":"a","z":1.50,"a":null}`, `{"path":"WS/a","z":1.50,"a":null}`},
		{`{"file":"/etc"}`, `{"file":"/etc"}`},
		{`{"uri_path":"/etc"}`, `{"uri_path":"/etc"}`},
		{`{"list":["a","b"]}`, `{"list":["WS/a","WS/b"]}`},
		{`{"paths":["a"],"path":5}`, `{"paths":["WS/a"],"path":5}`},
		{`{"nested":{"where":"a","log_file":"b","x":"c"}}`, `{"nested":{"where":"WS/a","log_file":"WS/b","x":"c"}}`},
		{`{"things":[{"where":"a"},{"my_files":["b"]}]}`, `{"things":[{"where":"WS/a"},{"my_files":["WS/b"]}]}`},
		{`{"unknown":{"root":"r"}}`, `{"unknown":{"root":"WS/r"}}`},
		{`{"target":"/etc"}`, "path escapes workspace root (WS): /etc"},
		{`{"nested":{"deep":{"cwd":".."}}}`, "path escapes workspace root (WS): .."},
		{`{"paths":["ok",""]}`, "empty path"},
		{``, `{}`},
	} {
		got, err := confinePaths(ws, json.RawMessage(schema), json.RawMessage(c.args))
		if err != nil {
			got = err.Error()
		}
		if want := strings.ReplaceAll(c.want, "WS", ws); got != want {
			t.Errorf("%s: %s, want %s", c.args, got, want)
		}
	}
}
