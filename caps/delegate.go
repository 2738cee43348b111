package caps

import "errors"

// A Ceiling is a delegated ceiling: it is pushed inside a run, by a
// `sandbox under` block or by a verified capability token, and narrows what
// the program may use until it is popped. It is immutable.
type Ceiling struct {
	list          *List
	token         string
	isToken       bool
	deterministic bool
}

// A Delegation is one entry of a capability map: a name and its scopes. No
// scopes means the kind without scope.
type Delegation struct {
	Name   string
	Scopes []string
}

// DelegationTypeError words the failure of a `sandbox under` whose expression
// is not a map; typ is the name of the type it has.
func DelegationTypeError(typ string) error {
	return errors.New(`sandbox under: expected a map of capabilities ({"net": ["api.x"], "db": "orders"}) or the map returned by captoken_verify, got ` + typ)
}

// Delegated reads a capability map. prefix is "sandbox under" or
// "run_program: ceiling". Keys are names of kinds in either spelling; kinds
// that are bound to the process cannot be listed.
func (p *Platform) Delegated(prefix string, entries []Delegation) (*List, error) {
	l := &List{}
	for _, e := range entries {
		k, ok := ParseKind(e.Name)
		if !ok {
			return nil, errors.New(prefix + `: unknown capability "` + e.Name + "\" — use the same names as `require`")
		}
		if k.Local() {
			return nil, errors.New(prefix + ": " + e.Name + " is process-local and cannot be delegated")
		}
		l.items = append(l.items, p.scopes(k, e.Scopes)...)
	}
	l.index()
	return l, nil
}

func (p *Platform) scopes(k Kind, scopes []string) []*Item {
	if len(scopes) == 0 {
		return []*Item{p.BareItem(k)}
	}
	items := make([]*Item, len(scopes))
	for i, s := range scopes {
		items[i] = p.Item(k, s)
	}
	return items
}

// BlockCeiling is the ceiling of a `sandbox under` block.
func BlockCeiling(l *List) *Ceiling { return &Ceiling{list: l} }

// TokenCeiling is the ceiling of a verified token. Entries that are no
// capability, or one that is bound to the process, delegate nothing.
// deterministic additionally refuses time and random.
func (p *Platform) TokenCeiling(id string, entries []Delegation, deterministic bool) *Ceiling {
	l := &List{}
	for _, e := range entries {
		if k, ok := ParseKind(e.Name); ok && !k.Local() {
			l.items = append(l.items, p.scopes(k, e.Scopes)...)
		}
	}
	l.index()
	return &Ceiling{list: l, token: id, isToken: true, deterministic: deterministic}
}

// List returns what the ceiling delegates.
func (c *Ceiling) List() *List { return c.list }

// Deterministic reports the caveat of a token that asks for a run without clock
// and entropy.
func (c *Ceiling) Deterministic() bool { return c.deterministic }

// allows reports whether the ceiling lets the request pass; caveat tells that
// it was the deterministic caveat that did not.
func (c *Ceiling) allows(r Request) (ok, caveat bool) {
	if r.kind.Local() {
		if c.deterministic && (r.kind == Time || r.kind == Random) {
			return false, true
		}
		return true, false
	}
	return c.list.Covering(r) != nil, false
}

// layer is the ceiling as a list of its own, for a child that gets its
// ceilings as lists.
func (c *Ceiling) layer(p *Platform) *List {
	items := append([]*Item(nil), c.list.items...)
	for _, k := range [...]Kind{Stdout, Stdin, Time, Random} {
		if ok, _ := c.allows(Bare(k)); ok {
			items = append(items, p.BareItem(k))
		}
	}
	l := NewList(items...)
	l.guard = c.list.guard
	return l
}
