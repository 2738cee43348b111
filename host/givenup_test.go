package host_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

// givesUp is a runner that gave a plugin up.
type givesUp struct {
	*fake
	why string
}

func (g *givesUp) GivenUp(*manifest.Plugin) string { return g.why }

func TestGivenUp(t *testing.T) {
	g := &givesUp{fake: &fake{run: prints("x", 0)}}
	w := newWorld(t, func(o *host.Options) { o.Runners[manifest.KindSyn] = g })
	p := w.plugin(t, "demo", simple)
	w.on(t, p)
	offered := func() int {
		t.Helper()
		tools, err := w.Catalogue(host.ProfileBuild)
		if err != nil {
			t.Fatal(err)
		}
		return len(tools)
	}
	if n := offered(); n == 0 {
		t.Errorf("%d tools are offered", n)
	}
	g.why = "initialize rejected"
	if n := offered(); n != 0 {
		t.Errorf("%d tools of a plugin that was given up are offered", n)
	}
	row, err := w.Row(p)
	if err != nil || !slices.Contains(row.Notes, "incompatible: initialize rejected") {
		t.Errorf("%q %v", row.Notes, err)
	}
}

func TestRequiredCeiling(t *testing.T) {
	w := newWorld(t, func(o *host.Options) { o.Config.RequireCeiling = true })
	p := w.plugin(t, "demo", `{"kind": "exec", "command": "true", "tools": [{"name": "go"}]}`)
	if _, err := w.On(p, host.TurnOptions{By: "user"}); err == nil || err.Error() != "'demo' has NO ceiling (--require-ceiling)" {
		t.Errorf("%v", err)
	}
	if st, _, err := w.Status(p); st != host.Off || err != nil {
		t.Errorf("%s %v", st, err)
	}
}

// TestEvalRow: a program that is no lamp has a row of its own shape in the
// lamps' log.
func TestEvalRow(t *testing.T) {
	w := newWorld(t, nil)
	w.write(t, w.places.SessionFile(), `{"ceiling": "stdout"}`)
	if _, err := w.Eval(context.Background(), "print(1)"); err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(w.places.Lamps, "audit", "log.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var row map[string]any
	if err := json.Unmarshal(src, &row); err != nil {
		t.Fatal(err)
	}
	if row["eval"] != true || row["source"] != "print(1)" || row["ok"] != true || row["ceiling"] != "stdout" || row["lamp"] != nil || row["tool"] != nil {
		t.Errorf("%s", src)
	}
}
