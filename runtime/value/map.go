package value

import (
	"iter"
	"slices"
	"unsafe"
)

// Map is the object behind a map value: entries in insertion order and,
// from a few entries on, a hash index over them.
type Map struct {
	Head
	entries []entry
	index   []uint64 // open addressing; 0 free, else hash << 32 | entry number + 1
	live    int      // entries that are not removed
}

type entry struct {
	key  *Text // nil when removed, digitsKey when the key is the digits of num
	val  Value
	hash uint32
	num  int32
}

const (
	// MapSize and EntrySize are what an empty map and each entry cost, and
	// KeySize a text that is made of a key.
	MapSize   = 96
	EntrySize = 48
	KeySize   = 32
	scanUpTo  = 12 // maps this small are searched without an index
)

// NewMap makes an empty map with room for n entries.
func NewMap(n int) *Map {
	m := &Map{Head: Head{kind: KMap}}
	if n > 0 {
		m.entries = make([]entry, 0, n)
	}
	return m
}

// Value of the map.
func (m *Map) Value() Value { return Value{h: &m.Head} }

// Map is the object of a KMap.
func (v Value) Map() *Map { return (*Map)(unsafe.Pointer(v.h)) }

// IsMap reports a map (not a module).
func (v Value) IsMap() bool { return v.h != nil && v.h.kind == KMap }

// Len is the number of keys.
func (m *Map) Len() int { return m.live }

// candidate gives the number of the next entry with a hash, from a place that
// is 0 first and then what was given with the one before; -1 for none.
func (m *Map) candidate(hash, from uint32) (i int, next uint32) {
	if m.index == nil {
		for i := int(from); i < len(m.entries); i++ {
			if m.entries[i].hash == hash {
				return i, uint32(i) + 1
			}
		}
		return -1, 0
	}
	mask := uint32(len(m.index) - 1)
	for {
		slot := m.index[(hash+from)&mask]
		if slot == 0 {
			return -1, 0
		}
		from++
		if uint32(slot>>32) == hash { // tells most entries apart without touching them
			return int(uint32(slot)) - 1, from
		}
	}
}

func (m *Map) find(k MapKey) int {
	if k.text != nil {
		return m.findText(k.hash, k.text.String())
	}
	i, next := m.candidate(k.hash, 0)
	for i >= 0 && !m.entries[i].isInt(k.num) {
		i, next = m.candidate(k.hash, next)
	}
	return i
}

func (m *Map) findText(hash uint32, key string) int {
	i, next := m.candidate(hash, 0)
	for i >= 0 && !m.entries[i].isText(key) {
		i, next = m.candidate(hash, next)
	}
	return i
}

// Get looks a key up.
func (m *Map) Get(key string) (Value, bool) {
	if i := m.findText(hashOf(key), key); i >= 0 {
		return m.entries[i].val, true
	}
	return Value{}, false
}

// GetText looks a key up, using the hash that the text remembers.
func (m *Map) GetText(key *Text) (Value, bool) {
	if i := m.findText(key.Hash(), key.String()); i >= 0 {
		return m.entries[i].val, true
	}
	return Value{}, false
}

// GetKey looks a key up.
func (m *Map) GetKey(k MapKey) (Value, bool) {
	if i := m.find(k); i >= 0 {
		return m.entries[i].val, true
	}
	return Value{}, false
}

// Has reports whether the key is there.
func (m *Map) Has(key string) bool { return m.findText(hashOf(key), key) >= 0 }

// Slot gives the place of a key for an in-place update, nil when absent.
// Only the one holder of an unshared map may write through it.
func (m *Map) Slot(k MapKey) *Value {
	if i := m.find(k); i >= 0 {
		return &m.entries[i].val
	}
	return nil
}

// Set stores under a key: a present key keeps its place, a new one goes to
// the end. The map must have one holder.
func (m *Map) Set(key string, v Value) { m.SetText(OfPart(key, false).Text(), v) }

// SetText is Set with a text that remembers its hash.
func (m *Map) SetText(key *Text, v Value) {
	k := TextKey(key)
	if i := m.find(k); i >= 0 {
		m.entries[i].val = v
		return
	}
	m.add(k, v)
}

