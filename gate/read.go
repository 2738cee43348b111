package gate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
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
	info, err := p.stat()
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

// GrepMatch is one line that grep found.
type GrepMatch struct {
	File      string
	Line, Col int
	Text      string
}

// GrepQuery says what grep looks for.
type GrepQuery struct {
	Pattern    string // looked for as it is, unless Compile is set
	IgnoreCase bool
	// Compile makes a function that finds the first match in a line: its
	// column in characters from 1, or 0. It is called after the check.
	Compile func() (func(line string) (int, error), error)
	// Glob, if set, chooses the files of a directory by name.
	Glob *string
	// Max ends the search at that many matches, but not before the first;
	// negative is no end.
	Max int
}

// Grep searches a file, or all files below a directory.
func (g *Gate) Grep(at At, target string, q GrepQuery) (matches []GrepMatch, truncated bool, err error) {
	p, err := g.reachRead(at, target, statBeneath)
	if err != nil {
		return nil, false, err
	}
	if q.Pattern == "" {
		return nil, false, usage("grep: empty pattern")
	}
	s := grepping{g: g, q: q, place: p}
	if err := s.prepare(); err != nil {
		return nil, false, err
	}
	info, err := p.stat()
	if err != nil {
		return nil, false, ioError("grep: path not found: "+p.shown, err)
	}
	if info.IsDir() {
		err = s.tree(info)
	} else if f, openErr := g.openFile(p); openErr == nil {
		err = s.file(f.File, p.shown)
		f.done()
	}
	if errors.Is(err, errEnough) {
		return s.found, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	return s.found, false, nil
}

var errEnough = errors.New("enough matches")

type grepping struct {
	g       *Gate
	q       GrepQuery
	place   place
	top     *os.Root
	topReal string
	found   []GrepMatch
	literal []byte // for the search in whole blocks; nil when lines are needed
	match   func(line string) (int, error)
	buf     []byte
}

func (s *grepping) prepare() (err error) {
	pattern := s.q.Pattern
	switch {
	case s.q.Compile != nil:
		s.match, err = s.q.Compile()
		return err
	case s.q.IgnoreCase:
		pattern = strings.ToLower(pattern)
		s.match = func(line string) (int, error) { return column(strings.ToLower(line), pattern), nil }
		return nil
	}
	if !strings.ContainsAny(pattern, "\r\n") && utf8.ValidString(pattern) && !strings.ContainsRune(pattern, utf8.RuneError) {
		s.literal = []byte(pattern)
	}
	s.match = func(line string) (int, error) { return column(line, pattern), nil }
	return nil
}

func column(line, part string) int {
	i := strings.Index(line, part)
	if i < 0 {
		return 0
	}
	return utf8.RuneCountInString(line[:i]) + 1
}

func (s *grepping) tree(info fs.FileInfo) error {
	top, err := s.place.openRoot()
	if err != nil {
		return nil
	}
	defer top.Close()
	s.top = top
	s.topReal, _ = locate(s.place.path)
	prefix := s.place.shown + "/"
	if s.place.shown == "/" {
		prefix = "/"
	}
	return s.dir(top, prefix, "", []fs.FileInfo{info})
}

// dir searches an open directory. rel is its location below the target with
// links followed; above are the directories that led here.
func (s *grepping) dir(dir *os.Root, shown, rel string, above []fs.FileInfo) error {
	names, err := dirNames(dir)
	if err != nil && names == nil {
		return nil
	}
	type entry struct {
		key, name string
		info      fs.FileInfo
		at        *os.Root
		rel       string // below at
		real      string // below the target
	}
	entries := make([]entry, 0, len(names))
	for _, name := range names {
		e := entry{key: name, name: name, at: dir, rel: name, real: filepath.Join(rel, name)}
		if e.info, err = dir.Lstat(name); err != nil {
			continue
		}
		if e.info.Mode()&fs.ModeSymlink != 0 {
			loc, err := locate(filepath.Join(s.topReal, rel, name))
			if err != nil {
				continue
			}
			real, ok := below(s.topReal, loc)
			if !ok {
				continue
			}
			e.at, e.rel, e.real = s.top, real, real
			if e.info, err = s.top.Stat(real); err != nil {
				continue
			}
		}
		if e.info.IsDir() {
			e.key += "/" // the order is that of whole paths
		} else if !e.info.Mode().IsRegular() {
			continue
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	for _, e := range entries {
		if e := s.g.Stopped(); e != nil {
			return e
		}
		path := shown + e.name
		if !e.info.IsDir() {
			if s.q.Glob != nil && !matchName(*s.q.Glob, e.name) || s.g.readDenied(path) {
				continue
			}
			f, err := e.at.OpenFile(e.rel, os.O_RDONLY|openNonblock, 0)
			if err != nil {
				continue
			}
			err = s.file(f, path)
			f.Close()
			if err != nil {
				return err
			}
			continue
		}
		if slices.ContainsFunc(above, func(a fs.FileInfo) bool { return os.SameFile(a, e.info) }) {
			continue
		}
		sub, err := e.at.OpenRoot(e.rel)
		if err != nil {
			continue
		}
		err = s.dir(sub, path+"/", e.real, append(above, e.info))
		sub.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// file searches a file in blocks that end with a line.
func (s *grepping) file(f *os.File, shown string) error {
	if s.buf == nil {
		s.buf = make([]byte, 256<<10)
	}
	limit := s.g.bytesLimit()
	line, have := 1, 0
	for {
		n, err := f.Read(s.buf[have:])
		have += n
		end := have
		if err == nil {
			end = bytes.LastIndexByte(s.buf[:have], '\n') + 1
			if end == 0 {
				if have == len(s.buf) {
					if limit > 0 && int64(have) >= limit {
						return s.g.tooLarge(int64(have) + 1)
					}
					s.buf = append(s.buf, make([]byte, len(s.buf))...)
				}
				continue
			}
		}
		var stop error
		if line, stop = s.block(s.buf[:end], line, shown); stop != nil {
			return stop
		}
		if err != nil {
			return nil
		}
		have = copy(s.buf, s.buf[end:have])
		if e := s.g.Stopped(); e != nil {
			return e
		}
	}
}

// block searches whole lines and returns the number of the line after them.
func (s *grepping) block(b []byte, line int, shown string) (int, error) {
	whole := s.literal != nil && utf8.Valid(b)
	for len(b) > 0 {
		if whole {
			i := bytes.Index(b, s.literal)
			if i < 0 {
				return line + bytes.Count(b, newline), nil
			}
			start := bytes.LastIndexByte(b[:i], '\n') + 1
			line += bytes.Count(b[:start], newline)
			b = b[start:]
		}
		end := bytes.IndexByte(b, '\n') + 1
		if end == 0 {
			end = len(b)
		}
		text := Text(bytes.TrimRight(b[:end], "\r\n"))
		col, err := s.match(text)
		if err != nil {
			return line, err
		}
		if col > 0 {
			s.found = append(s.found, GrepMatch{File: shown, Line: line, Col: col, Text: text})
			if s.q.Max >= 0 && len(s.found) >= s.q.Max {
				return line, errEnough
			}
		}
		b = b[end:]
		line++
	}
	return line, nil
}

var newline = []byte{'\n'}
