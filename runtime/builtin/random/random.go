// Package random holds the builtins of the family random: unpredictable
// numbers by way of the gate, and seeded generators, which are pure.
//
// A generator is a function value, so that programs call it like any other;
// what it carries is a *generator.Generator. Where a generator is wanted, any
// function without arguments that returns a number in [0, 1) will do.
package random

import (
	"encoding/base64"
	"math"
	"math/big"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/generator"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Random, Fn: random},
	{Row: &sig.RandomInt, Fn: randomInt},
	{Row: &sig.RandomBytes, Fn: randomBytes},
	{Row: &sig.Token, Fn: token},
	{Row: &sig.RandomNormal, Fn: randomNormal},
	{Row: &sig.Rng, Fn: rng},
	{Row: &sig.RngSpawn, Fn: rngSpawn, Fresh: true},
	{Row: &sig.Shuffle, Fn: shuffle},
	{Row: &sig.Choice, Fn: choice},
	{Row: &sig.Sample, Fn: sample},
}

var generatorRow = sig.Row{Name: "rng", Family: "random", Doc: "next number of the generator, in [0, 1)"}

// Value makes a function value of a generator.
func Value(g *generator.Generator) value.Value { return builtinOf(&state{g: g}).Value() }

// state is what the function of a generator carries with it.
type state struct {
	g *generator.Generator
	// refused is why this machine must not use the generator.
	refused error
}

func builtinOf(s *state) *value.Builtin {
	b := value.NewBuiltin(&generatorRow, func(value.Thread, []value.Value) (value.Value, error) {
		if s.refused != nil {
			return value.Value{}, s.refused
		}
		return value.OfFloat(s.g.Float()), nil
	}, false)
	b.Shown, b.State = "task rng()", s
	return b
}

// Fork implements value.Forked: an agent goes on from the present state.
func (s *state) Fork() *value.Builtin { return builtinOf(&state{s.g.Copy(), s.refused}) }

// Refuse implements value.Forked.
func (s *state) Refuse(err error) *value.Builtin { return builtinOf(&state{s.g, err}) }

// GeneratorOf gives the generator behind a value made by rng or rng_spawn. ok
// is false for other values; the error is that of a generator that must not
// be used here.
func GeneratorOf(v value.Value) (g *generator.Generator, ok bool, err error) {
	if v.Kind() != value.KBuiltin {
		return nil, false, nil
	}
	s, ok := v.Builtin().State.(*state)
	if !ok {
		return nil, false, nil
	}
	return s.g, true, s.refused
}

func rng(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[0].IsInteger() {
		return value.Value{}, value.Errorf("rng(seed): the seed must be an integer, got %s", value.TypeName(args[0]))
	}
	seed := args[0].BigInt()
	if seed.Sign() < 0 {
		return value.Value{}, value.Errorf("rng(seed): the seed must be an integer ≥ 0")
	}
	if err := t.Charge(400 + seed.BitLen()/4); err != nil {
		return value.Value{}, err
	}
	if err := t.Work(seed.BitLen() / 512); err != nil {
		return value.Value{}, err
	}
	return Value(generator.New(seed)), nil
}

func rngSpawn(t value.Thread, args []value.Value) (value.Value, error) {
	g, ok, err := GeneratorOf(args[0])
	if err != nil {
		return value.Value{}, err
	}
	if !ok {
		return value.Value{}, value.Errorf("rng_spawn(g, n): g must be a generator from rng(seed)")
	}
	if !args[1].IsInteger() || args[1].BigInt().Sign() < 0 {
		return value.Value{}, value.Errorf("rng_spawn(g, n): n must be a non-negative integer")
	}
	if !args[1].IsInt() || args[1].Int() > value.MaxElements {
		return value.Value{}, value.TooLarge("rng_spawn")
	}
	n := int(args[1].Int())
	b := value.NewBuilder(t, 0)
	for range n {
		if err := t.Charge(400); err != nil {
			return value.Value{}, err
		}
		if err := t.Work(8 + g.Words()/16); err != nil {
			return value.Value{}, err
		}
		if err := b.AddFresh(Value(g.Spawn())); err != nil {
			return value.Value{}, err
		}
	}
	return b.List(), nil
}

const maxBytes = 1 << 20

// sizeArg reads a number of bytes.
func sizeArg(name string, v value.Value) (int, error) {
	if v.IsInt() && v.Int() >= 0 && v.Int() <= maxBytes {
		return int(v.Int()), nil
	}
	return 0, value.Errorf("%s: the size must be an integer from 0 to %d, got %s", name, maxBytes, value.Display(v))
}

