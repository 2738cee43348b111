package host

import (
	"path/filepath"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/manifest"
)

// Approval is a person's yes to a plugin as it was at that moment.
type Approval struct {
	Digest string         `json:"digest"`
	At     string         `json:"at"`
	By     string         `json:"by"`
	Dev    bool           `json:"dev,omitempty"` // the code is not pinned
	Facts  manifest.Facts `json:"facts"`         // what was approved, to say what changed
}

func (h *Host) approvalFile() string { return filepath.Join(h.places.Home, "approved.json") }

func readApprovals(path string) (map[string]Approval, error) {
	all := map[string]Approval{}
	err := manifest.ReadState(path, &all)
	return all, err
}

// approvalKey names what an approval is for. Ids of project plugins are unique
// only inside their project, so the workspace is part of their scope.
func (h *Host) approvalKey(p *manifest.Plugin) string {
	if p.Scope == manifest.ScopeProject {
		return string(p.Format) + ":" + p.Scope + "@" + audit.Slug(h.places.Workspace) + ":" + p.ID
	}
	return p.Key()
}

// approval returns the yes to a plugin, or nil.
func (h *Host) approval(p *manifest.Plugin) (*Approval, error) {
	all, err := h.approvals.Get(h.approvalFile(), readApprovals)
	if err != nil {
		return nil, err
	}
	if a, ok := all[h.approvalKey(p)]; ok {
		return &a, nil
	}
	return nil, nil
}

// approvedElsewhere reports whether the same id was approved under any scope:
// then a folder that appears under another one is new, not imported.
func (h *Host) approvedElsewhere(p *manifest.Plugin) (bool, error) {
	all, err := h.approvals.Get(h.approvalFile(), readApprovals)
	if err != nil {
		return false, err
	}
	for key := range all {
		if len(key) > len(p.ID) && key[:len(p.Format)+1] == string(p.Format)+":" && key[len(key)-len(p.ID)-1:] == ":"+p.ID {
			return true, nil
		}
	}
	return false, nil
}

func (h *Host) editApprovals(change func(map[string]Approval)) error {
	unlock, err := manifest.Lock(h.approvalFile())
	if err != nil {
		return err
	}
	defer unlock()
	all, err := readApprovals(h.approvalFile())
	if err != nil {
		return err
	}
	change(all)
	return manifest.WriteState(h.approvalFile(), all)
}

// approve records a yes to the plugin as it is now.
func (h *Host) approve(p *manifest.Plugin, by string, dev bool) error {
	facts, err := h.facts(p, h.pinned(p) && !dev)
	if err != nil {
		return err
	}
	a := Approval{facts.Digest(), h.now(), by, dev, facts}
	return h.editApprovals(func(all map[string]Approval) { all[h.approvalKey(p)] = a })
}

// disapprove forgets a yes.
func (h *Host) disapprove(p *manifest.Plugin) error {
	if a, err := h.approval(p); err != nil || a == nil {
		return err
	}
	return h.editApprovals(func(all map[string]Approval) { delete(all, h.approvalKey(p)) })
}

// pinned reports whether the configuration wants the code of a plugin to be
// part of what is approved.
func (h *Host) pinned(p *manifest.Plugin) bool {
	switch h.opt.Config.PinCode {
	case "none":
		return false
	case "installed":
		return p.HasCode() && p.Scope != manifest.ScopeProject
	}
	return p.HasCode()
}

// facts are a plugin's facts, with its code when that is pinned.
func (h *Host) facts(p *manifest.Plugin, pin bool) (manifest.Facts, error) {
	f := p.Facts()
	if !pin {
		return f, nil
	}
	var err error
	f.Code, err = h.hasher.Code(p.Dir)
	return f, err
}

func (h *Host) digest(p *manifest.Plugin, pin bool) (string, error) {
	if !pin {
		return p.FactsDigest(), nil
	}
	f, err := h.facts(p, true)
	return f.Digest(), err
}

func (h *Host) now() string { return h.opt.Now().UTC().Format("2006-01-02T15:04:05.000Z") }

// Status is whether a plugin can be called.
type Status string

// The states of a plugin.
const (
	On      Status = "on"
	Off     Status = "off"
	Changed Status = "changed"
	Broken  Status = "broken"
)

// ChangedNote is what a list says about a changed plugin.
const ChangedNote = "changed since it was turned on — turn it on again"

// Status returns the state of a plugin and the approval it rests on.
func (h *Host) Status(p *manifest.Plugin) (Status, *Approval, error) {
	if p.Broken() {
		return Broken, nil, nil
	}
	on, err := h.state.On(p)
	if err != nil {
		return Off, nil, err
	}
	a, err := h.approval(p)
	if err != nil {
		return Off, nil, err
	}
	if !on {
		return Off, a, nil
	}
	projectLamp := p.Format == manifest.FormatLamp && p.Scope == manifest.ScopeProject
	if a == nil {
		switch {
		case projectLamp && h.opt.TrustProject:
			return On, nil, nil
		case projectLamp:
			return Off, nil, nil // it is there; nobody said yes to offering it
		}
		return h.imported(p)
	}
	digest, err := h.digest(p, h.pinned(p) && !a.Dev)
	// Code that cannot be read is not the code that was approved.
	if err != nil || digest != a.Digest {
		if projectLamp && h.opt.TrustProject {
			return On, a, nil
		}
		return Changed, a, nil
	}
	return On, a, nil
}

// imported accepts once, and pins, what another program turned on in a state
// file that it shares with this one. Plugins of the formats plugin and legacy
// have a file of our own, so that one that is on without a yes is another
// folder of the same name. So may be one that lies in the project: the shared
// file knows only the name, and a repository must not turn itself on by it.
func (h *Host) imported(p *manifest.Plugin) (Status, *Approval, error) {
	if p.Format != manifest.FormatLamp && p.Format != manifest.FormatRPC || p.Scope == manifest.ScopeProject {
		return Changed, nil, nil
	}
	known, err := h.approvedElsewhere(p)
	if err != nil || known {
		return Changed, nil, err
	}
	if err := h.approve(p, "import", false); err != nil {
		return Off, nil, err
	}
	a, err := h.approval(p)
	return On, a, err
}

// Changes says what is different about a changed plugin, in words.
func (h *Host) Changes(p *manifest.Plugin) ([]string, error) {
	a, err := h.approval(p)
	if err != nil {
		return nil, err
	}
	if a == nil {
		return []string{"another folder has this name now: " + p.Dir}, nil
	}
	facts, err := h.facts(p, h.pinned(p) && !a.Dev)
	if err != nil {
		return nil, err
	}
	return a.Facts.Changes(facts), nil
}

// manage records a management action.
func (h *Host) manage(action string, p *manifest.Plugin, name, by, detail string) error {
	a := &audit.Action{Action: action, Name: name, By: by, Detail: detail}
	if p != nil {
		a.Format, a.Plugin, a.Scope = string(p.Format), p.ID, p.Scope
		if a.Name == "" {
			a.Name = p.ID
		}
		if yes, err := h.approval(p); err == nil && yes != nil {
			a.Digest = yes.Digest
		}
	}
	return h.log.Manage(a)
}

// ApprovedAt is the time of an approval, for people.
func (a *Approval) ApprovedAt() (time.Time, bool) {
	if a == nil {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, a.At)
	return t, err == nil
}
