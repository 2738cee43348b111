package sig

// Rows of the family charts.
var (
	Chart = Row{Name: "chart", Family: "charts", Status: Recognised,
		Params: []Param{{Name: "kind"}, {Name: "data"}, {Name: "options", Opt: true}},
		Doc:    "Chart for a served page"}
	ChartSvg = Row{Name: "chart_svg", Family: "charts", Status: Extended,
		Params: []Param{{Name: "kind"}, {Name: "data"}, {Name: "options", Opt: true}},
		Doc:    "Chart as the text of an SVG document",
		Notes: "Kinds: area, bar, boxplot, donut, heatmap, histogram, line, pie, scatter, waterfall.\n" +
			"The data is one of\n" +
			"\n" +
			"- a map of labels and numbers: `{\"apples\": 3, \"pears\": 5}`\n" +
			"- a list of numbers, or of `[x, y]`\n" +
			"- a list of maps, with the options `x` (a column) and `y` (a column, or a list of them)\n" +
			"- for a histogram numbers, or what `histogram` gives; for a heatmap a matrix\n" +
			"\n" +
			"Options of every kind: title, x_label, y_label, width (640), height (360), colors,\n" +
			"legend, background, theme (\"light\", \"dark\"). Besides `x` and `y`: stack (bar, area),\n" +
			"bins (histogram), total (waterfall), value, x_labels, y_labels, scale, center (heatmap).",
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
