package builtin

import "github.com/synrun/synrun/runtime/value"

// Array is implemented by numeric arrays, so that the builtins for lists can
// serve them without knowing the package that makes them.
type Array interface {
	value.Object
	// Rows is the first dimension; ok is false for a 0-d array.
	Rows() (n int, ok bool)
	// SliceRows gives rows [from, to).
	SliceRows(t value.Thread, from, to int) (value.Value, error)
	// Elements gives all elements in order.
	Elements(t value.Thread) ([]value.Value, error)
	// Rebuild makes an array of numbers: with the shape of the receiver when
	// sameShape, else one-dimensional.
	Rebuild(t value.Thread, items []value.Value, sameShape bool) (value.Value, error)
	// ToList gives nested lists (a number for a 0-d array).
	ToList(t value.Thread) (value.Value, error)
}

// Complex is implemented by complex numbers.
type Complex interface {
	value.Object
	Parts() (re, im float64)
}

// Keyed is implemented by objects with a key that is the same for two of
// them exactly when they are equal (instants compare in UTC). The key of an
// object that equals a plain number is never asked for: see Plain.
type Keyed interface {
	value.Object
	Key() string
}

// Plain is implemented by objects that may equal a value of another kind: a
// complex without imaginary part. ok is false when v is no such object.
type Plain interface {
	value.Object
	Plain() (v value.Value, ok bool)
}
