//go:build unix

package wasmkind

import (
	"context"

	"golang.org/x/sys/unix"

	"github.com/tetratelabs/wazero/experimental"
)

// withMemory makes instances take their memory from the operating system: all
// that they may ever have is reserved at once, so that it never moves when it
// grows, and is there only as far as it is used.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, most uint64) experimental.LinearMemory {
		all, err := unix.Mmap(-1, 0, int(most), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
		if err != nil {
			return &heap{}
		}
		return &mapping{all}
	}))
}

// mapping is memory of the operating system.
type mapping struct{ all []byte }

func (m *mapping) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	return m.all[:size:size]
}

func (m *mapping) Free() {
	_ = unix.Munmap(m.all)
	m.all = nil
}

// heap is memory of this program, for when there is no address space to reserve.
type heap struct{ b []byte }

func (h *heap) Reallocate(size uint64) []byte {
	h.b = append(h.b, make([]byte, size-uint64(len(h.b)))...)
	return h.b
}

func (h *heap) Free() { h.b = nil }
