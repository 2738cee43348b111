package schedule

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/host"
)

// answers is an asker that says the same to everything and remembers what it
// was asked.
type answers struct {
	say   host.Answer
	asked []string
}

func (a *answers) Ask(_ context.Context, q host.Question) (host.Answer, error) {
	a.asked = append(a.asked, q.Why+" | "+q.Message)
	return a.say, nil
}

func TestTool(t *testing.T) {
	w := newWorld(t)
	s := w.schedules()
	const add = `{"action": "add", "when": "weekdays 09:00", "name": "morning", "task": {"type": "plugin", "plugin": "demo", "tool": "go", "args": {"n": 1}}}`
	const use = " (every 6h | daily 09:00 | mon,wed 08:30)"
	for _, c := range []struct {
		args  string
		mode  host.Mode
		say   host.Answer
		text  string
		ok    bool
		asked string
	}{
		{``, "", host.No, "no scheduled tasks", true, ""},
		{`{"action": "list"}`, host.ModeStrict, host.No, "no scheduled tasks", true, ""},
		{`[`, "", host.No, "ERROR: could not parse tool arguments as JSON: ", false, ""},
		{`[]`, "", host.No, "ERROR: tool arguments must be a JSON object", false, ""},
		{`{"action": "explode"}`, "", host.No, "ERROR: unknown action 'explode' (list | log | add | remove | enable | disable | run)", false, ""},
		{`{"action": "add"}`, "", host.No, "ERROR: a schedule needs `when`" + use, false, ""},
		{`{"action": "add", "when": "daily"}`, "", host.No, "ERROR: action needs a type: plugin | bash | prompt", false, ""},
		{`{"action": "add", "when": "daily", "task": {"type": "mail"}}`, "", host.No, "ERROR: unknown action type 'mail' (plugin | bash | prompt)", false, ""},
		{`{"action": "add", "when": "daily", "task": {"type": "bash", "command": "x"}}`, "", host.No, "ERROR: action type 'bash' is not supported by this implementation", false, ""},
		{`{"action": "add", "when": "daily", "task": {"type": "plugin", "plugin": "demo"}}`, "", host.No, "ERROR: action plugin needs plugin and tool", false, ""},
		{`{"action": "add", "when": "never", "task": {"type": "plugin", "plugin": "demo", "tool": "go"}}`, host.ModeYolo, host.Once, "ERROR: cannot understand 'never'", false, ""},
		{add, host.ModeStrict, host.Once, "DENIED by policy (strict mode (schedule add)). ", false, ""},
		{add, host.ModeAsk, host.No, "DENIED by the user (schedules an unattended plugin task with permission=ask). ", false, "schedules an unattended plugin task with permission=ask"},
		{add, host.ModeYolo, host.Once, "scheduled morning-1: mon, tue, wed, thu, fri at 09:00, next 2026-05-01 09:00", true, "schedules an unattended plugin task with permission=ask"},
		{`{}`, "", host.No, "morning-1 (mon, tue, wed, thu, fri at 09:00, ON): morning — plugin_demo_go, next 2026-05-01 09:00", true, ""},
		{`{"action": "log", "id": "morning-1"}`, host.ModeStrict, host.No, "'morning-1' has not run yet", true, ""},
		{`{"action": "log", "id": "x"}`, "", host.No, "ERROR: no scheduled task 'x'", false, ""},
		{`{"action": "disable", "id": "nope"}`, host.ModeYolo, host.Once, "ERROR: no scheduled task 'nope'", false, ""},
		{`{"action": "disable", "id": "morning-1"}`, host.ModeStrict, host.Once, "DENIED by policy (strict mode (schedule disable)). ", false, ""},
		{`{"action": "disable", "id": "morning-1"}`, host.ModeYolo, host.No, "DENIED by the user (schedule disable morning-1). ", false, "schedule disable morning-1"},
		{`{"action": "disable", "id": "morning-1"}`, host.ModeYolo, host.Once, "morning-1 is off", true, "schedule disable morning-1"},
		{`{"action": "enable", "id": "morning-1"}`, host.ModeAsk, host.Once, "morning-1 is on, next 2026-05-01 09:00", true, "schedule enable morning-1"},
		{`{"action": "run", "id": "morning-1"}`, host.ModeAsk, host.Once, "morning-1 runs at the next tick of `synrun daemon`, which is not running now", true, "schedule run morning-1"},
		{`{"action": "remove", "id": "morning-1"}`, host.ModeAsk, host.No, "DENIED by the user (schedule remove morning-1). ", false, "schedule remove morning-1"},
	} {
		who := &answers{say: c.say}
		text, ok, err := s.Tool(context.Background(), ToolRequest{Args: []byte(c.args), Actor: host.ActorModel, Mode: c.mode, Source: "chat", Asker: who})
		if err != nil || ok != c.ok || !strings.HasPrefix(text, c.text) {
			t.Errorf("%s (%s): %q, %v, %v\nwant %q, %v", c.args, c.mode, text, ok, err, c.text, c.ok)
		}
		asked := ""
		if len(who.asked) > 0 {
			asked, _, _ = strings.Cut(who.asked[0], " | ")
			if !strings.Contains(who.asked[0], "| schedule {") {
				t.Errorf("asked: %s", who.asked[0])
			}
		}
		if asked != c.asked {
			t.Errorf("%s: asked %q, want %q", c.args, asked, c.asked)
		}
	}
	// The run that was asked for comes at the next tick, whatever the plan says.
	if done := w.once(); len(done) != 1 || done[0].Status != "ok" || w.calls[0] != `schedule plugin_demo_go {"n":1}` {
		t.Errorf("%+v %q", done, w.calls)
	}
	if k := w.get("morning-1"); k.RunNow || *k.NextRun != at("2026-05-01 09:00:00") {
		t.Errorf("%+v", k)
	}
	text, _, _ := s.Tool(context.Background(), ToolRequest{Args: []byte(`{"action": "log", "id": "morning-1"}`), Actor: host.ActorModel})
	if !strings.HasPrefix(text, "══ 2026-05-01 08:00:00 · morning · plugin\ndone\n") {
		t.Errorf("log: %q", text)
	}
	w.pass(time.Minute)
	if !json.Valid([]byte(ToolSchema)) {
		t.Error("the schema is not JSON")
	}
}
