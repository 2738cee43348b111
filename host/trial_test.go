package host_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

func TestTryCalls(t *testing.T) {
	w := newWorld(t, nil)
	p := w.plugin(t, "demo", simple)
	w.write(t, filepath.Join(p.Dir, "testdata", "notes.txt"), "n")
	w.write(t, filepath.Join(p.Dir, "CALLS.jsonl"), `{"tool": "go", "args": {"a": 1}, "want": "hello", "ok": true}

{"tool": "go", "want_re": "^hell$"}
{"tool": "go", "ok": false}
{"tool": "none", "want": "ERROR: plugin 'demo' has no tool 'none'"}
{}
`)
	r := &fake{run: prints("hello\n", 0)}
	got, err := host.TryCalls(context.Background(), p, host.Options{Config: host.DefaultConfig(), Runners: map[manifest.Kind]manifest.Runner{manifest.KindSyn: r}})
	if err != nil {
		t.Fatal(err)
	}
	want := []host.Trial{
		{Name: `go {"a": 1}`, OK: true},
		{Name: "go", Message: `expected a match of ^hell$, got "hello"`},
		{Name: "go", Message: `expected ok false, got "hello"`},
		{Name: "none", OK: true},
		{Name: "line 6", Message: `not a call: {"tool", "args", "want" or "want_re", "ok"}`},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		got[i].MS = 0
		if got[i] != want[i] {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
	if r.calls[0].Workspace == w.places.Workspace {
		t.Error("the calls ran in the user's own workspace")
	}
}
