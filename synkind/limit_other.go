//go:build !unix

package synkind

import "runtime/debug"

// limitMemory bounds this process softly.
func limitMemory(bytes int64) {
	if bytes > 0 {
		debug.SetMemoryLimit(bytes + 64<<20)
	}
}
