package progen

import "strings"

// statement is a form that mixed programs consist of.
type statement struct {
	weight int
	top    bool // only at the top level
	write  func(g *gen)
}

func statements() []statement {
	return []statement{
		{10, false, (*gen).printStmt},
		{10, false, (*gen).letStmt},
		{10, false, (*gen).setStmt},
		{12, false, (*gen).setPathStmt},
		{6, false, (*gen).whenStmt},
		{8, false, (*gen).eachStmt},
		{4, false, (*gen).whileStmt},
		{8, false, (*gen).matchStmt},
		{6, false, (*gen).taskStmt},
		{5, false, (*gen).tryStmt},
		{2, false, (*gen).sandboxStmt},
		{2, false, (*gen).raiseStmt},
		{2, false, (*gen).closureStmt},
		{3, false, (*gen).whenExprStmt},
		{2, false, (*gen).observeStmts},
		{2, false, (*gen).typeStmt},
		{1, false, (*gen).traceStmt},
		{2, false, (*gen).stopStmt},
		{2, false, (*gen).giveStmt},
		{1, false, (*gen).requireStmt},
		{1, true, (*gen).agentStmt},
		{1, true, (*gen).testStmt},
		{1, false, (*gen).modelStmt},
		{1, true, (*gen).exportStmt},
		{1, false, (*gen).serverOptionStmt},
		{2, false, (*gen).blockOperandStmt},
		{3, false, (*gen).stopThroughStmt},
	}
}

func (g *gen) mixed(n int) {
	if g.chance(10) {
		g.tag("form intent")
		g.line(`intent: "%s"`, pick(g, "do things", "é"))
	}
	if g.chance(15) {
		g.requireStmt()
	}
	if g.chance(20) {
		g.flags = pick(g, []string{"--cap-set=stdout,time"}, []string{"--sandbox"}, []string{"--deterministic"}, []string{"--cap-set=time"}, []string{"--cap-set=stdout,llm,random"})
		g.tag("form ceiling")
	}
	g.prelude()
	for range 5 + g.n(9) {
		g.statement()
	}
	g.ending()
}

func (g *gen) statement() {
	list := statements()
	sum := 0
	for _, s := range list {
		sum += s.weight
	}
	for {
		at := g.n(sum)
		for _, s := range list {
			if at < s.weight {
				if s.top && g.depth > 0 {
					break
				}
				s.write(g)
				return
			}
			at -= s.weight
		}
	}
}

// body writes the statements of a block.
func (g *gen) body() {
	g.block(func() {
		if g.depth > 4 {
			g.line("print(%s)", g.expr(g.someKind(), 2))
			return
		}
		for range 1 + g.n(3) {
			g.statement()
		}
	})
}

func (g *gen) printStmt() {
	n := 1 + g.n(2)
	args := make([]string, n)
	for i := range args {
		args[i] = g.expr(g.someKind(), 0)
	}
	text := "print(" + strings.Join(args, ", ") + ")"
	switch g.n(12) {
	case 0:
		g.tag("form show")
		text = "show " + paren2(args[0]) + pick(g, "", ` as "json"`, ` as "table"`)
	case 1:
		g.tag("form log")
		text = "log " + paren2(args[0])
	case 2:
		g.tag("form checkpoint")
		text = "checkpoint " + paren2(args[0])
	case 3:
		g.tag("form invariant")
		text = pick(g, "invariant: ", `invariant "must": `) + g.expr(kBool, 1)
	case 4:
		g.tag("form expression")
		text = g.expr(kAny, 0)
		if strings.HasPrefix(text, "sandbox") {
			text = "print(" + text + ")"
		}
	}
	g.guarded("%s", text)
}

func (g *gen) letStmt() {
	g.tag("form let")
	k := g.someKind()
	name := g.bindName(k)
	if g.chance(30) {
		g.guarded("let %s be %s", name, g.expr(k, 0))
	} else {
		g.line("let %s be %s", name, g.sample(k))
	}
	g.bind(name, k)
	g.printVar(name)
}

// printVar prints a variable that may be missing.
func (g *gen) printVar(name string) { g.guarded("print(\"%s\", %s)", name, name) }

