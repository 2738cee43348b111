package charts

import (
	"math"
	"strconv"
	"strings"

	"github.com/synrun/synrun/gate"
)

// svg writes a document. It stops writing marks when the run has to end;
// err is the reason.
type svg struct {
	b     strings.Builder
	opts  *options
	gate  *gate.Gate
	marks int
	err   error
}

func newSVG(g *gate.Gate, o *options) *svg {
	s := &svg{opts: o, gate: g}
	s.b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg"`)
	s.attrs("width", o.width, "height", o.height)
	s.b.WriteString(` viewBox="0 0 ` + num(o.width) + " " + num(o.height) + `" font-family="sans-serif" font-size="12" role="img">`)
	if o.title != "" {
		s.b.WriteString("<title>" + escape(o.title) + "</title>")
	}
	s.empty("rect", "width", o.width, "height", o.height, "fill", o.paper())
	return s
}

func (s *svg) end() string {
	s.b.WriteString("</svg>")
	return s.b.String()
}

// num writes a coordinate with at most two decimals.
func num(f float64) string {
	f = math.Round(f*100) / 100
	if f == 0 {
		return "0"
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escapes.Replace(clean(s)) }

// clean drops what XML cannot hold.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, s)
}

// attrs writes names and values in turn.
func (s *svg) attrs(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		s.b.WriteString(" " + pairs[i].(string) + `="`)
		switch v := pairs[i+1].(type) {
		case float64:
			s.b.WriteString(num(v))
		case string:
			s.b.WriteString(escape(v))
		}
		s.b.WriteByte('"')
	}
}

// empty writes an element without content.
func (s *svg) empty(name string, pairs ...any) {
	s.b.WriteString("<" + name)
	s.attrs(pairs...)
	s.b.WriteString("/>")
}

// mark writes an element that shows a note when pointed at.
func (s *svg) mark(note, name string, pairs ...any) {
	if s.marks++; s.marks%1024 == 0 {
		if err := s.gate.Stopped(); err != nil {
			s.err = err
		}
	}
	if s.err != nil {
		return
	}
	s.b.WriteString("<" + name)
	s.attrs(pairs...)
	s.b.WriteString("><title>" + escape(note) + "</title></" + name + ">")
}

// text writes a line; anchor is start, middle or end.
func (s *svg) text(x, y float64, anchor, line string, more ...any) {
	s.b.WriteString("<text")
	s.attrs("x", x, "y", y, "text-anchor", anchor, "fill", s.opts.ink())
	s.attrs(more...)
	s.b.WriteString(">" + escape(line) + "</text>")
}

func (s *svg) line(x1, y1, x2, y2 float64, color string, width float64) {
	s.empty("line", "x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", color, "stroke-width", width)
}

// path collects a path.
type path struct{ strings.Builder }

func (p *path) to(command byte, xy ...float64) {
	p.WriteByte(command)
	for i, f := range xy {
		if i > 0 {
			p.WriteByte(' ')
		}
		p.WriteString(num(f))
	}
}
