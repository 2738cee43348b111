package progen

import "strings"

// faultCase is one row of the catalogue of errors (chapter 20 §23) with ways
// to provoke it. The message is recognised by a regular expression.
type faultCase struct {
	name    string
	message string // regular expression for the whole message
	located bool   // an uncaught report must carry the place
	snippet []string
	// final marks what cannot be caught or ends the program: it is used only
	// as the last statement.
	final bool
}

// In snippets, $x is a fresh name, $v any value, and $i a small integer.
func faultCases() []faultCase {
	return []faultCase{
		{name: "undefined variable", message: `Undefined variable: '\w+'.*`, located: true, snippet: []string{
			"print(missing$i)", "let $x be nowhere", "set nowhere.k to 1", "set nowhere[0] to $v", "missing()", "print([1, missing])", "print(`a {missing} b`)",
			"print(len([1]))", "print(str(1))", "print(None)", "print(filter([1], (x) => x))", "print(json)", "self.x", "print(console)", "print(math)",
			"print(break)", "print(request)", "print(query.a)", "return", "print(8 // note)", "print(8 //note)", "print([8 // note])", "print(map)", "print(continue)",
			"let $x be (p) => q\n$x(1)", "print(this)", "print(list)", "give_back(1)", "print(open)", "print(true and missing)", "print(pass)", "print(read_body)"}},
		{name: "set undefined", message: `Cannot set undefined variable: '\w+'\. Use 'let' first\.`, snippet: []string{
			"set nowhere to $v", "when true\n    set nowhere to $i", "set $x to say(\"v\", 1)"}},
		{name: "set target from a call", message: `Invalid set target: it must start from a variable — .*`, located: true, snippet: []string{
			"set double(1)[0] to 2", "set [1, 2][0] to $v", "set {\"a\": 1}.a to 2", "set (1 + 2).x to 3", "set \"abc\"[0] to \"x\"", "set get({\"a\": {}}, \"a\")[\"b\"] to 1"}},
		{name: "set target", message: `Invalid set target`, located: true, snippet: []string{
			"set 1 to 2", "set double(1) to 2", "set 1 + 2 to 3", "set [1] to [2]", "set \"a\" to \"b\"", "set not true to 1", "set nothing to 1"}},
		{name: "set property", message: `Cannot set property on \w+`, located: true, snippet: []string{
			"let $x be [1]\nset $x.k to 1", "let $x be 5\nset $x.k to $v", "let $x be \"t\"\nset $x.k to 1", "let $x be {\"a\": nothing}\nset $x.a.b to 1", "set k of pi to 1"}},
		{name: "set index", message: `Cannot set index on \w+`, located: true, snippet: []string{
			"let $x be 5\nset $x[0] to 1", "let $x be \"text\"\nset $x[0] to \"a\"", "let $x be {\"a\": bytes(\"b\")}\nset $x.a[0] to 1", "let $x be nothing\nset $x[\"k\"] to $v",
			"let $x be [1.5]\nset $x[0][0] to 1"}},
		{name: "set past the end", message: `Index -?\d+ out of bounds \(list length \d+\) — to add an item: set xs to append\(xs, x\)`, located: true, snippet: []string{
			"let $x be [1]\nset $x[1] to 2", "let $x be []\nset $x[-1] to 2", "let $x be {\"a\": [1, 2]}\nset $x.a[2] to $v", "let $x be [[1]]\nset $x[0][5] to 1", "let $x be [1]\nset $x[-2.0] to 2"}},
		{name: "index out of bounds", message: `Index -?\d+ out of bounds \((list|text|bytes) length \d+\)`, located: true, snippet: []string{
			"print([1, 2][2])", "print([][0])", "print(\"abc\"[3])", "print(\"日本\"[-3])", "print(bytes(\"ab\")[2])", "let $x be [[1]]\nset $x[1][0] to 2", "print([1, 2][9.0])", "print([1][-2d])"}},
		{name: "fractional index", message: `index must be an integer, got .* — use floor\(x\), round\(x\) or trunc\(x\) on purpose`, snippet: []string{
			"print([1, 2][0.5])", "print(\"abc\"[inf])", "print([1][nan])", "let $x be [1]\nset $x[0.5] to 2", "print([1, 2][1.5d])", "each i in range(1.5)\n    print(i)", "print(slice([1, 2], 0.5))"}},
		{name: "index of a wrong kind", message: `an index must be an integer, got \w+`, snippet: []string{
			"print([1, 2][\"0\"])", "print([1][true])", "print(\"a\"[nothing])", "let $x be [1]\nset $x[\"k\"] to 2", "print(range(\"3\"))", "print(slice([1], nothing))", "let $x be [1]\nset $x[[0]] to 2"}},
		{name: "index too large", message: `number too large for an index`, snippet: []string{"print([1][2 ** 64])", "print([1][1e30])", "print(\"a\"[10 ** 30])", "print(range(2 ** 70))"}},
		{name: "missing key", message: `Map has no key '.*'.*`, located: true, snippet: []string{
			"print({\"a\": 1}.b)", "print({\"a\": 1}[\"b\"])", "let $x be {\"k\": 1}\nprint(z of $x)", "print({}.append)", "print({\"a\": 1}.length)", "print(Shape.square)",
			"let $x be {\"a\": {}}\nset $x.b.c to 1", "print({1: 2}[1.0])", "print({true: 1}[nothing])", "let $x be {\"b\": 1}\nprint(q of $x.c)", "print(Shape.circle(1).w)", "print({}.push)",
			"let $x be {\"a\": {\"b\": 2}}\nprint(b of $x.d)"}},
		{name: "property of a non-map", message: `Cannot access property '\w+' of \w+.*`, located: true, snippet: []string{
			"print((5).k)", "print([1].length)", "print(\"abc\".upper())", "print(nothing.x)", "let $x be [1]\n$x.append(2)", "print(a of 5)", "print(double.name)", "set pi.x.y to 1", "let $x be 1.5\nprint($x.y)",
			"let $x be [1]\n$x.forEach(double)", "print(\"a\".format(1))", "let $x be \"s\"\nprint(strip of $x)"}},
		{name: "index into", message: `Cannot index into \w+`, located: true, snippet: []string{
			"print((5)[0])", "print(nothing[\"k\"])", "print(true[0])", "print(double[0])", "let $x be 1.5d\nset $x[0][1] to 1", "print(length[0])"}},
		{name: "operands", message: `Unsupported operation: \w+ \S+ \w+.*`, located: true, snippet: []string{
			"print([1] - [1])", "print(\"a\" * 3)", "print(true + 1)", "print({} + {})", "print(nothing < 1)", "print([1] < [2])", "print(\"a\" % 5)", "print(\"%d\" % [1])", "print(1 < \"2\")", "print(true < false)",
			"print(bytes(\"a\") < bytes(\"b\"))", "print(1 < 2 < \"c\")", "let $x be 1\nset $x to $x + nothing", "print(double + 1)", "print(nothing // 2)", "print(2 ** \"a\")", "print(1 + [1])", "let $x be nothing\nset $x to $x - 1"}},
		{name: "negate", message: `Cannot negate \w+`, located: true, snippet: []string{"print(-\"a\")", "print(-[1])", "print(-nothing)", "print(-true)", "let $x be {}\nprint(-$x)", "print(-duration(1))", "print(-bytes(\"a\"))"}},
		{name: "text plus", message: "Cannot add text and \\w+ — convert it on purpose: text\\(x\\), or interpolate it: `\\.\\.\\.\\{x\\}`.*", located: true, snippet: []string{
			"print(\"a\" + nothing)", "print([1] + \"a\")", "print(\"a\" + {})", "print(bytes(\"a\") + \"b\")", "print(\"f\" + double)", "let $x be \"s\"\nset $x to $x + nothing", "print(\"a\" + 1 + nothing)", "print(\"f\" + length)"}},
		{name: "decimal with float", message: `cannot mix decimal and float; convert with float\(x\) or decimal\(\.\.\.\)`, located: true, snippet: []string{
			"print(1d + 1.5)", "print(1.0 < 2d)", "print(1d == 1.0)", "print([1d] == [1.0])", "print(0d / 0.0)", "print(1.5 ** 2d)", "print({\"a\": 1d} != {\"a\": 1.0})", "print(1 < 2.0 < 3d)", "let $x be 1d\nset $x to $x * 0.5"}},
		{name: "division by zero", message: `Division by zero`, located: true, snippet: []string{"print(1 / 0)", "print(1 // 0)", "print(1.5 / -0.0)", "print(2d / 0d)", "print(2 // 0.0)", "let $x be 0\nprint(5 / $x)", "let $x be 7\nset $x to $x // 0", "print(2 ** 70 // 0)"}},
		{name: "modulo by zero", message: `Modulo by zero`, located: true, snippet: []string{"print(1 % 0)", "print(1.5 % 0)", "print(2d % 0)", "let $x be 0\nprint(5 % $x)", "print(2 ** 70 % 0)"}},
		{name: "zero to a negative power", message: `Zero cannot be raised to a negative power`, located: true, snippet: []string{"print(0 ** -1)", "print(0.0 ** -2)", "print(0d ** -1)", "let $x be -1\nprint(0 ** $x)"}},
		{name: "power too large", message: `\*\*: result too large`, located: true, snippet: []string{"print(2 ** 20000000)", "print(3 ** 99999999)", "let $x be 10\nset $x to $x ** 100000000"}},
		{name: "decimal power not integral", message: `decimal \*\* non-integer exponent .*`, located: true, snippet: []string{"print(2d ** 0.5d)", "print(2 ** 1.5d)", "let $x be 1.5d\nprint($x ** $x)"}},
		{name: "decimal exponent", message: `decimal exponent too large`, located: true, snippet: []string{"print(2d ** 1000001)", "print(1.5d ** -2000000)", "print(1d ** (10 ** 20))"}},
		{name: "decimal power too large", message: `decimal power too large for an exact result .*`, located: true, snippet: []string{"print(1.5d ** 999999)", "print(10d ** 1000000 + 0 == 1)", "print(123456789d ** 500000)"}},
		{name: "complex order", message: `complex numbers are not ordered`, located: true, snippet: []string{"print(complex(1, 2) < 1)", "print(2 >= complex(0, 1))", "print(complex(1, 1) <= complex(1, 2))"}},
		{name: "array order", message: `arrays do not support ordering comparisons \(use elementwise functions\)`, located: true, snippet: []string{"print(array([1]) < array([2]))", "print(array([1]) >= 1)", "print(1 < array([1]))"}},
		{name: "order of times", message: `cannot order a \w+ and a \w+`, located: true, snippet: []string{"print(date(2024, 1, 1) < duration(1))", "print(datetime(2024, 1, 1) > date(2024, 1, 1))", "print(duration(1) <= datetime(2024, 1, 1))"}},
		{name: "in text", message: "`in` on text looks for a piece of text, got \\w+ — convert it first: text\\(x\\) in s", located: true, snippet: []string{"print(1 in \"a1\")", "print(nothing not in \"nothing\")", "print([1] in \"a\")"}},
		{name: "in what", message: "`in` needs a list, map, text or bytes on its right, got \\w+", located: true, snippet: []string{"print(1 in 5)", "print(\"a\" in nothing)", "print(1 not in double)", "print(1.0 in array([1]))"}},
		{name: "in bytes", message: `contains\(bytes, \.\.\.\): expected bytes or an integer 0\.\.=255, got \w+`, snippet: []string{"print(300 in bytes(\"a\"))", "print(\"a\" in bytes(\"a\"))", "print(-1 not in bytes(\"a\"))", "print(1.0 in bytes(\"a\"))"}},
		{name: "in mixes", message: "`(not )?in`: cannot mix decimal and float; .*", located: true, snippet: []string{"print(1d in [1.0])", "print(1.0 not in [2, 1d])", "print([1.0] in [[1d]])"}},
		{name: "match mixes", message: `match: cannot mix decimal and float; .*`, snippet: []string{"match 1d\n    is 1.0\n        print(1)", "match [1.0, 2]\n    is [1d, 2]\n        print(1)", "match {\"a\": 1d}\n    is {a: 1.0}\n        print(1)"}},
		{name: "variant pattern count", message: `variant \w+\.\w+ binds \d+ fields, got \d+`, snippet: []string{"match Shape.circle(1)\n    is Shape.circle(a, b)\n        print(a)", "match Shape.rect(1, 2)\n    is Shape.rect(a)\n        print(a)", "match Shape.dot\n    is Shape.dot(a)\n        print(a)"}},
		{name: "variant count", message: `variant \w+\.\w+ expects \d+ fields, got \d+`, located: true, snippet: []string{"print(Shape.circle())", "print(Shape.rect(1))", "print(Shape.rect(1, 2, 3))", "print(5 |> Shape.rect)", "print(apply([1], Shape.rect))"}},
		{name: "type count", message: `Type \w+ expects \d+ fields, got \d+`, located: true, snippet: []string{"print(Point(1))", "print(Point(1, 2, 3))", "print(Point())", "print(1 |> Point)", "print(apply([1], Point))"}},
		{name: "call", message: `Cannot call value of type \w+`, located: true, snippet: []string{"print((5)(1))", "print(\"a\"(1))", "print({\"k\": 1}.k())", "print([double][0](1)(2))", "nothing()", "print(Shape.dot())", "print(1 |> 2)", "let $x be 5\n$x(1)", "print(Shape(1))"}},
		{name: "too many arguments", message: `(task '\w+' takes|this lambda takes) \d+ arguments?, got \d+`, located: true, snippet: []string{"double(1, 2)", "print(((x) => x)(1, 2))", "print((() => 1)(1))", "add(1, 2, 3)", "print(1 |> double(2))", "double(say(\"a\", 1), say(\"b\", 2))", "double(1, 2, zz = 3)"}},
		{name: "missing argument", message: `(task '\w+' is|this lambda is) missing argument '\w+' — pass it, or give the parameter a default in the task: \w+ = …`, located: true, snippet: []string{
			"double()", "print(((x, y) => x)(1))", "add()", "add(b = 1)", "print(5 |> say())", "say(\"n\", zz = 1)", "double(y = 2)"}},
		{name: "unknown parameter", message: `unknown parameter '\w+'`, snippet: []string{"double(1, zz = 2)", "add(1, c = 2)", "print(sort([1], up = true))", "print(((x) => x)(1, y = 2))", "print(call(double, {\"x\": 1, \"q\": 2}))", "print(duration(years = 1))"}},
		{name: "duplicate argument", message: `duplicate argument '\w+'`, located: true, snippet: []string{"double(1, x = 2)", "add(1, b = 1, b = 2)", "print(int(\"5\", base = 10, base = 8))", "print(sort([1], desc = true, desc = false))", "print(((x) => x)(1, x = 2))"}},
		{name: "positional after named", message: `positional argument after named argument`, located: true, snippet: []string{"add(a = 1, 2)", "print(sort(items = [1], true))", "print(((x, y) => x)(x = 1, 2))"}},
		{name: "builtin takes at most", message: `[\w.]+\(\) takes at most \d+ arguments?, got \d+.*`, located: true, snippet: []string{"print(length(1, 2))", "print(round(1.5, 1))", "print(sort([1], true, 1))", "print(split(\"a\", \",\", 1))", "print(append([1], 2, 3, z = 4))", "print(keys())\nprint(keys({}, 1))", "print([1] |> length(2))", "raise(1, 2)"}},
		{name: "builtin needs", message: `\w+\(\) needs \d+ arguments?, got \d+`, located: true, snippet: []string{"print(length())", "print(append([1]))", "print(split(\"a\"))", "print(slice())", "print(upper())", "print(reduce([1]))", "print(contains([1]))"}},
		{name: "builtin without names", message: `[\w.]+\(\) does not accept named arguments \(got \w+ = …\); pass it by position`, located: true, snippet: []string{"print(length(x = [1]))", "print(append([1], value = 2))", "print(Point(x = 1, y = 2))", "print(Shape.circle(r = 1))", "print(split(\"a\", sep = \",\"))", "print(upper(t = 1, t = 2))"}},
		{name: "builtin names", message: `\w+\(\) has no argument named '\w+' \(named arguments it takes: .*\)`, located: true, snippet: []string{"print(int(\"5\", radix = 10))", "print(json_decode(\"1\", strict = true))", "print(sum([1], foo = 1))", "print(std([1, 2], dd = 1))"}},
		{name: "recursion", message: `maximum recursion depth exceeded`, snippet: []string{
			"task $x(n)\n    give $x(n + 1)\n$x(0)", "let deep be 0\ntask $x()\n    set deep to deep + 1\n    $x()\ntry\n    $x()\nrecover e\n    print(deep, e)\n$x()",
			"task $x(n)\n    give apply([n], $x)\n$x(0)", "let $x be (n) => n + $x(n)\nprint($x(1))", "let deep be 0\ntask $x(v)\n    set deep to deep + 1\n    give 1 + length(where([1], $x))\ntry\n    $x(1)\nrecover e\n    print(deep, e)\n$x(1)"}},
		{name: "iterate", message: `Cannot iterate over \w+ — each walks .*`, located: true, snippet: []string{"each x in 5\n    print(x)", "each x in nothing\n    print(x)", "each x in double\n    print(x)", "each x in 1.5\n    print(x)", "each x in array([1])\n    print(x)", "each x in true\n    print(x)"}},
		{name: "range step", message: `range\(\) arg 3 must not be zero`, snippet: []string{"each x in range(1, 5, 0)\n    print(x)", "print(range(1, 5, 0))", "let $x be 0\neach i in range(0, 3, $x)\n    print(i)"}},
		{name: "give or stop outside", message: `'give'/'stop' used outside of a task or loop`, final: true, snippet: []string{"give 1", "stop", "stop $v", "task $x()\n    stop\n$x()", "apply([1, 2], (x) => quit())\ntask quit()\n    stop", "when true\n    give", "sandbox\n    stop", "try\n    stop 1\nrecover e\n    print(e)",
			"task $x()\n    stop\nprint(apply([1, 2], $x))", "match 1\n    is 1\n        give 2"}},
		{name: "invariant", message: `Invariant violation: .*`, located: true, snippet: []string{"invariant: 1 > 2", "invariant \"must hold\": false", "invariant `x {1 + 1} y`: nothing", "let $x be 5\ninvariant \"small\": $x < 5", "invariant: \"\""}},
		{name: "raise", message: `(why|404|True|None|\[1, "a"\]|\{k: 1\}|raise expects a message|1\.5|boom.*)`, located: true, snippet: []string{"raise \"why\"", "raise(404)", "raise true", "raise nothing", "raise([1, \"a\"])", "raise {\"k\": 1}", "raise()", "raise 1.5", "raise `boom {1 + 1}`", "try\n    raise \"boom\"\nrecover e\n    raise e", "\"boom\" |> raise", "task $x()\n    raise \"boom\"\n$x()"}},
		{name: "exit code", message: `exit: the code must be an integer from 0 to 255, got .*`, located: true, snippet: []string{"exit(256)", "exit(-1)", "exit(1.5)", "exit(\"a\")", "exit(nothing)", "exit(true)"}},
		{name: "exit", message: `$^`, final: true, snippet: []string{"exit()", "exit($i)", "try\n    exit(3)\nrecover e\n    print(\"no\")", "apply([1, 2], (x) => exit(x))", "print(assert_error(() => exit(4)))"}},
		{name: "server statement", message: `(serve is only available .*|send can only be .*|proxy is only .*|'mount' is only .*|socket is only .*|expect can only be .*)`, located: false, snippet: []string{
			"serve on 8080\n    route \"GET /x\"\n        give 1", "stream\n    send 1", "proxy to \"http://x\"", "socket\n    print(1)", "expect body {a: text, b: number}"}},
		{name: "no agent", message: `No agent defined with name '\w+' \(.*\)`, located: true, snippet: []string{"spawn Nobody", "agent Worker\n    print(1)\nspawn Nobody", "spawn Nobody with a = 1"}},
		{name: "wait_for timeout", message: `wait_for timeout must be a number of seconds`, located: true, snippet: []string{"wait_for \"c\" timeout \"x\" as m", "wait_for \"c\" timeout nothing", "wait_for \"c\" timeout [1] as m"}},
		{name: "intent", message: `Cannot declare a new intent after execution has started\. .*`, snippet: []string{"intent: \"later\""}},
		{name: "protected call", message: `'\w+' is a protected builtin and this call does not resolve to it.*`, located: true, snippet: []string{"let print be 5\nprint(1)", "let declassify be 1\ndeclassify(2, \"r\")", "let is_private be \"x\"\nis_private(1)"}},
		{name: "labels", message: `(private: labels are off; .*|declassify: reason must be a non-empty text)`, snippet: []string{"print(private(1))", "print(declassify(1, \"\"))", "print(declassify(1, 5))"}},
		{name: "denied", message: `Capability not granted: .*`, snippet: []string{"sandbox\n    print(now())", "print(type_of(random()))", "print(read_file(\"main.syn\"))", "print(type_of(random_int(1, 6)))", "print(sandbox now())", "task $x()\n    sleep(0)\nsandbox\n    $x()", "print(type_of(env(\"HOME\")))", "write_file(\"a\", \"b\")",
			"task $x\n    sleep(0)\ncall_tool($x, nothing)", "print(fetch(\"http://x.test/\"))", "sandbox\n    require random\n    print(type_of(random()))", "print(list_dir(\".\"))", "print(run(\"true\"))"}},
		{name: "judge", message: `.*judge.*`, snippet: []string{"let $x be judge \"s\"\n    ok: whether \"good\"\nprint($x)"}},
	}
}