func (g *gen) setStmt() {
	g.tag("form set")
	k := pick(g, kInt, kInt, kText, kList, kList, kMap, kAny)
	name := g.known(k)
	if name == "" {
		g.letStmt()
		return
	}
	value := ""
	switch k {
	case kInt:
		value = pick(g, name+" + 1", name+" - "+g.expr(kInt, 3), name+" * 2", g.expr(kInt, 0), name+" // 2")
	case kList:
		value = pick(g, "append("+name+", "+g.expr(g.someKind(), 2)+")", name+" + ["+g.expr(g.someKind(), 2)+"]", g.expr(kList, 0), name+" |> append("+g.expr(kInt, 3)+")")
	case kText:
		value = pick(g, name+" + "+g.expr(kText, 2), g.expr(kText, 0), "`{"+name+"}!`")
	default:
		value = g.expr(k, 0)
	}
	g.guarded("set %s to %s", name, value)
	g.printVar(name)
}

func (g *gen) setPathStmt() {
	g.tag("form set path")
	k := pick(g, kList, kMap)
	name := g.known(k)
	if name == "" {
		name = g.bindName(k)
		g.line("let %s be %s", name, pick(g, samples(k)...))
		g.bind(name, k)
	}
	path := ""
	for i := range 1 + g.n(3) {
		if k == kList && i == 0 || g.chance(30) {
			path += "[" + pick(g, "0", "1", "-1", "0", "2", g.expr(kInt, 3), g.traced(kInt, 3)) + "]"
		} else {
			path += pick(g, ".k", ".a", `["k"]`, `["b"]`, ".list", ".x", "["+g.expr(kText, 3)+"]", "[1]")
		}
	}
	value := pick(g, g.expr(g.someKind(), 1), g.expr(g.someKind(), 1), name, "["+name+", "+name+"]", name+path+" + 1", "append("+name+path+", 1)", g.traced(kInt, 3))
	g.guarded("set %s%s to %s", name, path, value)
	g.printVar(name)
}

func (g *gen) whenStmt() {
	g.tag("form when")
	g.line("when %s", g.expr(kBool, 1))
	g.body()
	if g.chance(30) {
		g.tag("form otherwise when")
		g.line("otherwise when %s", g.expr(g.someKind(), 1))
		g.body()
	}
	if g.chance(50) {
		g.tag("form otherwise")
		g.line("otherwise")
		g.body()
	}
}

func (g *gen) eachStmt() {
	v := pick(g, "v", "i", "xs", g.fresh("x"))
	var over string
	k := kAny
	switch g.n(6) {
	case 0:
		g.tag("form each range")
		over, k = sprintf("range(%s)", pick(g, "3", "1, 3", "3, 0, -1", "0")), kInt
	case 1:
		g.tag("form each map")
		over, k = pick(g, `{"k": 1, "a": 2}`, g.expr(kMap, 2)), kText
	case 2:
		g.tag("form each text")
		over, k = pick(g, samples(kText)...), kText
	case 3:
		g.tag("form each bytes")
		over, k = pick(g, samples(kBytes)...), kInt
	default:
		g.tag("form each list")
		over = pick(g, "[1, 2, 3]", `["a", [1], nothing]`, g.known(kList), "slice("+g.expr(kList, 2)+", 0, 3)")
		if over == "" {
			over = "[2, 1]"
		} else if name := g.known(kList); name != "" && g.chance(50) {
			over = "slice(" + name + ", 0, 3)"
		}
	}
	guard := g.chance(50)
	if guard {
		g.line("try")
		g.depth++
	}
	g.line("each %s in %s", v, over)
	g.loops++
	vars := len(g.vars)
	g.bind(v, k)
	g.body()
	g.depth++
	if g.chance(40) {
		g.printVar(v)
	}
	if g.chance(15) {
		g.tag("form stop")
		g.line("when %s\n    stop%s", g.expr(kBool, 2), pick(g, "", " 1"))
	}
	g.depth--
	g.vars = g.vars[:vars]
	g.loops--
	if guard {
		g.depth--
		g.line("recover err\n    print(\"each!\", err)")
	}
}

func (g *gen) whileStmt() {
	g.tag("form while")
	c := g.fresh("turn")
	g.line("let %s be 0", c)
	g.line("while %s < %d%s", c, 1+g.n(3), pick(g, "", "", " and "+g.expr(kBool, 2)))
	g.loops++
	g.depth++
	g.line("set %s to %s + 1", c, c)
	g.depth--
	g.body()
	g.loops--
}

