package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// Request is one tool call.
type Request struct {
	Name    string          // full name, or <plugin>.<tool>
	Format  manifest.Format // selects among formats; may be empty
	Args    []byte          // JSON; empty or null is {}
	Actor   Actor           // empty: the user
	Mode    Mode            // of a model's call; empty: ask
	Profile Profile         // of a model's call; empty: build
	Source  string          // who asks, for an approval: "chat", "mcp", …

	Timeout         time.Duration // shortens the plugin's own; 0: not
	ApprovalTimeout time.Duration // 0: that of a chat
	StrictArgs      bool          // arguments must fit the schema
	Isolate         bool          // syn: in a child process
	DryRun          bool          // decide and compose, run nothing
	AnyLamp         bool          // lamps count as on: the rule for people at their own command
	Asker           Asker         // instead of the host's; may be nil

	Plugin *manifest.Plugin // when given, Name is a tool of it and nothing is looked up
}

// maxArgs is the size of the arguments' text: one environment string cannot be
// much longer.
const maxArgs = 102_400

// call is one request on its way.
type call struct {
	h      *Host
	req    Request
	id     string
	plugin *manifest.Plugin
	tool   *manifest.Tool
	word   string
	on     bool // the plugin was found to be on when its name was looked up

	source  []byte // of a program that is no file; nil: the plugin's
	args    string // as the plugin gets them
	raw     json.RawMessage
	ceiling *manifest.Ceiling
	timeout time.Duration
	record  *recorder
	stdout  *output
	stderr  *output
	running *runningCall
	result  *Result
}

// Call calls a tool. An error means that there was no such call to make: the
// name, the arguments of a person, the record. Everything else, refusals too, is
// a Result, and is in the record.
func (h *Host) Call(ctx context.Context, req Request) (*Result, error) {
	c := &call{h: h, req: req}
	if c.req.Actor == "" {
		c.req.Actor = ActorUser
	}
	if c.model() && c.req.Mode == "" {
		c.req.Mode = ModeAsk
	}
	doc, badArgs := parseArgs(req.Args)
	if badArgs != nil && !c.model() {
		return nil, badJSON(badArgs)
	}
	if badArgs == nil && doc.Kind != jsondoc.Object && c.req.Actor == ActorUser {
		return nil, usage("not_an_object", "the arguments must be a JSON object, got "+doc.Kind.String(), "")
	}
	target, err := h.target(&req)
	if err != nil && !c.model() {
		return nil, err
	}
	c.plugin, c.tool, c.word, c.on = target.plugin, target.tool, target.word, target.on
	if c.plugin == nil || c.model() && c.tool != nil && !c.req.Profile.Sees(c.tool) {
		return h.unknownTool(&c.req)
	}
	c.begin()
	if badArgs != nil {
		return c.refuse(Allow, "", "ERROR: could not parse tool arguments as JSON: "+badArgs.Error(), "")
	}
	if r, err := c.permit(ctx, doc); r != nil || err != nil {
		return r, err
	}
	if r, err := c.check(doc); r != nil || err != nil {
		return r, err
	}
	if req.DryRun {
		return c.plan(), nil
	}
	return c.run(ctx)
}

// model reports whether a program asks, so that what it gets is always a text.
func (c *call) model() bool { return c.req.Actor == ActorModel || c.req.Actor == ActorMCP }

func parseArgs(raw []byte) (jsondoc.Value, error) {
	if strings.TrimSpace(string(raw)) == "" {
		return jsondoc.Value{Kind: jsondoc.Object}, nil
	}
	doc, err := jsondoc.Parse(raw)
	if err == nil && doc.Kind == jsondoc.Null {
		doc = jsondoc.Value{Kind: jsondoc.Object}
	}
	return doc, err
}

func badJSON(err error) *Error {
	text := "the arguments are not JSON: " + err.Error()
	var se *jsondoc.SyntaxError
	if errors.As(err, &se) && se.Line == 1 {
		text = fmt.Sprintf("the arguments are not JSON: %s at column %d", se.Detail, se.Column)
	}
	return usage("bad_json", text, `synrun call <x> KEY=VALUE, or quote the JSON: '{"k": 1}'`)
}

// begin gives the call its id and its part of the record.
func (c *call) begin() {
	c.id = audit.NewCallID()
	name := c.word
	if c.tool != nil {
		name = c.tool.Name
	}
	p := c.plugin
	c.record = &recorder{entries: make([]audit.Entry, 0, 8), call: c.h.log.Begin(audit.CallID{Call: c.id, Format: string(p.Format), Plugin: p.ID, Tool: name})}
	c.result = &Result{Host: HostMeta{
		Call: c.id, Format: string(p.Format), Plugin: p.ID, Tool: name, Runner: string(p.Kind),
		Actor: c.req.Actor, Decision: Allow, Granted: []string{}, Denied: []string{},
	}}
	if c.req.Mode != "" {
		mode := c.req.Mode
		c.result.Host.Mode = &mode
	}
}

