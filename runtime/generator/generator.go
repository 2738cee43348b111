// Package generator is the seeded generator behind rng(seed): PCG64 with a
// seed sequence, draw for draw the sequence of NumPy's default_rng
// (40 §13.2).
package generator

import (
	"math/big"
	"math/bits"
	"sync"
)

// Generator is a stream of random bits. It is used by one goroutine.
type Generator struct {
	state, inc u128
	half       uint32 // kept upper half of the last draw of 32 bits
	hasHalf    bool

	entropy  []uint32 // of the seed
	key      []uint32 // numbers of the children that lead here
	children uint64
}

// New seeds a generator; seed is not negative.
func New(seed *big.Int) *Generator {
	b := seed.Bytes()
	words := make([]uint32, max(1, (len(b)+3)/4))
	for i, x := range b {
		place := len(b) - 1 - i
		words[place/4] |= uint32(x) << (8 * (place % 4))
	}
	return newFrom(words, nil)
}

// Words is the number of words that seeding this generator has mixed, and a
// child will have to.
func (g *Generator) Words() int { return len(g.entropy) + len(g.key) }

// Spawn makes the next child, independent of the generator and its other
// children.
func (g *Generator) Spawn() *Generator {
	key := append([]uint32(nil), g.key...)
	key = append(key, uint32(g.children))
	if hi := uint32(g.children >> 32); hi != 0 {
		key = append(key, hi)
	}
	g.children++
	return newFrom(g.entropy, key)
}

// Copy is a generator in the same state that goes its own way.
func (g *Generator) Copy() *Generator {
	h := *g
	return &h
}

func newFrom(entropy, key []uint32) *Generator {
	g := &Generator{entropy: entropy, key: key}
	words := entropy
	if len(key) > 0 {
		words = append([]uint32(nil), entropy...)
		for len(words) < 4 {
			words = append(words, 0)
		}
		words = append(words, key...)
	}
	v := seedWords(words)
	g.inc = u128{v[2], v[3]}.shl1()
	g.inc.lo |= 1
	g.step()
	g.state = g.state.add(u128{v[0], v[1]})
	g.step()
	return g
}

// seedWords mixes entropy into a pool and draws four words from it.
func seedWords(entropy []uint32) [4]uint64 {
	h := uint32(0x43b0d7e5)
	hashmix := func(v uint32) uint32 {
		v ^= h
		h *= 0x931e8875
		v *= h
		return v ^ v>>16
	}
	mix := func(x, y uint32) uint32 {
		r := 0xca01f9dd*x - 0x4973f715*y
		return r ^ r>>16
	}
	var pool [4]uint32
	for i := range pool {
		var e uint32
		if i < len(entropy) {
			e = entropy[i]
		}
		pool[i] = hashmix(e)
	}
	for src := range pool {
		for dst := range pool {
			if src != dst {
				pool[dst] = mix(pool[dst], hashmix(pool[src]))
			}
		}
	}
	for i := 4; i < len(entropy); i++ {
		for dst := range pool {
			pool[dst] = mix(pool[dst], hashmix(entropy[i]))
		}
	}
	var out [4]uint64
	h = 0x8b51f9dd
	for i := range 8 {
		v := pool[i%4] ^ h
		h *= 0x58f38ded
		v *= h
		v ^= v >> 16
		out[i/2] |= uint64(v) << (32 * (i % 2))
	}
	return out
}

// u128 is an unsigned number of 128 bits.
type u128 struct{ hi, lo uint64 }

func (a u128) add(b u128) u128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return u128{hi, lo}
}

func (a u128) shl1() u128 { return u128{a.hi<<1 | a.lo>>63, a.lo << 1} }

func (a u128) mul(b u128) u128 {
	hi, lo := bits.Mul64(a.lo, b.lo)
	return u128{hi + a.hi*b.lo + a.lo*b.hi, lo}
}

func (g *Generator) step() {
	g.state = g.state.mul(u128{0x2360ED051FC65DA4, 0x4385DF649FCCF645}).add(g.inc)
}

// Uint64 draws 64 bits.
func (g *Generator) Uint64() uint64 {
	g.step()
	return bits.RotateLeft64(g.state.hi^g.state.lo, -int(g.state.hi>>58))
}

// Uint32 draws 32 bits: the lower half of a draw, then the upper one.
func (g *Generator) Uint32() uint32 {
	if g.hasHalf {
		g.hasHalf = false
		return g.half
	}
	n := g.Uint64()
	g.half, g.hasHalf = uint32(n>>32), true
	return uint32(n)
}

// Float draws a number in [0, 1).
func (g *Generator) Float() float64 { return float64(g.Uint64()>>11) * 0x1p-53 }

// Bounded draws a whole number from 0 to r.
func (g *Generator) Bounded(r uint64) uint64 {
	switch {
	case r == 0:
		return 0
	case r == 1<<64-1:
		return g.Uint64()
	case r == 1<<32-1:
		return uint64(g.Uint32())
	case r < 1<<32-1:
		n := uint32(r) + 1
		m := uint64(g.Uint32()) * uint64(n)
		if uint32(m) < n {
			limit := (1<<32 - 1 - uint32(r)) % n
			for uint32(m) < limit {
				m = uint64(g.Uint32()) * uint64(n)
			}
		}
		return m >> 32
	}
	n := r + 1
	hi, lo := bits.Mul64(g.Uint64(), n)
	if lo < n {
		limit := (1<<64 - 1 - r) % n
		for lo < limit {
			hi, lo = bits.Mul64(g.Uint64(), n)
		}
	}
	return hi
}

// Interval draws a whole number from 0 to top by masking and rejecting, as
// shuffles do.
func (g *Generator) Interval(top uint64) uint64 {
	if top == 0 {
		return 0
	}
	mask := uint64(1)<<bits.Len64(top) - 1
	for {
		var n uint64
		if top < 1<<32 {
			n = uint64(g.Uint32())
		} else {
			n = g.Uint64()
		}
		if n &= mask; n <= top {
			return n
		}
	}
}

var tables = sync.OnceValue(makeTables)
