package value

import (
	"math/big"
	"testing"
)

// What a walk finds in a number is what the number keeps alive.
func TestNumberSize(t *testing.T) {
	power := func(b, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(n), nil) }
	large, small := power(3, 100_000), power(7, 40)
	remainder := new(big.Int).Rem(large, small)
	if held := 8 * cap(remainder.Bits()); held < large.BitLen()/8 {
		t.Logf("a remainder has only %d bytes of room", held) // then math/big has changed, and this proves less
	}
	for _, c := range []struct {
		name string
		v    Value
		most int
	}{
		{"power", OfBig(large), 2 * large.BitLen() / 8},
		{"remainder", OfBig(remainder), 250},
		{"decimal of a remainder", OfDecimal(remainder, 3), 300},
		{"small decimal", OfSmallDecimal(5, 1), 64},
		{"negative", OfBig(new(big.Int).Neg(small)), 250},
	} {
		w := NewWalker()
		w.Value(c.v)
		size := NumberSize(c.v)
		if walked := w.Run(); walked != int64(size) || size > c.most {
			t.Errorf("%s: %d bytes, walked %d, want at most %d", c.name, size, walked, c.most)
		}
		kept := 0
		switch c.v.Kind() {
		case KBig:
			kept = 48 + 8*cap(c.v.BigInt().Bits())
		case KDecimal:
			if kept = 32; c.v.Decimal().big != nil {
				kept += 32 + 8*cap(c.v.Decimal().big.Bits())
			}
		}
		if size < kept {
			t.Errorf("%s: %d bytes are counted of %d", c.name, size, kept)
		}
	}
}
