package ndarray

import (
	"math"

	"github.com/synrun/synrun/runtime/precise"
	"github.com/synrun/synrun/runtime/value"
)

// Negate is unary minus, element by element.
func (a *Array) Negate(t value.Thread) (value.Value, error) {
	return a.Map(t, func(x float64) float64 { return -x })
}

// Binary computes an operator element by element, with an array or a number
// on the other side. Divisions by zero follow IEEE.
func (a *Array) Binary(t value.Thread, op value.Op, other value.Value, flipped bool) (value.Value, bool, error) {
	b, ok := Of(other)
	if !ok {
		f, isNumber := value.AsFloat(other)
		if !isNumber {
			return value.Value{}, false, value.Errorf("cannot apply '%s' between array and %s", op, value.TypeName(other))
		}
		b = &Array{nil, []float64{f}}
	}
	if flipped {
		a, b = b, a
	}
	v, err := broadcast(t, op, a, b)
	return v, err == nil, err
}

func broadcast(t value.Thread, op value.Op, a, b *Array) (value.Value, error) {
	shape, ok := broadcastShape(a.Shape, b.Shape)
	if !ok {
		return value.Value{}, value.Errorf("arrays of shape %s and %s are not broadcastable", ShapeText(a.Shape), ShapeText(b.Shape))
	}
	r, err := Alloc(t, op.String(), shape)
	if err != nil {
		return value.Value{}, err
	}
	f := operator(op)
	switch {
	case len(r.Data) == 0:
	case len(a.Data) == len(r.Data) && len(b.Data) == len(r.Data):
		err = inBlocks(t, len(r.Data), func(from, to int) {
			same(op, f, r.Data[from:to], a.Data[from:to], b.Data[from:to])
		})
	case len(b.Data) == 1:
		y := b.Data[0]
		err = inBlocks(t, len(r.Data), func(from, to int) {
			for i, x := range a.Data[from:to] {
				r.Data[from+i] = f(x, y)
			}
		})
	case len(a.Data) == 1:
		x := a.Data[0]
		err = inBlocks(t, len(r.Data), func(from, to int) {
			for i, y := range b.Data[from:to] {
				r.Data[from+i] = f(x, y)
			}
		})
	default:
		err = spread(t, f, r, a, b)
	}
	return r.Value(), err
}

// same has loops of its own for the operators that are one instruction.
func same(op value.Op, f func(x, y float64) float64, r, a, b []float64) {
	b = b[:len(a)]
	r = r[:len(a)]
	switch op {
	case value.Add:
		for i, x := range a {
			r[i] = x + b[i]
		}
	case value.Sub:
		for i, x := range a {
			r[i] = x - b[i]
		}
	case value.Mul:
		for i, x := range a {
			r[i] = x * b[i]
		}
	default:
		for i, x := range a {
			r[i] = f(x, b[i])
		}
	}
}

// spread walks the result with one step for each operand and axis, zero
// where the operand is repeated.
func spread(t value.Thread, f func(x, y float64) float64, r, a, b *Array) error {
	sa, sb := steps(a.Shape, r.Shape), steps(b.Shape, r.Shape)
	last := len(r.Shape) - 1
	at := make([]int, len(r.Shape))
	i, j := 0, 0
	const block = 1 << 14
	for k, paid := 0, 0; k < len(r.Data); {
		if k-paid >= block {
			paid = k
			if err := t.Work(block / 8); err != nil {
				return err
			}
		}
		x, y := i, j
		for range r.Shape[last] {
			r.Data[k] = f(a.Data[x], b.Data[y])
			x += sa[last]
			y += sb[last]
			k++
		}
		for d := last - 1; d >= 0; d-- {
			at[d]++
			i += sa[d]
			j += sb[d]
			if at[d] < r.Shape[d] {
				break
			}
			i -= sa[d] * at[d]
			j -= sb[d] * at[d]
			at[d] = 0
		}
	}
	return nil
}

func steps(shape, result []int) []int {
	s := make([]int, len(result))
	step, shift := 1, len(result)-len(shape)
	for d := len(shape) - 1; d >= 0; d-- {
		if shape[d] != 1 {
			s[d+shift] = step
		}
		step *= shape[d]
	}
	return s
}

func broadcastShape(a, b []int) ([]int, bool) {
	if len(a) < len(b) {
		a, b = b, a
	}
	r := append([]int(nil), a...)
	shift := len(a) - len(b)
	for i, d := range b {
		switch {
		case r[i+shift] == d || d == 1:
		case r[i+shift] == 1:
			r[i+shift] = d
		default:
			return nil, false
		}
	}
	return r, true
}

func operator(op value.Op) func(x, y float64) float64 {
	switch op {
	case value.Add:
		return func(x, y float64) float64 { return x + y }
	case value.Sub:
		return func(x, y float64) float64 { return x - y }
	case value.Mul:
		return func(x, y float64) float64 { return x * y }
	case value.Div:
		return func(x, y float64) float64 { return x / y }
	case value.FloorDiv:
		return func(x, y float64) float64 {
			if y == 0 {
				return x / y
			}
			q, _ := value.FloatDivMod(x, y)
			return q
		}
	case value.Mod:
		return func(x, y float64) float64 {
			if y == 0 {
				return math.NaN()
			}
			_, m := value.FloatDivMod(x, y)
			return m
		}
	default:
		return precise.Pow
	}
}
