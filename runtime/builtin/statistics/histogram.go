package statistics

import (
	"math"
	"sort"

	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

const defaultBins = 10

// Histogram counts data in bins; it is shared with the charts.
type Histogram struct {
	Counts []int
	Edges  []float64
}

func histogram(t value.Thread, args []value.Value) (value.Value, error) {
	h, err := MakeHistogram(t, args[0], args[1])
	if err != nil {
		return value.Value{}, err
	}
	if err := t.Charge(value.SlotSize*(len(h.Counts)+len(h.Edges)) + value.MapSize); err != nil {
		return value.Value{}, err
	}
	counts, edges := make([]value.Value, len(h.Counts)), make([]value.Value, len(h.Edges))
	for i, c := range h.Counts {
		counts[i] = value.OfInt(int64(c))
	}
	for i, e := range h.Edges {
		edges[i] = value.OfFloat(e)
	}
	m := value.NewMap(2)
	m.Set("counts", value.NewFreshList(counts))
	m.Set("edges", value.NewFreshList(edges))
	return m.Value(), nil
}

// MakeHistogram counts the numbers of a list or array; bins is a number of
// bins, a list of edges, or unset.
func MakeHistogram(t value.Thread, data, bins value.Value) (*Histogram, error) {
	xs, err := histogramData(t, data)
	if err != nil {
		return nil, err
	}
	switch {
	case bins.IsUnset():
		return equalBins(t, xs, defaultBins)
	case bins.IsInteger():
		if bins.BigInt().Sign() <= 0 {
			return nil, value.Errorf("histogram: bins must be at least 1, got %s", value.Display(bins))
		}
		n := int64(value.MaxElements + 1)
		if bins.IsInt() {
			n = min(n, bins.Int())
		}
		return equalBins(t, xs, int(n))
	case bins.IsReal():
		return nil, value.Errorf("histogram: bins must be an integer or a list of edges, got a fractional number")
	case bins.IsList():
		return edgeBins(t, xs, bins.Items())
	}
	return nil, value.Errorf("histogram: bins must be an integer or a list of edges, got %s", value.TypeName(bins))
}

func histogramData(t value.Thread, data value.Value) ([]float64, error) {
	var xs []float64
	if a, ok := ndarray.Of(data); ok {
		xs = a.Data
	} else {
		if !data.IsList() {
			return nil, value.Errorf("histogram expects a list of numbers or an array, got %s", value.TypeName(data))
		}
		items := data.Items()
		if err := t.Charge(8 * len(items)); err != nil {
			return nil, err
		}
		xs = make([]float64, len(items))
		for i, v := range items {
			f, ok := value.AsFloat(v)
			if !ok {
				return nil, value.Errorf("histogram expects a list of numbers, got %s at index %d", value.TypeName(v), i)
			}
			xs[i] = f
		}
	}
	if len(xs) == 0 {
		return nil, value.Errorf("histogram of an empty collection")
	}
	for _, x := range xs {
		if math.IsNaN(x) {
			return nil, value.Errorf("histogram: the data contains NaN; filter or replace NaN values first")
		}
	}
	return xs, t.Work(len(xs) / 4)
}

func equalBins(t value.Thread, xs []float64, n int) (*Histogram, error) {
	lo, hi := xs[0], xs[0]
	for _, x := range xs {
		if math.IsInf(x, 0) {
			return nil, value.Errorf("histogram: the data contains infinite values; filter them first")
		}
		lo, hi = min(lo, x), max(hi, x)
	}
	if n > value.MaxElements {
		return nil, value.TooLarge("histogram")
	}
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	if err := t.Charge(16 * n); err != nil {
		return nil, err
	}
	if err := t.Work(n / 8); err != nil {
		return nil, err
	}
	edges := make([]float64, n+1)
	w := (hi - lo) / float64(n)
	for i := range n {
		edges[i] = lo + float64(w*float64(i))
	}
	edges[n] = hi
	return count(xs, edges), nil
}

func edgeBins(t value.Thread, xs []float64, items []value.Value) (*Histogram, error) {
	if err := t.Charge(16 * len(items)); err != nil {
		return nil, err
	}
	edges := make([]float64, len(items))
	for i, v := range items {
		f, ok := value.AsFloat(v)
		if !ok {
			return nil, value.Errorf("histogram expects a number, got %s", value.TypeName(v))
		}
		edges[i] = f
	}
	if len(items) < 2 {
		return nil, value.Errorf("histogram: an edge list needs at least 2 edges, got %d", len(items))
	}
	for i := 1; i < len(edges); i++ {
		if !(edges[i] > edges[i-1]) {
			return nil, value.Errorf("histogram: edges must be strictly increasing, but %s is not greater than %s",
				value.AppendFloat(nil, edges[i]), value.AppendFloat(nil, edges[i-1]))
		}
	}
	return count(xs, edges), nil
}

// count puts every value into the bin [a, b) that holds it, the last one
// closed; values outside are dropped.
func count(xs, edges []float64) *Histogram {
	n := len(edges) - 1
	h := &Histogram{make([]int, n), edges}
	for _, x := range xs {
		i := sort.Search(n+1, func(i int) bool { return edges[i] > x })
		switch {
		case i > 0 && i <= n:
			h.Counts[i-1]++
		case x == edges[n]:
			h.Counts[n-1]++
		}
	}
	return h
}
