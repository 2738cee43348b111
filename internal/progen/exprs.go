package progen

import "strings"

// A variable's name tells its kind, so that names chosen again shadow and
// replace each other: xs is a list in any scope.
func poolNames(k kind) []string {
	switch k {
	case kInt:
		return []string{"i", "j", "n"}
	case kText:
		return []string{"s", "t"}
	case kList:
		return []string{"xs", "ys", "zs"}
	case kMap:
		return []string{"m", "o"}
	}
	return []string{"v", "w"}
}

// bindName gives a name for a new variable of a kind.
func (g *gen) bindName(k kind) string {
	if g.chance(75) {
		return pick(g, poolNames(k)...)
	}
	return g.fresh(poolNames(k)[0])
}

func (g *gen) bind(name string, k kind) { g.vars = append(g.vars, variable{name, k}) }

// known gives a variable of a kind that should be in scope, or "".
func (g *gen) known(k kind) string {
	if g.chance(3) {
		return pick(g, poolNames(k)...) // perhaps not bound at all
	}
	var names []string
	for _, v := range g.vars {
		if v.kind == k || k == kAny {
			names = append(names, v.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return pick(g, names...)
}

// expr writes an expression that should have the kind.
func (g *gen) expr(k kind, deep int) string {
	if g.chance(2) {
		k = kAny
	}
	if g.chance(45) || deep > 3 {
		if name := g.known(k); name != "" {
			return name
		}
	}
	if deep > 2 {
		return g.sample(simple(k))
	}
	switch k {
	case kInt:
		return g.intExpr(deep + 1)
	case kText:
		return g.textExpr(deep + 1)
	case kList:
		return g.listExpr(deep + 1)
	case kMap:
		return g.mapExpr(deep + 1)
	case kBool:
		return g.boolExpr(deep + 1)
	}
	return g.anyExpr(deep + 1)
}

// simple is a kind with samples.
func simple(k kind) kind { return k }

func (g *gen) someKind() kind { return pick(g, kInt, kInt, kText, kList, kList, kMap, kBool, kAny) }

func (g *gen) intExpr(deep int) string {
	switch g.n(11) {
	case 0, 1:
		return pick(g, "0", "1", "2", "3", "5", "10", "100", "9223372036854775807")
	case 2, 3:
		return sprintf("(%s %s %s)", g.expr(kInt, deep), pick(g, "+", "-", "*"), g.expr(kInt, deep))
	case 4:
		return sprintf("(%s %s %s)", g.expr(kInt, deep), pick(g, "//", "%"), pick(g, "2", "3", "7", "-3", g.expr(kInt, 3)))
	case 5:
		return sprintf("length(%s)", g.expr(pick(g, kList, kText, kMap), deep))
	case 6:
		return sprintf("(-%s)", paren(g.expr(kInt, deep)))
	case 7:
		g.tag("form when inline")
		return sprintf("(when %s then %s otherwise %s)", g.expr(kBool, deep), g.expr(kInt, deep), g.expr(kInt, deep))
	case 8:
		return sprintf("reduce(%s, (acc, q) => acc + 1, %s)", g.expr(kList, deep), g.expr(kInt, 3))
	case 9:
		return g.callTask(deep)
	}
	return g.sample(pick(g, kInt, kInt, kBig, kFloat))
}

// paren keeps `--` from starting a comment.
func paren(s string) string {
	if strings.HasPrefix(s, "-") {
		return "(" + s + ")"
	}
	return s
}

func (g *gen) textExpr(deep int) string {
	switch g.n(8) {
	case 0, 1:
		return g.sample(kText)
	case 2:
		g.tag("form template")
		return sprintf("`%s{%s}|{%s}`", pick(g, "", "<", "a ", "\\{", "é"), g.expr(g.someKind(), deep), g.expr(g.someKind(), deep))
	case 3:
		return sprintf("(%s + %s)", g.expr(kText, deep), g.expr(pick(g, kText, kInt), deep))
	case 4:
		return sprintf("text(%s)", g.expr(kAny, deep))
	case 5:
		return sprintf("join(%s, %s)", g.expr(kList, deep), pick(g, `","`, `""`, `" - "`))
	case 6:
		return sprintf("%s(%s)", pick(g, "upper", "trim", "reverse", "type_of"), g.expr(kText, deep))
	}
	g.tag("form template")
	return sprintf("`{%s}\n{%s}`", g.expr(kInt, 3), g.expr(kText, 3))
}

func (g *gen) listExpr(deep int) string {
	switch g.n(14) {
	case 0, 1, 2:
		items := []string{}
		for range g.n(4) {
			items = append(items, g.expr(g.someKind(), deep))
		}
		return "[" + strings.Join(items, ", ") + pick(g, "", "", ",]"[:min(1, len(items))]) + "]"
	case 3:
		return sprintf("append(%s, %s)", g.expr(kList, deep), g.expr(g.someKind(), deep))
	case 4:
		if g.loops > 0 {
			return sprintf("(%s + [%s])", g.expr(kList, deep), g.expr(kInt, deep))
		}
		return sprintf("(%s + %s)", g.expr(kList, deep), g.expr(kList, deep))
	case 5:
		return sprintf("apply(%s, %s)", g.expr(kList, deep), g.lambda(1, deep))
	case 6:
		return sprintf("where(%s, %s)", g.expr(kList, deep), g.lambda(1, deep))
	case 7:
		return sprintf("slice(%s, %s)", g.expr(kList, deep), pick(g, "0", "1", "-1", "0, 2", "1, -1"))
	case 8:
		return sprintf("%s(%s)", pick(g, "keys", "values", "items"), g.expr(kMap, deep))
	case 9:
		return sprintf("range(%s)", pick(g, "3", "1, 4", "5, 0, -2", "0"))
	case 10:
		g.tag("form pipe")
		return sprintf("(%s |> %s)", g.expr(kList, deep), pick(g, "reverse", "sort", "unique", "append("+g.expr(kInt, 3)+")", "flatten", "enumerate", g.lambda(1, deep)))
	case 11:
		return sprintf("split(%s, %s)", g.expr(kText, deep), pick(g, `""`, `","`, `"a"`))
	case 12:
		return sprintf("zip_with(%s, %s, %s)", g.expr(kList, deep), g.expr(kList, deep), g.lambda(2, deep))
	}
	return sprintf("sort_by(%s, (r) => text(r)%s)", g.expr(kList, deep), pick(g, "", ", desc = true", ", false"))
}

func (g *gen) mapExpr(deep int) string {
	switch g.n(8) {
	case 0, 1, 2:
		pairs := []string{}
		for range g.n(4) {
			pairs = append(pairs, pick(g, `"k"`, `"a"`, `"b"`, "1", g.expr(g.someKind(), 3))+": "+g.expr(g.someKind(), deep))
		}
		return "{" + strings.Join(pairs, ", ") + "}"
	case 3:
		return sprintf("merge(%s, %s)", g.expr(kMap, deep), g.expr(kMap, deep))
	case 4:
		return sprintf("remove(%s, %s)", g.expr(kMap, deep), pick(g, `"k"`, `"a"`, "1"))
	case 5:
		return sprintf("Point(%s, %s)", g.expr(g.someKind(), deep), g.expr(g.someKind(), deep))
	case 6:
		return pick(g, "Shape.dot", sprintf("Shape.circle(%s)", g.expr(g.someKind(), deep)), sprintf("Shape.rect(%s, %s)", g.expr(kInt, deep), g.expr(kInt, deep)))
	}
	return sprintf(`{"k": %s, "list": %s}`, g.expr(g.someKind(), deep), g.expr(kList, deep))
}

func (g *gen) boolExpr(deep int) string {
	switch g.n(9) {
	case 0:
		return pick(g, "true", "false")
	case 1:
		return sprintf("(%s %s %s)", g.expr(kInt, deep), pick(g, "<", ">", "<=", ">=", "==", "!="), g.expr(kInt, deep))
	case 2:
		k := g.someKind()
		return sprintf("(%s %s %s)", g.expr(k, deep), pick(g, "==", "!="), g.expr(k, deep))
	case 3:
		return sprintf("(%s %s %s)", g.expr(g.someKind(), deep), pick(g, "and", "or"), g.expr(g.someKind(), deep))
	case 4:
		return sprintf("(not %s)", g.expr(g.someKind(), deep))
	case 5:
		return sprintf("(%s %s %s)", g.expr(g.someKind(), deep), pick(g, "in", "not in"), g.expr(pick(g, kList, kList, kMap), deep))
	case 6:
		g.tag("form chain")
		return sprintf("(%s %s %s %s %s)", g.expr(kInt, deep), pick(g, "<", "<=", "=="), g.traced(kInt, deep), pick(g, "<", "!=", ">="), g.traced(kInt, deep))
	case 7:
		return sprintf("%s(%s, %s)", pick(g, "every", "some"), g.expr(kList, deep), g.lambda(1, deep))
	}
	return sprintf("(type_of(%s) == %s)", g.expr(kAny, deep), pick(g, `"number"`, `"text"`, `"list"`))
}

// traced is an expression that says when it is evaluated.
func (g *gen) traced(k kind, deep int) string {
	g.count++
	return sprintf(`say("%d", %s)`, g.count, g.expr(k, deep))
}

func (g *gen) anyExpr(deep int) string {
	v := func() string { return g.expr(g.someKind(), deep) }
	switch g.n(18) {
	case 0:
		return g.sample(kAny)
	case 1:
		return sprintf("%s[%s]", g.expr(pick(g, kList, kText), deep), pick(g, "0", "-1", "1", "2.0", g.expr(kInt, 3)))
	case 2:
		return sprintf(`%s[%s]`, g.expr(kMap, deep), pick(g, `"k"`, `"a"`, "1", g.expr(kText, 3)))
	case 3:
		return sprintf("%s.%s", g.expr(kMap, deep), pick(g, "k", "a", "x", "r", "type", "list"))
	case 4:
		g.tag("form of")
		return sprintf("%s of %s", pick(g, "k", "a", "x", "r"), g.expr(kMap, 3))
	case 5:
		g.tag("form when inline")
		return sprintf("(when %s then %s)", g.expr(kBool, deep), v())
	case 6:
		g.tag("form lambda")
		return g.lambda(g.n(3), deep)
	case 7:
		return sprintf("%s(%s)", g.lambda(1, deep), v())
	case 8:
		return g.callTask(deep)
	case 9:
		rows := callRows()
		return g.call(rows[g.n(len(rows))])
	case 10:
		return sprintf("[%s, %s]", g.traced(kInt, deep), g.traced(g.someKind(), deep))
	case 11:
		return sprintf("{%s: %s, %s: %s}", g.traced(kText, 3), g.traced(kInt, 3), g.traced(kInt, 3), g.traced(kAny, 3))
	case 12:
		g.tag("form sandbox expression")
		return sprintf("(sandbox %s)", v())
	case 13:
		return sprintf("(%s %s %s)", v(), pick(g, binaryOps...), v())
	case 14:
		return sprintf("get(%s, %s%s)", g.expr(pick(g, kMap, kList), deep), pick(g, `"k"`, "0", "-1", "9"), pick(g, "", ", nothing", ", "+g.expr(kInt, 3)))
	case 15:
		return sprintf("(%s %s %s)", g.traced(kInt, 3), pick(g, "+", "-", "and", "or", "==", "in"), g.traced(g.someKind(), 3))
	case 16:
		return pick(g, "pi", "e", "tau", "inf", "nan")
	}
	g.tag("form human")
	return pick(g, `(ask "who?" with ["x", "y"])`, `(approve "go?")`, `(confirm "sure?" within 5m)`, `(ask "name?")`)
}

// lambda writes a lambda with n parameters.
func (g *gen) lambda(n, deep int) string {
	g.tag("form lambda")
	params := []string{"p", "q"}[:n]
	vars := len(g.vars)
	for _, p := range params {
		g.bind(p, kAny)
	}
	var body string
	switch {
	case n > 0 && g.chance(40):
		body = pick(g, "p", "[p]", "p == 1", "text(p)", `{"k": p}`, "type_of(p)", "p + 1", "(when p then 1 otherwise 2)")
	default:
		body = g.expr(g.someKind(), deep)
	}
	g.vars = g.vars[:vars]
	return sprintf("((%s) => %s)", strings.Join(params, ", "), body)
}

// callTask calls a task that was defined before.
func (g *gen) callTask(deep int) string {
	if len(g.tasks) == 0 {
		return sprintf("double(%s)", g.expr(kInt, deep))
	}
	t := g.tasks[g.n(len(g.tasks))]
	n := len(t.params)
	if t.defaults > 0 && g.chance(60) {
		n -= g.n(t.defaults + 1)
	}
	args := []string{}
	named := false
	for _, p := range t.params[:n] {
		a := g.expr(g.someKind(), deep)
		if g.chance(15) {
			a = "nothing" // which is an argument, not the lack of one
		}
		if named = named || g.chance(20); named {
			g.tag("form named argument")
			a = p + " = " + a
		}
		args = append(args, a)
	}
	switch g.n(40) {
	case 0:
		args = append(args, "1")
	case 1:
		args = append(args, "zz = 1")
	case 2:
		if len(args) > 0 {
			args = args[1:]
		}
	case 3:
		if len(args) > 0 && !named {
			g.tag("form pipe")
			return sprintf("(%s |> %s(%s))", args[0], t.name, strings.Join(args[1:], ", "))
		}
	case 4:
		g.tag("form pipe")
		return sprintf("(%s |> %s)", g.expr(g.someKind(), deep), t.name)
	case 5:
		return sprintf(`call(%s, {"%s": 1})`, t.name, pick(g, append(t.params, "zz")...))
	}
	return sprintf("%s(%s)", t.name, strings.Join(args, ", "))
}