// Put is SetText that charges the growth first.
func (m *Map) Put(t Thread, key *Text, v Value) error { return m.PutKey(t, TextKey(key), v) }

// PutKey is Put with any key.
func (m *Map) PutKey(t Thread, k MapKey, v Value) error {
	if i := m.find(k); i >= 0 {
		m.entries[i].val = v
		return nil
	}
	if len(m.entries) == cap(m.entries) {
		if err := t.Charge((max(4, len(m.entries)*2)) * EntrySize); err != nil {
			return err
		}
	}
	m.add(k, v)
	return nil
}

func (m *Map) add(k MapKey, v Value) {
	if len(m.entries) == cap(m.entries) && m.live < len(m.entries)/2 {
		m.compact()
	}
	e := entry{k.text, v, k.hash, k.num}
	if e.key == nil {
		e.key = digitsKey
	}
	e.key.Value().Share()
	if n := len(m.entries); n == cap(m.entries) {
		m.entries = slices.Grow(m.entries, max(3, n))
	}
	m.entries = append(m.entries, e)
	m.live++
	n := len(m.entries)
	if m.index == nil {
		if n > scanUpTo {
			m.reindex()
		}
		return
	}
	if 3*n > 2*len(m.index) {
		m.reindex()
		return
	}
	m.link(k.hash, uint32(n))
}

func (m *Map) link(hash, n uint32) {
	mask := uint32(len(m.index) - 1)
	p := hash & mask
	for m.index[p] != 0 {
		p = (p + 1) & mask
	}
	m.index[p] = uint64(hash)<<32 | uint64(n)
}

func (m *Map) reindex() {
	size := 16
	for 2*size < 4*len(m.entries) {
		size *= 2
	}
	m.index = make([]uint64, size)
	for i := range m.entries {
		if m.entries[i].key != nil {
			m.link(m.entries[i].hash, uint32(i+1))
		}
	}
}

// compact drops the removed entries.
func (m *Map) compact() {
	kept := m.entries[:0]
	for _, e := range m.entries {
		if e.key != nil {
			kept = append(kept, e)
		}
	}
	clear(m.entries[len(kept):])
	m.entries = kept
	if m.index != nil {
		m.reindex()
	}
}

// Delete removes a key and reports whether it was there. The map must have
// one holder.
func (m *Map) Delete(k MapKey) bool {
	i := m.find(k)
	if i < 0 {
		return false
	}
	// The index still points at the dead entry; find skips it.
	m.entries[i] = entry{}
	m.live--
	if m.live < len(m.entries)/2 {
		m.compact()
	}
	return true
}

// Next walks the entries: start with 0, go on with the position returned,
// ok is false at the end.
func (m *Map) Next(pos int) (key *Text, v Value, next int, ok bool) {
	for pos < len(m.entries) {
		e := &m.entries[pos]
		pos++
		if e.key != nil {
			return e.text(), e.val, pos, true
		}
	}
	return nil, Value{}, pos, false
}

// All walks keys and values in insertion order.
func (m *Map) All() iter.Seq2[*Text, Value] {
	return func(yield func(*Text, Value) bool) {
		for i := range m.entries {
			if e := &m.entries[i]; e.key != nil && !yield(e.text(), e.val) {
				return
			}
		}
	}
}

// Keys walks keys and values in insertion order without making texts of keys.
func (m *Map) Keys() iter.Seq2[MapKey, Value] {
	return func(yield func(MapKey, Value) bool) {
		for i := range m.entries {
			e := &m.entries[i]
			if e.key == nil {
				continue
			}
			k := MapKey{e.key, e.num, e.hash}
			if e.key == digitsKey {
				k.text = nil
			}
			if !yield(k, e.val) {
				return
			}
		}
	}
}

// Copy gives a map with the same entries and one holder; the values get a
// second one.
func (m *Map) Copy(t Thread) (*Map, error) {
	if err := t.Charge(MapSize + m.live*EntrySize); err != nil {
		return nil, err
	}
	c := NewMap(m.live + 1)
	for _, e := range m.entries {
		if e.key != nil {
			e.val.Share()
			c.entries = append(c.entries, e)
		}
	}
	c.live = len(c.entries)
	if c.live > scanUpTo {
		c.reindex()
	}
	return c, nil
}
