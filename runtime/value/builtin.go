package value

import (
	"unsafe"

	"github.com/synrun/synrun/synsema/sig"
)

// Func is the function of a builtin. For a row without a rest parameter args
// has one slot for each parameter of the row, keyword-only ones included;
// arguments that were not given are unset. With a rest parameter the
// positional arguments come as given, after them the slots of the
// keyword-only parameters, if there are any.
//
// Arguments are borrowed: a container that is stored must be shared
// (Value.Share), which the list and map constructors of this package do.
type Func func(t Thread, args []Value) (Value, error)

// Change does what the function of a builtin does to a list or map that
// nobody else holds: it changes the first argument, which is the result, and
// may keep the others, of which none is the first. When it is not done it has
// changed nothing, and the function is to be called.
type Change func(t Thread, args []Value) (done bool, err error)

// Builtin is a builtin as a value.
type Builtin struct {
	Head
	Row *sig.Row
	Fn  Func
	// Fresh promises that a container in the result was made by the call
	// and has no other holder, so that it may be changed in place.
	Fresh bool
	// InPlace is nil where there is nothing to gain.
	InPlace  Change
	Min, Max int // of positional arguments; Max is -1 for a rest parameter
	// Number is one more than the place of the builtin in the machine's
	// table; 0 for a function that a builtin made.
	Number int
	// Shown is the text form; "" is "builtin:" and the name.
	Shown string
	// State is what a function made by a builtin carries with it: the
	// generator behind rng(seed).
	State any
}

// NewBuiltin binds a function to its row.
func NewBuiltin(row *sig.Row, fn Func, fresh bool) *Builtin {
	return &Builtin{Head: Head{kind: KBuiltin}, Row: row, Fn: fn, Fresh: fresh, Min: row.Min(), Max: row.Max()}
}

// Forked is the State of a builtin that a machine beside this one must have
// for itself.
type Forked interface {
	// Fork gives the builtin with a copy of the state.
	Fork() *Builtin
	// Refuse gives a builtin every use of which fails with err: for a machine
	// that must not have even a copy.
	Refuse(err error) *Builtin
}

// Fork gives the builtin for another machine.
func (b *Builtin) Fork() Value {
	if f, ok := b.State.(Forked); ok {
		return f.Fork().Value()
	}
	return b.Value()
}

// Value of the builtin.
func (b *Builtin) Value() Value { return Value{h: &b.Head} }

// Refuse gives what another machine gets that must not use the state.
func (b *Builtin) Refuse(err error) Value {
	if f, ok := b.State.(Forked); ok {
		return f.Refuse(err).Value()
	}
	return b.Value()
}

// Builtin is the object of a KBuiltin.
func (v Value) Builtin() *Builtin { return (*Builtin)(unsafe.Pointer(v.h)) }

// Callable reports whether v can be called.
func (v Value) Callable() bool {
	k := v.Kind()
	return k == KTask || k == KBuiltin || k == KMaker
}

// SmallDecimal makes the decimal mant / 10^scale.
func SmallDecimal(mant int64, scale int32) Value { return ofSmallDecimal(mant, scale) }
