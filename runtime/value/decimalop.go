package value

import (
	"math"
	"math/big"
	"math/bits"
)

// Errors of decimal powers.
const (
	powFraction = "decimal ** non-integer exponent is not supported (it would lose exactness); use float(x) for an approximate power"
	powExponent = "decimal exponent too large"
	powResult   = "decimal power too large for an exact result (more than a million digits); use float(x) for an approximate one"
	powZeroBase = "decimal power: zero to a negative power"

	maxPowDigits   = 1_000_000
	maxPowExponent = 1_000_000
)

// quotientDigits is the precision of a quotient that does not terminate.
const quotientDigits = 28

func decimalOp(t Thread, op Op, name string, a, b *Decimal) (Value, error) {
	if op == Pow {
		return powDecimal(t, a, b)
	}
	if a.big != nil || b.big != nil || a.scale|b.scale > 64 {
		if err := payDecimal(t, op, name, a, b); err != nil {
			return Value{}, err
		}
	}
	switch op {
	case Add:
		return AddDecimals(a, b), nil
	case Sub:
		return SubDecimals(a, b), nil
	case Mul:
		return MulDecimals(a, b), nil
	}
	if b.Sign() == 0 {
		return Value{}, NewError(zeroDivisor(op))
	}
	switch op {
	case Div:
		return QuoDecimals(a, b), nil
	case FloorDiv:
		return FloorDivDecimals(a, b), nil
	default:
		return ModDecimals(a, b), nil
	}
}

// payDecimal charges an operation on large decimals: coefficients brought to
// one scale for all but the product.
func payDecimal(t Thread, op Op, name string, a, b *Decimal) error {
	x, y := a.bitLen(), b.bitLen()
	switch op {
	case Mul:
		if x+y > MaxIntBits+1 || a.Scale()+b.Scale() > maxScale {
			return TooLarge(name)
		}
	default:
		if d := a.Scale() - b.Scale(); d > 0 {
			y += d * 10 / 3
		} else {
			x -= d * 10 / 3
		}
	}
	work := MulWork(x, y)
	if op == Add || op == Sub {
		work = (x + y) >> 10
	}
	return payBig(t, x+y, work)
}

