//go:build unix

package synkind

import (
	"runtime/debug"
	"syscall"
)

// room is what the process itself needs beside the values of the program.
const room = 320 << 20

// limitMemory bounds this process: softly near the program's limit, hard
// somewhat above it.
func limitMemory(bytes int64) {
	if bytes <= 0 {
		return
	}
	debug.SetMemoryLimit(bytes + 64<<20)
	limit := syscall.Rlimit{Cur: uint64(bytes + room), Max: uint64(bytes + room)}
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &limit)
}
