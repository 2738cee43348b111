package sig

// Rows of the family output.
var (
	Eprint = Row{Name: "eprint", Family: "output", Status: Core,
		Params:  []Param{{Name: "values", Opt: true, Rest: true}},
		Cap:     "stdout",
		Doc:     "Like print, to standard error: never part of the output of the program",
		Example: `eprint("3 rows skipped")`,
		Shows:   "3 rows skipped"}
	Exit = Row{Name: "exit", Family: "output", Status: Core,
		Params:  []Param{{Name: "code", Opt: true}},
		Doc:     "Ends the program with an exit code from 0 to 255; `try` does not catch it",
		Example: "exit(2)"}
	Flush = Row{Name: "flush", Family: "output", Status: Core,
		Doc:     "Writes pending output now; no effect where output is collected",
		Example: "flush()",
		Shows:   "nothing"}
	Print = Row{Name: "print", Family: "output", Status: Core,
		Params:  []Param{{Name: "values", Opt: true, Rest: true}},
		Cap:     "stdout",
		Doc:     "Writes the text forms of its arguments with a space between them, then a line end",
		Example: `print("total:", 3)`,
		Shows:   "total: 3"}
)

var rowsOutput = []*Row{
	&Eprint,
	&Exit,
	&Flush,
	&Print,
}
