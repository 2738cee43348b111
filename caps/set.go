package caps

import "slices"

// Names of sets, as they stand in the context of an entry.
const (
	ProgramName = "program"
	REPLName    = "repl"
	AgentName   = "agent"
	WorkerName  = "parallel"
	RequestName = "request"
)

// Config describes a set to be made.
type Config struct {
	// Name is the context of its entries; default "program".
	Name string
	// Platform builds the items the set makes itself; default the zero one.
	Platform *Platform
	// Ceilings are the host's ceilings; every one must cover a use. Nil lists
	// are skipped. Without any, everything may be granted.
	Ceilings []*List
	// Ambient is granted, as far as the ceilings allow, before the program
	// starts, and again in every agent and worker; see [Ambient].
	Ambient []Kind
	// Fixed grants exactly the items of the first ceiling and makes require
	// a no-op: the mode for processes and WebAssembly modules. Whatever is not
	// covered is refused as above the ceiling.
	Fixed bool
	// Denials override every grant of the set.
	Denials []*Item
	// Parent is asked when the set itself grants nothing that covers a request.
	Parent *Set
	// Sink receives each entry as it is made, on the goroutine that asked; nil
	// drops them.
	Sink func(Entry)
}

// A Set is the authority of one interpreter. It is not safe for concurrent
// use.
type Set struct {
	name     string
	platform *Platform
	ceilings []*List
	ambient  []Kind
	sink     func(Entry)
	fixed    bool

	now       *authority // what counts at this moment
	base      *authority // what counts outside every sandbox and tool call
	rejected  pile       // declared, but above a ceiling
	delegated []*Ceiling // outermost first
	sealed    int        // depth of sandboxes and tool calls: nothing can be granted
	under     int        // depth of `sandbox under` blocks: require is a no-op

	stdout *Decision // remembered verdict

	epoch  uint32 // changes whenever an earlier decision may not hold any more
	recent [kindEnd]remembered
}

// authority is what a sandbox sets aside.
type authority struct {
	grants  pile
	denials []*Item
	parent  *Set
}

// remembered is the last granted request of a kind.
type remembered struct {
	epoch uint32
	scope string
	rule  *Item
}

// New makes a set and writes the entries of its ambient grants.
func New(c Config) *Set {
	s := &Set{
		name: c.Name, platform: c.Platform, ambient: c.Ambient, sink: c.Sink, fixed: c.Fixed, epoch: 1,
		now: &authority{denials: c.Denials, parent: c.Parent},
	}
	if s.name == "" {
		s.name = ProgramName
	}
	if s.platform == nil {
		s.platform = &Platform{}
	}
	for _, l := range c.Ceilings {
		if l != nil {
			s.ceilings = append(s.ceilings, l)
		}
	}
	if s.fixed {
		s.sealed = 1
		if len(s.ceilings) > 0 {
			s.now.grants = pileOf(s.ceilings[0].items)
		}
	}
	s.base = s.now
	s.grantAmbient()
	return s
}

// Name returns the context of the set's entries.
func (s *Set) Name() string { return s.name }

// Platform returns the rules with which the set builds items.
func (s *Set) Platform() *Platform { return s.platform }

// Limited reports whether there is a host ceiling. Without one, output and
// standard input are never checked.
func (s *Set) Limited() bool { return len(s.ceilings) > 0 }

// Ceilings returns the host ceilings. The caller must not change the slice.
func (s *Set) Ceilings() []*List { return s.ceilings }

// Grants returns what is granted at this moment, oldest first.
func (s *Set) Grants() []*Item { return slices.Clone(s.now.grants.items) }

// Check decides and records: the ordinary form.
func (s *Set) Check(r Request, at At) Decision {
	d := s.Decide(r)
	s.Record(d, at)
	return d
}

// Decide answers without leaving an entry. A granted answer to a path or to a
// command still stands under the tests of [Set.Within] and [Set.MayReplace].
func (s *Set) Decide(r Request) Decision {
	m := &s.recent[r.kind]
	if m.epoch == s.epoch && !r.wild && r.scoped == (m.scope != "") && m.scope == r.scope && m.rule != nil {
		return Decision{Request: r, Granted: true, Rule: m.rule, set: s}
	}
	d := s.decide(s.now, r)
	if d.Granted && d.set == s && !r.wild && r.scoped == (r.scope != "") {
		*m = remembered{s.epoch, r.scope, d.Rule}
	}
	return d
}

// decide is the procedure of a check against the given authority.
func (s *Set) decide(a *authority, r Request) Decision {
	if denial := first(a.denials, r); denial != nil {
		return Decision{Request: r, Cause: Denied, Rule: denial, set: s}
	}
	rule := a.grants.covering(r)
	// The ceilings speak only about what was declared: an undeclared use is a
	// plain denial, whatever the ceiling.
	if c, ceiling := s.above(r); c != None && (rule != nil || s.declares(a, r)) {
		return Decision{Request: r, Cause: c, ceiling: ceiling, set: s}
	}
	if rule != nil {
		return Decision{Request: r, Granted: true, Rule: rule, set: s}
	}
	if a.parent != nil {
		switch d := a.parent.Decide(r); {
		case d.Granted, d.Cause == AboveCeiling, d.Cause == Delegated, d.Cause == Caveat:
			return d
		}
	}
	return Decision{Request: r, Cause: NoGrant, set: s}
}

// first returns the first item that covers the request.
func first(items []*Item, r Request) *Item {
	for _, it := range items {
		if it.Covers(r) {
			return it
		}
	}
	return nil
}

