package host

import (
	"fmt"
	"strings"

	"github.com/synrun/synrun/manifest"
)

// Turned is what turning a plugin on or off came to.
type Turned struct {
	Plugin  *manifest.Plugin
	Text    string   // the result as a model or another program gets it
	User    string   // the line a person sees
	Notes   []string // remarks for a person
	Changes []string // what had changed since the plugin was approved before
}

// TurnOptions vary how a plugin is turned on.
type TurnOptions struct {
	By  string // who: user, agent with a person's yes
	Dev bool   // do not pin the code, for the author of a project plugin
}

// On turns a plugin on: it writes the state its format prescribes and a
// person's yes to what the plugin is now. The caller has that yes.
func (h *Host) On(p *manifest.Plugin, opt TurnOptions) (*Turned, error) {
	if p.Broken() {
		return nil, failed("broken", fmt.Sprintf("plugin '%s' is broken: %s", p.ID, p.Err), "synrun plugin check "+p.ID)
	}
	if opt.Dev && p.Scope != manifest.ScopeProject {
		return nil, failed("dev", fmt.Sprintf("'%s' is not a project plugin: its code stays pinned", p.ID), "")
	}
	status, before, err := h.Status(p)
	if err != nil {
		return nil, err
	}
	t := &Turned{Plugin: p}
	if status == Changed || status == Off && before != nil {
		if t.Changes, err = h.Changes(p); err != nil {
			return nil, err
		}
	}
	if err := h.taken(p); err != nil {
		return nil, err
	}
	ceiling, err := h.places.Ceiling(p)
	if err != nil {
		return nil, failed("ceiling", err.Error(), "")
	}
	if ceiling == nil && h.opt.Config.RequireCeiling {
		return nil, &Error{Code: "no_ceiling", Text: fmt.Sprintf("'%s' has NO ceiling (--require-ceiling)", p.ID), Exit: 3}
	}
	// A process that runs older code, or that was given up as incompatible, ends.
	if err := h.stop(p); err != nil {
		return nil, err
	}
	if err := h.approve(p, opt.By, opt.Dev); err != nil {
		return nil, err
	}
	if err := h.state.Set(p, true); err != nil {
		return nil, err
	}
	detail := strings.Join(t.Changes, "; ")
	action := "on"
	if p.Format == manifest.FormatLamp && p.Scope == manifest.ScopeProject {
		action = "trust"
	}
	if err := h.manage(action, p, "", opt.By, detail); err != nil {
		return nil, err
	}
	h.wordOn(t, ceiling)
	return t, nil
}

func (h *Host) wordOn(t *Turned, ceiling *manifest.Ceiling) {
	p := t.Plugin
	var full []string
	for _, tool := range p.Tools {
		full = append(full, tool.Full)
	}
	bound := "NO capability ceiling: " + string(p.Kind)
	if ceiling != nil {
		bound = "ceiling: " + ceiling.Text
	}
	t.Text = fmt.Sprintf("plugin '%s' ON (%s, %d tools, %s) — its tools are in the catalog from the next turn as %s",
		p.ID, p.Kind, len(p.Tools), bound, manifest.FullName(p.Format, p.ID, "<tool>"))
	noun := "tools"
	if len(full) == 1 {
		noun = "tool"
	}
	t.User = fmt.Sprintf("☼ %s is on — %d %s available: %s", p.ID, len(full), noun, strings.Join(full, ", "))
	if len(full) == 0 {
		t.User = fmt.Sprintf("☼ %s is on — 0 tools available", p.ID)
	}
	if ceiling == nil {
		t.Notes = append(t.Notes, p.ID+" runs with all your rights (NO ceiling)")
	}
	t.legacy()
}

// legacy adds the remark about folders of the older name.
func (t *Turned) legacy() {
	if hint := t.Plugin.LegacyHint(); hint != "" {
		t.Text += " · NOTE: " + hint
		t.Notes = append(t.Notes, hint)
	}
}

// Off turns a plugin off, also a broken one. A running process of it is ended
// after its call. The yes is kept, to say what changed when the plugin is turned
// on again; only a lamp of the project, which is on by being there, loses it.
func (h *Host) Off(p *manifest.Plugin, by string) (*Turned, error) {
	if err := h.state.Set(p, false); err != nil {
		return nil, err
	}
	if p.Format == manifest.FormatLamp && p.Scope == manifest.ScopeProject {
		if err := h.disapprove(p); err != nil {
			return nil, err
		}
	}
	if err := h.stop(p); err != nil {
		return nil, err
	}
	if err := h.manage("off", p, "", by, ""); err != nil {
		return nil, err
	}
	t := &Turned{Plugin: p, Text: fmt.Sprintf("plugin '%s' OFF", p.ID), User: fmt.Sprintf("☼ %s is off", p.ID)}
	t.legacy()
	return t, nil
}

// stop ends what runs of a plugin, and forgives what it did.
func (h *Host) stop(p *manifest.Plugin) error {
	for _, r := range h.opt.Runners {
		if err := r.Stop(p); err != nil {
			return err
		}
	}
	return h.setIncompatible(p, "")
}

// taken refuses to turn on what would hide something that is on: the same full
// name of a tool, or the same id in another format.
func (h *Host) taken(p *manifest.Plugin) error {
	mine := map[string]bool{}
	for _, t := range p.Tools {
		mine[t.Full] = true
	}
	for _, other := range h.find.All() {
		if other.Key() == p.Key() {
			continue
		}
		clash := ""
		for _, t := range other.Tools {
			if mine[t.Full] {
				clash = t.Full
				break
			}
		}
		if clash == "" && other.ID == p.ID && other.Format != p.Format && len(p.Tools) > 0 {
			clash = p.Tools[0].Full
		}
		if clash == "" {
			continue
		}
		status, _, err := h.Status(other)
		if err != nil {
			return err
		}
		if status == On {
			return failed("taken", fmt.Sprintf("tool name '%s' is already taken by %s '%s'", clash, other.Format, other.ID), "synrun plugin off "+other.ID)
		}
	}
	return nil
}

// SetEnabled is the way in of agents and of the page: by name, for the formats
// plugin and legacy. Its errors are the texts that an agent sees.
func (h *Host) SetEnabled(name string, on bool, by string) (*Turned, error) {
	if !manifest.ValidPluginName(name) {
		return nil, failed("bad_name", "invalid plugin name", "")
	}
	p := h.find.Plugin(name)
	if p == nil {
		return nil, failed("no_plugin", fmt.Sprintf("no plugin named '%s' (global: plugins/%s/plugin.json · project: workspace/.lampson/plugins/%s/plugin.json)", name, name, name), "synrun plugin list")
	}
	if on {
		return h.On(p, TurnOptions{By: by})
	}
	return h.Off(p, by)
}
