package sig

// Rows of the family csv.
var (
	CsvEncode = Row{Name: "csv_encode", Family: "csv", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "CSV text from rows"}
	CsvParse = Row{Name: "csv_parse", Family: "csv", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "rows from CSV text"}
)

var rowsCsv = []*Row{
	&CsvEncode,
	&CsvParse,
}
