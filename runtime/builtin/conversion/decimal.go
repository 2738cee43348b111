package conversion

import (
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"

	"github.com/synrun/synrun/runtime/value"
)

func decimal(_ value.Thread, args []value.Value) (value.Value, error) {
	r, err := toDecimal(args[0])
	return orElse(r, err, args[1])
}

func toDecimal(v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.KDecimal:
		return v, nil
	case value.KInt:
		return value.OfSmallDecimal(v.Int(), 0), nil
	case value.KBig:
		return value.OfDecimal(v.BigInt(), 0), nil
	case value.KFloat:
		return v, value.Errorf(`decimal(float) is not exact; use a string, e.g. decimal("1.50"), to avoid float imprecision`)
	case value.KText:
		if d, ok := ParseDecimal(trim(v.Str())); ok {
			return d, nil
		}
		return v, value.Errorf("Cannot parse %s as a decimal (digits with an optional sign, point and exponent — 12.50, 1.5e-3 — up to 4300 digits)", v.Str())
	}
	return v, value.Errorf("Cannot convert %s to a decimal", value.TypeName(v))
}

// ParseDecimal reads a trimmed decimal text. The scale is what was written:
// digits after the point minus the exponent, never negative.
func ParseDecimal(s string) (value.Value, bool) {
	rest := s
	negative := false
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		negative = rest[0] == '-'
		rest = rest[1:]
	}
	if !isDecimalFloat(rest) {
		return value.Value{}, false
	}
	exponent := 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		n, err := strconv.Atoi(rest[i+1:])
		if err != nil || n > 2*maxDigits || n < -2*maxDigits {
			return value.Value{}, false
		}
		exponent, rest = n, rest[:i]
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	scale := len(fraction) - exponent
	digits := whole + fraction
	if scale < 0 {
		if len(strings.TrimLeft(digits, "0"))-scale > maxDigits {
			return value.Value{}, false
		}
		digits += strings.Repeat("0", -scale)
		scale = 0
	}
	if len(digits) > maxDigits || scale > maxDigits {
		return value.Value{}, false
	}
	if negative {
		digits = "-" + digits
	}
	if len(digits) < 19 { // fits an int64
		m, err := strconv.ParseInt(digits, 10, 64)
		return value.OfSmallDecimal(m, scale), err == nil
	}
	m, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return value.Value{}, false
	}
	return value.OfDecimal(m, scale), true
}

func hexText(v value.Value) (string, error) {
	switch v.Kind() {
	case value.KInt, value.KBig:
		i := v.BigInt()
		if i.Sign() < 0 {
			return "", value.Errorf("hex(%s): negative numbers have no hex quantity form", value.Display(v))
		}
		return "0x" + i.Text(16), nil
	case value.KBytes:
		b := v.Bytes()
		out := make([]byte, 2, 2+2*len(b))
		copy(out, "0x")
		return string(hex.AppendEncode(out, b)), nil
	case value.KFloat, value.KDecimal:
		return "", value.Errorf("hex() takes an integer or bytes, got %s — convert on purpose first: hex(int(x))", value.Display(v))
	case value.KSecret:
		return "", value.Errorf("hex(): a secret is never shown")
	}
	return "", value.Errorf("hex() takes an integer or bytes, got %s", value.TypeName(v))
}

func hexOf(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.Kind() == value.KBytes {
		if err := t.Charge(2*len(v.Bytes()) + value.TextSize); err != nil {
			return v, err
		}
	}
	s, err := hexText(v)
	if err != nil {
		return v, err
	}
	return value.OfASCII(s), nil
}
