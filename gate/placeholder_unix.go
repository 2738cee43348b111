//go:build unix

package gate

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// placeholder is a file or folder that was made so that a sandbox can lend it
// or keep it from being made. When the last sandbox that holds it is closed it
// is removed, unless something was put into it.
//
// What tells it from a file of somebody else is its time of change, which no
// real one has; the first thing that is put into it changes that. A shared lock
// says that a sandbox holds it, also one of another process.
type placeholder struct {
	f    *os.File
	path string
}

var placeholderTime = time.Unix(23*60*60+59*60, 0)

// bare reports whether nothing is at a path, or something that is empty: it may
// be the placeholder of another sandbox, which must not go away meanwhile.
func bare(path string) bool {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return errors.Is(err, os.ErrNotExist)
	case info.Mode().IsRegular():
		return info.Size() == 0
	case !info.IsDir():
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	names, _ := f.Readdirnames(1)
	return len(names) == 0
}

func (s *Sandbox) hold(path string, dir bool) error {
	for range 10 {
		var err error
		if dir {
			err = os.Mkdir(path, 0o755)
		} else {
			var f *os.File
			if f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o644); err == nil {
				f.Close()
			}
		}
		switch {
		case err == nil:
			_ = os.Chtimes(path, placeholderTime, placeholderTime)
		case !errors.Is(err, os.ErrExist):
			return err
		}
		f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if errors.Is(err, os.ErrNotExist) {
			continue // another sandbox removed it just now
		}
		if err != nil {
			return err
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH); err != nil {
			f.Close()
			return err
		}
		if there, err := os.Lstat(path); err == nil {
			if mine, err := f.Stat(); err == nil && os.SameFile(there, mine) {
				s.holds = append(s.holds, &placeholder{f, path})
				return nil
			}
		}
		f.Close()
	}
	return &os.PathError{Op: "hold", Path: path, Err: os.ErrExist}
}

func (p *placeholder) release() {
	defer p.f.Close()
	info, err := p.f.Stat()
	if err != nil || !info.ModTime().Equal(placeholderTime) {
		return // it was there before, or is used now
	}
	if syscall.Flock(int(p.f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return // somebody else holds it still
	}
	if there, err := os.Lstat(p.path); err == nil && os.SameFile(info, there) {
		_ = os.Remove(p.path)
	}
}