// faults raises errors of the catalogue, each in turn.
func (g *gen) faults(n int) {
	if g.chance(60) { // a later one is then an error
		g.tag("form intent")
		g.line(`intent: "raise errors"`)
	}
	g.prelude()
	cases := faultCases()
	for i := range 10 {
		c := cases[(n*10+i)%len(cases)]
		if c.final {
			continue
		}
		g.line("try")
		g.tag("form try")
		g.depth++
		g.surround(g.fault(c))
		g.depth--
		g.line("recover err")
		g.line(`    print("!", err)`)
	}
	last := n % (2 * len(cases))
	if last < len(cases) {
		g.surround(g.fault(cases[last]))
	}
}

// ending may end the program with an error.
func (g *gen) ending() {
	if !g.chance(45) {
		g.line(`print("end")`)
		return
	}
	g.surround(g.fault(pick(g, faultCases()...)))
}

// fault writes a snippet of a case.
func (g *gen) fault(c faultCase) string {
	text := pick(g, c.snippet...)
	for _, w := range []string{"task", "type", "enum", "let", "set", "each", "match", "raise", "serve", "stream", "proxy", "socket", "expect", "spawn", "agent", "wait_for",
		"intent", "invariant", "give", "stop", "sandbox", "try", "when", "judge", "require"} {
		for _, l := range strings.Split(text, "\n") {
			if t := strings.TrimSpace(l); t == w || strings.HasPrefix(t, w+" ") || strings.HasPrefix(t, w+":") {
				g.tag("form %s", w)
				break
			}
		}
	}
	if strings.Contains(text, "judge ") {
		g.tag("form judge")
	}
	name := g.fresh("z")
	text = strings.ReplaceAll(text, "$x", name)
	text = strings.ReplaceAll(text, "$i", sprintf("%d", g.n(4)))
	for strings.Contains(text, "$v") {
		text = strings.Replace(text, "$v", g.sample(kAny), 1)
	}
	return text
}

