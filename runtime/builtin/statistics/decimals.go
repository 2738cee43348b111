package statistics

import (
	"math"
	"math/big"
	"slices"

	"github.com/synrun/synrun/runtime/value"
)

// Statistics of decimals are exact (40 §10.3), or have 28 significant digits
// where no finite decimal is.

func sortDecimals(t value.Thread, xs []*value.Decimal) error {
	if err := t.Work(len(xs)); err != nil {
		return err
	}
	slices.SortStableFunc(xs, value.CompareDecimals)
	return nil
}

func medianDecimals(t value.Thread, xs []*value.Decimal) (value.Value, error) {
	if err := sortDecimals(t, xs); err != nil {
		return value.Value{}, err
	}
	n := len(xs)
	if n%2 == 1 {
		return xs[n/2].Value(), nil
	}
	sum := value.AddDecimals(xs[n/2-1], xs[n/2]).Decimal()
	m := sum.Mant()
	if m.Bit(0) == 0 {
		return value.OfDecimal(new(big.Int).Rsh(m, 1), sum.Scale()), nil
	}
	return value.OfDecimal(new(big.Int).Mul(m, big.NewInt(5)), sum.Scale()+1), nil
}

// exactLevel is the level as a rational: a float is read from its text form.
func exactLevel(v value.Value, percent bool) *big.Rat {
	q := new(big.Rat)
	if v.IsFloat() {
		q.SetString(value.Display(v))
	} else {
		d := value.AsDecimal(v)
		q.SetFrac(d.Mant(), tenTo(d.Scale()))
	}
	if percent {
		q.Quo(q, big.NewRat(100, 1))
	}
	return q
}

func tenTo(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

func quantileDecimals(t value.Thread, s *series, lv value.Value, percent bool) (value.Value, error) {
	xs, err := s.toDecimals(t)
	if err != nil {
		return value.Value{}, err
	}
	if err := sortDecimals(t, xs); err != nil {
		return value.Value{}, err
	}
	pos := exactLevel(lv, percent)
	pos.Mul(pos, big.NewRat(int64(len(xs)-1), 1))
	i := new(big.Int).Quo(pos.Num(), pos.Denom())
	at := int(i.Int64())
	f := pos.Sub(pos, new(big.Rat).SetInt(i))
	if f.Sign() == 0 || at == len(xs)-1 {
		return xs[at].Value(), nil
	}
	// a level in decimal has a denominator that divides a power of ten
	part := value.QuoScaled(f.Num(), 0, f.Denom(), 0, 0).Decimal()
	if scale, ok := decimalScale(f.Denom()); ok {
		m := new(big.Int).Mul(f.Num(), tenTo(scale))
		part = value.OfDecimal(m.Quo(m, f.Denom()), scale).Decimal()
	}
	step := value.MulDecimals(value.SubDecimals(xs[at+1], xs[at]).Decimal(), part).Decimal()
	return value.AddDecimals(xs[at], step).Decimal().Trimmed(), nil
}

// decimalScale gives a scale at which 1/den is a whole number of units.
func decimalScale(den *big.Int) (int, bool) {
	twos := int(den.TrailingZeroBits())
	rest, five, r := new(big.Int).Rsh(den, uint(twos)), big.NewInt(5), new(big.Int)
	fives := 0
	for rest.Cmp(five) >= 0 {
		q, _ := new(big.Int).QuoRem(rest, five, r)
		if r.Sign() != 0 {
			return 0, false
		}
		rest = q
		fives++
	}
	return max(twos, fives), rest.IsInt64() && rest.Int64() == 1
}

// varDecimals is (n·Σx² − (Σx)²) / (n·(n−ddof)) on integers at one scale.
func varDecimals(t value.Thread, s *series, ddof int, root bool) (value.Value, error) {
	xs, err := s.toDecimals(t)
	if err != nil {
		return value.Value{}, err
	}
	if len(xs) <= ddof {
		return value.OfFloat(math.NaN()), nil
	}
	scale := 0
	for _, x := range xs {
		scale = max(scale, x.Scale())
	}
	sum, squares := new(big.Int), new(big.Int)
	m, sq := new(big.Int), new(big.Int)
	for _, x := range xs {
		m.Set(x.Mant())
		if d := scale - x.Scale(); d > 0 {
			m.Mul(m, tenTo(d))
		}
		words := m.BitLen() / 64
		if err := t.Work(1 + words*words/64); err != nil {
			return value.Value{}, err
		}
		sum.Add(sum, m)
		squares.Add(squares, sq.Mul(m, m))
	}
	n := big.NewInt(int64(len(xs)))
	num := squares.Mul(squares, n)
	num.Sub(num, sum.Mul(sum, sum))
	den := n.Mul(n, big.NewInt(int64(len(xs)-ddof)))
	if root {
		return rootOfRatio(num, den, 2*scale), nil
	}
	return value.QuoScaled(num, 2*scale, den, 0, 0).Decimal().Trimmed(), nil
}

// rootOfRatio is sqrt(num/den / 10^scale): exact if it has no more than 28
// significant digits, else rounded half to even to so many.
func rootOfRatio(num, den *big.Int, scale int) value.Value {
	if num.Sign() == 0 {
		return value.OfDecimal(new(big.Int), 0)
	}
	den = new(big.Int).Mul(den, tenTo(scale))
	// digits of the root before the point: half of those of the ratio
	est := float64(num.BitLen()-den.BitLen()) * 0.30103 / 2
	for places := max(0, 30-int(math.Floor(est))); ; places++ {
		// floor(sqrt(num·10^(2·places) / den)), with a mark for what is left
		r := new(big.Int).Mul(num, tenTo(2*places))
		q, rest := r.QuoRem(r, den, new(big.Int))
		root := new(big.Int).Sqrt(q)
		exact := rest.Sign() == 0 && new(big.Int).Mul(root, root).Cmp(q) == 0
		digits := len(root.Text(10))
		if digits < 29 {
			continue // the estimate was short
		}
		return roundDigits(root, places, digits-28, exact)
	}
}

// roundDigits drops the last digits of a root, half to even; exact tells
// that nothing follows them.
func roundDigits(root *big.Int, places, drop int, exact bool) value.Value {
	unit := tenTo(drop)
	q, r := new(big.Int).QuoRem(root, unit, new(big.Int))
	c := r.Lsh(r, 1).Cmp(unit)
	if c > 0 || c == 0 && (!exact || q.Bit(0) == 1) {
		q.Add(q, big.NewInt(1))
	}
	places -= drop
	if places < 0 {
		q.Mul(q, tenTo(-places))
		places = 0
	}
	return value.OfDecimal(q, places).Decimal().Trimmed()
}
