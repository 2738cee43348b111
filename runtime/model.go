package runtime

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
)

// The builtins for models (70 §9); the statements are in service.go.

// noModel is what llm_step and llm_stream give without a model.
const noModel = "[no llm provider]"

func llmAvailable(t value.Thread, _ []value.Value) (value.Value, error) {
	return value.OfBool(t.Gate().Model() != nil), nil
}

// llmUsage counts the tokens of the run: a child counts from its own start.
func llmUsage(t value.Thread, _ []value.Value) (value.Value, error) {
	model := t.Gate().Model()
	if model == nil {
		return value.OfInt(0), nil
	}
	return value.OfInt(model.Used() - t.(*Machine).tokens), nil
}

// consult asks a model. What its handler fails with is an error of the program,
// unless the run ends.
func (m *Machine) consult(model gate.Model, q gate.ModelRequest) (gate.ModelReply, error) {
	r, err := model.Complete(m.gate.Context(), q)
	if err == nil {
		return r, m.Charge(len(r.Text) + value.TextSize)
	}
	if stop := m.stopped(); stop != nil {
		return r, stop
	}
	switch err.(type) {
	case *value.Error, *gate.Error, *Exit, signal: // the last two from a callback
		return r, err
	}
	return r, value.NewError(err.Error())
}

// stepPrompt joins the prompt and the context of a step.
func (m *Machine) stepPrompt(prompt, context value.Value) (string, error) {
	text, err := m.show(prompt)
	if err != nil || context.Absent() {
		return text, err
	}
	more, err := m.show(context)
	if err != nil || more == "" {
		return text, err
	}
	return text + "\n" + more, nil
}

// llmStep asks a model for its next step: a final text or the call of a tool.
func llmStep(t value.Thread, args []value.Value) (value.Value, error) {
	m := t.(*Machine)
	if err := m.gate.AskModel(m.atOf("llm operation")); err != nil {
		return value.Value{}, err
	}
	prompt, err := m.stepPrompt(args[0], args[2])
	if err != nil {
		return value.Value{}, err
	}
	model := m.gate.Model()
	if model == nil {
		m.gate.Notice("offline", offlineNotice)
		return arg.Record(m, "kind", "final", "text", noModel, "tokens", 0)
	}
	reply, err := m.consult(model, gate.ModelRequest{Operation: "llm_step", Prompt: prompt, Tools: m.catalog(args[1])})
	if err != nil {
		return value.Value{}, err
	}
	if reply.Tool == "" {
		return arg.Record(m, "kind", "final", "text", reply.Text, "tokens", reply.Tokens)
	}
	given := value.NewMap(len(reply.Args))
	for _, a := range reply.Args {
		if err := m.Charge(value.EntrySize + value.TextSize + len(a[1])); err != nil {
			return value.Value{}, err
		}
		given.Set(a[0], value.OfText(a[1]))
	}
	return arg.Record(m, "kind", "tool", "name", reply.Tool, "args", given.Value(), "tokens", reply.Tokens)
}

// catalog reads the tools that a model may name. Entries of another shape are
// left out.
func (m *Machine) catalog(v value.Value) []gate.ModelTool {
	if !v.IsList() {
		return nil
	}
	var tools []gate.ModelTool
	for _, item := range v.Items() {
		mp, ok := item.AsMap()
		if !ok {
			continue
		}
		name, _ := mp.Get("name")
		if !name.IsText() {
			continue
		}
		tool := gate.ModelTool{Name: name.Str()}
		for _, key := range [...]string{"describe", "description"} {
			if d, _ := mp.Get(key); d.IsText() && tool.Description == "" {
				tool.Description = d.Str()
			}
		}
		if params, _ := mp.Get("params"); params.IsList() {
			for _, p := range params.Items() {
				if p.IsText() {
					tool.Params = append(tool.Params, p.Str())
				}
			}
		}
		tools = append(tools, tool)
	}
	return tools
}

// llmStream hands the answer of a model over as it comes.
func llmStream(t value.Thread, args []value.Value) (value.Value, error) {
	m := t.(*Machine)
	if err := m.gate.AskModel(m.atOf("llm operation")); err != nil {
		return value.Value{}, err
	}
	prompt, err := m.stepPrompt(args[0], args[1])
	if err != nil {
		return value.Value{}, err
	}
	q := gate.ModelRequest{Operation: "llm_stream", Prompt: prompt, OnChunk: func(piece string) error {
		v, err := arg.Text(m, piece)
		if err != nil {
			return err
		}
		_, err = m.Call(args[2], v)
		return err
	}}
	return m.complete(q, noModel)
}

// choose asks a model to decide and sees to it that the answer is one of the
// options, byte for byte: it forgives case, blanks and punctuation around it,
// then asks once more, and gives up with a notice.
func (m *Machine) choose(q gate.ModelRequest) (value.Value, error) {
	model := m.gate.Model()
	if model == nil || len(q.Options) == 0 {
		return m.complete(q, "[decision pending]")
	}
	asked := q.Prompt
	var answer string
	for range 2 {
		reply, err := m.consult(model, q)
		if err != nil {
			return value.Value{}, err
		}
		answer = reply.Text
		if reply.Failed {
			return value.OfText(answer), nil
		}
		if option, ok := matchOption(answer, q.Options); ok {
			return value.OfText(option), nil
		}
		q.Prompt = asked + "\nYour answer was: " + answer + "\nThat is not one of the options. Answer with exactly one of: " + strings.Join(q.Options, ", ")
	}
	m.gate.Notice("", "[synsema] notice: decide got an answer that is none of its options, twice; the program receives the answer as it is")
	return value.OfText(answer), nil
}

// matchOption finds the option that an answer means.
func matchOption(answer string, options []string) (string, bool) {
	for _, o := range options {
		if o == answer {
			return o, true
		}
	}
	plain := simplify(answer)
	match, n := "", 0
	for _, o := range options {
		if s := simplify(o); s != "" && s == plain {
			match, n = o, n+1
		}
	}
	if n == 1 {
		return match, true
	}
	match, n = "", 0
	for _, o := range options {
		if containsWord(plain, simplify(o)) {
			match, n = o, n+1
		}
	}
	return match, n == 1
}

// simplify drops case and what stands around an answer.
func simplify(s string) string {
	return strings.ToLower(strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsSymbol(r)
	}))
}

// containsWord reports whether word stands in text between borders of words.
func containsWord(text, word string) bool {
	if word == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(word):])
		if !inWord(before, i) && !inWord(after, len(text)-i-len(word)) {
			return true
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		from = i + n
	}
}

func inWord(r rune, left int) bool {
	return left > 0 && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
}
