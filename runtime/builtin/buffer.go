package builtin

import (
	"unsafe"

	"github.com/synrun/synrun/runtime/value"
)

// ReadOnly gives the bytes of s, which must not be written to.
func ReadOnly(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Grow makes room for n more bytes in dst, charging and counting work when
// the buffer has to grow. Encoders call it before they append.
func Grow(t value.Thread, dst []byte, n int) ([]byte, error) {
	if len(dst)+n <= cap(dst) {
		return dst, nil
	}
	size := max(2*cap(dst), len(dst)+n, 64)
	if err := t.Charge(size - cap(dst)); err != nil {
		return dst, err
	}
	if err := t.Work(size / 256); err != nil {
		return dst, err
	}
	grown := make([]byte, len(dst), size)
	copy(grown, dst)
	return grown, nil
}

// Meter collects charges and work of small steps and hands them over in
// batches, so that parsers need not ask the thread for every value.
type Meter struct {
	T     value.Thread
	bytes int
	work  int
}

// Spend adds memory about to be allocated and one unit of work.
func (m *Meter) Spend(bytes int) error {
	m.bytes += bytes
	m.work++
	if m.bytes < 1<<15 && m.work < 1<<9 {
		return nil
	}
	return m.Flush()
}

// Flush hands over what was collected.
func (m *Meter) Flush() error {
	b, w := m.bytes, m.work
	m.bytes, m.work = 0, 0
	if err := m.T.Charge(b); err != nil {
		return err
	}
	return m.T.Work(w)
}
