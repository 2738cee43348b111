package gate

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// GrepMatch is one line that grep found.
type GrepMatch struct {
	File      string
	Line, Col int
	Text      string
}

// GrepQuery says what grep looks for.
type GrepQuery struct {
	Pattern string // looked for as it is, unless Compile is set
	// Lower makes lower case for a search in which case does not count; nil: it
	// does.
	Lower func(string) string
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
	case s.q.Lower != nil:
		pattern = s.q.Lower(pattern)
		s.match = func(line string) (int, error) { return column(s.q.Lower(line), pattern), nil }
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
