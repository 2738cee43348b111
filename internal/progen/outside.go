package progen

import (
	"strings"

	"github.com/synrun/synrun/synsema/sig"
)

// Outside makes the program of a seed that uses builtins with a capability,
// within a directory of its own: files, archives, processes, databases in
// memory, the environment, memories. What differs from run to run
// (times, identifiers, absolute paths) is not printed.
func Outside(seed int) *Program {
	g := newGen(uint64(seed) | 1<<40)
	all := sessions()
	s := all[seed%len(all)]
	g.style = "outside " + s.name
	g.files["notes.txt"] = "one\ntwo\nthree todo\nfour\nfive"
	g.files["docs/a.md"] = "# Title\r\nTODO é\n"
	g.files["docs/deep/b.txt"] = "todo 1\ntodo 2\n"
	g.files["empty.txt"] = ""
	g.files["page.html"] = "<p>{title}</p>\n"
	g.prelude()
	s.make(g)
	g.line(`print("end")`)
	g.files["main.syn"] = g.source()
	return &Program{Seed: seed, Style: g.style, Args: append(append([]string{"run"}, g.flags...), "main.syn"), Files: g.files, Tags: g.tags}
}

// A session is a kind of program that has something to do with the outside.
type session struct {
	name string
	make func(g *gen)
}

func sessions() []session {
	return []session{
		{"files", (*gen).fileSession},
		{"archives", (*gen).archiveSession},
		{"processes", (*gen).processSession},
		{"sql", (*gen).sqlSession},
		{"memory", (*gen).memorySession},
		{"config", (*gen).configSession},
		{"rest", (*gen).restSession},
	}
}

// ExpectedOutside are the tags that a long run of such programs must have.
func ExpectedOutside() []string {
	var tags []string
	for _, list := range [][]outsideCall{fileCalls, archiveCalls, processCalls, sqlCalls, memoryCalls, configCalls, restCalls} {
		for _, c := range list {
			tags = append(tags, "builtin "+c.name)
		}
	}
	return tags
}

// An outsideCall is a builtin with pools for its arguments, and how its result
// is shown; %s stands for the call.
type outsideCall struct {
	name string
	show string
	args [][]string
}

// exact reports the arguments for which the pool has all that may be given:
// what one text is as the steps of a progress is open, a sleep of 2 ** 70
// seconds is one, small numbers are handles of the other calls, and the second
// implementation does not take nothing for an absent target (60 §60.2.2).
func (c *outsideCall) exact(j int) bool {
	switch c.name {
	case "create_progress":
		return j == 1
	case "complete_step": // whether an empty result is shown is open
		return j == 2
	case "sleep", "proc_select", "db_close":
		return true
	}
	return false
}

// play writes n calls of a list, each in turn and then any, with wrong and
// extreme arguments among the fitting ones.
func (g *gen) play(n int, list []outsideCall) {
	first := g.n(len(list))
	for i := range n {
		c := list[(first+i)%len(list)]
		if i >= len(list) {
			c = pick(g, list...)
		}
		g.tag("builtin %s", c.name)
		args := []string{}
		row := sig.Lookup(c.name)
		for j, pool := range c.args {
			if row != nil && j < len(row.Params) && row.Params[j].Opt && g.chance(40) {
				break
			}
			if g.chance(12) && !c.exact(j) {
				args = append(args, pick(g, `""`, "5", "-1", "nothing", "true", "[1]", `{"a": 1}`, "1.5", `"é"`, "2 ** 70", `bytes("x")`, "double"))
				continue
			}
			args = append(args, pick(g, pool...))
		}
		switch {
		case g.chance(3) && len(args) > 0:
			args = args[:len(args)-1]
		case g.chance(3) && !c.exact(len(args)):
			args = append(args, "1")
		case g.chance(2):
			args = append(args, "zz = 1")
		}
		call := sprintf("%s(%s)", c.name, strings.Join(args, ", "))
		if c.show == "" {
			g.show(call)
		} else {
			g.guarded("%s", strings.ReplaceAll(c.show, "%s", call))
		}
	}
}

