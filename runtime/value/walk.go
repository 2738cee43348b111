package value

import (
	"sync/atomic"
	"unsafe"
)

// visit is a container, and the number of the part to look at next.
type visit struct {
	v    Value
	next int
}

// Walker adds up the memory of values, counting every object once. It keeps
// its own list of what is still to be looked at, so that no nesting can
// exhaust the stack.
type Walker struct {
	// Closures is called for tasks, to walk what they captured.
	Closures func(Value)
	epoch    uint32
	todo     []visit
	total    int64
}

var epochs atomic.Uint32

// NewWalker starts a walk.
func NewWalker() *Walker {
	e := epochs.Add(1)
	if e == 0 {
		e = epochs.Add(1)
	}
	return &Walker{epoch: e}
}

// Values adds roots.
func (w *Walker) Values(vs []Value) {
	for _, v := range vs {
		w.Value(v)
	}
}

// Value adds a root, or a part of an object.
func (w *Walker) Value(v Value) {
	if k := v.Kind(); k < KBig || k == KBuiltin || k == KMaker {
		return
	}
	if atomic.LoadUint32(&v.h.mark) == w.epoch {
		return
	}
	atomic.StoreUint32(&v.h.mark, w.epoch)
	switch v.h.kind {
	case KText:
		w.text(v.Text())
	case KBytes:
		o := (*Bytes)(unsafe.Pointer(v.h))
		w.total += 48 + int64(max(o.whole, len(o.B)))
	case KBig, KDecimal:
		w.total += int64(NumberSize(v))
	case KList, KMap, KTask:
		w.todo = append(w.todo, visit{v: v})
	case KObject:
		w.total += 64
		if s, ok := v.Object().(interface{ Size() int }); ok {
			w.total += int64(s.Size())
		}
	default:
		w.total += 64
	}
}

func (w *Walker) text(t *Text) {
	if t.size != 0 {
		w.total += (int64(shortHead) + int64(t.size) + 15) &^ 15
		return
	}
	l := t.long()
	w.total += TextSize
	if l.back == nil {
		w.total += int64(len(l.s))
	} else if atomic.SwapUint32(&l.back.mark, w.epoch) != w.epoch { // one buffer behind several texts
		w.total += int64(cap(l.back.b))
	}
}

// Run walks to the end and gives the bytes found.
func (w *Walker) Run() int64 {
	for len(w.todo) > 0 {
		top := len(w.todo) - 1
		at := w.todo[top]
		next, n := at.next, 0
		switch at.v.h.kind {
		case KList:
			l := at.v.List()
			if n = len(l.items); next == 0 {
				w.total += ListSize + int64(cap(l.items))*SlotSize
			}
			for ; next < n && len(w.todo) == top+1; next++ {
				w.Value(l.items[next])
			}
		case KMap:
			m := at.v.Map()
			if n = len(m.entries); next == 0 {
				w.total += MapSize + int64(cap(m.entries))*32 + int64(len(m.index))*8
			}
			for ; next < n && len(w.todo) <= top+1; next++ {
				if e := &m.entries[next]; e.key != nil {
					w.Value(e.key.Value())
					w.Value(e.val)
				}
			}
		case KTask:
			w.total += 128
			if w.Closures != nil {
				w.Closures(at.v)
			}
		}
		if next < n {
			w.todo[top].next = next
			continue
		}
		// Done: what was found in it takes its place, so that a chain needs no
		// more room than one link.
		last := len(w.todo) - 1
		w.todo[top] = w.todo[last]
		w.todo = w.todo[:last]
	}
	return w.total
}
