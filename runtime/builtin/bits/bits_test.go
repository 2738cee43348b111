package bits

import (
	"math"
	"math/big"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestBits(t *testing.T) {
	Rows(Table).CheckRows(t, "bits")
	Rows(Table).Run(t, []Case{
		{"bit_and", List{value.OfDecimal(big.NewInt(60), 1), 3}, "2"},
		{"bit_or", List{value.OfDecimal(big.NewInt(15), 1), 1}, "bit_or works on integers, got a float"},
		{"bit_xor", List{value.OfBig(new(big.Int).Lsh(big.NewInt(1), 63)), 1}, "bit_xor works on 64-bit integers (-2^63 .. 2^63-1), got 9223372036854775808"},
		{"bit_not", List{"1"}, "bit_not expects a number, got text"},
		{"shl", List{-1, 63}, "-9223372036854775808"},
		{"shl", List{-2, 63}, "shl: -2 << 63 does not fit in a 64-bit integer"},
		{"shl", List{1, 64}, "shl: the shift must be between 0 and 63, got 64"},
		{"shr", List{math.MinInt, 63}, "-1"},
		{"shr", List{1, 2.0}, "shr works on integers, got a float"},
	})
}
