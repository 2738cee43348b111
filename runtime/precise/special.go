package precise

import "math"

// Cbrt is the cube root, exact when it is a whole number.
func Cbrt(x float64) float64 {
	t := math.Cbrt(x)
	if !finite(x) || t == 0 || math.Abs(x) > huge || math.Abs(x) < 1/huge {
		return t
	}
	cube := twoProd(t, t).mulFloat(t)
	return t - (cube.addFloat(-x).value())/(3*t*t)
}

// Hypot is the root of the sum of the squares, exact when it is whole.
func Hypot(a, b float64) float64 {
	a, b = math.Abs(a), math.Abs(b)
	if !ordinary(a) || !ordinary(b) {
		return math.Hypot(a, b)
	}
	if a < b {
		a, b = b, a
	}
	if b < a*0x1p-60 {
		return a
	}
	_, e := math.Frexp(a)
	a, b = math.Ldexp(a, -e), math.Ldexp(b, -e)
	return math.Ldexp(twoProd(a, a).add(twoProd(b, b)).sqrt().value(), e)
}

// Erf and Erfc are the error function and its complement.
func Erf(x float64) float64 { return math.Erf(x) }

// Erfc is 1 - Erf(x) without cancellation.
func Erfc(x float64) float64 { return math.Erfc(x) }

// Gamma is Euler's gamma function; exact for the whole numbers up to 23.
func Gamma(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x == 0:
		return math.Copysign(math.Inf(1), x)
	case x < 0 && math.Trunc(x) == x: // -inf as well
		return math.NaN()
	case x > 172:
		return math.Inf(1)
	case x == math.Trunc(x) && x <= 23:
		r := 1.0
		for n := 2.0; n < x; n++ {
			r *= n
		}
		return r
	case math.Abs(x) < 1e-20:
		return 1 / x
	}
	l, sign := lgammaPair(x)
	if l.hi < -800 {
		return sign * 0
	}
	m, k := expPair(l)
	return sign * ldexp(m, k)
}

// Lgamma is ln|Γ(x)|.
func Lgamma(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case math.IsInf(x, 0), x <= 0 && math.Trunc(x) == x:
		return math.Inf(1)
	case x == 1 || x == 2:
		return 0
	case x > 1e300 || x < -1e15:
		l, _ := math.Lgamma(x)
		return l
	case math.Abs(x) < 1e-20:
		return -Log(math.Abs(x))
	}
	if d := x - 1; math.Abs(d) < 2e-3 {
		return nearOne(d, 0).value()
	}
	if d := x - 2; math.Abs(d) < 2e-3 {
		return nearOne(d, 1).value()
	}
	l, _ := lgammaPair(x)
	return l.value()
}

// GammaSign is the sign of Γ(x).
func GammaSign(x float64) float64 {
	if x < 0 && math.Mod(math.Floor(x), 2) != 0 {
		return -1
	}
	return 1
}

// Beta is Γ(a)·Γ(b)/Γ(a+b).
func Beta(a, b float64) float64 {
	sign := GammaSign(a) * GammaSign(b) * GammaSign(a+b)
	l := Lgamma(a) + Lgamma(b) - Lgamma(a+b)
	if math.IsNaN(l) || math.IsInf(l, 0) {
		return sign * Exp(l) // poles
	}
	if a < b {
		a, b = b, a
	}
	var p pair
	switch {
	case a > 1e6 && math.Abs(b) < 200:
		// The logarithms of Γ(a) and Γ(a+b) are so large that little of their
		// difference would be left. Its own series has the Bernoulli
		// polynomials of b over powers of a.
		p, _ = lgammaPair(b)
		series := b * (b - 1) * (1/(2*a) - (2*b-1)/(12*a)/a + b*(b-1)/(12*a)/a/a - (b*b-b-1.0/3)*(2*b-1)/(40*a)/a/a/a)
		p = p.sub(logPair(a).mulFloat(b)).addFloat(-series)
	case math.Abs(l) > 700: // near the ends of the range
		return sign * Exp(l)
	default:
		la, _ := lgammaPair(a)
		lb, _ := lgammaPair(b)
		p = la.add(lb).sub(lgammaSum(a, b))
	}
	if v := p.value(); math.Abs(v) > 700 {
		return sign * Exp(v)
	}
	m, k := expPair(p)
	return sign * ldexp(m, k)
}

