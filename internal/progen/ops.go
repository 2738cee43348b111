package progen

import "strings"

// binaryOps are the operators that stand between two operands.
var binaryOps = []string{"+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", ">", "<=", ">=", "in", "not in", "and", "or"}

// unaryForms take one operand; %s stands for it.
var unaryForms = []struct{ name, text string }{
	{"-", "(-%s)"}, {"not", "(not %s)"}, {"template", "`<{%s}>`"}, {"text", "[%s]"}, {"truth", "(when %s then 1 otherwise 0)"},
	{"key", "{%s: 1}"}, {"call", "(%s)(1)"}, {"member", "(%s).x"}, {"each", "apply([%s], (v) => v)"}, {"raw", `(%s in {"None": 1, "True": 2})`},
}

// operators tries operators on every pair of kinds, in turn.
func (g *gen) operators(n int) {
	const per = 72
	g.prelude()
	local := g.chance(50)
	if local {
		g.line("task main()")
		g.depth++
		g.inTask++
	}
	kinds := len(operandKinds)
	pairs := kinds * kinds
	all := len(binaryOps)*pairs + (len(unaryForms)+len(indexForms))*pairs/4
	for i := range per {
		// a stride that is prime to the number of cases spreads neighbours
		c := (n*per + i) * 7919 % all
		l, r := operandKinds[c%kinds], operandKinds[c/kinds%kinds]
		if op := c / pairs; op < len(binaryOps) {
			g.binaryOp(binaryOps[op], l, r)
		} else if g.chance(50) {
			u := pick(g, unaryForms...)
			g.tag("unary %s %s", u.name, l)
			g.show(sprintf(u.text, g.operand(l)))
		} else {
			g.indexOp(l, r)
		}
	}
	if local {
		g.depth--
		g.inTask--
		g.line("main()")
	}
	g.ending()
}

// operand spells a value of a kind: a literal, or a variable that holds it.
func (g *gen) operand(k kind) string {
	text := g.sample(k)
	if g.chance(55) {
		return text
	}
	name := pick(g, "a", "b", "c", "d")
	if name == "a" || g.chance(70) {
		name = g.fresh(name)
	}
	g.line("let %s be %s", name, text)
	g.tag("form let")
	return name
}

// show prints an expression or its error.
func (g *gen) show(text string) { g.guarded("print(%s)", text) }

func (g *gen) binaryOp(op string, l, r kind) {
	g.tag("op %s %s %s", op, l, r)
	a := g.operand(l)
	b := g.operand(r)
	if g.chance(35) && strings.ContainsAny(op, "=<>i") { // comparisons and `in`
		if x, y := g.twins(l, r); x != "" {
			a, b = x, y
		}
	}
	e := sprintf("%s %s %s", a, op, b)
	switch g.n(9) {
	case 0:
		name := g.fresh("r")
		g.guarded("let %s be %s\nprint(%s, type_of(%s))", name, e, name, name)
	case 1:
		g.tag("form when inline")
		g.show(sprintf(`when %s then "yes" otherwise "no"`, e))
	case 2:
		g.tag("form when")
		g.guarded("when %s\n    print(\"yes\")\notherwise\n    print(\"no\")", e)
	case 3:
		name := g.fresh("r")
		g.line("let %s be %s", name, a)
		g.tag("form set")
		g.guarded("set %s to %s %s %s", name, name, op, b)
		g.line("print(%s)", name)
	case 4:
		if op != "and" && op != "or" {
			g.tag("form lambda")
			g.show(sprintf("((p, q) => p %s q)(%s, %s)", op, a, b))
			return
		}
		g.show(e)
	case 5:
		g.tag("form while")
		turns := g.fresh("w")
		g.line("let %s be 0", turns)
		g.guarded("while %s < 2 and (%s)\n    set %s to %s + 1", turns, e, turns, turns)
		g.line("print(%s)", turns)
	default:
		g.show(e)
	}
}

// indexForms read a part of a value by another value.
var indexForms = []string{"%s[%s]", "get(%s, %s)", "(%s |> append(%s))", "contains(%s, %s)"}

func (g *gen) indexOp(l, r kind) {
	g.tag("index %s %s", l, r)
	a, b := g.operand(l), g.operand(r)
	if g.chance(25) {
		name := g.fresh("r")
		g.line("let %s be %s", name, a)
		g.tag("form set path")
		g.guarded("set %s[%s] to %s", name, b, g.sample(kAny))
		g.line("print(%s)", name)
		return
	}
	g.show(sprintf(pick(g, indexForms...), a, b))
}

// neighbours are numbers of different kinds that are equal, or next to each
// other where a careless comparison takes them for equal.
func neighbours() []map[kind][]string {
	return []map[kind][]string{
		{kInt: {"1"}, kFloat: {"1.0"}, kDecimal: {"1d", "1.00d"}, kBool: {"true"}},
		{kInt: {"0"}, kFloat: {"0.0", "(-0.0)"}, kDecimal: {"0d", "0.00d"}, kBool: {"false"}},
		{kInt: {"9007199254740993", "9007199254740992"}, kFloat: {"9007199254740992.0", "9007199254740994.0"}, kDecimal: {"9007199254740993d"}},
		{kInt: {"9223372036854775807"}, kBig: {"9223372036854775808", "(2 ** 63)"}, kFloat: {"9223372036854775808.0"}, kDecimal: {"9223372036854775807d"}},
		{kBig: {"(2 ** 64)", "(2 ** 64 + 1)"}, kFloat: {"18446744073709551616.0"}, kDecimal: {"18446744073709551616d"}},
	}
}

// twins gives two values that are equal or nearly so; "" when the kinds have
// none.
func (g *gen) twins(l, r kind) (a, b string) {
	number := func() (string, string) {
		group := pick(g, neighbours()...)
		x, y := group[l], group[r]
		if len(x) == 0 || len(y) == 0 {
			return "", ""
		}
		return pick(g, x...), pick(g, y...)
	}
	atom := func() (string, string) {
		group := neighbours()[g.n(3)]
		one := func() string { return pick(g, group[pick(g, kInt, kFloat, kDecimal)]...) }
		if g.chance(30) {
			return one(), "5" // a real difference, beside which a mix does not count
		}
		return one(), one()
	}
	switch {
	case l == kList && r == kList:
		x1, y1 := atom()
		x2, y2 := atom()
		return sprintf("[%s, [%s]]", x1, x2), sprintf(pick(g, "[%s, [%s]]", "[[1], [%s, [%s]]]"), y1, y2)
	case l == kMap && r == kMap:
		x1, y1 := atom()
		x2, y2 := atom()
		return sprintf(`{"k": %s, "z": %s}`, x1, x2), sprintf(pick(g, `{"k": %s, "z": %s}`, `{"z": %[2]s, "k": %[1]s}`), y1, y2)
	case r == kList:
		l, r = pick(g, kInt, kFloat, kDecimal), pick(g, kInt, kFloat, kDecimal)
		if a, b = number(); a != "" {
			b = "[" + b + ", 7]"
		}
		return a, b
	}
	return number()
}
