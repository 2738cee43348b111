package runtime

import (
	"slices"

	"github.com/synrun/synrun/runtime/value"
)

// update changes what stands at a path in place if nobody else holds it or
// anything on the way to it; else it computes the new value and assigns that.
func (m *Machine) update(fr *frame, in *instr) error {
	p := &fr.fn.proto.paths[in.d]
	u := p.update
	args := m.stack[fr.base+int(u.window):][:u.slots()]
	clear(args[u.args:])
	if u.held {
		args[0].Release()
	}
	if m.replaced == nil && m.levels < maxLevels && m.alone(fr, p, args[0]) && !slices.Contains(args[1:], args[0]) {
		change := extend
		if u.row != addLists {
			change = m.rows[u.row].InPlace
		}
		if done, err := change(m, args); done || err != nil {
			return err
		}
	}
	if u.row == addLists {
		v, err := value.Binary(m, value.Add, args[0], args[1])
		if err != nil {
			return err
		}
		fr.store(m, p.value, v)
	} else {
		call := instr{op: opCallBuiltin, a: p.value, b: u.window, c: uint16(u.args), d: int32(u.row), e: in.e}
		if err := m.callBuiltin(fr, &call); err != nil {
			return err
		}
		fr = &m.frames[len(m.frames)-1]
	}
	return m.assign(fr, p)
}

// extend is the change of `x = x + list`.
func extend(t value.Thread, args []value.Value) (bool, error) {
	if !args[0].IsList() || !args[1].IsList() {
		return false, nil
	}
	for _, v := range args[1].Items() {
		if err := args[0].List().Push(t, v.Share()); err != nil {
			return false, err
		}
	}
	return true, nil
}

// alone reports that x is a list or map, that it is what stands at a path,
// and that neither it nor anything on the way there has another holder.
func (m *Machine) alone(fr *frame, p *path, x value.Value) bool {
	if !x.IsList() && !x.IsMap() || x.Shared() {
		return false
	}
	at := m.variable(fr, p.kind, p.slot)
	for i := range p.steps {
		s := &p.steps[i]
		switch {
		case at.IsMap() && !at.Shared():
			key, err := m.stepKey(fr, s)
			if err != nil {
				return false
			}
			at, _ = at.Map().GetKey(key)
		case at.IsList() && !at.Shared() && s.member == nil:
			i := m.stack[fr.base+int(s.reg)]
			if !i.IsInt() {
				return false
			}
			n, ok := position(int(i.Int()), at.List().Len())
			if !ok {
				return false
			}
			at = at.Items()[n]
		default:
			return false
		}
	}
	return at == x
}
