//go:build unix

package manifest

import (
	"io/fs"
	"syscall"
)

// StampOf returns the stamp of a file.
func StampOf(info fs.FileInfo) FileStamp {
	st := FileStamp{Size: info.Size(), Modified: info.ModTime().UnixNano(), Mode: uint32(info.Mode())}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		st.Inode = uint64(sys.Ino)
		st.Changed = changed(sys)
	}
	return st
}
