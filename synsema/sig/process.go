package sig

// Rows of the family process.
var (
	ProcClose = Row{Name: "proc_close", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}},
		Doc:     "release a process",
		Example: "proc_close(1)",
		Shows:   "true"}
	ProcCloseStdin = Row{Name: "proc_close_stdin", Family: "process", Status: Core,
		Params: []Param{{Name: "handle"}},
		Doc:    "close stdin"}
	ProcKill = Row{Name: "proc_kill", Family: "process", Status: Core,
		Params: []Param{{Name: "handle"}, {Name: "signal", Opt: true}},
		Doc:    "signal a process tree"}
	ProcRecv = Row{Name: "proc_recv", Family: "process", Status: Core,
		Params: []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:    "next output event"}
	ProcResize = Row{Name: "proc_resize", Family: "process", Status: Extended,
		Params: []Param{{Name: "handle"}, {Name: "cols"}, {Name: "rows"}},
		Doc:    "resize a pseudo-terminal"}
	ProcSelect = Row{Name: "proc_select", Family: "process", Status: Core,
		Params:  []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:     "first ready process",
		Example: "proc_select([], 0)",
		Shows:   "nothing"}
	ProcSend = Row{Name: "proc_send", Family: "process", Status: Core,
		Params: []Param{{Name: "handle"}, {Name: "data"}},
		Doc:    "write to stdin"}
	ProcSpawn = Row{Name: "proc_spawn", Family: "process", Status: Core,
		Params:  []Param{{Name: "command"}, {Name: "args", Opt: true}, {Name: "options", Opt: true}},
		Cap:     "exec",
		Doc:     "start a live process",
		Example: `proc_spawn("tail", ["-f", "data/log.txt"])`}
	ProcStats = Row{Name: "proc_stats", Family: "process", Status: Core,
		Params: []Param{{Name: "handle"}},
		Doc:    "counters of a process"}
	ProcStatus = Row{Name: "proc_status", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}},
		Doc:     "state of a process",
		Example: "proc_status(1)",
		Shows:   "closed"}
	ProcWait = Row{Name: "proc_wait", Family: "process", Status: Core,
		Params: []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:    "wait for the end"}
	Run = Row{Name: "run", Family: "process", Status: Core,
		Params:  []Param{{Name: "command"}, {Name: "args", Opt: true}, {Name: "timeout", Opt: true}, {Name: "options", Opt: true}},
		Cap:     "exec",
		Doc:     "run a command without a shell",
		Example: `run("git", ["status", "--short"], 10)["stdout"]`}
	RunProgram = Row{Name: "run_program", Family: "process", Status: Extended,
		Params:   []Param{{Name: "source"}, {Name: "options", Opt: true}},
		OwnCount: true,
		Cap:      "sandbox_run",
		Doc:      "Runs another program in isolation, with no more than the caller has and is asked to lend; what happens there is data: {ok, output, errors, audit, exit, timed_out, llm_tokens, steps}",
		Example:  "require sandbox_run\nrun_program(\"print(1 + 1)\").output",
		Shows:    `["2"]`}
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
