package vet

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
)

// Escapes names what in a plugin's ceiling adds up to a way past it. loads are
// the modules that its program loads.
func Escapes(p *manifest.Plugin, places manifest.Places, ceiling *manifest.Ceiling, loads ...string) []caps.Escape {
	return escapes(p, places, ceiling, os.Geteuid() == 0, loads...)
}

func escapes(p *manifest.Plugin, places manifest.Places, ceiling *manifest.Ceiling, root bool, loads ...string) []caps.Escape {
	if ceiling == nil || len(ceiling.Layers) == 0 {
		return nil
	}
	list := ceiling.Layers[0].List
	for _, layer := range ceiling.Layers[1:] {
		list = caps.Intersect(list, layer.List)
	}
	platform := places.Platform()
	protected := slashes(places.Protected())
	for _, dir := range protected {
		if rest, ok := strings.CutPrefix(dir, filepath.ToSlash(places.Workspace)+"/"); ok {
			protected = append(protected, "workspace/"+rest)
		}
	}
	list = list.Guard(platform, filepath.ToSlash(places.Workspace), protected...)
	s := Around(places)
	s.Root, s.Confined = root, p.Confine
	if p.Format != manifest.FormatLamp {
		s.Names = map[string]string{"workspace": s.Dir}
	}
	s.Code = append(s.Code, slashes(loads)...)
	switch {
	case p.Entry != "":
		s.Code = append(s.Code, filepath.ToSlash(filepath.Join(p.Dir, p.Entry)))
	case len(p.Command) > 0 && filepath.Base(p.Command[0]) != p.Command[0] && !filepath.IsAbs(p.Command[0]):
		s.Code = append(s.Code, filepath.ToSlash(filepath.Join(p.Dir, p.Command[0])))
	default:
		s.Code = append(s.Code, filepath.ToSlash(filepath.Join(p.Dir, "x")))
	}
	return platform.Escapes(list, s)
}

// Around is what a plugin of these places meets on this machine, but for its
// own code.
func Around(places manifest.Places) caps.Surroundings {
	return caps.Surroundings{
		Dir: filepath.ToSlash(places.Workspace), State: []string{filepath.ToSlash(places.Home)},
		Find: find, Root: os.Geteuid() == 0,
	}
}

func find(command string) string {
	path, err := gate.FindProgram(command, ".", os.Environ())
	if err != nil || !filepath.IsAbs(path) {
		return ""
	}
	return filepath.ToSlash(path)
}

func slashes(paths []string) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = filepath.ToSlash(p)
	}
	return out
}

// escapes adds a warning for each, but for a whole family, which is careless
// and said to be.
func (c *check) escapes(ceiling *manifest.Ceiling) {
	for _, e := range escapes(c.plugin, c.places, ceiling, c.root, c.loads...) {
		if e.With == nil && e.Item.Unbounded() {
			continue
		}
		c.find(e.Code, "escape: "+e.Text)
	}
}
