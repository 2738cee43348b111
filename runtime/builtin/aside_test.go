package builtin_test

import (
	"testing"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/builtintest"
)

func TestAside(t *testing.T) {
	th := &builtintest.Thread{}
	n := 0
	if err := builtin.Aside(th, func() { n = 5 }); err != nil || n != 5 {
		t.Errorf("%d, %v", n, err)
	}
	func() {
		defer func() {
			if p := recover(); p != "broken" {
				t.Errorf("panic %v", p)
			}
		}()
		_ = builtin.Aside(th, func() { panic("broken") })
		t.Error("no panic")
	}()
	// a run that ends does not wait for what cannot be stopped
	never := make(chan int)
	defer close(never)
	started := make(chan int)
	go func() {
		<-started
		th.Gate().Stop(gate.LimitError("time", 1e9))
	}()
	if err := builtin.Aside(th, func() { close(started); <-never }); err == nil {
		t.Error("no error")
	}
}
