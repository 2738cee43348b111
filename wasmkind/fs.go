package wasmkind

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	esys "github.com/tetratelabs/wazero/experimental/sys"
	"github.com/tetratelabs/wazero/sys"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
)

// folder is a folder that is lent to a module. Every use of a path in it is
// asked for at the gate, under the virtual path; what the ceiling refuses looks
// to the module like missing permission.
type folder struct {
	esys.UnimplementedFS
	g    *guest
	dir  string // as the item spells it
	item *caps.Item
}

func at(call string) gate.At { return gate.At{Source: call + "()"} }

// virtual is the path by which the gate knows a path below the folder.
func (f *folder) virtual(p string) string { return path.Join(f.dir, p) }

func isRoot(p string) bool { return path.Clean("/"+p) == "/" }

func errno(err error) esys.Errno {
	var ge *gate.Error
	if errors.As(err, &ge) {
		return esys.EACCES
	}
	var pe *fs.PathError
	if errors.As(err, &pe) && strings.Contains(pe.Err.Error(), "escapes from parent") {
		return esys.EACCES
	}
	return esys.UnwrapOSError(err)
}

func (f *folder) OpenFile(p string, flag esys.Oflag, perm fs.FileMode) (esys.File, esys.Errno) {
	if isRoot(p) {
		return f.openRoot(flag)
	}
	name := f.virtual(p)
	if flag&esys.O_NOFOLLOW != 0 {
		info, err := f.g.gate.GuestStat(at("path_open"), name, false)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, esys.ELOOP
		}
	}
	file, err := f.g.gate.GuestOpen(at("path_open"), name, osFlags(flag), perm&0o777)
	if err != nil {
		return nil, errno(err)
	}
	info, err := file.Stat()
	var no esys.Errno
	switch {
	case err != nil:
		no = errno(err)
	case !info.Mode().IsRegular() && !info.IsDir():
		no = esys.EACCES // a pipe or a device could keep the module waiting
	case flag&esys.O_DIRECTORY != 0 && !info.IsDir():
		no = esys.ENOTDIR
	}
	if no != 0 {
		_ = f.g.gate.GuestClose(file)
		return nil, no
	}
	return &openFile{f: file, g: f.g, append: flag&esys.O_APPEND != 0, dir: info.IsDir(), name: name}, 0
}

// openRoot opens the folder itself, which the module has anyway. Only what is
// lent to be read can be listed.
func (f *folder) openRoot(flag esys.Oflag) (esys.File, esys.Errno) {
	if flag&(esys.O_WRONLY|esys.O_RDWR|esys.O_CREAT|esys.O_TRUNC) != 0 {
		return nil, esys.EISDIR
	}
	file, err := f.g.gate.GuestFolder(at("path_open"), f.item)
	if err != nil {
		return nil, errno(err)
	}
	return &openFile{f: file, g: f.g, dir: true, name: f.dir, blind: f.item.Kind() == caps.FileWrite}, 0
}

func osFlags(flag esys.Oflag) int {
	out := os.O_RDONLY
	switch {
	case flag&esys.O_RDWR != 0:
		out = os.O_RDWR
	case flag&esys.O_WRONLY != 0:
		out = os.O_WRONLY
	}
	for _, m := range [...]struct {
		guest esys.Oflag
		os    int
	}{{esys.O_APPEND, os.O_APPEND}, {esys.O_CREAT, os.O_CREATE}, {esys.O_EXCL, os.O_EXCL}, {esys.O_TRUNC, os.O_TRUNC}, {esys.O_SYNC, os.O_SYNC}} {
		if flag&m.guest != 0 {
			out |= m.os
		}
	}
	return out
}

func (f *folder) stat(p string, follow bool) (sys.Stat_t, esys.Errno) {
	if isRoot(p) {
		file, no := f.openRoot(0)
		if no != 0 {
			return sys.Stat_t{}, no
		}
		defer file.Close()
		return file.Stat()
	}
	info, err := f.g.gate.GuestStat(at("path_filestat_get"), f.virtual(p), follow)
	if err != nil {
		return sys.Stat_t{}, errno(err)
	}
	return sys.NewStat_t(info), 0
}

func (f *folder) Stat(p string) (sys.Stat_t, esys.Errno)  { return f.stat(p, true) }
func (f *folder) Lstat(p string) (sys.Stat_t, esys.Errno) { return f.stat(p, false) }

func (f *folder) Mkdir(p string, perm fs.FileMode) esys.Errno {
	return errno(f.g.gate.GuestMkdir(at("path_create_directory"), f.virtual(p), perm))
}

func (f *folder) Rmdir(p string) esys.Errno {
	return errno(f.g.gate.GuestRemove(at("path_remove_directory"), f.virtual(p), true))
}

func (f *folder) Unlink(p string) esys.Errno {
	return errno(f.g.gate.GuestRemove(at("path_unlink_file"), f.virtual(p), false))
}

func (f *folder) Rename(from, to string) esys.Errno {
	return errno(f.g.gate.GuestRename(at("path_rename"), f.virtual(from), f.virtual(to)))
}

