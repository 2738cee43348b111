package sig

// Rows of the family csv.
var (
	CsvEncode = Row{Name: "csv_encode", Family: "csv", Status: Core,
		Params:  []Param{{Name: "rows"}, {Name: "options", Opt: true}},
		Doc:     "CSV text of a list of maps or of lists; options headers, delimiter, eol, escape_formulas, missing",
		Example: `csv_encode([{"a": 1, "b": "x,y"}], {"eol": "\n"})`,
		Shows:   "a,b\n1,\"x,y\"\n"}
	CsvParse = Row{Name: "csv_parse", Family: "csv", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "options", Opt: true}},
		Doc:     "Rows of a CSV text, as maps with the names of the first row; options headers, delimiter, numbers, types, missing",
		Example: `csv_parse("a,b\n007,\n")`,
		Shows:   `[{a: "007", b: nothing}]`}
)

var rowsCsv = []*Row{
	&CsvEncode,
	&CsvParse,
}
