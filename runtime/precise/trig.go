package precise

import (
	"math"
	"math/big"
	"sync"
)

// pi/2 in parts: the first two have 33 bits, so that their products with a
// quadrant number below 2^20 are exact.
const (
	halfPi1 = 0x1.921fb54400000p+0
	halfPi2 = 0x1.0b4611a600000p-34
	halfPi3 = 0x1.3198a2e037073p-69
	halfPi4 = 0x1.129024e088a68p-123
)

// reduce gives r and q with x = r + q·pi/2, |r| at most a little over pi/4,
// q modulo 4. x is finite.
func reduce(x float64) (r pair, q int) {
	if math.Abs(x) < 0.7853 {
		return of(x), 0
	}
	n := math.Round(x * (2 / math.Pi))
	if math.Abs(n) >= 1<<20 {
		return reduceLarge(x)
	}
	r = twoSum(x-n*halfPi1, -n*halfPi2) // exact but for the last rounding
	r = r.sub(twoProd(n, halfPi3))
	r = r.addFloat(-n * halfPi4)
	return r, int(n) & 3
}

// reduceLarge works with pi to 1300 bits: rare, so slow is no matter.
func reduceLarge(x float64) (r pair, q int) {
	const prec = 1300
	half := bigHalfPi()
	n := new(big.Float).SetPrec(prec).SetFloat64(x)
	n.Quo(n, half)
	n.Add(n, big.NewFloat(math.Copysign(0.5, x)))
	k, _ := n.Int(nil) // the nearest whole number, away from zero on a tie
	rest := new(big.Float).SetPrec(prec).SetInt(k)
	rest.Mul(rest, half)
	rest.Sub(new(big.Float).SetPrec(prec).SetFloat64(x), rest)
	hi, _ := rest.Float64()
	lo, _ := rest.Sub(rest, big.NewFloat(hi)).Float64()
	return pair{hi, lo}, int(new(big.Int).And(k, big.NewInt(3)).Int64())
}

// bigHalfPi is pi/2 = 8·atan(1/5) - 2·atan(1/239).
var bigHalfPi = sync.OnceValue(func() *big.Float {
	const prec = 1340
	one := new(big.Int).Lsh(big.NewInt(1), prec)
	atanInv := func(n int64) *big.Int {
		term := new(big.Int).Div(one, big.NewInt(n))
		sum := new(big.Int).Set(term)
		sq := big.NewInt(n * n)
		for k := int64(3); term.Sign() != 0; k += 2 {
			term.Quo(term, sq)
			term.Neg(term)
			sum.Add(sum, new(big.Int).Quo(term, big.NewInt(k)))
		}
		return sum
	}
	sum := atanInv(5)
	sum.Mul(sum, big.NewInt(8))
	sum.Sub(sum, new(big.Int).Mul(atanInv(239), big.NewInt(2)))
	f := new(big.Float).SetPrec(prec).SetInt(sum)
	return f.SetMantExp(f, -prec)
})

// kernels of sine and cosine for |r| up to pi/4, by Taylor: the first terms
// in pairs, the rest in floats.
func sinPair(r pair) pair {
	z := r.mul(r)
	y := z.hi
	tail := 0x1.71de3a556c734p-19 + y*(-0x1.ae64567f544e4p-26+y*(0x1.6124613a86d09p-33+y*(-0x1.ae7f3e733b81fp-41+y*(0x1.952c77030ad4ap-49-y*0x1.2f49b46814157p-57))))
	p := sin7.addFloat(tail * y)
	p = p.mul(z).add(sin5)
	p = p.mul(z).sub(sixth)
	return p.mul(z).mul(r).add(r)
}

