package precise

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

var one = map[string]func(float64) float64{
	"sin": Sin, "cos": Cos, "tan": Tan, "asin": Asin, "acos": Acos, "atan": Atan,
	"exp": Exp, "log": Log, "log2": Log2, "log10": Log10,
	"sinh": Sinh, "cosh": Cosh, "tanh": Tanh, "asinh": Asinh, "acosh": Acosh, "atanh": Atanh,
	"gamma": Gamma, "loggamma": Lgamma, "erf": Erf, "erfc": Erfc, "cbrt": Cbrt,
}

var two = map[string]func(a, b float64) float64{"pow": Pow, "atan2": Atan2, "hypot": Hypot, "beta": Beta}

// TestPoints compares with true values, at most two units in the last place off.
func TestPoints(t *testing.T) {
	f, err := os.Open("testdata/points.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]int{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		w := strings.Fields(sc.Text())
		if w[0] == "#" {
			continue
		}
		seen[w[0]]++
		var n [3]float64
		for i := range n {
			if n[i], err = strconv.ParseFloat(w[i+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		var got float64
		if fn := one[w[0]]; fn != nil {
			got = fn(n[0])
		} else {
			got = two[w[0]](n[0], n[1])
		}
		if off := math.Abs(got-n[2]) / ulp(n[2]); !(off <= 2) {
			t.Errorf("%s(%v, %v) = %v, want %v (%.1f units off)", w[0], n[0], n[1], got, n[2], off)
		}
	}
	for name := range one {
		if seen[name] < 10 {
			t.Errorf("only %d points of %s", seen[name], name)
		}
	}
}

func ulp(x float64) float64 {
	x = math.Abs(x)
	return math.Nextafter(x, math.Inf(1)) - x
}

// TestExact holds the values that 40 §8.1 wants exact.
func TestExact(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"exp 0", Exp(0), 1}, {"ln 1", Log(1), 0}, {"ln e", Log(math.E), 1},
		{"sin 0", Sin(0), 0}, {"cos 0", Cos(0), 1}, {"tan 0", Tan(0), 0}, {"atan 0", Atan(0), 0},
		{"acos 1", Acos(1), 0}, {"asin 1", Asin(1), math.Pi / 2}, {"atan 1", Atan(1), math.Pi / 4},
		{"atan2 1 1", Atan2(1, 1), math.Pi / 4}, {"acos -1", Acos(-1), math.Pi},
		{"nan ** 0", Pow(nan, 0), 1}, {"1.1 ** 1", Pow(1.1, 1), 1.1}, {"1 ** nan", Pow(1, nan), 1},
		{"2 ** -1074", Pow(2, -1074), 5e-324}, {"0.5 ** 3", Pow(0.5, 3), 0.125}, {"-3 ** 3", Pow(-3, 3), -27},
		{"2 ** 0.5", Pow(2, 0.5), math.Sqrt2}, {"10 ** 15", Pow(10, 15), 1e15}, {"2 ** 1e300", Pow(2, 1e300), inf},
		{"-2 ** 1023", Pow(-2, 1023), -0x1p1023}, {"0.5 ** 2000", Pow(0.5, 2000), 0},
		{"cbrt -27", Cbrt(-27), -3}, {"hypot 20 99", Hypot(20, 99), 101}, {"hypot inf nan", Hypot(inf, nan), inf},
		{"atanh 1", Atanh(1), inf}, {"gamma 5", Gamma(5), 24}, {"gamma 0", Gamma(0), inf}, {"lgamma -3", Lgamma(-3), inf},
		{"sinh 1000", Sinh(1000), inf}, {"sin large", Sin(1e300), -0.8178819121159085},
		{"exp pair tiny", Pow(1.5, -1837), 5e-324},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
	for _, v := range []float64{Pow(-8, 1.0/3), Asin(2), Acosh(0.5), Sin(inf), Gamma(-2), Gamma(-inf), Log(-1)} {
		if !math.IsNaN(v) {
			t.Errorf("got %v where nan is due", v)
		}
	}
	for k := range 23 {
		if x := math.Pow10(k); Log10(x) != float64(k) {
			t.Errorf("log10(%v) = %v", x, Log10(x))
		}
	}
	for k := -1074; k < 1024; k += 7 {
		if x := math.Ldexp(1, k); Log2(x) != float64(k) {
			t.Errorf("log2(%v) = %v", x, Log2(x))
		}
	}
	fact := 1.0
	for n := 1; n <= 23; n++ {
		if got := Gamma(float64(n)); got != fact {
			t.Errorf("gamma(%d) = %v", n, got)
		}
		fact *= float64(n)
	}
	for n := 1.0; n < 2000; n++ {
		if Cbrt(n*n*n) != n || Pow(n, 3) != n*n*n {
			t.Errorf("cbrt of the cube of %v", n)
		}
	}
}

func BenchmarkSin(b *testing.B) {
	for i := range b.N {
		_ = Sin(float64(i))
	}
}

func BenchmarkPow(b *testing.B) {
	for i := range b.N {
		_ = Pow(1.1, float64(i%1000)+0.5)
	}
}

func BenchmarkAtan(b *testing.B) {
	for i := range b.N {
		_ = Atan(float64(i%10) + 0.1)
	}
}