func (f *folder) Link(from, to string) esys.Errno {
	return errno(f.g.gate.GuestLink(at("path_link"), f.virtual(from), f.virtual(to)))
}

// Symlink makes no link that leads away from where it stands: the gate would
// not follow it, but other programs would.
func (f *folder) Symlink(target, p string) esys.Errno {
	end := path.Join(path.Dir(path.Clean("/"+p)), target)
	if path.IsAbs(target) || strings.HasPrefix(path.Join(path.Dir(path.Clean(p)), target), "..") || end == "/" {
		return esys.EPERM
	}
	return errno(f.g.gate.GuestSymlink(at("path_symlink"), target, f.virtual(p)))
}

func (f *folder) Readlink(p string) (string, esys.Errno) {
	target, err := f.g.gate.GuestReadlink(at("path_readlink"), f.virtual(p))
	return target, errno(err)
}

func (f *folder) Utimens(p string, atim, mtim int64) esys.Errno {
	return errno(f.g.gate.GuestChtimes(at("path_filestat_set_times"), f.virtual(p), moment(atim), moment(mtim)))
}

// moment is a time as the guest gives it; a zero one is left as it is.
func moment(ns int64) time.Time {
	if ns == esys.UTIME_OMIT {
		return time.Time{}
	}
	return time.Unix(0, ns)
}

// openFile is a file or a folder that the gate opened.
type openFile struct {
	esys.UnimplementedFile
	f      *os.File
	g      *guest
	name   string
	append bool
	dir    bool
	blind  bool // a folder that is not lent to be read
	closed bool
}

func (o *openFile) Dev() (uint64, esys.Errno) {
	st, no := o.Stat()
	return st.Dev, no
}

func (o *openFile) Ino() (sys.Inode, esys.Errno) {
	st, no := o.Stat()
	return st.Ino, no
}

func (o *openFile) IsDir() (bool, esys.Errno)        { return o.dir, 0 }
func (o *openFile) IsAppend() bool                   { return o.append }
func (o *openFile) SetAppend(enable bool) esys.Errno { return setAppend(o, enable) }
func (o *openFile) IsNonblock() bool                 { return false }
func (o *openFile) SetNonblock(bool) esys.Errno      { return 0 }
func (o *openFile) Sync() esys.Errno                 { return errno(o.f.Sync()) }
func (o *openFile) Datasync() esys.Errno             { return errno(o.f.Sync()) }
func (o *openFile) Truncate(size int64) esys.Errno   { return errno(o.f.Truncate(size)) }
func (o *openFile) Write(p []byte) (int, esys.Errno) { n, err := o.f.Write(p); return n, errno(err) }
func (o *openFile) result(n int, err error) (int, esys.Errno) {
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, errno(err)
}

func (o *openFile) Read(p []byte) (int, esys.Errno) {
	if o.dir {
		return 0, esys.EISDIR
	}
	if len(p) == 0 {
		return 0, 0
	}
	return o.result(o.f.Read(p))
}

func (o *openFile) Pread(p []byte, off int64) (int, esys.Errno) {
	if o.dir {
		return 0, esys.EISDIR
	}
	if off < 0 {
		return 0, esys.EINVAL
	}
	return o.result(o.f.ReadAt(p, off))
}

func (o *openFile) Pwrite(p []byte, off int64) (int, esys.Errno) {
	if off < 0 {
		return 0, esys.EINVAL
	}
	n, err := o.f.WriteAt(p, off)
	return n, errno(err)
}

func (o *openFile) Stat() (sys.Stat_t, esys.Errno) {
	info, err := o.f.Stat()
	if err != nil {
		return sys.Stat_t{}, errno(err)
	}
	return sys.NewStat_t(info), 0
}

// position is an int64 by another name: go vet would have Seek be that of
// io.Seeker, which it is not.
type position = int64

func (o *openFile) Seek(offset position, whence int) (int64, esys.Errno) {
	if o.dir {
		if offset != 0 || whence != io.SeekStart {
			return 0, esys.EINVAL
		}
		// A folder that is listed again is read anew.
	}
	n, err := o.f.Seek(offset, whence)
	return n, errno(err)
}

func (o *openFile) Readdir(n int) ([]esys.Dirent, esys.Errno) {
	if !o.dir {
		return nil, esys.ENOTDIR
	}
	if o.blind {
		return nil, esys.EACCES
	}
	list, err := o.f.ReadDir(n)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	out := make([]esys.Dirent, len(list))
	for i, e := range list {
		out[i] = esys.Dirent{Name: e.Name(), Type: e.Type()}
	}
	return out, errno(err)
}

func (o *openFile) Utimens(atim, mtim int64) esys.Errno {
	if o.dir && o.blind {
		return esys.EACCES
	}
	return errno(o.g.gate.GuestChtimes(at("fd_filestat_set_times"), o.name, moment(atim), moment(mtim)))
}

func (o *openFile) Close() esys.Errno {
	if o.closed {
		return 0
	}
	o.closed = true
	return errno(o.g.gate.GuestClose(o.f))
}
