package value

import (
	"math"
	"math/big"
	"math/bits"
)

const (
	// MaxIntBits is the size from which integer results are refused, so that
	// a short program cannot ask for hours of work (40, open point 8).
	MaxIntBits = 16 << 20
	// MaxElements is the same bound for arrays and lists made in one call.
	MaxElements = 50_000_000
)

// TooLarge is the error of a result beyond MaxIntBits or MaxElements.
func TooLarge(name string) error { return NewError(name + ": result too large") }

// intOp computes on small integers; ok is false when the result may not fit
// and bigOp has to do it.
func intOp(op Op, a, b int64) (v Value, ok bool, err error) {
	switch op {
	case Add:
		if s := a + b; (s > a) == (b > 0) {
			return OfInt(s), true, nil
		}
	case Sub:
		if s := a - b; (s < a) == (b > 0) {
			return OfInt(s), true, nil
		}
	case Mul:
		if p, ok := MulInt(a, b); ok {
			return OfInt(p), true, nil
		}
	case Div:
		if b == 0 {
			return Value{}, false, NewError(divZero)
		}
		return OfFloat(float64(a) / float64(b)), true, nil
	case FloorDiv, Mod:
		return intDivMod(op, a, b)
	case Pow:
		if b < 0 || b > 64 {
			return Value{}, false, nil
		}
		r, ok := int64(1), true
		for ; b > 0 && ok; b-- {
			r, ok = MulInt(r, a)
		}
		return OfInt(r), ok, nil
	}
	return Value{}, false, nil
}

func intDivMod(op Op, a, b int64) (v Value, ok bool, err error) {
	switch b {
	case 0:
		return Value{}, false, NewError(zeroDivisor(op))
	case -1: // the one quotient that may not fit
		if op == Mod {
			return OfInt(0), true, nil
		}
		return OfInt(-a), a != math.MinInt64, nil
	}
	q, r := a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		q, r = q-1, r+b
	}
	if op == Mod {
		return OfInt(r), true, nil
	}
	return OfInt(q), true, nil
}

// MulInt multiplies and reports whether the product fits.
func MulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	h := int64(hi) // the signed high word from the unsigned one
	if a < 0 {
		h -= b
	}
	if b < 0 {
		h -= a
	}
	return int64(lo), h == int64(lo)>>63
}

// bigOp computes on integers of any size.
func bigOp(t Thread, op Op, name string, a, b *big.Int) (Value, error) {
	switch op {
	case Add, Sub:
		n := max(a.BitLen(), b.BitLen())
		if err := t.Charge(bigCost(n)); err != nil {
			return Value{}, err
		}
		r := newBig(n)
		if op == Add {
			r.n.Add(a, b)
		} else {
			r.n.Sub(a, b)
		}
		return r.finish(), nil
	case Mul:
		n := a.BitLen() + b.BitLen()
		if n > MaxIntBits+1 {
			return Value{}, TooLarge(name)
		}
		if err := payBig(t, n, MulWork(a.BitLen(), b.BitLen())); err != nil {
			return Value{}, err
		}
		r := newBig(n)
		if r.n.Mul(a, b); r.n.BitLen() > MaxIntBits {
			return Value{}, TooLarge(name)
		}
		return r.finish(), nil
	case Pow:
		return powInt(t, name, a, b)
	}
	if b.Sign() == 0 {
		return Value{}, NewError(zeroDivisor(op))
	}
	if op == Div {
		return OfFloat(bigFloat(a) / bigFloat(b)), nil
	}
	if err := payBig(t, a.BitLen(), 2*MulWork(a.BitLen(), b.BitLen())); err != nil {
		return Value{}, err
	}
	q, r := floorDiv(a, b)
	if op == Mod {
		return OfBig(r), nil
	}
	return OfBig(q), nil
}

// payBig charges a result of so many bits and the work behind it.
func payBig(t Thread, bitLen, work int) error {
	if err := t.Charge(bigCost(bitLen)); err != nil {
		return err
	}
	if work == 0 {
		return nil
	}
	return t.Work(work)
}

// MulWork estimates a product of numbers with so many bits, in loop turns:
// schoolbook up to some forty words, Karatsuba beyond.
func MulWork(a, b int) int {
	m, n := float64(min(a, b)/64), float64(max(a, b)/64)
	if m > 40 {
		m = 40 * math.Pow(m/40, 0.585)
	}
	return int(m * n / 16)
}

// floorDiv divides towards minus infinity; y is not zero.
func floorDiv(x, y *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 && (r.Sign() < 0) != (y.Sign() < 0) {
		q.Sub(q, big.NewInt(1))
		r.Add(r, y)
	}
	return q, r
}

// powInt is exact for exponents from 0 to 2^32-1 and the float power beyond.
func powInt(t Thread, name string, a, b *big.Int) (Value, error) {
	if b.Sign() < 0 || b.BitLen() > 32 {
		return OfFloat(floatPow(bigFloat(a), bigFloat(b))), nil
	}
	e := b.Uint64()
	if a.BitLen() <= 1 { // 0, 1, -1
		if e == 0 || a.Sign() < 0 && e%2 == 0 {
			return OfInt(1), nil
		}
		return OfInt(a.Int64()), nil
	}
	// the result has from (n-1)·e + 1 to n·e bits
	if float64(a.BitLen()-1)*float64(e) >= MaxIntBits {
		return Value{}, TooLarge(name)
	}
	size := a.BitLen() * int(e)
	if err := payBig(t, size, MulWork(size/2, size/2)); err != nil {
		return Value{}, err
	}
	r := new(big.Int).Exp(a, b, nil)
	if r.BitLen() > MaxIntBits {
		return Value{}, TooLarge(name)
	}
	return OfBig(r), nil
}
