package synrun

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// table prints rows below a header: aligned and cut to the width on a
// terminal; in a pipe separated by tabs, whole, and without the header.
type table struct {
	a      *app
	header []string
	rows   [][]string
	// fixed columns are never cut. Of the others the widest gives way, or
	// where there is an order the first in it, down to its least width.
	fixed int
	order []giving
	// folded columns go on in the lines below instead of being cut.
	folded []int
	paint  func(row, column int, cell string) string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) print() {
	var b strings.Builder
	if !t.a.OutTerminal {
		for n, row := range t.rows {
			for i, c := range row {
				if i > 0 {
					b.WriteByte('\t')
				}
				c = flat(c)
				if t.paint != nil {
					c = t.paint(n, i, c) // as it is, unless --color always
				}
				b.WriteString(c)
			}
			b.WriteByte('\n')
		}
		fmt.Fprint(t.a.Out, b.String())
		return
	}
	widths := t.widths()
	t.line(&b, -1, t.header, widths)
	for i, row := range t.rows {
		for _, cells := range t.fold(row, widths) {
			t.line(&b, i, cells, widths)
		}
	}
	fmt.Fprint(t.a.Out, b.String())
}

// fold makes of a row the lines that show it.
func (t *table) fold(row []string, widths []int) [][]string {
	lines := [][]string{slices.Clone(row)}
	for _, c := range t.folded {
		if c >= len(row) || widths[c] == 0 {
			continue
		}
		for i, part := range fold(flat(row[c]), widths[c]) {
			if i == len(lines) {
				lines = append(lines, make([]string, len(row)))
			}
			lines[i][c] = part
		}
	}
	return lines
}

// flat makes a cell one line.
func flat(cell string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return ' '
		}
		return harmless(r)
	}, cell)
}

// plain takes from a text that somebody else wrote, a manifest perhaps, what
// would make a terminal show something else than what it says: control
// characters, and those that turn the direction of writing.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' {
			return r
		}
		return harmless(r)
	}, s)
}

func harmless(r rune) rune {
	switch {
	case r < ' ', r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f:
		return '\ufffd'
	}
	return r
}

const gap = 2

// giving says how far a column gives way; least 0 lets it vanish.
type giving struct{ column, least int }

// widths are the widths of the columns: as wide as their cells, as far as the
// terminal has room. A column of width 0 is not shown.
func (t *table) widths() []int {
	w := t.natural()
	over := func() int { return t.total(w) - t.a.columns() }
	for _, g := range t.order {
		n := over()
		if n <= 0 {
			return w
		}
		switch rest := w[g.column] - n; {
		case rest >= max(g.least, leastWidth):
			w[g.column] = rest
		default:
			w[g.column] = min(w[g.column], g.least)
		}
	}
	for over() > 0 {
		widest := t.fixed
		for i := t.fixed; i < len(w); i++ {
			if w[i] >= w[widest] {
				widest = i
			}
		}
		if widest >= len(w) || w[widest] <= leastWidth {
			break
		}
		w[widest]--
	}
	return w
}

// natural are the widths of the columns where there is room.
func (t *table) natural() []int {
	w := make([]int, len(t.header))
	for i, h := range t.header {
		w[i] = width(h)
	}
	for _, row := range t.rows {
		for i, c := range row {
			w[i] = max(w[i], width(flat(c)))
		}
	}
	return w
}

func (t *table) total(widths []int) int {
	total := -gap
	for _, n := range widths {
		if n > 0 {
			total += n + gap
		}
	}
	return total
}

// tooWide says whether something would be cut or folded.
func (t *table) tooWide() bool {
	return t.a.OutTerminal && t.total(t.natural()) > t.a.columns()
}

// leastWidth is a column that still tells something.
const leastWidth = 8

func (t *table) line(b *strings.Builder, row int, cells []string, widths []int) {
	var line strings.Builder
	last := len(cells) - 1
	for last > 0 && widths[last] == 0 {
		last--
	}
	for i, c := range cells[:last+1] {
		if widths[i] == 0 {
			continue
		}
		c = cut(flat(c), widths[i])
		pad := widths[i] - width(c)
		switch {
		case row < 0:
			c = t.a.bold(c)
		case t.paint != nil:
			c = t.paint(row, i, c)
		}
		line.WriteString(c)
		if i < last {
			line.WriteString(strings.Repeat(" ", pad+gap))
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " "))
	b.WriteByte('\n')
}

// width is the number of columns that a text takes.
func width(s string) int { return utf8.RuneCountInString(s) }

// cut shortens a text to n columns.
func cut(s string, n int) string {
	if width(s) <= n {
		return s
	}
	r := []rune(s)
	return strings.TrimRight(string(r[:n-1]), " ") + "…"
}

// foldLines bounds the lines of one cell; what is longer is cut after all.
const foldLines = 4

// fold breaks a cell into lines of at most n columns, at blanks where it can.
func fold(s string, n int) []string {
	if width(s) <= n {
		return []string{s}
	}
	var lines []string
	for _, line := range wrap(s, n) {
		for r := []rune(line); len(r) > 0; {
			k := min(n, len(r))
			lines = append(lines, string(r[:k]))
			r = r[k:]
		}
	}
	if len(lines) > foldLines {
		lines[foldLines-1] = cut(lines[foldLines-1]+lines[foldLines], n)
		lines = lines[:foldLines]
	}
	return lines
}

// columns is the width of the terminal.
func (a *app) columns() int {
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n >= 20 {
		return n
	}
	if a.Width >= 20 {
		return a.Width
	}
	return 80
}

// wrap breaks a text into lines of at most n columns, at blanks.
func wrap(s string, n int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(plain(s)) {
		switch {
		case line == "":
			line = word
		case width(line)+1+width(word) <= n:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

const (
	red, green, yellow, dim = "31", "32", "33", "2"
	boldCode                = "1"
)

func (a *app) paint(code, s string) string {
	if !a.color || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (a *app) bold(s string) string { return a.paint(boldCode, s) }

// moment shows a time of the state: local on a terminal, else UTC.
func (a *app) moment(t time.Time) string {
	if a.OutTerminal {
		return t.Local().Format("2006-01-02 15:04:05")
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

// location is where the times of records are shown; nil leaves them in UTC.
func (a *app) location() *time.Location {
	if a.OutTerminal {
		return time.Local
	}
	return nil
}

// printJSON prints one JSON value and a newline.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.Out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// orDash shows an empty cell as a dash, so that columns can be told apart.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
