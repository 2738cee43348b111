package caps

import "strings"

// A guard keeps the host's own folders out of write authority that only
// happens to include them: "workspace/*" must not rewrite plugins.
type guard struct {
	base    string   // what relative paths are relative to; "" when unknown
	folders []string // canonical keys
	fold    bool
}

// Guard returns the list with the rule of host folders: an item of kind file
// or file.write covers no writing at or below one of the folders, unless the
// item's own literal prefix lies there. A request for such a path is not
// covered, that is, above the ceiling. Reading is not affected.
//
// Folders are absolute paths, or relative ones for programs that see them
// under a relative name; a relative path of a request is compared as it is and
// joined to base, the absolute working directory of the program.
func (l *List) Guard(p *Platform, base string, folders ...string) *List {
	if l == nil || len(folders) == 0 {
		return l
	}
	g := &guard{fold: p.FoldPaths}
	if base != "" {
		g.base = g.key(clean(base))
	}
	if l.guard != nil {
		g.folders = append(g.folders, l.guard.folders...)
	}
	for _, f := range folders {
		g.folders = append(g.folders, g.key(clean(f)))
	}
	guarded := *l
	guarded.guard = g
	return &guarded
}

func (g *guard) key(path string) string {
	if g.fold {
		return strings.ToLower(path)
	}
	return path
}

// allows reports whether the item may answer the request.
func (g *guard) allows(it *Item, r *Request) bool {
	if g == nil || it.req.kind != File && it.req.kind != FileWrite || r.kind != File && r.kind != FileWrite || !r.scoped {
		return true
	}
	folder := g.folderOf(literalPrefix(r.key, r.wild))
	if folder == "" {
		return true
	}
	// The item must lie in the very folder: naming one of them opens no other.
	if !it.req.scoped || it.all {
		return false
	}
	inside := it.req.key
	if it.Wild() {
		// Something the pattern may stand for: "f/*" lies in f, "f*" does not.
		inside = literalPrefix(inside, true) + "x"
	}
	return g.within(inside, folder)
}

// literalPrefix is the part of a path before its first wildcard.
func literalPrefix(path string, wild bool) string {
	if wild {
		if i := strings.IndexAny(path, "*?"); i >= 0 {
			return path[:i]
		}
	}
	return path
}

// folderOf returns the innermost folder that the path lies in, or "".
func (g *guard) folderOf(path string) string {
	found := ""
	for _, f := range g.folders {
		if len(f) > len(found) && g.within(path, f) {
			found = f
		}
	}
	return found
}

// within reports whether the path is the folder or lies below it, as written
// or seen from base.
func (g *guard) within(path, folder string) bool {
	if below(path, folder) {
		return true
	}
	if g.base == "" || rootOf(path) != "" || rootOf(folder) == "" {
		return false
	}
	return below(join(g.base, path), folder)
}

// below reports whether a path, perhaps with a trailing slash, is the folder or
// lies below it.
func below(path, folder string) bool {
	rest, ok := strings.CutPrefix(path, folder)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(folder, "/"))
}

// join makes a canonical path of a canonical directory and a relative path.
func join(dir, path string) string {
	if strings.HasSuffix(dir, "/") {
		return clean(dir + path)
	}
	return clean(dir + "/" + path)
}
