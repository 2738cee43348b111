package gate

import (
	"context"

	"github.com/synrun/synrun/caps"
)

// Human answers the questions that a program puts to a person. A host without
// a person gives none; then every gate stays shut.
type Human interface {
	// Decide answers `approve` and `confirm` (verb says which).
	Decide(ctx context.Context, verb, message string) (bool, error)
	// Ask returns a trimmed answer, empty when there is none.
	Ask(ctx context.Context, message string, options []string) (string, error)
}

// Model answers `reason`, `decide`, `analyze`, `generate` and the steps of a
// tool loop. A host without one gives none: the program is offline.
type Model interface {
	// Complete never fails for the network's sake: what went wrong there is a
	// text. An error ends the operation of the program.
	Complete(ctx context.Context, q ModelRequest) (ModelReply, error)
	// Used is the number of tokens consumed so far.
	Used() int64
}

// ModelRequest is one question to a model.
type ModelRequest struct {
	// Operation is the word of the language: reason, decide, analyze,
	// generate, llm_step or llm_stream.
	Operation string
	Prompt    string
	Options   []string    // of decide
	Tools     []ModelTool // of llm_step
	// OnChunk receives the pieces of a streamed answer as they come.
	OnChunk func(text string) error
}

// ModelTool is a tool that a model may name in its answer.
type ModelTool struct {
	Name, Description string
	Params            []string
}

// ModelReply is a model's answer: a text, or the call of a tool.
type ModelReply struct {
	Text   string
	Tool   string // empty for a text
	Args   [][2]string
	Tokens int64
	// Failed says that the text tells why there is no answer.
	Failed bool
}

// AskModel asks for `llm`. The caller does so before it evaluates what it
// would send, then calls Model.
func (g *Gate) AskModel(at At) error { return g.ask(at, caps.Bare(caps.LLM)) }

// Model is the host's handler, or nil when the program is offline.
func (g *Gate) Model() Model { return g.cfg.Model }

// Human is the host's handler, or nil when nobody is there: workers and agents
// are never attended unless a person sits at the terminal.
func (g *Gate) Human() Human { return g.cfg.Human }

// AskJudge asks for `judge`.
func (g *Gate) AskJudge(at At) error { return g.ask(at, caps.Bare(caps.Judge)) }
