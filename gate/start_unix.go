//go:build unix

package gate

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// duplicate makes a second descriptor of an open file, closed on exec as every
// other is.
func duplicate(f *os.File) (*os.File, error) {
	var fd int
	var inner error
	raw, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	err = raw.Control(func(old uintptr) { fd, inner = unix.FcntlInt(old, syscall.F_DUPFD_CLOEXEC, 3) })
	if err == nil {
		err = inner
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// SignalName is the short name of a signal: KILL, TERM.
func SignalName(n int) string {
	name := unix.SignalName(syscall.Signal(n))
	if len(name) > 3 {
		return name[3:]
	}
	return "unknown"
}

// ownedByUser reports whether a file belongs to the user of this process.
func ownedByUser(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
