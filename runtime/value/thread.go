package value

import "github.com/synrun/synrun/gate"

// Thread is what a builtin may ask of the machine that runs it. A Thread
// belongs to one goroutine.
type Thread interface {
	// Call calls a task, lambda, builtin or constructor with the lenient
	// rules for calls made by the engine (20 §13.4): surplus arguments are
	// dropped, missing ones are their default or nothing.
	Call(fn Value, args ...Value) (Value, error)
	// CallNamed calls with named arguments as well; unknown or repeated
	// names are errors.
	CallNamed(fn Value, args []Value, named []NamedArg) (Value, error)
	// Charge counts memory that is about to be allocated, in bytes. It fails
	// with the uncatchable limit error when the program would hold too much.
	Charge(bytes int) error
	// Work counts n units of work (about one loop turn each) against the
	// step limit and notices deadlines and cancellation. Builtins call it
	// inside loops whose length depends on their arguments.
	Work(n int) error
	// Gate is the door to the outside.
	Gate() *gate.Gate
	// At gives the place of the running call with source "<builtin>()" for
	// the record.
	At() gate.At
}

// NamedArg is one argument given by name.
type NamedArg struct {
	Name  string
	Value Value
}
