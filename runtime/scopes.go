package runtime

import (
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/runtime/value"
)

// declaration is a capability that a task declares for call_tool.
type declaration = *caps.Item

// intent is the mandate that a program declares.
type intent struct {
	text     string
	declared bool
	frozen   bool
}

func (i *intent) freeze() { i.frozen = i.declared }

func (m *Machine) declareIntent(text string) error {
	if m.intent.frozen {
		return value.NewError("Cannot declare a new intent after execution has started. Intent is frozen to prevent prompt injection from expanding the mandate.")
	}
	m.intent.text, m.intent.declared = text, true
	return nil
}

// capability builds the item of a require; unknown names give nil.
func (m *Machine) capability(name string, in *instr, scope value.Value) (*caps.Item, error) {
	p := m.gate.Caps().Platform()
	if in.c == 0 {
		it, _ := p.Declare(name, nil)
		return it, nil
	}
	s, err := value.DisplayIn(m, scope)
	if err != nil {
		return nil, err
	}
	it, _ := p.Declare(name, &s)
	return it, nil
}

// require grants, as far as the ceilings allow (50 §4).
func (m *Machine) require(name string, in *instr, regs *[1 << 16]value.Value, fr *frame, pc int) error {
	it, err := m.capability(name, in, regs[in.a])
	if err != nil || it == nil {
		return err
	}
	p := fr.fn.proto
	g := m.gate.Caps().Grant(it, caps.At{File: p.file, Line: int(p.pos[pc-1].Line)})
	if g.Warning != "" {
		m.gate.Warn("", g.Warning)
	}
	return nil
}

// declare notes a capability that a task needs.
func (m *Machine) declare(task value.Value, name string, in *instr, regs *[1 << 16]value.Value, _ *frame) error {
	it, err := m.capability(name, in, regs[in.b])
	if err != nil || it == nil {
		return err
	}
	c := closureOf(task)
	c.decls = append(c.decls, it)
	return nil
}

// sandbox enters a block without grants.
func (m *Machine) sandbox() { m.enterScope(m.gate.Caps().EnterSandbox()) }

// enterScope installs the handler that leaves a capability scope, whichever
// way the block ends.
func (m *Machine) enterScope(f caps.Frame) {
	set := m.gate.Caps()
	m.handlers = append(m.handlers, handler{frame: len(m.frames) - 1, restore: func() { set.Leave(f) }})
}

// under enters a block under a delegated ceiling (50 §8).
func (m *Machine) under(v value.Value) error {
	c, err := m.delegated(v, "sandbox under")
	if err != nil {
		return err
	}
	m.enterScope(m.gate.Caps().EnterUnder(c))
	return nil
}

// delegated reads a capability map, or the map of a verified token.
func (m *Machine) delegated(v value.Value, prefix string) (*caps.Ceiling, error) {
	mp, ok := v.AsMap()
	if !ok {
		return nil, value.NewError(caps.DelegationTypeError(value.TypeName(v)).Error())
	}
	p := m.gate.Caps().Platform()
	if id, ok := mp.Get("id"); ok && id.IsText() {
		if granted, ok := mp.Get("caps"); ok && granted.IsMap() {
			entries, err := m.delegations(granted.Map())
			if err != nil {
				return nil, err
			}
			deterministic := false
			if caveats, ok := mp.Get("caveats"); ok && caveats.IsMap() {
				d, _ := caveats.Map().Get("deterministic")
				deterministic = value.Truth(d)
			}
			return p.TokenCeiling(id.Str(), entries, deterministic), nil
		}
	}
	entries, err := m.delegations(mp)
	if err != nil {
		return nil, err
	}
	list, err := p.Delegated(prefix, entries)
	if err != nil {
		return nil, value.NewError(err.Error())
	}
	return caps.BlockCeiling(list), nil
}

func (m *Machine) delegations(mp *value.Map) ([]caps.Delegation, error) {
	var out []caps.Delegation
	for k, v := range mp.All() {
		d := caps.Delegation{Name: k.String()}
		switch v.Kind() {
		case value.KNothing:
		case value.KList:
			for _, x := range v.Items() {
				s, err := value.DisplayIn(m, x)
				if err != nil {
					return nil, err
				}
				d.Scopes = append(d.Scopes, s)
			}
		default:
			s, err := value.DisplayIn(m, v)
			if err != nil {
				return nil, err
			}
			d.Scopes = []string{s}
		}
		out = append(out, d)
	}
	return out, nil
}

// callTool calls a task with only the capabilities that it declares and the
// caller holds (50 §10.2).
func (m *Machine) callTool(task value.Value, named []value.NamedArg) (value.Value, error) {
	var decls []*caps.Item
	if task.Kind() == value.KTask {
		decls = closureOf(task).decls
	}
	set := m.gate.Caps()
	at := m.At()
	f := set.EnterTool(decls, caps.At{File: at.File, Line: at.Line})
	defer set.Leave(f)
	return m.CallNamed(task, nil, named)
}
