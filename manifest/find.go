package manifest

import (
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"

	"github.com/synrun/synrun/manifest/jsondoc"
)

// Finder looks for plugins anew each time it is asked: a manifest that is edited
// counts at once.
type Finder struct {
	Places Places
	cache  *folderCache // nil keeps nothing
}

// NewFinder makes a finder that reads a folder again only when it changed.
func NewFinder(p Places) Finder {
	return Finder{p, &folderCache{roots: sync.OnceValue(p.pluginRoots)}}
}

// pluginRoots are the roots of the places, which do not change.
func (f Finder) pluginRoots() []root {
	if f.cache == nil {
		return f.Places.pluginRoots()
	}
	return f.cache.roots()
}

// variant tells apart what the same folder may be read as.
func (r *root) variant() string {
	if r.old {
		return "old " + r.scope
	}
	return r.scope
}

func (f Finder) readPlugin(r root, name string) *Plugin {
	dir := filepath.Join(r.dir, name)
	return f.cache.get(dir, r.variant(), func() *Plugin { return ReadPlugin(dir, r.scope, r.old) })
}

func (f Finder) readRPC(r root, name string) *Plugin {
	dir := filepath.Join(r.dir, name)
	return f.cache.get(dir, "rpc "+r.scope, func() *Plugin { return ReadRPC(dir, r.scope) })
}

func (f Finder) readLamp(dir, scope string) *Plugin {
	return f.cache.get(dir, "lamp "+scope, func() *Plugin { return ReadLamp(dir, scope) })
}

// root is a folder whose sub-folders are plugins.
type root struct {
	dir, scope string
	old        bool // of the older name
}

// pluginRoots are the roots of the formats plugin and legacy; a later one wins.
func (p Places) pluginRoots() []root {
	roots := []root{
		{filepath.Join(p.Lampson, "lamps"), ScopeGlobal, true},
		{filepath.Join(p.Lampson, "plugins"), ScopeGlobal, false},
		{p.GlobalDir(), ScopeGlobal, false},
		{filepath.Join(p.Workspace, ".lampson", "lamps"), ScopeProject, true},
		{filepath.Join(p.Workspace, ".lampson", "plugins"), ScopeProject, false},
	}
	for _, dir := range p.Extra {
		roots = append(roots, root{dir, ScopeExtra, false})
	}
	return roots
}

// rpcRoots are the roots of the format rpc; the first one that has a name wins.
func (p Places) rpcRoots() []root {
	var roots []root
	for _, config := range []string{p.XDGConfig, p.Config} {
		if config != "" {
			roots = append(roots, root{filepath.Join(config, "amber", "plugins"), ScopeUser, false})
		}
	}
	roots = append(roots, root{filepath.Join(p.Workspace, ".amber", "plugins"), ScopeProject, false})
	for _, data := range p.System {
		roots = append(roots, root{filepath.Join(data, "amber", "plugins"), ScopeSystem, false})
	}
	return roots
}

// Scanned lists the folders that are looked into, in order.
func (p Places) Scanned() []string {
	var dirs []string
	for _, r := range append(p.pluginRoots(), p.rpcRoots()...) {
		dirs = append(dirs, r.dir)
	}
	return append(dirs, filepath.Join(p.Workspace, ".lamps"), filepath.Join(p.Lamps, "lamps"))
}

