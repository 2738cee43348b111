package progen

import "strings"

// scopes makes programs of few names that are bound, shadowed, captured and
// read in many nested scopes, often before they exist.
func (g *gen) scopes(n int) {
	g.line("let log_ be []\ntask read(name, f)\n    try\n        print(name, f())\n    recover e\n        print(name, e)")
	g.tag("form task")
	for range 2 + g.n(3) {
		g.scopeStep(0)
	}
	for range g.n(3) {
		g.line("%s", pick(g, "print(a)", "print(b)", "set c to 1"))
	}
}

var scopeNames = []string{"a", "b", "c", "length", "pi"}

func (g *gen) scopeName() string { return scopeNames[g.n(len(scopeNames))] }

func (g *gen) scopeValue() string {
	g.count++
	return pick(g, sprintf("%d", g.count), sprintf("[%d]", g.count), "a", "b", sprintf("\"t%d\"", g.count))
}

func (g *gen) scopeBody(deep int) {
	g.depth++
	for range 1 + g.n(4) {
		g.scopeStep(deep + 1)
	}
	g.depth--
}

func (g *gen) scopeStep(deep int) {
	x := g.scopeName()
	k := g.n(22)
	if deep > 3 && k >= 9 {
		k = g.n(9)
	}
	switch k {
	case 0, 1:
		g.tag("form let")
		g.guarded("let %s be %s", x, g.scopeValue())
	case 2:
		g.tag("form let")
		g.line("let %s be %d", x, g.n(100))
	case 3, 4:
		g.tag("form set")
		g.guarded("set %s to %s", x, g.scopeValue())
	case 5, 6:
		g.guarded("print(\"%s\", %s)", x, x)
	case 7:
		g.tag("form closure")
		g.line("read(\"%s\", () => %s)", x, x)
	case 8:
		g.guarded("set %s[0] to %s", x, g.scopeValue())
	case 9, 10:
		g.tag("form when")
		g.line("when %s", pick(g, "true", "false", "true"))
		g.scopeBody(deep)
		if g.chance(40) {
			g.line("otherwise")
			g.scopeBody(deep)
		}
	case 11, 12:
		g.tag("form each list")
		g.line("each %s in %s", pick(g, x, "v"), pick(g, "[1, 2]", "range(2)", `"xy"`))
		g.loops++
		g.scopeBody(deep)
		g.loops--
	case 13:
		g.tag("form while")
		c := g.fresh("k")
		g.line("let %s be 0\nwhile %s < 2\n    set %s to %s + 1", c, c, c, c)
		g.loops++
		g.scopeBody(deep)
		g.loops--
	case 14, 15, 16:
		g.tag("form task")
		name := g.fresh("t")
		params := pick(g, "", x, x+", z", x+" = "+g.scopeName(), "z = "+x)
		g.line("task %s(%s)", name, params)
		g.inTask++
		loops := g.loops
		g.loops = 0
		g.scopeBody(deep)
		g.loops = loops
		g.inTask--
		g.guarded("print(%s(%s))", name, pick(g, "", "5", "5", "5, 6"))
		if g.chance(40) {
			g.line("let %s be %d", x, g.n(100))
			g.guarded("print(%s(%s))", name, pick(g, "", "7"))
		}
	case 17:
		g.tag("form try")
		g.line("try")
		g.scopeBody(deep)
		if g.chance(50) {
			g.line("    raise \"r\"")
		}
		g.line("recover %s", pick(g, x, "e"))
		g.scopeBody(deep)
	case 18:
		g.tag("form match")
		g.line("match [1, [2, 3]]\n    is [%s, [%s, ...%s]]", x, g.scopeName(), g.scopeName())
		g.depth++
		g.scopeBody(deep)
		g.depth--
	case 19:
		g.tag("form sandbox")
		g.line("sandbox")
		g.scopeBody(deep)
	case 20:
		g.tag("form closure")
		name := g.fresh("f")
		g.line("let %s be (%s) => [%s]", name, pick(g, "", x, "z"), strings.Join([]string{g.scopeName(), x}, ", "))
		g.guarded("print(%s(%s))", name, pick(g, "", "5"))
		g.line("let %s be %d", x, g.n(100))
		g.guarded("print(%s(5))", name)
	default:
		g.tag("form task")
		g.line("%s", sprintf("task %s(q)\n    give q", x))
		g.guarded("print(%s(3))", x)
	}
}