func (g *gen) stopStmt() {
	if g.loops == 0 && !g.chance(15) {
		g.printStmt()
		return
	}
	g.tag("form stop")
	g.line("when %s\n    stop%s", g.expr(kBool, 2), pick(g, "", "", " "+paren(g.expr(kInt, 3))))
}

func (g *gen) giveStmt() {
	if g.inTask == 0 {
		g.printStmt()
		return
	}
	g.tag("form give")
	text := pick(g, "give", "give "+g.expr(g.someKind(), 1))
	if g.chance(60) {
		g.line("when %s\n    %s", g.expr(kBool, 2), text)
		return
	}
	g.line("%s", text)
}

func (g *gen) taskStmt() {
	g.tag("form task")
	t := callable{name: g.fresh("f")}
	heads := []string{}
	defaults := false
	for _, p := range []string{"p", "xs", "m", "n"}[:g.n(4)] {
		t.params = append(t.params, p)
		if defaults = defaults || g.chance(25); defaults {
			g.tag("form default")
			t.defaults++
			p += " = " + g.expr(g.someKind(), 2)
		}
		heads = append(heads, p)
	}
	head := sprintf("task %s(%s)", t.name, strings.Join(heads, ", "))
	if len(heads) == 0 && g.chance(50) {
		head = "task " + t.name
	}
	g.line("%s", head)
	loops := g.loops
	g.loops = 0
	g.inTask++
	vars := len(g.vars)
	for _, p := range t.params {
		k := kAny
		switch p {
		case "xs":
			k = kList
		case "m":
			k = kMap
		case "n":
			k = kInt
		}
		g.bind(p, k)
	}
	g.body()
	if g.chance(60) {
		g.tag("form give")
		g.depth++
		g.line("give %s", g.expr(g.someKind(), 1))
		g.depth--
	}
	g.vars = g.vars[:vars]
	g.inTask--
	g.loops = loops
	g.tasks = append(g.tasks, t)
	g.show(g.callTask(1))
}

func (g *gen) tryStmt() {
	g.tag("form try")
	g.line("try")
	g.body()
	if g.chance(50) {
		g.depth++
		g.line("%s", pick(g, "raise "+g.sample(kText), "print(1 / 0)", "print("+g.expr(kAny, 1)+")", "set nowhere to 1"))
		g.depth--
	}
	name := pick(g, "err", "error", "v", "s")
	g.line("recover%s", pick(g, " "+name, " "+name, ""))
	g.block(func() {
		g.line("print(\"caught\")")
		g.guarded("print(%s)", name)
		g.bind(name, kText)
		if g.chance(30) {
			g.statement()
		}
		if g.chance(6) {
			g.line("raise \"again\"")
		}
	})
}

func (g *gen) sandboxStmt() {
	switch g.n(3) {
	case 0:
		g.tag("form sandbox under")
		g.line("sandbox under %s", pick(g, `{}`, `{"net": "a.test"}`, `{"file.read": ["a", "b"]}`, `{"env": nothing}`))
	default:
		g.tag("form sandbox")
		g.line("sandbox")
	}
	g.body()
	if g.chance(30) {
		g.depth++
		g.guarded("print(type_of(%s))", pick(g, "now()", "random()", "env(\"A\")"))
		g.depth--
	}
	g.guarded("print(type_of(%s))", pick(g, "now()", "now()", "random()"))
}

func (g *gen) raiseStmt() {
	g.tag("form raise")
	g.line("try\n    raise(%s)\nrecover err\n    print(err, type_of(err))", pick(g, g.sample(kText), g.sample(kInt), g.sample(kList), g.sample(kMap), "nothing", "true"))
	if g.chance(30) {
		g.line("try\n    raise %s\nrecover err\n    print(err)", g.sample(pick(g, kText, kMap, kNothing)))
	}
}

