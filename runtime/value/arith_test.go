package value

import (
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/gate"
)

// free is a Thread without limits.
type free struct{ memory, steps int }

func (*free) Call(Value, ...Value) (Value, error)                 { return Nothing, nil }
func (*free) CallNamed(Value, []Value, []NamedArg) (Value, error) { return Nothing, nil }
func (f *free) Charge(n int) error                                { f.memory += n; return nil }
func (f *free) Work(n int) error                                  { f.steps += n; return nil }
func (*free) Gate() *gate.Gate                                    { return nil }
func (*free) At() gate.At                                         { return gate.At{} }

// num reads 12, 12.5 (float), 12.5d.
func num(s string) Value {
	if d, ok := strings.CutSuffix(s, "d"); ok {
		whole, frac, _ := strings.Cut(d, ".")
		m, _ := new(big.Int).SetString(whole+frac, 10)
		return OfDecimal(m, len(frac))
	}
	switch s {
	case "inf":
		return OfFloat(math.Inf(1))
	case "-inf":
		return OfFloat(math.Inf(-1))
	case "nan":
		return OfFloat(math.NaN())
	}
	if strings.ContainsAny(s, ".e") {
		f, _, _ := new(big.Float).SetPrec(53).Parse(s, 10)
		x, _ := f.Float64()
		if strings.HasPrefix(s, "-") && x == 0 {
			x = math.Copysign(0, -1)
		}
		return OfFloat(x)
	}
	m, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic(s)
	}
	return OfBig(m)
}

func opOf(s string) Op {
	for i, o := range opText {
		if o == s {
			return Op(i)
		}
	}
	panic(s)
}

