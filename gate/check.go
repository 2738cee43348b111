package gate

import (
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/caps"
)

// ask checks, records and answers: the whole procedure for everything that is
// neither a path nor a command.
func (g *Gate) ask(at At, r caps.Request) error {
	return g.enter(at, g.caps.Decide(r))
}

// enter records a decision that is final and turns a refusal into an error.
// The record is complete when it returns; a run that was stopped meanwhile
// (by a recorder that cannot write, for one) does not act any more.
func (g *Gate) enter(at At, d caps.Decision) error {
	for r := g.run; r != nil; r = r.up {
		n := r.checks.Add(1)
		if limit := g.cfg.Limits.Checks; limit > 0 && n > limit {
			return g.exceeded("checks", limit)
		}
	}
	g.caps.Record(d, at)
	if !d.Granted {
		return denied(d.Message())
	}
	if e := g.Stopped(); e != nil {
		return e
	}
	return nil
}

// Check asks for a capability on behalf of the runtime: for an operation that
// is only recognised, or one whose effect is elsewhere.
func (g *Gate) Check(at At, kind caps.Kind, scope *string) error {
	if scope == nil {
		return g.ask(at, caps.Bare(kind))
	}
	return g.ask(at, g.caps.Platform().Request(kind, *scope))
}

// CheckURL asks for the host of a URL, for an operation that is only
// recognised.
func (g *Gate) CheckURL(at At, u caps.URL) error { return g.ask(at, u.Request()) }

// CheckDatabase asks for the default connection, if there is one, for an
// operation that is only recognised.
func (g *Gate) CheckDatabase(at At) error {
	g.sql.mu.Lock()
	defer g.sql.mu.Unlock()
	if len(g.sql.list) == 0 {
		return nil
	}
	return g.ask(at, g.sql.list[0].request)
}

// canonical is the canonical form of a path as a program writes it.
func (g *Gate) canonical(path string) string { return g.caps.Platform().Path(path) }

// pathDecision is a check of a path between the lexical answer and the record.
type pathDecision struct {
	g  *Gate
	at At
	d  caps.Decision
}

// decidePath gives the lexical answer; a refusal is recorded and returned.
func (g *Gate) decidePath(at At, r caps.Request) (pathDecision, error) {
	d := pathDecision{g, at, g.caps.Decide(r)}
	if !d.d.Granted {
		return d, g.enter(at, d.d)
	}
	return d, nil
}

func (d pathDecision) shown() string { return d.d.Request.Scope() }

// allow records the grant.
func (d pathDecision) allow() error { return d.g.enter(d.at, d.d) }

// refuse records a refusal for what only the file system tells.
func (d pathDecision) refuse(c caps.Cause) error { return d.g.enter(d.at, d.d.Refuse(c)) }

// commonDir is the directory of a covering item that bounds every layer which
// is bounded at all: "" when none is. ok is false when the layers differ.
func (d pathDecision) commonDir() (dir string, ok bool) {
	ok = d.g.caps.Within(d.d.Request, func(it *caps.Item) bool {
		own, bounded := it.Dir()
		switch {
		case !bounded || own == dir:
			return true
		case dir == "":
			dir = own
			return true
		}
		return false
	})
	return dir, ok
}

// holder is a directory that a real location was found in, and the rest.
type holder struct {
	dir string // as the item spells it; "" when nothing bounds the path
	rel string
}

// within finds the deepest directory that the layers allow the real location
// to be in; ok is false when some layer allows none.
func (d pathDecision) within(loc string) (h holder, ok bool) {
	depth := 0
	ok = d.g.caps.Within(d.d.Request, func(it *caps.Item) bool {
		dir, bounded := it.Dir()
		if !bounded {
			return true
		}
		// A scope above a mount holds what the host shows there: it was not a
		// link of the program's that led away.
		if m := d.g.mountOf(d.shown()); m != "" && (dir == "." || strings.HasPrefix(m, dir+"/")) {
			dir = m
		}
		real, err := locate(d.g.abs(dir))
		if err != nil {
			return false
		}
		rest, in := below(real, loc)
		if in && len(real) > depth {
			depth, h = len(real), holder{dir, rest}
		}
		return in
	})
	return h, ok
}

// guarded reports whether a location that is about to be written lies in a
// folder of the host, which no ceiling item that covers the path lies in. The
// lexical rule is part of the ceilings; this one sees through links.
func (d pathDecision) guarded(loc string) bool {
	if d.d.Request.Kind() != caps.FileWrite {
		return false
	}
	for _, folder := range d.g.cfg.Protected {
		real, err := locate(filepath.Clean(folder))
		if err != nil {
			continue
		}
		if _, in := below(real, loc); !in {
			continue
		}
		for _, l := range d.g.caps.Ceilings() {
			if !d.coveredFrom(l, real) {
				return true
			}
		}
	}
	return false
}

// coveredFrom reports whether an item that covers the path has its literal part
// in the folder.
func (d pathDecision) coveredFrom(l *caps.List, folder string) bool {
	for _, it := range l.Items() {
		path, ok := it.Path()
		if !ok || it.Everything() || !it.Covers(d.d.Request) {
			continue
		}
		if dir, bounded := it.Dir(); bounded {
			path = dir
		}
		if real, err := locate(d.g.abs(path)); err == nil {
			if _, in := below(folder, real); in {
				return true
			}
		}
	}
	return false
}

// readDenied reports whether an embedder's denial covers reading the canonical
// path. Nothing is recorded.
func (g *Gate) readDenied(path string) bool {
	return g.caps.Decide(g.caps.Platform().PathRequest(caps.FileRead, path)).Cause == caps.Denied
}
