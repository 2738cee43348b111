package gate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/synrun/synrun/caps"
)

// How a path is reached
//
// The capability check is lexical; the file system is not. So a path that only
// a wildcard item covers is opened beneath the real folder of that item, its
// directory: the part of the item's path before the first wildcard. Every layer
// (the grants, the host ceiling, each delegated ceiling) restricts a path to
// one of its directories, or not at all when an item names the path itself or
// everything.
//
// An open directory (os.Root) is kept for every such directory, and all work
// happens relative to it, so that a folder swapped for a link between the check
// and the act leads nowhere. os.Root refuses absolute links even when they
// point back inside; for those the real location is worked out first and opened
// beneath the same root.

const maxLinks = 255

// abs is where a canonical path lies, before links.
func (g *Gate) abs(p string) string {
	if isRooted(p) {
		return filepath.FromSlash(p)
	}
	return filepath.Join(g.cfg.Dir, filepath.FromSlash(p))
}

func isRooted(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && p[2] == '/'
}

// relativeTo is the rest of the canonical path p below dir; ok is false when p
// is not written below it.
func relativeTo(dir, p string) (string, bool) {
	switch {
	case dir == p:
		return ".", true
	case dir == ".":
		return p, !isRooted(p) && p != ".." && !strings.HasPrefix(p, "../")
	case dir == "/":
		return p[1:], strings.HasPrefix(p, "/")
	}
	rest, ok := strings.CutPrefix(p, dir)
	if !ok || rest == "" || rest[0] != '/' {
		return "", false
	}
	return rest[1:], true
}

// below reports whether the real location loc is dir or lies below it, and the
// rest.
func below(dir, loc string) (string, bool) {
	if dir == loc {
		return ".", true
	}
	if dir == string(filepath.Separator) {
		return loc[1:], true
	}
	rest, ok := strings.CutPrefix(loc, dir)
	if !ok || rest == "" || !os.IsPathSeparator(rest[0]) {
		return "", false
	}
	return rest[1:], true
}

// locate follows every link of an absolute path. What does not exist stays as
// it is written.
func locate(path string) (string, error) {
	volume := filepath.VolumeName(path)
	root := volume + string(filepath.Separator)
	done, rest := root, strings.TrimPrefix(path[len(volume):], string(filepath.Separator))
	for links := 0; rest != ""; {
		part, tail, _ := strings.Cut(rest, string(filepath.Separator))
		rest = tail
		switch part {
		case "", ".":
			continue
		case "..":
			done = filepath.Dir(done)
			continue
		}
		next := filepath.Join(done, part)
		info, err := os.Lstat(next)
		if err != nil {
			if errors.Is(err, syscall.ENAMETOOLONG) || errors.Is(err, syscall.EINVAL) {
				return "", err
			}
			return filepath.Join(next, rest), nil
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", &fs.PathError{Op: "open", Path: path, Err: syscall.ELOOP}
		}
		target, err := os.Readlink(next)
		if err != nil {
			return filepath.Join(next, rest), nil
		}
		if filepath.IsAbs(target) {
			done = filepath.VolumeName(target) + string(filepath.Separator)
			target = target[len(filepath.VolumeName(target)):]
		}
		rest = target + string(filepath.Separator) + rest
	}
	return done, nil
}

// roots are the open directories of one interpreter, by the literal directory
// of the items they stand for.
type roots struct{ open map[string]*rootDir }

type rootDir struct {
	root *os.Root
	info fs.FileInfo
}

func (r *roots) close() {
	for _, d := range r.open {
		d.root.Close()
	}
	r.open = nil
}

// maxRoots bounds the descriptors that a program with many scopes holds.
const maxRoots = 32