var (
	poolPaths    = []string{`"notes.txt"`, `"docs/a.md"`, `"docs/deep/b.txt"`, `"docs"`, `"."`, `"out.txt"`, `"out/new.txt"`, `"out"`, `"empty.txt"`, `"nowhere.txt"`, `"docs/../notes.txt"`, `"../up.txt"`, `"docs/deep"`, `"page.html"`, `"docs//a.md"`}
	poolContents = []string{`"text\n"`, `""`, `bytes("00ff", "hex")`, `"é"`, "5", "true", "nothing", `{"a": 1}`, `as_secret("x")`}
	poolCounts   = []string{"1", "2", "0", "10", "-1", "1.9", `"2"`, "nothing", "2 ** 64"}
	poolOptions  = []string{"nothing", "{}", `{"recursive": true}`, `{"zz": 1}`, `{"recursive": nothing}`, "5"}
)

var fileCalls = []outsideCall{
	{"read_file", "", [][]string{poolPaths, poolCounts, poolCounts}},
	{"read_file_bytes", "", [][]string{poolPaths}},
	{"write_file", "", [][]string{poolPaths, poolContents}},
	{"append_file", "", [][]string{poolPaths, poolContents}},
	{"edit_file", "", [][]string{poolPaths, {`"one"`, `"todo"`, `""`, `"e"`, `"zzz"`, "1"}, {`"two"`, `""`, `"é"`, "1"}, {"true", "false", "1", "nothing"}}},
	{"list_dir", "print(sort(apply(%s, (x) => text(x))))", [][]string{poolPaths}},
	{"file_info", "let info be %s\nprint(type_of(info), get(info, \"size\"), get(info, \"type\"), get(info, \"exists\"))", [][]string{poolPaths}},
	{"file_exists", "", [][]string{poolPaths}},
	{"grep", "", [][]string{poolPaths, {`"todo"`, `"T"`, `"^t"`, `"("`, `""`, "1"}, {"nothing", "{}", `{"ignore_case": true}`, `{"glob": "*.md"}`, `{"max": 1}`, `{"context": 1}`, `{"zz": 1}`, `{"ignore_case": 1}`}}},
	{"delete_file", "", [][]string{poolPaths}},
	{"delete_dir", "", [][]string{poolPaths, poolOptions}},
	{"cwd", "print(type_of(%s))", nil},
}

func (g *gen) fileSession() {
	g.line("require %s", pick(g, `file.read(".")`, `file.read(".")`, `file.read("docs")`, `file.read("notes.txt")`))
	g.line("require %s", pick(g, `file.write(".")`, `file.write(".")`, `file.write("out")`, `file.write("notes.txt")`))
	g.play(16, fileCalls)
}

var poolEntries = []string{`[{"path": "a.txt", "bytes": "hi"}]`, `[]`, `[{"path": "d/b.bin", "bytes": bytes([0, 255])}, {"path": "a.txt", "bytes": "é"}]`, `[{"path": "../x", "bytes": "y"}]`,
	`[{"path": "/abs", "bytes": "y"}]`, `[{"path": ""}]`, `[5]`, `{"path": "a"}`, `[{"path": "big", "bytes": text_of(3000)}]`}

var archiveCalls = []outsideCall{
	{"zip_create", "print(length(%s) > 20)", [][]string{poolEntries, {"nothing", "{}", `{"zz": 1}`, "5"}}},
	{"tar_create", "print(length(%s) > 20)", [][]string{poolEntries, {"nothing", "{}", `{"gzip": true}`, `{"gzip": false}`, `{"zz": 1}`, "5"}}},
	{"zip_extract", "", [][]string{{"zipped(%E)", "zipped(%E)", "zipped(%E)", `bytes("no zip")`, `bytes("")`}, {`"out"`, `"docs"`, `"out/deep"`, `"notes.txt"`, `"../up"`}, {"nothing", "{}", `{"max_bytes": 10}`, `{"max_entries": 1}`, `{"zz": 1}`, `{"max_bytes": -1}`, "5"}}},
	{"tar_extract", "", [][]string{{"tarred(%E)", "tarred(%E)", "tarred(%E)", `bytes("no tar")`, `bytes("")`}, {`"out"`, `"docs"`, `"out/deep"`, `"notes.txt"`}, {"nothing", "{}", `{"max_bytes": 10}`, `{"max_entries": 1}`, `{"zz": 1}`, `{"max_bytes": -1}`, "5"}}},
}