// unknownTool answers a name that is not in the catalogue of a model.
func (h *Host) unknownTool(req *Request) (*Result, error) {
	tools, err := h.Catalogue(req.Profile)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	text := fmt.Sprintf("ERROR: unknown tool '%s'. Available: %s", req.Name, strings.Join(names, ", "))
	r := &Result{Output: text, Host: HostMeta{
		Call: audit.NewCallID(), Tool: req.Name, Actor: req.Actor, Decision: Allow,
		Granted: []string{}, Denied: []string{}, Bytes: len(text),
	}}
	if req.Mode != "" {
		r.Host.Mode = &req.Mode
	}
	return r, nil
}

// permit asks the permission engine, and a person where it says so.
func (c *call) permit(ctx context.Context, args jsondoc.Value) (*Result, error) {
	if c.tool == nil {
		return nil, nil // nothing will run; what is wrong is said by check
	}
	v, _, err := c.h.Verdict(c.tool, c.req.Actor, c.req.Mode, c.req.Profile)
	if err != nil {
		return nil, err
	}
	c.result.Host.Reason = v.Reason
	switch v.Decision {
	case Deny:
		return c.refuse(Deny, v.Reason, DeniedByPolicy(v.Reason), "")
	case Ask:
		if c.req.DryRun {
			c.result.Host.Decision = Ask
			return nil, nil
		}
		source := c.req.Source
		if source == "" {
			source = "chat"
		}
		q := Question{Source: source, Message: CallLine(c.tool.Full, args.Encode()), Why: v.Reason, Tool: c.tool.Full}
		yes, err := c.h.ask(ctx, c.req.Asker, q, c.req.ApprovalTimeout)
		if err != nil {
			return nil, err
		}
		if !yes {
			return c.refuse(Deny, v.Reason, DeniedByUser(v.Reason), "")
		}
		c.on = false // the answer may have taken long; the plugin is looked at again
	}
	return nil, nil
}

// check looks at the plugin and the arguments once the call is permitted.
func (c *call) check(args jsondoc.Value) (*Result, error) {
	p := c.plugin
	status := On
	var err error
	if !c.on {
		if status, _, err = c.h.Status(p); err != nil {
			return nil, err
		}
	}
	anyLamp := c.req.AnyLamp && p.Format == manifest.FormatLamp && status != Broken
	switch {
	case status == Changed && !anyLamp:
		return c.refuse(Allow, "changed", fmt.Sprintf("ERROR: plugin '%s' changed since it was turned on (the user turns plugins on)", p.ID),
			fmt.Sprintf("synrun plugin info %s, then synrun plugin on %s", p.ID, p.ID))
	case status != On && !anyLamp:
		return c.refuse(Allow, "not enabled", fmt.Sprintf("ERROR: plugin '%s' is not enabled (the user turns plugins on)", p.ID), "synrun plugin on "+p.ID)
	case c.tool == nil:
		return c.refuse(Allow, "no such tool", c.noTool(), "tools of "+p.ID+": "+toolNames(p))
	case args.Kind != jsondoc.Object:
		return c.refuse(Allow, "bad arguments", "ERROR: tool arguments must be a JSON object", "")
	}
	c.args = args.Encode()
	c.raw = json.RawMessage(args.Compact())
	if len(c.args) > maxArgs {
		return c.refuse(Allow, "bad arguments", fmt.Sprintf("ERROR: plugin arguments too large (%d bytes; max %d)", len(c.args), maxArgs), "")
	}
	if c.req.StrictArgs || c.h.opt.Config.StrictArgs {
		if err := c.fits(); err != nil {
			return c.refuse(Allow, "bad arguments", fmt.Sprintf("ERROR: arguments of '%s' do not fit its schema: %v", c.tool.Full, err), "")
		}
	}
	if c.ceiling, err = c.h.places.Ceiling(p); err != nil {
		return c.refuse(Allow, "no ceiling", c.errorText(err), "")
	}
	if c.ceiling != nil {
		c.result.Host.Ceiling = &c.ceiling.Text
	} else if c.h.opt.Config.RequireCeiling {
		return c.refuse(Deny, "--require-ceiling", DeniedByPolicy("NO ceiling"), "")
	}
	return nil, nil
}

// errorText words what keeps a call from running. The lamps' own surfaces show
// the bare text.
func (c *call) errorText(err error) string {
	if c.req.AnyLamp && c.plugin.Format == manifest.FormatLamp {
		return err.Error()
	}
	return "ERROR: " + err.Error()
}

