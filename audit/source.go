package audit

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Source is something with records in it, read in order: the record of a
// workspace, over all its files, or one file.
type Source struct {
	// Name is the slug of the workspace, or the path of the file.
	Name string

	dir  string // of a workspace's record
	path string // the file, or the current one of the workspace
}

// Workspace returns the record of a workspace. There need not be one yet.
func Workspace(home, workspace string) *Source { return bySlug(Dir(home), Slug(workspace)) }

func bySlug(dir, slug string) *Source {
	return &Source{Name: slug, dir: dir, path: filepath.Join(dir, slug+".jsonl")}
}

// Workspaces returns the records of all workspaces of a home, by name.
func Workspaces(home string) ([]*Source, error) {
	entries, err := os.ReadDir(Dir(home))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var list []*Source
	seen := map[string]bool{}
	for _, e := range entries {
		if slug, _ := splitName(e.Name()); slug != "" && !seen[slug] {
			seen[slug] = true
			list = append(list, bySlug(Dir(home), slug))
		}
	}
	return list, nil
}

// FileSource returns the records of one file: of a record, or of the plain
// stream of `synsema run --audit`.
func FileSource(path string) *Source { return &Source{Name: path, path: path} }

// Place is where a line stands.
type Place struct {
	File string
	Line int // from 1
}

// Snapshot is the files of a source as they were at one moment, oldest first.
// What is appended later is not part of it; Follow goes on from its end.
type Snapshot struct {
	source *Source
	files  []*os.File
	sizes  []int64
}

// Open takes a snapshot. A record that does not exist yet gives an empty one,
// a file that does not exist an error.
func (s *Source) Open() (*Snapshot, error) {
	// The current file is opened first and looked up by identity among the
	// complete ones afterwards, so that a rotation in between neither hides nor
	// repeats anything.
	snap := &Snapshot{source: s}
	links := noFollow
	if s.dir == "" {
		links = 0 // a file that a person named may be a link
	}
	current, err := openRegular(s.path, os.O_RDONLY|links)
	if err != nil && (s.dir == "" || !os.IsNotExist(err)) {
		return nil, err
	}
	if s.dir != "" {
		list, err := listRotated(s.dir, s.Name)
		if err != nil {
			snap.Close()
			return nil, err
		}
		for _, r := range list {
			f, err := openLog(r.path, os.O_RDONLY)
			if os.IsNotExist(err) {
				continue // pruned meanwhile
			}
			if err != nil {
				snap.Close()
				return nil, err
			}
			if current != nil && sameFile(f, current) {
				current.Close()
				current = nil
			}
			snap.files = append(snap.files, f)
		}
	}
	if current != nil {
		snap.files = append(snap.files, current)
	}
	for _, f := range snap.files {
		size, err := settledSize(f)
		if err != nil {
			snap.Close()
			return nil, err
		}
		snap.sizes = append(snap.sizes, size)
	}
	return snap, nil
}

// settledSize returns the size of a file while nobody writes to it, so that an
// unfinished line at its end is what a crash left and not half of a write.
func settledSize(f *os.File) (int64, error) {
	if err := lockShared(f); err == nil {
		defer unlockFile(f)
	}
	size, _, err := statFile(f)
	return size, err
}

func sameFile(a, b *os.File) bool {
	x, err := a.Stat()
	if err != nil {
		return false
	}
	y, err := b.Stat()
	return err == nil && os.SameFile(x, y)
}

// Close closes the files of the snapshot.
func (s *Snapshot) Close() {
	for _, f := range s.files {
		f.Close()
	}
}

// Scan is [Snapshot.Scan] of the source as it is now.
func (s *Source) Scan(fn func(*Record, Place) error) error {
	snap, err := s.Open()
	if err != nil {
		return err
	}
	defer snap.Close()
	return snap.Scan(fn)
}

// Scan calls fn with every record, oldest first, until fn returns an error,
// which it returns. The record is valid during the call only. Lines that are no
// records are passed over, an unfinished last one too: Verify is what complains
// of them.
func (s *Snapshot) Scan(fn func(*Record, Place) error) error {
	var r Record
	for i := range s.files {
		if err := s.scanFile(i, 0, &r, fn); err != nil {
			return err
		}
	}
	return nil
}

func (s *Snapshot) scanFile(i int, from int64, r *Record, fn func(*Record, Place) error) error {
	f := s.files[i]
	lines := newLineReader(io.NewSectionReader(f, from, s.sizes[i]-from))
	at := Place{File: f.Name()}
	for {
		line, err := lines.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		at.Line++
		if r.Parse(line) != nil || r.IsSummary() {
			continue
		}
		if err := fn(r, at); err != nil {
			return err
		}
	}
}

// ScanBack is Scan from the newest record to the oldest, until fn returns
// false. It reads no more of the files than that needs.
func (s *Snapshot) ScanBack(fn func(*Record) bool) error {
	var r Record
	for i, f := range slices.Backward(s.files) {
		more, err := scanFileBack(f, s.sizes[i], func(line []byte) bool {
			if r.Parse(line) != nil || r.IsSummary() {
				return true
			}
			return fn(&r)
		})
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// scanFileBack calls fn with the complete lines of a file from the last to the
// first, and tells whether it came to the first.
func scanFileBack(f io.ReaderAt, size int64, fn func([]byte) bool) (bool, error) {
	const block = 256 << 10
	var rest []byte // the beginning of a line whose end was read before
	first := true   // what stands behind the last line end is unfinished
	for size > 0 {
		n := min(block, size)
		size -= n
		b := make([]byte, n, int(n)+len(rest))
		if _, err := f.ReadAt(b, size); err != nil && err != io.EOF {
			return false, err
		}
		b = append(b, rest...)
		for {
			i := bytes.LastIndexByte(b, '\n')
			if i < 0 {
				break
			}
			line := b[i+1:]
			b = b[:i]
			if first {
				first = false
				continue
			}
			if !fn(line) {
				return false, nil
			}
		}
		rest = b
	}
	if len(rest) > 0 && !first {
		return fn(rest), nil
	}
	return true, nil
}

// lineReader splits a stream into lines without copying them.
type lineReader struct {
	r          io.Reader
	buf        []byte
	start, end int
	unfinished int // length of what stands behind the last line end, at the end
}

// maxLine bounds the length of a line; longer ones are damage.
const maxLine = 256 << 20

var errLongLine = errors.New("a line is longer than 256 MiB")

func newLineReader(r io.Reader) *lineReader { return &lineReader{r: r, buf: make([]byte, 256<<10)} }

// next returns the next complete line, without its line end; it is valid until
// the next call.
func (l *lineReader) next() ([]byte, error) {
	searched := 0
	for {
		if i := bytes.IndexByte(l.buf[l.start+searched:l.end], '\n'); i >= 0 {
			line := l.buf[l.start : l.start+searched+i]
			l.start += searched + i + 1
			return line, nil
		}
		searched = l.end - l.start
		if l.start > 0 {
			copy(l.buf, l.buf[l.start:l.end])
			l.start, l.end = 0, searched
		}
		if l.end == len(l.buf) {
			if len(l.buf) >= maxLine {
				return nil, errLongLine
			}
			l.buf = append(l.buf, make([]byte, len(l.buf))...)
		}
		n, err := l.r.Read(l.buf[l.end:])
		l.end += n
		if n == 0 && err != nil {
			l.unfinished = l.end - l.start
			return nil, err
		}
	}
}
