//go:build unix

package schedule

import (
	"os"
	"syscall"
)

// tryLock takes a lock that dies with this process. held is false when another
// one has it.
func tryLock(path string) (f *os.File, held bool, err error) {
	f, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, false, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		return f, true, nil
	}
	f.Close()
	if err == syscall.EWOULDBLOCK {
		return nil, false, nil
	}
	return nil, false, err
}
