package charts

import (
	"math"
	"strconv"
	"strings"

	"github.com/synrun/synrun/runtime/builtin/statistics"
	"github.com/synrun/synrun/runtime/value"
)

func showNumber(f float64) string { return string(value.AppendFloat(nil, f)) }

// cut shortens a label: the text form of any value may be one.
func cut(label string) string { return value.Cut(label, 40) }

// note is what a mark says when it is pointed at. A whole amount has no point:
// most data are counts.
func note(label, name string, y float64) string {
	s := cut(label) + ": " + strings.TrimSuffix(showNumber(y), ".0")
	if name != "" {
		s = cut(name) + ", " + s
	}
	return s
}

// names of the series for the legend; nil when there is none to show.
func (c *chart) names(d *dataset) []string {
	if !c.opts.legend || len(d.series) < 2 {
		return nil
	}
	var names []string
	for _, s := range d.series {
		names = append(names, s.name)
	}
	return names
}

// stacked gives the floor of every value when series stand on each other:
// positive ones upwards, negative ones downwards.
func (d *dataset) stacked() [][]float64 {
	up, down := make([]float64, len(d.labels)), make([]float64, len(d.labels))
	floors := make([][]float64, len(d.series))
	for i, s := range d.series {
		floors[i] = make([]float64, len(s.ys))
		for j, y := range s.ys {
			side := up
			if y < 0 {
				side = down
			}
			floors[i][j] = side[j]
			if !math.IsNaN(y) {
				side[j] += y
			}
		}
	}
	return floors
}

// span is the range of the tops and floors.
func (c *chart) span(d *dataset, floors [][]float64) (lo, hi float64, err error) {
	for i, s := range d.series {
		for j, y := range s.ys {
			if !math.IsNaN(y) {
				lo, hi = min(lo, floors[i][j]+y), max(hi, floors[i][j]+y)
			}
		}
	}
	return lo, hi, c.addUp(lo, hi)
}

// addUp refuses sums beyond the floats.
func (c *chart) addUp(lo, hi float64) error {
	if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return c.fail("the values of a %s chart add up to more than a number holds", c.kind)
	}
	return nil
}

// drawLines draws line, area and scatter charts.
func drawLines(c *chart) error {
	d, err := c.read()
	if err != nil {
		return err
	}
	stack, err := c.opts.flag("stack")
	if err != nil {
		return err
	}
	if c.kind == "scatter" && !d.numeric {
		return c.fail("a scatter chart needs numbers for x")
	}
	names := c.names(d)
	f := c.frame(names != nil)
	floors := make([][]float64, len(d.series))
	for i, s := range d.series {
		floors[i] = make([]float64, len(s.ys))
	}
	lo, hi := d.extent()
	if c.kind == "area" {
		if stack {
			floors = d.stacked()
		}
		if lo, hi, err = c.span(d, floors); err != nil {
			return err
		}
	}
	ys := c.yAxis(f, lo, hi)
	at := make([]float64, len(d.xs))
	if d.numeric {
		lo, hi := minMax(d.xs)
		xs := c.xAxis(f, lo, hi)
		for i, x := range d.xs {
			at[i] = xs.at(x)
		}
	} else {
		band := c.categories(f, d.labels)
		for i := range at {
			at[i] = f.left + (float64(i)+0.5)*band
		}
	}
	for i, s := range d.series {
		color := c.opts.color(i)
		switch c.kind {
		case "area":
			c.area(s, floors[i], at, ys, color)
		case "line":
			c.polyline(s, at, ys, color)
		}
		if c.kind == "scatter" || len(s.ys) <= 60 {
			for j, y := range s.ys {
				if !math.IsNaN(y) {
					c.svg.mark(note(d.labels[j], s.name, y), "circle", "cx", at[j], "cy", ys.at(floors[i][j]+y), "r", 3.0, "fill", color)
				}
			}
		}
	}
	c.legend(f, names)
	return nil
}

