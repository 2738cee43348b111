//go:build unix

package gate

import (
	"errors"
	"os"
	"syscall"
)

// placeholder is a file or folder that was made so that a sandbox can lend it
// or keep it from being made. When the last sandbox that holds it is closed it
// is removed, unless something was put into it.
//
// The mark is the sticky bit, which means nothing on a file and little on a
// folder of one's own. A shared lock says that a sandbox holds it, also one of
// another process.
type placeholder struct {
	f    *os.File
	path string
}

const placeholderMark = os.ModeSticky

func (s *Sandbox) hold(path string, dir bool) error {
	for range 10 {
		made := false
		if dir {
			err := os.Mkdir(path, 0o755)
			if made = err == nil; !made && !errors.Is(err, os.ErrExist) {
				return err
			}
			if made {
				_ = os.Chmod(path, 0o755|placeholderMark)
			}
		} else {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o644)
			if made = err == nil; !made && !errors.Is(err, os.ErrExist) {
				return err
			}
			if made {
				_ = f.Chmod(0o644 | placeholderMark)
				f.Close()
			}
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
	if err != nil || info.Mode()&placeholderMark == 0 {
		return // it was there before
	}
	if syscall.Flock(int(p.f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return // somebody else holds it still
	}
	if info.IsDir() || info.Size() == 0 {
		if os.Remove(p.path) == nil {
			return
		}
	}
	_ = p.f.Chmod(info.Mode().Perm())
}
