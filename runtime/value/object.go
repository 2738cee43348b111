package value

import "unsafe"

// Object is a value of one of the extended kinds (times, complex numbers,
// arrays, generators, handles). Its methods give the behaviour that the core
// kinds have built in.
type Object interface {
	// TypeName is what type_of gives.
	TypeName() string
	// Display is the text form.
	Display() string
	// Truth is the truth of the value.
	Truth() bool
	// Equal compares with another value that is not a container.
	Equal(other Value) bool
}

// Operand is an Object that takes part in operators.
type Operand interface {
	Object
	// Binary computes `self op other`, or `other op self` when flipped. ok is
	// false when the operands do not go together.
	Binary(t Thread, op Op, other Value, flipped bool) (v Value, ok bool, err error)
}

// Negatable is an Object with a unary minus.
type Negatable interface {
	Negate(t Thread) (Value, error)
}

// Ordered is an Object with an order.
type Ordered interface {
	Object
	// Compare gives -1, 0, 1; the error words why there is no order. ok is
	// false when the operands do not go together.
	Compare(other Value) (c int, ok bool, err error)
}

// Indexed is an Object that x[i] can read.
type Indexed interface {
	Object
	// Index gives x[i]; i is any value, to be checked by the object.
	Index(t Thread, i Value) (Value, error)
}

type box struct {
	Head
	o Object
}

// OfObject makes a value of an extended kind.
func OfObject(o Object) Value {
	b := &box{Head{kind: KObject}, o}
	return Value{h: &b.Head}
}

// Object is the object of a KObject.
func (v Value) Object() Object { return (*box)(unsafe.Pointer(v.h)).o }

// ObjectOf gives the object of v as a T.
func ObjectOf[T Object](v Value) (o T, ok bool) {
	if v.Kind() == KObject {
		o, ok = v.Object().(T)
	}
	return o, ok
}
