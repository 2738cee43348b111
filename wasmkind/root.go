package wasmkind

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	esys "github.com/tetratelabs/wazero/experimental/sys"
	"github.com/tetratelabs/wazero/sys"
)

// root is the folder "/" of a module: nothing but the folders that are lent, at
// their virtual paths, and the folders above them, in which nothing else is to
// be seen. Modules take it as their working directory, so that relative virtual
// paths mean what they say.
//
// A path that leads into no lent folder is asked for at the gate as an absolute
// one, so that its refusal is recorded.
type root struct {
	esys.UnimplementedFS
	lent  []*folder
	rest  *folder
	above map[string][]string // folders above lent ones, by path: what they show
}

func newRoot(g *guest, lent []*folder) *root {
	r := &root{lent: lent, rest: &folder{g: g, dir: "/"}, above: map[string][]string{".": nil}}
	for _, f := range lent {
		at := strings.TrimPrefix(f.dir, "/")
		for at != "." && at != "" {
			parent, name := path.Dir(at), path.Base(at)
			if !slices.Contains(r.above[parent], name) {
				r.above[parent] = append(r.above[parent], name)
			}
			at = parent
		}
	}
	return r
}

// route finds who is asked about a path, and by what name. list is set for the
// folders above lent ones.
func (r *root) route(p string) (f *folder, name string, list []string, above bool) {
	p = strings.TrimPrefix(path.Clean("/"+p), "/")
	if p == "" {
		p = "."
	}
	for _, l := range r.lent {
		dir := strings.TrimPrefix(l.dir, "/")
		rest, ok := strings.CutPrefix(p, dir)
		if ok && (rest == "" || rest[0] == '/') && (f == nil || len(l.dir) > len(f.dir)) {
			f, name = l, strings.TrimPrefix(rest, "/")
		}
	}
	if f != nil {
		return f, name, nil, false
	}
	if list, ok := r.above[p]; ok {
		return nil, "", list, true
	}
	return r.rest, p, nil, false
}

var aboveStat = sys.Stat_t{Mode: fs.ModeDir | 0o555, Nlink: 1, Dev: 1, Ino: 1}

func (r *root) OpenFile(p string, flag esys.Oflag, perm fs.FileMode) (esys.File, esys.Errno) {
	f, name, list, above := r.route(p)
	switch {
	case !above:
		return f.OpenFile(name, flag, perm)
	case flag&(esys.O_WRONLY|esys.O_RDWR|esys.O_CREAT|esys.O_TRUNC) != 0:
		return nil, esys.EISDIR
	}
	return &aboveFolder{list: list}, 0
}

func (r *root) Stat(p string) (sys.Stat_t, esys.Errno) {
	f, name, _, above := r.route(p)
	if above {
		return aboveStat, 0
	}
	return f.Stat(name)
}

func (r *root) Lstat(p string) (sys.Stat_t, esys.Errno) {
	f, name, _, above := r.route(p)
	if above {
		return aboveStat, 0
	}
	return f.Lstat(name)
}

// on does something to a path that is not a folder above lent ones.
func (r *root) on(p string, act func(f *folder, name string) esys.Errno) esys.Errno {
	f, name, _, above := r.route(p)
	if above {
		return esys.EACCES
	}
	return act(f, name)
}

func (r *root) Mkdir(p string, perm fs.FileMode) esys.Errno {
	if _, _, _, above := r.route(p); above {
		return esys.EEXIST
	}
	return r.on(p, func(f *folder, name string) esys.Errno { return f.Mkdir(name, perm) })
}

func (r *root) Rmdir(p string) esys.Errno  { return r.on(p, (*folder).Rmdir) }
func (r *root) Unlink(p string) esys.Errno { return r.on(p, (*folder).Unlink) }

func (r *root) Utimens(p string, atim, mtim int64) esys.Errno {
	return r.on(p, func(f *folder, name string) esys.Errno { return f.Utimens(name, atim, mtim) })
}

func (r *root) Symlink(target, p string) esys.Errno {
	return r.on(p, func(f *folder, name string) esys.Errno { return f.Symlink(target, name) })
}

func (r *root) Readlink(p string) (string, esys.Errno) {
	f, name, _, above := r.route(p)
	if above {
		return "", esys.EINVAL
	}
	return f.Readlink(name)
}

// Rename and Link work on two paths that the gate knows by their virtual names.
func (r *root) Rename(from, to string) esys.Errno {
	return r.two(from, to, func(f *folder, a, b string) esys.Errno {
		return errno(f.g.gate.GuestRename(at("path_rename"), a, b))
	})
}

func (r *root) Link(from, to string) esys.Errno {
	return r.two(from, to, func(f *folder, a, b string) esys.Errno {
		return errno(f.g.gate.GuestLink(at("path_link"), a, b))
	})
}

func (r *root) two(from, to string, act func(f *folder, from, to string) esys.Errno) esys.Errno {
	return r.on(from, func(f *folder, a string) esys.Errno {
		return r.on(to, func(t *folder, b string) esys.Errno { return act(f, f.virtual(a), t.virtual(b)) })
	})
}

// aboveFolder is an open folder above lent ones.
type aboveFolder struct {
	esys.DirFile
	list []string
	read int
}

func (d *aboveFolder) Dev() (uint64, esys.Errno)       { return aboveStat.Dev, 0 }
func (d *aboveFolder) Ino() (sys.Inode, esys.Errno)    { return aboveStat.Ino, 0 }
func (d *aboveFolder) Stat() (sys.Stat_t, esys.Errno)  { return aboveStat, 0 }
func (d *aboveFolder) Utimens(int64, int64) esys.Errno { return esys.EACCES }
func (d *aboveFolder) Close() esys.Errno               { return 0 }
func (d *aboveFolder) IsNonblock() bool                { return false }
func (d *aboveFolder) SetNonblock(bool) esys.Errno     { return 0 }
func (d *aboveFolder) Sync() esys.Errno                { return 0 }
func (d *aboveFolder) Datasync() esys.Errno            { return 0 }
func (d *aboveFolder) Seek(n position, whence int) (int64, esys.Errno) {
	if n != 0 || whence != 0 {
		return 0, esys.EINVAL
	}
	d.read = 0
	return 0, 0
}

func (d *aboveFolder) Readdir(n int) ([]esys.Dirent, esys.Errno) {
	left := d.list[min(d.read, len(d.list)):]
	if n > 0 && len(left) > n {
		left = left[:n]
	}
	d.read += len(left)
	out := make([]esys.Dirent, len(left))
	for i, name := range left {
		out[i] = esys.Dirent{Name: name, Type: fs.ModeDir}
	}
	return out, 0
}
