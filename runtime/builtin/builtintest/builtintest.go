// Package builtintest lets tests call builtins without a machine: a Thread
// that counts what it is asked, and calls by name with Go values.
package builtintest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Thread is a value.Thread for tests. The zero value has no limits.
type Thread struct {
	MaxMemory int // bytes that may be charged, 0 for any
	MaxSteps  int // units of work, 0 for any
	Memory    int // charged so far
	Steps     int // worked so far
	G         *gate.Gate
}

// ErrLimit is what Charge and Work fail with.
var ErrLimit = errors.New("limit exceeded")

// Charge counts memory.
func (t *Thread) Charge(n int) error {
	if n < 0 {
		panic(fmt.Sprint("negative charge ", n))
	}
	if t.Memory += n; t.MaxMemory > 0 && t.Memory > t.MaxMemory {
		return ErrLimit
	}
	return nil
}

// Work counts steps.
func (t *Thread) Work(n int) error {
	if n < 0 {
		panic(fmt.Sprint("negative work ", n))
	}
	if t.Steps += n; t.MaxSteps > 0 && t.Steps > t.MaxSteps {
		return ErrLimit
	}
	return nil
}

// Call calls a builtin value; see Func.
func (t *Thread) Call(fn value.Value, args ...value.Value) (value.Value, error) {
	b := fn.Builtin()
	n := len(b.Row.Params)
	if b.Max >= 0 && len(args) > b.Max {
		args = args[:b.Max]
	}
	for i := range args {
		if args[i].IsUnset() {
			args[i] = value.Nothing
		}
	}
	for b.Max >= 0 && len(args) < n {
		args = append(args, value.Value{})
	}
	return b.Fn(t, args)
}

// CallNamed is not needed by the builtins under test so far.
func (t *Thread) CallNamed(fn value.Value, args []value.Value, named []value.NamedArg) (value.Value, error) {
	if len(named) > 0 {
		return value.Value{}, errors.New("builtintest: no named arguments")
	}
	return t.Call(fn, args...)
}

// Gate is the gate G, or one without any grant.
func (t *Thread) Gate() *gate.Gate {
	if t.G == nil {
		g, err := gate.New(gate.Config{Caps: caps.New(caps.Config{})})
		if err != nil {
			panic(err)
		}
		t.G = g
	}
	return t.G
}

// At is no place.
func (t *Thread) At() gate.At { return gate.At{Source: "test()"} }

// Func makes a callable value of a Go function with so many parameters.
func Func(params int, fn func(args []value.Value) (value.Value, error)) value.Value {
	row := &sig.Row{Name: "test", Params: make([]sig.Param, params)}
	return value.NewBuiltin(row, func(_ value.Thread, args []value.Value) (value.Value, error) {
		return fn(args)
	}, false).Value()
}

// Named are arguments given by name, the last argument of Call.
type Named map[string]any

// List and Map are Go values that Of turns into lists and maps.
type (
	List = []any
	Map  = map[string]any
)

// Of converts a Go value: nil is nothing, List a list, Map a map with one key.
func Of(x any) value.Value {
	switch x := x.(type) {
	case nil:
		return value.Nothing
	case value.Value:
		return x
	case bool:
		return value.OfBool(x)
	case int:
		return value.OfInt(int64(x))
	case float64:
		return value.OfFloat(x)
	case string:
		return value.OfText(x)
	case []byte:
		return value.OfBytes(x)
	case List:
		items := make([]value.Value, len(x))
		for i := range x {
			items[i] = Of(x[i])
		}
		return value.NewList(items)
	case Map:
		m := value.NewMap(len(x))
		for k, v := range x {
			m.Set(k, Of(v).Share())
		}
		return m.Value()
	}
	panic(fmt.Sprintf("builtintest: no value for a %T", x))
}

// Rows is the table of a family under test.
type Rows []builtin.Def

// Call calls a builtin of the table as a program would.
func (tab Rows) Call(t value.Thread, name string, args ...any) (value.Value, error) {
	var named Named
	if n := len(args); n > 0 {
		if m, ok := args[n-1].(Named); ok {
			named, args = m, args[:n-1]
		}
	}
	for _, d := range tab {
		if d.Row.Name != name {
			continue
		}
		slots := make([]value.Value, 0, len(args)+2)
		for _, a := range args {
			slots = append(slots, Of(a))
		}
		position := 0
		for _, p := range d.Row.Params {
			switch {
			case p.Rest:
				continue
			case p.Passing != sig.KeyOnly:
				if position++; position > len(args) {
					slots = append(slots, value.Value{})
				}
			default:
				slots = append(slots, value.Value{})
			}
			v, ok := named[p.Name]
			switch {
			case !ok:
			case p.Passing == sig.KeyOnly:
				slots[len(slots)-1] = Of(v)
			case p.Passing == sig.Named:
				slots[position-1] = Of(v)
			}
		}
		return d.Fn(t, slots)
	}
	panic("builtintest: no builtin " + name)
}

// Show gives the text form of a result, or the message of the error.
func Show(v value.Value, err error) string {
	if err != nil {
		return err.Error()
	}
	return value.Display(v)
}

// Case is one call and what it shows: the name of the builtin, its arguments
// as a List, and the text form of the result or the message of the error.
type Case = []any

// Run tests cases.
func (tab Rows) Run(t *testing.T, cases []Case) {
	t.Helper()
	for _, c := range cases {
		name, args, want := c[0].(string), c[1].(List), c[2].(string)
		if got := Show(tab.Call(&Thread{}, name, args...)); got != want {
			t.Errorf("%s(%s)\n got %s\nwant %s", name, shown(args), got, want)
		}
	}
}

func shown(args []any) string {
	s := ""
	for i, a := range args {
		if i > 0 {
			s += ", "
		}
		if n, ok := a.(Named); ok {
			for k, v := range n {
				s += k + " = " + value.Display(Of(v))
			}
			continue
		}
		s += value.Display(Of(a))
	}
	return s
}

// CheckRows tests that each core or extended row of a family has exactly one
// function, real parameter names and an example.
func (tab Rows) CheckRows(t *testing.T, families ...string) {
	t.Helper()
	bound := map[string]int{}
	for _, d := range tab {
		bound[d.Row.Name]++
	}
	for _, rows := range sig.Families() {
		for _, r := range rows {
			wanted := false
			for _, f := range families {
				wanted = wanted || r.Family == f
			}
			if !wanted || r.Status == sig.Recognised {
				continue
			}
			if bound[r.Name] != 1 {
				t.Errorf("%s has %d functions", r.Name, bound[r.Name])
			}
			if r.Example == "" || r.Doc == "" {
				t.Errorf("%s has no example or no line of documentation", r.Name)
			}
		}
	}
}
