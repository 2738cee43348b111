package gate

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/synrun/synrun/caps"
)

// readPath takes the prefix off the path of a reading operation: `disk:`
// forces the disk, `bundle:` names a packed file, which no program has here.
func readPath(p string) (string, error) {
	if rest, ok := strings.CutPrefix(p, "disk:"); ok {
		return rest, nil
	}
	if rest, ok := strings.CutPrefix(p, "bundle:"); ok {
		return "", ioError(`"bundle:`+rest+`" is not in the bundle (the program was not built with it, or the name differs)`, nil)
	}
	return p, nil
}

func notFound(p place, cause error) error {
	return ioError("File not found: "+p.shown, cause)
}

// reachRead is reach for the builtins that read, with the prefixes.
func (g *Gate) reachRead(at At, path string, look lookup) (place, error) {
	if e := g.native(at, noFiles); e != nil {
		return place{}, e
	}
	path, err := readPath(path)
	if err != nil {
		return place{}, err
	}
	return g.reachAs(at, g.caps.Platform().Request(caps.FileRead, path), look)
}

// ReadFile reads a whole text file, which must be valid UTF-8.
func (g *Gate) ReadFile(at At, path string) (string, error) {
	p, err := g.reachRead(at, path, openBeneath)
	if err != nil {
		return "", err
	}
	b, err := g.readAll(p)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(b) {
		return "", notFound(p, errors.New("not UTF-8"))
	}
	return unsafeString(b), nil
}

// ReadBytes reads a whole file.
func (g *Gate) ReadBytes(at At, path string) ([]byte, error) {
	p, err := g.reachRead(at, path, openBeneath)
	if err != nil {
		return nil, err
	}
	return g.readAll(p)
}

// ReadLines reads lines from the line first (1 is the first) on, with their
// endings: all that follow, or count of them. Nothing after the last of them
// is read.
func (g *Gate) ReadLines(at At, path string, first int64, count *int64) (string, error) {
	p, err := g.reachRead(at, path, openBeneath)
	if err != nil {
		return "", err
	}
	f, openErr := g.openFile(p)
	if openErr == nil {
		defer f.done()
	}
	if first < 1 {
		return "", usage("read_file: offset must be >= 1")
	}
	end := int64(math.MaxInt64)
	if count != nil {
		if *count < 0 {
			return "", usage("read_file: limit must be >= 0")
		}
		if *count < end-first {
			end = first + *count
		}
	}
	if openErr != nil {
		return "", notFound(p, openErr)
	}
	r := bufio.NewReaderSize(f, 64<<10)
	limit := g.bytesLimit()
	var out []byte
	for line := int64(1); line < end; {
		part, err := r.ReadSlice('\n')
		if line >= first {
			out = append(out, part...)
			if limit > 0 && int64(len(out)) > limit {
				return "", g.tooLarge(int64(len(out)))
			}
		}
		switch {
		case err == nil:
			line++
			if line&0xfff == 0 {
				if e := g.Stopped(); e != nil {
					return "", e
				}
			}
		case errors.Is(err, bufio.ErrBufferFull):
			if e := g.Stopped(); e != nil {
				return "", e
			}
		case errors.Is(err, io.EOF):
			return Text(out), nil
		default:
			return "", g.readError(p, err)
		}
	}
	return Text(out), nil
}

// bytesLimit is the most that one read may hold.
func (g *Gate) bytesLimit() int64 {
	read, memory := g.cfg.Limits.Read, g.cfg.Limits.Memory
	if read == 0 || memory > 0 && memory < read {
		return memory
	}
	return read
}

func (g *Gate) tooLarge(n int64) *Error {
	if read := g.cfg.Limits.Read; read > 0 && n > read {
		return g.exceeded("read", read)
	}
	return g.exceeded("memory", g.cfg.Limits.Memory)
}

// file is an open file of a checked place.
type file struct {
	*os.File
	size   int64 // of a regular file
	cancel func() bool
}

func (f *file) done() {
	if f.cancel != nil {
		f.cancel()
	}
	f.Close()
}

// openFile opens a checked place. What may block (a pipe, a device) ends with
// the run.
func (g *Gate) openFile(p place) (*file, error) {
	f, err := p.open()
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = syscall.EISDIR
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	if info.Mode().IsRegular() {
		return &file{File: f, size: info.Size()}, nil
	}
	return &file{File: f, cancel: context.AfterFunc(g.ctx, func() { _ = f.SetReadDeadline(time.Unix(1, 0)) })}, nil
}

