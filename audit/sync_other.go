//go:build !linux

package audit

import "os"

// dataSync forces the content of a file, and its size, to the disk.
func dataSync(f *os.File) error { return f.Sync() }
