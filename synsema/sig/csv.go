package sig

// Rows of the family csv.
var (
	CsvEncode = Row{Name: "csv_encode", Family: "csv", Status: Core,
		Params: []Param{{Name: "rows"}, {Name: "options", Opt: true}},
		Doc:    "CSV text of a list of maps or of lists; options headers, delimiter, eol, escape_formulas, missing",
		Notes: "- headers: the columns to write, in this order; else the keys of the first row\n" +
			"- delimiter: one character, \",\" when absent\n" +
			"- eol: \"\\r\\n\" when absent, or \"\\n\"\n" +
			"- escape_formulas: true writes ' before a text that a spreadsheet would compute\n" +
			"- missing: what stands for `nothing`, else an empty field",
		Example: `csv_encode([{"a": 1, "b": "x,y"}], {"eol": "\n"})`,
		Shows:   "a,b\n1,\"x,y\"\n"}
	CsvParse = Row{Name: "csv_parse", Family: "csv", Status: Core,
		Params: []Param{{Name: "text"}, {Name: "options", Opt: true}},
		Doc:    "Rows of a CSV text, as maps with the names of the first row; options headers, delimiter, numbers, types, missing",
		Notes: "- headers: true for maps (the first row has the names), false for lists\n" +
			"- delimiter: one character, \",\" when absent\n" +
			"- types: what columns are, `{\"units\": \"int\", \"price\": \"decimal\"}`; one of int, float,\n" +
			"  decimal, text, bool, date, datetime\n" +
			"- numbers: true makes numbers of all fields that look like one\n" +
			"- missing: a text, or a list of them, that stands for `nothing`\n" +
			"\n" +
			"An empty field is `nothing`, a quoted empty one is `\"\"`. Blank lines are skipped; a row\n" +
			"with more or fewer fields than the first one is an error.",
		Example: `csv_parse("a,b\n007,\n")`,
		Shows:   `[{a: "007", b: nothing}]`}
)

var rowsCsv = []*Row{
	&CsvEncode,
	&CsvParse,
}
