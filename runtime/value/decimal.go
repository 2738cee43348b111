package value

import (
	"math"
	"math/big"
	"strconv"
	"sync"
	"unsafe"
)

// Decimal is the exact number m / 10^scale. A small coefficient lives in an
// int64. The scale is part of the text form but not of the value.
type Decimal struct {
	Head
	small int64
	big   *big.Int // nil when the coefficient is small
	scale int32
}

const (
	decimalSize = 32 // of a Decimal, without its coefficient

	// plainScale is the scale up to which trailing zeros are kept (40 §1.1).
	plainScale = 28
	// maxScale bounds the digits after the point, so that a text form or a
	// common scale never needs a coefficient beyond MaxIntBits.
	maxScale = 5_000_000
)

// OfDecimal makes a decimal; mant must not be changed afterwards. Trailing
// zeros beyond scale 28 are dropped.
func OfDecimal(mant *big.Int, scale int) Value {
	if scale > plainScale {
		mant, scale = dropZeros(mant, scale, plainScale)
	}
	d := &Decimal{Head: Head{kind: KDecimal}, scale: int32(scale)}
	if mant.IsInt64() {
		d.small = mant.Int64()
	} else {
		d.big = tight(mant)
	}
	return Value{h: &d.Head}
}

// OfSmallDecimal makes a decimal with a small coefficient; scale is not
// negative.
func OfSmallDecimal(m int64, scale int) Value { return ofSmallDecimal(m, int32(scale)) }

func ofSmallDecimal(m int64, scale int32) Value {
	for scale > plainScale && m%10 == 0 {
		m /= 10
		scale--
	}
	d := &Decimal{Head{kind: KDecimal}, m, nil, scale}
	return Value{h: &d.Head}
}

// Decimal is the object of a KDecimal.
func (v Value) Decimal() *Decimal { return (*Decimal)(unsafe.Pointer(v.h)) }

// IsDecimal reports a decimal.
func (v Value) IsDecimal() bool { return v.h != nil && v.h.kind == KDecimal }

// AsDecimal gives an integer or decimal as a decimal.
func AsDecimal(v Value) *Decimal {
	switch v.Kind() {
	case KDecimal:
		return v.Decimal()
	case KInt:
		return &Decimal{Head{kind: KDecimal}, v.Int(), nil, 0}
	}
	return &Decimal{Head{kind: KDecimal}, 0, v.BigInt(), 0}
}

// Value of the decimal.
func (d *Decimal) Value() Value { return Value{h: &d.Head} }

// Mant is the coefficient; not to be changed.
func (d *Decimal) Mant() *big.Int {
	if d.big != nil {
		return d.big
	}
	return big.NewInt(d.small)
}

// Scale is the number of digits after the point.
func (d *Decimal) Scale() int { return int(d.scale) }

// Sign is -1, 0 or 1.
func (d *Decimal) Sign() int {
	if d.big != nil {
		return d.big.Sign()
	}
	return cmp(d.small, 0)
}

// Integral reports whether d has no fraction, and its whole value.
func (d *Decimal) Integral() (*big.Int, bool) {
	if d.scale == 0 {
		return d.Mant(), true
	}
	if d.big == nil && int(d.scale) < len(pow10small) {
		p := pow10small[d.scale]
		return big.NewInt(d.small / p), d.small%p == 0
	}
	q, r := new(big.Int).QuoRem(d.Mant(), pow10(d.Scale()), new(big.Int))
	return q, r.Sign() == 0
}

// Float is the nearest float.
func (d *Decimal) Float() float64 {
	const exact = 1 << 53
	if d.big == nil && d.scale <= 15 && d.small > -exact && d.small < exact {
		return float64(d.small) / float64(pow10small[d.scale]) // both are exact: rounded once
	}
	m := d.Mant()
	if d.scale == 0 {
		return bigFloat(m)
	}
	f, _ := strconv.ParseFloat(m.Text(10)+"e-"+strconv.Itoa(d.Scale()), 64) // ±inf on overflow
	return f
}

// Append appends the text form: digits with exactly the scale.
func (d *Decimal) Append(dst []byte) []byte {
	var buf [24]byte
	var digits []byte
	if d.big != nil {
		digits = d.big.Append(nil, 10)
	} else {
		digits = strconv.AppendInt(buf[:0], d.small, 10)
	}
	return d.point(dst, digits)
}

// point appends the digits of the mantissa with the point where it belongs.
func (d *Decimal) point(dst, digits []byte) []byte {
	if digits[0] == '-' {
		dst = append(dst, '-')
		digits = digits[1:]
	}
	s := int(d.scale)
	if s == 0 {
		return append(dst, digits...)
	}
	if len(digits) <= s {
		dst = append(dst, '0', '.')
		for i := len(digits); i < s; i++ {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	dst = append(dst, digits[:len(digits)-s]...)
	dst = append(dst, '.')
	return append(dst, digits[len(digits)-s:]...)
}

var pow10small = [...]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// pow10 is a power of ten; not to be changed.
func pow10(n int) *big.Int {
	if t := pow10table(); n < len(t) {
		return t[n]
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

var pow10table = sync.OnceValue(func() []*big.Int {
	t := make([]*big.Int, 128)
	t[0] = big.NewInt(1)
	for i := 1; i < len(t); i++ {
		t[i] = new(big.Int).Mul(t[i-1], big.NewInt(10))
	}
	return t
})

// dropZeros removes trailing zeros of m while the scale is above the target.
// It halves its strides, so that a long run of zeros costs few divisions.
func dropZeros(m *big.Int, scale, target int) (*big.Int, int) {
	if m.Sign() == 0 {
		return m, min(scale, target)
	}
	n := min(scale-target, int(m.TrailingZeroBits())) // a factor ten has a factor two
	if n <= 0 {
		return m, scale
	}
	stride := 1
	for 2*stride <= n {
		stride *= 2
	}
	q, r := new(big.Int), new(big.Int)
	for ; stride > 0; stride /= 2 {
		if stride > n {
			continue
		}
		if q.QuoRem(m, pow10(stride), r); r.Sign() == 0 {
			m, q = q, new(big.Int)
			n -= stride
			scale -= stride
		}
	}
	return m, scale
}

// log10Of estimates the decimal logarithm of |m|, m not zero.
func log10Of(m *big.Int) float64 {
	var mant big.Float
	exp := mant.SetPrec(64).SetInt(m).MantExp(&mant)
	f, _ := mant.Float64()
	return math.Log10(math.Abs(f)) + float64(exp)*math.Log10(2)
}

// digitCount is the number of decimal digits of |m|, 1 for zero.
func digitCount(m *big.Int) int {
	if m.IsInt64() {
		n, a := 1, uint64(abs(m.Int64()))
		for n < len(pow10small) && a >= uint64(pow10small[n]) {
			n++
		}
		return n
	}
	est := log10Of(m)
	n := int(math.Floor(est)) + 1
	if frac := est - math.Floor(est); frac > 1e-6 && frac < 1-1e-6 {
		return n
	}
	// so close to a power of ten that the estimate may be off by one
	n = int(math.Round(est))
	if m.CmpAbs(pow10(n)) >= 0 {
		return n + 1
	}
	return n
}
