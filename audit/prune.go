package audit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const pruneAction = "prune"

// Pruned says what Prune did.
type Pruned struct {
	Removed int64  // records
	Files   int    // files deleted
	Start   int64  // number of the first record that was kept
	Prev    string // hash of the last one that was removed
}

// Prune removes the oldest records, up to the first one that is not older than
// before. So that the rest remains verifiable it first adds a manage record
// with the action prune, which states at which number the chain begins and
// after which hash, and a signed checkpoint behind it; only then it removes
// anything. A pruning that is interrupted leaves a chain that verifies, and can
// be run again.
//
// By is the actor of the record. Nothing is recorded when nothing is removed.
func Prune(opt Options, before time.Time, by string) (*Pruned, error) {
	l, err := Open(opt)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.acquire(); err != nil {
		return nil, err
	}
	defer func() {
		if l.file != nil {
			unlockFile(l.file)
		}
	}()
	cut, err := l.findCut(before.UTC().Format(timeLayout))
	if err != nil || cut.removed == 0 {
		return &Pruned{}, err
	}
	if cut.start == 0 { // everything: the statement itself is the beginning
		cut.start, cut.prev = l.end.seq+1, string(l.end.hash[:])
		cut.offset = l.size
	}
	if err := l.statePrune(cut, before, by); err != nil {
		return nil, err
	}
	done := &Pruned{Removed: cut.removed, Files: len(cut.whole), Start: cut.start, Prev: cut.prev}
	for _, path := range cut.whole {
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	if cut.offset > 0 {
		if err := dropHead(cut.path, cut.offset); err != nil {
			return nil, err
		}
	}
	syncDir(l.dir)
	return done, nil
}

// cut is where a record is cut.
type cut struct {
	removed int64
	whole   []string // files that go as a whole
	path    string   // the file that holds the first record that stays
	offset  int64    // of that record
	start   int64    // its number; 0: no record stays
	prev    string   // its prev
}

// findCut looks for the first record whose time is not before a time. The
// files are locked: there is no other writer.
func (l *Log) findCut(before string) (*cut, error) {
	list, err := listRotated(l.dir, l.slug)
	if err != nil {
		return nil, err
	}
	c := &cut{}
	for _, r := range list {
		if found, err := c.search(r.path, before); err != nil || found {
			return c, err
		}
		c.whole = append(c.whole, r.path)
	}
	_, err = c.search(l.path(), before)
	return c, err
}

func (c *cut) search(path, before string) (bool, error) {
	f, err := openLog(path, os.O_RDONLY)
	if err != nil {
		return false, err
	}
	defer f.Close()
	c.path, c.offset = path, 0
	lines := newLineReader(f)
	var r Record
	for {
		line, err := lines.next()
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if err := r.Parse(line); err != nil {
			return false, fmt.Errorf("%s holds a line that is not a record — try: synrun audit --verify", filepath.Base(path))
		}
		if at := r.RawTime(); bytes.Compare(at, []byte(before)) >= 0 {
			seq, ok := r.Int(FieldSeq)
			if !ok {
				return false, errNotRecord
			}
			c.start, c.prev = seq, r.Text(FieldPrev)
			return true, nil
		}
		c.removed++
		c.offset += int64(len(line)) + 1
	}
}

// statePrune writes the statement and the checkpoint that covers it, and waits
// for the disk: what is to be removed must not be missed before.
func (l *Log) statePrune(c *cut, before time.Time, by string) error {
	var q layout
	q.manage(&Action{
		At: l.opt.Now(), Action: pruneAction, By: by, Name: strconv.FormatInt(c.start, 10), Digest: c.prev,
		Detail: fmt.Sprintf("%d records before %s removed; the chain begins at record %d",
			c.removed, before.UTC().Format(timeLayout), c.start),
	})
	end := l.end
	lines, err := l.appendCheckpoint(q.chain(nil, &end), &end)
	if err != nil {
		return err
	}
	if err := l.put(lines, end); err != nil {
		return &WriteError{err}
	}
	l.wrote = false // Close need not add another checkpoint
	return l.sync()
}

// dropHead replaces a file by what it holds from an offset on. Writers that
// wait for its lock see that the name went to another file.
func dropHead(path string, offset int64) error {
	f, err := openLog(path, os.O_RDONLY)
	if err != nil {
		return err
	}
	defer f.Close()
	t, err := os.CreateTemp(filepath.Dir(path), ".prune-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(t.Name())
	if _, err = f.Seek(offset, io.SeekStart); err == nil {
		_, err = io.Copy(t, f)
	}
	if err = errors.Join(err, t.Sync(), t.Close()); err != nil {
		return err
	}
	return os.Rename(t.Name(), path)
}

// Repaired says what Repair moved aside.
type Repaired struct {
	Bytes int64  // moved to File; 0: nothing was to be done
	File  string // <slug>.torn
}

// Repair moves what a crash left at the end of a record into <slug>.torn: an
// unfinished last line, and before it lines that are no records, as a power
// failure may leave. A line that is a record stays where it is, whatever is
// wrong with it: that is for Verify to tell and for a person to judge.
func Repair(opt Options) (*Repaired, error) {
	opt.Note = nil
	l, err := Open(opt)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	done := &Repaired{File: filepath.Join(l.dir, l.slug+".torn")}
	f, err := openLog(l.path(), os.O_RDWR)
	if os.IsNotExist(err) {
		return done, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := lockFile(f); err != nil {
		return nil, err
	}
	defer unlockFile(f)
	size, _, err := statFile(f)
	if err != nil {
		return nil, err
	}
	good := size
	for good > 0 {
		line, torn, err := lastLine(f, good)
		if err != nil {
			return nil, err
		}
		if torn > 0 {
			good -= torn
			continue
		}
		if _, err := parseEnd(line); err == nil {
			break
		}
		good -= int64(len(line)) + 1
	}
	if good == size {
		return done, nil
	}
	done.Bytes = size - good
	return done, moveTail(f, good, done.Bytes, done.File)
}
