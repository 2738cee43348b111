package synsema

import (
	"fmt"

	"github.com/synrun/synrun/cli/model"
	"github.com/synrun/synrun/gate"
)

// llm is `llm status [--json]`: which model programs get and why.
func (c *command) llm(args []string) int {
	o, code := c.statusWords(args)
	if o == nil {
		return code
	}
	s := &session{c: c, o: o}
	s.loadEnv()
	return model.Resolve(model.From(gate.ProcessEnviron(), s.env)).WriteStatus(c.Out, o.asJSON)
}

// judge is `judge status [--json]`: this implementation has no judge.
func (c *command) judge(args []string) int {
	o, code := c.statusWords(args)
	switch {
	case o == nil:
		return code
	case o.asJSON:
		fmt.Fprintln(c.Out, `{"live":false,"reason":"judge blocks are not executed by this implementation"}`)
	default:
		fmt.Fprintln(c.Out, "judge: offline: judge blocks are not executed by this implementation")
	}
	return exitFailure
}

// statusWords reads the words of llm and judge; of the flags of the host only
// those that name the .env say anything here.
func (c *command) statusWords(args []string) (*options, int) {
	o, code := c.parse(args)
	if o != nil && (len(o.words) != 1 || o.words[0] != "status" || len(o.rest) > 0) {
		return nil, c.usage("expected 'status', with or without --json")
	}
	return o, code
}

// openModel finds the model of the programs of a session; tests have none.
// Under a ceiling the .env of the working directory says nothing about it,
// because it could send the host's key to a stranger.
func (s *session) openModel() {
	if s.c.name == "test" {
		return
	}
	file := s.env
	if s.ceiling != nil && !s.envNamed {
		file = nil
	}
	find := model.From(gate.ProcessEnviron(), file)
	if name := s.o.provider; name != "" {
		given := find
		find = func(knob string) (string, model.Source) {
			if knob == "SYNSEMA_LLM_PROVIDER" {
				return name, model.FromFlag
			}
			return given(knob)
		}
	}
	settings := model.Resolve(find)
	if n := settings.Notice(); n != "" {
		fmt.Fprintln(s.c.Err, n)
	}
	s.model = settings.Open()
}