func (g *gen) archiveSession() {
	g.line("require file.read(\".\")\nrequire file.write(%s)", pick(g, `"."`, `"."`, `"out"`))
	g.line("task text_of(n)\n    give join(apply(range(n), (i) => \"ab\"), \"\")")
	g.line("task zipped(entries)\n    give zip_create(entries)\ntask tarred(entries)\n    give tar_create(entries)")
	entries := poolEntries[g.n(len(poolEntries))]
	whole := g.written(func() { g.play(10, archiveCalls) })
	g.line("%s", strings.ReplaceAll(whole, "%E", entries))
	g.show(`sort(apply(list_dir("."), (x) => text(x)))`)
}

var processCalls = []outsideCall{
	{"run", "let r be %s\nprint(type_of(r), get(r, \"stdout\"), get(r, \"stderr\"), get(r, \"exit_code\"))", [][]string{
		{`"printf"`, `"cat"`, `"true"`, `"false"`, `"sh"`, `"no_such_command"`, `"./nowhere"`},
		{`["a b", "c"]`, `["-c", "echo out; echo err >&2; exit 3"]`, "[]", "nothing", `[true, nothing, 1.5]`, `["%s|", "é"]`, `"a"`, `["notes.txt"]`},
		{"5", "nothing", `"5"`, "10"},
		{"nothing", "{}", `{"stdin": "in"}`, `{"cwd": "docs"}`, `{"env": {"A": "1"}}`, `{"zz": 1}`, "5"}}},
	{"proc_spawn", "let p be %s\nprint(get(proc_wait(p, 5), \"exit_code\"))", [][]string{
		{`"true"`, `"false"`, `"printf"`, `"no_such_command"`}, {"[]", `["x"]`, "nothing", `"x"`}, {"nothing", "{}", `{"zz": 1}`, `{"cwd": "docs"}`}}},
	{"proc_send", "", [][]string{{"spawned()", "88", `"x"`, "nothing"}, {`"hello\n"`, `""`, `bytes("a\n")`, "5"}}},
	{"proc_recv", "print(get(%s, \"data\"))", [][]string{{"printed()", "99", `"x"`}, {"5", "nothing", `"x"`}}},
	{"proc_close_stdin", "", [][]string{{"spawned()", "88", "nothing"}}},
	{"proc_wait", "print(get(%s, \"exit_code\"))", [][]string{{`proc_spawn("true")`, `proc_spawn("false")`, "97", `"p"`}, {"5", "nothing", `"x"`}}},
	{"proc_status", "", [][]string{{"77", `"x"`, "nothing", "1.5"}}},
	{"proc_close", "", [][]string{{"77", `"x"`, "nothing", "spawned()"}}},
	{"proc_kill", "", [][]string{{"77", `"x"`, "nothing", "spawned()"}, {`"TERM"`, `"KILL"`, `"zz"`, "nothing", "9"}}},
	{"proc_select", "", [][]string{{"[]", `"x"`, "[99]", "[[1]]", "nothing"}, {"0", "nothing", `"x"`}}},
	{"proc_stats", "print(type_of(%s))", [][]string{{"77", `"x"`, "spawned()"}}},
}

func (g *gen) processSession() {
	g.line("require %s", pick(g, `exec("*")`, "exec", `exec("printf")`, `exec("cat")`))
	g.line("task spawned()\n    give proc_spawn(\"cat\")\ntask printed()\n    give proc_spawn(\"printf\", [\"line\\n\"])")
	g.play(7, processCalls)
}

var poolStatements = []string{`"CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, v REAL)"`, `"INSERT INTO t (name, v) VALUES (?, ?)"`, `"INSERT INTO t (name) VALUES ('x')"`, `"UPDATE t SET v = 1.5 WHERE id = ?"`, `"DELETE FROM t WHERE id > 2"`,
	`"SELECT id, name, v FROM t ORDER BY id"`, `"SELECT count(*) AS n FROM t"`, `"SELECT 1 AS a, 'x' AS b, NULL AS c, 2.5 AS d"`, `"SELECT ? AS p"`, `"SELEC 1"`, `""`, `"SELECT * FROM nowhere"`, `"BEGIN"`, `"COMMIT"`, `"ROLLBACK"`, `"INSERT INTO t (name) VALUES ('r') RETURNING id"`, `"DROP TABLE t"`, "5"}

