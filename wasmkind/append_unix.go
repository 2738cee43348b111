//go:build unix

package wasmkind

import (
	"golang.org/x/sys/unix"

	esys "github.com/tetratelabs/wazero/experimental/sys"
)

// setAppend changes whether an open file is written at its end.
func setAppend(o *openFile, enable bool) esys.Errno {
	raw, err := o.f.SyscallConn()
	if err != nil {
		return errno(err)
	}
	var inner error
	err = raw.Control(func(fd uintptr) {
		var flags int
		if flags, inner = unix.FcntlInt(fd, unix.F_GETFL, 0); inner != nil {
			return
		}
		flags &^= unix.O_APPEND
		if enable {
			flags |= unix.O_APPEND
		}
		_, inner = unix.FcntlInt(fd, unix.F_SETFL, flags)
	})
	if err == nil {
		err = inner
	}
	if err == nil {
		o.append = enable
	}
	return errno(err)
}
