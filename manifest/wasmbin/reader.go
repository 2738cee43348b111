// Package wasmbin reads the primitive values of WebAssembly's binary format
// (https://webassembly.github.io/spec/core/binary/values.html): manifest looks
// at the imports of modules with it, wasmkind makes lean copies of them.
package wasmbin

import "encoding/binary"

// A Reader takes values off the front of B. After a fault Bad is set, and what
// is read is zero.
type Reader struct {
	B   []byte
	Bad bool
}

// Byte is the next byte.
func (r *Reader) Byte() byte {
	if len(r.B) == 0 {
		r.Bad = true
		return 0
	}
	c := r.B[0]
	r.B = r.B[1:]
	return c
}

// U32 is an unsigned integer of 32 bits in LEB128.
func (r *Reader) U32() uint32 {
	n, size := binary.Uvarint(r.B[:min(len(r.B), binary.MaxVarintLen32)])
	if size <= 0 || n > 1<<32-1 {
		r.Bad = true
		return 0
	}
	r.B = r.B[size:]
	return uint32(n)
}

// S32 is a signed integer of 32 bits in LEB128.
func (r *Reader) S32() int32 {
	var n int64
	for shift := 0; shift < 35; shift += 7 {
		c := r.Byte()
		n |= int64(c&0x7f) << shift
		if c < 0x80 {
			if c&0x40 != 0 {
				n |= -1 << (shift + 7)
			}
			if n != int64(int32(n)) {
				break
			}
			return int32(n)
		}
	}
	r.Bad = true
	return 0
}

// Bytes are the next n bytes; they are not copied.
func (r *Reader) Bytes(n uint32) []byte {
	if uint64(n) > uint64(len(r.B)) {
		r.Bad = true
		n = 0
	}
	out := r.B[:n:n]
	r.B = r.B[n:]
	return out
}