func minMax(xs []float64) (lo, hi float64) {
	lo, hi = xs[0], xs[0]
	for _, x := range xs {
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// polyline breaks where a value is missing.
func (c *chart) polyline(s series, at []float64, ys scale, color string) {
	var p path
	pen := byte('M')
	for j, y := range s.ys {
		if math.IsNaN(y) {
			pen = 'M'
			continue
		}
		p.to(pen, at[j], ys.at(y))
		pen = 'L'
	}
	c.svg.empty("path", "d", p.String(), "fill", "none", "stroke", color, "stroke-width", 2.0)
}

func (c *chart) area(s series, floor, at []float64, ys scale, color string) {
	var p path
	for from := 0; from < len(s.ys); {
		if math.IsNaN(s.ys[from]) {
			from++
			continue
		}
		to := from
		for to < len(s.ys) && !math.IsNaN(s.ys[to]) {
			to++
		}
		pen := byte('M')
		for j := from; j < to; j++ {
			p.to(pen, at[j], ys.at(floor[j]+s.ys[j]))
			pen = 'L'
		}
		for j := to - 1; j >= from; j-- {
			p.to('L', at[j], ys.at(floor[j]))
		}
		p.WriteByte('Z')
		from = to
	}
	c.svg.empty("path", "d", p.String(), "fill", color, "fill-opacity", 0.5, "stroke", color)
}

func drawBars(c *chart) error {
	d, err := c.read()
	if err != nil {
		return err
	}
	stack, err := c.opts.flag("stack")
	if err != nil {
		return err
	}
	floors := make([][]float64, len(d.series))
	for i, s := range d.series {
		floors[i] = make([]float64, len(s.ys))
	}
	if stack {
		floors = d.stacked()
	}
	names := c.names(d)
	f := c.frame(names != nil)
	lo, hi, err := c.span(d, floors)
	if err != nil {
		return err
	}
	ys := c.yAxis(f, lo, hi)
	band := c.categories(f, d.labels)
	width, step := band*0.8, 0.0
	if !stack {
		width /= float64(len(d.series))
		step = width
	}
	for i, s := range d.series {
		for j, y := range s.ys {
			if math.IsNaN(y) {
				continue
			}
			x := f.left + float64(j)*band + band*0.1 + float64(i)*step
			c.bar(note(d.labels[j], s.name, y), x, width, ys.at(floors[i][j]), ys.at(floors[i][j]+y), c.opts.color(i))
		}
	}
	c.svg.line(f.left, ys.at(0), f.right, ys.at(0), c.opts.ink(), 1)
	c.legend(f, names)
	return nil
}

func (c *chart) bar(note string, x, width, y1, y2 float64, color string) {
	c.svg.mark(note, "rect", "x", x, "y", min(y1, y2), "width", width, "height", math.Abs(y1-y2), "fill", color)
}

// drawWaterfall shows every value as a step from the sum of those before it.
func drawWaterfall(c *chart) error {
	d, err := c.read()
	if err != nil {
		return err
	}
	if len(d.series) != 1 {
		return c.fail("a waterfall chart has one series")
	}
	total := false
	totalName := "total"
	switch v := c.opts.own["total"]; {
	case v.IsText():
		total, totalName = true, v.Str()
	default:
		if total, err = c.opts.flag("total"); err != nil {
			return err
		}
	}
	labels, deltas := d.labels, d.series[0].ys
	sum, lo, hi := 0.0, 0.0, 0.0
	for _, y := range deltas {
		if !math.IsNaN(y) {
			sum += y
		}
		lo, hi = min(lo, sum), max(hi, sum)
	}
	if err := c.addUp(lo, hi); err != nil {
		return err
	}
	if total {
		labels = append(labels, totalName)
	}
	f := c.frame(false)
	ys := c.yAxis(f, lo, hi)
	band := c.categories(f, labels)
	at := 0.0
	for j, y := range deltas {
		if math.IsNaN(y) {
			continue
		}
		color := c.opts.color(2)
		if y < 0 {
			color = c.opts.color(1)
		}
		x := f.left + float64(j)*band
		c.bar(note(labels[j], "", y), x+band*0.1, band*0.8, ys.at(at), ys.at(at+y), color)
		at += y
		if j+1 < len(labels) {
			c.svg.line(x+band*0.9, ys.at(at), x+band*1.1, ys.at(at), c.opts.ink(), 1)
		}
	}
	if total {
		x := f.left + float64(len(labels)-1)*band
		c.bar(note(totalName, "", sum), x+band*0.1, band*0.8, ys.at(0), ys.at(sum), c.opts.color(0))
	}
	c.svg.line(f.left, ys.at(0), f.right, ys.at(0), c.opts.ink(), 1)
	return nil
}

func drawHistogram(c *chart) error {
	h, err := c.histogram()
	if err != nil {
		return err
	}
	if err := c.pay(len(h.Counts)); err != nil {
		return err
	}
	most := 0
	for _, n := range h.Counts {
		most = max(most, n)
	}
	f := c.frame(false)
	ys := c.yAxis(f, 0, float64(max(most, 1)))
	last := len(h.Counts)
	if !(h.Edges[last]-h.Edges[0] <= math.MaxFloat64) {
		return c.fail("the data of a histogram lies too far apart")
	}
	xs := c.xAxis(f, h.Edges[0], h.Edges[last])
	for i, n := range h.Counts {
		a, b := xs.at(h.Edges[i]), xs.at(h.Edges[i+1])
		c.bar(showNumber(h.Edges[i])+" – "+showNumber(h.Edges[i+1])+": "+strconv.Itoa(n), a+0.5, max(b-a-1, 0.5), ys.at(0), ys.at(float64(n)), c.opts.color(0))
	}
	return nil
}

// histogram counts the data, or takes the map that histogram() returned.
func (c *chart) histogram() (*statistics.Histogram, error) {
	m, ok := c.data.AsMap()
	if !ok {
		return statistics.MakeHistogram(c.t, c.data, c.opts.own["bins"])
	}
	counts, okC := m.Get("counts")
	edges, okE := m.Get("edges")
	if !okC || !okE || !counts.IsList() || !edges.IsList() || len(counts.Items()) == 0 || len(edges.Items()) != len(counts.Items())+1 {
		return nil, c.fail("a histogram chart takes numbers or the map of histogram(): {counts, edges}")
	}
	h := &statistics.Histogram{}
	for _, v := range counts.Items() {
		n, err := c.number(v)
		if err != nil || math.IsNaN(n) || n < 0 || n > 1e15 {
			return nil, c.fail("the counts of a histogram are numbers from 0 on, got %s", value.Display(v))
		}
		h.Counts = append(h.Counts, int(n))
	}
	for i, v := range edges.Items() {
		x, err := c.number(v)
		if err != nil || math.IsNaN(x) || i > 0 && x <= h.Edges[i-1] {
			return nil, c.fail("the edges of a histogram must be increasing numbers, got %s", value.Display(v))
		}
		h.Edges = append(h.Edges, x)
	}
	return h, nil
}
