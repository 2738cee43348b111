package runtime

import (
	"strings"

	"fmt"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/hint"
	"github.com/synrun/synrun/synsema/token"
)

// signal is control flow on its way out through builtins.
type signal string

func (s signal) Error() string { return string(s) }

const (
	// errStop is a stop without a loop of its own: it ends the caller's.
	errStop signal = "'give'/'stop' used outside of a task or loop"
	// errStray is a give or stop that reached the top of a program.
	errStray signal = "'give'/'stop' used outside of a task or loop "
)

// Exit is the error of a program that called exit: a success with a code.
type Exit struct {
	Code int
	File string // where exit was called
	Pos  token.Pos
}

// Error is what a test reports that called exit.
func (e *Exit) Error() string {
	return fmt.Sprintf("%s:%d:%d: exit(%d)", e.File, e.Pos.Line, e.Pos.Col, e.Code)
}

// catchable reports whether recover may see the error.
func catchable(err error) bool { return value.Catchable(err) }

// messageOf is the text that recover binds: without location, also without
// the prefix of a syntax error in a module.
func messageOf(err error) string {
	e, ok := err.(*value.Error)
	if !ok {
		return err.Error()
	}
	if e.File == "" && e.Prefixed > 0 {
		return e.Msg[e.Prefixed:]
	}
	return e.Msg
}

// placeable reports whether an error has no place yet and may have one: what
// ends the run is not the fault of the line that ran.
func placeable(e *value.Error) bool {
	return e.File == "" && e.Prefixed == 0 && !e.Bare && !e.Fatal
}

// locate completes an error with the place of the instruction that failed.
func (m *Machine) locate(err error, p *proto, pc int) error {
	switch e := err.(type) {
	case *value.Error:
		if placeable(e) {
			return &value.Error{Msg: e.Msg + commentHint(e.Msg, p, pc), File: p.file, Pos: p.pos[pc]}
		}
	case *gate.Error:
		if e.Catchable() {
			return &value.Error{Msg: e.Text, File: p.file, Pos: p.pos[pc]}
		}
		return &value.Error{Msg: e.Text, Fatal: true}
	case *Exit:
		if e.File == "" {
			e.File, e.Pos = p.file, p.pos[pc]
		}
	}
	return err
}

// commentHint is for an undefined name that is the right operand of `//` and
// may have been meant as a comment; the compiler has marked the operation.
func commentHint(msg string, p *proto, pc int) string {
	if pc+1 >= len(p.code) || !strings.HasPrefix(msg, "Undefined variable: ") {
		return ""
	}
	if next := &p.code[pc+1]; next.op != opFloorDiv || next.d == 0 {
		return ""
	}
	return " — `//` is integer division; comments in Synsema start with `--`"
}

// undefined is the error of a name that is not bound, with its hints.
func (m *Machine) undefined(name string) error {
	return value.NewError("Undefined variable: '" + name + "'" + hint.Undefined(name))
}

// ofNote explains the grouping of `a of b.c` when the inner part fails.
const ofNote = ". note: 'a of b.c' reads as 'a of (b.c)' — to get '(a of b).c', bind first: let x be a of b, then x.c"
