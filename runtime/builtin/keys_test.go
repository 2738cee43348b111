package builtin_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/synrun/synrun/runtime/builtin"
	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func dec(m int64, scale int) value.Value { return value.OfDecimal(big.NewInt(m), scale) }

// TestKeysAgreeWithEquality numbers values of all kinds and compares with
// `==` on every pair.
func TestKeysAgreeWithEquality(t *testing.T) {
	two70 := new(big.Int).Lsh(big.NewInt(1), 70)
	vals := []value.Value{
		Of(nil), Of(true), Of(false), Of(0), Of(1), Of(2), Of(0.0), Of(math.Copysign(0, -1)), Of(1.0), Of(1.5), Of(math.Inf(1)),
		value.OfBig(two70), Of(math.Ldexp(1, 70)), Of(""), Of("a"), Of("1"), Of([]byte("a")), Of(List{}), Of(List{1}), Of(List{1.0}),
		Of(List{List{1}, "a"}), Of(Map{}), Of(Map{"a": 1}), Of(Map{"a": true}), Of(List{"a", nil}), value.OfSecret("S", "a", false),
		Of(math.MaxInt), Of(float64(math.MaxInt)), Of(0.1), Of(List{0.1}),
	}
	keys := builtin.NewKeys(&Thread{}, "test")
	numbers := make([]int, len(vals))
	for i, v := range vals {
		n, _, err := keys.Find(v)
		if err != nil {
			t.Fatal(err)
		}
		numbers[i] = n
	}
	for i, a := range vals {
		for j, b := range vals {
			eq, _, err := value.Equal(&Thread{}, a, b)
			if err != nil {
				t.Fatal(err)
			}
			if eq != (numbers[i] == numbers[j]) {
				t.Errorf("%s == %s is %v, their keys are %d and %d", value.Display(a), value.Display(b), eq, numbers[i], numbers[j])
			}
		}
	}
}

func TestKeysClash(t *testing.T) {
	for _, c := range []struct {
		vals  []value.Value
		clash bool
	}{
		{[]value.Value{dec(1, 0), Of(1)}, false},
		{[]value.Value{dec(1, 0), Of(1), Of(1.0)}, true},
		{[]value.Value{Of(1.0), Of(1), dec(10, 1)}, true},
		{[]value.Value{dec(15, 1), Of(1.5)}, true},
		{[]value.Value{dec(1, 1), Of(0.1)}, false}, // 0.1 is not one tenth
		{[]value.Value{Of(List{dec(1, 0), 2}), Of(List{1.0, 2})}, true},
		{[]value.Value{Of(List{dec(1, 0), 2}), Of(List{1.0, 3})}, false},
		{[]value.Value{Of(Map{"a": dec(1, 0)}), Of(Map{"a": 1.0})}, true},
	} {
		keys := builtin.NewKeys(&Thread{}, "test")
		var err error
		for _, v := range c.vals {
			if _, _, err = keys.Find(v); err != nil {
				break
			}
		}
		if (err != nil) != c.clash {
			t.Errorf("%s: error %v", value.Display(value.NewList(c.vals)), err)
		}
	}
}

func TestQuote(t *testing.T) {
	if got, want := builtin.Quote("a\"\\\n\r\t\x00\x07é\u200b"), `"a\"\\\n\r\t\0\u{7}é\u{200b}"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
