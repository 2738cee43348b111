package synsema

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/synrun/synrun/runtime/value"
)

// agentErrors are the lines of the agents that failed.
func (p *program) agentErrors() []string {
	var lines []string
	for _, e := range p.m.WaitAgents() {
		lines = append(lines, "Agent error ["+e.ID+"]: "+e.Err.Error())
	}
	return lines
}

// messageOf is the text of an error without its location.
func messageOf(err error) string {
	var e *value.Error
	if errors.As(err, &e) {
		return e.Msg
	}
	return err.Error()
}

// appendSwarm appends what the agents left: blackboard and states.
func (p *program) appendSwarm(b []byte) []byte {
	b = append(b, `, "blackboard": `...)
	b = appendObject(b, p.m.Blackboard())
	b = append(b, `, "agents": `...)
	states := p.m.AgentStates()
	for id, state := range states {
		states[id] = strings.ToUpper(state)
	}
	return appendObject(b, states)
}

func appendObject(b []byte, m map[string]string) []byte {
	b = append(b, '{')
	for i, key := range slices.Sorted(maps.Keys(m)) {
		b = appendPair(b, i, key, m[key])
	}
	return append(b, '}')
}
