package runtime

import "github.com/synrun/synrun/runtime/value"

// agentSystem is what the agents of one run share.
type agentSystem struct{}

func (m *Machine) agentService(s service, fr *frame, args []value.Value) (value.Value, error) {
	return value.Value{}, value.Located("agents: recognised, but not executed by this runtime")
}
