// Package tasks holds call, which calls a task with named arguments out of a
// map.
package tasks

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family; call_tool, which changes capabilities, is the
// machine's.
var Table = []builtin.Def{
	{Row: &sig.Call, Fn: call},
}

func call(t value.Thread, args []value.Value) (value.Value, error) {
	named, err := NamedArgs("call", args[1])
	if err != nil {
		return args[0], err
	}
	return t.CallNamed(args[0], nil, named)
}

// NamedArgs reads the map of named arguments of call and call_tool.
func NamedArgs(who string, v value.Value) ([]value.NamedArg, error) {
	if v.Absent() {
		return nil, nil
	}
	m, ok := v.AsMap()
	if !ok {
		return nil, value.Errorf("%s expects a map of named args, got %s", who, value.TypeName(v))
	}
	named := make([]value.NamedArg, 0, m.Len())
	for k, x := range m.All() {
		named = append(named, value.NamedArg{Name: k.String(), Value: x.Share()})
	}
	return named, nil
}
