package builtin

import (
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Either sorts the operands of an operation that takes its function first or
// its list first (30 §30.7). The list is marked as shared, so that the
// callback cannot change it under the iteration; it may be an array only if
// arrays is set.
func Either(op string, args []value.Value, arrays bool) (fn, list value.Value, err error) {
	a, b := args[0], args[1]
	switch {
	case a.Callable() && b.Callable():
		return fn, list, mixedUp(op, "two tasks")
	case a.IsList() && b.IsList():
		return fn, list, mixedUp(op, "two lists")
	case a.Callable():
		fn, list = a, b
	default:
		fn, list = b, a
	}
	if !list.IsList() {
		if _, ok := value.ObjectOf[Array](list); !ok || !arrays {
			return fn, list, value.Errorf("%s expects a list, got %s", op, value.TypeName(list))
		}
	}
	if !fn.Callable() {
		return fn, list, value.Errorf("%s expects a task, got %s", op, value.TypeName(fn))
	}
	return fn, list.Share(), nil
}

func mixedUp(op, got string) error {
	return value.Errorf("%s: expected one task and one list (either order: %s(fn, list, ...) or %s(list, fn, ...)), got %s", op, op, op, got)
}

// TwoTasks is the error of an operation that got two functions.
func TwoTasks(op string) error { return mixedUp(op, "two tasks") }

// Caller calls one function many times with one argument list.
type Caller struct {
	t    value.Thread
	fn   value.Value
	args [2]value.Value
}

// NewCaller prepares the calls.
func NewCaller(t value.Thread, fn value.Value) *Caller { return &Caller{t: t, fn: fn} }

// Call1 calls with one argument and counts a unit of work.
func (c *Caller) Call1(a value.Value) (value.Value, error) {
	if err := c.t.Work(1); err != nil {
		return value.Value{}, err
	}
	c.args[0] = a
	return c.t.Call(c.fn, c.args[:1]...)
}

// Holder is a thread that has to know what a builtin keeps of the results of
// its callbacks: nothing else tells that it is still alive.
type Holder interface{ Hold(kept *[]value.Value) }

// Hold says that the running builtin keeps what is in the slice, whenever it
// is looked at until the builtin returns.
func Hold(t value.Thread, kept *[]value.Value) {
	if h, ok := t.(Holder); ok {
		h.Hold(kept)
	}
}

// Call2 calls with two arguments.
func (c *Caller) Call2(a, b value.Value) (value.Value, error) {
	if err := c.t.Work(1); err != nil {
		return value.Value{}, err
	}
	c.args[0], c.args[1] = a, b
	return c.t.Call(c.fn, c.args[:]...)
}

// Passer is a thread that can hand an argument over: nobody else holds it.
type Passer interface {
	// PassFirst makes the next Call give its first argument away, so that
	// the task may change it in place.
	PassFirst()
}

// Fold2 is Call2 for an accumulator that came out of the call before: it has
// no other holder.
func (c *Caller) Fold2(acc, x value.Value) (value.Value, error) {
	if err := c.t.Work(1); err != nil {
		return value.Value{}, err
	}
	if p, ok := c.t.(Passer); ok {
		p.PassFirst()
	}
	c.args[0], c.args[1] = acc, x
	return c.t.Call(c.fn, c.args[:]...)
}

// Test calls with one argument and gives the truth of the result.
func (c *Caller) Test(a value.Value) (bool, error) {
	v, err := c.Call1(a)
	return err == nil && value.Truth(v), err
}

// ListArg checks a list argument: `‹name› expects a list, got ‹T›`.
func ListArg(name string, v value.Value) ([]value.Value, error) {
	if !v.IsList() {
		return nil, value.Errorf("%s expects a list, got %s", name, value.TypeName(v))
	}
	return v.Items(), nil
}

// Clash is the error of a decimal that met a float, prefixed by who.
func Clash(who string) error { return value.Errorf("%s: %s", who, value.MixMsg) }

// StrictEqual is `==` with the clash of a decimal and a float as the error of
// who (30 §30.1.4).
func StrictEqual(t value.Thread, who string, a, b value.Value) (bool, error) {
	eq, clash, err := value.Equal(t, a, b)
	if clash {
		return false, Clash(who)
	}
	return eq, err
}

// Invoke calls a builtin of a table from another one, with positional
// arguments. It is how families share what is specified as "as X does".
func Invoke(t value.Thread, table []Def, row *sig.Row, args ...value.Value) (value.Value, error) {
	for _, d := range table {
		if d.Row != row {
			continue
		}
		slots := len(row.Params)
		if row.Max() < 0 { // the rest parameter takes what comes, the named ones have slots
			slots += len(args) - 1
		}
		for len(args) < slots {
			args = append(args, value.Value{})
		}
		return d.Fn(t, args)
	}
	return value.Value{}, value.Errorf("%s: recognised, but not executed by this runtime", row.Name)
}
