package sig

// Rows of the family llm.
var (
	JudgeAvailable = Row{Name: "judge_available", Family: "llm", Status: Recognised,
		Doc: "true when a judge provider is wired"}
	JudgeModel = Row{Name: "judge_model", Family: "llm", Status: Recognised,
		Doc: "judge model id or nothing"}
	JudgeUsage = Row{Name: "judge_usage", Family: "llm", Status: Recognised,
		Doc: "judge tokens used"}
	LlmAvailable = Row{Name: "llm_available", Family: "llm", Status: Core,
		Doc: "true when a model provider is wired"}
	LlmStep = Row{Name: "llm_step", Family: "llm", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Cap:    "llm",
		Doc:    "one step of a tool-calling model"}
	LlmStream = Row{Name: "llm_stream", Family: "llm", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Cap:    "llm",
		Doc:    "generate with a callback per chunk"}
	LlmUsage = Row{Name: "llm_usage", Family: "llm", Status: Core,
		Doc: "tokens used by the process"}
)

var rowsLlm = []*Row{
	&JudgeAvailable,
	&JudgeModel,
	&JudgeUsage,
	&LlmAvailable,
	&LlmStep,
	&LlmStream,
	&LlmUsage,
}
