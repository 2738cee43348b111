package sig

// Rows of the family errors.
var (
	Raise = Row{Name: "raise", Family: "errors", Status: Core, OwnCount: true,
		Params:  []Param{{Name: "message"}},
		Doc:     "Raises an error with the given message; `try` … `recover` catches it",
		Example: "let message be \"\"\ntry\n    raise(\"the file is empty\")\nrecover err\n    set message to err\nmessage",
		Shows:   "the file is empty"}
)

var rowsErrors = []*Row{
	&Raise,
}
