package runtime

import (
	"fmt"
	"slices"

	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// callNamedOp is a call written in the program with named arguments.
func (m *Machine) callNamedOp(fr *frame, in *instr) error {
	names := fr.fn.proto.names[in.d]
	base := fr.base + int(in.b)
	callee := m.stack[base]
	args := append([]value.Value(nil), m.stack[base+1:base+1+int(in.c)]...)
	if callee.Kind() == value.KTask {
		fn := closureOf(callee)
		slots, err := bindNamed(fn, args, names, true)
		if err != nil {
			return err
		}
		m.room(base + 1 + max(len(slots), fn.proto.nregs))
		copy(m.stack[base+1:], slots)
		m.steps.left -= int64(in.e)
		return m.enter(fn, base+1, in.a, false)
	}
	v, err := m.callStrict(callee, args, names)
	if err != nil {
		return err
	}
	m.frames[len(m.frames)-1].store(m, in.a, v)
	return nil
}

// bindNamed distributes arguments over parameters (20 §13.3). With strict
// the count is checked first, as for calls written in the program.
func bindNamed(fn *closure, args []value.Value, names []string, strict bool) ([]value.Value, error) {
	params := fn.proto.params
	positional := 0
	for i := range args {
		if names == nil || names[i] == "" {
			positional++
		}
	}
	if strict {
		if positional > len(params) {
			return nil, checkCount(fn, positional)
		}
		for i := positional; i < len(params); i++ {
			if fn.proto.optional != nil && fn.proto.optional[i] || slices.Contains(names, params[i]) {
				continue
			}
			return nil, missingArg(fn, i)
		}
	}
	slots := make([]value.Value, len(params))
	next, named := 0, false
	for i, a := range args {
		name := ""
		if names != nil {
			name = names[i]
		}
		at := -1
		if name == "" {
			if named {
				return nil, value.NewError("positional argument after named argument")
			}
			if next >= len(params) {
				continue // lenient: surplus arguments are dropped
			}
			at = next
			next++
		} else {
			named = true
			for k, p := range params {
				if p == name {
					at = k
				}
			}
			if at < 0 {
				return nil, value.NewError("unknown parameter '" + shownName(name) + "'")
			}
		}
		if !slots[at].IsUnset() {
			return nil, value.NewError("duplicate argument '" + params[at] + "'")
		}
		slots[at] = a
	}
	return slots, nil
}

// callStrict calls anything by the rules for calls written in the program,
// from Go.
func (m *Machine) callStrict(v value.Value, args []value.Value, names []string) (value.Value, error) {
	switch v.Kind() {
	case value.KTask:
		fn := closureOf(v)
		slots, err := bindNamed(fn, args, names, true)
		if err != nil {
			return value.Value{}, err
		}
		return m.callClosure(fn, slots)
	case value.KBuiltin:
		row := m.row(v)
		slots, n, err := bindBuiltin(row, args, names)
		if err != nil {
			return value.Value{}, err
		}
		return m.callSlots(row, slots, n)
	case value.KMaker:
		k := v.Maker()
		for _, name := range names {
			if name != "" {
				return value.Value{}, noNames(k.Name, name)
			}
		}
		return m.construct(k, args)
	}
	return value.Value{}, value.NewError("Cannot call value of type " + value.TypeName(v))
}

func noNames(who, name string) error {
	return value.NewError(fmt.Sprintf("%s() does not accept named arguments (got %s = …); pass it by position", who, shownName(name)))
}

// noName stands for the empty name, which a map of arguments can have, in
// lists of names in which "" says that an argument has none. It is no text.
const noName = "\xff"

func shownName(name string) string {
	if name == noName {
		return ""
	}
	return name
}

// bindBuiltin distributes arguments over the slots of a builtin; n is the
// number of positional ones.
func bindBuiltin(row *tableRow, args []value.Value, names []string) (slots []value.Value, n int, err error) {
	r := row.Row
	for i := range args {
		if names == nil || names[i] == "" {
			n++
		}
	}
	if row.Max >= 0 && n > row.Max {
		return nil, 0, tooMany(r, row.Max, n)
	}
	if row.rest {
		slots = make([]value.Value, n+row.keys)
	} else {
		slots = make([]value.Value, row.slots)
	}
	next, named := 0, false
	for i, a := range args {
		name := ""
		if names != nil {
			name = names[i]
		}
		if name == "" {
			if named && namesSlots(r) {
				return nil, 0, value.NewError("positional argument after named argument")
			}
			slots[next] = a
			next++
			continue
		}
		named = true
		if !r.TakesNames() {
			return nil, 0, noNames(r.Name, name)
		}
		at, err := namedSlot(row, n, name)
		if err != nil {
			return nil, 0, err
		}
		if !slots[at].IsUnset() {
			return nil, 0, value.NewError("duplicate argument '" + name + "'")
		}
		slots[at] = a
	}
	filled := 0
	for i := range r.Params {
		// behind a rest parameter stands only what goes by name
		if p := &r.Params[i]; !row.rest && p.Passing != sig.KeyOnly && !slots[i].IsUnset() {
			filled++
		}
	}
	return slots, max(n, filled), nil
}

// namesSlots reports builtins whose positional parameters have names too: the
// order of positional and named arguments matters only for them.
func namesSlots(r *sig.Row) bool {
	return slices.ContainsFunc(r.Params, func(p sig.Param) bool { return p.Passing == sig.Named })
}

// namedSlot finds the slot of a named argument.
func namedSlot(row *tableRow, n int, name string) (int, error) {
	var keys []string
	full := false
	k := 0
	for i := range row.Row.Params {
		p := &row.Row.Params[i]
		switch p.Passing {
		case sig.KeyOnly:
			if p.Name == name {
				if row.rest {
					return n + k, nil
				}
				return i, nil
			}
			keys = append(keys, p.Name)
			k++
		case sig.Named:
			full = true
			if p.Name == name {
				return i, nil
			}
		}
	}
	if full {
		return 0, value.NewError("unknown parameter '" + shownName(name) + "'")
	}
	list := ""
	for i, key := range keys {
		if i > 0 {
			list += ", "
		}
		list += key
	}
	return 0, value.NewError(fmt.Sprintf("%s() has no argument named '%s' (named arguments it takes: %s)", row.Row.Name, shownName(name), list))
}