// surround puts statements into changing surroundings.
func (g *gen) surround(text string) {
	inner := func(format string, args ...any) {
		g.line(format, args...)
		g.depth++
		g.line("%s", text)
		g.depth--
	}
	switch g.n(14) {
	case 0:
		g.tag("form when")
		inner("when true")
	case 1:
		g.tag("form each list")
		inner("each turn in [1, 2]")
	case 2:
		g.tag("form task")
		name := g.fresh("t")
		inner("task %s()", name)
		g.line("%s()", name)
	case 3:
		g.tag("form task")
		name := g.fresh("t")
		inner("task %s(p = 1, q = [])", name)
		g.line("print([%s(2)])", name)
	case 4:
		g.tag("form sandbox")
		inner("sandbox")
	case 5:
		g.tag("form match")
		g.line("match [1, 2]\n    is [1, ...more]")
		g.depth += 2
		g.line("%s", text)
		g.depth -= 2
	case 6:
		g.tag("form try")
		g.line("try\n    raise \"first\"")
		inner("recover first")
	case 7:
		g.tag("form task")
		name := g.fresh("t")
		inner("task %s(v)", name)
		g.line("let held be %s", pick(g, "apply([1, 2], "+name+")", name+"(1)", "[1] |> where("+name+")", "reduce([1, 2], (a, b) => "+name+"(b))", "(5 |> "+name+")"))
	case 8:
		g.tag("form try")
		inner("try")
		g.line("recover err\n    print(\"again\", err)\n    raise err")
	case 9:
		g.tag("form while")
		g.line("let turns be 0")
		g.line("while turns < 2")
		g.depth++
		g.line("set turns to turns + 1")
		g.line("%s", text)
		g.depth--
	case 10:
		g.tag("form trace")
		inner(pick(g, "trace \"t\"", "measure \"m\""))
	default:
		g.line("%s", text)
	}
}
