package confine

import (
	"encoding/binary"
	"errors"
	"os"
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// initText is where the code of the init lies in this program.
func initText() (start, end uintptr)

// initProgram makes the init a program that exists in memory only, once, and
// keeps it open.
var initProgram = sync.OnceValues(func() (*os.File, error) {
	start, end := initText()
	if end <= start || end-start > 4096 {
		return nil, errors.New("the code of the init is not where it should be")
	}
	code := unsafe.Slice((*byte)(addressOf(start)), end-start)
	const name = "synrun-init"
	flags := unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate(name, flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // a kernel that knows no other sort
		fd, err = unix.MemfdCreate(name, flags)
	}
	if err != nil {
		return nil, err
	}
	// Above the low numbers, which the child rearranges.
	high, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 10)
	unix.Close(fd)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(high), name)
	if _, err = f.Write(elf(code)); err == nil {
		_, err = unix.FcntlInt(uintptr(high), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK|unix.F_SEAL_SEAL)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
})

// addressOf keeps the conversion of a code address in one place; code does not
// move.
func addressOf(pc uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&pc)) }

// elf wraps machine code into the smallest program there is: a header, one
// segment that holds everything, and the code.
func elf(code []byte) []byte {
	const (
		base       = 0x400000
		headerSize = 64
		entrySize  = 56
		textAt     = headerSize + entrySize
	)
	machine := map[string]uint16{"amd64": 62, "arm64": 183}[runtime.GOARCH]
	le := binary.LittleEndian
	b := append(make([]byte, 0, textAt+len(code)), 0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	b = le.AppendUint16(b, 2) // executable
	b = le.AppendUint16(b, machine)
	b = le.AppendUint32(b, 1)
	b = le.AppendUint64(b, base+textAt) // entry
	b = le.AppendUint64(b, headerSize)  // program headers
	b = le.AppendUint64(b, 0)           // no sections
	b = le.AppendUint32(b, 0)
	for _, v := range [...]uint16{headerSize, entrySize, 1, 0, 0, 0} {
		b = le.AppendUint16(b, v)
	}
	size := uint64(textAt + len(code))
	b = le.AppendUint32(b, 1) // to be loaded
	b = le.AppendUint32(b, 5) // readable, executable
	for _, v := range [...]uint64{0, base, base, size, size, 0x1000} {
		b = le.AppendUint64(b, v)
	}
	return append(b, code...)
}
