package host

import (
	"path/filepath"

	"github.com/synrun/synrun/manifest"
)

// Incompatible is the state of an rpc plugin that is on, and that its runner
// gave up: its handshake failed, or it died again and again.
const Incompatible Status = "incompatible"

// refusal is why a plugin was given up, kept so that lists of other processes
// can say so. It keeps nobody from trying: a call in another process starts the
// plugin anew, and one that succeeds ends the refusal.
type refusal struct {
	Reason string `json:"reason"`
	At     string `json:"at"`
}

func (h *Host) refusalFile() string { return filepath.Join(h.places.State(), "incompatible.json") }

func readRefusals(path string) (map[string]refusal, error) {
	all := map[string]refusal{}
	err := manifest.ReadState(path, &all)
	return all, err
}

// incompatible is why a plugin is given up: by this host, or by another one as
// far as is known.
func (h *Host) incompatible(p *manifest.Plugin) string {
	if _, can := h.opt.Runners[p.Kind].(quitter); !can {
		return ""
	}
	if why := h.givenUp(p); why != "" {
		return why
	}
	all, err := h.refusals.Get(h.refusalFile(), readRefusals)
	if err != nil {
		return "" // what is not known is tried
	}
	return all[h.approvalKey(p)].Reason
}

// noteIncompatible keeps what became of a plugin in a call.
func (h *Host) noteIncompatible(p *manifest.Plugin) error {
	if _, can := h.opt.Runners[p.Kind].(quitter); !can {
		return nil
	}
	return h.setIncompatible(p, h.givenUp(p))
}

// setIncompatible keeps why a plugin is given up; an empty reason forgives it.
func (h *Host) setIncompatible(p *manifest.Plugin, why string) error {
	key := h.approvalKey(p)
	all, err := h.refusals.Get(h.refusalFile(), readRefusals)
	if err == nil && all[key].Reason == why {
		return nil
	}
	unlock, err := manifest.Lock(h.refusalFile())
	if err != nil {
		return err
	}
	defer unlock()
	if all, err = readRefusals(h.refusalFile()); err != nil {
		return err
	}
	if why == "" {
		delete(all, key)
	} else {
		all[key] = refusal{why, h.now()}
	}
	return manifest.WriteState(h.refusalFile(), all)
}
