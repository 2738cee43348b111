package progen

import "strings"

// alias makes programs in which several names, containers, closures and calls
// hold the same list or map while some of them change it. Every holder must
// keep what it had.
func (g *gen) alias(n int) {
	if g.chance(30) {
		g.growing()
		return
	}
	g.prelude()
	g.line("%s", aliasTasks)
	where := g.n(4)
	switch where {
	case 0, 1:
		g.line("task main()")
		g.depth++
		g.inTask++
	case 2:
		g.line("each once in [0]")
		g.depth++
		g.loops++
	}
	g.line("let a be %s", pick(g, "[1, 2, 3]", "[[1, 2], [3]]", "[]", `[{"k": [1]}, 2]`, "range(3)", `["a", "b"]`))
	g.line("let b be %s", pick(g, "a", "[a, a]", "[0]", "slice(a, 0)", "keep(a)"))
	g.line("let m be %s", pick(g, `{"k": a, "b": b}`, `{"k": 1}`, `{"k": {"k": [1]}}`, "{}"))
	g.line("let s be %s", pick(g, `"s"`, `"é"`, `""`))
	// Variables that no closure knows live in registers and are moved at their
	// last use; the others do not.
	known := g.chance(55)
	change, shift, snap := "give []", "give 0", "0"
	if known {
		g.tag("form closure")
		snap = "[a, m]"
		shift = "try\n        set a[0] to [a[0]]\n        set m.k[0] to [a[0]]\n        set b[0][0] to \"shifted\"\n    recover e\n        set a to append(a, e)\n    give length(a)"
		if g.chance(50) {
			change = "set a to append(a, \"inner\")\n    set m.inner to a\n    give a"
		}
	}
	g.line("let snap be () => %s\ntask change()\n    %s\ntask shift()\n    %s", snap, change, shift)
	for range 8 + g.n(10) {
		g.aliasStep()
		if g.chance(60) {
			g.line("print(a, b, m)")
		}
	}
	g.line("print(a, b, m, s, snap())")
	switch where {
	case 0, 1:
		g.depth--
		g.inTask--
		g.line("main()")
		if g.chance(50) {
			g.line("main()")
		}
	case 2:
		g.depth--
		g.loops--
	}
	g.ending()
}

const aliasTasks = `task keep(p)
    give p
task mark(p)
    set p[0] to "marked"
    give p
task more(p, x = [9])
    set p to append(p, x)
    set x to append(x, p)
    give p
task both(p, q)
    set p[0] to q
    set q[0] to p
    give [p, q]
task fail(p)
    set p[0] to "lost"
    raise "fail"
task grown(p)
    let out be []
    each x in p
        set out to append(out, x)
    give out
let store be []
task stored(p)
    set store to append(store, p)
    give length(store)`

