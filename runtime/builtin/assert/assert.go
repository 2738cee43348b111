// Package assert holds the assertions.
package assert

import (
	"errors"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Assert, Fn: assert},
	{Row: &sig.AssertEq, Fn: assertEq},
	{Row: &sig.AssertNe, Fn: assertNe},
	{Row: &sig.AssertError, Fn: assertError},
}

// fail makes the error of a failed assertion, which carries no location.
func fail(msg string) (value.Value, error) { return value.Nothing, &value.Error{Msg: msg, Bare: true} }

func assert(t value.Thread, args []value.Value) (value.Value, error) {
	if value.Truth(args[0]) {
		return value.Nothing, nil
	}
	if args[1].Absent() {
		return fail("assertion failed")
	}
	msg, err := value.DisplayIn(t, args[1])
	if err != nil {
		return value.Nothing, err
	}
	return fail(msg)
}

func assertEq(t value.Thread, args []value.Value) (value.Value, error) {
	eq, err := same(t, args[0], args[1])
	if eq || err != nil {
		return value.Nothing, err
	}
	want, err := value.DisplayIn(t, args[1])
	if err != nil {
		return value.Nothing, err
	}
	got, err := value.DisplayIn(t, args[0])
	if err != nil {
		return value.Nothing, err
	}
	return failWith(t, args[2], "expected "+want+", got "+got)
}

func assertNe(t value.Thread, args []value.Value) (value.Value, error) {
	eq, err := same(t, args[0], args[1])
	if !eq || err != nil {
		return value.Nothing, err
	}
	both, err := value.DisplayIn(t, args[0])
	if err != nil {
		return value.Nothing, err
	}
	return failWith(t, args[2], "expected values to differ, both "+both)
}

// same is `==`, except that a decimal never equals a float.
func same(t value.Thread, a, b value.Value) (bool, error) {
	eq, clash, err := value.Equal(t, a, b)
	return eq && !clash, err
}

func failWith(t value.Thread, label value.Value, msg string) (value.Value, error) {
	if !label.Absent() {
		s, err := value.DisplayIn(t, label)
		if err != nil {
			return value.Nothing, err
		}
		msg = s + ": " + msg
	}
	return fail(msg)
}

func assertError(t value.Thread, args []value.Value) (value.Value, error) {
	fn := args[0]
	if !fn.Callable() {
		return value.Nothing, value.Errorf("assert_error expects a task or lambda, got %s", value.TypeName(fn))
	}
	_, err := t.Call(fn)
	if err == nil {
		return fail("expected an error, but none was raised")
	}
	if catchable(err) {
		return value.Nothing, nil
	}
	return value.Nothing, err
}

func catchable(err error) bool {
	var e *value.Error
	if errors.As(err, &e) {
		return !e.Fatal
	}
	var g *gate.Error
	return errors.As(err, &g) && g.Catchable()
}
