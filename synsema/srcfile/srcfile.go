// Package srcfile reads files that somebody else wrote, such as the parts of a
// plugin: regular files of a bounded size, and nothing that would make the
// reader wait or read for ever (a pipe, a device, a link to one).
package srcfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// MaxSource is the longest file of a program that is read.
const MaxSource = 32 << 20

// ErrNotRegular is the error for what is neither a regular file nor a folder.
var ErrNotRegular = errors.New("not a regular file")

// nonblock opens without waiting: the open of a pipe waits for its other end.
const nonblock = os.O_RDONLY | syscall.O_NONBLOCK

// Open opens a regular file.
func Open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, nonblock, 0)
	if err != nil {
		return nil, err
	}
	return regular(f)
}

// Read reads a source file.
func Read(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	return all(f)
}

// ReadIn reads a source file of a folder; no link leads out of it.
func ReadIn(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(name, nonblock, 0)
	if err != nil {
		return nil, err
	}
	if f, err = regular(f); err != nil {
		return nil, err
	}
	return all(f)
}

func regular(f *os.File) (*os.File, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = &os.PathError{Op: "read", Path: f.Name(), Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		err = &os.PathError{Op: "read", Path: f.Name(), Err: ErrNotRegular}
	default:
		return f, nil
	}
	f.Close()
	return nil, err
}

func all(f *os.File) ([]byte, error) {
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, MaxSource+1))
	if err == nil && len(src) > MaxSource {
		err = &os.PathError{Op: "read", Path: f.Name(), Err: fmt.Errorf("larger than %d MiB", MaxSource>>20)}
	}
	return src, err
}
