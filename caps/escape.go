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
}

// An Escape is an item with which a plugin can get past its ceiling, alone or
// together with another.
type Escape struct {
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
			e.add(it, it.Text()+" may change the code of the plugin itself: what runs next is its own")
		}
	}
	for _, path := range s.State {
		if it := e.writer(path+"/x", false); it != nil {
			e.add(it, it.Text()+" may change what the host keeps: which plugins are on, and what they may")
		}
	}
	for _, it := range l.Items() {
		switch {
		case it.useless():
		case it.Kind() == Exec:
			e.exec(it)
		case it.Kind() == Net && (!it.req.scoped || it.all):
			e.add(it, it.Text()+" sends whatever the plugin can read to any host")
		case it.Kind() == File || it.Kind() == FileRead:
			if path, ok := it.Path(); ok && !it.all && below(literalPrefix(path, true), "/proc") ||
				it.Covers(p.PathRequest(FileRead, "/proc/1/environ")) {
				e.add(it, it.Text()+" reads /proc: the environment and the open files of your other processes")
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

func (e *escapes) add(it *Item, text string) { e.pair(it, nil, text) }

func (e *escapes) pair(it, with *Item, text string) {
	if !e.seen[text] {
		e.seen[text] = true
		e.found = append(e.found, Escape{it, with, text})
	}
}

func (e *escapes) exec(it *Item) {
	scope, scoped := it.Scope()
	switch {
	case !scoped || it.all || it.wholeFamily():
		e.add(it, it.Text()+" starts any program, and a program has all your rights")
		return
	case interpreter(scope):
		e.add(it, it.Text()+" runs whatever it is told to, with all your rights")
	case e.s.Root:
		e.add(it, it.Text()+" runs as root")
	}
	path := slashed(scope)
	if !hasSeparator(scope) {
		if it.Wild() || e.s.Find == nil {
			return
		}
		if path = e.s.Find(scope); path == "" {
			return
		}
	}
	if it.Wild() {
		path = literalPrefix(path, true) + "x" // one of those that it stands for
	}
	if w := e.writer(path, true); w != nil {
		e.pair(w, it, w.Text()+" may replace what "+it.Text()+" starts: together they are all your rights")
	}
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
