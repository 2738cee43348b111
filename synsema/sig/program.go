package sig

// Rows of the family program.
var (
	Args = Row{Name: "args", Family: "program", Status: Core,
		Doc:     "List of the program's own arguments",
		Example: "args()",
		Shows:   "[]"}
	Platform = Row{Name: "platform", Family: "program", Status: Core,
		Doc:     "Map {os, arch} of the machine",
		Example: "keys(platform())",
		Shows:   `["os", "arch"]`}
	SelfPath = Row{Name: "self_path", Family: "program", Status: Core,
		Doc:     "Path of the running executable",
		Example: `self_path() != ""`,
		Shows:   "true"}
	Steps = Row{Name: "steps", Family: "program", Status: Extended,
		Doc:     "Counter of the work done so far, the same in every run of a program",
		Example: "steps() > 0",
		Shows:   "true"}
)

var rowsProgram = []*Row{
	&Args,
	&Platform,
	&SelfPath,
	&Steps,
}
