package random

import (
	"math"
	"math/big"

	"github.com/synrun/synrun/runtime/generator"
	"github.com/synrun/synrun/runtime/precise"
	"github.com/synrun/synrun/runtime/value"
)

// source is a generator given to a builtin: one of rng, or a function of the
// program.
type source struct {
	t    value.Thread
	name string // of the builtin, for errors
	g    *generator.Generator
	fn   value.Value
}

func newSource(t value.Thread, name string, v value.Value) (*source, error) {
	g, _, err := GeneratorOf(v)
	if err != nil {
		return nil, err
	}
	if g == nil && !v.Callable() {
		return nil, value.Errorf("%s: g must be a generator from rng(seed) or a function without arguments, got %s", name, value.TypeName(v))
	}
	return &source{t, name, g, v}, nil
}

// float draws a number in [0, 1).
func (s *source) float() (float64, error) {
	if s.g != nil {
		return s.g.Float(), nil
	}
	v, err := s.t.Call(s.fn)
	if err != nil {
		return 0, err
	}
	u, ok := value.AsFloat(v)
	if !ok {
		return 0, value.Errorf("%s: the generator must return a number in [0, 1), got %s", s.name, value.TypeName(v))
	}
	if !(u >= 0 && u < 1) {
		return 0, value.Errorf("%s: the generator returned %s, expected a number in [0, 1)", s.name, value.Display(v))
	}
	return u, nil
}

// within draws a whole number from 0 to span.
func (s *source) within(span *big.Int) (*big.Int, error) {
	if s.g != nil {
		if !span.IsUint64() {
			return nil, value.Errorf("%s: the range is wider than 2^64; split it", s.name)
		}
		return new(big.Int).SetUint64(s.g.Bounded(span.Uint64())), nil
	}
	if span.Cmp(big.NewInt(1<<53)) >= 0 {
		return nil, value.Errorf("%s: the range is wider than 2^53; split it", s.name)
	}
	n, err := s.below(span.Int64() + 1)
	return big.NewInt(n), err
}

// below draws from a function of the program: floor(u·n).
func (s *source) below(n int64) (int64, error) {
	u, err := s.float()
	return int64(math.Floor(u * float64(n))), err
}

// bounded draws a position from 0 to top.
func (s *source) bounded(top int) (int, error) {
	if s.g != nil {
		return int(s.g.Bounded(uint64(top))), nil
	}
	n, err := s.below(int64(top) + 1)
	return int(n), err
}

// interval is bounded for shuffles, which draw in another way.
func (s *source) interval(top int) (int, error) {
	if s.g != nil {
		return int(s.g.Interval(uint64(top))), nil
	}
	return s.bounded(top)
}

// normal draws from the standard normal distribution; by Box and Muller from
// a function of the program.
func (s *source) normal() (float64, error) {
	if s.g != nil {
		return s.g.Normal(), nil
	}
	u, err := s.float()
	if err != nil {
		return 0, err
	}
	v, err := s.float()
	return math.Sqrt(-2*precise.Log(1-u)) * precise.Cos(2*math.Pi*v), err
}