// closureStmt makes closures that share or do not share variables.
func (g *gen) closureStmt() {
	a, b, c := g.fresh("c"), g.fresh("c"), g.fresh("made")
	switch g.n(4) {
	case 0:
		g.line("task %s(start)\n    let held be start\n    task up(by = 1)\n        set held to held + by\n        give held\n    give [up, () => held]", c)
		g.line("let %s be %s(%s)\nlet %s be %s(%s)", a, c, pick(g, "0", "[]", `"s"`), b, c, pick(g, "10", "1.5"))
		for range 1 + g.n(4) {
			x := pick(g, a, b)
			g.guarded("print(%s[0](%s), %s[1]())", x, pick(g, "", "2", "by = 3", `"x"`, "[1]"), x)
		}
	case 1:
		g.line("let %s be []\neach q in [1, 2, 3]\n    let own be q * 10\n    set %s to append(%s, () => own + q)\n    set own to own + 1", a, a, a)
		g.guarded("print(apply(%s, (f) => f()))", a)
	case 2:
		g.line("let %s be []\nlet k0 be 0\nwhile k0 < 3\n    let shared be k0\n    set %s to append(%s, () => shared)\n    set k0 to k0 + 1", a, a, a)
		g.guarded("print(apply(%s, (f) => f()))", a)
	default:
		g.line("let %s be 1\nlet %s be () => %s\nset %s to 2\nprint(%s())", a, b, a, a, b)
		g.line("task %s()\n    print(%s)\n    set %s to 5\n    let %s be 7\n    set %s to 8\n    give %s", c, a, a, a, a, a)
		g.line("print(%s(), %s, %s())", c, a, b)
	}
	g.tag("form closure")
}

func (g *gen) whenExprStmt() {
	g.tag("form when expression block")
	name := g.bindName(kAny)
	g.line("let %s be when %s", name, g.expr(kBool, 2))
	g.depth++
	g.line("print(\"in\")\n%s", pick(g, g.expr(kInt, 2), "let deep be 3", "set pi to 3", "each q in [1]\n    q"))
	g.depth--
	if g.chance(60) {
		g.line("otherwise")
		g.depth++
		g.line("%s", g.expr(kText, 2))
		g.depth--
	}
	g.bind(name, kAny)
	g.printVar(name)
}

// blockOperandStmt sets a variable in a block that is an operand: what was
// read before keeps its value.
func (g *gen) blockOperandStmt() {
	x := g.fresh("left")
	g.tag("form when expression block")
	g.line("let %s be %s", x, pick(g, "1", "[1]", `"l"`))
	y := g.fresh("r")
	g.line("let %s be %s %s when true\n    set %s to %s\n    %s", y, x, pick(g, "==", "!=", "and", "or"), x, pick(g, "[5]", "7", `"m"`), x)
	g.line("print(%s, %s)", x, y)
}

// stopThroughStmt ends a loop from inside a call, through what is open there,
// and then looks whether all of it is closed.
func (g *gen) stopThroughStmt() {
	g.tag("form stop")
	quit := g.fresh("quit")
	g.line("task %s(v)\n    when v == 2\n        stop\n    give v", quit)
	call := pick(g, quit+"(i)", "apply([i], "+quit+")", "(i |> "+quit+")", "((v) => "+quit+"(v))(i)", "where([1, i], "+quit+")", "[0, "+quit+"(i)]", "sort_by([i], "+quit+")")
	inner := pick(g, "try\n        print(%s)\n    recover e\n        print(\"no\", e)", "sandbox\n        print(%s)", "match i\n        is 1\n            print(\"one\")\n        otherwise\n            print(%s)",
		"each j in [1, i]\n        print(%s)", "try\n        sandbox\n            try\n                print(%s)\n            recover e\n                raise e\n    recover e\n        print(\"no\", e)", "let k be 0\n    while %s < 2 and k < 3\n        set k to k + 1")
	g.guarded("each i in %s\n    %s\nprint(\"after\", %s)", pick(g, "[1, 2, 3]", "range(1, 4)", "[2]"), sprintf(inner, call), pick(g, "1 / 0", "type_of(now())", "undefined_", "1"))
}

