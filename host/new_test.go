package host_test

import (
	"testing"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/vet"
)

func TestNew(t *testing.T) {
	w := newWorld(t, nil)
	for _, req := range []host.NewRequest{
		{Name: "a-syn"}, {Name: "a-task", Tool: "each"}, {Name: "an-exec", Kind: manifest.KindExec, Tool: "x-y"},
		{Name: "a-module", Kind: manifest.KindWasm}, {Name: "an_rpc", Kind: manifest.KindRPC}, {Name: "a-lamp", Lamp: true},
		{Name: "a-script", Kind: manifest.KindExec, Lang: "sh"}, {Name: "a-node", Kind: manifest.KindExec, Lang: "node"},
		{Name: "a-go", Kind: manifest.KindWasm, Lang: "go"}, {Name: "a_go", Kind: manifest.KindRPC, Lang: "go"},
	} {
		p, err := w.New(t.Context(), req)
		if err != nil {
			t.Errorf("%s: %v", req.Name, err)
			continue
		}
		if r := vet.Check(p, w.places); !r.OK || len(r.Diagnostics) > 0 {
			t.Errorf("%s: %s %+v", req.Name, r.Error, r.Diagnostics)
		}
		if st, _, err := w.Status(p); st != host.Off || err != nil {
			t.Errorf("%s is %s, %v", req.Name, st, err)
		}
		if _, err := w.New(t.Context(), req); err == nil {
			t.Errorf("%s: written twice", req.Name)
		}
	}
	for _, req := range []host.NewRequest{{Name: "a_b"}, {Name: "A-b", Kind: manifest.KindRPC}, {Name: "x", Kind: "ruby"}, {Name: "x", Tool: "a b"}, {Name: "x", Kind: manifest.KindExec, Lang: "go"}} {
		if _, err := w.New(t.Context(), req); err == nil {
			t.Errorf("%+v: accepted", req)
		}
	}
}
