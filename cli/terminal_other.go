//go:build !unix

package cli

import "os"

// terminal tells whether f is a terminal; its width is not known here.
func terminal(f *os.File) (bool, int) {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0, 0
}
