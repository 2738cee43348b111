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
	opt      *Options
	file     *Module
	modules  []*Module
	declared map[string]bool // names the file binds anywhere
	found    []Diagnostic
	asks     []Ask

	// What one walk over the tree collects, in source order.
	idents   []*ast.Ident
	calls    []called
	compares []token.Pos // comparisons with ""
	members  []*ast.Member
	eaches   []*ast.Each
	tasks    []*ast.Task
	requires []*ast.Require
	uses     []*ast.Use
	serves   []*ast.Serve
	bindings []binding
}

// called is a call of something by name, the value piped into it included.
type called struct {
	at     token.Pos // of the name
	name   string
	args   []ast.Arg
	piped  ast.Expr // the first argument, if it comes from a pipe
	callAt token.Pos
}

// arg returns the i-th positional argument, or nil.
func (c *called) arg(i int) ast.Expr {
	if c.piped != nil {
		if i == 0 {
			return c.piped
		}
		i--
	}
	if i < len(c.args) && c.args[i].Name == "" {
		return c.args[i].Value
	}
	return nil
}

func (c *called) count() int {
	n := len(c.args)
	if c.piped != nil {
		n++
	}
	return n
}

// binding is one name that a node binds.
type binding struct {
	name ast.Name
	node ast.Node
}

func newCheck(file *Module, modules []*Module, opt *Options) *check {
	c := &check{opt: opt, file: file, modules: modules}
	c.collect(file.Program)
	return c
}

// declaredNames are the names that a program binds anywhere.
func declaredNames(prog *ast.Program) map[string]bool {
	names := map[string]bool{}
	ast.Walk(prog, func(n ast.Node) bool {
		ast.Bindings(n, func(b ast.Name) { names[b.Text] = true })
		return true
	})
	return names
}

func (c *check) collect(prog *ast.Program) {
	c.declared = map[string]bool{}
	ast.Walk(prog, func(n ast.Node) bool {
		ast.Bindings(n, func(b ast.Name) {
			c.declared[b.Text] = true
			c.bindings = append(c.bindings, binding{b, n})
		})
		switch n := n.(type) {
		case *ast.Ident:
			c.idents = append(c.idents, n)
		case *ast.Member:
			c.members = append(c.members, n)
		case *ast.Binary:
			if (n.Op == ast.Equal || n.Op == ast.NotEqual) && (isEmptyText(n.L) || isEmptyText(n.R)) {
				c.compares = append(c.compares, n.At)
			}
		case *ast.Compare:
			for i, op := range n.Ops {
				if (op.Op == ast.Equal || op.Op == ast.NotEqual) && (isEmptyText(n.Xs[i]) || isEmptyText(n.Xs[i+1])) {
					c.compares = append(c.compares, op.At)
				}
			}
		case *ast.Each:
			c.eaches = append(c.eaches, n)
		case *ast.Task:
			c.tasks = append(c.tasks, n)
		case *ast.Require:
			c.requires = append(c.requires, n)
		case *ast.Use:
			c.uses = append(c.uses, n)
		case *ast.Serve:
			c.serves = append(c.serves, n)
		}
		return true
	})
	c.calls = callsOf(prog)
}

// callsOf returns the calls of names in source order.
func callsOf(prog *ast.Program) (list []called) {
	piped := map[*ast.Call]ast.Expr{}
	ast.Walk(prog, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Pipe:
			value := n.X
			for _, step := range n.Steps {
				switch x := step.X.(type) {
				case *ast.Call:
					piped[x] = value
				case *ast.Ident:
					list = append(list, called{at: x.At, name: x.Name, piped: value, callAt: x.At})
				}
				value = step.X
			}
		case *ast.Call:
			if fn, ok := n.Fn.(*ast.Ident); ok {
				list = append(list, called{at: fn.At, name: fn.Name, args: n.Args, piped: piped[n], callAt: n.At})
			}
		}
		return true
	})
	slices.SortStableFunc(list, func(a, b called) int { return comparePos(a.at, b.at) })
	return list
}

func comparePos(a, b token.Pos) int {
	switch {
	case a.Before(b):
		return -1
	case b.Before(a):
		return 1
	}
	return 0
}

func isEmptyText(x ast.Expr) bool {
	t, ok := x.(*ast.Text)
	return ok && t.Value == ""
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
	c.found = append(c.found, renamed(c.file.Program, c.idents, c.declared, seen)...)
	for _, m := range c.modules {
		var idents []*ast.Ident
		ast.Walk(m.Program, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				idents = append(idents, id)
			}
			return true
		})
		c.found = append(c.found, renamed(m.Program, idents, nil, seen)...)
	}
}

// Deprecated returns the warnings about renamed builtins of one program, which
// are also printed when it is run. Names in seen were reported before; new
// ones are added.
func Deprecated(prog *ast.Program, seen map[string]bool) []Diagnostic {
	var idents []*ast.Ident
	ast.Walk(prog, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			idents = append(idents, id)
		}
		return true
	})
	return renamed(prog, idents, nil, seen)
}

func renamed(prog *ast.Program, idents []*ast.Ident, declared, seen map[string]bool) (found []Diagnostic) {
	first := map[string]*ast.Ident{}
	for _, id := range idents {
		row := sig.Lookup(id.Name)
		if row == nil || row.Renamed == "" || seen[id.Name] {
			continue
		}
		if f := first[id.Name]; f == nil || id.At.Before(f.At) {
			first[id.Name] = id
		}
	}
	if len(first) == 0 {
		return nil
	}
	if declared == nil {
		declared = declaredNames(prog)
	}
	for name, id := range first {
		if declared[name] {
			continue
		}
		seen[name] = true
		to := sig.Lookup(name).Renamed
		found = append(found, Diagnostic{
			File: prog.File, Pos: id.At, End: span(id.At, name), Severity: Warning, Code: CodeDeprecated, place: placeLine,
			Message: "`" + name + "` is deprecated — use `" + to + "` (the old name goes away in v1.0)",
			Hint:    "use `" + to + "` (the old name goes away in v1.0)",
		})
	}
	slices.SortFunc(found, func(a, b Diagnostic) int { return comparePos(a.Pos, b.Pos) })
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
			if !slices.Contains(names, call.name) || slices.Contains(seen, call.name) || c.declared[call.name] {
				continue
			}
			text := ""
			switch call.name {
			case "std", "var":
				if call.count() > 1 {
					continue // ddof is given
				}
				text = "`" + call.name + "` is the sample form (ddof = 1) — for the population form write " + call.name + "(xs, ddof = 0)"
			case "group_by":
				text = "`group_by` gives a list of {key, items}, not a map"
			case "dot":
				text = "`dot` takes two 1-D vectors only — for matrices use matmul(a, b)"
			}
			seen = append(seen, call.name)
			c.warn(CodeChanged, call.at, span(call.at, call.name), "changed in v0.6.29: "+text)
		}
		c.row(mark)
	}
	first("std", "var")
	first("group_by")
	first("dot")
	for i := range c.calls {
		call := &c.calls[i]
		if call.name != "percentile" || c.declared[call.name] {
			continue
		}
		p, ok := call.arg(1).(*ast.Number)
		if ok && p.Kind == ast.Float && p.Float > 0 && p.Float < 1 {
			c.warn(CodePercentile, call.at, span(call.at, call.name), "percentile takes p from 0 to 100 — for a fraction write quantile(xs, "+floatText(p.Float)+")")
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
	if len(c.uses) == 0 {
		return
	}
	line := map[string]int32{}
	for _, u := range c.uses {
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
