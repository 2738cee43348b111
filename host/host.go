// Package host calls plugins for people, for models and for clocks.
//
// A [Host] belongs to one workspace. It finds the plugins ([Host.List]), turns
// them on and off ([Host.On], [Host.Off]), and calls their tools ([Host.Call]).
// A call goes one way whatever the plugin is: the manifest is read, the
// permission engine ([Decide]) says allow, ask or deny, the plugin must be on
// and unchanged since a person said yes, its ceiling is composed, the runner of
// its kind runs it, every capability check lands in the record, and the result
// is an envelope of the same shape for all kinds.
//
// The host asks people through an [Asker] and runs code through the runners it
// is given; it starts nothing itself. It keeps its state in a home outside the
// workspace, where neither a repository nor an agent's file tools reach it.
package host

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/manifest"
)

// Options make a Host.
type Options struct {
	Places  manifest.Places
	Config  Config
	Runners map[manifest.Kind]manifest.Runner
	Asker   Asker    // nil: there is nobody to ask
	Environ []string // the environment that plugins inherit, "NAME=value"

	// AllowUnconfined runs processes that cannot be confined; it counts for
	// calls of the user only, and each one is recorded.
	AllowUnconfined bool
	// TrustProject counts every lamp of the project as approved.
	TrustProject bool
	// MaxCalls is the number of calls at once; further ones wait. 0: 32.
	MaxCalls int
	Now      func() time.Time // nil: time.Now
	Note     func(string)     // what a person should know, such as a torn record; nil drops it
}

const defaultMaxCalls = 32

// Host is the plugins of one workspace. It is safe for concurrent use.
type Host struct {
	opt    Options
	places manifest.Places
	find   manifest.Finder
	state  manifest.State
	hasher manifest.Hasher
	log    *audit.Log
	slots  chan struct{}

	protected []string // folders that no plugin may write by a wider scope
	approvals manifest.Memo[map[string]Approval]
	rules     manifest.Memo[[]Rule]
	refusals  manifest.Memo[map[string]refusal]

	mu       sync.Mutex
	names    map[string]string // full tool name → <format>:<id>, as last seen
	session  map[string]bool   // full tool names a person allowed until the host ends
	running  map[string]*runningCall
	prepared bool
	watching bool
}

// Open makes a host. What the agents whose formats these are had turned on is
// taken over once.
func Open(opt Options) (*Host, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.MaxCalls <= 0 {
		opt.MaxCalls = defaultMaxCalls
	}
	log, err := audit.Open(audit.Options{
		Home: opt.Places.Home, Workspace: opt.Places.Workspace,
		SyncEveryCall: opt.Config.AuditSync == "call", Now: opt.Now, Note: opt.Note,
	})
	if err != nil {
		return nil, err
	}
	h := &Host{
		opt: opt, places: opt.Places, find: manifest.NewFinder(opt.Places),
		state:  manifest.NewState(opt.Places),
		hasher: manifest.Hasher{Cache: filepath.Join(opt.Places.Home, "cache")},
		log:    log,
		slots:  make(chan struct{}, opt.MaxCalls), protected: opt.Places.Protected(),
		session: map[string]bool{}, running: map[string]*runningCall{},
	}
	if err := h.takeOver(); err != nil {
		log.Close()
		return nil, err
	}
	return h, nil
}

// Close ends everything that runs and closes the record.
func (h *Host) Close() error {
	h.CancelAll("the host ends")
	var first error
	for _, r := range h.opt.Runners {
		if err := r.Close(); err != nil && first == nil {
			first = err
		}
	}
	if err := h.log.Close(); err != nil && first == nil {
		first = err
	}
	return first
}

// Places are the folders that this host works in.
func (h *Host) Places() manifest.Places { return h.places }

// State reads and writes on/off and settings.
func (h *Host) State() manifest.State { return h.state }

// Config is what the host was configured with.
func (h *Host) Config() Config { return h.opt.Config }

