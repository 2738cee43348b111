package sig

// Rows of the family charts.
var (
	Chart = Row{Name: "chart", Family: "charts", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "content chart node"}
	ChartSvg = Row{Name: "chart_svg", Family: "charts", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "chart as SVG text"}
	SvgToPdf = Row{Name: "svg_to_pdf", Family: "charts", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}}, CapNote: "fonts: file.read",
		Doc: "PDF bytes from SVG"}
	SvgToPng = Row{Name: "svg_to_png", Family: "charts", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}}, CapNote: "fonts: file.read",
		Doc: "PNG bytes from SVG"}
)

var rowsCharts = []*Row{
	&Chart,
	&ChartSvg,
	&SvgToPdf,
	&SvgToPng,
}
