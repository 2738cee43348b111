package schedule

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// ToolName, ToolDescription and ToolSchema describe the agent's tool for a
// catalogue. Profiles that do not manage ([host.Profile.Manages]) do not see it.
const (
	ToolName        = "schedule"
	ToolDescription = "Schedules plugin tools: list and log show what there is; add, remove, enable, disable and run ask the user first."
	ToolSchema      = `{"type": "object", "properties": {` +
		`"action": {"type": "string", "enum": ["list", "log", "add", "remove", "enable", "disable", "run"], "default": "list"}, ` +
		`"id": {"type": "string", "description": "of the task, for every action but list and add"}, ` +
		`"name": {"type": "string"}, ` +
		`"when": {"type": "string", "description": "every 6h | daily 09:00 | mon,wed 08:30 | weekdays 09:00 | in 2h | tomorrow 08:00 | once 2026-08-29 15:14 | cron 0 9 * * mon-fri"}, ` +
		`"task": {"type": "object", "description": "what to run", "properties": {"type": {"type": "string", "enum": ["plugin"]}, "plugin": {"type": "string"}, "tool": {"type": "string"}, "args": {"type": "object"}}}, ` +
		`"permission": {"type": "string", "enum": ["strict", "ask", "yolo"]}, ` +
		`"approval_timeout": {"type": "integer"}, "notify": {"type": "string", "description": "address of a webhook"}}}`
)

// ToolRequest is a call of the agent's tool.
type ToolRequest struct {
	Args   []byte
	Actor  host.Actor
	Mode   host.Mode
	Source string
	Asker  host.Asker // instead of the host's; may be nil
}

// maxToolLog is how much of a log an agent gets.
const maxToolLog = 20_000

// Tool carries out a call of the agent's tool "schedule". What the agent gets is
// always a text; ok is false for errors and denials.
func (s *Schedules) Tool(ctx context.Context, req ToolRequest) (text string, ok bool, err error) {
	if len(strings.TrimSpace(string(req.Args))) == 0 {
		req.Args = []byte("{}")
	}
	doc, bad := jsondoc.Parse(req.Args)
	switch {
	case bad != nil:
		return "ERROR: could not parse tool arguments as JSON: " + bad.Error(), false, nil
	case doc.Kind != jsondoc.Object && doc.Kind != jsondoc.Null:
		return "ERROR: tool arguments must be a JSON object", false, nil
	}
	act := toolCall{s: s, req: req, doc: doc, verb: or(textOf(doc, "action"), "list"), id: textOf(doc, "id")}
	text, err = act.do(ctx)
	var e *Error
	switch {
	case errors.As(err, &e):
		return "ERROR: " + e.Text, false, nil
	case err != nil:
		return "", false, err
	}
	return text, !act.denied, nil
}

type toolCall struct {
	s      *Schedules
	req    ToolRequest
	doc    jsondoc.Value
	verb   string
	id     string
	denied bool
}

func (c *toolCall) do(ctx context.Context) (string, error) {
	switch c.verb {
	case "list":
		return c.list()
	case "log":
		text, err := c.s.Log(c.id, 3)
		if r := []rune(text); len(r) > maxToolLog {
			text = "…" + string(r[len(r)-maxToolLog:])
		}
		return or(strings.TrimPrefix(text, "\n"), "'"+c.id+"' has not run yet"), err
	case "add":
		return c.add(ctx)
	case "remove", "enable", "disable", "run":
		if _, err := c.s.Get(c.id); err != nil {
			return "", err
		}
		if denied, err := c.permit(ctx, host.Action{Name: c.id}); denied != "" || err != nil {
			return denied, err
		}
		return c.change()
	}
	return "", failed("bad_action", "", "unknown action '%s' (list | log | add | remove | enable | disable | run)", c.verb)
}

