package gate

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/caps"
)

// entry is a checked name in a directory: what is created, replaced or removed
// there, whatever stands at it.
type entry struct {
	g      *Gate
	shown  string
	layers pathDecision
	dir    string // the bounding directory, as an item spells it; "" when free
	parent string // below dir, or absolute when free
	last   string // "" when nothing can be there, "." for a directory itself
}

// reachEntry checks a use of the name path in its directory. The record is
// written before it returns.
func (g *Gate) reachEntry(at At, path string) (entry, error) {
	return g.reachName(at, g.caps.Platform().Request(caps.FileWrite, path))
}

func (g *Gate) reachName(at At, r caps.Request) (entry, error) {
	d, err := g.decidePath(at, r)
	if err != nil {
		return entry{}, err
	}
	e, cause := d.entry()
	if cause != caps.None {
		return entry{}, d.refuse(cause)
	}
	return e, d.allow()
}

// entry finds where a granted path lies: its directory with links followed,
// and its last segment. The cause is the reason to refuse it after all.
func (d pathDecision) entry() (entry, caps.Cause) {
	g := d.g
	e := entry{g: g, shown: d.shown(), layers: d}
	if strings.IndexByte(e.shown, 0) >= 0 {
		return e, caps.None
	}
	path := g.abs(e.shown)
	e.last = filepath.Base(path)
	if e.shown == "." || e.shown == ".." || strings.HasSuffix(e.shown, "/..") || e.last == string(filepath.Separator) {
		// A directory seen from inside has no name of its own; nothing can be
		// put in its place.
		e.last = "."
	} else {
		path = filepath.Dir(path)
	}
	loc, err := locate(path)
	if err != nil {
		e.last = ""
		return e, caps.None
	}
	real := filepath.Join(loc, e.last)
	h, ok := d.within(real)
	if m := g.mountOf(e.shown); ok && m != "" {
		h, ok = g.inMount(m, real)
	}
	switch {
	case !ok:
		return e, caps.ByLink
	case d.guarded(real):
		return e, caps.AboveCeiling
	case h.dir == "":
		e.parent = loc
		return e, caps.None
	}
	e.dir, e.parent = h.dir, filepath.Dir(h.rel)
	if h.rel == "." {
		e.last = "." // the bounding directory itself
	}
	return e, caps.None
}

// openParent opens the directory that holds the name. With create it makes
// what is missing; a failure to do so shows up in the opening.
func (e entry) openParent(create bool) (*os.Root, error) {
	switch {
	case e.last == "":
		return nil, fs.ErrNotExist
	case e.dir == "":
		if create {
			_ = os.MkdirAll(e.parent, 0o777)
		}
		return os.OpenRoot(e.parent)
	}
	root, err := e.g.rootToWrite(e.dir, create)
	if err != nil {
		return nil, err
	}
	if create && e.parent != "." {
		_ = root.MkdirAll(e.parent, 0o777)
	}
	return root.OpenRoot(e.parent)
}

// rootToWrite is root for a directory that may have to be made first.
func (g *Gate) rootToWrite(dir string, create bool) (*os.Root, error) {
	root, err := g.root(dir)
	if err != nil && create && errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(g.abs(dir), 0o777); err != nil {
			return nil, err
		}
		root, err = g.root(dir)
	}
	return root, err
}

// WriteFile puts a file in place of whatever is at path, in one step.
func (g *Gate) WriteFile(at At, path string, content []byte) error {
	if e := g.native(at, noFiles); e != nil {
		return e
	}
	e, err := g.reachEntry(at, path)
	if err != nil {
		return err
	}
	return g.replace(e, content)
}

// replace writes a temporary file beside the name and renames it over the name.
func (g *Gate) replace(e entry, content []byte) error {
	fail := func(err error) error {
		return ioError("Cannot write file "+e.shown+": "+osText(err), err)
	}
	dir, err := e.openParent(true)
	if err != nil {
		return fail(err)
	}
	defer dir.Close()
	if e.last == "." {
		return fail(errors.New("is a directory"))
	}
	mode, keep := newFileMode(e.last), false
	if info, err := dir.Lstat(e.last); err == nil {
		if info.IsDir() {
			return fail(errors.New("is a directory"))
		}
		if info.Mode().IsRegular() {
			mode, keep = info.Mode().Perm(), true
		}
	}
	f, name, err := g.tempFile(dir, mode)
	if err != nil {
		return fail(err)
	}
	_, err = f.Write(content)
	if err == nil && keep {
		err = f.Chmod(mode)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = dir.Rename(name, e.last)
	}
	if err != nil {
		_ = dir.Remove(name)
		return fail(err)
	}
	return nil
}