// takeOver pins, once, what an original program had turned on before there was
// anything of ours to remember it. That program knew only names. Folders of the
// project count when its workspace was this one; in any other project they are
// strangers of the same name, which a person has yet to turn on.
func (h *Host) takeOver() error {
	names, err := h.state.Import()
	if err != nil || len(names) == 0 {
		return err
	}
	theirs, err := filepath.EvalSymlinks(filepath.Join(h.places.Lampson, "workspace"))
	ours := err == nil && theirs == h.places.Workspace
	for _, p := range h.find.Plugins() {
		if !p.Broken() && slices.Contains(names, p.ID) && (ours || p.Scope != manifest.ScopeProject) {
			if err := h.approve(p, "import", false); err != nil {
				return err
			}
		}
	}
	return nil
}

// prepare makes the folders of the workspace in home, and in its run folder the
// links that programs started by syn plugins see.
func (h *Host) prepare() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.prepared {
		return nil
	}
	if err := h.places.Prepare(); err != nil {
		return err
	}
	if err := link(h.places.Workspace, filepath.Join(h.places.RunDir(), "workspace")); err != nil {
		return err
	}
	h.prepared = true
	return nil
}

// linkPlugins keeps the links plugins/<name> of the run folder, by which the
// folders of global plugins are reached.
func (h *Host) linkPlugins(p *manifest.Plugin, ceiling *manifest.Ceiling) error {
	for _, g := range h.reachable(p, ceiling) {
		if err := link(g.Dir, filepath.Join(h.places.RunDir(), "plugins", g.ID)); err != nil {
			return err
		}
	}
	return nil
}

// reachesPlugins reports whether an item of a ceiling covers a path below
// plugins/, or may.
func reachesPlugins(ceiling string) bool {
	const folder = "plugins/"
	if !strings.Contains(ceiling, "file") {
		return false
	}
	for _, it := range manifest.SplitCaps(ceiling) {
		if it.Family != "file" && !strings.HasPrefix(it.Family, "file.") {
			continue
		}
		prefix, _, _ := strings.Cut(strings.TrimPrefix(it.Pattern, "./"), "*")
		prefix, _, _ = strings.Cut(prefix, "?")
		if strings.HasPrefix(prefix, folder) || strings.HasPrefix(folder, prefix) {
			return true
		}
	}
	return false
}

// reachable are the global plugins whose folders a plugin sees: itself, and all
// of them when its ceiling speaks of such folders. Most ceilings do not, and
// then nobody has to look for them.
func (h *Host) reachable(p *manifest.Plugin, ceiling *manifest.Ceiling) (list []*manifest.Plugin) {
	if ceiling != nil && reachesPlugins(ceiling.Text) {
		for _, g := range h.find.Plugins() {
			if g.Scope == manifest.ScopeGlobal {
				list = append(list, g)
			}
		}
		return list
	}
	if p.Scope == manifest.ScopeGlobal {
		list = append(list, p)
	}
	return list
}

func link(target, path string) error {
	if have, err := os.Readlink(path); err == nil && have == target {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	// A new name that is renamed over the old one: another process may be
	// doing the same.
	tmp := fmt.Sprintf("%s.%d", path, time.Now().UnixNano())
	if err := os.Symlink(target, tmp); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// VirtualDir is the folder of a plugin as syn programs and modules see it:
// below workspace or plugins. For one that lies in neither it is the real one.
func (h *Host) VirtualDir(p *manifest.Plugin) string {
	if p.Scope == manifest.ScopeGlobal {
		return "plugins/" + p.ID
	}
	if rel, ok := strings.CutPrefix(p.Dir, h.places.Workspace+string(filepath.Separator)); ok {
		return "workspace/" + filepath.ToSlash(rel)
	}
	return p.Dir
}

// mounts are the virtual folders of a plugin's relative paths.
func (h *Host) mounts(p *manifest.Plugin, ceiling *manifest.Ceiling) []manifest.Mount {
	m := []manifest.Mount{{Name: "workspace", Dir: h.places.Workspace}}
	for _, g := range h.reachable(p, ceiling) {
		m = append(m, manifest.Mount{Name: "plugins/" + g.ID, Dir: g.Dir})
	}
	return m
}
