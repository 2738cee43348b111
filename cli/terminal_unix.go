//go:build unix

package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// terminal tells whether f is a terminal, and how wide it is.
func terminal(f *os.File) (bool, int) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return false, 0
	}
	return true, int(size.Col)
}