func (g *Gate) readError(p place, err error) error {
	if e := g.Stopped(); e != nil {
		return e
	}
	return notFound(p, err)
}

// readAll reads a checked place to its end, within the limits.
func (g *Gate) readAll(p place) ([]byte, error) {
	f, err := g.openFile(p)
	if err != nil {
		return nil, notFound(p, err)
	}
	defer f.done()
	b, err := g.drain(f, f.size)
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			return nil, e
		}
		return nil, g.readError(p, err)
	}
	return b, nil
}

// drain reads r to its end. hint is the size to expect.
func (g *Gate) drain(r io.Reader, hint int64) ([]byte, error) {
	limit := g.bytesLimit()
	if limit > 0 && hint > limit {
		return nil, g.tooLarge(hint)
	}
	// One byte more than expected finds the end without growing.
	b := make([]byte, 0, max(hint, 511)+1)
	for {
		n, err := r.Read(b[len(b):min(cap(b), len(b)+4<<20)])
		b = b[:len(b)+n]
		if limit > 0 && int64(len(b)) > limit {
			return nil, g.tooLarge(int64(len(b)))
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return b, err
		}
		if len(b) == cap(b) {
			b = slices.Grow(b, len(b))
		}
		if n > 1<<20 || len(b) > 8<<20 {
			if e := g.Stopped(); e != nil {
				return nil, e
			}
		}
	}
}

// FileInfo is what file_info tells.
type FileInfo struct {
	Exists, IsDir bool
	Size          int64
	Modified      int64 // Unix seconds
	HasModified   bool
}

// FileInfo examines a path, following links. What cannot be examined does not
// exist.
func (g *Gate) FileInfo(at At, path string) (FileInfo, error) {
	if g.cfg.Pure {
		return FileInfo{}, nil
	}
	p, err := g.reachRead(at, path, statBeneath)
	if err != nil {
		return FileInfo{}, err
	}
	info, err := p.firstStat()
	if err != nil {
		return FileInfo{}, nil
	}
	fi := FileInfo{Exists: true, IsDir: info.IsDir(), Size: info.Size(), Modified: info.ModTime().Unix(), HasModified: true}
	if fi.IsDir {
		fi.Size = 0
	}
	return fi, nil
}

// DirEntry is one entry of a directory; a link is not followed.
type DirEntry struct {
	Name  string
	IsDir bool
	Size  int64
}

// ListDir lists a directory by name.
func (g *Gate) ListDir(at At, path string) ([]DirEntry, error) {
	if e := g.native(at, noFiles); e != nil {
		return nil, e
	}
	if strings.HasPrefix(path, "bundle:") {
		return nil, ioError("list_dir(\"bundle:…\"): this program has no bundle (it was not built with `synsema build`)", nil)
	}
	p, err := g.reach(at, caps.FileRead, path)
	if err != nil {
		return nil, err
	}
	fail := func(err error) ([]DirEntry, error) {
		return nil, ioError("Not a directory: "+p.shown, err)
	}
	dir, err := p.openRoot()
	if err != nil {
		return fail(err)
	}
	defer dir.Close()
	names, err := dirNames(dir)
	if err != nil {
		return fail(err)
	}
	list := make([]DirEntry, 0, len(names))
	for _, name := range names {
		info, err := dir.Lstat(name)
		if err != nil {
			continue // deleted meanwhile
		}
		e := DirEntry{Name: Text([]byte(name)), IsDir: info.IsDir(), Size: info.Size()}
		if e.IsDir {
			e.Size = 0
		}
		list = append(list, e)
	}
	return list, nil
}

// dirNames are the names in an open directory, sorted.
func dirNames(dir *os.Root) ([]string, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// Cwd is the directory that relative paths start from.
func (g *Gate) Cwd(at At) (string, error) {
	if e := g.native(at, noFiles); e != nil {
		return "", e
	}
	if err := g.ask(at, g.caps.Platform().Request(caps.FileRead, ".")); err != nil {
		return "", err
	}
	return filepath.ToSlash(g.cfg.Dir), nil
}
