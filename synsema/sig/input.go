package sig

// Rows of the family input.
var (
	ReadLine = Row{Name: "read_line", Family: "input", Status: Core,
		Params: []Param{{Name: "prompt", Opt: true}},
		Cap:    "stdin", CapNote: "prompt: stdout",
		Doc:     "One line of standard input without its line end; nothing at the end of the input",
		Example: `read_line("name? ")`}
)

var rowsInput = []*Row{
	&ReadLine,
}