// tempFile makes a file of its own with a name that nobody can foresee.
func (g *Gate) tempFile(dir *os.Root, mode fs.FileMode) (*os.File, string, error) {
	for range 16 {
		var b [12]byte
		if err := g.entropy(b[:]); err != nil {
			return nil, "", err
		}
		name := ".synsema-" + hex.EncodeToString(b[:]) + ".tmp"
		f, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil || !errors.Is(err, fs.ErrExist) {
			return f, name, err
		}
	}
	return nil, "", fs.ErrExist
}

// newFileMode keeps files that look like secrets from other users.
func newFileMode(name string) fs.FileMode {
	name = strings.ToLower(name)
	if name == ".env" || strings.HasPrefix(name, ".env.") || strings.Contains(name, "secret") {
		return 0o600
	}
	switch filepath.Ext(name) {
	case ".pem", ".key", ".p12", ".pfx":
		return 0o600
	}
	return 0o666
}

// AppendFile adds to a file, which it makes when there is none.
func (g *Gate) AppendFile(at At, path string, content []byte) error {
	if e := g.native(at, noFiles); e != nil {
		return e
	}
	p, err := g.reach(at, caps.FileWrite, path)
	if err != nil {
		return err
	}
	fail := func(err error) error {
		return ioError("Cannot write file "+p.shown+": "+osText(err), err)
	}
	f, err := p.create(os.O_APPEND)
	if err != nil {
		return fail(err)
	}
	_, err = f.Write(content)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fail(err)
	}
	return nil
}

// create opens a checked place for writing, with missing parents made.
func (p place) create(flag int) (*os.File, error) {
	flag |= os.O_WRONLY | os.O_CREATE | openNonblock
	mode := newFileMode(filepath.Base(p.shown))
	if p.dir != "" {
		root, err := p.g.rootToWrite(p.dir, true)
		if err != nil {
			return nil, err
		}
		if parent := filepath.Dir(p.rel); parent != "." {
			_ = root.MkdirAll(parent, 0o777)
		}
		return root.OpenFile(p.rel, flag, mode)
	}
	if p.path == "" {
		return nil, fs.ErrInvalid
	}
	_ = os.MkdirAll(filepath.Dir(p.path), 0o777)
	return os.OpenFile(p.path, flag, mode)
}

// mkdir makes a checked place a directory.
func (p place) mkdir() error {
	if p.dir != "" {
		root, err := p.g.rootToWrite(p.dir, true)
		if err != nil || p.rel == "." {
			return err
		}
		return root.MkdirAll(p.rel, 0o777)
	}
	if p.path == "" {
		return fs.ErrInvalid
	}
	return os.MkdirAll(p.path, 0o777)
}

// EditFile replaces text in a file and returns how often.
func (g *Gate) EditFile(at At, path, old, replacement string, all bool) (int, error) {
	if e := g.native(at, noFiles); e != nil {
		return 0, e
	}
	d, err := g.decidePath(at, g.caps.Platform().Request(caps.FileWrite, path))
	if err != nil {
		return 0, err
	}
	// The file that is read and the name that is replaced may lie in different
	// folders; both have to be in scope.
	p, cause := d.place()
	e := entry{}
	if cause == caps.None {
		e, cause = d.entry()
	}
	if cause != caps.None {
		return 0, d.refuse(cause)
	}
	if r := g.caps.Decide(g.caps.Platform().PathRequest(caps.FileRead, p.shown)); r.Cause == caps.Denied {
		return 0, g.enter(at, r)
	}
	if err := d.allow(); err != nil {
		return 0, err
	}
	if old == "" {
		return 0, usage("edit_file: empty pattern")
	}
	b, err := g.readAll(p)
	if err != nil {
		return 0, err
	}
	if !utf8.Valid(b) {
		return 0, notFound(p, errors.New("not UTF-8"))
	}
	text := unsafeString(b)
	n := strings.Count(text, old)
	switch {
	case n == 0:
		return 0, ioError("edit_file: pattern not found", nil)
	case n > 1 && !all:
		return 0, ioError("edit_file: ambiguous, "+strconv.Itoa(n)+" occurrences (use replace_all to replace all)", nil)
	}
	grown := int64(len(text)) + int64(n)*int64(len(replacement)-len(old))
	if limit := g.bytesLimit(); limit > 0 && grown > limit {
		return 0, g.tooLarge(grown)
	}
	return n, g.replace(e, []byte(strings.ReplaceAll(text, old, replacement)))
}
