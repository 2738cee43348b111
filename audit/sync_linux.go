package audit

import (
	"os"

	"golang.org/x/sys/unix"
)

// dataSync forces the content of a file, and its size, to the disk.
func dataSync(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var serr error
	if err := conn.Control(func(fd uintptr) { serr = unix.Fdatasync(int(fd)) }); err != nil {
		return err // closed
	}
	return serr
}