// permit asks the permission engine, and a person where it says so.
func (c *toolCall) permit(ctx context.Context, a host.Action) (denied string, err error) {
	h, err := c.s.opt.Host()
	if err != nil {
		return "", err
	}
	a.Kind, a.Verb = host.ManageTimes, c.verb
	denied, err = h.Permit(ctx, host.Permission{
		Actor: c.req.Actor, Mode: c.req.Mode, Action: a, Source: c.req.Source, Asker: c.req.Asker,
		Message: host.CallLine(ToolName, c.doc.Encode()),
	})
	c.denied = denied != ""
	return denied, err
}

// by is who did it, for the record.
func (c *toolCall) by() string {
	if c.req.Actor == host.ActorUser {
		return string(c.req.Actor)
	}
	return string(c.req.Actor) + " with a yes"
}

func (c *toolCall) list() (string, error) {
	tasks, err := c.s.List()
	if err != nil {
		return "", err
	}
	var lines []string
	for i := range tasks {
		lines = append(lines, c.s.line(&tasks[i]))
	}
	return or(strings.Join(lines, "\n"), "no scheduled tasks"), nil
}

// line is a task in the agent's list.
func (s *Schedules) line(t *Task) string {
	state := "off"
	if t.Enabled {
		state = "ON"
	}
	what := t.Type
	if t.Ours() {
		what = t.Full()
	}
	line := fmt.Sprintf("%s (%s, %s): %s — %s", t.ID, s.Describe(t), state, t.Name, what)
	if t.Enabled && t.NextRun != nil {
		line += ", next " + s.local(*t.NextRun)
	}
	if t.LastRun != nil && t.LastStatus != "" {
		line += fmt.Sprintf(", last %s: %s", s.local(*t.LastRun), t.LastStatus)
	}
	return line
}

func (s *Schedules) local(unix int64) string {
	return time.Unix(unix, 0).In(s.opt.Zone).Format("2006-01-02 15:04")
}

func (c *toolCall) add(ctx context.Context) (string, error) {
	when, ok := c.doc.Get("when")
	if !ok || when.Kind != jsondoc.Text {
		return "", bad("a schedule needs `when` (every 6h | daily 09:00 | mon,wed 08:30)")
	}
	task, _ := c.doc.Get("task")
	kind := textOf(task, "type")
	switch kind {
	case "":
		return "", bad("action needs a type: plugin | bash | prompt")
	case "plugin", "lamp":
	case "bash", "prompt":
		return "", bad("action type '%s' is not supported by this implementation", kind)
	default:
		return "", bad("unknown action type '%s' (plugin | bash | prompt)", kind)
	}
	args, _ := task.Get("args")
	a := Add{
		Name: textOf(c.doc, "name"), When: when.Text, Plugin: or(textOf(task, "plugin"), textOf(task, "lamp")), Tool: textOf(task, "tool"),
		Format: manifest.Format(textOf(task, "format")), Args: args, Permission: textOf(c.doc, "permission"),
		ApprovalTimeout: intOf(c.doc, "approval_timeout"), Notify: textOf(c.doc, "notify"), By: c.by(),
	}
	// What cannot be carried out is said before a person is asked about it.
	if err := c.s.check(a); err != nil {
		return "", err
	}
	denied, err := c.permit(ctx, host.Action{Name: a.Name, Unattended: [2]string{"plugin", or(a.Permission, "ask")}})
	if denied != "" || err != nil {
		return denied, err
	}
	t, err := c.s.Add(a)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("scheduled %s: %s, next %s", t.ID, c.s.Describe(t), c.s.local(*t.NextRun)), nil
}

func (c *toolCall) change() (string, error) {
	switch c.verb {
	case "remove":
		_, err := c.s.Remove(c.id, c.by())
		return "removed " + c.id, err
	case "run":
		_, err := c.s.RequestRun(c.id, c.by())
		text := c.id + " runs at the next tick"
		if !LookForDaemon(c.s.opt.Places.Home).Running {
			text += " of `synrun daemon`, which is not running now"
		}
		return text, err
	}
	t, err := c.s.SetEnabled(c.id, c.verb == "enable", c.by())
	if err != nil {
		return "", err
	}
	if !t.Enabled {
		return t.ID + " is off", nil
	}
	return fmt.Sprintf("%s is on, next %s", t.ID, c.s.local(*t.NextRun)), nil
}
