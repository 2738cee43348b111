package audit

import (
	"context"
	"io"
	"os"
	"time"
)

// followEvery is how often a followed record is looked at.
const followEvery = 100 * time.Millisecond

// Follow calls fn with the records that come after the snapshot, as they come,
// until the context ends or fn returns an error. It follows the record into new
// files. It keeps the snapshot's files to itself: the snapshot is of no other
// use afterwards, except that it must be closed.
func (s *Snapshot) Follow(ctx context.Context, fn func(*Record) error) error {
	f := follower{snap: s, fn: fn}
	if err := f.begin(); err != nil {
		return err
	}
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if err := f.look(); err != nil {
				return err
			}
		}
	}
}

// follower reads the last file of its snapshot from offset on. When the name of
// the current file goes to another one it takes a new snapshot, and skips what
// it has seen by the numbers of the records.
type follower struct {
	snap   *Snapshot
	fn     func(*Record) error
	rec    Record
	offset int64
	seq    int64 // of the newest record seen
}

func (f *follower) begin() error {
	n := len(f.snap.files) - 1
	if n < 0 {
		return nil
	}
	f.offset = f.snap.sizes[n]
	line, torn, err := lastLine(f.snap.files[n], f.offset)
	if err != nil {
		return err
	}
	f.offset -= torn // perhaps only half written
	if f.rec.Parse(line) == nil {
		f.seq, _ = f.rec.Int(FieldSeq)
	}
	return nil
}

func (f *follower) look() error {
	n := len(f.snap.files) - 1
	if n >= 0 {
		file := f.snap.files[n]
		moved := !f.current(file) // before reading: then nothing more comes
		if err := f.read(file); err != nil {
			return err
		}
		if !moved {
			return nil
		}
	}
	next, err := f.snap.source.Open()
	if err != nil {
		if os.IsNotExist(err) {
			return nil // replaced right now
		}
		return err
	}
	if n >= 0 && len(next.files) > 0 && sameFile(f.snap.files[n], next.files[len(next.files)-1]) {
		next.Close()
		return nil
	}
	f.snap.Close()
	f.snap.files, f.snap.sizes = next.files, next.sizes
	for i, file := range next.files {
		f.offset = 0
		if err := f.readNewer(file); err != nil {
			return err
		}
		f.snap.sizes[i] = f.offset
	}
	return nil
}

// current tells whether the file still bears the name of the source.
func (f *follower) current(file *os.File) bool {
	mine, err := file.Stat()
	if err != nil {
		return true
	}
	theirs, err := os.Stat(f.snap.source.path)
	return err == nil && os.SameFile(mine, theirs)
}

// readNewer reads a file from its beginning, without the records seen before.
func (f *follower) readNewer(file *os.File) error {
	seen := f.seq
	fn := f.fn
	f.fn = func(r *Record) error {
		if seq, ok := r.Int(FieldSeq); ok && seq <= seen {
			return nil
		}
		return fn(r)
	}
	defer func() { f.fn = fn }()
	return f.read(file)
}

// read hands on the complete lines from offset to the end.
func (f *follower) read(file *os.File) error {
	size, _, err := statFile(file)
	if err != nil {
		return err
	}
	if size < f.offset { // emptied, as the file of a stream may be
		f.offset, f.seq = 0, 0
	}
	if size == f.offset {
		return nil
	}
	lines := newLineReader(io.NewSectionReader(file, f.offset, size-f.offset))
	for {
		line, err := lines.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		f.offset += int64(len(line)) + 1
		if f.rec.Parse(line) != nil || f.rec.IsSummary() {
			continue
		}
		if seq, ok := f.rec.Int(FieldSeq); ok {
			f.seq = max(f.seq, seq)
		}
		if err := f.fn(&f.rec); err != nil {
			return err
		}
	}
}
