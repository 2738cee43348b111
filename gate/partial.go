package gate

import (
	"errors"
	"path/filepath"
	"unicode/utf8"
)

// ReadPartial reads a template that another template includes, or its layout:
// a path beneath the working directory. The capability was asked for the
// template that names it (50 §3); here the directory is the border, which no
// link crosses, and the host's own folders stay closed.
func (g *Gate) ReadPartial(path string) (string, error) {
	p := place{g: g, dir: g.cfg.Dir, rel: filepath.FromSlash(path), path: g.abs(path), shown: path}
	loc, err := locate(p.path)
	if err != nil {
		return "", notFound(p, err)
	}
	for _, dir := range g.cfg.Protected {
		if _, ok := below(dir, loc); ok {
			return "", notFound(p, errors.New("a folder of the host"))
		}
	}
	b, err := g.readAll(p)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(b) {
		return "", notFound(p, errors.New("not UTF-8"))
	}
	return unsafeString(b), nil
}
