package moment

import (
	"math"
	"math/big"
	"strconv"

	"github.com/synrun/synrun/runtime/value"
)

// Duration is an exact number of nanoseconds.
type Duration int64

// Units of a duration in nanoseconds.
const (
	Millisecond = 1_000_000
	Second      = 1000 * Millisecond
	Minute      = 60 * Second
	Hour        = 60 * Minute
	Day         = 24 * Hour
	Week        = 7 * Day
)

func durationOf(n *big.Int) (Duration, error) {
	if !n.IsInt64() {
		return 0, errDurationRange()
	}
	return Duration(n.Int64()), nil
}

// Value of the duration.
func (d Duration) Value() value.Value { return value.OfObject(d) }

// TypeName is what type_of gives.
func (Duration) TypeName() string { return "duration" }

// Truth is false for no time at all.
func (d Duration) Truth() bool { return d != 0 }

// Display is the ISO form in days, hours, minutes and seconds.
func (d Duration) Display() string {
	if d == 0 {
		return "PT0S"
	}
	var b []byte
	n := uint64(d)
	if d < 0 {
		b = append(b, '-')
		n = -n
	}
	b = append(b, 'P')
	part := func(unit uint64, name byte) {
		if k := n / unit; k > 0 {
			b = append(strconv.AppendUint(b, k, 10), name)
			n %= unit
		}
	}
	part(uint64(Day), 'D')
	if n == 0 {
		return string(b)
	}
	b = append(b, 'T')
	part(uint64(Hour), 'H')
	part(uint64(Minute), 'M')
	if n > 0 {
		b = strconv.AppendUint(b, n/uint64(Second), 10)
		if f := n % uint64(Second); f > 0 {
			digits := strconv.FormatUint(uint64(Second)+f, 10)[1:]
			for digits[len(digits)-1] == '0' {
				digits = digits[:len(digits)-1]
			}
			b = append(append(b, '.'), digits...)
		}
		b = append(b, 'S')
	}
	return string(b)
}

// Key is the same for equal durations.
func (d Duration) Key() string { return "n" + strconv.FormatInt(int64(d), 10) }

// Equal is the same length.
func (d Duration) Equal(other value.Value) bool {
	e, ok := value.ObjectOf[Duration](other)
	return ok && d == e
}

// Compare orders two durations.
func (d Duration) Compare(other value.Value) (int, bool, error) {
	if e, ok := value.ObjectOf[Duration](other); ok {
		return compare(int64(d), int64(e)), true, nil
	}
	return noOrder(d, other)
}

// Binary computes with durations, numbers, dates and datetimes.
func (d Duration) Binary(t value.Thread, op value.Op, other value.Value, flipped bool) (value.Value, bool, error) {
	if other.IsReal() {
		return d.scale(op, other, flipped)
	}
	e, ok := value.ObjectOf[Duration](other)
	if !ok {
		if o, ok := value.ObjectOf[value.Operand](other); ok && op == value.Add && !flipped {
			switch o.(type) {
			case Date, Datetime:
				return o.Binary(t, op, d.Value(), true)
			}
		}
		return value.Value{}, false, nil
	}
	switch op {
	case value.Add, value.Sub:
		if op == value.Sub {
			if e == math.MinInt64 {
				return value.Value{}, false, errDurationRange()
			}
			e = -e
		}
		sum := d + e
		if (sum > d) != (e > 0) {
			return value.Value{}, false, errDurationRange()
		}
		return sum.Value(), true, nil
	case value.Div:
		if e == 0 {
			return value.Value{}, false, value.NewError("Division by zero")
		}
		return value.OfFloat(Ratio(int64(d), int64(e))), true, nil
	}
	return value.Value{}, false, nil
}

// Ratio is the nearest float of a/b.
func Ratio(a, b int64) float64 {
	if abs(a) < 1<<53 && abs(b) < 1<<53 {
		return float64(a) / float64(b)
	}
	f, _ := big.NewRat(a, b).Float64()
	return f
}

func abs(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// scale multiplies or divides by a number, exactly, and rounds to
// nanoseconds.
func (d Duration) scale(op value.Op, by value.Value, flipped bool) (value.Value, bool, error) {
	switch {
	case op == value.Mul:
		if by.IsInt() {
			if n, ok := value.MulInt(int64(d), by.Int()); ok {
				return Duration(n).Value(), true, nil
			}
		}
	case op == value.Div && !flipped:
		if !value.Truth(by) {
			return value.Value{}, false, value.NewError("Division by zero")
		}
		if by.IsFloat() && math.IsInf(by.Float(), 0) {
			return Duration(0).Value(), true, nil
		}
	default:
		return value.Value{}, false, nil
	}
	r, ok := exact(by)
	if !ok {
		return value.Value{}, false, errDurationRange()
	}
	if op == value.Div {
		r.Inv(r)
	}
	n, err := durationOf(roundRat(r.Mul(r, big.NewRat(int64(d), 1))))
	return n.Value(), err == nil, err
}

// Total adds amounts of units; all exact, the sum rounded to nanoseconds.
type Total struct {
	whole int64
	rest  *big.Rat // nil while whole holds everything
}

// Add adds a number of units; ok is false when it is nan or infinite.
func (s *Total) Add(v value.Value, unit int64) (ok bool) {
	if v.IsInt() && s.rest == nil {
		if n, fits := value.MulInt(v.Int(), unit); fits {
			if sum := s.whole + n; (sum > s.whole) == (n > 0) {
				s.whole = sum
				return true
			}
		}
	}
	r, ok := exact(v)
	if !ok {
		return false
	}
	if s.rest == nil {
		s.rest = new(big.Rat).SetInt64(s.whole)
	}
	s.rest.Add(s.rest, r.Mul(r, big.NewRat(unit, 1)))
	return true
}

// Duration is the sum; ok is false when it does not fit.
func (s *Total) Duration() (d Duration, ok bool) {
	if s.rest == nil {
		return Duration(s.whole), true
	}
	n := roundRat(s.rest)
	return Duration(n.Int64()), n.IsInt64()
}
