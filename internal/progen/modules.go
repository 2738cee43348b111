package progen

// modules makes programs of several files.
func (g *gen) modules(n int) {
	for _, f := range []string{"use", "export"} {
		g.tag("form %s", f)
	}
	names := []string{"lib.syn", "sub/inner.syn", "other.syn"}[:1+g.n(3)]
	main := g.written(func() { g.moduleMain(names) })
	for i, name := range names {
		g.files[name] = g.written(func() { g.module(name, names[i+1:]) }) + "\n"
	}
	g.line("%s", main)
}

func (g *gen) module(name string, later []string) {
	up := "./"
	if name == "sub/inner.syn" {
		up = "../"
	}
	if len(later) > 0 && g.chance(50) {
		g.line("use \"%s%s\" as dep", up, later[0])
		g.line("%s", pick(g, "export let from_dep be keys(dep)", "print(dep.hits)", "set dep.hits to 50", "export let dep2 be dep"))
	}
	g.line("%s", pick(g, `print("loading", "`+name+`")`, "let quiet be 1", "let loads be 1"))
	g.line("export let hits be %s", pick(g, "0", "10", "[1, 2]", `{"k": [1]}`))
	g.line("let private_ be %s", pick(g, "5", "[1]"))
	g.line("export task hit(by = %s)\n    set hits to %s\n    set private_ to by\n    give hits", pick(g, "1", "private_", "hits"), pick(g, "hits + by", "by", "[hits, by]"))
	g.line("export task peek()\n    give [hits, private_]")
	g.line("export let double2 be (x) => [x, hits]")
	g.line("task hidden()\n    give 1")
	g.line("export enum Color\n    red\n    mix(a, b)")
	g.line("export type Pair\n    l: text\n    r: text")
	switch g.n(8) {
	case 0:
		g.line("export task reach()\n    give shared_by_main")
	case 1:
		g.line("export task reach()\n    set shared_by_main to hits\n    give shared_by_main")
	case 2:
		g.line("export task reach()\n    give 1 / 0")
	case 3:
		g.line("export task reach()\n    give length([1])\ntask length(x)\n    give \"mine\"")
	case 4:
		g.line("export task reach()\n    let hits be 3\n    set hits to hits + 1\n    give hits")
	case 5:
		g.line("export task reach()\n    sandbox\n        give now()")
	case 6:
		g.line("export task reach()\n    raise \"from module\"")
	default:
		g.line("when true\n    export let reach be () => hits")
	}
	if g.chance(12) {
		g.line("%s", pick(g, "print(1 / 0)", "raise \"load\"", "require time", "give 1", "let x be", "serve on 1\n    route \"GET /\"\n        give 1", "stop", "use \"./missing.syn\" as q", "intent: \"x\"", "set nowhere to 1", "print(undefined_)"))
	}
}

func (g *gen) moduleMain(names []string) {
	g.line("let shared_by_main be \"main\"")
	file := names[0]
	switch g.n(12) {
	case 0:
		g.guarded("use \"%s\" as broken", pick(g, "/abs.syn", "./lib.txt", "../out.syn", "./nope.syn", "lib", "", "sub/../../x.syn", "./sub/../lib.syn"))
	case 1:
		g.line("task load()\n    use \"./%s\" as inside\n    give inside.hits", file)
		g.guarded("print(load(), load())")
	}
	if g.chance(85) {
		g.line("use \"./%s\" as lib", file)
	} else {
		g.line("try\n    use \"./%s\" as lib\nrecover e\n    print(\"use!\", e)", file)
	}
	if g.chance(30) {
		g.line("use \"%s\" as again", pick(g, file, "./"+file, "././"+file))
	} else {
		g.line("let again be lib")
	}
	for range 6 + g.n(8) {
		l := pick(g, "lib", "lib", "again")
		switch g.n(16) {
		case 0, 1:
			g.show(l + ".hit(" + pick(g, "", "2", "by = 3", "[1]") + ")")
		case 2:
			g.show(l + ".hits")
		case 3:
			g.guarded("set %s%s to %s", l, pick(g, ".hits", `["hits"]`, ".hits[0]", ".hits.k", ".private_", ".nope", ".hit", ".double2", ".Color", `["nope"]`, ".hits.k[0]"), pick(g, "7", "[1, 2]", `{"k": [1]}`, "lib.hits", "(x) => x"))
		case 4:
			g.show(l + pick(g, ".private_", ".hidden()", ".nope", ".dep", `["private_"]`, `["hits"]`, ".append", ".Color.green", ".hidden", ".push"))
		case 5:
			g.show(l + ".peek()")
		case 6:
			g.show("keys(" + l + ")")
		case 7:
			g.show(l + ".reach()")
		case 8:
			g.guarded("let snap be %s.hits\nset %s.hits to 99\nprint(snap, %s.hits)", l, l, l)
		case 9:
			g.tag("pattern variant")
			g.guarded("match %s.Color.mix(1, %s)\n    is %s.Color.mix(x, 2)\n        print(\"two\", x)\n    is %s.Color.mix\n        print(\"mix\")", l, pick(g, "2", "3"), l, l)
		case 10:
			g.show(l + pick(g, ".Pair(1, 2)", ".Pair(1)", ".Color.mix(1)", ".Color.red", ".Color"))
		case 11:
			g.show(pick(g, "hits of "+l, "type_of("+l+")", l+" == lib", "hit of "+l, "length("+l+")", l, "\"hits\" in "+l, "json_encode(keys("+l+"))", "merge("+l+", {})", "get("+l+", \"hits\")"))
		case 12:
			g.show("apply([1, 2], " + l + pick(g, ".double2", ".hit", ".Color.mix", ".peek") + ")")
		case 13:
			g.tag("form each map")
			g.guarded("each k in %s\n    print(k)", l)
		case 14:
			g.guarded("set shared_by_main to %s\nprint(%s.reach(), shared_by_main)", g.sample(kInt), l)
		default:
			g.guarded("let hits be 5\nprint(hits, %s.hits, %s.hit())", l, l)
		}
	}
	g.prelude()
	g.ending()
}
