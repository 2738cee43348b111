package sig

// Rows of the family assert.
var (
	Assert = Row{Name: "assert", Family: "assert", Status: Core,
		Params:  []Param{{Name: "condition"}, {Name: "message", Opt: true}},
		Doc:     "Error unless the condition is true",
		Example: "assert(1 < 2)",
		Shows:   "nothing"}
	AssertEq = Row{Name: "assert_eq", Family: "assert", Status: Core,
		Params:  []Param{{Name: "actual"}, {Name: "expected"}, {Name: "message", Opt: true}},
		Doc:     "Error unless two values are equal",
		Example: "assert_eq(1 + 1, 2)",
		Shows:   "nothing"}
	AssertError = Row{Name: "assert_error", Family: "assert", Status: Core,
		Params:  []Param{{Name: "function"}},
		Doc:     "Error unless calling the function raises one",
		Example: "assert_error(() => 1 / 0)",
		Shows:   "nothing"}
	AssertNe = Row{Name: "assert_ne", Family: "assert", Status: Core,
		Params:  []Param{{Name: "actual"}, {Name: "unwanted"}, {Name: "message", Opt: true}},
		Doc:     "Error if two values are equal",
		Example: "assert_ne(1, 2)",
		Shows:   "nothing"}
)

var rowsAssert = []*Row{
	&Assert,
	&AssertEq,
	&AssertError,
	&AssertNe,
}