func draw(t value.Thread, n int) ([]byte, error) {
	if err := t.Charge(n); err != nil {
		return nil, err
	}
	p := make([]byte, n)
	return p, t.Gate().Random(t.At(), p)
}

func randomBytes(t value.Thread, args []value.Value) (value.Value, error) {
	n, err := sizeArg("random_bytes", args[0])
	if err != nil {
		return value.Value{}, err
	}
	p, err := draw(t, n)
	return value.OfBytes(p), err
}

func token(t value.Thread, args []value.Value) (value.Value, error) {
	n := 32
	if !args[0].IsUnset() {
		var err error
		if n, err = sizeArg("token", args[0]); err != nil {
			return value.Value{}, err
		}
	}
	p, err := draw(t, n)
	if err != nil {
		return value.Value{}, err
	}
	if err := t.Charge(2 * n); err != nil {
		return value.Value{}, err
	}
	return value.OfASCII(base64.RawURLEncoding.EncodeToString(p)), nil
}

func random(t value.Thread, args []value.Value) (value.Value, error) {
	if args[0].IsUnset() {
		n, err := t.Gate().RandomUint64(t.At())
		return value.OfFloat(float64(n>>11) * 0x1p-53), err
	}
	s, err := newSource(t, "random", args[0])
	if err != nil {
		return value.Value{}, err
	}
	u, err := s.float()
	return value.OfFloat(u), err
}

// bound reads a bound of random_int.
func bound(v value.Value) (*big.Int, error) {
	switch v.Kind() {
	case value.KInt, value.KBig:
		return v.BigInt(), nil
	case value.KDecimal:
		if i, ok := v.Decimal().Integral(); ok {
			return i, nil
		}
	}
	return nil, value.Errorf("random_int: the bounds must be integers, got %s", value.Display(v))
}

func randomInt(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "random_int"
	bounds := args[:2]
	seeded := !args[2].IsUnset()
	var s *source
	var err error
	if seeded {
		bounds = args[1:3]
		if s, err = newSource(t, name, args[0]); err != nil {
			return value.Value{}, err
		}
	}
	lo, err := bound(bounds[0])
	if err != nil {
		return value.Value{}, err
	}
	hi, err := bound(bounds[1])
	if err != nil {
		return value.Value{}, err
	}
	span := new(big.Int).Sub(hi, lo)
	if span.Sign() < 0 {
		return value.Value{}, value.Errorf("random_int: min (%s) is greater than max (%s)", value.Display(bounds[0]), value.Display(bounds[1]))
	}
	var n *big.Int
	if seeded {
		n, err = s.within(span)
	} else {
		n, err = unpredictable(t, span)
	}
	if err != nil {
		return value.Value{}, err
	}
	return value.OfBig(n.Add(n, lo)), nil
}

// unpredictable draws a whole number from 0 to span of any size: as many
// bits as the span has, again and again until they fit.
func unpredictable(t value.Thread, span *big.Int) (*big.Int, error) {
	size := span.BitLen()
	p := make([]byte, (size+7)/8)
	n := new(big.Int)
	for {
		if err := t.Work(1 + size/512); err != nil {
			return nil, err
		}
		if err := t.Gate().Random(t.At(), p); err != nil {
			return nil, err
		}
		if size == 0 {
			return n, nil
		}
		if size%8 != 0 {
			p[0] &= 1<<(size%8) - 1
		}
		if n.SetBytes(p).Cmp(span) <= 0 {
			return n, nil
		}
	}
}

func randomNormal(t value.Thread, args []value.Value) (value.Value, error) {
	const name = "random_normal"
	s, err := newSource(t, name, args[0])
	if err != nil {
		return value.Value{}, err
	}
	shape := [2]float64{0, 1}
	for i, v := range args[1:3] {
		if v.IsUnset() {
			continue
		}
		f, ok := value.AsFloat(v)
		if !ok {
			return value.Value{}, value.Errorf("%s expects a number, got %s", name, value.TypeName(v))
		}
		shape[i] = f
	}
	mean, std := shape[0], shape[1]
	if std < 0 || math.IsNaN(std) {
		return value.Value{}, value.Errorf("random_normal: std must be ≥ 0, got %s", value.Display(args[2]))
	}
	z, err := s.normal()
	return value.OfFloat(mean + float64(std*z)), err
}