func (d *Decimal) bitLen() int {
	if d.big != nil {
		return d.big.BitLen()
	}
	return bits.Len64(uint64(abs(d.small)))
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// aligned gives both coefficients at the larger scale, as small ones if they
// fit.
func aligned(a, b *Decimal) (x, y int64, scale int32, ok bool) {
	if a.big != nil || b.big != nil {
		return 0, 0, 0, false
	}
	x, y, scale = a.small, b.small, a.scale
	d := b.scale - a.scale
	switch {
	case d == 0:
		return x, y, scale, true
	case d > 0 && int(d) < len(pow10small):
		x, ok = MulInt(x, pow10small[d])
		return x, y, b.scale, ok
	case d < 0 && int(-d) < len(pow10small):
		y, ok = MulInt(y, pow10small[-d])
		return x, y, scale, ok
	}
	return 0, 0, 0, false
}

func alignedBig(a, b *Decimal) (x, y *big.Int, scale int) {
	x, y, scale = a.Mant(), b.Mant(), max(a.Scale(), b.Scale())
	if d := scale - a.Scale(); d > 0 {
		x = new(big.Int).Mul(x, pow10(d))
	}
	if d := scale - b.Scale(); d > 0 {
		y = new(big.Int).Mul(y, pow10(d))
	}
	return x, y, scale
}

// CompareDecimals compares by value.
func CompareDecimals(a, b *Decimal) int {
	if x, y, _, ok := aligned(a, b); ok {
		return cmp(x, y)
	}
	s := a.Sign()
	if c := cmp(int64(s), int64(b.Sign())); c != 0 || s == 0 {
		return c
	}
	// very different magnitudes need no common scale
	x := log10Of(a.Mant()) - float64(a.scale)
	y := log10Of(b.Mant()) - float64(b.scale)
	if math.Abs(x-y) > 1 {
		if x < y {
			return -s
		}
		return s
	}
	m, n, _ := alignedBig(a, b)
	return m.Cmp(n)
}

// AddDecimals is exact, with the larger scale.
func AddDecimals(a, b *Decimal) Value {
	if x, y, s, ok := aligned(a, b); ok {
		if sum := x + y; (sum > x) == (y > 0) {
			return ofSmallDecimal(sum, s)
		}
	}
	x, y, s := alignedBig(a, b)
	return OfDecimal(new(big.Int).Add(x, y), s)
}

// SubDecimals is exact, with the larger scale.
func SubDecimals(a, b *Decimal) Value {
	if x, y, s, ok := aligned(a, b); ok {
		if diff := x - y; (diff < x) == (y > 0) {
			return ofSmallDecimal(diff, s)
		}
	}
	x, y, s := alignedBig(a, b)
	return OfDecimal(new(big.Int).Sub(x, y), s)
}

// NegDecimal flips the sign.
func NegDecimal(a *Decimal) Value {
	if a.big == nil && a.small != math.MinInt64 {
		return ofSmallDecimal(-a.small, a.scale)
	}
	return OfDecimal(new(big.Int).Neg(a.Mant()), a.Scale())
}

// MulDecimals is exact, with the sum of the scales.
func MulDecimals(a, b *Decimal) Value {
	s := a.scale + b.scale
	if a.big == nil && b.big == nil {
		if p, ok := MulInt(a.small, b.small); ok {
			return ofSmallDecimal(p, s)
		}
	}
	return OfDecimal(new(big.Int).Mul(a.Mant(), b.Mant()), int(s))
}

// QuoDecimals divides (40 §5.2): exact when the quotient terminates within
// 28 significant digits, else rounded half to even to so many. b is not zero.
func QuoDecimals(a, b *Decimal) Value {
	ideal := max(a.scale-b.scale, 0)
	if v, ok := quoSmall(a, b, ideal); ok {
		return v
	}
	if v, ok := quoRounded(a, b); ok {
		return v
	}
	return QuoScaled(a.Mant(), a.Scale(), b.Mant(), b.Scale(), int(ideal))
}

// quoSmall finds quotients that terminate within an int64, the usual case
// with money, by long division.
func quoSmall(a, b *Decimal, ideal int32) (Value, bool) {
	x, y := a.small, b.small
	if a.big != nil || b.big != nil || x == math.MinInt64 || y == math.MinInt64 || abs(y) > math.MaxInt64/10 {
		return Value{}, false
	}
	// x/y = q at scale s = a.scale - b.scale
	s := a.scale - b.scale
	q, r := x/y, x%y
	if !terminates(r, y) {
		return Value{}, false
	}
	for r != 0 || s < ideal {
		if abs(q) > math.MaxInt64/10-1 {
			return Value{}, false
		}
		r *= 10
		q = 10*q + r/y
		r %= y
		s++
	}
	for s > ideal && q%10 == 0 && q != 0 {
		q /= 10
		s--
	}
	if q == 0 {
		s = ideal
	}
	return ofSmallDecimal(q, s), true
}

// terminates reports that r/y has an end: what is left of y without its
// factors two and five divides r.
func terminates(r, y int64) bool {
	y >>= bits.TrailingZeros64(uint64(y))
	for y%5 == 0 {
		y /= 5
	}
	return r%y == 0
}

// quoRounded is QuoScaled for small coefficients whose quotient has no end,
// by long division of many digits at a time.
func quoRounded(a, b *Decimal) (Value, bool) {
	if a.big != nil || b.big != nil || a.small == math.MinInt64 || b.small == math.MinInt64 {
		return Value{}, false
	}
	x, y := uint64(abs(a.small)), uint64(abs(b.small))
	whole, r := x/y, x%y
	if r == 0 {
		return Value{}, false
	}
	before := 0 // digits of the quotient before its point, less zeros behind it
	for n := whole; n > 0; n /= 10 {
		before++
	}
	if whole == 0 {
		for n := x; n <= y/10 && 10*n < y; n *= 10 {
			before--
		}
	}
	shift := int(b.scale) - int(a.scale)
	s := max(int(a.scale), int(b.scale), quotientDigits-before-shift, 0)
	// The digits behind the point of x/y, in two parts that fit 64 bits.
	first := min(s+shift, 18, 19-max(before, 0))
	second := s + shift - first
	if first < 0 || second < 0 || second > 18 {
		return Value{}, false
	}
	hi, lo := bits.Mul64(r, uint64(pow10small[first]))
	q1, r := bits.Div64(hi, lo, y)
	hi, lo = bits.Mul64(r, uint64(pow10small[second]))
	q2, r := bits.Div64(hi, lo, y)
	if r == 0 {
		return Value{}, false
	}
	if r > y-r || r == y-r && q2&1 == 1 {
		q2++ // it may now have a digit more, which the sum carries
	}
	hi, lo = bits.Mul64(whole*uint64(pow10small[first])+q1, uint64(pow10small[second]))
	lo, carry := bits.Add64(lo, q2, 0)
	q := new(big.Int).SetUint64(hi + carry)
	q.Or(q.Lsh(q, 64), new(big.Int).SetUint64(lo))
	if (a.small < 0) != (b.small < 0) {
		q.Neg(q)
	}
	return OfDecimal(q, s), true
}

// QuoScaled is (am/10^as) / (bm/10^bs) with trailing zeros of an exact result
// removed down to the ideal scale. bm is not zero.
func QuoScaled(am *big.Int, as int, bm *big.Int, bs, ideal int) Value {
	if am.Sign() == 0 {
		return OfDecimal(new(big.Int), ideal)
	}
	num, den := am, bm
	if d := bs - as; d > 0 {
		num = new(big.Int).Mul(am, pow10(d))
	} else if d < 0 {
		den = new(big.Int).Mul(bm, pow10(-d))
	}
	neg := (num.Sign() < 0) != (den.Sign() < 0)
	num, den = new(big.Int).Abs(num), new(big.Int).Abs(den)
	s := max(as, bs, quotientDigits-digitsBefore(num, den), 0)
	q, exact := divHalfEven(num.Mul(num, pow10(s)), den)
	if exact {
		q, s = dropZeros(q, s, ideal)
	}
	if neg {
		q.Neg(q)
	}
	return OfDecimal(q, s)
}

// digitsBefore gives e with 10^(e-1) <= num/den < 10^e, both positive.
func digitsBefore(num, den *big.Int) int {
	e := digitCount(num) - digitCount(den)
	// num/den is in (10^(e-1), 10^(e+1))
	var c int
	if e >= 0 {
		c = num.Cmp(new(big.Int).Mul(den, pow10(e)))
	} else {
		c = new(big.Int).Mul(num, pow10(-e)).Cmp(den)
	}
	if c >= 0 {
		e++
	}
	return e
}

// divHalfEven rounds num/den to the nearest integer, ties to even; both are
// not negative. exact reports that nothing was rounded.
func divHalfEven(num, den *big.Int) (q *big.Int, exact bool) {
	q, r := new(big.Int).QuoRem(num, den, new(big.Int))
	if r.Sign() == 0 {
		return q, true
	}
	switch c := r.Lsh(r, 1).Cmp(den); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	return q, false
}

// FloorDivDecimals is the floor of the quotient, scale 0. b is not zero.
func FloorDivDecimals(a, b *Decimal) Value {
	if x, y, _, ok := aligned(a, b); ok {
		if v, ok, _ := intDivMod(FloorDiv, x, y); ok {
			return ofSmallDecimal(v.Int(), 0)
		}
	}
	x, y, _ := alignedBig(a, b)
	q, _ := floorDiv(x, y)
	return OfDecimal(q, 0)
}

// ModDecimals is the floored remainder at the larger scale. b is not zero.
func ModDecimals(a, b *Decimal) Value {
	if x, y, s, ok := aligned(a, b); ok {
		v, _, _ := intDivMod(Mod, x, y)
		return ofSmallDecimal(v.Int(), s)
	}
	x, y, s := alignedBig(a, b)
	_, r := floorDiv(x, y)
	return OfDecimal(r, s)
}

func powDecimal(t Thread, a, b *Decimal) (Value, error) {
	if a.Sign() == 0 && b.Sign() < 0 {
		return Value{}, NewError(powZeroBase)
	}
	e, ok := b.Integral()
	if !ok {
		return Value{}, NewError(powFraction)
	}
	if e.CmpAbs(big.NewInt(maxPowExponent)) > 0 {
		return Value{}, NewError(powExponent)
	}
	n := int(e.Int64())
	k := n
	if k < 0 {
		k = -k
	}
	m := a.Mant()
	digits := 0.0
	if m.Sign() != 0 {
		digits = float64(k) * log10Of(m)
	}
	if digits > maxPowDigits+1 || a.Scale()*k > maxScale {
		return Value{}, NewError(powResult)
	}
	size := int(digits * 3.33)
	if err := payBig(t, size, MulWork(size/2, size/2)); err != nil {
		return Value{}, err
	}
	p := new(big.Int).Exp(m, big.NewInt(int64(k)), nil)
	if digits > maxPowDigits-2 && digitCount(p) > maxPowDigits {
		return Value{}, NewError(powResult)
	}
	s := a.Scale() * k
	if n >= 0 {
		return OfDecimal(p, s), nil
	}
	if err := payBig(t, size, MulWork(size/2, size/2)); err != nil {
		return Value{}, err
	}
	return QuoScaled(big.NewInt(1), 0, p, s, 0), nil
}

// RoundHalfEven gives d at no more than scale digits after the point, ties to
// even; a decimal that has no more is returned as it is.
func (d *Decimal) RoundHalfEven(scale int) Value {
	if d.Scale() <= scale {
		return d.Value()
	}
	if cut := d.Scale() - scale; d.big == nil && scale >= 0 && cut < len(pow10small) {
		p := pow10small[cut]
		q, r := d.small/p, abs(d.small%p)
		if r > p-r || r == p-r && q&1 == 1 {
			if d.small < 0 {
				q--
			} else {
				q++
			}
		}
		return ofSmallDecimal(q, int32(scale))
	}
	m := d.Mant()
	q, _ := divHalfEven(new(big.Int).Abs(m), pow10(d.Scale()-scale))
	if m.Sign() < 0 {
		q.Neg(q)
	}
	return OfDecimal(q, scale)
}

// Trimmed gives d without trailing zeros after the point.
func (d *Decimal) Trimmed() Value { return OfDecimal(dropZeros(d.Mant(), d.Scale(), 0)) }
