package gate

import (
	"strings"

	"github.com/synrun/synrun/caps"
)

// A mount is a folder that a host shows a program under a name of its own
// choosing, usually as a link in the program's working directory. What a path
// below it means must lie below the real folder: a link inside a mount that
// points outside is refused, whatever the scopes are written like.

// mountOf gives the mount that a canonical path lies in, "" for none.
func (g *Gate) mountOf(shown string) string {
	for _, m := range g.cfg.Mounts {
		if shown == m || strings.HasPrefix(shown, m+"/") {
			return m
		}
	}
	return ""
}

// inMount gives the place of a real location below a mount.
func (g *Gate) inMount(mount, loc string) (holder, bool) {
	real, err := locate(g.abs(mount))
	if err != nil {
		return holder{}, false
	}
	rest, in := below(real, loc)
	return holder{mount, rest}, in
}

// placeInMount is placeBy for a path in a mount: it is opened beneath the
// mount, so that no folder swapped meanwhile leads out.
func (d pathDecision) placeInMount(p place, mount string) (place, caps.Cause) {
	loc, err := locate(p.path)
	if err != nil {
		p.path = ""
		return p, caps.None
	}
	h, ok := d.g.inMount(mount, loc)
	if ok {
		_, ok = d.within(loc)
	}
	switch {
	case !ok:
		return p, caps.ByLink
	case d.guarded(loc):
		return p, caps.AboveCeiling
	}
	p.dir, p.rel = h.dir, h.rel
	return p, caps.None
}
