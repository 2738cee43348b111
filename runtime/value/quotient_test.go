package value

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestQuotientsOfSmallDecimals compares the ways of dividing small
// coefficients with the one for all.
func TestQuotientsOfSmallDecimals(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	coefficient := func() int64 {
		n := int64(r.Uint64() >> r.IntN(64) >> 1)
		if r.IntN(8) == 0 {
			n = int64(math.Pow10(r.IntN(19))) + r.Int64N(3) - 1
		}
		if r.IntN(2) == 0 {
			n = -n
		}
		return n
	}
	for range 200_000 {
		a := SmallDecimal(coefficient(), int32(r.IntN(30))).Decimal()
		b := SmallDecimal(coefficient(), int32(r.IntN(30))).Decimal()
		if b.Sign() == 0 {
			continue
		}
		got := QuoDecimals(a, b)
		want := QuoScaled(a.Mant(), a.Scale(), b.Mant(), b.Scale(), max(a.Scale()-b.Scale(), 0))
		if Display(got) != Display(want) {
			t.Fatalf("%s / %s = %s, want %s", Display(a.Value()), Display(b.Value()), Display(got), Display(want))
		}
	}
}
