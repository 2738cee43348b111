package caps

import "strings"

// Surroundings are what an item may meet on a machine. Everything in them is
// found by the caller: this package looks at nothing.
type Surroundings struct {
	Dir   string              // absolute folder that relative paths start from; "" when unknown
	Code  []string            // absolute paths of the plugin's own code and of the modules it loads
	State []string            // absolute folders of the host
	Find  func(string) string // absolute path of a bare command, "" when there is none; may be nil
	Root  bool                // the plugin would run as root
	// Names are the names under which a plugin sees absolute folders.
	Names map[string]string
	// Confined says that what the plugin starts is held to the same ceiling, so
	// that no program gives it more.
	Confined bool
}

// The codes of escapes: each a way past a ceiling.
const (
	EscapeCode    = "writes-own-code"
	EscapeState   = "writes-host-state"
	EscapeProgram = "writes-program"
	EscapeProject = "writes-project"
	EscapeExec    = "runs-anything"
	EscapeRoot    = "runs-as-root"
	EscapeNet     = "sends-anywhere"
	EscapeSecret  = "sends-secrets"
	EscapeProc    = "reads-proc"
)

// An Escape is an item with which a plugin can get past its ceiling, alone or
// together with another.
type Escape struct {
	Code string // one of the codes above
	Item *Item
	With *Item // the other one; nil when the item is enough
	Text string
}

// Escapes names the items of a ceiling that add up to more than they say. The
// absent ceiling has none: it bounds nothing.
func (p *Platform) Escapes(l *List, s Surroundings) []Escape {
	e := escapes{p: p, l: l, s: s, seen: map[string]bool{}}
	for _, path := range s.Code {
		if it := e.writer(path, false); it != nil {
			e.add(EscapeCode, it, it.Text()+" may change the code of the plugin itself: what runs next is its own")
		}
	}
	for _, path := range s.State {
		if it := e.writer(path+"/x", false); it != nil {
			e.add(EscapeState, it, it.Text()+" may change what the host keeps: which plugins are on, and what they may")
		}
	}
	for _, it := range l.Items() {
		switch {
		case it.useless():
		case it.Kind() == Exec:
			if !s.Confined {
				e.exec(it)
			}
		case it.Kind() == Net && (!it.req.scoped || it.all):
			e.add(EscapeNet, it, it.Text()+" sends whatever the plugin can read to any host")
		case it.Kind() == Reveal:
			if to := e.first(Net); to != nil {
				e.pair(EscapeSecret, it, to, it.Text()+" gives the plain text of secrets, and "+to.Text()+" sends it away")
			}
		case it.Kind() == File || it.Kind() == FileRead:
			if path, ok := it.Path(); ok && !it.all && below(literalPrefix(path, true), "/proc") ||
				it.Covers(p.PathRequest(FileRead, "/proc/1/environ")) {
				e.add(EscapeProc, it, it.Text()+" reads /proc: the environment and the open files of your other processes")
			}
		}
	}
	return e.found
}

type escapes struct {
	p     *Platform
	l     *List
	s     Surroundings
	seen  map[string]bool
	found []Escape
}

func (e *escapes) add(code string, it *Item, text string) { e.pair(code, it, nil, text) }

func (e *escapes) pair(code string, it, with *Item, text string) {
	if !e.seen[text] {
		e.seen[text] = true
		e.found = append(e.found, Escape{code, it, with, text})
	}
}

// first is the first item of a kind that grants anything.
func (e *escapes) first(kind Kind) *Item {
	for _, it := range e.l.Items() {
		if it.Kind() == kind && !it.useless() {
			return it
		}
	}
	return nil
}

// exec says one thing of an item, the worst.
func (e *escapes) exec(it *Item) {
	scope, scoped := it.Scope()
	if !scoped || it.all || it.wholeFamily() {
		e.add(EscapeExec, it, it.Text()+" starts any program, and a program has all your rights")
		return
	}
	if interpreter(scope) {
		e.add(EscapeExec, it, it.Text()+" runs whatever it is told to, with all your rights")
	}
	if w := e.replaces(it, scope); w != nil {
		e.pair(EscapeProgram, w, it, w.Text()+" may replace what "+it.Text()+" starts: together they are all your rights")
		return
	}
	if interpreter(scope) {
		return
	}
	if obedient(scope) {
		if w := e.folder(); w != nil {
			e.pair(EscapeProject, w, it, it.Text()+" takes orders from files such as "+w.Text()+" may write: together they are all your rights")
			return
		}
	}
	if e.s.Root {
		e.add(EscapeRoot, it, it.Text()+" runs as root")
	}
}

// replaces is the item by which what another one starts may be written.
func (e *escapes) replaces(it *Item, scope string) *Item {
	path := slashed(scope)
	if !hasSeparator(scope) {
		if it.Wild() || e.s.Find == nil {
			return nil
		}
		if path = e.s.Find(scope); path == "" {
			return nil
		}
	}
	if it.Wild() {
		path = literalPrefix(path, true) + "x" // one of those that it stands for
	}
	return e.writer(path, true)
}

// folder is an item by which more than one file may be written.
func (e *escapes) folder() *Item {
	for _, it := range e.l.Items() {
		if (it.Kind() == File || it.Kind() == FileWrite) && !it.useless() && (it.Wild() || it.all || it.wholeFamily()) {
			return it
		}
	}
	return nil
}

// writer is the item by which the path may be written, as it is spelled, from
// the root, or from the folder of the plugin; with parent also the folder that
// it lies in.
func (e *escapes) writer(path string, parent bool) *Item {
	path = clean(path)
	paths := []string{path}
	if e.s.Dir != "" {
		dir := clean(e.s.Dir)
		if rootOf(path) == "" {
			paths = append(paths, join(dir, path))
		} else if rest, ok := strings.CutPrefix(path, dir+"/"); ok {
			paths = append(paths, rest)
		}
	}
	for name, dir := range e.s.Names {
		if rest, ok := strings.CutPrefix(path, clean(dir)+"/"); ok {
			paths = append(paths, name+"/"+rest)
		}
	}
	for _, one := range paths {
		if it := e.l.Covering(e.p.PathRequest(FileWrite, one)); it != nil {
			return it
		}
		if !parent {
			continue
		}
		if it := e.l.Covering(e.p.PathRequest(FileWrite, dirOf(one))); it != nil {
			return it
		}
	}
	return nil
}
