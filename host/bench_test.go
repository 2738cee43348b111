package host_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/synrun/synrun/host"
)

// BenchmarkCall is what the host adds to a call that does nothing, beside 20
// other plugins.
func BenchmarkCall(b *testing.B) {
	w := newWorld(b, nil)
	for i := range 20 {
		w.on(b, w.plugin(b, fmt.Sprintf("other-%d", i), simple))
	}
	w.on(b, w.plugin(b, "demo", simple))
	time.Sleep(2500 * time.Millisecond) // files that were just written are read each time
	for _, name := range []string{"demo.go", "plugin_demo_go"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := w.Call(context.Background(), host.Request{Name: name, Args: []byte(`{"who": "Ana"}`)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
