package sig

// Rows of the family output.
var (
	Eprint = Row{Name: "eprint", Family: "output", Status: Core,
		Params: []Param{{Name: "values", Opt: true, Rest: true}},
		Cap:    "stdout",
		Doc:    "same as print but to stderr, never part of the program output"}
	Exit = Row{Name: "exit", Family: "output", Status: Core,
		Params: []Param{{Name: "code", Opt: true}},
		Doc:    "end the program with an exit code 0..255 (default 0); not catchable"}
	Flush = Row{Name: "flush", Family: "output", Status: Core,
		Doc: "write pending output now; no effect where output is collected"}
	Print = Row{Name: "print", Family: "output", Status: Core,
		Params: []Param{{Name: "values", Opt: true, Rest: true}},
		Cap:    "stdout",
		Doc:    "write the arguments' display forms joined by one space, then a line end"}
)

var rowsOutput = []*Row{
	&Eprint,
	&Exit,
	&Flush,
	&Print,
}
