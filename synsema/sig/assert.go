package sig

// Rows of the family assert.
var (
	Assert = Row{Name: "assert", Family: "assert", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "error unless the condition is truthy"}
	AssertEq = Row{Name: "assert_eq", Family: "assert", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "error unless equal"}
	AssertError = Row{Name: "assert_error", Family: "assert", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "error unless calling the function raises"}
	AssertNe = Row{Name: "assert_ne", Family: "assert", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "error if equal"}
)

var rowsAssert = []*Row{
	&Assert,
	&AssertEq,
	&AssertError,
	&AssertNe,
}