func TestBinary(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"9223372036854775807 + 1", "9223372036854775808"},
		{"-9223372036854775808 - 1", "-9223372036854775809"},
		{"9223372036854775808 - 1", "9223372036854775807"},
		{"4294967296 * 4294967296", "18446744073709551616"},
		{"-9223372036854775808 * -1", "9223372036854775808"},
		{"-9223372036854775808 // -1", "9223372036854775808"},
		{"-9223372036854775808 % -1", "0"},
		{"7 // -1", "-7"}, {"-7 // -1", "7"}, {"0 // -1", "0"},
		{"-7 // 2", "-4"}, {"-7 % 2", "1"}, {"7 % -2", "-1"}, {"-7 % 3", "2"}, {"7 % -3", "-2"},
		{"10 / 5", "2.0"}, {"1 / 3", "0.3333333333333333"},
		{"2 ** 10", "1024"}, {"2 ** -1", "0.5"}, {"2 ** 64", "18446744073709551616"}, {"0 ** 0", "1"},
		{"-1 ** 4294967295", "-1"}, {"1 ** 5000000000", "1.0"}, {"2 ** 5000000000", "inf"},
		{"2 ** 16777215", ""}, {"2 ** 16777216", "**: result too large"}, {"3 ** 1000000000", "**: result too large"},
		{"0 ** -1", powZero}, {"0.0 ** -2", powZero}, {"0d ** -1", powZero},
		{"1 / 0", divZero}, {"1.0 // 0", divZero}, {"1 % 0.0", modZero}, {"1d % 0", modZero}, {"5 // 0d", divZero},
		{"7 // 0.1", "69.0"}, {"7 % 0.1", "0.09999999999999962"}, {"-7 // 0.1", "-70.0"},
		{"7 % -0.1", "-3.885780586188048e-16"}, {"6.0 % -3", "-0.0"}, {"-1.0 ** 0.5", "nan"},
		{"1d + 1.0", MixMsg}, {"1.0 / 0d", MixMsg}, {"0.0 ** -1d", MixMsg},
		{"0.1d + 0.2d", "0.3"}, {"1.50d + 1d", "2.50"}, {"1.5d * 2d", "3.0"}, {"1.50d * 1.5d", "2.250"},
		{"1d + 1000000000000000000000000000000", "1000000000000000000000000000001"},
		{"4.0d / 2", "2.0"}, {"1d / 8d", "0.125"}, {"1.50d / 0.5d", "3.0"}, {"50d / 0.5d", "100"}, {"10d / 4", "2.5"},
		{"1d / 3d", "0.3333333333333333333333333333"}, {"10d / 3d", "3.333333333333333333333333333"},
		{"10000000000000000000000000000000000000000d / 3d", "3333333333333333333333333333333333333333"},
		{"0.00000000000000000001d / 10000000000d", "0.000000000000000000000000000001"},
		{"1d / 1606938044258990275541962092341162602522202993782792835301376", "0.0000000000000000000000000000000000000000000000000000000000006223015277861141707144064054"},
		{"0.00d / 2d", "0.00"}, {"0.0d / 3d", "0.0"}, {"0.00d * 1.5d", "0.000"}, {"0d - 0.0d", "0.0"},
		{"100d / 0.0001d", "1000000"}, {"0.5d / 7d", "0.07142857142857142857142857143"},
		{"7.5d // 2d", "3"}, {"-7.5d // 2d", "-4"}, {"-7.5d % 2d", "0.5"}, {"7d % -2", "-1"},
		{"2d ** -2", "0.25"}, {"2 ** 2.0d", "4"}, {"10d ** -3", "0.001"}, {"1.5d ** -1", "0.6666666666666666666666666667"},
		{"1.50d ** 20", "3325.2567300796508789062500000000"[:33]},
		{"2d ** 0.5d", powFraction}, {"2d ** 1000001", powExponent}, {"99d ** 999999", powResult},
		{"10d ** 1000000", powResult}, {"10d ** 999999", ""},
		{"0.0000000000000000000000000001d * 10d", "0.0000000000000000000000000010"},
		{"0.00000000000000000000000000015d * 0.2d", "0.00000000000000000000000000003"},
		{"9223372036854775807d + 1", "9223372036854775808"},
		{"-9223372036854775808d / -1d", "9223372036854775808"},
		{"-9223372036854775808d // -1", "9223372036854775808"},
	} {
		a, rest, _ := strings.Cut(c.expr, " ")
		op, b, _ := strings.Cut(rest, " ")
		v, err := Binary(&free{}, opOf(op), num(a), num(b))
		got := ""
		if err != nil {
			got = err.Error()
		} else if c.want != "" {
			got = Display(v)
		}
		if got != c.want {
			t.Errorf("%s = %s, want %s", c.expr, got, c.want)
		}
	}
}

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int // -1, 0, 1; 2 for nan
	}{
		{"9007199254740993", "9007199254740992.0", 1}, {"9007199254740992", "9007199254740992.0", 0},
		{"-9007199254740993", "-9007199254740992.0", -1},
		{"9223372036854775807", "9223372036854775808.0", -1}, {"1", "1.5", -1}, {"-1", "-1.5", 1},
		{"100000000000000000000000000", "1e26", -1}, {"5", "inf", -1}, {"5", "-inf", 1}, {"5", "nan", 2},
		{"1.50d", "1.5d", 0}, {"5", "5.000d", 0}, {"1d", "1000000000000000000000000000000", -1}, {"-1d", "0.1d", -1},
		{"0.00000000000000000000000000000000001d", "0d", 1}, {"123456789012345678901234567890d", "123456789012345678901234567890.0d", 0},
		{"0.0", "-0.0", 0}, {"nan", "nan", 2},
	} {
		if got := CompareNumbers(num(c.a), num(c.b)); got != c.want {
			t.Errorf("%s against %s = %d, want %d", c.a, c.b, got, c.want)
		}
		back := c.want
		if back != 2 {
			back = -back
		}
		if got := CompareNumbers(num(c.b), num(c.a)); got != back {
			t.Errorf("%s against %s = %d, want %d", c.b, c.a, got, back)
		}
	}
}

