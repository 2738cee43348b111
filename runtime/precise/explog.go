package precise

import "math"

// Exp is e to the x.
func Exp(x float64) float64 { return math.Exp(x) }

// expPair gives e^x as m·2^k with m near 1; |x| is at most some thousands.
func expPair(x pair) (m pair, k int) {
	n := math.Round(x.hi / ln2.hi)
	// n·ln2 to three parts, so that nothing is lost when x is large
	r := x.sub(twoProd(n, ln2.hi))
	r = r.sub(twoProd(n, ln2.lo))
	const halvings = 16
	r = r.scale(1.0 / halvings)
	// e^r - 1 by Taylor: |r| < 0.022
	y := r.hi
	tail := 1.0/120 + y*(1.0/720+y*(1.0/5040+y*(1.0/40320+y/362880)))
	p := of(1.0 / 24).add(pair{tail * y, 0})
	p.lo += 0x1.5555555555555p-59 // 1/24 is 0x1.5555555555555p-5 and this
	p = p.mul(r).add(sixth)
	p = p.mul(r).addFloat(0.5)
	p = p.mul(r).mul(r).add(r)
	for range 4 { // (1+p)² - 1
		p = p.scale(2).add(p.mul(p))
	}
	return p.addFloat(1), int(n)
}

var (
	sixth = pair{0x1.5555555555555p-3, 0x1.5555555555555p-57}
	third = pair{0x1.5555555555555p-2, 0x1.5555555555555p-56}
	fifth = pair{0x1.999999999999ap-3, -0x1.999999999999ap-57}
)

// ldexp gives (hi+lo)·2^k, rounded once.
func ldexp(m pair, k int) float64 {
	v := m.value()
	if k < -1000 { // the result may be subnormal: round the exact sum, not v
		s := math.Ldexp(v, k)
		rest := math.Ldexp((m.hi-math.Ldexp(s, -k))+m.lo, k)
		return s + rest
	}
	return math.Ldexp(v, k)
}

// logPair is ln x for a finite x > 0.
func logPair(x float64) pair {
	frac, exp := math.Frexp(x)
	if frac < math.Sqrt2/2 {
		frac *= 2
		exp--
	}
	// ln f = 2·atanh((f-1)/(f+1)), and f-1 is exact
	s := of(frac - 1).div(twoSum(frac, 1))
	l := twoAtanh(s)
	if exp == 0 {
		return l
	}
	n := float64(exp)
	return twoProd(n, ln2.hi).add(twoProd(n, ln2.lo)).add(l)
}

// twoAtanh is 2·atanh(s) for |s| below 0.18.
func twoAtanh(s pair) pair {
	z := s.mul(s)
	y := z.hi
	tail := 1.0/7 + y*(1.0/9+y*(1.0/11+y*(1.0/13+y*(1.0/15+y*(1.0/17+y*(1.0/19+y*(1.0/21+y*(1.0/23+y*(1.0/25+y/27)))))))))
	p := fifth.addFloat(tail * y)
	p = p.mul(z).add(third)
	p = p.mul(z).mul(s).add(s)
	return p.scale(2)
}

// logOf is the logarithm of a pair.
func logOf(x pair) pair {
	l := logPair(x.hi)
	return l.addFloat(x.lo / x.hi)
}

// log1p is ln(1+u), u > -1.
func log1p(u pair) pair {
	if math.Abs(u.hi) < 0.3 {
		return twoAtanh(u.div(u.addFloat(2)))
	}
	return logOf(u.addFloat(1))
}

// Log is the natural logarithm.
func Log(x float64) float64 {
	if 0 < x && x < 0x1p-1022 {
		return logPair(x).value() // package math is wrong for subnormal numbers on some machines
	}
	return math.Log(x)
}

// ordinary reports a positive finite number.
func ordinary(x float64) bool { return x > 0 && x <= math.MaxFloat64 }

// Log2 is exact for powers of two.
func Log2(x float64) float64 {
	if !ordinary(x) {
		return math.Log2(x)
	}
	if f, e := math.Frexp(x); f == 0.5 {
		return float64(e - 1)
	}
	return logPair(x).mul(perLn2).value()
}

// Log10 is exact for the powers of ten that a float holds exactly.
func Log10(x float64) float64 {
	if !ordinary(x) {
		return math.Log10(x)
	}
	r := logPair(x).mul(perLn10).value()
	if k := math.Round(r); math.Abs(r-k) < 1e-12 && k >= 0 && k <= 22 && math.Pow10(int(k)) == x {
		return k
	}
	return r
}

