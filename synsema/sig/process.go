package sig

// Rows of the family process.
var (
	ProcClose = Row{Name: "proc_close", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Ends a process if it still runs and releases its handle",
		Example: "proc_close(1)",
		Shows:   "true"}
	ProcCloseStdin = Row{Name: "proc_close_stdin", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Closes the standard input of a process, so that it reads the end of the file",
		Example: "require exec(\"cat\")\nlet p be proc_spawn(\"cat\")\nproc_close_stdin(p)\nproc_wait(p).exit_code",
		Shows:   "0"}
	ProcKill = Row{Name: "proc_kill", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}, {Name: "signal", Opt: true}},
		Doc:     `Ends a process and all that it started: with "TERM", or with "KILL"`,
		Example: "require exec(\"sleep\")\nproc_kill(proc_spawn(\"sleep\", [\"60\"]))",
		Shows:   "true"}
	ProcRecv = Row{Name: "proc_recv", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:     "Next event of a process: a piece of its output or its end; nothing when the time is over (30 seconds unless told otherwise)",
		Example: "require exec(\"echo\")\nlet p be proc_spawn(\"echo\", [\"hello\"])\ntrim(proc_recv(p, 5).data)",
		Shows:   "hello"}
	ProcResize = Row{Name: "proc_resize", Family: "process", Status: Extended,
		Params:  []Param{{Name: "handle"}, {Name: "cols"}, {Name: "rows"}},
		Doc:     "Sets the columns and rows of a pseudo-terminal",
		Example: "require exec(\"sleep\")\nproc_resize(proc_spawn(\"sleep\", [\"1\"], {\"pty\": true}), 120, 40)",
		Shows:   "true"}
	ProcSelect = Row{Name: "proc_select", Family: "process", Status: Core,
		Params:  []Param{{Name: "handles"}, {Name: "timeout", Opt: true}},
		Doc:     "First event of several processes; nothing when the time is over",
		Example: "proc_select([], 0)",
		Shows:   "nothing"}
	ProcSend = Row{Name: "proc_send", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}, {Name: "data"}},
		Doc:     "Writes text or bytes to the standard input of a process",
		Example: "require exec(\"cat\")\nlet p be proc_spawn(\"cat\")\nproc_send(p, \"hello\\n\")",
		Shows:   "true"}
	ProcSpawn = Row{Name: "proc_spawn", Family: "process", Status: Core,
		Params:  []Param{{Name: "command"}, {Name: "args", Opt: true}, {Name: "options", Opt: true}},
		Cap:     "exec",
		Doc:     "Starts a process that runs on beside the program and gives a handle to it",
		Example: `proc_spawn("tail", ["-f", "data/log.txt"])`}
	ProcStats = Row{Name: "proc_stats", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}},
		Doc:     "Map {pid, cmd, status, exit_code, pty, tree, queued, queued_bytes, dropped, uptime} of a process",
		Example: "require exec(\"sleep\")\nproc_stats(proc_spawn(\"sleep\", [\"1\"])).status",
		Shows:   "running"}
	ProcStatus = Row{Name: "proc_status", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}},
		Doc:     `State of a process: "running", "exited", "killed" or "closed"`,
		Example: "proc_status(1)",
		Shows:   "closed"}
	ProcWait = Row{Name: "proc_wait", Family: "process", Status: Core,
		Params:  []Param{{Name: "handle"}, {Name: "timeout", Opt: true}},
		Doc:     "Waits for the end of a process: map {exit_code, signal}; nothing when the time is over first (30 seconds unless told otherwise)",
		Example: "require exec(\"true\")\nproc_wait(proc_spawn(\"true\")).exit_code",
		Shows:   "0"}
	Run = Row{Name: "run", Family: "process", Status: Core,
		Params:  []Param{{Name: "command"}, {Name: "args", Opt: true}, {Name: "timeout", Opt: true}, {Name: "options", Opt: true}},
		Cap:     "exec",
		Doc:     "Runs a command to its end, without a shell: map {stdout, stderr, exit_code, …}",
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
