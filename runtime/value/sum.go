package value

// Sum adds numbers one after the other, exactly as `+` from 0 would, without
// making a value of every step. The zero Sum is 0.
type Sum struct {
	acc Value // unset while all numbers so far are small integers or small decimals
	n   int64 // coefficient
	s   int32 // scale
	dec bool  // a decimal was among them
	f   float64
	isF bool
}

// Add adds an integer, float or decimal. A decimal and a float do not mix.
func (s *Sum) Add(t Thread, v Value) error {
	if s.isF {
		switch v.Kind() {
		case KFloat:
			s.f += v.Float()
			return nil
		case KInt:
			s.f += float64(v.Int())
			return nil
		case KDecimal:
			return NewError(MixMsg)
		}
		s.f += ToFloat(v)
		return nil
	}
	if s.acc.IsUnset() {
		switch v.Kind() {
		case KInt:
			if s.s == 0 {
				if sum := s.n + v.Int(); (sum > s.n) == (v.Int() > 0) {
					s.n = sum
					return nil
				}
			}
		case KDecimal:
			if d := v.Decimal(); d.big == nil && s.addSmall(d.small, d.scale) {
				return nil
			}
		case KFloat:
			if s.dec {
				return NewError(MixMsg)
			}
			s.f, s.isF = float64(s.n)+v.Float(), true
			return nil
		}
		s.acc = s.small()
	}
	acc, err := binary(t, Add, "sum", s.acc, v)
	if err != nil {
		return err
	}
	if acc.IsFloat() {
		s.f, s.isF = acc.Float(), true
	}
	s.acc = acc
	return nil
}

// addSmall adds a decimal when the sum fits an int64 at the larger scale.
func (s *Sum) addSmall(m int64, scale int32) bool {
	n, ok := s.n, true
	switch d := scale - s.s; {
	case d > 0:
		if int(d) >= len(pow10small) {
			return false
		}
		if n, ok = MulInt(n, pow10small[d]); !ok {
			return false
		}
	case d < 0:
		if int(-d) >= len(pow10small) {
			return false
		}
		if m, ok = MulInt(m, pow10small[-d]); !ok {
			return false
		}
		scale = s.s
	}
	sum := n + m
	if (sum > n) != (m > 0) || scale > plainScale {
		return false
	}
	s.n, s.s, s.dec = sum, scale, true
	return true
}

func (s *Sum) small() Value {
	if s.dec {
		return ofSmallDecimal(s.n, s.s)
	}
	return OfInt(s.n)
}

// Value is the sum so far.
func (s *Sum) Value() Value {
	switch {
	case s.isF:
		return OfFloat(s.f)
	case s.acc.IsUnset():
		return s.small()
	}
	return s.acc
}
