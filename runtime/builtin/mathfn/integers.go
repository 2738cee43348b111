package mathfn

import (
	"math"
	"math/big"
	"strconv"

	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

// Ways to round a decimal: the quotient and remainder of its coefficient by
// a power of ten, truncated, become a whole number.
type roundKind int

const (
	truncKind roundKind = iota
	floorKind
	ceilKind
	evenKind
)

// rounding makes floor, ceil, trunc or round: a number becomes an exact
// integer, an array stays an array of floats.
func rounding(name string, f func(float64) float64, kind roundKind) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		v := args[0]
		switch v.Kind() {
		case value.KInt, value.KBig:
			return v, nil
		case value.KFloat:
			return wholeFloat(f(v.Float())), nil
		case value.KDecimal:
			return value.OfBig(roundDecimal(v.Decimal(), kind)), nil
		}
		if a, ok := ndarray.Of(v); ok {
			return a.Map(t, f)
		}
		return value.Value{}, notNumber(name, v)
	}
}

// wholeFloat gives the exact integer of a float without fraction, 0 for nan
// and infinities.
func wholeFloat(f float64) value.Value {
	switch {
	case f > -1<<63 && f < 1<<63:
		return value.OfInt(int64(f))
	case math.IsNaN(f) || math.IsInf(f, 0):
		return value.OfInt(0)
	}
	i, _ := big.NewFloat(f).Int(nil)
	return value.OfBig(i)
}

func roundDecimal(d *value.Decimal, kind roundKind) *big.Int {
	if kind == evenKind {
		i, _ := d.RoundHalfEven(0).Decimal().Integral()
		return i
	}
	i, whole := d.Integral() // truncated
	if !whole {
		switch s := d.Sign(); {
		case kind == floorKind && s < 0:
			i = new(big.Int).Sub(i, big.NewInt(1))
		case kind == ceilKind && s > 0:
			i = new(big.Int).Add(i, big.NewInt(1))
		}
	}
	return i
}

// maxPlaces is where more decimals of a float are all zero.
const maxPlaces = 340

func roundTo(_ value.Thread, args []value.Value) (value.Value, error) {
	x, places := args[0], args[1]
	if !x.IsReal() {
		return value.Value{}, notNumber("round_to", x)
	}
	if !places.IsInteger() {
		return value.Value{}, value.Errorf("round_to expects an integer number of decimals")
	}
	if places.BigInt().Sign() < 0 {
		return value.Value{}, value.Errorf("round_to expects a non-negative number of decimals")
	}
	n := math.MaxInt32
	if places.IsInt() {
		n = int(min(places.Int(), math.MaxInt32))
	}
	switch x.Kind() {
	case value.KFloat:
		f := x.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return x, nil
		}
		r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', min(n, maxPlaces), 64), 64)
		return value.OfFloat(r), nil
	case value.KDecimal:
		return x.Decimal().RoundHalfEven(n), nil
	}
	return x, nil
}

// whole gives the integer of an argument that must be one.
func whole(name string, v value.Value) (*big.Int, error) {
	switch v.Kind() {
	case value.KInt, value.KBig:
		return v.BigInt(), nil
	case value.KFloat:
		return nil, value.Errorf("%s expects an integer, got float", name)
	case value.KDecimal:
		if i, ok := v.Decimal().Integral(); ok {
			return i, nil
		}
		return nil, value.Errorf("%s expects an integer, got decimal", name)
	}
	return nil, notNumber(name, v)
}

func gcd(t value.Thread, args []value.Value) (value.Value, error) {
	a, b, err := wholePair(t, "gcd", args)
	if err != nil {
		return value.Value{}, err
	}
	g, err := divisor(t, a, b)
	if err != nil {
		return value.Value{}, err
	}
	return value.OfBig(g), nil
}

// divisor is the greatest common divisor of two numbers that it may change.
// Above a million bits the steps of Euclid are made one by one, so that a
// deadline is noticed between them.
func divisor(t value.Thread, a, b *big.Int) (*big.Int, error) {
	const large = 1 << 20
	a.Abs(a)
	b.Abs(b)
	q, r := new(big.Int), new(big.Int)
	for min(a.BitLen(), b.BitLen()) > large {
		if err := t.Work(1 + a.BitLen()/4096); err != nil {
			return nil, err
		}
		q.QuoRem(a, b, r)
		a, b, r = b, r, a
	}
	if b.BitLen() > a.BitLen() {
		a, b = b, a
	}
	if b.Sign() == 0 {
		return a, nil
	}
	a.Rem(a, b)
	if words := b.BitLen() / 64; words > 64 {
		if err := t.Work(words * words / 8); err != nil {
			return nil, err
		}
	}
	return new(big.Int).GCD(nil, nil, b, a), nil
}

func lcm(t value.Thread, args []value.Value) (value.Value, error) {
	a, b, err := wholePair(t, "lcm", args)
	if err != nil {
		return value.Value{}, err
	}
	if a.Sign() == 0 || b.Sign() == 0 {
		return value.OfInt(0), nil
	}
	if a.BitLen()+b.BitLen() > value.MaxIntBits {
		return value.Value{}, value.TooLarge("lcm")
	}
	p := new(big.Int).Mul(a, b)
	g, err := divisor(t, a, b)
	if err != nil {
		return value.Value{}, err
	}
	p.Abs(p)
	return value.OfBig(p.Quo(p, g)), nil
}

// wholePair gives copies of both arguments.
func wholePair(t value.Thread, name string, args []value.Value) (a, b *big.Int, err error) {
	if a, err = whole(name, args[0]); err != nil {
		return nil, nil, err
	}
	if b, err = whole(name, args[1]); err != nil {
		return nil, nil, err
	}
	if err = t.Charge((a.BitLen() + b.BitLen()) / 4); err != nil {
		return nil, nil, err
	}
	return new(big.Int).Set(a), new(big.Int).Set(b), nil
}

func factorial(t value.Thread, args []value.Value) (value.Value, error) {
	i, err := whole("factorial", args[0])
	switch {
	case err != nil:
		return value.Value{}, err
	case i.Sign() < 0:
		return value.Value{}, value.Errorf("factorial expects a non-negative integer")
	case !i.IsInt64():
		return value.Value{}, value.Errorf("factorial argument too large")
	}
	n := i.Int64()
	if n < 2 {
		return value.OfInt(1), nil
	}
	lg, _ := math.Lgamma(float64(n) + 1)
	bits := lg / math.Ln2
	if bits > value.MaxIntBits+1 {
		return value.Value{}, value.TooLarge("factorial")
	}
	if err := t.Charge(int(bits) / 2); err != nil { // with the products on the way
		return value.Value{}, err
	}
	r, err := product(t, 2, n)
	if err != nil {
		return value.Value{}, err
	}
	if r.BitLen() > value.MaxIntBits {
		return value.Value{}, value.TooLarge("factorial")
	}
	return value.OfBig(r), nil
}

// product multiplies the integers from a to b by halves, so that large
// factors meet large ones and the work is counted on the way.
func product(t value.Thread, a, b int64) (*big.Int, error) {
	if b-a < 1000 {
		return new(big.Int).MulRange(a, b), t.Work(int(b-a)/8 + 1)
	}
	m := (a + b) / 2
	x, err := product(t, a, m)
	if err != nil {
		return nil, err
	}
	y, err := product(t, m+1, b)
	if err != nil {
		return nil, err
	}
	if err := t.Work(value.MulWork(x.BitLen(), y.BitLen())); err != nil {
		return nil, err
	}
	return x.Mul(x, y), nil
}
