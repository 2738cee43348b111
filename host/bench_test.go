package host_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/synkind"
)

// BenchmarkCall is what the host adds to a call that does nothing, beside 20
// other plugins.
func BenchmarkCall(b *testing.B) {
	w := newWorld(b, nil)
	for i := range 20 {
		w.on(b, w.plugin(b, fmt.Sprintf("other-%d", i), simple))
	}
	w.on(b, w.plugin(b, "demo", simple))
	settle()
	for _, name := range []string{"demo.go", "plugin_demo_go"} {
		b.Run(name, func(b *testing.B) { w.calls(b, name, `{"who": "Ana"}`) })
	}
}

// BenchmarkHello is a whole call of the example in a warm host.
func BenchmarkHello(b *testing.B) {
	w := newWorld(b, func(o *host.Options) {
		o.Runners = map[manifest.Kind]manifest.Runner{manifest.KindSyn: &synkind.Runner{}}
	})
	dir := w.places.ProjectDir(manifest.FormatPlugin, "example-hello")
	if err := os.CopyFS(dir, os.DirFS("../examples/example-hello")); err != nil {
		b.Fatal(err)
	}
	w.on(b, manifest.ReadPlugin(dir, manifest.ScopeProject, false))
	settle()
	w.calls(b, "plugin_example-hello_greet", `{"who": "Ana"}`)
}

// settle waits until files that were just written are no longer read each time.
func settle() { time.Sleep(2500 * time.Millisecond) }

func (w *world) calls(b *testing.B, name, args string) {
	b.ReportAllocs()
	for b.Loop() {
		r, err := w.Call(context.Background(), host.Request{Name: name, Args: []byte(args)})
		if err != nil || !r.OK {
			b.Fatal(err, r)
		}
	}
}