var poolBindings = []string{"[]", "[1]", `["a", 2.5]`, "[nothing]", "[true]", `[bytes("b")]`, "[[1]]", "nothing", "5", `[date(2024, 2, 29)]`, "[2 ** 70]", "[1.50d]", `{"a": 1}`, `["é", nothing]`}

var sqlCalls = []outsideCall{
	{"sql", "", [][]string{poolStatements, poolBindings}},
	{"sql_exec", "", [][]string{poolStatements, poolBindings}},
	{"sql_batch", "", [][]string{poolStatements, {"[]", `[["a", 1], ["b", nothing]]`, "[[1]]", "[[]]", "[1]", "5", "nothing", `[["a"], [1, 2, 3]]`}}},
	{"sql_tables", "", nil},
	{"db_close", "", [][]string{{`":memory:"`, `"nowhere.db"`, "5"}}},
	{"db_open", "", [][]string{{`":memory:"`, `":memory:"`, `""`, `"ftp://x"`}, {`"memory"`, "nothing", `"x"`}}},
}

func (g *gen) sqlSession() {
	g.line(`require db(":memory:")`)
	if g.chance(85) {
		g.guarded(`print(db_open(":memory:"))`)
		g.guarded(`print(sql_exec("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, v REAL)"))`)
	}
	g.play(14, sqlCalls)
}

var (
	poolTasks = []string{`"sync"`, `"sync"`, `"sync"`, `"other"`, `""`}
	poolSteps = []string{`"fetch"`, `"load"`, `"zz"`, `""`}
)

var memoryCalls = []outsideCall{
	{"remember", "print(type_of(%s))", [][]string{{`"learning"`, `"pref"`, `""`}, {`"api is slow"`, `"é"`, `{"a": 1}`, "5"}, {`["api"]`, "[]", "nothing", `"x"`, "[1]"}}},
	{"recall", "print(collect(%s, \"content\"))", [][]string{{`"learning"`, "nothing", `"zz"`}, {`["api"]`, "nothing", "[]"}, {`"slow"`, "nothing", `"É"`}, {"nothing", `"any"`, `"all"`, `"zz"`}, {"nothing", "1", "0", "-1", `"x"`}}},
	{"forget_memory", "", [][]string{{`"nope"`, `remember("learning", "x")`, "nothing"}}},
	{"add_rule", "print(type_of(%s))", [][]string{{`"size"`, `"tidy"`, `""`}, {`"must"`, `"avoid"`, `"prefer"`, `"zz"`}, {`"height <= 120"`, `"leave cups"`, `""`, `"a == 1"`}, {`"draw"`, "nothing"}}},
	{"get_rules", "print(collect(%s, \"name\"))", [][]string{{`"draw"`, "nothing", `"zz"`}}},
	{"check_rules", "print(collect(%s, \"rule\"))", [][]string{{`"draw"`, "nothing"}, {`{"height": 130}`, "{}", "nothing", `{"a": 2}`, `{"height": "x"}`}}},
	{"create_progress", "print(type_of(%s))", [][]string{poolTasks, {`["fetch", "load"]`, "[]", "nothing", `["a", "a"]`}}},
	{"start_step", "print(type_of(%s))", [][]string{poolTasks, poolSteps}},
	{"complete_step", "print(type_of(%s))", [][]string{poolTasks, poolSteps, {`"ok"`, "nothing", "5"}}},
	{"fail_step", "print(type_of(%s))", [][]string{poolTasks, poolSteps, {`"no network"`, "nothing", "5"}}},
	{"progress_percent", "", [][]string{poolTasks}},
	{"progress_display", "", [][]string{poolTasks}},
	{"resume_point", "", [][]string{poolTasks}},
	{"memory_summary", "print(type_of(%s))", nil},
}

func (g *gen) memorySession() {
	if g.chance(90) {
		g.line(`require memory("doc")`)
	}
	if g.chance(80) {
		g.guarded(`print(type_of(create_progress("sync", ["fetch", "load"])))`)
	}
	g.play(16, memoryCalls)
}

