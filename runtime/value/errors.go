package value

import (
	"fmt"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/synsema/token"
)

// Error is a runtime error of a program. Its text is what `recover` binds.
type Error struct {
	Msg string
	// File and Pos are the location, File is "" when there is none.
	File string
	Pos  token.Pos
	// Prefixed is the length of the location that Msg itself begins with (a
	// syntax error in a module); recover binds what comes after it.
	Prefixed int
	// Bare errors get no location: the machine gives every other one that of
	// the operator or call that failed.
	Bare bool
	// Fatal errors cannot be caught: exceeded limits, a stopped run.
	Fatal bool
}

// Error gives the located text: `file:line:col: message`.
func (e *Error) Error() string {
	if e.File == "" {
		return e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Pos.Line, e.Pos.Col, e.Msg)
}

// NewError makes an error that the machine locates at the running operator or
// call.
func NewError(msg string) *Error { return &Error{Msg: msg} }

// Errorf is NewError with a format.
func Errorf(format string, args ...any) *Error {
	return &Error{Msg: fmt.Sprintf(format, args...)}
}

// Catchable reports whether a program may catch err: everything but exceeded
// limits, a stopped run, exit, and a give or stop on its way. A builtin that
// turns errors into values asks this first.
func Catchable(err error) bool {
	switch e := err.(type) {
	case *Error:
		return !e.Fatal
	case *gate.Error:
		return e.Catchable()
	}
	return false
}

// Message is the text that `recover` binds for a catchable error.
func Message(err error) string {
	if e, ok := err.(*Error); ok {
		return e.Msg
	}
	return err.Error()
}

var errNested = &Error{Msg: "value nested too deeply"}

// ErrNested tells that a value is nested deeper than MaxNesting.
func ErrNested() error { return errNested }

// MaxNesting is the depth to which text form, equality and encoders follow
// nested containers, so that no value can exhaust the stack.
const MaxNesting = 100_000
