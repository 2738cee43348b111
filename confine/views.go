package confine

import (
	"cmp"
	"slices"
	"strings"
)

// view is a folder or file whose mount differs from what surrounds it.
type view struct {
	path     string
	writable bool
}

// views are the places of the mount view that are not as their surroundings,
// outermost first. Everything that no view is about is read-only.
func (p *Policy) views() []view {
	var all []view
	for _, a := range p.Files {
		if a.Rights&Write != 0 && a.Path != "" {
			all = append(all, view{a.Path, true})
		}
	}
	lent := len(all)
	for _, dir := range p.Protected {
		for _, v := range all[:lent] {
			if dir != v.path && below(v.path, dir) {
				all = append(all, view{dir, false})
				break
			}
		}
	}
	// Of two views of the same place the one that is lent counts: it comes first.
	slices.SortStableFunc(all, func(a, b view) int { return cmp.Compare(len(a.path), len(b.path)) })
	var out []view
	for _, v := range all {
		writable := false // as the root is
		same := false
		for _, o := range out {
			if o.path == v.path {
				same = true
			} else if below(o.path, v.path) {
				writable = o.writable
			}
		}
		if !same && v.writable != writable {
			out = append(out, v)
		}
	}
	return out
}

// below reports whether path is dir or lies in it. Both are clean.
func below(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, "/"))
	return ok && (rest == "" || rest[0] == '/')
}
