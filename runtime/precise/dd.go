// Package precise computes elementary and special functions to well within
// two units in the last place, on every platform alike (40 §8.1).
//
// Go's math package is faster in places and further off in others: near
// multiples of pi, near 1 for logarithms and arc functions, and in powers.
// Where it would miss the contract the functions here work on pairs of
// floats: a pair is the unevaluated sum hi + lo with |lo| at most half a
// unit of hi, which holds about 106 bits. Products and sums of pairs are
// built from two exact steps, twoSum and twoProd.
package precise

import "math"

type pair struct{ hi, lo float64 }

// twoSum gives a+b exactly.
func twoSum(a, b float64) pair {
	s := a + b
	bb := s - a
	return pair{s, (a - (s - bb)) + (b - bb)}
}

// quickSum is twoSum for |a| >= |b|.
func quickSum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// twoProd gives a·b exactly.
func twoProd(a, b float64) pair {
	p := a * b
	return pair{p, math.FMA(a, b, -p)}
}

func of(a float64) pair { return pair{a, 0} }

func (a pair) value() float64 { return a.hi + a.lo }

func (a pair) neg() pair { return pair{-a.hi, -a.lo} }

func (a pair) add(b pair) pair {
	s, t := twoSum(a.hi, b.hi), twoSum(a.lo, b.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (a pair) sub(b pair) pair { return a.add(b.neg()) }

func (a pair) addFloat(b float64) pair {
	s := twoSum(a.hi, b)
	return quickSum(s.hi, s.lo+a.lo)
}

func (a pair) mul(b pair) pair {
	p := twoProd(a.hi, b.hi)
	return quickSum(p.hi, math.FMA(a.hi, b.lo, math.FMA(a.lo, b.hi, p.lo)))
}

func (a pair) mulFloat(b float64) pair {
	p := twoProd(a.hi, b)
	return quickSum(p.hi, math.FMA(a.lo, b, p.lo))
}

// scale multiplies by a power of two, exactly.
func (a pair) scale(p float64) pair { return pair{a.hi * p, a.lo * p} }

func (a pair) div(b pair) pair {
	q := a.hi / b.hi
	r := a.sub(b.mulFloat(q))
	q2 := r.hi / b.hi
	r = r.sub(b.mulFloat(q2))
	return quickSum(q, q2).addFloat(r.hi / b.hi)
}

func (a pair) sqrt() pair {
	if a.hi <= 0 {
		return pair{}
	}
	s := math.Sqrt(a.hi)
	r := a.sub(twoProd(s, s))
	return quickSum(s, r.hi/(2*s))
}

var (
	ln2     = pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	perLn2  = pair{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}
	perLn10 = pair{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}
	pi      = pair{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}
	lnPi    = pair{0x1.250d048e7a1bdp+0, 0x1.7abf2ad8d5088p-57}
)

const huge = 1e300
