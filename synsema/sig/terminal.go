package sig

// Rows of the family terminal.
var (
	TermClose = Row{Name: "term_close", Family: "terminal", Status: Recognised,
		Params: []Param{{Name: "terminal"}},
		Cap:    "stdin",
		Doc:    "Restore the terminal"}
	TermOpen = Row{Name: "term_open", Family: "terminal", Status: Recognised,
		Params: []Param{{Name: "options", Opt: true}},
		Cap:    "stdin",
		Doc:    "Raw terminal handle"}
	TermRecv = Row{Name: "term_recv", Family: "terminal", Status: Recognised,
		Params: []Param{{Name: "terminal"}, {Name: "timeout", Opt: true}},
		Cap:    "stdin",
		Doc:    "Next terminal event"}
	TermSize = Row{Name: "term_size", Family: "terminal", Status: Recognised,
		Params: []Param{{Name: "terminal"}},
		Cap:    "stdin",
		Doc:    "Columns and rows"}
	TermStats = Row{Name: "term_stats", Family: "terminal", Status: Recognised,
		Params: []Param{{Name: "terminal"}},
		Cap:    "stdin",
		Doc:    "Terminal counters"}
	TermWrite = Row{Name: "term_write", Family: "terminal", Status: Recognised,
		Params: []Param{{Name: "terminal"}, {Name: "text", Opt: true}},
		Cap:    "stdout",
		Doc:    "Write raw text to the terminal"}
)

var rowsTerminal = []*Row{
	&TermClose,
	&TermOpen,
	&TermRecv,
	&TermSize,
	&TermStats,
	&TermWrite,
}
