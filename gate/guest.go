package gate

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/synrun/synrun/caps"
)

// The methods of this file are the file system of a WebAssembly module: as near
// to the calls of an operating system as the checks allow. Each asks and records
// as every other method does. What the ceiling refuses is an *Error; what the
// system says is passed on as it is, for the module wants its number.

// GuestOpen opens a file or a folder. The flags are those of package os; they
// say whether reading is asked for, or writing, or both.
func (g *Gate) GuestOpen(at At, path string, flag int, perm fs.FileMode) (*os.File, error) {
	const changes = os.O_WRONLY | os.O_RDWR | os.O_CREATE | os.O_TRUNC | os.O_APPEND
	var p place
	var err error
	if flag&changes == 0 || flag&os.O_RDWR != 0 {
		if p, err = g.reach(at, caps.FileRead, path); err != nil {
			return nil, err
		}
	}
	if flag&changes != 0 {
		if p, err = g.reach(at, caps.FileWrite, path); err != nil {
			return nil, err
		}
	}
	if e := g.acquire(); e != nil {
		return nil, e
	}
	f, err := p.openFlags(flag, perm)
	if err != nil {
		g.free()
	}
	return f, err
}

// GuestClose closes what GuestOpen or GuestFolder opened.
func (g *Gate) GuestClose(f *os.File) error {
	g.free()
	return f.Close()
}

func (p place) openFlags(flag int, perm fs.FileMode) (*os.File, error) {
	flag |= openNonblock
	switch {
	case p.path == "":
		return nil, fs.ErrNotExist
	case p.dir == "":
		return os.OpenFile(p.path, flag, perm)
	}
	root, err := p.g.root(p.dir)
	if err != nil {
		return nil, err
	}
	return root.OpenFile(p.rel, flag, perm)
}

// GuestFolder opens the folder of an item that lends a whole folder: the item
// itself is what is asked for.
func (g *Gate) GuestFolder(at At, it *caps.Item) (*os.File, error) {
	dir, ok := it.Tree()
	if !ok {
		return nil, fs.ErrInvalid
	}
	if err := g.ask(at, it.Request()); err != nil {
		return nil, err
	}
	root, err := g.root(dir)
	if err != nil {
		return nil, err
	}
	if e := g.acquire(); e != nil {
		return nil, e
	}
	f, err := root.Open(".")
	if err != nil {
		g.free()
	}
	return f, err
}

// GuestStat looks at a file, or at the link that stands there.
func (g *Gate) GuestStat(at At, path string, follow bool) (fs.FileInfo, error) {
	if !follow {
		e, err := g.reachName(at, g.caps.Platform().Request(caps.FileRead, path))
		if err != nil {
			return nil, err
		}
		dir, err := e.openParent(false)
		if err != nil {
			return nil, err
		}
		defer dir.Close()
		return dir.Lstat(e.last)
	}
	p, err := g.reach(at, caps.FileRead, path)
	if err != nil {
		return nil, err
	}
	return p.stat()
}

// GuestMkdir makes a folder whose parent exists.
func (g *Gate) GuestMkdir(at At, path string, perm fs.FileMode) error {
	return g.inParent(at, path, func(dir *os.Root, name string) error { return dir.Mkdir(name, perm&0o777) })
}

// GuestRemove removes a file, or an empty folder.
func (g *Gate) GuestRemove(at At, path string, folder bool) error {
	return g.inParent(at, path, func(dir *os.Root, name string) error {
		info, err := dir.Lstat(name)
		switch {
		case err != nil:
			return err
		case info.IsDir() && !folder:
			return syscall.EISDIR
		case !info.IsDir() && folder:
			return syscall.ENOTDIR
		}
		return dir.Remove(name)
	})
}

// GuestSymlink makes a link. Where it leads is looked at when it is used.
func (g *Gate) GuestSymlink(at At, target, path string) error {
	return g.inParent(at, path, func(dir *os.Root, name string) error { return dir.Symlink(target, name) })
}

// GuestReadlink reads a link.
func (g *Gate) GuestReadlink(at At, path string) (string, error) {
	e, err := g.reachName(at, g.caps.Platform().Request(caps.FileRead, path))
	if err != nil {
		return "", err
	}
	dir, err := e.openParent(false)
	if err != nil {
		return "", err
	}
	defer dir.Close()
	return dir.Readlink(e.last)
}

// GuestChtimes sets the times of a file.
func (g *Gate) GuestChtimes(at At, path string, accessed, modified time.Time) error {
	p, err := g.reach(at, caps.FileWrite, path)
	if err != nil {
		return err
	}
	if p.path == "" || p.dir == "" {
		return fs.ErrNotExist
	}
	root, err := g.root(p.dir)
	if err != nil {
		return err
	}
	return root.Chtimes(p.rel, accessed, modified)
}

// GuestRename moves a file or a folder. Between folders that different items
// lend it fails as between file systems, and the module copies.
func (g *Gate) GuestRename(at At, from, to string) error {
	return g.twoNames(at, from, to, (*os.Root).Rename)
}

// GuestLink gives a file a second name. The file itself must be readable too:
// what may only be written must not become readable by a new name.
func (g *Gate) GuestLink(at At, from, to string) error {
	if _, err := g.reach(at, caps.FileRead, from); err != nil {
		return err
	}
	return g.twoNames(at, from, to, (*os.Root).Link)
}

func (g *Gate) twoNames(at At, from, to string, act func(*os.Root, string, string) error) error {
	a, err := g.reachEntry(at, from)
	if err != nil {
		return err
	}
	b, err := g.reachEntry(at, to)
	if err != nil {
		return err
	}
	switch {
	case a.last == "" || b.last == "":
		return fs.ErrNotExist
	case a.last == "." || b.last == ".":
		return syscall.EBUSY
	case a.dir != b.dir || a.dir == "":
		return syscall.EXDEV
	}
	root, err := g.root(a.dir)
	if err != nil {
		return err
	}
	return act(root, filepath.Join(a.parent, a.last), filepath.Join(b.parent, b.last))
}

// inParent works on a name in its folder.
func (g *Gate) inParent(at At, path string, act func(dir *os.Root, name string) error) error {
	e, err := g.reachEntry(at, path)
	if err != nil {
		return err
	}
	if e.last == "." {
		return syscall.EBUSY
	}
	dir, err := e.openParent(false)
	if err != nil {
		return err
	}
	defer dir.Close()
	return act(dir, e.last)
}

// Use records the use of something that has no scope: the clock, randomness,
// the output.
func (g *Gate) Use(at At, kind caps.Kind) error { return g.ask(at, caps.Bare(kind)) }
