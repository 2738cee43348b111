package runtime

import (
	"fmt"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// appendTo is `x = append(x, item)`: in place when nobody else holds the list.
func (m *Machine) appendTo(fr *frame, in *instr) error {
	slot := m.slot(fr, in.a, in.b)
	if slot.IsUnset() {
		return m.undefined("append")
	}
	item := m.stack[fr.base+int(in.c)]
	x := *slot
	if in.d == 1 {
		x = m.stack[fr.base+int(in.c)+1]
		x.Release()
	}
	if x.IsList() && !x.Shared() {
		if err := x.List().Push(m, item); err != nil {
			return err
		}
		*slot = x
		return nil
	}
	v, err := builtinTable()[builtinIndex("append")].Fn(m, []value.Value{x, item})
	if err != nil {
		return err
	}
	*m.slot(fr, in.a, in.b) = v
	return nil
}

// addTo is `x = x + y`: a list that nobody else holds is extended in place.
func (m *Machine) addTo(fr *frame, in *instr) error {
	slot := m.slot(fr, in.a, in.b)
	y := m.stack[fr.base+int(in.c)]
	x := *slot
	if in.d == 1 {
		x = m.stack[fr.base+int(in.c)+1]
		x.Release()
	}
	if x.IsList() && y.IsList() && !x.Shared() && x != y {
		l := x.List()
		for _, v := range y.Items() {
			if err := l.Push(m, v.Share()); err != nil {
				return err
			}
		}
		*slot = x
		return nil
	}
	var v value.Value
	var err error
	if x.IsText() && y.IsText() {
		v, err = value.Grow(m, x.Text(), y.Text())
	} else {
		v, err = value.Binary(m, value.Add, x, y)
	}
	if err != nil {
		return err
	}
	*slot = v
	return nil
}

// assign writes through a path (20 §10.1): every container on the way that
// has another holder is copied, the others are changed in place.
func (m *Machine) assign(fr *frame, p *path) error {
	at := m.slot(fr, p.kind, p.slot)
	if at.IsUnset() {
		return m.locateAt(m.undefined(p.name), fr, p.rootPos)
	}
	v := m.stack[fr.base+int(p.value)]
	last := len(p.steps) - 1
	if last < 0 {
		*at = v
		return nil
	}
	root := at
	if p.hold != 0 {
		held := m.stack[fr.base+int(p.hold)]
		held.Release()
		if held.Header() != at.Header() { // an index has set the variable
			at = &held
		}
	}
	start := at
	for i := range p.steps {
		s := &p.steps[i]
		next, err := m.step(fr, at, s, i == last, v)
		if err != nil {
			return m.locateAt(err, fr, s.pos)
		}
		at = next
	}
	if start != root {
		*m.slot(fr, p.kind, p.slot) = *start
	}
	return nil
}

// step finds the place of a path step inside the container at a place, which
// it makes exclusive first; the last step writes.
func (m *Machine) step(fr *frame, at *value.Value, s *pathStep, last bool, v value.Value) (*value.Value, error) {
	switch at.Kind() {
	case value.KMap:
		key, err := m.stepKey(fr, s)
		if err != nil {
			return nil, err
		}
		mp := at.Map()
		if !last && mp.Slot(key) == nil {
			_, err := m.read(fr, *at, s)
			return nil, err
		}
		if at.Shared() {
			c, err := mp.Copy(m)
			if err != nil {
				return nil, err
			}
			mp = c
			*at = c.Value()
		}
		if last {
			return nil, mp.PutKey(m, key, v)
		}
		return mp.Slot(key), nil
	case value.KList:
		if s.member != nil {
			if last {
				return nil, value.NewError("Cannot set property on list")
			}
			_, err := m.member(*at, s.member, false)
			return nil, err
		}
		n, err := builtin.Index(m.stack[fr.base+int(s.reg)])
		if err != nil {
			return nil, err
		}
		l := at.List()
		k, ok := position(n, l.Len())
		if !ok {
			msg := fmt.Sprintf("Index %d out of bounds (list length %d)", n, l.Len())
			if last {
				msg += " — to add an item: set xs to append(xs, x)"
			}
			return nil, value.NewError(msg)
		}
		if at.Shared() {
			if l, err = l.Copy(m); err != nil {
				return nil, err
			}
			*at = l.Value()
		}
		if last {
			l.Items()[k] = v
			return nil, nil
		}
		return &l.Items()[k], nil
	case value.KModule:
		name, err := m.stepKey(fr, s)
		if err != nil {
			return nil, err
		}
		env := envOf(*at)
		slot, err := env.writable(name.String(), last)
		if err != nil {
			return nil, err
		}
		if last {
			*slot = v
		}
		return slot, nil
	}
	if last {
		what := "index"
		if s.member != nil {
			what = "property"
		}
		return nil, value.Errorf("Cannot set %s on %s", what, value.TypeName(*at))
	}
	part, err := m.read(fr, *at, s) // of a text or bytes: the next step says no
	return &part, err
}

// stepKey is the key that a step of a path names in a map.
func (m *Machine) stepKey(fr *frame, s *pathStep) (value.MapKey, error) {
	if s.member != nil {
		return value.TextKey(s.member), nil
	}
	return value.KeyOf(m, m.stack[fr.base+int(s.reg)])
}

func (m *Machine) read(fr *frame, x value.Value, s *pathStep) (value.Value, error) {
	if s.member != nil {
		return m.member(x, s.member, false)
	}
	return m.index(x, m.stack[fr.base+int(s.reg)])
}

// checkPath reads the first n steps of a path for the errors they raise.
func (m *Machine) checkPath(fr *frame, p *path, n int) error {
	x := m.variable(fr, p.kind, p.slot)
	if p.hold != 0 {
		x = m.stack[fr.base+int(p.hold)]
	}
	if x.IsUnset() {
		return m.locateAt(m.undefined(p.name), fr, p.rootPos)
	}
	for i := range p.steps[:n] {
		s := &p.steps[i]
		var err error
		if x, err = m.read(fr, x, s); err != nil {
			return m.locateAt(err, fr, s.pos)
		}
	}
	return nil
}