func (g *gen) observeStmts() {
	key := pick(g, append(samples(kText), "1", "true", "nothing", "1.5", "{}")...)
	g.tag("form share")
	g.tag("form observe")
	g.guarded("let shared_ be %s\nshare shared_ as %s", g.expr(g.someKind(), 2), key)
	name := g.bindName(kAny)
	g.line("observe %s as %s", key, name)
	g.bind(name, kAny)
	g.printVar(name)
	if g.chance(50) {
		g.tag("form signal")
		g.tag("form wait_for")
		g.line("signal \"ch\"%s\nwait_for \"ch\" timeout 5 as got\nprint(got)", pick(g, "", " with "+g.sample(kInt), " with "+g.sample(kList)))
	}
	if g.chance(20) {
		g.tag("form wait_for")
		g.guarded("wait_for \"none\" timeout 0 as got\nprint(got)")
	}
}

// paren2 keeps a value from being read as the use of the word before it.
func paren2(s string) string {
	if strings.HasPrefix(s, "[") || strings.HasPrefix(s, "(") || strings.HasPrefix(s, "-") {
		return "text(" + s + ")"
	}
	return s
}

func (g *gen) typeStmt() {
	if g.chance(50) {
		name := pick(g, "Rec", "row", g.fresh("Rec"))
		fields := []string{"a", "k", "b"}[:g.n(4)]
		if len(fields) == 0 {
			fields = []string{"a"}
		}
		g.tag("form type")
		g.line("type %s", name)
		for _, f := range fields {
			g.line("    %s: %s", f, pick(g, "text", "number", "Whatever"))
		}
		args := make([]string, len(fields))
		for i := range args {
			args[i] = g.expr(g.someKind(), 2)
		}
		if g.chance(10) {
			args = append(args, "1")
		}
		v := g.bindName(kMap)
		g.guarded("let %s be %s(%s)\nprint(%s, %s)", v, name, strings.Join(args, ", "), v, name)
		g.bind(v, kMap)
		return
	}
	name := g.fresh("Kind")
	g.tag("form enum")
	g.line("enum %s\n    one\n    two(a)\n    three(a, b)", name)
	v := g.bindName(kMap)
	g.line("let %s be %s", v, pick(g, name+".one", sprintf("%s.two(%s)", name, g.sample(kAny)), sprintf("%s.three(%s.one, %s)", name, name, g.sample(kInt))))
	g.bind(v, kMap)
	g.guarded("print(%s, %s, %s == %s.one)", v, name, v, name)
	g.guarded("match %s\n    is %s.one\n        print(\"one\")\n    is %s.two(%s)\n        print(\"two\")\n    is %s.three(%s, q)\n        print(q)\n    is %s.three\n        print(\"three\")",
		v, name, name, pick(g, "a", "_", "1", `"a"`), name, pick(g, name+".one", "_", "p", name+".two(z)"), name)
}

func (g *gen) traceStmt() {
	word := pick(g, "trace", "measure")
	g.tag("form %s", word)
	g.line(`%s "part"`, word)
	g.body()
}

func (g *gen) requireStmt() {
	g.tag("form require")
	g.line("%s", pick(g, "require time", "require random", "require random(\"x\")", "require env(\"A_\" + \"B\")", "require file.read(\"*.txt\")", "require net \"a.test\"", "require teleport", "require stdout"))
}

func (g *gen) agentStmt() {
	for _, w := range []string{"agent", "spawn", "signal", "wait_for"} {
		g.tag("form %s", w)
	}
	name := g.fresh("Worker")
	g.line("agent %s\n    let mine be start + 1\n    %s\n    signal \"done%s\" with mine", name, pick(g, "share mine as \"k\"", "set start to 0", "let q be [mine]"), name)
	g.line("spawn %s with start = %s\nwait_for \"done%s\" timeout 20 as got\nprint(got)", name, pick(g, "1", "2.5", "2 ** 70"), name)
}

func (g *gen) testStmt() {
	g.tag("form test")
	g.line("test \"never run\"\n    print(\"no\")\n    assert(false)")
}

func (g *gen) modelStmt() {
	g.tag("form model")
	g.guarded("print(%s)", pick(g, `(reason about "x" with k = 1)`, `(reason "x")`, `(decide between ["a", "b"] given 5)`, `(analyze [1] for "sum")`, `(generate "name" given "x" with a = 1, b = 2)`, `llm_available()`))
}

func (g *gen) exportStmt() {
	g.tag("form export")
	g.line("%s", pick(g, "export let out be 1\nprint(out)", "export task shown()\n    give 1\nprint(shown())", "export enum Ex\n    a\nprint(Ex)", "export type Tx\n    a: text\nprint(Tx(1))"))
}

