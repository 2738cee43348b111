//go:build !unix

package manifest

import "io/fs"

// StampOf returns the stamp of a file.
func StampOf(info fs.FileInfo) FileStamp {
	return FileStamp{Size: info.Size(), Modified: info.ModTime().UnixNano(), Mode: uint32(info.Mode())}
}
