package caps

// A Frame is what must be restored when a sandbox, a tool call or a
// `sandbox under` block is left, however it is left.
type Frame struct {
	now       *authority
	sealed    int
	under     int
	delegated int
}

func (s *Set) frame() Frame {
	return Frame{s.now, s.sealed, s.under, len(s.delegated)}
}

// nobody is the authority inside a sandbox. It is never changed, because
// nothing is granted there.
var nobody authority

// EnterSandbox sets every grant, denial and parent aside. Ceilings and the
// memory of rejected declarations stay.
func (s *Set) EnterSandbox() Frame {
	f := s.frame()
	s.now = &nobody
	s.sealed++
	s.epoch++
	return f
}

// EnterUnder pushes a delegated ceiling. Grants stay.
func (s *Set) EnterUnder(c *Ceiling) Frame {
	f := s.frame()
	// A slice that is extended here may be shared with a child: never append
	// in place.
	s.delegated = append(s.delegated[:len(s.delegated):len(s.delegated)], c)
	s.under++
	s.epoch++
	return f
}

// EnterTool narrows the grants to those declarations of a task that are
// covered now. Each declaration leaves an entry.
//
// Denials of the embedder stay in force: a declared pattern may be covered
// although it contains something that is denied.
func (s *Set) EnterTool(declared []*Item, at At) Frame {
	f := s.frame()
	at.Source = SourceTool
	inside := &authority{denials: s.now.allDenials()}
	for _, it := range declared {
		d := s.Decide(it.req)
		s.record(d, at, it.String())
		if d.Granted {
			inside.grants.add(it)
		}
	}
	s.now = inside
	s.sealed++
	s.epoch++
	return f
}

// Leave restores what counted when the frame was made, also when frames inside
// it were not left.
func (s *Set) Leave(f Frame) {
	s.now, s.sealed, s.under = f.now, f.sealed, f.under
	s.delegated = s.delegated[:f.delegated:f.delegated]
	s.epoch++
}

// Frozen reports whether `require` grants nothing here.
func (s *Set) Frozen() bool { return s.sealed > 0 || s.under > 0 }

// PushToken adds the ceiling of a verified token for the rest of the run.
// Unlike in a block, `require` goes on granting, within it.
func (s *Set) PushToken(c *Ceiling) {
	s.delegated = append(s.delegated[:len(s.delegated):len(s.delegated)], c)
	s.epoch++
}

// allDenials gathers the denials of the authority and of every parent.
func (a *authority) allDenials() []*Item {
	if a.parent == nil {
		return a.denials
	}
	all := append([]*Item(nil), a.denials...)
	return append(all, a.parent.now.allDenials()...)
}

// Worker makes the set of a parallel worker: what the caller has now, and the
// ambient grants. Made in a sandbox or a tool call it has exactly what counts
// there and can be granted nothing. sink may be nil for the caller's own.
//
// It is called on the caller's goroutine; the result may be used on another.
func (s *Set) Worker(sink func(Entry)) *Set {
	w := s.child(WorkerName, sink)
	w.now.grants = s.now.grants.clone()
	w.now.denials = s.now.allDenials()
	w.rejected = s.rejected.clone()
	w.start(s)
	return w
}

// Agent makes the set of a spawned agent: the ambient grants and the memory
// that the program declared, nothing else. Made in a sandbox or a tool call it
// has exactly what counts there and can be granted nothing.
func (s *Set) Agent(sink func(Entry)) *Set {
	a := s.child(AgentName, sink)
	if s.sealed > 0 {
		a.now.grants = s.now.grants.clone()
		a.now.denials = s.now.allDenials()
		a.rejected = s.rejected.clone()
	} else {
		a.now.grants = memories(s.now.grants)
		a.rejected = memories(s.rejected)
	}
	a.start(s)
	return a
}

func memories(p pile) (found pile) {
	for _, it := range p.items {
		if it.req.kind == Memory {
			found.add(it)
		}
	}
	return found
}

// child makes an empty set under the same ceilings.
func (s *Set) child(name string, sink func(Entry)) *Set {
	if sink == nil {
		sink = s.sink
	}
	c := &Set{
		name: name, platform: s.platform, ceilings: s.ceilings, ambient: s.ambient, sink: sink, fixed: s.fixed,
		now: &authority{}, epoch: 1,
		delegated: s.delegated[:len(s.delegated):len(s.delegated)],
	}
	c.base = c.now
	return c
}

// start gives a child its ambient grants, or seals it like the place where it
// was made.
func (c *Set) start(from *Set) {
	if from.sealed == 0 {
		c.grantAmbient()
		return
	}
	c.sealed = 1
	// Whether it may print is decided by the grants outside the sandbox.
	c.base = &authority{
		grants:  from.base.grants.clone(),
		denials: from.base.allDenials(),
	}
}

// A Move tells that a child program runs in another directory than its caller.
// Both directories are absolute and canonical.
type Move struct {
	From, To string
}

// Lend computes what a child of run_program gets of the ceiling that the
// caller asks for: each item that the caller's authority covers at this
// moment, whole. Every other item is dropped and leaves an entry.
//
// The first of the lists returned is what is lent, and what may be shown. The
// others are the caller's own layers: the child must be held to all of them, so
// that what is true of the caller beyond the text (links, addresses, host
// folders) is true of the child.
//
// With a move (nil for none), a relative path is passed on as the absolute
// path that it names for the caller, and a relative command is dropped.
func (s *Set) Lend(wanted *List, move *Move, at At) []*List {
	at.Source = SourceProgram
	lent := &List{}
	for _, it := range wanted.Items() {
		passed := s.platform.move(it, move)
		if passed != nil && s.Decide(it.req).Granted {
			lent.items = append(lent.items, passed)
			continue
		}
		s.Emit(Entry{
			Request: it.req, Source: SourceProgram, Reason: ReasonParentCeiling, Origin: OriginProgram,
			File: at.File, Line: at.Line, shown: it.String(),
		})
	}
	lent.index()

	lists := []*List{lent}
	if s.now.parent == nil {
		lists = append(lists, s.platform.moveList(NewList(s.now.grants.items...), move))
	}
	for _, l := range s.ceilings {
		lists = append(lists, s.platform.moveList(l, move))
	}
	for _, c := range s.delegated {
		lists = append(lists, s.platform.moveList(c.layer(s.platform), move))
	}
	return lists
}

// moveList passes a layer on to another directory. What cannot be passed on is
// left out.
func (p *Platform) moveList(l *List, move *Move) *List {
	if move == nil || move.From == move.To {
		return l
	}
	moved := &List{}
	for _, it := range l.items {
		if m := p.move(it, move); m != nil {
			moved.items = append(moved.items, m)
		}
	}
	moved.index()
	if l.guard != nil {
		g := *l.guard
		g.base = g.key(move.To)
		moved.guard = &g
	}
	return moved
}

// move passes an item on to another directory; nil when it cannot be.
func (p *Platform) move(it *Item, move *Move) *Item {
	if move == nil || move.From == move.To || !it.req.scoped || it.all {
		return it
	}
	switch {
	case it.req.kind == Exec:
		if rootOf(slashed(it.text)) == "" && (it.Wild() || hasSeparator(it.text)) {
			return nil
		}
	case it.req.form == relative:
		if wildIn(move.From) {
			return nil // the directory's own name would be read as a pattern
		}
		return p.Item(it.req.kind, join(move.From, it.req.scope))
	}
	return it
}
