package value

import (
	"bytes"
	"crypto/subtle"
	"math"
	"math/big"
)

// MixMsg is the error of a decimal meeting a float.
const MixMsg = "cannot mix decimal and float; convert with float(x) or decimal(...)"

// Equal is `==` (20 §5). clash reports that a decimal met a float at some
// place and nothing else differs: the caller raises MixMsg with its prefix.
func Equal(t Thread, a, b Value) (eq, clash bool, err error) {
	e := equality{t: t}
	eq, err = e.equal(a, b, 0)
	return eq, eq && e.clash, err
}

type equality struct {
	t     Thread
	clash bool
	seen  int
}

func (e *equality) equal(a, b Value, depth int) (bool, error) {
	ka, kb := a.Kind(), b.Kind()
	if ka >= KModule || kb >= KModule {
		return e.containers(a, b, depth)
	}
	switch {
	case ka == KDecimal && kb == KFloat, ka == KFloat && kb == KDecimal:
		e.clash = true
		return true, nil
	case isNumeric(ka) && isNumeric(kb):
		return CompareNumbers(a, b) == 0, nil
	case ka == KObject:
		return a.Object().Equal(b), nil
	case kb == KObject:
		return b.Object().Equal(a), nil
	case ka == KSecret && (kb == KSecret || kb == KText), kb == KSecret && ka == KText:
		return subtle.ConstantTimeCompare([]byte(plain(a)), []byte(plain(b))) == 1, nil
	case ka != kb:
		return ka <= KNothing && kb <= KNothing, nil
	}
	switch ka {
	case KText:
		return a.Str() == b.Str(), nil
	case KNothing, KUnset:
		return true, nil
	case KBytes:
		return bytes.Equal(a.Bytes(), b.Bytes()), nil
	}
	return false, nil // tasks, builtins: never equal
}

func plain(v Value) string {
	if v.Kind() == KSecret {
		return v.Secret().Plain
	}
	return v.Str()
}

func isNumeric(k Kind) bool { return k >= KBool && k <= KDecimal }

func (e *equality) containers(a, b Value, depth int) (bool, error) {
	if depth > MaxNesting {
		return false, errNested
	}
	if e.seen++; e.seen&63 == 0 && e.t != nil {
		if err := e.t.Work(64); err != nil {
			return false, err
		}
	}
	if a.Kind() == KList {
		if b.Kind() != KList {
			return false, nil
		}
		x, y := a.Items(), b.Items()
		if len(x) != len(y) {
			return false, nil
		}
		if len(x) > 64 && e.t != nil {
			if err := e.t.Work(len(x) / 8); err != nil {
				return false, err
			}
		}
		for i := range x {
			if eq, err := e.equal(x[i], y[i], depth+1); !eq || err != nil {
				return false, err
			}
		}
		return true, nil
	}
	x, ok := a.AsMap()
	y, ok2 := b.AsMap()
	if !ok || !ok2 || x.Len() != y.Len() {
		return false, nil
	}
	for k, v := range x.All() {
		w, ok := y.GetText(k)
		if !ok {
			return false, nil
		}
		if eq, err := e.equal(v, w, depth+1); !eq || err != nil {
			return false, err
		}
	}
	return true, nil
}

// unordered is the result of CompareNumbers when a nan is involved.
const unordered = 2

// CompareNumbers compares bools (as 0 and 1), integers, floats and decimals
// by exact value: -1, 0, 1, or 2 when one is nan. Decimal against float is
// the caller's business.
func CompareNumbers(a, b Value) int {
	ka, kb := a.Kind(), b.Kind()
	if ka == KBool {
		a, ka = OfInt(int64(a.n)), KInt
	}
	if kb == KBool {
		b, kb = OfInt(int64(b.n)), KInt
	}
	switch {
	case ka == KInt && kb == KInt:
		return cmp(a.Int(), b.Int())
	case ka == KFloat && kb == KFloat:
		return cmpFloat(a.Float(), b.Float())
	case ka == KFloat:
		if c := compareIntFloat(b, a.Float()); c != unordered {
			return -c
		}
		return unordered
	case kb == KFloat:
		return compareIntFloat(a, b.Float())
	case ka == KDecimal || kb == KDecimal:
		return CompareDecimals(AsDecimal(a), AsDecimal(b))
	}
	return a.BigInt().Cmp(b.BigInt())
}

func cmp(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == b:
		return 0
	}
	return unordered
}

// compareIntFloat compares without rounding the integer.
func compareIntFloat(i Value, f float64) int {
	switch {
	case math.IsNaN(f):
		return unordered
	case math.IsInf(f, 1):
		return -1
	case math.IsInf(f, -1):
		return 1
	}
	if i.IsInt() {
		n := i.Int()
		if n > -1<<53 && n < 1<<53 {
			return cmpFloat(float64(n), f)
		}
	}
	whole := math.Floor(f)
	fi, _ := big.NewFloat(whole).Int(nil)
	if c := i.BigInt().Cmp(fi); c != 0 {
		return c
	}
	if f > whole {
		return -1
	}
	return 0
}
