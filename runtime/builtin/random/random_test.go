package random

import (
	"math/big"
	"testing"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/generator"
	"github.com/synrun/synrun/runtime/value"
)

func TestRows(t *testing.T) { Rows(Table).CheckRows(t, "random") }

func seeded(seed int64) value.Value { return Value(generator.New(big.NewInt(seed))) }

func constant(u any) value.Value {
	return Func(0, func([]value.Value) (value.Value, error) { return Of(u), nil })
}

func numbers(n int) List {
	xs := make(List, n)
	for i := range xs {
		xs[i] = i
	}
	return xs
}

func TestSeeded(t *testing.T) {
	half := constant(0.5)
	const notG = "g must be a generator from rng(seed) or a function without arguments, got "
	Rows(Table).Run(t, []Case{
		{"random", List{seeded(42)}, "0.7739560485559633"}, {"random_int", List{seeded(12345), 0, 9}, "6"}, {"random_int", List{seeded(1), 0, 1099511627776}, "562753827705"}, {"random_int", List{seeded(1), Big("1180591620717411303424"), Big("1180591620717411303424")}, "1180591620717411303424"},
		{"shuffle", List{seeded(1), numbers(10)}, "[8, 4, 7, 0, 1, 2, 5, 9, 6, 3]"}, {"sample", List{seeded(2), numbers(20), 5}, "[5, 1, 13, 4, 8]"}, {"choice", List{seeded(6), List{"red", "green", "blue", "black"}}, "green"}, {"sample", List{seeded(2), List{1}, 0}, "[]"},
		{"rng", List{-1}, "rng(seed): the seed must be an integer ≥ 0"}, {"rng", List{true}, "rng(seed): the seed must be an integer, got bool"}, {"rng", List{1.0}, "rng(seed): the seed must be an integer, got number"}, {"rng", List{Dec("2")}, "rng(seed): the seed must be an integer, got decimal"}, {"rng", List{1}, "task rng()"},
		{"random", List{half}, "0.5"}, {"random", List{constant(0)}, "0.0"}, {"random_int", List{half, 1, 10}, "6"}, {"random_int", List{half, -3, -3}, "-3"}, {"random_int", List{half, Dec("2"), 4}, "3"}, {"choice", List{half, List{"a", "b", "c"}}, "b"}, {"sample", List{half, List{1, 2, 3, 4}, 2}, "[2, 3]"},
		{"random", List{constant(1)}, "random: the generator returned 1, expected a number in [0, 1)"}, {"random", List{constant("x")}, "random: the generator must return a number in [0, 1), got text"}, {"random", List{5}, "random: " + notG + "number"}, {"shuffle", List{"g", List{}}, "shuffle: " + notG + "text"},
		{"random_int", List{seeded(1), 0, Big("18446744073709551616")}, "random_int: the range is wider than 2^64; split it"}, {"random_int", List{half, 0, 1 << 53}, "random_int: the range is wider than 2^53; split it"}, {"random_int", List{seeded(1), 9, 2}, "random_int: min (9) is greater than max (2)"},
		{"random_int", List{seeded(1), 1.0, 2}, "random_int: the bounds must be integers, got 1.0"}, {"random_int", List{9, 2}, "random_int: min (9) is greater than max (2)"}, {"random_int", List{1.5, 2}, "random_int: the bounds must be integers, got 1.5"}, {"random_int", List{Dec("1.5"), 2}, "random_int: the bounds must be integers, got 1.5"},
		{"choice", List{seeded(1), List{}}, "choice: the list is empty"}, {"sample", List{seeded(1), List{1, 2}, 3}, "sample: asked for 3 of 2 items (without replacement)"}, {"sample", List{seeded(1), List{1}, -1}, "sample(g, items, n): n must be a non-negative integer"}, {"sample", List{seeded(1), 5, 1}, "sample: expected a list, got number"},
		{"rng_spawn", List{half, 1}, "rng_spawn(g, n): g must be a generator from rng(seed)"}, {"rng_spawn", List{seeded(1), 1.0}, "rng_spawn(g, n): n must be a non-negative integer"}, {"rng_spawn", List{seeded(1), 0}, "[]"}, {"rng_spawn", List{seeded(1), 2}, "[task rng(), task rng()]"},
		{"random_normal", List{seeded(1), Named{"std": -1}}, "random_normal: std must be ≥ 0, got -1"}, {"random_normal", List{seeded(1), Named{"std": "x"}}, "random_normal expects a number, got text"}, {"random_normal", List{seeded(1), Named{"std": 0, "mean": 3}}, "3.0"},
		{"random_bytes", List{-1}, "random_bytes: the size must be an integer from 0 to 1048576, got -1"}, {"token", List{1.5}, "token: the size must be an integer from 0 to 1048576, got 1.5"}, {"random_bytes", List{1 << 21}, "random_bytes: the size must be an integer from 0 to 1048576, got 2097152"},
	})
}

// TestLargeSamples reaches the second way of sampling.
func TestLargeSamples(t *testing.T) {
	v, err := Rows(Table).Call(&Thread{}, "sample", seeded(1), numbers(10001), 300)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	for _, x := range v.Items() {
		seen[x.Int()] = true
	}
	if len(seen) != 300 {
		t.Errorf("%d different items", len(seen))
	}
}

func TestUnpredictable(t *testing.T) {
	open := func() *Thread {
		g, err := gate.New(gate.Config{Caps: caps.New(caps.Config{Ambient: []caps.Kind{caps.Random}})})
		if err != nil {
			t.Fatal(err)
		}
		return &Thread{G: g}
	}
	th := open()
	seen := map[string]bool{}
	for range 100 {
		if u, err := Rows(Table).Call(th, "random"); err != nil || !(u.Float() >= 0 && u.Float() < 1) {
			t.Fatal(value.Display(u), err)
		}
		n, err := Rows(Table).Call(th, "random_int", Big("-1000000000000000000000"), 3)
		if err != nil || value.CompareNumbers(n, Of(3)) > 0 || value.CompareNumbers(n, Big("-1000000000000000000000")) < 0 {
			t.Fatal(value.Display(n), err)
		}
		s, err := Rows(Table).Call(th, "token")
		if err != nil || len(s.Str()) != 43 || seen[s.Str()] {
			t.Fatal(value.Display(s), err)
		}
		seen[s.Str()] = true
	}
	if b, err := Rows(Table).Call(th, "random_bytes", 5); err != nil || len(b.Bytes()) != 5 {
		t.Error(value.Display(b), err)
	}
	for _, n := range []any{5.0, Dec("5")} {
		if _, err := Rows(Table).Call(th, "random_bytes", n); err == nil {
			t.Errorf("random_bytes(%v): no error", n)
		}
	}
	for _, name := range []string{"random", "token"} {
		if _, err := Rows(Table).Call(&Thread{}, name); err == nil {
			t.Errorf("%s() without the capability", name)
		}
	}
	if _, err := Rows(Table).Call(&Thread{}, "random_int", 5, 5); err == nil {
		t.Error("random_int(5, 5) without the capability")
	}
}
