package sig

// Rows of the family charts.
var (
	Chart = Row{Name: "chart", Family: "charts", Status: Recognised,
		Params: []Param{{Name: "kind"}, {Name: "data"}, {Name: "options", Opt: true}},
		Doc:    "Chart for a served page"}
	ChartSvg = Row{Name: "chart_svg", Family: "charts", Status: Extended,
		Params:  []Param{{Name: "kind"}, {Name: "data"}, {Name: "options", Opt: true}},
		Doc:     "Chart as the text of an SVG document",
		Example: `starts_with(chart_svg("bar", {"apples": 3, "pears": 5}), "<svg")`,
		Shows:   "true"}
	SvgToPdf = Row{Name: "svg_to_pdf", Family: "charts", Status: Recognised,
		Params:  []Param{{Name: "svg"}, {Name: "options", Opt: true}},
		CapNote: "fonts: file.read",
		Doc:     "PDF document of an SVG text"}
	SvgToPng = Row{Name: "svg_to_png", Family: "charts", Status: Recognised,
		Params:  []Param{{Name: "svg"}, {Name: "options", Opt: true}},
		CapNote: "fonts: file.read",
		Doc:     "PNG image of an SVG text"}
)

var rowsCharts = []*Row{
	&Chart,
	&ChartSvg,
	&SvgToPdf,
	&SvgToPng,
}
