package audit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// This file is the part of Log that works under the file lock. The lock is on
// the current file itself, and whoever gets it makes sure that the file still
// bears the name: rotation renames it, pruning replaces it.

func (l *Log) path() string { return filepath.Join(l.dir, l.slug+".jsonl") }

// flush writes the queue, and a checkpoint after it when asked to, in one
// write under the file lock. On failure the file is as before and the queue
// still full.
func (l *Log) flush(checkpoint bool) error {
	if l.lost {
		if err := l.sync(); err != nil {
			return err
		}
	}
	err := l.flushLocked(checkpoint)
	l.failed = err
	if err != nil {
		return &WriteError{err}
	}
	return nil
}

func (l *Log) flushLocked(checkpoint bool) error {
	if err := l.acquire(); err != nil {
		return err
	}
	defer func() {
		if l.file != nil {
			unlockFile(l.file)
		}
	}()
	if l.size >= l.opt.MaxFile {
		// A rotation that was due before failed or was cut short. A file that
		// cannot be rotated is still one that can be written.
		if err := l.rotate(); err != nil && l.file == nil {
			return err
		}
	}
	end := l.end
	l.out = l.queue.chain(l.out[:0], &end)
	var unsigned error
	if checkpoint {
		signed := end
		if out, err := l.appendCheckpoint(l.out, &signed); err != nil {
			unsigned = err // no reason to lose what is queued
		} else {
			l.out, end = out, signed
		}
	}
	if err := l.put(l.out, end); err != nil {
		return err
	}
	l.queue.reset()
	if cap(l.out) > 1<<20 { // one huge record must not stay
		l.out, l.queue.text = nil, nil
	}
	if l.size >= l.opt.MaxFile {
		// The records are in the file: that rotation fails is not their
		// failure. The next write tries again.
		_ = l.rotate()
	}
	return unsigned
}

// put appends whole lines to the file, all or none, and moves the end of the
// chain.
func (l *Log) put(lines []byte, end link) error {
	if len(lines) == 0 {
		return nil
	}
	n, err := l.file.Write(lines)
	if err != nil {
		if n > 0 {
			if cut := l.file.Truncate(l.size); cut != nil {
				l.size += int64(n) // found torn by whoever writes next
				l.end.seq = -1
			}
		}
		return err
	}
	l.size += int64(n)
	l.end = end
	l.wrote, l.unsaved = true, true
	l.arm()
	if l.opt.Tee != nil {
		l.opt.Tee(lines)
	}
	return nil
}

func (l *Log) appendCheckpoint(out []byte, end *link) ([]byte, error) {
	if l.key == nil {
		key, err := loadSigner(l.opt.Home)
		if err != nil {
			return nil, err
		}
		l.key = key
	}
	var q layout
	q.checkpoint(l.opt.Now(), string(end.hash[:]), l.key.sign(end.hash[:]))
	return q.chain(out, end), nil
}

// acquire locks the current file and makes size and end true.
func (l *Log) acquire() error {
	for range 1000 { // each turn means that another process rotated meanwhile
		if l.file == nil {
			f, err := openLog(l.path(), os.O_RDWR|os.O_CREATE|os.O_APPEND)
			if err != nil {
				return err
			}
			l.file, l.size = f, -1
		}
		if err := lockFile(l.file); err != nil {
			return err
		}
		size, linked, err := statFile(l.file)
		if err != nil {
			unlockFile(l.file)
			return err
		}
		if linked && size == l.size && l.end.seq >= 0 {
			return nil // nobody else wrote: rotation, too, would have grown the file
		}
		if linked && l.named() {
			if err := l.readEnd(size); err != nil {
				unlockFile(l.file)
				return err
			}
			return nil
		}
		l.file.Close() // and with it the lock
		l.file = nil
	}
	return errors.New("the file changes all the time")
}

// named tells whether the open file is still the one that bears the name.
func (l *Log) named() bool {
	mine, err := l.file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Lstat(l.path())
	return err == nil && os.SameFile(mine, theirs)
}

// readEnd finds the end of the chain in the file of the given size, after
// putting aside an unfinished last line.
func (l *Log) readEnd(size int64) error {
	line, torn, err := lastLine(l.file, size)
	if err != nil {
		return err
	}
	if torn > 0 {
		if err := l.putAside(size-torn, torn); err != nil {
			return err
		}
		size -= torn
	}
	if line == nil { // an empty file: the chain goes on from the one before
		end, err := l.endOfRotated()
		if err != nil {
			return err
		}
		l.size, l.end = size, end
		return nil
	}
	end, err := parseEnd(line)
	if err != nil {
		return fmt.Errorf("the last line of %s is not a record — try: synrun audit repair", filepath.Base(l.path()))
	}
	l.size, l.end = size, end
	return nil
}

