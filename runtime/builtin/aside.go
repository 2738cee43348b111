package builtin

import "github.com/synrun/synrun/runtime/value"

// Aside runs f, which cannot be stopped, in a goroutine of its own. It fails
// as soon as the run has to end; f then goes on for nothing, so its work must
// be bounded, and what it writes must be read only after success. A panic of
// f is one of the caller.
func Aside(t value.Thread, f func()) error {
	g := t.Gate()
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		f()
	}()
	select {
	case p := <-done:
		if p != nil {
			panic(p)
		}
		return nil
	case <-g.Context().Done():
		return g.Stopped()
	}
}
