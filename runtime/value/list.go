package value

import "unsafe"

// List is the object behind a list value.
type List struct {
	Head
	items []Value
}

// ListSize and SlotSize are what an empty list and each item cost.
const (
	ListSize = 32
	SlotSize = 16
)

// NewList makes a list that takes over items and marks every container in
// it as shared, which is right whatever the items' other holders are.
func NewList(items []Value) Value {
	for _, v := range items {
		v.Share()
	}
	return NewFreshList(items)
}

// NewFreshList makes a list of items that nobody else holds (or that are
// already marked): nested containers may then be changed in place.
func NewFreshList(items []Value) Value {
	l := &List{Head{kind: KList}, items}
	return Value{h: &l.Head}
}

// Value of the list.
func (l *List) Value() Value { return Value{h: &l.Head} }

// List is the object of a KList.
func (v Value) List() *List { return (*List)(unsafe.Pointer(v.h)) }

// IsList reports a list.
func (v Value) IsList() bool { return v.h != nil && v.h.kind == KList }

// Items are the items; not to be changed by readers.
func (v Value) Items() []Value { return (*List)(unsafe.Pointer(v.h)).items }

// Len is the number of items.
func (l *List) Len() int { return len(l.items) }

// Items are the items. Only the one holder of an unshared list may write.
func (l *List) Items() []Value { return l.items }

// Push appends to a list that has one holder. It charges the growth.
func (l *List) Push(t Thread, v Value) error {
	if len(l.items) == cap(l.items) {
		n := max(4, 2*len(l.items))
		if n > 1024 {
			n = len(l.items) + len(l.items)/2
		}
		if err := t.Charge(n * SlotSize); err != nil {
			return err
		}
		grown := make([]Value, len(l.items), n)
		copy(grown, l.items)
		l.items = grown
	}
	l.items = append(l.items, v)
	return nil
}

// Keep drops all items but those from a up to b of a list that has one holder.
// It is false, and nothing is changed, when they would lie in much more room
// than they need.
func (l *List) Keep(a, b int) bool {
	if 2*(b-a) < cap(l.items) {
		return false
	}
	if a > 0 {
		copy(l.items, l.items[a:b])
	}
	clear(l.items[b-a:])
	l.items = l.items[:b-a]
	return true
}

// Copy gives a list of the same items with one holder; the items get a
// second one.
func (l *List) Copy(t Thread) (*List, error) {
	if err := t.Charge(ListSize + len(l.items)*SlotSize); err != nil {
		return nil, err
	}
	items := make([]Value, len(l.items))
	copy(items, l.items)
	for _, v := range items {
		v.Share()
	}
	return &List{Head{kind: KList}, items}, nil
}

// Builder collects the items of a new list, charging as it grows.
type Builder struct {
	t     Thread
	items []Value
	want  int
}

// NewBuilder starts a list of about n items.
func NewBuilder(t Thread, n int) *Builder { return &Builder{t: t, want: n} }

// Add appends an item that may have other holders.
func (b *Builder) Add(v Value) error { v.Share(); return b.AddFresh(v) }

// AddFresh appends an item that nobody else holds.
func (b *Builder) AddFresh(v Value) error {
	if len(b.items) == cap(b.items) {
		if err := b.grow(); err != nil {
			return err
		}
	}
	b.items = append(b.items, v)
	return nil
}

func (b *Builder) grow() error {
	n := max(8, len(b.items)+len(b.items)/2)
	if len(b.items) == 0 && b.want > 0 {
		n = b.want
	}
	if err := b.t.Charge(n * SlotSize); err != nil {
		return err
	}
	grown := make([]Value, len(b.items), n)
	copy(grown, b.items)
	b.items = grown
	return nil
}

// Items are those collected so far.
func (b *Builder) Items() *[]Value { return &b.items }

// Len is the number of items so far.
func (b *Builder) Len() int { return len(b.items) }

// List ends the building.
func (b *Builder) List() Value { return NewFreshList(b.items) }
