package sig

// Rows of the family memory.
var (
	AddRule = Row{Name: "add_rule", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d", Opt: true}},
		Cap:    "memory",
		Doc:    "add a rule"}
	CheckRules = Row{Name: "check_rules", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a", Opt: true}, {Name: "b", Opt: true}},
		Cap:    "memory",
		Doc:    "violated rules"}
	CompleteStep = Row{Name: "complete_step", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "memory",
		Doc:    "mark a step as done"}
	CreateProgress = Row{Name: "create_progress", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Cap:    "memory",
		Doc:    "start a progress record"}
	FailStep = Row{Name: "fail_step", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "memory",
		Doc:    "mark a step as failed"}
	ForgetMemory = Row{Name: "forget_memory", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}},
		Cap:    "memory",
		Doc:    "delete a memory entry"}
	GetRules = Row{Name: "get_rules", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a", Opt: true}},
		Cap:    "memory",
		Doc:    "list of rules"}
	MemorySummary = Row{Name: "memory_summary", Family: "memory", Status: Extended,
		Cap: "memory",
		Doc: "memory as text"}
	ProgressDisplay = Row{Name: "progress_display", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}},
		Cap:    "memory",
		Doc:    "progress as text"}
	ProgressPercent = Row{Name: "progress_percent", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}},
		Cap:    "memory",
		Doc:    "progress 0..100"}
	Recall = Row{Name: "recall", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a", Opt: true}, {Name: "b", Opt: true}, {Name: "c", Opt: true}, {Name: "d", Opt: true}, {Name: "e", Opt: true}, {Name: "f", Opt: true}},
		Cap:    "memory",
		Doc:    "find memory entries; named category, tags, search, mode, limit, from"}
	Remember = Row{Name: "remember", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "memory",
		Doc:    "store a memory entry"}
	ResumePoint = Row{Name: "resume_point", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}},
		Cap:    "memory",
		Doc:    "first unfinished step or nothing"}
	StartStep = Row{Name: "start_step", Family: "memory", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Cap:    "memory",
		Doc:    "mark a step as started"}
)

var rowsMemory = []*Row{
	&AddRule,
	&CheckRules,
	&CompleteStep,
	&CreateProgress,
	&FailStep,
	&ForgetMemory,
	&GetRules,
	&MemorySummary,
	&ProgressDisplay,
	&ProgressPercent,
	&Recall,
	&Remember,
	&ResumePoint,
	&StartStep,
}
