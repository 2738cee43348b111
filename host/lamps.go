package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/vet"
)

// LampRow is a lamp as its own commands and its MCP surface list it.
type LampRow struct {
	Name      string   `json:"name"`
	Origin    string   `json:"origin"`  // project, or the owner
	Enabled   bool     `json:"enabled"` // offered to agents: on, and approved as it is
	Ceiling   string   `json:"ceiling"`
	Effective string   `json:"effective_ceiling"`
	Profile   string   `json:"profile"`
	Tools     []string `json:"tools"`
	Keeps     bool     `json:"keeps_promise"`
	Asks      []string `json:"asks_above_ceiling"`
	Careless  []string `json:"careless_ceiling"`

	Plugin  *manifest.Plugin `json:"-"`
	Broken  string           `json:"-"`
	Promise vet.Promise      `json:"-"`
}

// MarshalJSON writes a broken lamp with its reason alone.
func (r LampRow) MarshalJSON() ([]byte, error) {
	if r.Broken != "" {
		return marshal(struct {
			Name   string `json:"name"`
			Origin string `json:"origin"`
			Broken string `json:"broken"`
		}{r.Name, r.Origin, r.Broken})
	}
	type plain LampRow
	return marshal(plain(r))
}

// Lamps lists the lamps: those of the project first.
func (h *Host) Lamps() ([]LampRow, error) {
	rows := []LampRow{}
	for _, p := range h.find.Lamps() {
		row, err := h.LampRow(p)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// LampRow describes one lamp.
func (h *Host) LampRow(p *manifest.Plugin) (LampRow, error) {
	r := LampRow{Name: p.ID, Origin: p.Scope, Plugin: p, Broken: p.Err, Tools: []string{}, Asks: []string{}, Careless: []string{}}
	if p.Broken() {
		return r, nil
	}
	status, _, err := h.Status(p)
	if err != nil {
		return r, err
	}
	c, err := h.places.Ceiling(p)
	if err != nil {
		r.Broken = err.Error()
		return r, nil
	}
	r.Enabled, r.Ceiling, r.Effective, r.Profile = status == On, p.Caps, c.Text, p.Profile
	for _, t := range p.Tools {
		r.Tools = append(r.Tools, t.Name)
	}
	r.Promise = h.promise(p)
	r.Keeps, r.Asks, r.Careless = r.Promise.Keeps, r.Promise.Overreach, r.Promise.Sloppy
	return r, nil
}

func (h *Host) promise(p *manifest.Plugin) vet.Promise {
	src, err := h.places.LampSource(p)
	if err != nil {
		src = nil // nothing is asked for by what cannot be read
	}
	return vet.Lint(string(src), p.Caps)
}

// Lamp finds a lamp as its commands name it: a folder, a name, <owner>/<name>.
func (h *Host) Lamp(name string) (*manifest.Plugin, error) {
	if manifest.IsLocalRef(name) {
		dir, err := filepath.Abs(name)
		if err == nil {
			return manifest.ReadLamp(dir, manifest.ScopeProject), nil
		}
	}
	var hits []*manifest.Plugin
	for _, p := range h.find.Lamps() {
		if p.Scope == manifest.ScopeProject && p.ID == name {
			return p, nil
		}
	}
	for _, p := range h.find.Pulled() {
		if p.ID == name || p.Scope+"/"+p.ID == name {
			hits = append(hits, p)
		}
	}
	switch len(hits) {
	case 1:
		return hits[0], nil
	case 0:
		return nil, failed("no_lamp", fmt.Sprintf("no lamp '%s' here — lamp pull %s brings the official one, lamp pull owner/repo any other; lamp list shows what is pulled", name, name), "")
	}
	return nil, usage("ambiguous", fmt.Sprintf("ambiguous lamp '%s' — use owner/name (%d matches)", name, len(hits)), "")
}

// PullLamp brings a lamp into the store and words what came of it: the lines
// that a command prints. verb is "pulled" or "updated".
func (h *Host) PullLamp(ctx context.Context, text, verb string, git manifest.GitHost) ([]string, error) {
	ref, err := manifest.ParseLampRef(text)
	if err != nil {
		return nil, usage("bad_ref", err.Error(), "")
	}
	got, err := h.places.Pull(ctx, ref, git, h.now())
	if err != nil {
		return nil, failed("pull", err.Error(), "")
	}
	if got.Current {
		return []string{fmt.Sprintf("%s @ %s — already up to date", got.Lamp.ID, got.Tag)}, nil
	}
	if err := h.manage("install", got.Lamp, "", string(ActorUser), text+" @ "+got.Tag); err != nil {
		return nil, err
	}
	lines := []string{fmt.Sprintf("%s %s @ %s → %s", verb, got.Lamp.ID, got.Tag, got.Lamp.Dir)}
	for _, f := range got.Files {
		lines = append(lines, fmt.Sprintf("  %-14ssha256 %.12s…", f.Name, f.SHA256))
	}
	return append(lines, h.promise(got.Lamp).Lines()...), nil
}

// EnableLamp edits the list of enabled lamps, adding or removing exactly the
// name given, and words the result. Turning on is a person's yes to the lamp as
// it is.
func (h *Host) EnableLamp(name string, on bool) ([]string, error) {
	p, err := h.Lamp(name)
	if err == nil && p.Scope == manifest.ScopeProject {
		return nil, failed("project_lamp", fmt.Sprintf("'%s' is a project lamp — committing it to ./.lamps IS enabling it", name), "")
	}
	if err != nil {
		return nil, failed("no_lamp", fmt.Sprintf("no pulled lamp '%s' — lamp pull <ref> first", name), "")
	}
	if !on {
		if err := h.state.SetLamp(name, "", false); err != nil {
			return nil, err
		}
		return []string{"disabled " + name}, h.manage("off", p, name, string(ActorUser), "")
	}
	if p.Broken() {
		return nil, failed("broken", p.Err, "")
	}
	if err := h.taken(p); err != nil {
		return nil, err
	}
	lines := h.promise(p).Lines()
	if err := h.approve(p, string(ActorUser), false); err != nil {
		return nil, err
	}
	if err := h.state.SetLamp(name, "", true); err != nil {
		return nil, err
	}
	if err := h.manage("on", p, name, string(ActorUser), ""); err != nil {
		return nil, err
	}
	return append(lines, "enabled "+name+" — agents now get its tools via lamp mcp"), nil
}

// LampDescription is how a lamp's tool is described to agents.
func (r *LampRow) LampDescription(t *manifest.Tool) string {
	s := t.Description + "  [lamp: " + r.Name + " · ceiling: " + r.Effective
	if !r.Keeps {
		s += " · WARNING: this lamp's source asks for " + strings.Join(r.Asks, ", ") + ", none of which is in its ceiling; those calls will be refused"
	}
	return s + "]"
}

// lampConfig is what InitLamps writes.
const lampConfig = `{"caps": "stdout,env=LAMP_*,file.read={root}/*,net=*,exec=git,db={root}/*"}` + "\n"

// InitLamps writes the project's ceiling for lamps unless there is one.
func (h *Host) InitLamps() (path string, wrote bool, err error) {
	path = filepath.Join(h.places.Workspace, ".lamps", "config.json")
	if _, err := os.Lstat(path); err == nil {
		return path, false, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return path, false, err
	}
	return path, true, os.WriteFile(path, []byte(lampConfig), 0o644)
}

// LampLog returns the last n rows of the lamps' own log. A line that is not JSON
// is {"raw": line}.
func (h *Host) LampLog(n int) ([]json.RawMessage, error) {
	src, err := os.ReadFile(filepath.Join(h.places.Lamps, "audit", "log.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return []json.RawMessage{}, nil
	}
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(string(src), "\n"), "\n")
	rows := []json.RawMessage{}
	for _, line := range lines[max(0, len(lines)-n):] {
		if line == "" {
			continue
		}
		raw := json.RawMessage(line)
		if !json.Valid(raw) {
			if raw, err = marshal(map[string]string{"raw": line}); err != nil {
				return nil, err
			}
		}
		rows = append(rows, raw)
	}
	return rows, nil
}
