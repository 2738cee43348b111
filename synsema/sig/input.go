package sig

// Rows of the family input.
var (
	ReadLine = Row{Name: "read_line", Family: "input", Status: Core,
		Params: []Param{{Name: "prompt", Opt: true}},
		Cap:    "stdin", CapNote: "prompt: stdout",
		Doc: "one line of stdin without its line end; nothing at EOF"}
)

var rowsInput = []*Row{
	&ReadLine,
}
