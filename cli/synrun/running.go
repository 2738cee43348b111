package synrun

import (
	"fmt"
	"strconv"
	"time"

	"github.com/synrun/synrun/host"
)

// listCalls shows the calls that run in this home, whichever process runs them.
func (a *app) listCalls() error {
	h, err := a.open()
	if err != nil {
		return err
	}
	calls := h.Calls()
	if a.flags.json {
		if calls == nil {
			calls = []host.Running{}
		}
		return a.printJSON(calls)
	}
	if len(calls) == 0 {
		a.note("no call is running")
		return nil
	}
	t := &table{a: a, header: []string{"CALL", "TOOL", "ACTOR", "SINCE", "PID", "WORKSPACE"}, fixed: 1}
	for _, r := range calls {
		since := a.moment(r.Started)
		if a.OutTerminal {
			since = time.Since(r.Started).Round(time.Second).String()
		}
		t.add(r.ID, r.Plugin+"."+r.Tool, string(r.Actor), since, strconv.Itoa(r.PID), r.Workspace)
	}
	t.print()
	return nil
}

// cancelWait is how long a cancelled call of another process is waited for: it
// looks for the wish a few times a second, then it kills.
const cancelWait = 3 * time.Second

// cancelCall ends a running call and waits until it is gone.
func (a *app) cancelCall(id string) error {
	h, err := a.open()
	if err != nil {
		return err
	}
	if id == "" {
		return usageError("flag_value", "--cancel requires a value", "synrun call --list")
	}
	r, err := h.Cancel(id)
	if err != nil {
		return err
	}
	end := time.Now().Add(cancelWait)
	for running(h, r.ID) {
		if time.Now().After(end) {
			return failure("still_running", fmt.Sprintf("call %s of %s.%s was asked to end and still runs (process %d)", r.ID, r.Plugin, r.Tool, r.PID), "synrun call --list")
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-a.ctx.Done():
			return a.ctx.Err()
		}
	}
	if a.flags.json {
		return a.printJSON(r)
	}
	fmt.Fprintf(a.Out, "cancelled %s (%s.%s)\n", r.ID, flat(r.Plugin), flat(r.Tool))
	return nil
}

func running(h *host.Host, id string) bool {
	for _, r := range h.Calls() {
		if r.ID == id {
			return true
		}
	}
	return false
}