func cosPair(r pair) pair {
	z := r.mul(r)
	y := z.hi
	tail := -0x1.27e4fb7789f5cp-22 + y*(0x1.1eed8eff8d898p-29+y*(-0x1.93974a8c07c9dp-37+y*(0x1.ae7f3e733b81fp-45-y*0x1.6827863b97d97p-53)))
	p := cos8.addFloat(tail * y)
	p = p.mul(z).sub(cos6)
	p = p.mul(z).add(cos4)
	p = p.mul(z).addFloat(-0.5)
	return p.mul(z).addFloat(1)
}

var (
	sin5 = pair{0x1.1111111111111p-7, 0x1.1111111111111p-63}
	sin7 = pair{-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73}
	cos4 = pair{0x1.5555555555555p-5, 0x1.5555555555555p-59}
	cos6 = pair{0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65}
	cos8 = pair{0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76}
)

// sincos of any finite x.
func sincos(x float64) (s, c pair) {
	r, q := reduce(x)
	return quadrant(sinPair(r), cosPair(r), q)
}

func quadrant(s, c pair, q int) (pair, pair) {
	switch q {
	case 1:
		return c, s.neg()
	case 2:
		return s.neg(), c.neg()
	case 3:
		return c.neg(), s
	}
	return s, c
}

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// Sin of an angle in radians.
func Sin(x float64) float64 {
	if !finite(x) {
		return math.NaN()
	}
	if math.Abs(x) < 1e-8 {
		return x
	}
	r, q := reduce(x)
	var p pair
	if q&1 == 0 {
		p = sinPair(r)
	} else {
		p = cosPair(r)
	}
	if q >= 2 {
		return -p.value()
	}
	return p.value()
}

// Cos of an angle in radians.
func Cos(x float64) float64 {
	if !finite(x) {
		return math.NaN()
	}
	r, q := reduce(x)
	var p pair
	if q&1 == 0 {
		p = cosPair(r)
	} else {
		p = sinPair(r)
	}
	if q == 1 || q == 2 {
		return -p.value()
	}
	return p.value()
}

// Tan of an angle in radians.
func Tan(x float64) float64 {
	if !finite(x) {
		return math.NaN()
	}
	if math.Abs(x) < 1e-8 {
		return x
	}
	s, c := sincos(x)
	return s.div(c).value()
}

// atan2 improves math.Atan2 by one step: for the true angle θ and the
// estimate t, tan(θ-t) = (y·cos t - x·sin t) / (x·cos t + y·sin t).
func atan2(y, x pair) pair {
	t := math.Atan2(y.hi, x.hi)
	s, c := sincos(t)
	d := y.mul(c).sub(x.mul(s))
	return twoSum(t, d.hi/(x.hi*c.hi+y.hi*s.hi)) // the lower part of d is below the last bit
}

// Atan is the arc tangent.
func Atan(x float64) float64 {
	if !finite(x) || math.Abs(x) < 1e-8 || math.Abs(x) > 1e20 {
		return math.Atan(x)
	}
	return atan2(of(x), of(1)).value()
}

// Atan2 is the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	a, b := math.Abs(y), math.Abs(x)
	if !ordinary(a) || !ordinary(b) {
		return math.Atan2(y, x)
	}
	_, e := math.Frexp(max(a, b))
	y, x = math.Ldexp(y, -e), math.Ldexp(x, -e) // no overflow below
	if ratio := min(a, b) / max(a, b); ratio < 1e-8 {
		return math.Atan2(y, x)
	}
	return atan2(of(y), of(x)).value()
}

// Asin is the arc sine.
func Asin(x float64) float64 {
	if !(math.Abs(x) <= 1) {
		return math.NaN()
	}
	if math.Abs(x) < 1e-8 {
		return x
	}
	sq := twoProd(x, x).neg().addFloat(1).sqrt()
	return atan2(of(x), sq).value()
}

// Acos is the arc cosine.
func Acos(x float64) float64 {
	if !(math.Abs(x) <= 1) {
		return math.NaN()
	}
	if x == 1 {
		return 0
	}
	sq := twoProd(x, x).neg().addFloat(1).sqrt()
	return atan2(sq, of(x)).value()
}
