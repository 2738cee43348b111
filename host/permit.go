package host

import (
	"context"

	"github.com/synrun/synrun/manifest"
)

// Permission is a managing action that an agent asks for.
type Permission struct {
	Actor   Actor
	Mode    Mode // empty: ask
	Action  Action
	Message string // the call on one line, for a person
	Source  string // who asks
	Asker   Asker  // instead of the host's; may be nil
}

// Permit decides about a managing action and asks a person where the engine
// says so. It returns "" when the action may go on, else the text that the agent
// gets.
func (h *Host) Permit(ctx context.Context, p Permission) (denied string, err error) {
	if p.Mode == "" {
		p.Mode = ModeAsk
	}
	rules, err := h.Rules()
	if err != nil {
		return "", err
	}
	v := Decide(p.Actor, p.Mode, p.Action, rules, nil)
	switch v.Decision {
	case Deny:
		return DeniedByPolicy(v.Reason), nil
	case Ask:
		yes, err := h.ask(ctx, p.Asker, Question{Source: p.Source, Message: p.Message, Why: v.Reason}, 0)
		if err != nil {
			return "", err
		}
		if !yes {
			return DeniedByUser(v.Reason), nil
		}
	}
	return "", nil
}

// RecordManaged puts a management action into the record: those of the rooms
// above that keep state of their own. The plugin may be nil.
func (h *Host) RecordManaged(action string, p *manifest.Plugin, name, by, detail string) error {
	return h.manage(action, p, name, by, detail)
}

// StopUnused ends the processes that runners keep for plugins which are not on
// any more, or not unchanged: another process may have turned them off.
func (h *Host) StopUnused() error {
	for _, p := range h.find.All() {
		kind := p.Kind
		if p.Broken() && p.Format == manifest.FormatRPC {
			kind = manifest.KindRPC // its manifest broke while it ran
		}
		o, ok := h.opt.Runners[kind].(Observer)
		if !ok {
			continue
		}
		if pid, _ := o.Observe(p); pid == 0 {
			continue
		}
		status, _, err := h.Status(p)
		if err != nil {
			return err
		}
		if status != On {
			if err := h.opt.Runners[kind].Stop(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// Alive reports whether a process is there.
func Alive(pid int) bool { return alive(pid) }
