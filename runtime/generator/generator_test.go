package generator

import (
	"math"
	"math/big"
	"testing"
)

func TestFloats(t *testing.T) {
	for _, c := range []struct {
		seed string
		want []float64
	}{
		{"42", []float64{0.7739560485559633, 0.4388784397520523, 0.8585979199113825}},
	} {
		seed, _ := new(big.Int).SetString(c.seed, 10)
		g := New(seed)
		for i, want := range c.want {
			if got := g.Float(); got != want {
				t.Errorf("rng(%s), draw %d: %v, want %v", c.seed, i, got, want)
			}
		}
	}
}

func TestChildren(t *testing.T) {
	g := New(big.NewInt(3))
	for i, want := range []float64{0.5413696492633944, 0.10033602866159974} {
		if got := g.Spawn().Float(); got != want {
			t.Errorf("child %d: %v, want %v", i, got, want)
		}
	}
	g = New(big.NewInt(7))
	h := g.Copy()
	if g.Uint32() != h.Uint32() || g.Float() != h.Float() {
		t.Error("a copy goes another way")
	}
}

func TestBounds(t *testing.T) {
	g := New(big.NewInt(12345))
	for i, want := range []uint64{6, 2, 7} {
		if got := g.Bounded(9); got != want {
			t.Errorf("draw %d: %d, want %d", i, got, want)
		}
	}
	for _, r := range []uint64{0, 1, 1<<32 - 2, 1<<32 - 1, 1 << 32, 1<<63 + 1, 1<<64 - 1} {
		for range 200 {
			if n := g.Bounded(r); n > r {
				t.Errorf("%d of %d", n, r)
			}
			if n := g.Interval(r); n > r {
				t.Errorf("%d of %d", n, r)
			}
		}
	}
}

func TestNormal(t *testing.T) {
	if got := New(new(big.Int)).Normal(); math.Abs(got-0.1257302210933933) > 1e-15 {
		t.Error(got)
	}
	g := New(big.NewInt(1))
	const n = 200_000
	sum, squares, tail := 0.0, 0.0, 0
	for range n {
		x := g.Normal()
		sum += x
		squares += x * x
		if math.Abs(x) > zigguratEdge {
			tail++
		}
	}
	if mean, variance := sum/n, squares/n; math.Abs(mean) > 0.01 || math.Abs(variance-1) > 0.02 || tail == 0 {
		t.Errorf("mean %v, variance %v, %d beyond the edge", mean, variance, tail)
	}
}