// All returns the plugins of every format: by name, then by format.
func (f Finder) All() []*Plugin {
	list := append(f.Plugins(), f.Lamps()...)
	list = append(list, f.RPC()...)
	sort.SliceStable(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}

// Plugins returns those of the formats plugin and legacy, by name.
func (f Finder) Plugins() []*Plugin {
	found := map[string]*Plugin{}
	for _, r := range f.pluginRoots() {
		for _, name := range folders(r.dir) {
			found[name] = f.readPlugin(r, name)
		}
	}
	return clashes(sorted(found))
}

// Plugin returns the plugin or legacy plugin of that name, or nil.
func (f Finder) Plugin(name string) *Plugin {
	if !folderName(name) {
		return nil
	}
	roots := f.pluginRoots()
	for i := len(roots) - 1; i >= 0; i-- {
		r := roots[i]
		if p := f.cache.peek(filepath.Join(r.dir, name), r.variant()); p != nil {
			return p
		}
		if isFolder(r.dir, name) {
			return f.readPlugin(r, name)
		}
	}
	return nil
}

// RPCPlugin returns the rpc plugin of that id, or nil.
func (f Finder) RPCPlugin(id string) *Plugin {
	for _, r := range f.Places.rpcRoots() {
		if dir := filepath.Join(r.dir, id); isFolder(r.dir, id) && exists(filepath.Join(dir, "manifest.json")) {
			return f.readRPC(r, id)
		}
	}
	return nil
}

// isFolder reports whether a name is one that folders would list.
func isFolder(root, name string) bool {
	if !folderName(name) {
		return false
	}
	st, err := os.Stat(filepath.Join(root, name))
	return err == nil && st.IsDir()
}

// folderName reports whether a name may be that of a plugin's folder at all.
func folderName(name string) bool {
	return name != "" && name[0] != '.' && !strings.ContainsAny(name, `/\`)
}

// RPC returns those of the format rpc, by id.
func (f Finder) RPC() []*Plugin {
	found := map[string]*Plugin{}
	for _, r := range f.Places.rpcRoots() {
		for _, name := range folders(r.dir) {
			dir := filepath.Join(r.dir, name)
			if found[name] == nil && exists(filepath.Join(dir, "manifest.json")) {
				found[name] = f.readRPC(r, name)
			}
		}
	}
	return clashes(sorted(found))
}

// Lamps returns the lamps of the project, then the pulled ones; a name that was
// seen is skipped.
func (f Finder) Lamps() []*Plugin {
	var list []*Plugin
	seen := map[string]bool{}
	add := func(p *Plugin) {
		if !seen[p.ID] {
			seen[p.ID] = true
			list = append(list, p)
		}
	}
	project := filepath.Join(f.Places.Workspace, ".lamps")
	for _, name := range folders(project) {
		if dir := filepath.Join(project, name); exists(filepath.Join(dir, "lamp.json")) {
			add(f.readLamp(dir, ScopeProject))
		}
	}
	for _, p := range f.Pulled() {
		add(p)
	}
	return clashes(list)
}

// Pulled returns every pulled lamp, also those that a project lamp hides.
func (f Finder) Pulled() []*Plugin {
	var list []*Plugin
	store := filepath.Join(f.Places.Lamps, "lamps")
	for _, owner := range folders(store) {
		for _, name := range folders(filepath.Join(store, owner)) {
			list = append(list, f.readLamp(filepath.Join(store, owner, name), owner))
		}
	}
	return list
}

// ByDir reads one folder outside the places: the manifest file decides the
// format, and for lamp.json the folder it lies in. It is nil when the folder has
// no manifest.
func ByDir(dir string) *Plugin {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	parent, above := filepath.Base(filepath.Dir(dir)), filepath.Base(filepath.Dir(filepath.Dir(dir)))
	old := parent == "lamps" && (above == ".lampson" || above == "lampson")
	switch {
	case exists(filepath.Join(dir, "manifest.json")):
		return ReadRPC(dir, ScopeProject)
	case exists(filepath.Join(dir, "plugin.json")), old && exists(filepath.Join(dir, "lamp.json")), parent == "plugins" && exists(filepath.Join(dir, "lamp.json")):
		return ReadPlugin(dir, ScopeProject, old)
	case exists(filepath.Join(dir, "lamp.json")):
		if !looksLikeLamp(dir) {
			return ReadPlugin(dir, ScopeProject, true)
		}
		return ReadLamp(dir, ScopeProject)
	}
	return nil
}

// looksLikeLamp tells the two schemas of lamp.json apart where the folder does
// not: only plugins have a kind or a command.
func looksLikeLamp(dir string) bool {
	src, err := readFile(filepath.Join(dir, "lamp.json"))
	if err != nil {
		return true
	}
	doc, err := jsondoc.Parse(src)
	return err != nil || !doc.Has("kind") && !doc.Has("command")
}

func sorted(found map[string]*Plugin) []*Plugin {
	list := make([]*Plugin, 0, len(found))
	for _, p := range found {
		list = append(list, p)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}

// clashes breaks the second of two plugins whose names a file system may take
// for the same.
func clashes(list []*Plugin) []*Plugin {
	if runtime.GOOS != "darwin" && runtime.GOOS != "windows" {
		return list
	}
	first := map[string]string{}
	for _, p := range list {
		key := strings.ToLower(p.ID)
		if x, taken := first[key]; taken {
			p.broken(faultf("", "name differs only in case from '%s'", x))
			continue
		}
		first[key] = p.ID
	}
	return list
}

// folders lists the direct sub-folders of a root, also those that are links, in
// byte order. A root that cannot be read has none; names that begin with a dot
// are nobody's plugin.
func folders(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if e.Type()&os.ModeSymlink != 0 {
			if st, err := os.Stat(filepath.Join(dir, e.Name())); err != nil || !st.IsDir() {
				continue
			}
		} else if !e.IsDir() {
			continue
		}
		names = append(names, e.Name())
	}
	sort.Strings(names)
	return names
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
