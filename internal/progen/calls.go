package progen

import (
	"fmt"
	"strings"
	"sync"

	"github.com/synrun/synrun/synsema/sig"
)

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// unsteady are the builtins without a capability whose results are not the
// same everywhere or that need a partner outside the program.
var unsteady = map[string]bool{"platform": true, "self_path": true, "steps": true, "args": true, "exit": true, "flush": true,
	"agents": true, "agent_stop": true, "llm_usage": true, "eig": true, "svd": true, "zip_create": true, "tar_create": true,
	"chart_svg": true, "multipart_encode": true, "db_close": true, "pipe": true, "select": true}

// unsteadyFamilies have handles of the outside world.
var unsteadyFamilies = map[string]bool{"process": true, "files": true, "net": true, "concurrency": true, "config": true}

// exitCodes are arguments of exit about which there is no doubt.
var exitCodes = []string{"0", "3", "255", "256", "-1", "2.5", "1.5d", "2 ** 64", "inf", "nan", `"1"`, "nothing", "true", "[1]"}

// callRows are the builtins that programs may call freely.
var callRows = sync.OnceValue(func() []*sig.Row {
	var rows []*sig.Row
	for _, family := range sig.Families() {
		for _, r := range family {
			if r.Status != sig.Recognised && r.Cap == "" && !unsteady[r.Name] && !unsteadyFamilies[r.Family] {
				rows = append(rows, r)
			}
		}
	}
	for _, name := range []string{"parallel_map", "as_secret", "basic", "bearer", "exit", "multipart_encode"} {
		rows = append(rows, sig.Lookup(name))
	}
	return rows
})

// calls calls every builtin in turn.
func (g *gen) calls(n int) {
	const per = 22
	g.prelude()
	rows := callRows()
	for i := range per {
		row := rows[(n*per+i)*101%len(rows)]
		g.show(g.call(row))
	}
	g.ending()
}

// call writes a call of a builtin: its example with an argument exchanged,
// arguments that fit the names of its parameters, or any.
func (g *gen) call(row *sig.Row) string {
	g.tag("builtin %s", row.Name)
	args := g.exampleArgs(row)
	if len(row.Params) > 0 && row.Params[0].Name == "column" {
		// When a column of another type is refused, at once or when the
		// aggregate runs, is not specified.
		return sprintf("%s(%s)", row.Name, strings.Join(append([]string{pick(g, `"v"`, `"g"`, `"zz"`)}, pick(g, "0", "0.5", "1"))[:len(row.Params)], ", "))
	}
	switch {
	case row.Name == "exit": // whether an integral float is an integer is read in two ways
		args = pick(g, [][]string{{}, {pick(g, exitCodes...)}, {pick(g, exitCodes...)}, {"1", "2"}}...)
	case args != nil && g.chance(45):
		if len(args) > 0 && g.chance(70) {
			i := g.n(len(args))
			if j := strings.Index(args[i], " = "); j < 0 {
				args[i] = g.argument(row, i)
			}
		}
		if g.chance(5) {
			args = append(args, g.sample(kAny))
		}
		if g.chance(5) && len(args) > 0 {
			args = args[:len(args)-1]
		}
	case carefulPool(row.Name, 0) != nil || g.chance(80):
		args = g.fitting(row)
	default:
		args = nil
		for range g.n(4) {
			args = append(args, g.sample(kAny))
		}
	}
	if len(args) > 0 && g.chance(8) {
		g.tag("form pipe")
		return sprintf("(%s |> %s(%s))", args[0], row.Name, strings.Join(args[1:], ", "))
	}
	return sprintf("%s(%s)", row.Name, strings.Join(args, ", "))
}

func (g *gen) fitting(row *sig.Row) []string {
	var args []string
	for i := range row.Params {
		p := &row.Params[i]
		switch {
		case p.Rest:
			for range g.n(4) {
				args = append(args, g.argument(row, i))
			}
		case p.Passing == sig.KeyOnly:
			if g.chance(35) {
				args = append(args, p.Name+" = "+g.argument(row, i))
			}
		case p.Passing == sig.Named && g.chance(30):
			if !p.Opt || g.chance(50) {
				args = append(args, p.Name+" = "+g.argument(row, i))
			}
		case p.Opt && g.chance(50):
			return args
		default:
			args = append(args, g.argument(row, i))
		}
	}
	if g.chance(3) {
		args = append(args, g.sample(kAny))
	}
	if g.chance(3) && len(args) > 0 && !strings.Contains(args[len(args)-1], " = ") {
		args = args[:len(args)-1]
	}
	if g.chance(3) {
		args = append(args, "zz = 1")
	}
	return args
}

// argument gives a value for a parameter, mostly one of the right kind.
func (g *gen) argument(row *sig.Row, i int) string {
	if pool := carefulPool(row.Name, i); pool != nil {
		return pick(g, pool...)
	}
	if g.chance(12) {
		return g.sample(kAny)
	}
	if i >= len(row.Params) {
		i = len(row.Params) - 1
	}
	if i < 0 {
		return g.sample(kAny)
	}
	return pick(g, argumentPool(row.Family, row.Name, row.Params[i].Name)...)
}

// exampleArgs are the arguments of the row's example when it is one call of
// the builtin; nil when it is not.
func (g *gen) exampleArgs(row *sig.Row) []string {
	rest, ok := strings.CutPrefix(row.Example, row.Name+"(")
	if !ok || !strings.HasSuffix(rest, ")") || strings.Contains(rest, "\n") {
		return nil
	}
	args, end := splitArguments(rest)
	if end != len(rest)-1 {
		return nil
	}
	return args
}

// splitArguments splits at the commas of the top level, up to the closing
// parenthesis, whose index it returns.
func splitArguments(s string) (args []string, end int) {
	depth, start := 0, 0
	add := func(i int) {
		if a := strings.TrimSpace(s[start:i]); a != "" {
			args = append(args, a)
		}
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\'', '`':
			for i++; i < len(s) && s[i] != c; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				add(i)
				return args, i
			}
			depth--
		case ',':
			if depth == 0 {
				add(i)
				start = i + 1
			}
		}
	}
	return args, -1
}
