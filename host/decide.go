package host

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/synrun/synrun/manifest"
)

// Actor is who asks for a call.
type Actor string

// The actors.
const (
	ActorUser     Actor = "user"
	ActorModel    Actor = "model"
	ActorSchedule Actor = "schedule"
	ActorMCP      Actor = "mcp"
)

// Mode is what happens when a model calls a tool.
type Mode string

// The modes.
const (
	ModeAsk    Mode = "ask"
	ModeYolo   Mode = "yolo"
	ModeStrict Mode = "strict"
)

// ParseMode reads a mode.
func ParseMode(s string) (Mode, bool) {
	m := Mode(s)
	return m, m == ModeAsk || m == ModeYolo || m == ModeStrict
}

// Profile is which tools an agent sees.
type Profile string

// The profiles.
const (
	ProfileBuild   Profile = "build"
	ProfilePlan    Profile = "plan"
	ProfileReview  Profile = "review"
	ProfileExplore Profile = "explore"
	ProfileWorker  Profile = "worker"
)

// ParseProfile reads a profile.
func ParseProfile(s string) (Profile, bool) {
	p := Profile(s)
	return p, slices.Contains([]Profile{ProfileBuild, ProfilePlan, ProfileReview, ProfileExplore, ProfileWorker}, p)
}

// Sees reports whether a tool is in the catalogue of the profile.
func (p Profile) Sees(t *manifest.Tool) bool {
	switch p {
	case ProfileBuild, "":
		return true
	case ProfileWorker:
		return false
	}
	return t.ReadOnly
}

// Manages reports whether the profile has the tools that manage plugins and
// schedules.
func (p Profile) Manages() bool { return p == ProfileBuild || p == "" }

// Decision is the verdict of the permission engine.
type Decision string

// The decisions.
const (
	Allow Decision = "allow"
	Ask   Decision = "ask"
	Deny  Decision = "deny"
)

// Rule is one line of rules.json: a person's standing answer.
type Rule struct {
	Tool     string   `json:"tool"` // a full name; * stands for any text
	Decision Decision `json:"decision"`
}

// Action is a request as the permission engine sees it.
type Action struct {
	Kind ActionKind
	Tool string // the full name of the plugin's tool, or of the tool of an MCP server
	Verb string // of a managing action: list, log, info, create, enable, disable, add, remove, run
	Name string // what a managing action is about
	// Unattended describes a schedule to be added: its kind and permission.
	Unattended [2]string
}

// ActionKind is what kind of tool is called.
type ActionKind uint8

// The kinds of tools that the engine knows.
const (
	CallTool     ActionKind = iota // a plugin's tool
	CallMCP                        // a tool of an MCP server
	ManagePlugin                   // the agent's tool "plugin"
	ManageTimes                    // the agent's tool "schedule"
)

// Verdict is a decision with its reason.
type Verdict struct {
	Decision Decision
	Reason   string
}

// Decide answers whether an actor may do something. The profile's filter comes
// before it: a tool outside the catalogue is unknown, not denied. The first of
// its rules that matches decides.
func Decide(actor Actor, mode Mode, a Action, rules []Rule, session map[string]bool) Verdict {
	if actor == ActorUser || actor == ActorSchedule {
		return Verdict{Allow, ""}
	}
	managing := a.Kind == ManagePlugin || a.Kind == ManageTimes
	if managing && slices.Contains([]string{"list", "log", "info", "create"}, a.Verb) {
		return Verdict{Allow, "read-only tool"}
	}
	if mode == ModeStrict {
		return Verdict{Deny, a.reason(ModeStrict)}
	}
	rule := lastRule(rules, a.full())
	if rule != nil && rule.Decision == Deny {
		return Verdict{Deny, "rule: " + rule.Tool}
	}
	switch {
	case managing:
		return Verdict{Ask, a.reason(ModeAsk)}
	case mode == ModeYolo:
		return Verdict{Allow, a.reason(ModeYolo)}
	case session[a.Tool]:
		return Verdict{Allow, "allowed for this session"}
	case rule != nil && rule.Decision == Allow:
		return Verdict{Allow, "rule: " + rule.Tool}
	}
	return Verdict{Ask, a.reason(ModeAsk)}
}

func lastRule(rules []Rule, tool string) *Rule {
	if tool == "" {
		return nil
	}
	for i := len(rules) - 1; i >= 0; i-- {
		if manifest.MatchName(rules[i].Tool, tool) {
			return &rules[i]
		}
	}
	return nil
}

// full is the name by which rules know the action's tool.
func (a Action) full() string {
	switch a.Kind {
	case ManagePlugin:
		return "plugin"
	case ManageTimes:
		return "schedule"
	}
	return a.Tool
}

// reason words why an action is asked for, allowed or denied in a mode.
func (a Action) reason(mode Mode) string {
	switch a.Kind {
	case CallMCP:
		return modeReason(mode, "MCP tool", "MCP tool "+a.Tool)
	case ManagePlugin:
		if mode == ModeStrict {
			return "strict mode (" + a.Verb + " plugin)"
		}
		return fmt.Sprintf("%ss plugin '%s'", a.Verb, a.Name)
	case ManageTimes:
		if mode == ModeStrict {
			return "strict mode (schedule " + a.Verb + ")"
		}
		if a.Verb == "add" {
			return fmt.Sprintf("schedules an unattended %s task with permission=%s", a.Unattended[0], a.Unattended[1])
		}
		return "schedule " + a.Verb + " " + a.Name
	}
	return modeReason(mode, "plugin tool", "plugin tool "+a.Tool)
}

func modeReason(mode Mode, what, asked string) string {
	if mode == ModeYolo || mode == ModeStrict {
		return string(mode) + " mode (" + what + ")"
	}
	return asked
}

func (h *Host) ruleFile() string { return filepath.Join(h.places.Home, "rules.json") }

// Rules returns the standing answers of rules.json.
func (h *Host) Rules() ([]Rule, error) { return h.rules.Get(h.ruleFile(), readRules) }

func readRules(path string) ([]Rule, error) {
	var rules []Rule
	if err := manifest.ReadState(path, &rules); err != nil {
		return nil, err
	}
	for _, r := range rules {
		if r.Tool == "" || r.Decision != Allow && r.Decision != Deny {
			return nil, &manifest.BadStateError{File: path}
		}
	}
	return rules, nil
}

// AddRule appends a standing answer: only a person's "always" or "never" does.
func (h *Host) AddRule(r Rule, by string) error {
	unlock, err := manifest.Lock(h.ruleFile())
	if err != nil {
		return err
	}
	defer unlock()
	rules, err := readRules(h.ruleFile())
	if err != nil {
		return err
	}
	if err := manifest.WriteState(h.ruleFile(), append(rules, r)); err != nil {
		return err
	}
	return h.manage("rule", nil, r.Tool, by, string(r.Decision))
}

// Verdict decides about a tool without running it. listed is false when the
// profile does not show the tool.
func (h *Host) Verdict(t *manifest.Tool, actor Actor, mode Mode, profile Profile) (v Verdict, listed bool, err error) {
	rules, err := h.Rules()
	if err != nil {
		return Verdict{}, false, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	v = Decide(actor, mode, Action{Kind: CallTool, Tool: t.Full}, rules, h.session)
	return v, profile.Sees(t), nil
}