func (g *gen) serverOptionStmt() {
	g.tag("form server")
	g.guarded("%s", pick(g, "stream\n    send 1", "proxy to \"http://x\"", "expect body {a: text}", "socket\n    print(1)", "timeout none", "rate_limit none", "timeout 5", "rate_limit 5 per minute", "rate_limit unlimited"))
}

func (g *gen) matchStmt() {
	g.tag("form match")
	subject := pick(g, g.expr(kList, 1), g.expr(kMap, 1), g.expr(kInt, 2), g.expr(kText, 2), "Shape.circle("+g.sample(kAny)+")", "Shape.rect(1, "+g.sample(kInt)+")", "[1, [2, 3], {\"k\": [4]}]", "{\"k\": 1, \"a\": [1, 2, 3]}")
	g.line("try")
	g.depth++
	g.line("match %s", subject)
	g.depth++
	for range 1 + g.n(5) {
		names := []string{}
		pattern := g.pattern(0, &names)
		guard := ""
		if g.chance(20) {
			g.tag("form match guard")
			guard = " when " + pick(g, "true", "false", append(names, "1")[0], g.expr(kBool, 2))
		}
		g.line("is %s%s", pattern, guard)
		g.block(func() {
			for _, n := range names {
				g.bind(n, kAny)
			}
			g.line("print(%s)", strings.Join(append([]string{`"arm"`}, names...), ", "))
			if g.chance(20) && g.depth < 6 {
				g.statement()
			}
		})
	}
	if g.chance(60) {
		g.tag("form match otherwise")
		g.line("otherwise")
		g.depth++
		g.line("print(\"otherwise\")")
		g.depth--
	}
	g.depth -= 2
	g.line("recover err\n    print(\"match!\", err)")
}

// pattern writes a pattern and collects the names it binds.
func (g *gen) pattern(deep int, names *[]string) string {
	nested := deep > 0
	k := g.n(10)
	if deep > 2 {
		k = 5 + g.n(3)
	}
	switch k {
	case 0, 1:
		g.tag("pattern list")
		parts := []string{}
		for range g.n(4) {
			parts = append(parts, g.pattern(deep+1, names))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case 2:
		g.tag("pattern rest")
		rest := "..."
		if g.chance(70) {
			n := g.fresh("rest")
			*names = append(*names, n)
			rest += n
		}
		parts := []string{rest}
		for range g.n(3) {
			if g.chance(50) {
				parts = append(parts, g.pattern(deep+1, names))
			} else {
				parts = append([]string{g.pattern(deep+1, names)}, parts...)
			}
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case 3:
		g.tag("pattern map")
		parts := []string{}
		for _, key := range []string{"k", "a", "x"}[:g.n(3)] {
			if g.chance(50) {
				parts = append(parts, key)
				*names = append(*names, key)
			} else {
				parts = append(parts, key+": "+g.pattern(deep+1, names))
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case 4:
		g.tag("pattern variant")
		arg := func() string {
			switch g.n(4) {
			case 0:
				n := g.fresh("b")
				*names = append(*names, n)
				return n
			case 1:
				return "_"
			case 2:
				return "Shape.circle(_)"
			}
			return g.sample(kAny)
		}
		return pick(g, "Shape.dot", "Shape.circle", "Shape.circle("+arg()+")", "Shape.rect("+arg()+", "+arg()+")", "Shape.rect", "Shape.square")
	case 5:
		g.tag("pattern any")
		return "_"
	case 6:
		if nested {
			g.tag("pattern name")
			n := g.fresh("b")
			*names = append(*names, n)
			return n
		}
		g.tag("pattern variable")
		if n := g.known(kAny); n != "" {
			return n
		}
		return "pi"
	case 7:
		g.tag("pattern value")
		return g.sample(pick(g, kInt, kText, kBool, kNothing, kFloat, kDecimal))
	case 8:
		g.tag("pattern map literal")
		return pick(g, `{"k": 1}`, `{"a": 1, "b": [1, 2]}`, `{"k": 1.0}`)
	}
	g.tag("pattern expression")
	return pick(g, "1 + 1", "length([1])", "text(1)", "double(2)", "(1)", "-1")
}
