package builtintest

import (
	"math/big"
	"strings"

	"github.com/synrun/synrun/runtime/value"
)

// Dec makes a decimal of its text.
func Dec(s string) value.Value {
	whole, frac, _ := strings.Cut(s, ".")
	m, ok := new(big.Int).SetString(whole+frac, 10)
	if !ok {
		panic("builtintest: no decimal " + s)
	}
	return value.OfDecimal(m, len(frac))
}

// Big makes an integer of its digits.
func Big(s string) value.Value {
	i, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("builtintest: no integer " + s)
	}
	return value.OfBig(i)
}