func TestFloatText(t *testing.T) {
	for _, c := range []struct {
		f    float64
		want string
	}{
		{2, "2.0"}, {1e15, "1000000000000000.0"}, {1e16, "1e+16"}, {9999999999999998, "9999999999999998.0"},
		{1e-4, "0.0001"}, {1e-5, "1e-05"}, {1.5e-10, "1.5e-10"}, {1.2345678901234568e17, "1.2345678901234568e+17"},
		{1e100, "1e+100"}, {math.Copysign(0, -1), "-0.0"}, {math.NaN(), "nan"}, {math.Inf(-1), "-inf"}, {0.1, "0.1"}, {123.456, "123.456"},
	} {
		if got := Display(OfFloat(c.f)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestDecimalFloat(t *testing.T) {
	for _, c := range []struct {
		d    string
		want float64
	}{
		{"0.1d", 0.1}, {"1.50d", 1.5}, {"9007199254740993d", 9007199254740992}, {"0.30000000000000004d", 0.30000000000000004},
		{"123456789012345678901234567890.12345d", 123456789012345678901234567890.12345}, {"-0.000d", 0},
	} {
		if got := num(c.d).Decimal().Float(); got != c.want {
			t.Errorf("%s is %v, want %v", c.d, got, c.want)
		}
	}
}

// numbers of many sizes, with the edges of int64 among them.
func someInt(r *rand.Rand) *big.Int {
	switch r.Intn(5) {
	case 0:
		return big.NewInt(int64(r.Intn(21) - 10))
	case 1:
		return big.NewInt(r.Int63() - 1<<62)
	case 2:
		n := new(big.Int).Lsh(big.NewInt(1), uint(r.Intn(70)))
		n.Add(n, big.NewInt(int64(r.Intn(3)-1)))
		if r.Intn(2) == 0 {
			n.Neg(n)
		}
		return n
	case 3:
		return new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), 200))
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(r.Intn(40))), nil)
}

// check compares one operation on integers and on decimals with math/big.
func check(t *testing.T, op Op, x, y *big.Int, sx, sy int) {
	a, b := OfBig(x), OfBig(y)
	if y.Sign() == 0 && op >= Div {
		return
	}
	want := new(big.Int)
	q, m := new(big.Int), new(big.Int)
	if y.Sign() != 0 {
		q.QuoRem(x, y, m)
		if m.Sign() != 0 && m.Sign() != y.Sign() {
			q.Sub(q, big.NewInt(1))
			m.Add(m, y)
		}
	}
	switch op {
	case Add:
		want.Add(x, y)
	case Sub:
		want.Sub(x, y)
	case Mul:
		want.Mul(x, y)
	case FloorDiv:
		want = q
	case Mod:
		want = m
	}
	if op != Div {
		v, err := Binary(&free{}, op, a, b)
		if err != nil {
			t.Fatal(err)
		}
		if v.BigInt().Cmp(want) != 0 || v.Kind() == KBig && want.IsInt64() {
			t.Fatalf("%v %s %v = %v, want %v", x, op, y, Display(v), want)
		}
	}
	checkDecimal(t, op, x, y, sx, sy)
}

func ratOf(m *big.Int, s int) *big.Rat { return new(big.Rat).SetFrac(m, pow10(s)) }

func checkDecimal(t *testing.T, op Op, x, y *big.Int, sx, sy int) {
	da, db := OfDecimal(x, sx), OfDecimal(y, sy)
	v, err := Binary(&free{}, op, da, db)
	if err != nil {
		t.Fatal(err)
	}
	d := v.Decimal()
	got := ratOf(d.Mant(), d.Scale())
	ra, rb := ratOf(x, sx), ratOf(y, sy)
	want := new(big.Rat)
	switch op {
	case Add:
		want.Add(ra, rb)
	case Sub:
		want.Sub(ra, rb)
	case Mul:
		want.Mul(ra, rb)
	case Div:
		checkQuotient(t, d, ra, rb, da.Decimal().Scale(), db.Decimal().Scale())
		return
	default:
		q := new(big.Rat).Quo(ra, rb)
		f := new(big.Int).Div(q.Num(), q.Denom()) // Denom > 0: Euclid is floor
		want.SetInt(f)
		if op == Mod {
			want.Sub(ra, want.Mul(want, rb))
		}
	}
	if got.Cmp(want) != 0 {
		t.Fatalf("%s %s %s = %s, want %s", Display(da), op, Display(db), Display(v), want)
	}
	if s := d.Scale(); s > plainScale && d.Mant().Sign() != 0 {
		if _, r := new(big.Int).QuoRem(d.Mant(), big.NewInt(10), new(big.Int)); r.Sign() == 0 {
			t.Fatalf("%s %s %s keeps a zero beyond scale 28: %s", Display(da), op, Display(db), Display(v))
		}
	}
}

