package charts

import (
	"math"
	"slices"
	"strconv"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

// drawPie draws pie and donut charts.
func drawPie(c *chart) error {
	d, err := c.read()
	if err != nil {
		return err
	}
	if len(d.series) != 1 {
		return c.fail("a %s chart has one series", c.kind)
	}
	ys := d.series[0].ys
	total := 0.0
	for _, y := range ys {
		if y < 0 {
			return c.fail("a %s chart has no negative parts, got %s", c.kind, showNumber(y))
		}
		if !math.IsNaN(y) {
			total += y
		}
	}
	if total == 0 || math.IsInf(total, 0) {
		return c.fail("the parts of a %s chart add up to %s", c.kind, showNumber(total))
	}
	f := c.frame(c.opts.legend)
	cx, cy := (f.left+f.right)/2, (f.top+f.bottom)/2
	r := min(f.right-f.left, f.bottom-f.top) / 2
	inner := 0.0
	if c.kind == "donut" {
		inner = r * 0.6
	}
	from := 0.0
	for i, y := range ys {
		if math.IsNaN(y) || y == 0 {
			continue
		}
		to := from + y/total
		share := strconv.FormatFloat(100*y/total, 'f', 1, 64) + " %"
		c.slice(note(d.labels[i], "", y)+" ("+share+")", cx, cy, r, inner, from, to, c.opts.color(i))
		from = to
	}
	if c.opts.legend {
		names := make([]string, len(d.labels))
		for i, label := range d.labels {
			names[i] = cut(label)
		}
		c.legend(f, names)
	}
	return nil
}

// slice draws the part of a ring between two fractions of the turn.
func (c *chart) slice(note string, cx, cy, r, inner, from, to float64, color string) {
	if to-from > 0.9999 { // an arc cannot be a whole turn: two halves
		half := (from + to) / 2
		c.slice(note, cx, cy, r, inner, from, half, color)
		from = half
	}
	point := func(turn, radius float64) (x, y float64) {
		a := 2 * math.Pi * turn
		return cx + radius*math.Sin(a), cy - radius*math.Cos(a)
	}
	large := 0.0
	if to-from > 0.5 {
		large = 1
	}
	var p path
	x1, y1 := point(from, r)
	x2, y2 := point(to, r)
	p.to('M', x1, y1)
	p.to('A', r, r, 0, large, 1, x2, y2)
	if inner > 0 {
		x3, y3 := point(to, inner)
		x4, y4 := point(from, inner)
		p.to('L', x3, y3)
		p.to('A', inner, inner, 0, large, 0, x4, y4)
	} else {
		p.to('L', cx, cy)
	}
	p.WriteByte('Z')
	c.svg.mark(note, "path", "d", p.String(), "fill", color, "stroke", c.opts.paper())
}

// group is the values of one box.
type group struct {
	label string
	ys    []float64
}

// groups collects the values of a boxplot by label: lists under labels, rows
// of a table by x, or one list of numbers.
func (c *chart) groups() ([]group, error) {
	if m, ok := c.data.AsMap(); ok {
		var gs []group
		for k, v := range m.All() {
			g := group{label: k.String()}
			if !v.IsList() {
				return nil, c.fail("a boxplot takes a list of numbers under every label, got %s", value.TypeName(v))
			}
			for _, x := range v.Items() {
				f, err := c.number(x)
				if err != nil {
					return nil, err
				}
				g.ys = append(g.ys, f)
			}
			gs = append(gs, g)
		}
		return gs, nil
	}
	d, err := c.read()
	if err != nil {
		return nil, err
	}
	if !c.data.IsList() || !c.data.Items()[0].IsMap() {
		return []group{{"", d.series[0].ys}}, nil
	}
	if len(d.series) > 1 {
		var gs []group
		for _, s := range d.series {
			gs = append(gs, group{s.name, s.ys})
		}
		return gs, nil
	}
	var gs []group
	place := map[string]int{}
	for i, label := range d.labels {
		j, ok := place[label]
		if !ok {
			j = len(gs)
			place[label] = j
			gs = append(gs, group{label: label})
		}
		gs[j].ys = append(gs[j].ys, d.series[0].ys[i])
	}
	return gs, nil
}

// drawBoxes draws quartiles, whiskers to the last value within one and a half
// boxes, and the values beyond as points.
func drawBoxes(c *chart) error {
	gs, err := c.groups()
	if err != nil {
		return err
	}
	labels := make([]string, len(gs))
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range gs {
		g := &gs[i]
		labels[i] = g.label
		g.ys = slices.DeleteFunc(slices.Clone(g.ys), math.IsNaN)
		if len(g.ys) == 0 {
			return c.fail("a box has no values")
		}
		if err := c.pay(len(g.ys)); err != nil {
			return err
		}
		slices.Sort(g.ys)
		lo, hi = min(lo, g.ys[0]), max(hi, g.ys[len(g.ys)-1])
	}
	if len(gs) == 0 {
		return c.fail("there is no data")
	}
	f := c.frame(false)
	ys := c.yAxis(f, lo, hi)
	band := c.categories(f, labels)
	for i, g := range gs {
		c.box(g, f.left+float64(i)*band+band/2, band*0.5, ys, c.opts.color(0))
	}
	return nil
}

func (c *chart) box(g group, x, width float64, ys scale, color string) {
	q := func(p float64) float64 {
		r := p * float64(len(g.ys)-1)
		lo := int(r)
		hi := min(lo+1, len(g.ys)-1)
		a, b, part := g.ys[lo], g.ys[hi], r-float64(lo)
		if math.IsInf(b-a, 0) {
			return float64(a*(1-part)) + float64(b*part)
		}
		return a + float64((b-a)*part)
	}
	q1, med, q3 := q(0.25), q(0.5), q(0.75)
	reach := 1.5 * (q3 - q1)
	low, high := q1, q3
	for _, y := range g.ys {
		switch {
		case y < q1-reach || y > q3+reach:
			c.svg.mark(note(g.label, "", y), "circle", "cx", x, "cy", ys.at(y), "r", 2.5, "fill", "none", "stroke", color)
		default:
			low, high = min(low, y), max(high, y)
		}
	}
	for _, w := range [...][2]float64{{low, q1}, {q3, high}} {
		c.svg.line(x, ys.at(w[0]), x, ys.at(w[1]), color, 1.5)
	}
	for _, y := range [...]float64{low, high} {
		c.svg.line(x-width/4, ys.at(y), x+width/4, ys.at(y), color, 1.5)
	}
	text := "median " + showNumber(med) + ", quartiles " + showNumber(q1) + " and " + showNumber(q3)
	if g.label != "" {
		text = cut(g.label) + ": " + text
	}
	c.svg.mark(text, "rect", "x", x-width/2, "y", ys.at(q3), "width", width, "height", max(ys.at(q1)-ys.at(q3), 0.5), "fill", color, "fill-opacity", 0.4, "stroke", color)
	c.svg.line(x-width/2, ys.at(med), x+width/2, ys.at(med), color, 2)
}

// grid is the data of a heatmap.
type grid struct {
	rows, cols []string
	z          []float64 // row by row, nan where missing
}

func (c *chart) grid() (*grid, error) {
	if c.data.IsList() && len(c.data.Items()) > 0 && c.data.Items()[0].IsMap() {
		return c.gridOfMaps()
	}
	a, err := ndarray.FromNested(c.t, c.data)
	if err != nil || a.Dims() != 2 || len(a.Data) == 0 {
		return nil, c.fail("a heatmap takes a matrix, lists of numbers of one length, or maps with the options x, y and value")
	}
	if err := c.pay(len(a.Data)); err != nil {
		return nil, err
	}
	g := &grid{z: a.Data}
	for _, z := range a.Data {
		if math.IsNaN(z) || math.IsInf(z, 0) {
			return nil, c.fail("the data contains %s; filter it first", showNumber(z))
		}
	}
	if g.rows, err = c.gridLabels("y_labels", a.Shape[0]); err != nil {
		return nil, err
	}
	g.cols, err = c.gridLabels("x_labels", a.Shape[1])
	return g, err
}

// gridLabels reads labels, or counts from 0.
func (c *chart) gridLabels(name string, n int) ([]string, error) {
	labels, err := c.opts.texts(name)
	if err != nil {
		return nil, err
	}
	if labels == nil {
		for i := range n {
			labels = append(labels, strconv.Itoa(i))
		}
	}
	if len(labels) != n {
		return nil, c.fail("the option %s has %d labels for %d", name, len(labels), n)
	}
	return labels, nil
}

func (c *chart) gridOfMaps() (*grid, error) {
	var fields [3]string
	for i, name := range [...]string{"x", "y", "value"} {
		var err error
		if fields[i], err = c.opts.text(name); err != nil {
			return nil, err
		}
		if fields[i] == "" {
			return nil, c.fail("a heatmap of maps needs the options x, y and value")
		}
	}
	g := &grid{}
	places := [2]map[string]int{{}, {}}
	find := func(k int, names *[]string, label string) int {
		i, ok := places[k][label]
		if !ok {
			i = len(*names)
			places[k][label] = i
			*names = append(*names, label)
		}
		return i
	}
	type cell struct {
		row, col int
		z        float64
	}
	var cells []cell
	if err := c.pay(len(c.data.Items())); err != nil {
		return nil, err
	}
	for i, item := range c.data.Items() {
		if !item.IsMap() {
			return nil, c.fail("item %d is %s, not a map", i, value.TypeName(item))
		}
		var vs [3]value.Value
		for j, name := range fields {
			v, ok := item.Map().Get(name)
			if !ok {
				return nil, c.fail("item %d has no field %s", i, builtin.Quote(name))
			}
			vs[j] = v
		}
		z, err := c.number(vs[2])
		if err != nil {
			return nil, err
		}
		row, err := value.DisplayIn(c.t, vs[1])
		if err != nil {
			return nil, err
		}
		col, err := value.DisplayIn(c.t, vs[0])
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell{find(1, &g.rows, row), find(0, &g.cols, col), z})
	}
	if err := c.pay(len(g.rows) * len(g.cols)); err != nil {
		return nil, err
	}
	g.z = make([]float64, len(g.rows)*len(g.cols))
	for i := range g.z {
		g.z[i] = math.NaN()
	}
	for _, cell := range cells {
		g.z[cell.row*len(g.cols)+cell.col] = cell.z
	}
	return g, nil
}