// endOfRotated returns the end of the newest complete file. Without one, the
// chain that this Log itself wrote goes on, so that a record that was deleted
// behind its back shows as broken and not as new.
func (l *Log) endOfRotated() (link, error) {
	files, err := listRotated(l.dir, l.slug)
	if err != nil {
		return link{}, err
	}
	if len(files) == 0 {
		if l.wrote && l.end.seq > 0 {
			return l.end, nil
		}
		return origin(), nil
	}
	newest := files[len(files)-1].path
	f, err := openLog(newest, os.O_RDONLY)
	if err != nil {
		return link{}, err
	}
	defer f.Close()
	size, _, err := statFile(f)
	if err != nil {
		return link{}, err
	}
	line, torn, err := lastLine(f, size)
	if err != nil {
		return link{}, err
	}
	end, err := parseEnd(line)
	if err != nil || torn > 0 {
		return link{}, fmt.Errorf("the last line of %s is not a record", filepath.Base(newest))
	}
	return end, nil
}

// putAside moves the n bytes from at to the end of the file into <slug>.torn.
func (l *Log) putAside(at, n int64) error {
	name := l.slug + ".torn"
	if err := moveTail(l.file, at, n, filepath.Join(l.dir, name)); err != nil {
		return err
	}
	if l.opt.Note != nil {
		l.opt.Note(fmt.Sprintf("an unfinished record (%d bytes) was moved to %s", n, name))
	}
	return nil
}

// moveTail appends the n bytes from at to the end of f to the file aside, then
// cuts them off. The bytes are on the disk before they are cut.
func moveTail(f *os.File, at, n int64, aside string) error {
	t, err := openLog(aside, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	defer t.Close()
	if _, err := io.Copy(t, io.NewSectionReader(f, at, n)); err != nil {
		return err
	}
	if _, err := t.WriteString("\n"); err != nil {
		return err
	}
	if err := t.Sync(); err != nil {
		return err
	}
	return f.Truncate(at)
}

// rotate ends the current file with a checkpoint, gives it the next number and
// opens a new one, which it locks. The checkpoint makes the file grow: that is
// how other processes see that it is no longer theirs.
func (l *Log) rotate() error {
	end := l.end
	lines, err := l.appendCheckpoint(nil, &end)
	if err != nil {
		return err
	}
	if err := l.put(lines, end); err != nil {
		return err
	}
	if err := l.sync(); err != nil {
		return err
	}
	files, err := listRotated(l.dir, l.slug)
	if err != nil {
		return err
	}
	n := 1
	if len(files) > 0 {
		n = files[len(files)-1].n + 1
	}
	if err := os.Rename(l.path(), filepath.Join(l.dir, l.slug+"."+strconv.Itoa(n)+".jsonl")); err != nil {
		return err
	}
	l.file.Close()
	l.file = nil
	syncDir(l.dir)
	return l.acquire()
}

// tailBlock is how much of the end of a file is looked at first.
const tailBlock = 8 << 10

// lastLine returns the last complete line of a file, without its line end, and
// how many bytes stand unfinished after it. Without a complete line it is nil.
func lastLine(f io.ReaderAt, size int64) (line []byte, torn int64, err error) {
	for block := int64(tailBlock); ; block *= 4 {
		block = min(block, size)
		b := make([]byte, block)
		if n, err := f.ReadAt(b, size-block); n < len(b) {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, 0, err
		}
		whole := block == size
		last := lastIndex(b)
		if last < 0 {
			if whole {
				return nil, size, nil
			}
			continue
		}
		if before := lastIndex(b[:last]); before >= 0 || whole {
			return b[before+1 : last], block - int64(last) - 1, nil
		}
	}
}

func lastIndex(b []byte) int {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] == '\n' {
			return i
		}
	}
	return -1
}

// parseEnd reads number and hash of a stored record.
func parseEnd(line []byte) (link, error) {
	var r Record
	if err := r.Parse(line); err != nil {
		return link{}, err
	}
	seq, ok := r.Int(FieldSeq)
	hash := r.Text(FieldHash)
	if !ok || seq < 1 || len(hash) != 64 {
		return link{}, errNotRecord
	}
	end := link{seq: seq}
	copy(end.hash[:], hash)
	return end, nil
}

var errNotRecord = errors.New("not a record")

// openLog opens a file of the record. A link in its place is refused: home
// belongs to the user, and nothing in it is meant to point elsewhere.
func openLog(path string, flags int) (*os.File, error) {
	return openRegular(path, flags|noFollow)
}

func openRegular(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
