package charts

import (
	"math"
	"strconv"
)

// frame is the rectangle between the axes.
type frame struct {
	left, top, right, bottom float64
}

// frame leaves room for title, labels, ticks and legend.
func (c *chart) frame(legend bool) frame {
	o := &c.opts
	f := frame{60, 20, o.width - 20, o.height - 40}
	if o.title != "" {
		c.svg.text(o.width/2, 24, "middle", o.title, "font-size", "16", "font-weight", "bold")
		f.top = 44
	}
	if o.xLabel != "" {
		c.svg.text((f.left+f.right)/2, o.height-8, "middle", o.xLabel)
		f.bottom -= 16
	}
	if o.yLabel != "" {
		f.left += 16
		y := (f.top + f.bottom) / 2
		c.svg.text(16, y, "middle", o.yLabel, "transform", "rotate(-90 16 "+num(y)+")")
	}
	if legend {
		f.right = max(f.right-110, f.left+20)
	}
	f.bottom = max(f.bottom, f.top+10)
	return f
}

// legend names the series to the right of the frame.
func (c *chart) legend(f frame, names []string) {
	for i, name := range names {
		y := f.top + 8 + 18*float64(i)
		c.svg.empty("rect", "x", f.right+14, "y", y-9, "width", 10.0, "height", 10.0, "fill", c.opts.color(i))
		c.svg.text(f.right+30, y, "start", name)
	}
}

// scale maps numbers to coordinates.
type scale struct {
	lo, hi   float64
	from, to float64
}

func (s scale) at(x float64) float64 {
	part := (x - s.lo) / (s.hi - s.lo)
	if math.IsInf(s.hi-s.lo, 0) {
		part = (x/2 - s.lo/2) / (s.hi/2 - s.lo/2)
	}
	return s.from + part*(s.to-s.from)
}

// nice widens a range to round ticks, about n of them.
func nice(lo, hi float64, n int) (from, to, step float64) {
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
		if math.Abs(lo) > 1e15 {
			lo, hi = lo*0.9, hi*1.1
		}
	}
	raw := (hi - lo) / float64(n)
	if max(math.Abs(lo), math.Abs(hi)) > 1e300 { // round ends might be beyond the floats
		return lo, hi, hi/2 - lo/2
	}
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step = 10 * power
	for _, m := range [...]float64{1, 2, 5} {
		if m*power >= raw {
			step = m * power
			break
		}
	}
	if !(step > 0) || math.IsInf(step, 0) { // a range beyond what floats can divide
		return lo, hi, hi - lo
	}
	return math.Floor(lo/step) * step, math.Ceil(hi/step) * step, step
}

// tickText writes a tick with the decimals that its step needs.
func tickText(x, step float64) string {
	if a := math.Abs(x); a != 0 && (a >= 1e7 || a < 1e-4) {
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	places := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	s := strconv.FormatFloat(x, 'f', min(places, 8), 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// yAxis draws grid lines and numbers, and gives the scale.
func (c *chart) yAxis(f frame, lo, hi float64) scale {
	lo, hi, step := nice(lo, hi, 5)
	s := scale{lo, hi, f.bottom, f.top}
	for i := 0; i < 20; i++ {
		y := lo + float64(i)*step
		if y > hi+step/2 || math.IsInf(y, 0) {
			break
		}
		c.svg.line(f.left, s.at(y), f.right, s.at(y), c.opts.grid(), 1)
		c.svg.text(f.left-6, s.at(y)+4, "end", tickText(y, step))
	}
	return s
}

// xAxis is yAxis for numbers along the bottom.
func (c *chart) xAxis(f frame, lo, hi float64) scale {
	lo, hi, step := nice(lo, hi, 8)
	s := scale{lo, hi, f.left, f.right}
	for i := 0; i < 30; i++ {
		x := lo + float64(i)*step
		if x > hi+step/2 || math.IsInf(x, 0) {
			break
		}
		c.svg.line(s.at(x), f.bottom, s.at(x), f.bottom+4, c.opts.ink(), 1)
		c.svg.text(s.at(x), f.bottom+18, "middle", tickText(x, step))
	}
	c.svg.line(f.left, f.bottom, f.right, f.bottom, c.opts.ink(), 1)
	return s
}

// categories writes labels under n even bands and gives their width; as many
// as there is room for.
func (c *chart) categories(f frame, labels []string) (band float64) {
	band = (f.right - f.left) / float64(len(labels))
	longest := 1
	for _, l := range labels {
		longest = max(longest, len(l))
	}
	every := max(1, int(math.Ceil(min(float64(longest)*7, 90)/band)))
	for i, l := range labels {
		if i%every == 0 {
			c.svg.text(f.left+(float64(i)+0.5)*band, f.bottom+18, "middle", short(l, max(4, int(band*float64(every)/7))))
		}
	}
	c.svg.line(f.left, f.bottom, f.right, f.bottom, c.opts.ink(), 1)
	return band
}

func short(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
