package random

import (
	"github.com/synrun/synrun/runtime/value"
)

// listArgs reads the generator and the list of shuffle, choice and sample.
func listArgs(t value.Thread, name string, args []value.Value) (*source, []value.Value, error) {
	s, err := newSource(t, name, args[0])
	if err != nil {
		return nil, nil, err
	}
	if !args[1].IsList() {
		return nil, nil, value.Errorf("%s: expected a list, got %s", name, value.TypeName(args[1]))
	}
	// a function of the program must not change the list meanwhile
	return s, args[1].Share().Items(), nil
}

func payItems(t value.Thread, n, each int) error {
	if err := t.Charge(value.ListSize + n*each); err != nil {
		return err
	}
	return t.Work(n / 2)
}

func shuffle(t value.Thread, args []value.Value) (value.Value, error) {
	s, items, err := listArgs(t, "shuffle", args)
	if err != nil {
		return value.Value{}, err
	}
	if err := payItems(t, len(items), value.SlotSize); err != nil {
		return value.Value{}, err
	}
	xs := append([]value.Value(nil), items...)
	for i := len(xs) - 1; i >= 1; i-- {
		j, err := s.interval(i)
		if err != nil {
			return value.Value{}, err
		}
		xs[i], xs[j] = xs[j], xs[i]
	}
	return value.NewList(xs), nil
}

func choice(t value.Thread, args []value.Value) (value.Value, error) {
	s, items, err := listArgs(t, "choice", args)
	if err != nil {
		return value.Value{}, err
	}
	if len(items) == 0 {
		return value.Value{}, value.Errorf("choice: the list is empty")
	}
	i, err := s.bounded(len(items) - 1)
	if err != nil {
		return value.Value{}, err
	}
	return items[i].Share(), nil
}

func sample(t value.Thread, args []value.Value) (value.Value, error) {
	s, items, err := listArgs(t, "sample", args)
	if err != nil {
		return value.Value{}, err
	}
	k := args[2]
	if !k.IsInteger() || k.BigInt().Sign() < 0 {
		return value.Value{}, value.Errorf("sample(g, items, n): n must be a non-negative integer")
	}
	n := len(items)
	if !k.IsInt() || k.Int() > int64(n) {
		return value.Value{}, value.Errorf("sample: asked for %s of %d items (without replacement)", value.Display(k), n)
	}
	var places []int
	switch count := int(k.Int()); {
	case s.g == nil, n > 10000 && count > n/50:
		places, err = s.tailShuffle(n, count)
	default:
		places, err = s.floyd(n, count)
	}
	if err != nil {
		return value.Value{}, err
	}
	if err := payItems(t, len(places), value.SlotSize); err != nil {
		return value.Value{}, err
	}
	xs := make([]value.Value, len(places))
	for i, p := range places {
		xs[i] = items[p]
	}
	return value.NewList(xs), nil
}

// tailShuffle shuffles the end of the positions and takes the last k.
func (s *source) tailShuffle(n, k int) ([]int, error) {
	if err := payItems(s.t, n, 8); err != nil {
		return nil, err
	}
	idx := make([]int, n)
	for i := range idx {
		idx[i] = i
	}
	for i := n - 1; i >= max(n-k, 1); i-- {
		j, err := s.bounded(i)
		if err != nil {
			return nil, err
		}
		idx[i], idx[j] = idx[j], idx[i]
	}
	return idx[n-k:], nil
}

// floyd draws k different positions without listing all, then shuffles them.
func (s *source) floyd(n, k int) ([]int, error) {
	if err := payItems(s.t, k, 40); err != nil {
		return nil, err
	}
	out, taken := make([]int, k), make(map[int]bool, k)
	for j := n - k; j < n; j++ {
		v, err := s.bounded(j)
		if err != nil {
			return nil, err
		}
		if taken[v] {
			v = j
		}
		taken[v] = true
		out[j-n+k] = v
	}
	for i := k - 1; i >= 1; i-- {
		j, err := s.bounded(i)
		if err != nil {
			return nil, err
		}
		out[i], out[j] = out[j], out[i]
	}
	return out, nil
}
