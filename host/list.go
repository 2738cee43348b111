package host

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
	"github.com/synrun/synrun/vet"
)

// Row is a plugin in a list. Its JSON form has every field, always.
type Row struct {
	Name        string     `json:"name"`
	Scope       string     `json:"scope"`
	Kind        string     `json:"kind"`
	Legacy      bool       `json:"legacy"`
	Description string     `json:"description"`
	Enabled     bool       `json:"enabled"`
	Error       string     `json:"error"`
	Caps        string     `json:"caps"` // the composed ceiling; "" for broken ones and without ceiling
	Command     string     `json:"command"`
	Tools       []string   `json:"tools"`
	ToolSpecs   []ToolSpec `json:"tool_specs"`
	Dir         string     `json:"dir"`
	Format      string     `json:"format"`
	State       Status     `json:"state"`
	Version     string     `json:"version"`
	Timeout     int        `json:"timeout"`
	Digest      string     `json:"digest"`
	ApprovedAt  *string    `json:"approved_at"`
	Notes       []string   `json:"notes"`

	Plugin  *manifest.Plugin  `json:"-"`
	Ceiling *manifest.Ceiling `json:"-"` // nil: none
}

// ToolSpec is a tool of a row.
type ToolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	ReadOnly    bool            `json:"readonly"`
}

// NoCeiling is what a list shows for what runs with all of the user's rights.
const NoCeiling = "NO ceiling"

// CeilingText is the column CEILING: the composed ceiling, that there is none,
// or for a broken plugin its error.
func (r *Row) CeilingText() string {
	switch {
	case r.State == Broken || r.State == Incompatible:
		return r.Error
	case r.Ceiling == nil && !r.Plugin.Bounded():
		return NoCeiling
	case r.Ceiling == nil:
		return ""
	}
	return r.Ceiling.Text
}

// ListFilter selects rows.
type ListFilter struct {
	Words   []string // every word occurs in name, description, scope, kind or a tool's name
	States  []Status // any of them; empty: all
	Bounded bool     // only what has a ceiling
}