// root opens the directory dir of an item. A directory that was replaced since
// is opened anew.
func (g *Gate) root(dir string) (*os.Root, error) {
	path := g.abs(dir)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if d := g.files.open[dir]; d != nil {
		if os.SameFile(d.info, info) {
			return d.root, nil
		}
		d.root.Close()
		delete(g.files.open, dir)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	if info, err = root.Stat("."); err != nil {
		root.Close()
		return nil, err
	}
	if len(g.files.open) >= maxRoots {
		g.files.open = nil // closed by the collector: a place may still use one
	}
	if g.files.open == nil {
		g.files.open = map[string]*rootDir{}
	}
	g.files.open[dir] = &rootDir{root, info}
	return root, nil
}

// place is a path that was checked: beneath an open directory, or free to be
// opened where it stands.
type place struct {
	g     *Gate
	shown string // canonical, for messages
	path  string // absolute, before links; "" when no file can be there
	// dir is the directory that bounds the path, as an item spells it, and rel
	// the rest; dir is "" when nothing bounds it.
	dir, rel string
	root     *os.Root // of dir, when it was just looked at
	look     found    // what the look that told where it lies found
	layers   pathDecision
}

// reach checks and records a use of the path p itself. A place that a link
// takes out of a scope is refused.
func (g *Gate) reach(at At, kind caps.Kind, p string) (place, error) {
	return g.reachRequest(at, g.caps.Platform().Request(kind, p))
}

// reachCanonical is reach for a path made of a canonical one and names of a
// directory.
func (g *Gate) reachCanonical(at At, kind caps.Kind, p string) (place, error) {
	return g.reachRequest(at, g.caps.Platform().PathRequest(kind, p))
}

func (g *Gate) reachRequest(at At, r caps.Request) (place, error) {
	return g.reachAs(at, r, statBeneath)
}

// found is what a lookup gave. Whoever wants to know just that need not look
// again.
type found struct {
	file    *os.File    // opened; whoever takes it closes it
	info    fs.FileInfo // of what was only looked at
	missing bool        // nothing was there
}

func statBeneath(root *os.Root, rel string) (found, error) {
	info, err := root.Stat(rel)
	return found{info: info}, err
}

// openBeneath opens a file that is to be read by the look that tells where it
// lies. Nothing is read before the record is written.
func openBeneath(root *os.Root, rel string) (found, error) {
	f, err := root.OpenFile(rel, os.O_RDONLY|openNonblock, 0)
	return found{file: f}, err
}

// lookup looks at a path beneath a root, and may open it.
type lookup func(root *os.Root, rel string) (found, error)

func (g *Gate) reachAs(at At, r caps.Request, look lookup) (place, error) {
	d, err := g.decidePath(at, r)
	if err != nil {
		return place{}, err
	}
	p, cause := d.placeBy(look)
	if cause != caps.None {
		return place{}, d.refuse(cause)
	}
	if err := d.allow(); err != nil {
		if p.look.file != nil {
			p.look.file.Close()
		}
		return place{}, err
	}
	return p, nil
}

// place works out where a granted path lies, without a record. The cause is
// the reason to refuse it after all.
func (d pathDecision) place() (place, caps.Cause) {
	return d.placeBy(statBeneath)
}

func (d pathDecision) placeBy(look lookup) (place, caps.Cause) {
	g, shown := d.g, d.shown()
	p := place{g: g, shown: shown, path: g.abs(shown), layers: d}
	if strings.IndexByte(shown, 0) >= 0 {
		p.path = ""
		return p, caps.None
	}
	if m := g.mountOf(shown); m != "" {
		return d.placeInMount(p, m)
	}
	writes := d.d.Request.Kind() == caps.FileWrite && len(g.cfg.Protected) > 0
	dir, same := d.commonDir()
	if same && dir == "" && !writes {
		return p, caps.None
	}
	// Most paths have no links, or only such that the root follows: then one
	// look beneath it tells. What is missing there is missing inside.
	if same && dir != "" && !writes {
		if rel, ok := relativeTo(dir, shown); ok {
			if root, err := g.root(dir); err == nil {
				if f, err := look(root, rel); err == nil || errors.Is(err, fs.ErrNotExist) {
					f.missing = err != nil
					p.dir, p.rel, p.root, p.look = dir, rel, root, f
					return p, caps.None
				}
			}
		}
	}
	loc, err := locate(p.path)
	if err != nil {
		p.path = "" // a loop, or a name that no file can have
		return p, caps.None
	}
	h, ok := d.within(loc)
	switch {
	case !ok:
		return p, caps.ByLink
	case d.guarded(loc):
		return p, caps.AboveCeiling
	}
	p.dir, p.rel = h.dir, h.rel
	return p, caps.None
}

// bound is the open directory of a place that is bounded by one.
func (p place) bound() (*os.Root, error) {
	if p.root != nil {
		return p.root, nil
	}
	return p.g.root(p.dir)
}

// open opens for reading. It never waits for a writer of a named pipe.
func (p place) open() (*os.File, error) {
	switch {
	case p.look.file != nil:
		return p.look.file, nil
	case p.path == "":
		return nil, fs.ErrNotExist
	case p.dir == "":
		return os.OpenFile(p.path, os.O_RDONLY|openNonblock, 0)
	}
	root, err := p.bound()
	if err != nil {
		return nil, err
	}
	f, err := openBeneath(root, p.rel)
	return f.file, err
}

// firstStat is stat for a caller that asks once and at once: the look that told
// where the place lies will do.
func (p place) firstStat() (fs.FileInfo, error) {
	switch {
	case p.look.info != nil:
		return p.look.info, nil
	case p.look.missing:
		return nil, fs.ErrNotExist
	}
	return p.stat()
}

func (p place) stat() (fs.FileInfo, error) {
	switch {
	case p.path == "":
		return nil, fs.ErrNotExist
	case p.dir == "":
		return os.Stat(p.path)
	}
	root, err := p.bound()
	if err != nil {
		return nil, err
	}
	return root.Stat(p.rel)
}

// openRoot opens a checked directory to work beneath it.
func (p place) openRoot() (*os.Root, error) {
	switch {
	case p.path == "":
		return nil, fs.ErrNotExist
	case p.dir == "":
		return os.OpenRoot(p.path)
	}
	root, err := p.bound()
	if err != nil {
		return nil, err
	}
	return root.OpenRoot(p.rel)
}
