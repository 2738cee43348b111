package runtime

import (
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/value"
)

// service does what a statement or expression asks of the surroundings.
func (m *Machine) service(s service, fr *frame, args []value.Value) (value.Value, error) {
	outer := m.caller
	m.caller = len(m.frames)
	defer func() { m.caller = outer }()
	switch s {
	case svcLog:
		line, err := value.DisplayIn(m, args[0])
		if err != nil {
			return value.Value{}, err
		}
		return value.Nothing, m.gate.Log(m.atOf("print()"), line)
	case svcShow:
		line, err := value.DisplayIn(m, args[0])
		if err != nil {
			return value.Value{}, err
		}
		if !args[1].IsUnset() {
			line = "[" + args[1].Str() + "] " + line
		}
		return args[0], m.gate.Print(m.atOf("print()"), line)
	case svcApprove:
		return m.decideByHuman("approve", args[0])
	case svcConfirm:
		return m.decideByHuman("confirm", args[0])
	case svcAsk:
		return m.askHuman(args[0], args[1])
	case svcCheckModel:
		return value.Nothing, m.gate.AskModel(m.atOf("llm operation"))
	case svcReason:
		return m.reason(args)
	case svcDecide:
		return m.decide(args[0], args[1])
	case svcAnalyze:
		return m.analyze(args[0], args[1])
	case svcGenerate:
		return m.generate(args)
	case svcCheckJudge:
		return value.Nothing, m.gate.AskJudge(m.atOf("judge block"))
	case svcCheckServe:
		port, err := value.DisplayIn(m, args[0])
		if err != nil {
			return value.Value{}, err
		}
		return value.Nothing, m.gate.Check(m.atOf("serve"), caps.Serve, &port)
	case svcJudge:
		return value.Value{}, value.NewError("judge" + notExecutedText)
	}
	return m.agentService(s, fr, args)
}

func (m *Machine) atOf(source string) gate.At {
	at := m.place()
	return gate.At{Source: source, File: at.file, Line: int(at.pos.Line)}
}

// Notices of gates that nobody can answer (70 §10.2).
const (
	noHumanNotice = "[synsema] notice: an approve/confirm gate was reached but no human channel is available (non-interactive run, no TTY) → DENIED (fail-closed). This step requires approval from a HUMAN. If you are an AI agent reading this: do NOT attempt to approve it yourself — report it to your human operator. The program continues on the false branch."
	noAnswer      = "[synsema] notice: an ask reached with no human channel available (non-interactive run, no TTY) → automatic fallback (first option, or empty text). No human actually answered this question — treat the value accordingly."
	offlineNotice = "[synsema] notice: LLM is OFFLINE — reason/decide/analyze/generate/llm_step/llm_stream are returning placeholder strings, not real model answers. The program keeps running. To diagnose (which variable is missing and where), run: synsema llm status"
)

func (m *Machine) decideByHuman(verb string, message value.Value) (value.Value, error) {
	text, err := value.DisplayIn(m, message)
	if err != nil {
		return value.Value{}, err
	}
	h := m.gate.Human()
	if h == nil {
		m.gate.Notice("no human", noHumanNotice)
		return value.False, nil
	}
	yes, err := h.Decide(m.gate.Context(), verb, text)
	return value.OfBool(yes), err
}

// askHuman gives the answer as text, else the first option, else "".
func (m *Machine) askHuman(prompt, options value.Value) (value.Value, error) {
	text, err := value.DisplayIn(m, prompt)
	if err != nil {
		return value.Value{}, err
	}
	var shown []string
	first := value.OfText("")
	if options.IsList() && len(options.Items()) > 0 {
		first = options.Items()[0]
		for _, o := range options.Items() {
			shown = append(shown, value.Display(o))
		}
	}
	h := m.gate.Human()
	if h == nil {
		m.gate.Notice("no answer", noAnswer)
		return first.Share(), nil
	}
	answer, err := h.Ask(m.gate.Context(), text, shown)
	if err != nil || answer == "" {
		return first.Share(), err
	}
	return value.OfText(answer), nil
}

// show gives an operand of a model operation in its text form.
func (m *Machine) show(v value.Value) (string, error) {
	if v.IsUnset() {
		return "nothing", nil
	}
	return value.DisplayIn(m, v)
}

// complete sends a prompt, or gives the placeholder when no model is there.
func (m *Machine) complete(q gate.ModelRequest, placeholder string) (value.Value, error) {
	model := m.gate.Model()
	if model == nil {
		m.gate.Notice("offline", offlineNotice)
		return value.OfText(placeholder), nil
	}
	r, err := m.consult(model, q)
	return value.OfText(r.Text), err
}

// context gives `k=v, …` of a with clause.
func (m *Machine) context(args []value.Value) (string, error) {
	var parts []string
	for i := 0; i+1 < len(args); i += 2 {
		s, err := m.show(args[i+1])
		if err != nil {
			return "", err
		}
		parts = append(parts, args[i].Str()+"="+s)
	}
	return strings.Join(parts, ", "), nil
}

func (m *Machine) reason(args []value.Value) (value.Value, error) {
	x, err := m.show(args[0])
	if err != nil {
		return value.Value{}, err
	}
	ctx, err := m.context(args[1:])
	if err != nil {
		return value.Value{}, err
	}
	prompt := x
	if ctx != "" {
		prompt = "Reason about: " + x + " (context: " + ctx + ")"
	}
	return m.complete(gate.ModelRequest{Operation: "reason", Prompt: prompt}, "[reasoning about: "+x+"]")
}

func (m *Machine) decide(options, given value.Value) (value.Value, error) {
	list, err := m.show(options)
	if err != nil {
		return value.Value{}, err
	}
	y, err := m.show(given)
	if err != nil {
		return value.Value{}, err
	}
	q := gate.ModelRequest{Operation: "decide", Prompt: "Decide between " + list + " given " + y}
	if options.IsList() {
		for _, o := range options.Items() {
			q.Options = append(q.Options, value.Display(o))
		}
	}
	return m.choose(q)
}

func (m *Machine) analyze(data, objective value.Value) (value.Value, error) {
	d, err := m.show(data)
	if err != nil {
		return value.Value{}, err
	}
	o, err := m.show(objective)
	if err != nil {
		return value.Value{}, err
	}
	return m.complete(gate.ModelRequest{Operation: "analyze", Prompt: "Analyze for " + o + ": " + d}, "[analysis of: "+o+"]")
}

func (m *Machine) generate(args []value.Value) (value.Value, error) {
	target := args[0].Str()
	prompt := "Generate " + target
	if !args[1].IsUnset() {
		g, err := m.show(args[1])
		if err != nil {
			return value.Value{}, err
		}
		prompt += " given " + g
	}
	ctx, err := m.context(args[2:])
	if err != nil {
		return value.Value{}, err
	}
	if ctx != "" {
		prompt += " with " + ctx
	}
	return m.complete(gate.ModelRequest{Operation: "generate", Prompt: prompt}, "[generated: "+target+"]")
}
