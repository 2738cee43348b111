package caps

import "slices"

// A pile is items in the order in which they came: grants, or what was asked
// for and rejected. Programs have a handful, and then it is read from the
// front; some are generated and have tens of thousands, and then an index finds
// the same item.
type pile struct {
	items []*Item
	index *index // nil while there are few
}

// few is how many items are looked through one by one.
const few = 32

// index finds the items that may cover a request. An item without wildcard
// covers only requests with its own key, whatever its kind; every other item
// has to be asked. Positions are kept so that the order stays that of the pile.
type index struct {
	known   map[written]struct{}
	literal [kindEnd]map[string][]int32 // by kind and key of the request
	other   [kindEnd][]int32            // by kind of the request
}

// written is an item as it was written.
type written struct {
	kind   Kind
	scoped bool
	text   string
}

func pileOf(items []*Item) pile {
	p := pile{items: items[:len(items):len(items)]}
	if len(items) > few {
		p.index = newIndex(items)
	}
	return p
}

// clone is a pile that grows on its own.
func (p *pile) clone() pile { return pileOf(slices.Clone(p.items)) }

// add puts an item on top, unless an equal one, written alike, is there: a
// `require` in a loop must not grow the pile.
func (p *pile) add(it *Item) {
	if p.contains(it) {
		return
	}
	p.items = append(p.items, it)
	switch {
	case p.index != nil:
		p.index.add(it, len(p.items)-1)
	case len(p.items) > few:
		p.index = newIndex(p.items)
	}
}

func (p *pile) contains(it *Item) bool {
	w := writtenAs(it)
	if p.index != nil {
		_, ok := p.index.known[w]
		return ok
	}
	for _, have := range p.items {
		if have == it || writtenAs(have) == w {
			return true
		}
	}
	return false
}

// first is the first item that covers the request and passes, nil for none. A
// nil test lets everything pass. any tells whether some item covers it at all.
func (p *pile) first(r Request, pass func(*Item) bool) (it *Item, any bool) {
	if p.index == nil {
		for _, it := range p.items {
			if it.Covers(r) {
				if any = true; pass == nil || pass(it) {
					return it, true
				}
			}
		}
		return nil, any
	}
	literal, other := p.index.literal[r.kind][r.key], p.index.other[r.kind]
	for len(literal) > 0 || len(other) > 0 {
		var at int32
		if len(other) == 0 || len(literal) > 0 && literal[0] < other[0] {
			at, literal = literal[0], literal[1:]
		} else {
			at, other = other[0], other[1:]
		}
		if it := p.items[at]; it.Covers(r) {
			if any = true; pass == nil || pass(it) {
				return it, true
			}
		}
	}
	return nil, any
}

// covering is the first item that covers the request, nil for none.
func (p *pile) covering(r Request) *Item {
	it, _ := p.first(r, nil)
	return it
}

func writtenAs(it *Item) written { return written{it.req.kind, it.req.scoped, it.text} }

func newIndex(items []*Item) *index {
	x := &index{known: make(map[written]struct{}, 2*len(items))}
	for i, it := range items {
		x.add(it, i)
	}
	return x
}

func (x *index) add(it *Item, at int) {
	x.known[writtenAs(it)] = struct{}{}
	x.answer(it.req.kind, it, at)
	if it.req.kind == File {
		x.answer(FileRead, it, at)
		x.answer(FileWrite, it, at)
	}
}

// answer enters an item among those that answer requests of a kind.
func (x *index) answer(k Kind, it *Item, at int) {
	if !it.req.scoped || it.matcher != nil {
		x.other[k] = append(x.other[k], int32(at))
		return
	}
	if x.literal[k] == nil {
		x.literal[k] = map[string][]int32{}
	}
	x.literal[k][it.req.key] = append(x.literal[k][it.req.key], int32(at))
}
