package sig

// Rows of the family errors.
var (
	Raise = Row{Name: "raise", Family: "errors", Status: Core, OwnCount: true,
		Params: []Param{{Name: "a"}},
		Doc:    "always an error with the given message"}
)

var rowsErrors = []*Row{
	&Raise,
}