// lgammaSum is ln|Γ(a+b)|, of the sum before it is rounded.
func lgammaSum(a, b float64) pair {
	if a+b > 1e-20 {
		return lgammaPositive(twoSum(a, b))
	}
	l, _ := lgammaPair(a + b)
	return l
}

// nearOne is the Taylor series of lnΓ around 1, or around 2 when less is 1:
// the constants of ζ lose 1 there.
func nearOne(d, less float64) pair {
	z := [...]pair{
		{0x1.a51a6625307d3p+0, 0x1.1873d8912200cp-55},
		{0x1.33ba004f00621p+0, 0x1.c1b8b8ae2cf35p-55},
		{0x1.151322ac7d848p+0, 0x1.b5f91211196e5p-55},
		{0x1.097418eca7ccep+0, -0x1.21773ec70b998p-54},
		{0x1.0470984c09245p+0, -0x1.c209343d2bfc4p-54},
		{0x1.02232da14cf39p+0, -0x1.c95902995de95p-54},
		{0x1.010b36af86397p+0, -0x1.741a635b224a6p-56},
	}
	p := pair{}
	for k := len(z) + 1; k >= 2; k-- {
		c := z[k-2].addFloat(-less).div(of(float64(k)))
		if k%2 == 1 {
			c = c.neg()
		}
		p = p.mulFloat(d).add(c)
	}
	euler := pair{0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58}
	return p.mulFloat(d).sub(euler).addFloat(less).mulFloat(d)
}

// lgammaPair is ln|Γ(x)| and the sign of Γ(x).
func lgammaPair(x float64) (pair, float64) {
	if a := math.Abs(x); a < 1e-20 {
		return logPair(a).neg(), GammaSign(x) // Γ(x) is 1/x there
	}
	if x > 0 {
		return lgammaPositive(of(x)), 1
	}
	// Γ(x)·Γ(1-x) = π/sin πx
	r := x - 2*math.Round(x/2) // exact, |r| <= 1
	s, c := sincosPi(r)
	_ = c
	abs := s
	if abs.hi < 0 {
		abs = abs.neg()
	}
	l := lnPi.sub(logOf(abs)).sub(lgammaPositive(twoSum(1, -x)))
	return l, GammaSign(x)
}

// sincosPi gives sine and cosine of π·r, |r| <= 1.
func sincosPi(r float64) (s, c pair) {
	q := math.Round(2 * r)
	f := pi.mulFloat(r - q/2) // exact difference
	return quadrant(sinPair(f), cosPair(f), int(q)&3)
}

// lgammaPositive is Stirling's series, reached by the recurrence for small x.
func lgammaPositive(x pair) pair {
	product, shifted := of(1), false
	for x.hi < 20 {
		product = product.mul(x)
		x = x.addFloat(1)
		shifted = true
	}
	y := 1 / (x.hi * x.hi)
	tail := y * (-1.0/360 + y*(1.0/1260+y*(-1.0/1680+y*(1.0/1188+y*(-691.0/360360+y*(1.0/156+y*(-3617.0/122400+y*(43867.0/244188-y*174611.0/125400))))))))
	series := of(1).div(x.mulFloat(12)).addFloat(tail / x.hi)
	half := pair{0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55} // ln(2π)/2
	l := x.addFloat(-0.5).mul(logOf(x)).sub(x).add(half).add(series)
	if shifted {
		l = l.sub(logOf(product))
	}
	return l
}