// checkQuotient follows the general procedure of 40 §5.2 on rationals.
func checkQuotient(t *testing.T, d *Decimal, a, b *big.Rat, sx, sy int) {
	q := new(big.Rat).Quo(a, b)
	ideal := max(0, sx-sy)
	scale := ideal
	want := new(big.Int)
	if q.Sign() != 0 {
		abs := new(big.Rat).Abs(q)
		k := 0
		for abs.Cmp(new(big.Rat).SetInt64(1)) >= 0 {
			abs.Quo(abs, new(big.Rat).SetInt64(10))
			k++
		}
		for abs.Cmp(big.NewRat(1, 10)) < 0 {
			abs.Mul(abs, new(big.Rat).SetInt64(10))
			k--
		}
		scale = max(sx, sy, 28-k, 0)
		n := new(big.Rat).Mul(new(big.Rat).Abs(q), new(big.Rat).SetInt(pow10(scale)))
		r := new(big.Int)
		want.QuoRem(n.Num(), n.Denom(), r)
		exact := r.Sign() == 0
		if c := r.Lsh(r, 1).Cmp(n.Denom()); c > 0 || c == 0 && want.Bit(0) == 1 {
			want.Add(want, big.NewInt(1))
		}
		for exact && scale > ideal {
			z, rem := new(big.Int).QuoRem(want, big.NewInt(10), new(big.Int))
			if rem.Sign() != 0 {
				break
			}
			want = z
			scale--
		}
		if q.Sign() < 0 {
			want.Neg(want)
		}
	}
	w := OfDecimal(want, scale)
	if Display(w) != Display(d.Value()) {
		t.Fatalf("%s / %s = %s, want %s", a, b, Display(d.Value()), Display(w))
	}
}

// TestAgainstBig is the differential test; FuzzArith looks for more.
func TestAgainstBig(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 8000 {
		sx, sy := r.Intn(31), r.Intn(31)
		if r.Intn(3) > 0 {
			sx, sy = r.Intn(4), r.Intn(4)
		}
		check(t, Op(r.Intn(int(Mod)+1)), someInt(r), someInt(r), sx, sy)
	}
}

func FuzzArith(f *testing.F) {
	f.Add(uint8(3), []byte{1, 2}, []byte{255}, uint8(3), uint8(1))
	f.Fuzz(func(t *testing.T, op uint8, x, y []byte, sx, sy uint8) {
		if len(x) > 60 || len(y) > 60 {
			return
		}
		a, b := new(big.Int).SetBytes(x), new(big.Int).SetBytes(y)
		if sx >= 128 {
			a.Neg(a)
		}
		if sy >= 128 {
			b.Neg(b)
		}
		check(t, Op(op%uint8(Mod+1)), a, b, int(sx&31), int(sy&31))
	})
}

func TestLargeResultsArePaid(t *testing.T) {
	th := &free{}
	start := time.Now()
	v, err := Binary(th, Pow, OfInt(3), OfInt(1_000_000))
	if err != nil {
		t.Fatal(err)
	}
	if th.memory < 190_000 || th.steps == 0 {
		t.Errorf("3 ** 1000000 cost %d bytes and %d steps in %v", th.memory, th.steps, time.Since(start))
	}
	big8 := OfBig(new(big.Int).Lsh(big.NewInt(1), 10_000_000))
	if _, err := Binary(th, Mul, big8, big8); err == nil || err.Error() != "*: result too large" {
		t.Errorf("a product of 20 Mbit: %v", err)
	}
	d := OfDecimal(big8.BigInt(), 2)
	if _, err := Binary(th, Mul, d, d); err == nil || err.Error() != "*: result too large" {
		t.Errorf("a product of 20 Mbit: %v", err)
	}
	_ = v
}

func BenchmarkDecimalSum(b *testing.B) {
	x, sum := num("12.50d").Decimal(), num("0d")
	for range b.N {
		sum = AddDecimals(sum.Decimal(), x)
	}
}

func BenchmarkDecimalQuo(b *testing.B) {
	x, y := num("129.95d").Decimal(), num("4d").Decimal()
	for range b.N {
		QuoDecimals(x, y)
	}
}

func BenchmarkDecimalThird(b *testing.B) {
	x, y := num("100.00d").Decimal(), num("3d").Decimal()
	for range b.N {
		QuoDecimals(x, y)
	}
}
