package charts

import (
	"math"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

// dataset is the data of a chart with one x for each point of its series.
type dataset struct {
	labels  []string  // text of every x
	xs      []float64 // numbers, when every x is one
	numeric bool
	series  []series
}

// series has a y for every x; nan where it is missing.
type series struct {
	name string
	ys   []float64
}

const maxSeries = 8

// read turns any of the accepted forms of data into a dataset.
func (c *chart) read() (*dataset, error) {
	d := &dataset{numeric: true}
	var err error
	switch v := c.data; {
	case v.IsList():
		err = c.readList(d, v.Items())
	default:
		if a, ok := ndarray.Of(v); ok {
			if a.Dims() != 1 {
				return nil, c.fail("a %s chart takes a 1-D array, got a %d-D array", c.kind, a.Dims())
			}
			err = c.readArray(d, a.Data)
			break
		}
		m, ok := v.AsMap()
		if !ok {
			return nil, c.fail("the data must be a list, a map or an array, got %s", value.TypeName(v))
		}
		d.numeric = false
		err = c.readMap(d, m)
	}
	if err != nil {
		return nil, err
	}
	if len(d.labels) == 0 {
		return nil, c.fail("there is no data")
	}
	return d, nil
}

func (c *chart) readArray(d *dataset, ys []float64) error {
	if err := c.pay(len(ys)); err != nil {
		return err
	}
	for i, y := range ys {
		if _, err := c.number(value.OfFloat(y)); err != nil {
			return err
		}
		if err := c.point(d, value.OfInt(int64(i)), y); err != nil {
			return err
		}
	}
	return nil
}

func (c *chart) readMap(d *dataset, m *value.Map) error {
	if err := c.pay(m.Len()); err != nil {
		return err
	}
	for k, v := range m.All() {
		y, err := c.number(v)
		if err != nil {
			return err
		}
		if err := c.point(d, k.Value(), y); err != nil {
			return err
		}
	}
	return nil
}

// point adds an x with the y of the only series.
func (c *chart) point(d *dataset, x value.Value, y float64) error {
	if len(d.series) == 0 {
		d.series = []series{{}}
	}
	d.series[0].ys = append(d.series[0].ys, y)
	return c.x(d, x)
}

func (c *chart) x(d *dataset, v value.Value) error {
	f, ok := value.AsFloat(v)
	d.numeric = d.numeric && ok
	d.xs = append(d.xs, f)
	label, err := value.DisplayIn(c.t, v)
	d.labels = append(d.labels, label)
	return err
}

// number reads a value of the data; a missing one is nan.
func (c *chart) number(v value.Value) (float64, error) {
	if v.IsNothing() {
		return math.NaN(), nil
	}
	f, ok := value.AsFloat(v)
	if !ok {
		return 0, c.fail("the data must be numbers, got %s", value.TypeName(v))
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, c.fail("the data contains %s; filter it first", value.Display(v))
	}
	return f, nil
}

func (c *chart) readList(d *dataset, items []value.Value) error {
	if len(items) > 0 && items[0].IsMap() {
		return c.readMaps(d, items)
	}
	if err := c.pay(len(items)); err != nil {
		return err
	}
	for i, v := range items {
		x, y := value.OfInt(int64(i)), v
		if v.IsList() {
			if len(v.Items()) != 2 {
				return c.fail("an item that is a list must be [x, y], got %d values", len(v.Items()))
			}
			x, y = v.Items()[0], v.Items()[1]
			if x.IsReal() {
				if _, err := c.number(x); err != nil {
					return err
				}
			}
		}
		f, err := c.number(y)
		if err != nil {
			return err
		}
		if err := c.point(d, x, f); err != nil {
			return err
		}
	}
	return nil
}

// readMaps reads a table: the field x, and one series for each field y.
func (c *chart) readMaps(d *dataset, rows []value.Value) error {
	x, err := c.opts.text("x")
	if err != nil {
		return err
	}
	ys, err := c.opts.texts("y")
	if err != nil {
		return err
	}
	if x == "" || len(ys) == 0 {
		return c.fail(`data of maps needs the options x and y: {"x": field, "y": field or list of fields}`)
	}
	if len(ys) > maxSeries && len(c.opts.colors) == 0 {
		return c.fail("more than %d series need the option colors", maxSeries)
	}
	if err := c.pay(len(rows) * len(ys)); err != nil {
		return err
	}
	for _, name := range ys {
		d.series = append(d.series, series{name: name})
	}
	for i, row := range rows {
		if !row.IsMap() {
			return c.fail("item %d is %s, not a map", i, value.TypeName(row))
		}
		v, ok := row.Map().Get(x)
		if !ok {
			return c.fail("item %d has no field %s", i, builtin.Quote(x))
		}
		if v.IsReal() {
			if _, err := c.number(v); err != nil {
				return err
			}
		}
		if err := c.x(d, v); err != nil {
			return err
		}
		for j, name := range ys {
			y, ok := row.Map().Get(name)
			if !ok {
				return c.fail("item %d has no field %s", i, builtin.Quote(name))
			}
			f, err := c.number(y)
			if err != nil {
				return err
			}
			d.series[j].ys = append(d.series[j].ys, f)
		}
	}
	return nil
}

// extent is the range of the present values of all series.
func (d *dataset) extent() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range d.series {
		for _, y := range s.ys {
			if !math.IsNaN(y) {
				lo, hi = min(lo, y), max(hi, y)
			}
		}
	}
	if lo > hi {
		return 0, 1
	}
	return lo, hi
}
