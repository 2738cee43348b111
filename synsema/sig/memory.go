package sig

// Rows of the family memory. The examples declare the memory that they use.
var (
	AddRule = Row{Name: "add_rule", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "name"}, {Name: "level"}, {Name: "description"}, {Name: "category", Opt: true}},
		Cap:     "memory",
		Doc:     "Stores a rule (must, should, avoid, prefer); the first comparison in its description is its condition",
		Example: "require memory(\"doc\")\nadd_rule(\"size\", \"must\", \"height <= 120\")",
		Shows:   "true"}
	CheckRules = Row{Name: "check_rules", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "category", Opt: true}, {Name: "context", Opt: true}},
		Cap:     "memory",
		Doc:     "List of {rule, level, message} of the rules that the numbers of a map violate",
		Example: "require memory(\"doc\")\nadd_rule(\"size\", \"must\", \"height <= 120\")\ncollect(check_rules(nothing, {\"height\": 130}), \"rule\")",
		Shows:   `["size"]`}
	CompleteStep = Row{Name: "complete_step", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "task"}, {Name: "step"}, {Name: "result", Opt: true}},
		Cap:     "memory",
		Doc:     "Marks a step of a tracked task as done",
		Example: "require memory(\"doc\")\ncreate_progress(\"sync\", [\"fetch\", \"load\"])\ncomplete_step(\"sync\", \"fetch\")",
		Shows:   "true"}
	CreateProgress = Row{Name: "create_progress", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "name"}, {Name: "steps", Opt: true}},
		Cap:     "memory",
		Doc:     "Starts to track the steps of a task, or goes on with an unfinished one of that name",
		Example: "require memory(\"doc\")\ncreate_progress(\"sync\", [\"fetch\", \"load\"])",
		Shows:   "sync"}
	FailStep = Row{Name: "fail_step", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "task"}, {Name: "step"}, {Name: "error", Opt: true}},
		Cap:     "memory",
		Doc:     "Marks a step of a tracked task as failed",
		Example: "require memory(\"doc\")\ncreate_progress(\"sync\", [\"fetch\"])\nfail_step(\"sync\", \"fetch\", \"no network\")",
		Shows:   "true"}
	ForgetMemory = Row{Name: "forget_memory", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "id"}},
		Cap:     "memory",
		Doc:     "Removes an entry; an unknown id is no error",
		Example: "require memory(\"doc\")\nforget_memory(remember(\"learning\", \"x\"))",
		Shows:   "true"}
	GetRules = Row{Name: "get_rules", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "category", Opt: true}},
		Cap:     "memory",
		Doc:     "List of {name, level, description, category} of all rules, or of one category",
		Example: "require memory(\"doc\")\nadd_rule(\"tidy\", \"avoid\", \"leave cups\")\nget_rules()",
		Shows:   `[{name: "tidy", level: "avoid", description: "leave cups", category: nothing}]`}
	MemorySummary = Row{Name: "memory_summary", Family: "memory", Status: Extended,
		Cap:     "memory",
		Doc:     "Number of entries, and the rules, as text",
		Example: "require memory(\"doc\")\nmemory_summary()",
		Shows:   "Agent Memory: 0 entries, 0 rules"}
	ProgressDisplay = Row{Name: "progress_display", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "task"}},
		Cap:     "memory",
		Doc:     "The steps of a tracked task as text",
		Example: "require memory(\"doc\")\ncreate_progress(\"sync\", [\"fetch\"])\nprogress_display(\"sync\")",
		Shows:   "Task: sync (0%)\n  [  ] fetch"}
	ProgressPercent = Row{Name: "progress_percent", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "task"}},
		Cap:     "memory",
		Doc:     "How much of a tracked task is done, 0 to 100; 0 for an unknown one",
		Example: "require memory(\"doc\")\ncreate_progress(\"sync\", [\"fetch\", \"load\"])\ncomplete_step(\"sync\", \"fetch\")\nprogress_percent(\"sync\")",
		Shows:   "50.0"}
	Recall = Row{Name: "recall", Family: "memory", Status: Extended,
		Params: []Param{{Name: "category", Opt: true, Passing: Named}, {Name: "tags", Opt: true, Passing: Named},
			{Name: "search", Opt: true, Passing: Named}, {Name: "mode", Opt: true, Passing: Named},
			{Name: "limit", Opt: true, Passing: Named, Default: "200"}, {Name: "from", Opt: true, Passing: Named}},
		Cap:     "memory",
		Doc:     "Entries that pass every filter given, newest first; tags match any unless mode is \"all\"; an agent sees its own unless from is \"*\"",
		Example: "require memory(\"doc\")\nremember(\"learning\", \"api is slow\", [\"api\"])\ncollect(recall(search = \"SLOW\"), \"content\")",
		Shows:   `["api is slow"]`}
	Remember = Row{Name: "remember", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "category"}, {Name: "content"}, {Name: "tags", Opt: true}},
		Cap:     "memory",
		Doc:     "Stores an entry (preference, rule, learning, decision, context) in the declared memory and gives its id",
		Example: "require memory(\"doc\")\nremember(\"learning\", \"api is slow\", [\"api\"])",
		Shows:   "mem_1"}
	ResumePoint = Row{Name: "resume_point", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "task"}},
		Cap:     "memory",
		Doc:     "The step to go on with: the first begun or failed one, else the first pending one, else nothing",
		Example: "require memory(\"doc\")\ncreate_progress(\"sync\", [\"fetch\", \"load\"])\ncomplete_step(\"sync\", \"fetch\")\nresume_point(\"sync\")",
		Shows:   "load"}
	StartStep = Row{Name: "start_step", Family: "memory", Status: Extended,
		Params:  []Param{{Name: "task"}, {Name: "step"}},
		Cap:     "memory",
		Doc:     "Marks a step of a tracked task as begun",
		Example: "require memory(\"doc\")\ncreate_progress(\"sync\", [\"fetch\"])\nstart_step(\"sync\", \"fetch\")",
		Shows:   "true"}
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
