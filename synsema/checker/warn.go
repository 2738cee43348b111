package checker

import (
	"slices"
	"strconv"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/hint"
	"github.com/synrun/synrun/synsema/module"
	"github.com/synrun/synrun/synsema/sig"
	"github.com/synrun/synrun/synsema/token"
)

func itoa(n int32) string { return strconv.Itoa(int(n)) }

// check is the state of one file's warnings.
type check struct {
	opt     *Options
	file    *Module
	modules []*Module
	found   []Diagnostic
	asks    []Ask

	*facts // of the file
}

// warn adds a warning that shows its line.
func (c *check) warn(code string, at, end token.Pos, message string) {
	c.add(Diagnostic{File: c.file.File, Pos: at, End: end, Code: code, Message: message, place: placeLine})
}

func (c *check) add(d Diagnostic) {
	d.Severity = Warning
	_, d.Hint = hint.Split(d.Message)
	c.found = append(c.found, d)
}

// row sorts by position what was added since mark.
func (c *check) row(mark int) {
	slices.SortStableFunc(c.found[mark:], func(a, b Diagnostic) int { return comparePos(a.Pos, b.Pos) })
}

// warnings adds the warnings of plain check, in their order.
func (c *check) warnings() {
	c.deprecated()
	for _, line := range c.file.Program.EscapeLines {
		at := token.Pos{Line: line, Col: 1}
		c.warn(CodeEscape, at, at, "changed in v0.6.29: `\\uXXXX` in a string is now an escape (\"\\u00e9\" is \"é\") — for a literal backslash + u write `\\\\u`")
	}
	c.csv()
	c.lostWrites()
	for _, r := range c.requires {
		if _, ok := kindOf(r.Cap); !ok {
			c.warn(CodeUnknownCap, r.At, span(r.CapAt, r.Cap), "unknown capability `"+r.Cap+"` in `require`: it grants nothing")
		}
	}
	c.changed()
	c.aliases()
	c.capabilities()
}

// deprecated warns about renamed builtins, also in modules, once a name.
func (c *check) deprecated() {
	seen := map[string]bool{}
	c.found = append(c.found, c.facts.deprecated(seen)...)
	for _, m := range c.modules {
		c.found = append(c.found, gather(m).deprecated(seen)...)
	}
}

// Deprecated returns the warnings about renamed builtins of one program, which
// are also printed when it is run. Names in seen were reported before; new
// ones are added.
func Deprecated(prog *ast.Program, seen map[string]bool) []Diagnostic {
	return gather(&Module{File: prog.File, Program: prog}).deprecated(seen)
}

func (f *facts) deprecated(seen map[string]bool) (found []Diagnostic) {
	for _, id := range f.idents {
		row := sig.Lookup(id.Name)
		if row == nil || row.Renamed == "" || seen[id.Name] || f.declared[id.Name] {
			continue
		}
		seen[id.Name] = true
		to := "use `" + row.Renamed + "` (the old name goes away in v1.0)"
		found = append(found, Diagnostic{
			File: f.prog.File, Pos: id.At, End: span(id.At, id.Name), Severity: Warning, Code: CodeDeprecated, place: placeLine,
			Message: "`" + id.Name + "` is deprecated — " + to, Hint: to,
		})
	}
	return found
}

// csv warns where a program that parses CSV compares with "".
func (c *check) csv() {
	if len(c.compares) == 0 || c.declared["csv_parse"] {
		return
	}
	if !slices.ContainsFunc(c.idents, func(id *ast.Ident) bool { return id.Name == "csv_parse" }) {
		return
	}
	at := slices.MinFunc(c.compares, comparePos)
	c.warn(CodeCSV, at, span(at, "=="), "changed in v0.6.29: an empty CSV field is `nothing`, so `x == \"\"` no longer finds it — use is_missing(x) (a quoted \"\" is still empty text)")
}

// changed warns about calls of builtins whose meaning changed.
func (c *check) changed() {
	first := func(names ...string) {
		mark := len(c.found)
		var seen []string
		for i := range c.calls {
			call := &c.calls[i]
			if !slices.Contains(names, call.row.Name) || slices.Contains(seen, call.row.Name) || c.declared[call.row.Name] {
				continue
			}
			text := ""
			switch call.row.Name {
			case "std", "var":
				if slices.ContainsFunc(call.args, func(a ast.Arg) bool { return a.Name == "ddof" }) {
					continue
				}
				text = "`" + call.row.Name + "` is the sample form (ddof = 1) — for the population form write " + call.row.Name + "(xs, ddof = 0)"
			case "group_by":
				text = "`group_by` gives a list of {key, items}, not a map"
			case "dot":
				text = "`dot` takes two 1-D vectors only — for matrices use matmul(a, b)"
			}
			seen = append(seen, call.row.Name)
			c.warn(CodeChanged, call.at, span(call.at, call.row.Name), "changed in v0.6.29: "+text)
		}
		c.row(mark)
	}
	first("std", "var")
	first("group_by")
	first("dot")
	for i := range c.calls {
		call := &c.calls[i]
		if call.row.Name != "percentile" || c.declared[call.row.Name] {
			continue
		}
		p, ok := call.arg(1).(*ast.Number)
		if ok && p.Kind == ast.Float && p.Float > 0 && p.Float < 1 {
			c.warn(CodePercentile, call.at, span(call.at, call.row.Name), "percentile takes p from 0 to 100 — for a fraction write quantile(xs, "+floatText(p.Float)+")")
		}
	}
}

// floatText is the display form of a float between 0 and 1.
func floatText(f float64) string {
	if f < 1e-4 {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// aliases warns about module aliases that another binding hides, and about
// names that a module does not export.
func (c *check) aliases() {
	if len(c.file.aliases) == 0 {
		return
	}
	line := map[string]int32{}
	for _, u := range c.file.Program.Uses {
		if _, ok := line[u.Alias.Text]; !ok {
			line[u.Alias.Text] = u.At.Line
		}
	}
	shadowed := map[string]bool{}
	mark := len(c.found)
	for _, b := range c.bindings {
		at, used := line[b.name.Text]
		if _, isUse := b.node.(*ast.Use); !used || isUse {
			continue
		}
		if _, isPattern := b.node.(ast.Pattern); !isPattern {
			c.warn(CodeShadow, b.name.At, span(b.name.At, b.name.Text), "`"+b.name.Text+"` shadows the module alias of line "+itoa(at))
		}
		shadowed[b.name.Text] = true
	}
	c.row(mark)
	mark = len(c.found)
	exports := map[*Module]map[string]bool{}
	for _, m := range c.members {
		id, ok := m.X.(*ast.Ident)
		if !ok || shadowed[id.Name] {
			continue
		}
		target := c.file.aliases[id.Name]
		if target == nil {
			continue
		}
		if exports[target] == nil {
			exports[target] = module.Exports(target.Program)
		}
		if !exports[target][m.Name] {
			c.warn(CodeNotExported, m.NameAt, span(m.NameAt, m.Name), "module `"+id.Name+"` does not export `"+m.Name+"`")
		}
	}
	c.row(mark)
}
