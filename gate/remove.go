package gate

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/synrun/synrun/caps"
)

// look examines the name without following it, and what a link there leads to.
// A link that leaves the scope is not looked behind: it counts as a file.
func (e entry) look(dir *os.Root) (info, target fs.FileInfo, err error) {
	info, err = dir.Lstat(e.last)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return info, info, err
	}
	path := e.g.abs(e.shown)
	loc, err := locate(path)
	if err != nil {
		return info, nil, fs.ErrNotExist
	}
	h, ok := e.layers.within(loc)
	switch {
	case !ok:
		return info, info, nil
	case h.dir == "":
		target, err = os.Stat(path)
		return info, target, err
	}
	root, err := e.g.root(h.dir)
	if err != nil {
		return info, nil, err
	}
	target, err = root.Stat(h.rel)
	return info, target, err
}

// DeleteFile removes a file or a link to one.
func (g *Gate) DeleteFile(at At, path string) error {
	if e := g.native(at, noFiles); e != nil {
		return e
	}
	e, err := g.reachEntry(at, path)
	if err != nil {
		return err
	}
	missing := func(err error) error { return ioError("File not found: "+e.shown, err) }
	dir, err := e.openParent(false)
	if err != nil {
		return missing(err)
	}
	defer dir.Close()
	_, target, err := e.look(dir)
	switch {
	case err != nil:
		return missing(err)
	case target.IsDir():
		return ioError(`delete_file: "`+e.shown+`" is a directory (use delete_dir)`, nil)
	}
	if err := dir.Remove(e.last); err != nil {
		return ioError("Cannot delete file "+e.shown+": "+osText(err), err)
	}
	return nil
}

// DeleteDir removes a directory: an empty one, or with recursive one whose
// every entry may be written.
func (g *Gate) DeleteDir(at At, path string, recursive bool) error {
	if e := g.native(at, noFiles); e != nil {
		return e
	}
	e, err := g.reachEntry(at, path)
	if err != nil {
		return err
	}
	fail := func(err error) error {
		return ioError("Cannot delete directory "+e.shown+": "+osText(err), err)
	}
	missing := func(err error) error { return ioError("Directory not found: "+e.shown, err) }
	parent, err := e.openParent(false)
	if err != nil {
		return missing(err)
	}
	defer parent.Close()
	info, target, err := e.look(parent)
	switch {
	case err != nil:
		return missing(err)
	case !target.IsDir() && info.Mode()&fs.ModeSymlink == 0, !target.IsDir():
		return ioError(`delete_dir: "`+e.shown+`" is a file (use delete_file)`, nil)
	case info.Mode()&fs.ModeSymlink != 0:
		return fail(errors.New("is a symbolic link"))
	}
	dir, err := parent.OpenRoot(e.last)
	if err != nil {
		return fail(err)
	}
	defer dir.Close()
	if now, err := dir.Stat("."); err != nil || !os.SameFile(now, info) {
		return fail(errors.New("it changed meanwhile"))
	}
	names, err := dirNames(dir)
	if err != nil {
		return fail(err)
	}
	if len(names) > 0 && !recursive {
		return ioError(`delete_dir: "`+e.shown+`" is not empty (pass {"recursive": true} to delete its contents)`, nil)
	}
	if len(names) > 0 {
		t := tree{g: g}
		if err := t.list(dir, e.shown, "", names); err != nil {
			return err
		}
		for _, rel := range t.entries {
			if _, err := g.reachName(at, g.caps.Platform().PathRequest(caps.FileWrite, join(e.shown, rel))); err != nil {
				return err
			}
		}
		for i := len(t.entries) - 1; i >= 0; i-- {
			if stop := g.Stopped(); stop != nil {
				return stop
			}
			if err := dir.Remove(t.entries[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fail(err)
			}
		}
	}
	if e.last == "." {
		return fail(errors.New("invalid argument"))
	}
	if err := parent.Remove(e.last); err != nil {
		return fail(err)
	}
	return nil
}

// join puts a name below a canonical path.
func join(dir, name string) string {
	switch {
	case dir == ".":
		return name
	case strings.HasSuffix(dir, "/"):
		return dir + name
	}
	return dir + "/" + name
}

// tree is the list of everything below a directory, a directory before its
// content, names in byte order. Links are entries, not ways.
type tree struct {
	g       *Gate
	entries []string
}

func (t *tree) list(dir *os.Root, shown, rel string, names []string) error {
	for _, name := range names {
		if stop := t.g.Stopped(); stop != nil {
			return stop
		}
		path := name
		if rel != "" {
			path = rel + "/" + name
		}
		t.entries = append(t.entries, path)
		info, err := dir.Lstat(name)
		if err != nil || !info.IsDir() {
			continue
		}
		below := join(shown, name)
		unreadable := func(err error) error {
			return ioError("Cannot read directory "+below+": "+osText(err), err)
		}
		sub, err := dir.OpenRoot(name)
		if err != nil {
			return unreadable(err)
		}
		inside, err := dirNames(sub)
		if err == nil {
			err = t.list(sub, below, path, inside)
		} else {
			err = unreadable(err)
		}
		sub.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
