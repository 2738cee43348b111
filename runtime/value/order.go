package value

import "strings"

// Order computes < <= > >=.
func Order(op Op, a, b Value) (bool, error) {
	ka, kb := a.Kind(), b.Kind()
	var c int
	switch {
	case isNumber(ka) && isNumber(kb):
		if ka == KDecimal && kb == KFloat || ka == KFloat && kb == KDecimal {
			return false, NewError(MixMsg)
		}
		if c = CompareNumbers(a, b); c == unordered {
			return false, nil
		}
	case ka == KText && kb == KText:
		c = strings.Compare(a.Str(), b.Str())
	case ka == KObject || kb == KObject:
		var err error
		if c, err = orderObjects(op, a, b); err != nil {
			return false, err
		}
	default:
		return false, unsupported(op, a, b)
	}
	switch op {
	case Lt:
		return c < 0, nil
	case Le:
		return c <= 0, nil
	case Gt:
		return c > 0, nil
	default:
		return c >= 0, nil
	}
}

// orderObjects asks the left operand, or the right one if the left has no
// order of its own.
func orderObjects(op Op, a, b Value) (int, error) {
	o, ok := ObjectOf[Ordered](a)
	other, sign := b, 1
	if !ok {
		if o, ok = ObjectOf[Ordered](b); !ok {
			return 0, unsupported(op, a, b)
		}
		other, sign = a, -1
	}
	c, ok, err := o.Compare(other)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, unsupported(op, a, b)
	}
	return sign * c, nil
}
