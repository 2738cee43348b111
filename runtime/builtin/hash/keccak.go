package hash

import (
	"encoding/binary"
	"math/bits"
)

// keccak256 is the Keccak digest of 256 bits with the padding that was in
// use before it became SHA-3 (one bit instead of two before the final one),
// which package crypto/sha3 does not offer.
func keccak256(data []byte) []byte {
	const rate = 136 // bytes absorbed at a time
	var state [25]uint64
	absorb := func(block []byte) {
		for i := range rate / 8 {
			state[i] ^= binary.LittleEndian.Uint64(block[8*i:])
		}
		permute(&state)
	}
	for len(data) >= rate {
		absorb(data[:rate])
		data = data[rate:]
	}
	var last [rate]byte
	copy(last[:], data)
	last[len(data)] = 0x01
	last[rate-1] |= 0x80
	absorb(last[:])

	out := make([]byte, 32)
	for i := range 4 {
		binary.LittleEndian.PutUint64(out[8*i:], state[i])
	}
	return out
}

// permute is Keccak-f[1600]: 24 rounds over 5 × 5 lanes, lane (x, y) at
// index x + 5y.
func permute(a *[25]uint64) {
	lfsr := byte(1) // generates the round constants
	for range 24 {
		// theta: every lane takes the parity of two neighbouring columns
		var c [5]uint64
		for x := range c {
			c[x] = a[x] ^ a[x+5] ^ a[x+10] ^ a[x+15] ^ a[x+20]
		}
		for x := range c {
			d := c[(x+4)%5] ^ bits.RotateLeft64(c[(x+1)%5], 1)
			for y := 0; y < 25; y += 5 {
				a[x+y] ^= d
			}
		}
		// rho and pi: rotate the lanes and move them along one orbit
		x, y, moving := 1, 0, a[1]
		for t := 1; t <= 24; t++ {
			x, y = y, (2*x+3*y)%5
			at := x + 5*y
			a[at], moving = bits.RotateLeft64(moving, t*(t+1)/2), a[at]
		}
		// chi: the only step that is not linear
		for y := 0; y < 25; y += 5 {
			row := [5]uint64(a[y : y+5])
			for x := range row {
				a[x+y] = row[x] ^ ^row[(x+1)%5]&row[(x+2)%5]
			}
		}
		// iota: break the symmetry of the rounds
		for j := range 7 {
			if lfsr&1 != 0 {
				a[0] ^= 1 << (1<<j - 1)
			}
			high := lfsr >> 7
			lfsr <<= 1
			if high != 0 {
				lfsr ^= 0x71
			}
		}
	}
}