// aliasStep changes something that may be shared.
func (g *gen) aliasStep() {
	list := func() string { return pick(g, "a", "a", "b") }
	val := func() string {
		return pick(g, "7", `"v"`, "a", "b", "m", "[a]", `{"k": a}`, "nothing", "s", g.sample(kInt))
	}
	x, y := list(), list()
	index := func() string { return pick(g, "0", "-1", "1", "2", "length(a)", "1.0") }
	g.tag("alias step")
	switch g.n(40) {
	case 0:
		g.guarded("set %s[%s] to %s", x, index(), val())
	case 1:
		g.guarded("set %s[%s][%s] to %s", x, index(), index(), val())
	case 2:
		g.guarded("set m%s to %s", pick(g, ".k", ".b", `["new"]`, "[1]"), val())
	case 3:
		g.guarded("set m%s[%s] to %s", pick(g, ".k", ".b"), pick(g, "0", `"k"`, "-1"), val())
	case 4:
		g.guarded("set %s to append(%s, %s)", x, pick(g, x, y), val())
	case 5:
		g.guarded("set %s to %s + [%s]", x, pick(g, x, x, y), val())
	case 6:
		g.guarded("set %s to %s", x, pick(g, y, "["+y+"]", "keep("+y+")", "mark("+y+")", "more("+y+")", "grown("+y+")", "m.k", "m", "b[0]", "more("+x+", "+y+")"))
	case 7:
		g.guarded("print(%s(%s))", pick(g, "mark", "keep", "more", "grown", "stored"), pick(g, x, "m.k", "b[0]", "a[0]"))
	case 8:
		g.guarded("print(both(%s, %s))", x, y)
	case 9:
		g.guarded("set %s to %s", x, pick(g, "fail("+x+")", "append("+x+", fail("+y+"))", x+" + [fail("+x+")]", "[fail("+x+")]"))
	case 10:
		g.guarded("set %s[%s] to fail(%s)", x, index(), y)
	case 11:
		g.tag("form each list")
		g.loops++
		g.guarded("each x in %s\n    set %s to append(%s, x)\n    when length(%s) > 6\n        stop", x, x, x, x)
		g.loops--
	case 12:
		g.guarded("each x in %s\n    set %s[0] to %s\n    print(x)", x, pick(g, x, y), pick(g, "x", `"turn"`, "[x]"))
	case 13:
		g.guarded("each k in m\n    set m[k] to %s\n    set m[k + \"2\"] to k\n    when length(m) > 6\n        stop", val())
	case 14:
		g.guarded("each x in %s\n    set x[0] to \"item\"\n    print(x)", x)
	case 15:
		g.guarded("set %s to apply(%s, (x) => %s)", x, y, pick(g, "x", "[x]", "a", "stored(x)", "mark([x, x])"))
	case 16:
		g.guarded("let r be %s(%s)\nset r[0] to \"fresh\"\nprint(r, %s)", pick(g, "reverse", "flatten", "unique", "sort", "enumerate", "to_list", "drop_missing", "values", "keys", "items", "grown", "keep"), pick(g, x, "m", y), x)
	case 17:
		g.guarded("let r be %s\nset r[0] to \"fresh\"\nprint(r, %s)", pick(g, "slice("+x+", 0)", "insert("+x+", 0, a)", "where("+x+", (q) => true)", "transform("+x+", keep)", "sort_by("+x+", text)", "reduce("+x+", (acc, q) => append(acc, q), [])",
			"chunk("+x+", 2)", "fill_missing("+x+", 0)", "zip_with("+x+", b, (p, q) => p)", "get(m, \"k\", a)", "apply(a, keep)", x+" + []", "append([], "+x+")", "find_first(b, is_list)", "collect([m], \"k\")", "reduce([1], (acc, q) => acc, "+x+")", "parallel_map(keep, "+x+")"), x)
	case 18:
		g.guarded("let r be %s\nset r.k to \"fresh\"\nset r.z to a\nprint(r, m)", pick(g, "merge(m)", "merge(m, {})", "merge({}, m)", "remove(m, \"zz\")", "keep(m)", "m", "get({\"m\": m}, \"m\")", "call(keep, {\"p\": m})", "items(m)[0]"))
	case 19:
		change := pick(g, "set rest to append(rest, first)\n        set first to [rest]", "set rest[0][0] to \"deep\"", "set rest[0] to \"flat\"", "set first[0] to \"deep\"", "each x in rest\n            set x[0] to first")
		if g.chance(60) {
			g.guarded("set %s to [[0], [1], [2]]\nset %s[1][0] to \"own\"\nset %s[2][0] to \"own\"", x, x, x)
		}
		g.guarded("match %s\n    is %s\n        %s\n        print(first, rest)\n    is []\n        print(\"empty\")", pick(g, x, "[[1], [2], ["+x+"]]"), pick(g, "[first, ...rest]", "[...rest, first]", "[first, ...rest, _]"), change)
	case 20:
		g.guarded("match m\n    is {k: inner}\n        set inner[0] to \"pat\"\n        print(inner)")
	case 21:
		g.guarded("let r be %s\nset %s to append(%s, %s)\nset r[0] to %s\nprint(r)", x, x, x, val(), val())
	case 22:
		g.guarded("let r be %s\nset %s to %s\nset %s to r", x, x, y, y)
	case 23:
		g.line("each i in range(3)\n    let lit be %s\n    set lit%s to i\n    print(lit)", pick(g, "[0, [1]]", "[[0], 0]"), pick(g, "[0]", "[1]"))
	case 24:
		g.line("each i in range(2)\n    let lit be {\"k\": [1, 2], \"n\": 0}\n    set lit.k[0] to i\n    set lit.n to lit.n + 1\n    set lit[text(i)] to lit.k\n    print(lit)")
	case 25:
		g.tag("form share")
		g.tag("form observe")
		g.guarded("share %s as \"board\"\nobserve \"board\" as seen\nset seen[0] to \"seen\"\nobserve \"board\" as seen2\nprint(seen, seen2)", x)
	case 26:
		g.guarded("set s to s + %s\nlet s2 be s\nset s to s + \"!\"\nprint(s, s2)", pick(g, `"x"`, "1", "s", "`{a}`"))
	case 27:
		g.guarded("set %s[%s] to %s", x, pick(g, "length(change())", "0 * length(change())", "0 * length(change())", "stored(a) - 1"), pick(g, "change()", "1", "stored(b)"))
	case 28:
		g.guarded("set %s to append(%s, change())", x, x)
	case 29:
		g.guarded("set m to %s", pick(g, `merge(m, {"k": a})`, `remove(m, "k")`, `{"k": m}`, `{"k": a, "b": [m]}`, "keep(m)", "fail(m)"))
	case 30:
		g.line("print(snap())")
		g.guarded("set %s to %s", x, pick(g, "more(mark("+x+"), "+x+")", "grown(more("+x+"))", "append(mark("+x+"), "+x+")", "both("+x+", "+x+")", "mark(["+x+", "+x+"])", "keep(keep("+x+"))"))
	case 31:
		g.guarded("let held be %s\nlet seen be () => held\nset held to append(held, \"h\")\nset %s[0] to held\nprint(seen(), held)", x, y)
	case 32:
		g.guarded("let w be [%s, %s]\nset w[0][0] to w[1]\nset w[1] to append(w[1], w)\nprint(w, %s)", x, x, x)
	case 37, 38, 39: // what was read before a call keeps its value
		read := pick(g, "a", "m.k", "b[0]", "m", "b", `m["k"]`, "(when true then a)")
		call := pick(g, "change()", "stored(a)", "shift()", "shift()", "shift()")
		g.guarded("print(%s)", sprintf(pick(g, "%[1]s, %[2]s, %[1]s", "[%[1]s, %[2]s, %[1]s]", "%[1]s == [%[2]s]", "%[1]s + [%[2]s]", "`{%[1]s} {%[2]s} {%[1]s}`", "%[1]s in [%[2]s]", "get(%[1]s, 0, %[2]s)", "%[1]s[length([%[2]s]) - 1]",
			"contains([%[1]s], [%[2]s])", "(%[1]s |> append(%[2]s))", "{\"x\": %[1]s, \"y\": %[2]s}", "keep(%[1]s) == keep(%[2]s)", "1 < length(%[1]s) < length([%[2]s])", "join([text(%[1]s), %[2]s], \"-\")", "reduce(%[1]s, (acc, q) => append(acc, q), [%[2]s])"), read, call))
	case 33, 34:
		g.guarded("set %s to %s", x, pick(g, "[[1], [2, [3]], {\"k\": [4]}]", "[[[0]], [[1]], a]", `[{"k": [1]}, {"k": [2]}, b]`))
	case 35:
		// the inner container is first made the outer one's own
		g.guarded("set %s[1][0] to \"own\"\nlet r be %s\nset r[0] to \"flat\"\nset r[1][0] to \"deep\"\nprint(r, %s)", x, x, x)
		g.guarded("set %s[0].k to \"own\"\nlet q be %s\nset q[-1] to \"flat\"\nset q[0].k to \"deep\"\nprint(q, %s)", x, x, x)
	default:
		deep := strings.Repeat("[0]", 1+g.n(3))
		g.guarded("set b%s to %s", deep, val())
	}
}
