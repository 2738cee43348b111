//go:build unix

package manifest

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Lock keeps other processes from changing a state file meanwhile. The lock is
// a file beside it, because the file itself is replaced.
func Lock(path string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", filepath.Dir(path), reason(err))
	}
	f, err := os.OpenFile(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock"), os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", filepath.Dir(path), reason(err))
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
