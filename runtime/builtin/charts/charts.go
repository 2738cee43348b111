// Package charts draws the charts of chart_svg as SVG text (40 §14). The same
// input gives the same bytes: there is no clock, no randomness and no map
// order in it.
//
// A chart goes through three steps: options and data are read into a dataset
// (options.go, data.go), a drawing function of its kind lays it out (one file
// for each group of kinds), and the svg writer (svg.go) escapes and formats.
package charts

import (
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family; the other rows are only recognised.
var Table = []builtin.Def{
	{Row: &sig.ChartSvg, Fn: chartSVG},
}

const fn = "chart_svg"

// kind is a kind of chart: the options that it takes beside the common ones,
// and the function that draws it.
type kind struct {
	name    string
	options string // separated by blanks
	draw    func(c *chart) error
}

// kinds in the order in which messages list them.
func kinds() []kind {
	return []kind{
		{"area", "x y stack", drawLines},
		{"bar", "x y stack", drawBars},
		{"boxplot", "x y", drawBoxes},
		{"donut", "x y", drawPie},
		{"heatmap", "x y value x_labels y_labels scale center", drawHeatmap},
		{"histogram", "bins", drawHistogram},
		{"line", "x y", drawLines},
		{"pie", "x y", drawPie},
		{"scatter", "x y", drawLines},
		{"waterfall", "x y total", drawWaterfall},
	}
}

// chart is a chart on its way to SVG.
type chart struct {
	t    value.Thread
	kind string
	data value.Value
	opts options
	svg  *svg
}

func chartSVG(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[0].IsText() {
		return value.Value{}, value.Errorf("%s: the kind must be a text, got %s", fn, value.TypeName(args[0]))
	}
	var k kind
	var names []string
	for _, each := range kinds() {
		names = append(names, each.name)
		if each.name == args[0].Str() {
			k = each
		}
	}
	if k.draw == nil {
		return value.Value{}, value.Errorf("%s: unknown kind %s; the kinds are %s", fn, builtin.Quote(args[0].Str()), strings.Join(names, ", "))
	}
	c := &chart{t: t, kind: k.name, data: args[1]}
	if err := c.opts.read(k, args[2]); err != nil {
		return value.Value{}, err
	}
	c.svg = newSVG(t.Gate(), &c.opts)
	if err := k.draw(c); err != nil {
		return value.Value{}, err
	}
	if c.svg.err != nil {
		return value.Value{}, c.svg.err
	}
	text := c.svg.end()
	if err := t.Charge(len(text)); err != nil {
		return value.Value{}, err
	}
	return value.OfText(text), nil
}

// pay counts the marks that are about to be drawn.
func (c *chart) pay(marks int) error {
	if err := c.t.Charge(150 * marks); err != nil {
		return err
	}
	return c.t.Work(8 * marks)
}

func (c *chart) fail(format string, args ...any) error {
	return value.Errorf(fn+": "+format, args...)
}