func (c *call) noTool() string {
	if c.plugin.Format == manifest.FormatLamp {
		return fmt.Sprintf("unknown tool '%s' of %s (%s)", c.word, c.plugin.ID, toolNames(c.plugin))
	}
	return fmt.Sprintf("ERROR: plugin '%s' has no tool '%s'", c.plugin.ID, c.word)
}

func (c *call) fits() error {
	s, err := manifest.CompileSchema(c.tool.Schema)
	if err != nil {
		return err
	}
	return s.Check(c.raw)
}

// refuse ends a call that did not run. Its record is written all the same.
func (c *call) refuse(d Decision, reason, text, try string) (*Result, error) {
	r := c.result
	r.Host.Decision, r.Host.Reason, r.Output, r.Try = d, reason, text, try
	r.Host.Bytes = len(text)
	if r.Host.Ceiling == nil && !c.plugin.Broken() {
		// What the call would have been held to belongs to what is told about it.
		if ceiling, err := c.h.places.Ceiling(c.plugin); err == nil && ceiling != nil {
			r.Host.Ceiling = &ceiling.Text
		}
	}
	if c.req.DryRun {
		return r, nil
	}
	return r, c.end(0)
}

// deadline is how long the call may take.
func (c *call) deadline() time.Duration {
	d := c.plugin.Timeout
	if c.tool.Timeout > 0 {
		d = c.tool.Timeout
	}
	if c.plugin.Format == manifest.FormatLamp {
		if v, _ := c.h.hostVar("LAMP_TIMEOUT"); v != "" {
			if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 {
				d = time.Duration(s * float64(time.Second))
			}
		}
	}
	if c.req.Timeout > 0 && c.req.Timeout < d {
		d = c.req.Timeout
	}
	return d
}

// compose makes what the runner is given.
func (c *call) compose() (*manifest.Call, error) {
	p, h := c.plugin, c.h
	c.timeout = c.deadline()
	c.stdout = &output{}
	c.stderr = c.stdout
	limits := h.opt.Config.Limits
	limits.Time = c.timeout
	m := &manifest.Call{
		ID: c.id, Plugin: p, Tool: c.tool, Args: c.raw, Actor: string(c.req.Actor),
		Ceiling: c.ceiling, Profile: manifest.ProfileNative, Workspace: h.places.Workspace,
		Protected: h.protected, Env: h.environ(p, c.tool, c.args, c.ceiling),
		Timeout: c.timeout, Limits: limits, AllowAddresses: h.opt.Config.AllowAddresses,
		Isolate: c.req.Isolate, AllowUnconfined: h.opt.AllowUnconfined && c.req.Actor == ActorUser,
		Record: c.record,
	}
	switch {
	case p.Format == manifest.FormatLamp:
		c.stderr = &output{}
		src := c.source
		if src == nil {
			if err := manifest.CheckPulled(p); err != nil {
				return nil, err
			}
			var err error
			if src, err = h.places.LampSource(p); err != nil {
				return nil, &manifest.StartError{Program: p.Entry, Reason: err.Error()}
			}
		}
		m.Source, m.File, m.Profile, m.Dir = src, p.ID+"/lamp.syn", p.Profile, h.places.Workspace
	case p.Kind == manifest.KindExec, p.Kind == manifest.KindRPC:
		m.Dir = h.places.Workspace
		settings, err := h.state.SettingsJSON(p)
		if err != nil {
			return nil, err
		}
		m.Settings = settings
		if p.Confine {
			m.Mounts = h.mounts(p, c.ceiling)
		}
	default:
		m.Dir, m.File = h.places.RunDir(), h.VirtualDir(p)+"/"+filepath.ToSlash(p.Entry)
		if err := h.linkPlugins(p, c.ceiling); err != nil {
			return nil, err
		}
		m.Mounts = h.mounts(p, c.ceiling)
	}
	m.Stdout, m.Stderr = c.stdout, c.stderr
	return m, nil
}

// run runs the call, waiting for its turn when many run already.
func (c *call) run(ctx context.Context) (*Result, error) {
	h := c.h
	if err := h.prepare(); err != nil {
		return nil, failed("home", err.Error(), "--home DIR")
	}
	runner := h.opt.Runners[c.plugin.Kind]
	if runner == nil {
		return c.refuse(Allow, "no runner", fmt.Sprintf("ERROR: plugins of kind %s cannot be run here", c.plugin.Kind), "")
	}
	m, err := c.compose()
	if err != nil {
		return c.refuse(Allow, "cannot start", c.errorText(err), "")
	}
	ctx, c.running = h.enter(ctx, c)
	defer h.leave(c.running)
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		c.finish(manifest.Outcome{Killed: true}, context.Cause(ctx), 0)
		return c.result, c.end(0)
	}
	start := time.Now()
	ctx, stop := context.WithTimeout(ctx, c.timeout)
	out, err := c.guarded(ctx, runner, m)
	stop()
	took := time.Since(start)
	c.finish(out, err, took)
	return c.result, c.end(took)
}

