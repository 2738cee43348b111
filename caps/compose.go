package caps

// Intersect returns the textual intersection of two ceilings: the list that
// allows, as far as single items can say it, what both allow. Of two items the
// one that is covered stays; patterns that overlap without nesting are dropped.
// The order is that of a. An absent ceiling restricts nothing, so that the
// other one is the result; an empty result is an empty list, never an absent
// one.
func Intersect(a, b *List) *List {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	var kept pile
	for _, x := range a.items {
		for _, y := range b.items {
			switch {
			case x.Covers(y.req):
				kept.add(y)
			case y.Covers(x.req):
				kept.add(x)
			}
		}
	}
	both := NewList(kept.items...)
	both.guard = a.guard.merge(b.guard)
	return both
}

// merge returns the guard of both. Guards of one run have the same base.
func (g *guard) merge(h *guard) *guard {
	switch {
	case g == nil:
		return h
	case h == nil:
		return g
	}
	m := *g
	m.folders = append(append([]string(nil), g.folders...), h.folders...)
	return &m
}

// Union returns the items of both lists, repeated ones once. The absent ceiling
// allows everything and stays absent.
func Union(a, b *List) *List {
	if a == nil || b == nil {
		return nil
	}
	var kept pile
	for _, l := range []*List{a, b} {
		for _, it := range l.items {
			kept.add(it)
		}
	}
	all := NewList(kept.items...)
	all.guard = a.guard.merge(b.guard)
	return all
}

// Without returns the items of l that base does not cover.
func (l *List) Without(base *List) *List {
	var rest pile
	for _, it := range l.Items() {
		if base.Covering(it.req) == nil {
			rest.add(it)
		}
	}
	return NewList(rest.items...)
}

// Reduce returns the list without the items that another of its items covers.
// Of items that cover each other the first stays.
func (l *List) Reduce() *List {
	if l == nil {
		return nil
	}
	small := &List{guard: l.guard}
	for i, it := range l.items {
		needed := true
		for j, other := range l.items {
			if i != j && other.Covers(it.req) && (j < i || !it.Covers(other.req)) {
				needed = false
				break
			}
		}
		if needed {
			small.items = append(small.items, it)
		}
	}
	small.index()
	return small
}

// A Comparison is what tells two ceilings apart.
type Comparison struct {
	Verdict string  // "equal", "narrower", "wider" or "different": b against a
	Added   []*Item // items of b that a does not cover
	Removed []*Item // items of a that b does not cover
}

// Compare tells how b differs from a, by covering. An absent ceiling counts as
// one that covers everything.
func Compare(a, b *List) Comparison {
	c := Comparison{Added: uncovered(b, a), Removed: uncovered(a, b)}
	wider, narrower := len(c.Added) > 0, len(c.Removed) > 0
	if a == nil && b != nil {
		narrower = true
	}
	if b == nil && a != nil {
		wider = true
	}
	switch {
	case wider && narrower:
		c.Verdict = "different"
	case wider:
		c.Verdict = "wider"
	case narrower:
		c.Verdict = "narrower"
	default:
		c.Verdict = "equal"
	}
	return c
}

// uncovered lists, once each, the items of l that by does not cover.
func uncovered(l, by *List) []*Item {
	var out pile
	for _, it := range l.Items() {
		if by != nil && by.Covering(it.req) == nil {
			out.add(it)
		}
	}
	return out.items
}