func drawHeatmap(c *chart) error {
	g, err := c.grid()
	if err != nil {
		return err
	}
	shade, err := c.shades(g.z)
	if err != nil {
		return err
	}
	f := c.frame(false)
	band := c.categories(f, g.cols)
	tall := (f.bottom - f.top) / float64(len(g.rows))
	for i, label := range g.rows {
		if tall >= 10 || i%int(math.Ceil(10/tall)) == 0 {
			c.svg.text(f.left-6, f.top+(float64(i)+0.5)*tall+4, "end", short(label, 8))
		}
		for j, col := range g.cols {
			if z := g.z[i*len(g.cols)+j]; !math.IsNaN(z) {
				c.svg.mark(note(col, label, z), "rect", "x", f.left+float64(j)*band, "y", f.top+float64(i)*tall, "width", band, "height", tall, "fill", shade(z))
			}
		}
	}
	return nil
}

// shades gives the color of every value: from light to dark, or from blue
// over light to red around a center.
func (c *chart) shades(zs []float64) (func(float64) string, error) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, z := range zs {
		if !math.IsNaN(z) {
			lo, hi = min(lo, z), max(hi, z)
		}
	}
	name, err := c.opts.text("scale")
	if err != nil {
		return nil, err
	}
	center, centered := 0.0, name == "diverging"
	if v, ok := c.opts.own["center"]; ok && !v.IsNothing() {
		if center, err = c.number(v); err != nil {
			return nil, err
		}
		centered = true
	}
	switch {
	case name != "" && name != "sequential" && name != "diverging":
		return nil, c.fail(`the option scale is "sequential" or "diverging", got %s`, builtin.Quote(name))
	case centered && name != "sequential":
		reach := max(hi-center, center-lo)
		return func(z float64) string {
			if reach == 0 {
				return blend(light, light, 0)
			}
			if u := (z - center) / reach; u >= 0 {
				return blend(light, red, u)
			} else {
				return blend(light, blue, -u)
			}
		}, nil
	}
	return func(z float64) string {
		if hi == lo {
			return blend(light, blue, 0.5)
		}
		return blend(light, blue, (z-lo)/(hi-lo))
	}, nil
}

type rgb [3]float64

var (
	light = rgb{240, 244, 250}
	blue  = rgb{18, 72, 160}
	red   = rgb{178, 34, 34}
)

func blend(a, b rgb, u float64) string {
	const hex = "0123456789abcdef"
	s := []byte("#")
	for i := range a {
		n := int(math.Round(a[i] + (b[i]-a[i])*u))
		n = min(max(n, 0), 255)
		s = append(s, hex[n>>4], hex[n&15])
	}
	return string(s)
}
