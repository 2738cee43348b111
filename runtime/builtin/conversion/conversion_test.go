package conversion

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestRows(t *testing.T) { Rows(Table).CheckRows(t, "conversion") }

const notInt = ` to an integer: expected digits with an optional sign, or 0x…/0b…. To validate untrusted input without raising: int(x, nothing)`

func TestConversion(t *testing.T) {
	ones := strings.Repeat("1", 4301)
	Rows(Table).Run(t, []Case{
		{"text", List{true}, "true"},
		{"type_of", List{[]byte("a")}, "bytes"},
		{"number", List{" 1_000.5 "}, "1000.5"},
		{"number", List{"x", nil}, "nothing"},
		{"number", List{"9007199254740993", "big"}, "big"},
		{"number", List{ones}, "number(): text with 4301 digits; the limit is 4300 (converting longer ones is quadratic)"},
		{"number", List{}, "number(value, default?) takes 1 or 2 arguments"},
		{"int", List{"0x_ff"}, "255"},
		{"int", List{"-0b_11"}, "-3"},
		{"int", List{"1__0"}, `Cannot convert "1__0"` + notInt},
		{"int", List{"0x_"}, `Cannot convert "0x_"` + notInt},
		{"int", List{""}, `Cannot convert ""` + notInt},
		{"int", List{1e300}, new(big.Float).SetFloat64(1e300).Text('f', 0)},
		{"int", List{math.NaN()}, "int(nan): not a whole number — round it on purpose first: floor(x), round(x) or trunc(x)"},
		{"int", List{"zz", Named{"base": 36}}, "1295"},
		{"int", List{"2", Named{"base": 2, "fallback": "no"}}, "no"},
		{"int", List{"5", 10}, "int(x, 10): the second argument is the fallback value, not the base — for base 10 write int(x, base = 10); for a fallback of 10, name it: int(x, fallback = 10)"},
		{"int", List{"5", 37}, "5"},
		{"int", List{ones, "long"}, "long"},
		{"float", List{"Infinity"}, "inf"},
		{"float", List{"1e"}, "Cannot convert 1e to float"},
		{"float", List{List{}}, "Cannot convert list to float"},
		{"decimal", List{"1.50e1"}, "15.0"},
		{"decimal", List{"1e2"}, "100"},
		{"decimal", List{"-.5E1"}, "-5"},
		{"decimal", List{"1e999999999", 0}, "0"},
		{"decimal", List{ones, 0}, "0"},
		{"hex", List{0}, "0x0"},
		{"hex", List{[]byte{0, 255}}, "0x00ff"},
	})
}

// FuzzNumbers compares with the standard library on what both read.
func FuzzNumbers(f *testing.F) {
	for _, s := range []string{"1", "-1.5e3", "0x1f", "1_0", "inf", " 7 ", "1e400", ".5", "5."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, ok := parseFloat(s); ok {
			want, err := strconv.ParseFloat(s, 64)
			if err != nil && !math.IsInf(want, 0) || got != want && !math.IsNaN(got) {
				t.Errorf("parseFloat(%q) = %v, strconv gives %v, %v", s, got, want, err)
			}
		}
		if v, err := parseInt(&Thread{}, s); err == nil && v.IsInt() && !strings.Contains(s, "_") && !strings.HasPrefix(strings.TrimLeft(s, "+-"), "0") {
			if want, err := strconv.ParseInt(s, 10, 64); err != nil || want != v.Int() {
				t.Errorf("parseInt(%q) = %v, strconv gives %v, %v", s, v.Int(), want, err)
			}
		}
		if d, ok := ParseDecimal(s); ok {
			if again, ok := ParseDecimal(value.Display(d)); !ok || value.Display(again) != value.Display(d) {
				t.Errorf("ParseDecimal(%q) does not read its own text %q", s, value.Display(d))
			}
		}
	})
}
