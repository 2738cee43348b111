package sig

// Rows of the family tasks.
var (
	Call = Row{Name: "call", Family: "tasks", Status: Core,
		Params:  []Param{{Name: "task"}, {Name: "arguments"}},
		Doc:     "Calls a task with named arguments from a map",
		Example: "task area(w, h)\n    give w * h\n\ncall(area, {\"w\": 2, \"h\": 3})",
		Shows:   "6"}
	CallTool = Row{Name: "call_tool", Family: "tasks", Status: Core,
		Params:  []Param{{Name: "task"}, {Name: "arguments"}},
		Doc:     "Calls a task with named arguments, restricted to the capabilities that it declares",
		Example: "task area(w, h)\n    give w * h\n\ncall_tool(area, {\"w\": 2, \"h\": 3})",
		Shows:   "6"}
)

var rowsTasks = []*Row{
	&Call,
	&CallTool,
}
