package charts

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/ndarray"
	"github.com/synrun/synrun/runtime/value"
)

func TestRows(t *testing.T) { Rows(Table).CheckRows(t, "charts") }

// options keep their order: a map with one key at a time.
func with(pairs ...any) value.Value {
	m := value.NewMap(0)
	for i := 0; i < len(pairs); i += 2 {
		m.Set(pairs[i].(string), Of(pairs[i+1]).Share())
	}
	return m.Value()
}

func sales() value.Value {
	return Of(List{with("m", "Jan", "a", 3, "b", 1.5), with("m", "Feb & Mar", "a", -2, "b", nil), with("m", "Apr", "a", 5, "b", 4)})
}

func nineParts() value.Value {
	m := value.NewMap(0)
	for _, name := range strings.Split("abcdefghi", "") {
		m.Set(name, Of(1))
	}
	return m.Value()
}

// longLabels differ behind what a chart shows of them.
func longLabels() value.Value {
	long := strings.Repeat("x", 100)
	return Of(List{with("x", long+"1", "y", 1), with("x", long+"2", "y", 3)})
}

func TestCharts(t *testing.T) {
	matrix := (&ndarray.Array{Shape: []int{2, 3}, Data: []float64{1, 2, 3, 4, 5, 6}}).Value()
	ab := with("x", "m", "y", List{"a", "b"}, "title", `"a" < b`, "x_label", "month", "y_label", "k€")
	for _, c := range []struct {
		kind  string
		args  List
		marks int // elements with a note
	}{
		{"line", List{sales(), ab}, 5}, {"area", List{sales(), ab}, 5}, {"bar", List{sales(), ab}, 5},
		{"bar", List{with("apples", 3, "pears", Dec("5"))}, 2}, {"line", List{List{1, 4, 9}}, 3}, {"scatter", List{List{List{0.5, 1}, List{2, 3}}}, 2},
		{"line", List{ndarray.Vector([]float64{1, 2}).Value(), with("theme", "dark", "width", 300, "legend", false)}, 2},
		{"pie", List{with("a", 1, "b", 3)}, 2}, {"donut", List{with("all", 1)}, 2}, {"histogram", List{List{1, 2, 2, 3, 5}, with("bins", 4)}, 4},
		{"histogram", List{with("counts", List{1, 2}, "edges", List{0, 1, 2})}, 2}, {"boxplot", List{List{1, 2, 3, 4, 100}}, 2}, {"boxplot", List{with("a", List{1, 2}, "b", List{3})}, 2},
		{"heatmap", List{matrix, with("center", 3)}, 6}, {"heatmap", List{sales(), with("x", "m", "y", "a", "value", "b")}, 2}, {"waterfall", List{with("start", 10, "loss", -4), with("total", true)}, 3},
		{"pie", List{nineParts()}, 9}, {"boxplot", List{List{1e308, -1e308}}, 1}, {"boxplot", List{longLabels(), with("x", "x", "y", "y")}, 2},
		{"area", List{sales(), with("x", "m", "y", List{"a", "b"}, "stack", true)}, 5}, {"line", List{List{7}}, 1}, {"line", List{List{-1.7e308, 1.7e308}}, 2}, {"bar", List{List{5e-324}}, 1},
	} {
		args := append(List{c.kind}, c.args...)
		first, err := Rows(Table).Call(&Thread{}, "chart_svg", args...)
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		again, _ := Rows(Table).Call(&Thread{}, "chart_svg", args...)
		if first.Str() != again.Str() {
			t.Errorf("%s: two runs differ", c.kind)
		}
		if n := check(t, c.kind, first.Str()); n != c.marks {
			t.Errorf("%s has %d marks, want %d:\n%s", c.kind, n, c.marks, first.Str())
		}
	}
}

// check reads the document as XML and counts the marks.
func check(t *testing.T, kind, doc string) (marks int) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(doc))
	var parents []string
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v in %s", kind, err, doc)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			if e.Name.Local == "title" && parents[len(parents)-1] != "svg" {
				marks++
			}
			parents = append(parents, e.Name.Local)
			for _, a := range e.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s: %s of %s is %s", kind, a.Name.Local, e.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			parents = parents[:len(parents)-1]
		}
	}
	if len(parents) != 0 || !strings.HasPrefix(doc, "<svg ") {
		t.Errorf("%s: not a whole document", kind)
	}
	return marks
}

func TestRefusals(t *testing.T) {
	nine := value.NewMap(0)
	var fields List
	nine.Set("x", Of(1))
	for _, f := range strings.Split("abcdefghi", "") {
		nine.Set(f, Of(1))
		fields = append(fields, f)
	}
	Rows(Table).Run(t, []Case{
		{"chart_svg", List{"cake", List{1}}, `chart_svg: unknown kind "cake"; the kinds are area, bar, boxplot, donut, heatmap, histogram, line, pie, scatter, waterfall`},
		{"chart_svg", List{"bar", List{1}, with("bins", 3)}, `chart_svg: a bar chart has no option "bins"; it takes x, y, stack, title, x_label, y_label, width, height, colors, legend, background, theme`},
		{"chart_svg", List{"line", List{1, math.NaN()}}, "chart_svg: the data contains nan; filter it first"},
		{"chart_svg", List{"line", List{1, math.Inf(1)}}, "chart_svg: the data contains inf; filter it first"},
		{"chart_svg", List{"line", ndarray.Vector([]float64{1, math.Inf(1)}).Value()}, "chart_svg: the data contains inf; filter it first"},
		{"chart_svg", List{"bar", ndarray.Vector([]float64{math.NaN()}).Value()}, "chart_svg: the data contains nan; filter it first"},
		{"chart_svg", List{"waterfall", List{1e308, 1e308}}, "chart_svg: the values of a waterfall chart add up to more than a number holds"},
		{"chart_svg", List{"histogram", List{1e308, -1e308}}, "chart_svg: the data of a histogram lies too far apart"},
		{"chart_svg", List{"line", List{"x"}}, "chart_svg: the data must be numbers, got text"},
		{"chart_svg", List{"line", List{}}, "chart_svg: there is no data"},
		{"chart_svg", List{"bar", List{nine.Value()}, with("x", "x", "y", fields)}, "chart_svg: more than 8 series need the option colors"},
		{"chart_svg", List{"bar", List{1}, with("colors", List{`red" onload="x`})}, `chart_svg: the option colors: "red\" onload=\"x" is not a color`},
		{"chart_svg", List{"bar", List{1}, with("background", "url(http://x)")}, `chart_svg: the option background: "url(http://x)" is not a color`},
		{"chart_svg", List{"bar", List{1}, with("theme", "pink")}, `chart_svg: the option theme is "light" or "dark", got "pink"`},
		{"chart_svg", List{"pie", with("a", -1)}, "chart_svg: a pie chart has no negative parts, got -1.0"},
		{"chart_svg", List{"scatter", with("a", 1)}, "chart_svg: a scatter chart needs numbers for x"},
	})
}
