package progen

// growing makes programs in which a long text grows piece by piece while other
// names, containers, keys, closures and calls hold what it was before.
func (g *gen) growing() {
	g.prelude()
	g.line("%s", growingTasks)
	inTask := g.chance(50)
	if inTask {
		g.line("task main()")
		g.depth++
		g.inTask++
	}
	g.line("let a be \"\"\neach i in range(%d)\n    set a to a + %s", 30+g.n(40), pick(g, `"abcdefgh"`, "`piece {i},`", `"ähnlich" + text(i)`))
	g.line("let b be a\nlet none be \"\"\nlet xs be []\nlet m be {}\nlet change be () => \"c\"\nlet snap be () => 0")
	if g.chance(60) { // a variable that a closure knows lives in a cell
		g.tag("form closure")
		g.line("task changes()\n    set a to a + \"inner\"\n    give \"c\"\nset change to changes\nset snap to () => tail(a)")
	}
	for range 10 + g.n(12) {
		g.growingStep()
		if g.chance(30) { // it gives the texts one more holder, and so not every time
			g.line("print(tail(a), tail(b), apply(xs, tail), apply(keys(m), tail), apply(values(m), tail))")
		}
	}
	g.line("print(a, b, xs, m, snap())")
	if inTask {
		g.depth--
		g.inTask--
		g.line("main()")
	}
	g.ending()
}

const growingTasks = `task tail(t)
    give text(length(t)) + ":" + slice(text(t), max(0, length(text(t)) - 6))
task keep(t)
    give t
task longer(t)
    set t to t + "more"
    give t
task first_text(ts)
    each t in ts
        give t
task fail(t)
    set t to t + "lost"
    raise "fail"`

// growingStep lets a text grow, or gives it one more holder.
func (g *gen) growingStep() {
	x := pick(g, "a", "a", "a", "b")
	y := pick(g, "a", "b")
	piece := pick(g, `"x"`, `"é"`, "7", "2.5", "true", y, "change()", "`{change()}!`", "`<{length(a)}>`", "`{a}{change()}`", `""`, "``", "fail(a)", "longer("+y+")", "nothing", "text(change())")
	g.tag("alias step")
	switch g.n(20) {
	case 0, 1, 2, 3, 4:
		g.guarded("set %s to %s + %s", x, x, piece)
	case 5:
		g.guarded("each i in range(%d)\n    set %s to %s + %s", 2+g.n(4), x, x, piece)
	case 6:
		g.guarded("set %s to %s", x, pick(g, y, "keep("+y+")", "longer("+y+")", "trim("+y+")", y+" + \"\"", y+" + none", "none + "+y, "max(["+y+"])", "reduce(["+y+"], keep)", "xs |> get(0)", "{"+y+": change()} |> keys |> get(0)", "replace("+y+", \"zz\", \"\")", "slice("+y+", 0)", "`{"+y+"}`", "join(["+y+"], \"\")", "text("+y+")", "(when true then "+y+")"))
	case 7:
		g.guarded("set xs to append(xs, %s)", pick(g, x, x+" + none", "none + "+x, "keep("+x+")", "split("+x+", \"zz\")[0]", "longer("+x+")"))
	case 8:
		g.guarded("set m[%s] to %s", x, pick(g, "1", x, y))
	case 9:
		g.guarded("set xs to [%s, change(), %s]\nset %s to %s + \"k\"", x, y, x, x)
	case 10:
		g.guarded("print(tail(%s))", sprintf(pick(g, "%[1]s + change() + %[1]s", "`{%[1]s}{change()}{%[1]s}`", "join([%[1]s, change(), %[1]s], \"-\")", "[%[1]s, change(), %[1]s][0]", "replace(%[1]s, \"c\", change())", "keep(%[1]s) + longer(%[1]s)"), x))
	case 11:
		g.guarded("print(%s)", sprintf(pick(g, "%[1]s == [%[1]s, change()][0]", "%[1]s in m", "length(%[1]s) < length(%[1]s + change())", "get(m, %[1]s, 0)", "hash(%[1]s) == hash(keep(%[1]s))", "contains(%[1]s, change())"), x))
	case 12:
		g.loops++
		g.guarded("let n be 0\neach c in %s\n    set %s to %s + c\n    set n to n + 1\n    when n > %d\n        stop", x, x, x, g.n(12))
		g.loops--
	case 13:
		g.guarded("print(tail(reduce([\"p\", \"q\"], (acc, q) => acc + q, %s)), apply([%s, %s], longer) |> apply(tail))", x, x, y)
	case 14:
		g.guarded("match [%s]\n    is [t]\n        set %s to %s + \"m\"\n        set t to t + \"n\"\n        print(tail(t))", x, x, x)
	case 15, 16: // one more holder between two growths
		take := pick(g, "%[1]s", "%[1]s + none", "none + %[1]s", "keep(%[1]s)", "trim(%[1]s)", "get({\"k\": %[1]s}, \"k\")", "max([%[1]s])", "[%[1]s][0]", "(when true then %[1]s)", "reduce([%[1]s], keep)", "keys({%[1]s: change()})[0]", "`{%[1]s}`", "call(keep, {\"t\": %[1]s})")
		g.guarded("set %[1]s to %[1]s + \"p\"\nlet t be %[2]s\nset %[3]s to %[3]s + \"q\"\nset %[1]s to %[1]s + %[4]s\nprint(tail(t), tail(%[1]s))", x, sprintf(take, x), pick(g, x, "t"), piece)
	case 17: // the same for a part of a list
		take := pick(g, "get(parts, 0)", "parts |> get(0)", "parts[0]", "max(parts)", "reduce(parts, (acc, q) => acc)", "find_first(parts, is_text)", "reverse(parts)[0]", "sort(parts)[0]", "slice(parts, 0)[0]", "first_text(parts)")
		g.guarded("let parts be []\nset parts to append(parts, %s + \"e\")\nlet t be %s\nset t to t + \"f\"\nset t to t + %s\nprint(tail(t), apply(parts, tail))", x, take, piece)
	default:
		g.guarded("let held be %s\nlet seen be () => tail(held)\nset held to held + \"h\"\nset %s to %s + \"g\"\nprint(seen(), tail(held))", x, x, x)
	}
}
