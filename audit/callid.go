package audit

import (
	"crypto/rand"
	"time"
)

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewCallID returns a new ULID: 48 bits of time in milliseconds, so that ids
// sort by time, and 80 random ones.
func NewCallID() string {
	var b [16]byte
	ms := uint64(time.Now().UnixMilli())
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	_, _ = rand.Read(b[6:]) // never fails
	// 26 digits of 5 bits; the first holds the 3 that 128 leaves over.
	var out [26]byte
	for i := range out {
		bit := 5*i - 2
		var v byte
		for j := range 5 {
			v <<= 1
			if k := bit + j; k >= 0 {
				v |= b[k/8] >> (7 - k%8) & 1
			}
		}
		out[i] = crockford[v]
	}
	return string(out[:])
}
