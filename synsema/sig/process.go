package sig

// Rows of the family process.
var (
	ProcClose = Row{Name: "proc_close", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "release a process"}
	ProcCloseStdin = Row{Name: "proc_close_stdin", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "close stdin"}
	ProcKill = Row{Name: "proc_kill", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "signal a process tree"}
	ProcRecv = Row{Name: "proc_recv", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "next output event"}
	ProcResize = Row{Name: "proc_resize", Family: "process", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "resize a pseudo-terminal"}
	ProcSelect = Row{Name: "proc_select", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "first ready process"}
	ProcSend = Row{Name: "proc_send", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "write to stdin"}
	ProcSpawn = Row{Name: "proc_spawn", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Cap:    "exec",
		Doc:    "start a live process"}
	ProcStats = Row{Name: "proc_stats", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "counters of a process"}
	ProcStatus = Row{Name: "proc_status", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "state of a process"}
	ProcWait = Row{Name: "proc_wait", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "wait for the end"}
	Run = Row{Name: "run", Family: "process", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}, {Name: "d", Opt: true}},
		Cap:    "exec",
		Doc:    "run a command without a shell"}
	RunProgram = Row{Name: "run_program", Family: "process", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Cap:    "sandbox_run",
		Doc:    "run a Synsema program in a child process under a ceiling"}
)

var rowsProcess = []*Row{
	&ProcClose,
	&ProcCloseStdin,
	&ProcKill,
	&ProcRecv,
	&ProcResize,
	&ProcSelect,
	&ProcSend,
	&ProcSpawn,
	&ProcStats,
	&ProcStatus,
	&ProcWait,
	&Run,
	&RunProgram,
}