// List returns the plugins found, by name.
func (h *Host) List(f ListFilter) ([]Row, error) {
	rows := []Row{}
	for _, p := range h.find.All() {
		row, err := h.Row(p)
		if err != nil {
			return nil, err
		}
		if f.match(&row) {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func (f ListFilter) match(r *Row) bool {
	if f.Bounded && (r.State == Broken || !r.Plugin.Bounded()) {
		return false
	}
	if len(f.States) > 0 {
		ok := false
		for _, s := range f.States {
			ok = ok || s == r.State
		}
		if !ok {
			return false
		}
	}
	text := strings.ToLower(strings.Join(append([]string{r.Name, r.Description, r.Scope, r.Kind}, r.Tools...), " "))
	for _, w := range f.Words {
		if !strings.Contains(text, strings.ToLower(w)) {
			return false
		}
	}
	return true
}

// Row describes a plugin as lists show it.
func (h *Host) Row(p *manifest.Plugin) (Row, error) {
	status, approval, err := h.Status(p)
	if err != nil {
		return Row{}, err
	}
	r := Row{
		Name: p.ID, Scope: p.Scope, Kind: string(p.Kind), Legacy: p.Legacy, Description: p.Description,
		Enabled: status == On, Error: p.Err, Command: p.CommandLine, Tools: []string{}, ToolSpecs: []ToolSpec{},
		Dir: p.Dir, Format: string(p.Format), State: status, Version: p.Version,
		Timeout: int(p.Timeout.Seconds()), Notes: []string{}, Plugin: p,
	}
	for _, n := range p.Notes {
		r.Notes = append(r.Notes, n.Text)
	}
	if hint := p.LegacyHint(); hint != "" {
		r.Notes = append(r.Notes, hint)
	}
	if status == Broken {
		return r, nil
	}
	for _, t := range p.Tools {
		r.Tools = append(r.Tools, t.Name)
		r.ToolSpecs = append(r.ToolSpecs, ToolSpec{t.Name, t.Description, t.Schema, t.ReadOnly})
	}
	if r.Ceiling, err = h.places.Ceiling(p); err != nil {
		r.Notes = append(r.Notes, err.Error())
	} else if r.Ceiling != nil {
		r.Caps = r.Ceiling.Text
	}
	if approval != nil {
		r.Digest, r.ApprovedAt = approval.Digest, &approval.At
		if approval.Dev {
			r.Notes = append(r.Notes, "dev: code not pinned")
		}
	} else if facts, err := h.facts(p, h.pinned(p)); err == nil {
		r.Digest = facts.Digest()
	}
	if status == Changed {
		r.Notes = append(r.Notes, ChangedNote)
	}
	if why := h.incompatible(p); why != "" && status == On {
		r.State, r.Enabled, r.Error = Incompatible, false, why
		r.Notes = append(r.Notes, "incompatible: "+why)
	}
	return r, nil
}

// Line is one line of the agent's list of plugins.
func (r *Row) Line() string {
	hint := ""
	if h := r.Plugin.LegacyHint(); h != "" {
		hint = " [" + h + "]"
	}
	if r.State == Broken {
		return fmt.Sprintf("%s (%s, ?, off): BROKEN — %s%s", r.Name, r.Scope, r.Error, hint)
	}
	state := "off"
	if r.State == On {
		state = "ON"
	}
	s := fmt.Sprintf("%s (%s, %s, %s): %d tools [%s]", r.Name, r.Scope, r.Kind, state, len(r.Tools), strings.Join(r.Tools, ", "))
	if r.Description != "" {
		s += " — " + r.Description
	}
	return s + hint
}

// Info is everything there is to know about a plugin.
type Info struct {
	Row
	Items    []CeilingItem   `json:"ceiling"`
	Settings []SettingValue  `json:"settings"`
	PID      *int            `json:"pid"`
	Stderr   []string        `json:"stderr"`
	Changes  []string        `json:"changes"`
	Warnings []string        `json:"warnings"` // of plugin check, but for those among the notes
	Approval *Approval       `json:"-"`
	Full     json.RawMessage `json:"manifest"`
}

// CeilingItem is one item of a ceiling in words.
type CeilingItem struct {
	Item   string `json:"item"`
	Family string `json:"family"`
	Scope  string `json:"scope"`
	Words  string `json:"words"`
	Risk   string `json:"risk"`
	Note   string `json:"note"`
}

// SettingValue is a setting as it counts now.
type SettingValue struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// Observer is a runner that can tell about what it keeps alive.
type Observer interface {
	// Observe returns the process of a plugin and the end of what it wrote to
	// its stderr; pid 0 when none runs.
	Observe(p *manifest.Plugin) (pid int, stderr []string)
}

// quitter is a runner that gives a plugin up when it does not shake hands or
// dies again and again.
type quitter interface {
	// GivenUp returns why, or the empty text.
	GivenUp(p *manifest.Plugin) string
}

func (h *Host) givenUp(p *manifest.Plugin) string {
	if q, ok := h.opt.Runners[p.Kind].(quitter); ok {
		return q.GivenUp(p)
	}
	return ""
}

// Info describes one plugin.
func (h *Host) Info(p *manifest.Plugin) (*Info, error) {
	row, err := h.Row(p)
	if err != nil {
		return nil, err
	}
	in := &Info{Row: row, Items: []CeilingItem{}, Settings: []SettingValue{}, Stderr: []string{}, Changes: []string{}, Warnings: []string{}}
	if in.Approval, err = h.approval(p); err != nil {
		return nil, err
	}
	if src, err := manifest.Source(p); err == nil {
		in.Full = json.RawMessage(src.Compact())
	}
	if row.State == Broken {
		return in, nil
	}
	if row.State == Changed {
		if in.Changes, err = h.Changes(p); err != nil {
			return nil, err
		}
	}
	in.Items = explain(row.Ceiling)
	in.Warnings = list(vet.Check(p, h.places).Warnings())
	if p.Format == manifest.FormatRPC {
		settings, err := h.state.Settings(p)
		if err != nil {
			return nil, err
		}
		for _, s := range settings {
			in.Settings = append(in.Settings, SettingValue{s.Key, s.Default})
		}
	}
	if o, ok := h.opt.Runners[p.Kind].(Observer); ok {
		if pid, stderr := o.Observe(p); pid != 0 || len(stderr) > 0 {
			in.Stderr = list(stderr)
			if pid != 0 {
				in.PID = &pid
			}
		}
	}
	return in, nil
}

// explain says item by item what a ceiling allows. Where several lists bound a
// call, what is shown is their intersection.
func explain(c *manifest.Ceiling) []CeilingItem {
	items := []CeilingItem{}
	if c == nil {
		return items
	}
	l := c.Layers[0].List
	for _, layer := range c.Layers[1:] {
		l = caps.Intersect(l, layer.List)
	}
	for _, e := range caps.Explain(l) {
		items = append(items, CeilingItem{e.Item, e.Family, e.Scope, e.Words, e.Risk.String(), e.Note})
	}
	return items
}

// Signature shows a tool with its parameters: name {a, b?}.
func (t ToolSpec) Signature() string {
	schema, err := jsondoc.Parse(t.Parameters)
	if err != nil {
		return t.Name
	}
	required := map[string]bool{}
	list, _ := schema.Get("required")
	for _, it := range list.Items {
		required[it.Text] = true
	}
	var params []string
	props, _ := schema.Get("properties")
	for _, m := range props.Members {
		if required[m.Key] {
			params = append(params, m.Key)
		} else {
			params = append(params, m.Key+"?")
		}
	}
	return t.Name + " {" + strings.Join(params, ", ") + "}"
}
