package host

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
)

// What the author of a plugin needs: running parts of it that are no calls of
// an agent.

// Prepare composes what a runner is given, without a tool and without making a
// call: to run the tests of a program under the plugin's ceiling. Its checks are
// not recorded.
func (h *Host) Prepare(p *manifest.Plugin) (*manifest.Call, error) {
	if err := h.prepare(); err != nil {
		return nil, failed("home", err.Error(), "--home DIR")
	}
	c := &call{h: h, plugin: p, tool: &manifest.Tool{}, args: "{}", raw: json.RawMessage("{}")}
	c.begin()
	var err error
	if c.ceiling, err = h.places.Ceiling(p); err != nil {
		return nil, err
	}
	m, err := c.compose()
	if err != nil {
		return nil, err
	}
	m.Record = unrecorded{}
	return m, nil
}

type unrecorded struct{}

func (unrecorded) Check(*audit.Entry) error { return nil }

// observed is what a program that is observed may reach at most: files of the
// workspace, and everything else that its ceiling names.
const observed = "net,file=workspace/*,exec,env,time,random,stdout,stdin,llm,judge,db,secret,reveal,memory,sandbox_run"

// Observe runs a tool once under another ceiling than its manifest's: what is
// wanted, inside the workspace. A person said yes to that. The plugin may be
// off; the call and its checks are recorded as those of any other call.
func (h *Host) Observe(ctx context.Context, p *manifest.Plugin, t *manifest.Tool, args []byte, wanted string) (*Result, error) {
	doc, err := parseArgs(args)
	if err != nil {
		return nil, badJSON(err)
	}
	c := &call{h: h, req: Request{Name: t.Full, Actor: ActorUser}, plugin: p, tool: t, on: true}
	c.begin()
	c.result.Host.Reason = "observed"
	c.args, c.raw = doc.Encode(), json.RawMessage(doc.Compact())
	if c.ceiling, err = h.observedCeiling(p, wanted); err != nil {
		return nil, err
	}
	c.result.Host.Ceiling = &c.ceiling.Text
	return c.run(ctx)
}

func (h *Host) observedCeiling(p *manifest.Plugin, wanted string) (*manifest.Ceiling, error) {
	platform := h.places.Platform()
	text := wanted
	if p.Format != manifest.FormatLamp {
		text = caps.PluginText(wanted)
	} else if strings.TrimSpace(text) == "" {
		text = "none"
	}
	list, err := platform.ParseList(text)
	if err != nil {
		return nil, err
	}
	bound := observed
	if p.Format == manifest.FormatLamp {
		bound = strings.Replace(bound, "workspace/*", h.places.Workspace+"/*,file=./*", 1)
	}
	inside, err := platform.ParseList(bound)
	if err != nil {
		return nil, err
	}
	return &manifest.Ceiling{Text: text, Layers: []manifest.Layer{
		{From: "manifest", Text: text, List: list}, {From: "workspace", Text: bound, List: inside},
	}}, nil
}

// Eval runs a source that is no plugin, under the user's own ceiling for lamps.
// Without such a ceiling there is none of this.
func (h *Host) Eval(ctx context.Context, source string) (*Result, error) {
	session, err := h.places.Session()
	if err != nil {
		return nil, err
	}
	if session.Ceiling == nil {
		return nil, h.EvalOff()
	}
	p := &manifest.Plugin{
		Format: manifest.FormatLamp, ID: "eval", Scope: manifest.ScopeProject, Kind: manifest.KindSyn,
		Dir: h.places.Workspace, Entry: "lamp.syn", Profile: manifest.ProfilePure, Timeout: 60 * time.Second,
	}
	if session.Native {
		p.Profile = manifest.ProfileNative
	}
	if session.Timeout > 0 {
		p.Timeout = session.Timeout
	}
	c := &call{
		h: h, req: Request{Name: "eval", Actor: ActorUser}, plugin: p, tool: &manifest.Tool{Name: "eval"}, on: true,
		source: append([]byte{}, source...), args: "{}", raw: json.RawMessage("{}"),
	}
	c.begin()
	c.ceiling = &manifest.Ceiling{Text: session.Ceiling.Text, Layers: []manifest.Layer{*session.Ceiling}}
	c.result.Host.Ceiling = &c.ceiling.Text
	return c.run(ctx)
}

// EvalOff says why programs that are no plugins are not run, and what would let
// them.
func (h *Host) EvalOff() *Error {
	return failed("no_session", fmt.Sprintf("ad-hoc execution is off: no session ceiling (write %s with {\"ceiling\": \"...\", \"eval\": true})", h.places.SessionFile()), "")
}
