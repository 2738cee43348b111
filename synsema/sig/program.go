package sig

// Rows of the family program.
var (
	Args = Row{Name: "args", Family: "program", Status: Core,
		Doc: "list of the program's own command-line arguments (text)"}
	Platform = Row{Name: "platform", Family: "program", Status: Core,
		Doc: "map {os, arch}"}
	SelfPath = Row{Name: "self_path", Family: "program", Status: Core,
		Doc: "path of the running executable"}
	Steps = Row{Name: "steps", Family: "program", Status: Extended,
		Doc: "number of evaluated nodes so far (deterministic cost counter)"}
)

var rowsProgram = []*Row{
	&Args,
	&Platform,
	&SelfPath,
	&Steps,
}