var configCalls = []outsideCall{
	{"env", "", [][]string{{`"PROGEN_ABSENT"`, `"PROGEN_NOT"`, `""`, `"A=B"`}, {`"dflt"`, "nothing", "5", `["x"]`}}},
	{"secret", "print(text(%s))", [][]string{{`"PROGEN_ABSENT"`, `"PROGEN_NOT"`, `""`}, {`"dflt"`, "nothing", "5", `as_secret("in")`}}},
	{"reveal", "", [][]string{{`as_secret("s3")`, `as_secret("a", "NAME")`, `"plain"`, `secret("PROGEN_ABSENT", "x")`}}},
	{"as_secret", "print(text(%s))", [][]string{{`"s"`, `bytes("b")`, `as_secret("x", "L")`}, {`"LABEL"`, "nothing", `""`}}},
	{"bearer", "print(text(%s))", [][]string{{`as_secret("t", "TOKEN")`, `"plain"`}}},
	{"basic", "print(text(%s))", [][]string{{`"ann"`, `as_secret("u")`}, {`as_secret("pw", "PW")`, `"plain"`}}},
	{"args", "", nil},
	{"read_line", "", [][]string{{`"name? "`, "nothing", `""`}}},
	{"eprint", "", [][]string{{`"to stderr"`, "1.5", "[1]"}, {`"é"`, "nothing"}}},
	{"flush", "", nil},
	{"print", "%s", [][]string{{`"a"`, "[1]"}, {"nothing", "1.50d"}}},
}

func (g *gen) configSession() {
	g.line("require %s", pick(g, `env("PROGEN_ABSENT")`, "env", `env("PROGEN_*")`))
	g.line("require %s", pick(g, `secret("PROGEN_ABSENT")`, "secret", "reveal"))
	if g.chance(60) {
		g.line("require reveal")
	}
	if g.chance(60) {
		g.line("require stdin")
	}
	g.play(16, configCalls)
}

var restCalls = []outsideCall{
	{"now", "print(type_of(%s))", nil},
	{"sleep", "", [][]string{{"0", "0.001", "-1", "nothing", `"0"`}}},
	{"random", "print(%s <= 1)", [][]string{{"rng(42)", "rng(7)"}}},
	{"random_int", "print(type_of(%s))", [][]string{{"rng(1)", "rng(2 ** 70)"}, {"0", "-5", "2d", "10"}, {"9", "0", "2 ** 64", "1.5"}}},
	{"random_bytes", "print(length(%s))", [][]string{{"0", "1", "16", "1048576", "1048577", "-1", "1.5"}}},
	{"token", "print(length(%s))", [][]string{{"0", "1", "16", "32", "1048577", "-1", "1.5"}}},
	{"platform", "print(type_of(%s))", nil},
	{"self_path", "print(type_of(%s))", nil},
	{"steps", "print(type_of(%s))", nil},
	{"eig", "print(sort(apply(%s[\"values\"], (z) => round_to(real(z), 9))))", [][]string{{"array([[2, 0], [0, 3]])", "array([[1, 2], [2, 1]])", "array([1, 2])", "array([[1, 2]])", "[[1, 0], [0, 1]]", "array([[nan, 0], [0, 1]])"}}},
	{"svd", "print(round_to(%s[\"s\"], 9))", [][]string{{"array([[2, 0], [0, 3]])", "array([[1, 2], [3, 4], [5, 6]])", "array([1, 2])", "[[1, 0], [0, 1]]", "array([[nan]])", "array([[0, 0], [0, 0]])"}}},
	{"llm_usage", "print(type_of(%s))", nil},
	{"agents", "", nil},
	{"agent_stop", "", [][]string{{`"Nobody_0"`, "5", "nothing"}, {`"why"`, "nothing"}}},
	{"render", "print(get(%s, \"body\"))", [][]string{{`"page.html"`, `"nowhere.html"`, `"docs/a.md"`}, {`{"title": "<b>"}`, "{}", "nothing", "5"}}},
}

func (g *gen) restSession() {
	for _, r := range []string{"time", "random", `file.read(".")`} {
		if g.chance(90) {
			g.line("require %s", r)
		}
	}
	g.play(14, restCalls)
}