// above reports which kind of ceiling does not cover the request; for a
// delegated one it is the outermost of them.
func (s *Set) above(r Request) (Cause, *Ceiling) {
	for _, l := range s.ceilings {
		if l.Covering(r) == nil {
			return AboveCeiling, nil
		}
	}
	for _, c := range s.delegated {
		if ok, caveat := c.allows(r); caveat {
			return Caveat, c
		} else if !ok {
			return Delegated, c
		}
	}
	return None, nil
}

// declares reports whether the program asked for what covers the request, be
// it granted or rejected, here or in a parent.
func (s *Set) declares(a *authority, r Request) bool {
	return s.fixed || a.grants.covering(r) != nil || s.rejected.covering(r) != nil ||
		a.parent != nil && a.parent.declares(a.parent.now, r)
}

// Record leaves the entry of a decision. A refusal after a parent was asked
// leaves one in each of the two.
func (s *Set) Record(d Decision, at At) { s.record(d, at, "") }

func (s *Set) record(d Decision, at At, shown string) {
	if d.set != nil && d.set != s {
		d.set.record(d, at, shown)
		return
	}
	if p := s.now.parent; p != nil && d.Cause == NoGrant {
		p.record(p.Decide(d.Request), at, shown)
	}
	if s.sink != nil {
		s.sink(Entry{
			Context: s.name, Request: d.Request, Granted: d.Granted, Source: at.Source, Reason: d.Reason(),
			Origin: OriginProgram, File: at.File, Line: at.Line, Rule: d.Rule, shown: shown,
		})
	}
}

// Emit leaves an entry that is no decision of the set, such as the use of a
// bundled asset. An empty Context becomes the name of the set.
func (s *Set) Emit(e Entry) {
	if e.Context == "" {
		e.Context = s.name
	}
	if s.sink != nil {
		s.sink(e)
	}
}

// A Grant is the outcome of a `require` statement.
type Grant struct {
	Stored  bool   // the set has the authority now
	Warning string // a line for standard error, or ""
}

// Grant executes a `require`: the item is stored when every ceiling covers it
// whole; otherwise it counts as declared and an entry says so. Inside a
// sandbox, a tool call or a `sandbox under` block nothing happens.
func (s *Set) Grant(it *Item, at At) Grant {
	if s.sealed > 0 || s.under > 0 {
		return Grant{}
	}
	var g Grant
	if !it.req.scoped {
		g.Warning = BareWarning(it.req.kind)
	}
	g.Stored = s.grant(it, at, OriginProgram)
	return g
}

func (s *Set) grant(it *Item, at At, origin string) bool {
	cause, ceiling := s.above(it.req)
	if cause == None {
		s.now.grants.add(it)
		s.epoch++
		return true
	}
	if origin == OriginProgram {
		s.rejected.add(it)
	}
	e := Entry{
		Context: s.name, Request: it.req, Source: SourceCeiling, Reason: ReasonCeiling,
		Origin: origin, File: at.File, Line: at.Line, shown: it.String(),
	}
	if ceiling != nil {
		e.Source, e.Reason = ceiling.source(), ceiling.reason(cause)
	}
	s.Emit(e)
	return false
}

func (s *Set) grantAmbient() {
	for _, k := range s.ambient {
		it := s.platform.BareItem(k)
		if s.grant(it, At{}, OriginRuntime) {
			s.Emit(Entry{
				Request: it.req, Granted: true, Source: SourceAmbient, Reason: ReasonAmbient, Origin: OriginRuntime, Rule: it,
			})
		}
	}
}

// Stdout decides once whether the interpreter may print, by the grants outside
// every sandbox and tool call, and remembers the answer. The first call leaves
// an entry. Without a host ceiling printing is free and never recorded.
func (s *Set) Stdout(at At) Decision {
	if s.stdout == nil {
		d := Decision{Request: Bare(Stdout), Granted: true, set: s}
		if s.Limited() {
			d = s.decide(s.base, d.Request)
			now := s.now
			s.now = s.base // the parent that is asked, if any, is that of the base
			s.Record(d, at)
			s.now = now
		}
		s.stdout = &d
	}
	return *s.stdout
}

// Within reports whether in every layer (the grants, each host ceiling, each
// delegated ceiling) one of the items that cover the request passes the test.
// The layers of a parent are asked when its grants are the ones that cover.
// It is the frame for tests beyond the text: see [Item.Dir].
func (s *Set) Within(r Request, pass func(*Item) bool) bool {
	for _, l := range s.ceilings {
		if !l.anyCovering(r, pass) {
			return false
		}
	}
	for _, c := range s.delegated {
		if !r.kind.Local() && !c.list.anyCovering(r, pass) {
			return false
		}
	}
	it, covered := s.now.grants.first(r, pass)
	return it != nil || !covered && s.now.parent != nil && s.now.parent.Within(r, pass)
}

// NamesHost reports whether the host of a net request is an address or
// localhost and in every layer a covering item names it literally: then a
// connection to a private address is meant.
func (s *Set) NamesHost(r Request) bool {
	return LiteralHost(r.Host()) && s.Within(r, func(it *Item) bool { return it.NamesHost(r) })
}

// MayReplace reports whether the program may write the path by a grant that
// is limited to some paths. A command that it may replace is not run; a grant
// to write everything is full authority anyway and does not count.
func (s *Set) MayReplace(path string) bool {
	return s.mayReplace(s.platform.PathRequest(FileWrite, path))
}

func (s *Set) mayReplace(r Request) bool {
	if first(s.now.denials, r) != nil {
		return false
	}
	if c, _ := s.above(r); c != None {
		return false
	}
	if it, _ := s.now.grants.first(r, func(it *Item) bool { return !it.all }); it != nil {
		return true
	}
	return s.now.parent != nil && s.now.parent.mayReplace(r)
}
