package sig

// Rows of the family llm.
var (
	JudgeAvailable = Row{Name: "judge_available", Family: "llm", Status: Recognised,
		Doc: "True when a judge provider is wired"}
	JudgeModel = Row{Name: "judge_model", Family: "llm", Status: Recognised,
		Doc: "Judge model id or nothing"}
	JudgeUsage = Row{Name: "judge_usage", Family: "llm", Status: Recognised,
		Doc: "Judge tokens used"}
	LlmAvailable = Row{Name: "llm_available", Family: "llm", Status: Core,
		Doc:     "Whether a model answers; without one every model operation gives a placeholder",
		Example: "llm_available()",
		Shows:   "false"}
	LlmStep = Row{Name: "llm_step", Family: "llm", Status: Core,
		Params:  []Param{{Name: "prompt"}, {Name: "catalog", Opt: true}, {Name: "context", Opt: true}},
		Cap:     "llm",
		Doc:     "One step of a tool loop: a final text, or the call of a tool of the catalog with its arguments",
		Example: "llm_step(\"What now?\", [])",
		Shows:   `{kind: "final", text: "[no llm provider]", tokens: 0}`}
	LlmStream = Row{Name: "llm_stream", Family: "llm", Status: Extended,
		Params:  []Param{{Name: "prompt"}, {Name: "context"}, {Name: "on_chunk"}},
		Cap:     "llm",
		Doc:     "Answer of a model; on_chunk gets the pieces as they come",
		Example: "llm_stream(\"Tell me\", \"\", (piece) => print(piece))",
		Shows:   "[no llm provider]"}
	LlmUsage = Row{Name: "llm_usage", Family: "llm", Status: Core,
		Doc:     "Number of tokens that models have used in this run",
		Example: "llm_usage()",
		Shows:   "0"}
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