// guarded runs the runner; what panics in it is an internal error of the call,
// never the end of the host.
func (c *call) guarded(ctx context.Context, r manifest.Runner, m *manifest.Call) (out manifest.Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
			_ = c.record.Check(&audit.Entry{Context: "host", Capability: "internal", Source: string(c.plugin.Kind), Reason: fmt.Sprintf("panic: %v at %s", p, panicPlace()), Origin: "runtime"})
		}
	}()
	return r.Run(ctx, m)
}

// panicPlace is the first frame of ours below the panic.
func panicPlace() string {
	for _, line := range strings.Split(string(debug.Stack()), "\n") {
		if strings.HasPrefix(line, "\t") && !strings.Contains(line, "/runtime/") && !strings.Contains(line, "host/call.go") {
			file, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			return filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
		}
	}
	return "unknown"
}

// end writes the record of the call; without it there is no answer.
func (c *call) end(took time.Duration) error {
	r := c.result
	o := &audit.Outcome{
		Runner: r.Host.Runner, Actor: string(r.Host.Actor), Decision: string(r.Host.Decision), Reason: r.Host.Reason,
		Ceiling: r.Host.Ceiling, OK: r.OK, Exit: r.Host.Exit, Duration: took, Bytes: int64(r.Host.Bytes),
		Truncated: r.Host.Truncated, TimedOut: r.Host.TimedOut, Warnings: r.Notes,
	}
	if r.Host.Mode != nil {
		o.Mode = string(*r.Host.Mode)
	}
	args := c.raw
	if args == nil {
		args = json.RawMessage("{}")
	}
	mac, err := c.h.log.ArgsMAC(args)
	if err != nil {
		return err
	}
	o.ArgsMAC = mac
	if c.h.opt.Config.AuditArgs {
		o.Args, o.Output = args, &r.Output
	}
	if err := c.record.call.End(o); err != nil {
		return err
	}
	if c.plugin.Format == manifest.FormatLamp && r.lamp != nil {
		return c.h.lampLog(c)
	}
	return nil
}

// lampLog appends the call to the lamps' own log, in its own shape.
func (h *Host) lampLog(c *call) error {
	r := c.result
	type outcome struct {
		OK      bool     `json:"ok"`
		Ceiling string   `json:"ceiling"`
		Granted []string `json:"granted"`
		Denied  []string `json:"denied"`
		At      string   `json:"at"`
	}
	o := outcome{r.OK, c.ceiling.Text, r.Host.Granted, r.Host.Denied, h.now()}
	var row any = struct {
		Lamp string `json:"lamp"`
		Tool string `json:"tool"`
		outcome
	}{c.plugin.ID, c.tool.Name, o}
	if c.source != nil {
		row = struct {
			Eval   bool   `json:"eval"`
			Source string `json:"source"`
			outcome
		}{true, string(c.source), o}
	}
	line, err := marshal(row)
	if err != nil {
		return err
	}
	dir := filepath.Join(h.places.Lamps, "audit")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, "log.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(Spaced(line) + "\n")
	return err
}

// plan ends a dry run.
func (c *call) plan() *Result {
	m, err := c.compose()
	if err != nil {
		c.result.Output = "ERROR: " + err.Error()
		return c.result
	}
	p := &Plan{Dir: m.Dir, Program: m.File, Timeout: c.timeout.Seconds(), Variables: []string{}}
	switch c.plugin.Kind {
	case manifest.KindExec:
		p.Program = strings.Join(c.plugin.Command, " ")
	case manifest.KindRPC:
		p.Program = filepath.Join(c.plugin.Dir, c.plugin.Entry)
	}
	inherited := map[string]bool{}
	for _, kv := range c.h.opt.Environ {
		inherited[kv] = true
	}
	for _, kv := range m.Env {
		if name, _, _ := strings.Cut(kv, "="); !inherited[kv] {
			p.Variables = append(p.Variables, name)
		}
	}
	sort.Strings(p.Variables)
	c.result.OK, c.result.Plan = true, p
	return c.result
}

func asError[T error](err error, to *T) bool { return errors.As(err, to) }

// Spaced writes compact JSON with the separators of the language's json_encode.
func Spaced(src []byte) string {
	v, err := jsondoc.Parse(src)
	if err != nil {
		return string(src)
	}
	return v.Encode()
}
