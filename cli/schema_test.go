package cli_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestSchemasLoadNothing: a plugin's schema may refer to itself and to nothing
// else, however it writes that; nobody is asked for it.
func TestSchemasLoadNothing(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprint(w, `{"type": "string"}`)
	}))
	defer server.Close()
	dir := t.TempDir()
	outside := filepath.Join(dir, "string.json")
	if err := os.WriteFile(outside, []byte(`{"type": "string"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	synrun := func(words ...string) ran {
		cmd := command(t, "synrun", append([]string{"--home", filepath.Join(dir, "home")}, words...)...)
		cmd.Dir = dir
		return run(t, cmd)
	}
	for name, c := range map[string]struct {
		schema string
		ok     bool
	}{
		"inside":   {`{"type": "object", "$defs": {"s": {"type": "string"}}, "properties": {"x": {"$ref": "#/$defs/s"}}}`, true},
		"by-id":    {`{"type": "object", "$defs": {"s": {"$id": "s", "type": "string"}}, "properties": {"x": {"$ref": "s"}}}`, true},
		"http":     {`{"type": "object", "properties": {"x": {"$ref": "` + server.URL + `/s.json"}}}`, false},
		"file":     {`{"type": "object", "properties": {"x": {"$ref": "file://` + outside + `"}}}`, false},
		"path":     {`{"type": "object", "properties": {"x": {"$ref": "` + outside + `"}}}`, false},
		"relative": {`{"type": "object", "properties": {"x": {"$ref": "string.json"}}}`, false},
		"base":     {`{"$id": "` + server.URL + `/", "type": "object", "properties": {"x": {"$ref": "s.json"}}}`, false},
		"dynamic":  {`{"type": "object", "properties": {"x": {"$dynamicRef": "` + server.URL + `/s.json#a"}}}`, false},
		"meta":     {`{"$schema": "` + server.URL + `/meta.json", "type": "object", "properties": {"x": {"type": "string"}}}`, false},
	} {
		folder := filepath.Join(dir, ".lampson", "plugins", name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		manifest := `{"kind": "exec", "command": "echo ran", "tools": [{"name": "t", "parameters": ` + c.schema + `}]}`
		if err := os.WriteFile(filepath.Join(folder, "plugin.json"), []byte(manifest), 0o644); err != nil {
			t.Fatal(err)
		}
		synrun("plugin", "on", name)
		if r := synrun("call", name+".t", `{"x": "text"}`, "--strict-args"); (r.output == "ran\n") != c.ok {
			t.Errorf("%s: %s", name, r.output)
		}
		if r := synrun("call", name+".t", `{"x": 5}`, "--strict-args"); r.code == 0 || strings.Contains(r.output, "ran") {
			t.Errorf("%s: a number is taken: %s", name, r.output)
		}
		want := "1 checked, 0 faulty, 1 warnings"
		if c.ok {
			want = "1 checked, 0 faulty, 0 warnings"
		}
		if r := synrun("plugin", "check", name); !strings.Contains(r.output, want) {
			t.Errorf("%s: %s", name, r.output)
		}
		if r := synrun("call", name+".t", `{"x": 5}`); r.output != "ran\n" {
			t.Errorf("%s: without strict arguments: %s", name, r.output)
		}
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("%d requests went out for schemas", n)
	}
}
