package host

import (
	"encoding/json"

	"github.com/synrun/synrun/manifest"
)

// Offer is one tool as a model sees it.
type Offer struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`

	Plugin  *manifest.Plugin  `json:"-"`
	Tool    *manifest.Tool    `json:"-"`
	Ceiling *manifest.Ceiling `json:"-"` // nil: no ceiling
}

// Catalogue lists the tools of every plugin that is on, as far as the profile
// shows them.
func (h *Host) Catalogue(profile Profile) ([]Offer, error) {
	var offers []Offer
	for _, p := range h.find.All() {
		status, _, err := h.Status(p)
		if err != nil {
			return nil, err
		}
		if status != On || h.givenUp(p) != "" {
			continue
		}
		ceiling, err := h.places.Ceiling(p)
		if err != nil || ceiling == nil && h.opt.Config.RequireCeiling {
			continue // a ceiling that cannot be composed lends nothing
		}
		for i := range p.Tools {
			t := &p.Tools[i]
			if !profile.Sees(t) {
				continue
			}
			offers = append(offers, Offer{t.Full, describe(p, t), t.Schema, p, t, ceiling})
		}
	}
	return offers, nil
}

func describe(p *manifest.Plugin, t *manifest.Tool) string {
	if p.Format == manifest.FormatLamp {
		return t.Description
	}
	return "[plugin " + p.ID + "] " + t.Description
}
