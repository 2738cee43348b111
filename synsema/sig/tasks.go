package sig

// Rows of the family tasks.
var (
	Call = Row{Name: "call", Family: "tasks", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "call a task with named arguments from a map (or nothing)"}
	CallTool = Row{Name: "call_tool", Family: "tasks", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "call a task restricted to the capabilities it declares"}
)

var rowsTasks = []*Row{
	&Call,
	&CallTool,
}