// Pow is x**y. Whole powers of whole numbers are exact as long as the result
// is below 2^53, and so are powers of powers of two.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1:
		return x
	case y == 0.5 && ordinary(x):
		return math.Sqrt(x)
	case !ordinary(math.Abs(x)) || math.IsNaN(y) || math.Abs(y) >= 1<<63:
		return math.Pow(x, y) // zeros, infinities and nan: as IEEE says; so large an exponent gives one of them
	}
	whole := math.Trunc(y) == y
	if x < 0 && !whole {
		return math.NaN()
	}
	neg := x < 0 && whole && math.Abs(y) < 1<<53 && math.Mod(y, 2) != 0
	a := math.Abs(x)
	r, ok := 0.0, false
	if whole {
		r, ok = wholePower(a, y)
	}
	if !ok {
		r = power(a, y)
	}
	if neg {
		return -r
	}
	return r
}

// wholePower multiplies out the powers that are exact.
func wholePower(a, y float64) (float64, bool) {
	if f, e := math.Frexp(a); f == 0.5 {
		if n := y * float64(e-1); math.Abs(n) < 1<<20 {
			return math.Ldexp(1, int(n)), true
		}
	}
	if y < 0 || y > 64 {
		return 0, false
	}
	r := 1.0
	for n := int(y); n > 0; n-- {
		p := twoProd(r, a)
		if p.lo != 0 {
			return 0, false
		}
		r = p.hi
	}
	return r, true
}

func power(a, y float64) float64 {
	l := logPair(a).mulFloat(y)
	switch {
	case l.hi > 710:
		return math.Inf(1)
	case l.hi < -746:
		return 0
	}
	m, k := expPair(l)
	return ldexp(m, k)
}

// Sinh is the hyperbolic sine.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || a == 0 || a > 711:
		return math.Sinh(x)
	case a < 1e-5:
		return x + x*x*x/6
	case a < 0.3:
		z := twoProd(x, x)
		y := z.hi
		tail := 1.0/120 + y*(1.0/5040+y*(1.0/362880+y*(1.0/39916800+y/6227020800)))
		return sixth.addFloat(tail * y).mul(z).mulFloat(x).addFloat(x).value()
	}
	m, k := expPair(of(a))
	inv := of(1).div(m)
	r := ldexp(m.sub(inv.scale(math.Ldexp(1, max(-2*k, -1000)))).scale(0.5), k)
	return math.Copysign(r, x)
}

// Cosh is the hyperbolic cosine.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	if math.IsNaN(x) || a > 711 {
		return math.Cosh(x)
	}
	m, k := expPair(of(a))
	inv := of(1).div(m)
	return ldexp(m.add(inv.scale(math.Ldexp(1, max(-2*k, -1000)))).scale(0.5), k)
}

// Tanh is the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || a == 0:
		return x
	case a > 22:
		return math.Copysign(1, x)
	case a < 0.25:
		return Sinh(x) / Cosh(x)
	}
	m, k := expPair(of(2 * a))
	e := m.scale(math.Ldexp(1, k))
	return math.Copysign(e.addFloat(-1).div(e.addFloat(1)).value(), x)
}

// Asinh is the inverse of Sinh.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || a < 1e-8:
		return x
	case a > 1e150:
		return math.Copysign(logPair(a).add(ln2).value(), x)
	}
	sq := twoProd(a, a)
	// ln(a + sqrt(a²+1)) = log1p(a + a²/(1 + sqrt(a²+1)))
	u := sq.div(sq.addFloat(1).sqrt().addFloat(1)).addFloat(a)
	return math.Copysign(log1p(u).value(), x)
}

// Acosh is the inverse of Cosh.
func Acosh(x float64) float64 {
	switch {
	case !(x > 1) || math.IsInf(x, 1):
		return math.Acosh(x)
	case x > 1e150:
		return logPair(x).add(ln2).value()
	}
	t := twoSum(x, -1)
	return log1p(t.add(t.mul(t.addFloat(2)).sqrt())).value()
}

// Atanh is the inverse of Tanh.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	if !(a < 1) || a < 1e-8 {
		return math.Atanh(x)
	}
	u := of(2 * a).div(twoSum(1, -a))
	return math.Copysign(log1p(u).scale(0.5).value(), x)
}

// LogHypot is ln sqrt(a²+b²), accurate near 1 too.
func LogHypot(a, b float64) float64 {
	a, b = math.Abs(a), math.Abs(b)
	if a < b {
		a, b = b, a
	}
	if !ordinary(a) || math.IsNaN(b) {
		return Log(math.Hypot(a, b))
	}
	_, e := math.Frexp(a)
	x, y := math.Ldexp(a, -e), math.Ldexp(b, -e)
	if e == 0 || e == 1 {
		x, y, e = a, b, 0
	}
	l := logOf(twoProd(x, x).add(twoProd(y, y))).scale(0.5)
	n := float64(e)
	return twoProd(n, ln2.hi).addFloat(n * ln2.lo).add(l).value()
}

// Log1p is ln(1+x).
func Log1p(x float64) float64 {
	if !(x > -1) || math.IsInf(x, 1) || math.Abs(x) < 1e-300 {
		return math.Log1p(x)
	}
	return log1p(of(x)).value()
}
