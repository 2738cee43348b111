package progen

import (
	"slices"
	"strings"
)

var (
	poolPaths    = []string{`"notes.txt"`, `"docs/a.md"`, `"docs/deep/b.txt"`, `"docs"`, `"."`, `"out.txt"`, `"out/new.txt"`, `"out"`, `"empty.txt"`, `"nowhere.txt"`, `"docs/../notes.txt"`, `"../up.txt"`, `"docs/deep"`, `"page.html"`, `"docs//a.md"`, `"docs/*"`, `"notes.txt/"`, `"notes.txt/x"`, `"./docs/."`, `"~/progen"`, `"/nowhere/x"`, `"docs\\a.md"`}
	poolContents = []string{`"text\n"`, `""`, `bytes("00ff", "hex")`, `"é"`, "5", "true", "nothing", `{"a": 1}`, `as_secret("x")`}
	poolCounts   = []string{"1", "2", "3", "10", "1.9", `"2"`, "1"}
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
	{"grep", "", [][]string{poolPaths, {`"todo"`, `"T"`, `"^t"`, `"("`, `""`, "1"}, {"nothing", "{}", `{"ignore_case": true}`, `{"glob": "*.md"}`, `{"max_results": 1}`, `{"max_results": 0, "regex": true}`, `{"regex": true, "ignore_case": true}`, `{"zz": 1}`, `{"ignore_case": 1}`}}},
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
	`[{"path": "/abs", "bytes": "y"}]`, `[{"path": ""}]`, `[5]`, `{"path": "a"}`, `[{"path": "big", "bytes": text_of(3000)}]`,
	`[{"path": "a.txt", "from": "notes.txt"}, {"path": "b", "from": "docs/a.md"}]`, `[{"path": "a", "from": "nowhere.txt"}]`, `[{"path": "a", "from": "../up"}]`, `[{"path": "a", "from": 5}]`,
	`[{"path": "a", "bytes": 5}]`, `[{"path": "a", "bytes": "x", "from": "notes.txt"}]`, `[{"path": "a", "zz": 1}]`, `[{"path": "a\\b/./c", "bytes": "x"}]`, `[{"path": 5, "bytes": "x"}]`}

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

var (
	poolLive     = []string{"spawned()", "ended()", "killed()", "printed()", "echoed()"}
	poolDead     = []string{"closed()", "88"}
	poolTimeouts = []string{"20", "nothing", `"20"`, "25.5"}
)

var processCalls = []outsideCall{
	{"run", "let r be %s\nprint(type_of(r), get(r, \"stdout\"), get(r, \"stderr\"), get(r, \"exit_code\"), get(r, \"stdout_truncated\"))", [][]string{
		{`"printf"`, `"cat"`, `"true"`, `"false"`, `"sh"`, `"no_such_command"`, `"./nowhere"`},
		{`["a b", "c"]`, `["-c", "echo out; echo err >&2; exit 3"]`, "[]", "nothing", `[true, nothing, 1.5]`, `["%s|", "é"]`, `["notes.txt"]`, `["-c", "kill -9 $$"]`},
		{"20", "nothing", `"20"`, "30.5"},
		{"nothing", "{}", `{"stdin": "in"}`, `{"cwd": "docs"}`, `{"env": {"A": "1"}}`, `{"max_output": 2}`, `{"stdin": bytes("ff", "hex"), "max_output": "2"}`}}},
	{"proc_spawn", "let p be %s\nprint(p, get(proc_wait(p, 20), \"exit_code\"))", [][]string{
		{`"true"`, `"false"`, `"printf"`, `"no_such_command"`}, {"[]", `["x"]`, "nothing"},
		{"nothing", "{}", `{"cwd": "docs"}`, `{"line_mode": false}`, `{"stderr": "merge"}`, `{"on_full": "drop_oldest", "max_queue": 1}`, `{"stderr": "x"}`, `{"max_queue": 0}`, `{"max_queue_bytes": "1"}`, `{"pty": 1}`, `{"cols": 80}`, `{"env": {"A": as_secret("s")}}`, `{"env": {"LD_PRELOAD": "x"}}`, `{"process_group": nothing}`}}},
	{"proc_send", "", [][]string{{"spawned()", "spawned()", "half()", "closed()"}, {`"hello\n"`, `""`, `bytes("a\n")`}}},
	{"proc_recv", "", [][]string{{"printed()", "echoed()", "ended()", "killed()", "closed()"}, poolTimeouts}},
	{"proc_close_stdin", "", [][]string{slices.Concat(poolLive, poolDead)}},
	{"proc_wait", "", [][]string{{`proc_spawn("true")`, `proc_spawn("false")`, "killed()", "echoed()", "closed()"}, poolTimeouts}},
	{"proc_status", "", [][]string{{"spawned()", "ended()", "killed()", "closed()", "88"}}},
	{"proc_close", "", [][]string{slices.Concat(poolLive, poolDead)}},
	{"proc_kill", "", [][]string{slices.Concat(poolLive, poolDead), {`"TERM"`, `"KILL"`, `"sigterm"`, "nothing"}}},
	{"proc_select", "", [][]string{{"[]", "{}", "[printed()]", "[closed(), printed()]", `{"a": echoed()}`, `{"x": ended()}`, "[killed()]"}, poolTimeouts}},
	{"select", "", [][]string{{"[]", "{}", "[printed()]", "[closed()]", `{"a": echoed()}`, `{"x": ended()}`, "[killed(), 88]"}, poolTimeouts}},
	{"proc_stats", "let s be %s\nprint(keys(s))\nprint(s[\"cmd\"], s[\"status\"], s[\"exit_code\"], s[\"pty\"], s[\"tree\"], s[\"dropped\"], s[\"uptime\"] < 1000)", [][]string{{"spawned()", "ended()", "killed()", "closed()"}}},
	{"proc_resize", "", [][]string{slices.Concat(poolLive, poolDead), {"80", "132.0"}, {"24", "1"}}},
}

func (g *gen) processSession() {
	g.line("require %s", pick(g, `exec("*")`, `exec("*")`, "exec", `exec("printf")`, `exec("cat")`))
	g.line(strings.TrimSpace(`
task spawned()
    give proc_spawn("cat")
task printed()
    give proc_spawn("printf", ["line\\n"])
task ended()
    let p be proc_spawn("true")
    proc_wait(p, 20)
    give p
task killed()
    let p be proc_spawn("cat")
    proc_kill(p, "KILL")
    proc_wait(p, 20)
    give p
task half()
    let p be spawned()
    proc_close_stdin(p)
    give p
task echoed()
    let p be spawned()
    proc_send(p, "a\\r\\n\\né")
    proc_close_stdin(p)
    give p
task closed()
    let p be spawned()
    proc_close(p)
    give p`))
	g.play(12, processCalls)
}

var poolStatements = []string{`"CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, v REAL)"`, `"INSERT INTO t (name, v) VALUES (?, ?)"`, `"INSERT INTO t (name) VALUES ('x')"`, `"UPDATE t SET v = 1.5 WHERE id = ?"`, `"DELETE FROM t WHERE id > 2"`,
	`"SELECT id, name, v FROM t ORDER BY id"`, `"SELECT count(*) AS n FROM t"`, `"SELECT 1 AS a, 'x' AS b, NULL AS c, 2.5 AS d"`, `"SELECT ? AS p"`, `"SELEC 1"`, `""`, `"SELECT * FROM nowhere"`, `"BEGIN"`, `"COMMIT"`, `"ROLLBACK"`, `"INSERT INTO t (name) VALUES ('r') RETURNING id"`, `"DROP TABLE t"`, "5",
	`"SELECT typeof(?) AS t, ? AS v"`, `"SELECT a.id, b.id FROM t a, t b"`, `"SELECT x'00ff' AS b, 1e400 AS i, -0.0 AS z, 9223372036854775807 + 1 AS f"`, `"INSERT INTO t (name) VALUES ('a'); DELETE FROM t"`,
	`"ATTACH 'x.db' AS y"`, `"VACUUM INTO 'y.db'"`, `"WITH c AS (SELECT 1 AS n) SELECT n FROM c"`, `"INSERT INTO t (id) VALUES (1)"`, `"CREATE TABLE u (d DATE, b BOOLEAN, t TEXT)"`, `"INSERT INTO u VALUES (?, ?, ?)"`, `"SELECT * FROM u"`, `"-- nothing"`}

var poolBindings = []string{"[]", "[1]", `["a", 2.5]`, "[nothing]", "[true]", `[bytes("b")]`, "[[1]]", "nothing", "5", `[date(2024, 2, 29)]`, "[2 ** 70]", "[1.50d]", `{"a": 1}`, `["é", nothing]`, "[nan, inf]", `[as_secret("s"), double]`, "[complex(1, 2), duration(1)]", "[date(2024, 2, 29), true, 5]", "[-0.0, -(2 ** 63)]"}

var sqlCalls = []outsideCall{
	{"sql", "", [][]string{poolStatements, poolBindings}},
	{"sql_exec", "", [][]string{poolStatements, poolBindings}},
	{"sql_batch", "", [][]string{poolStatements, {"[]", `[["a", 1], ["b", nothing]]`, "[[1]]", "[[]]", "[1]", "5", "nothing", `[["a"], [1, 2, 3]]`}}},
	{"sql_tables", "", nil},
	{"db_close", "", [][]string{{`":memory:"`, `"data.db"`, `"nowhere.db"`, "5", "[1]", `as_secret("s")`}}},
	{"db_open", "", [][]string{{`":memory:"`, `":memory:"`, `"data.db"`, `"./data.db"`, `"nowhere/data.db"`, `"docs"`, `"ftp://x"`}, {`"memory"`, "nothing", `"x"`, `"readonly"`, `"readwrite"`}}},
}

func (g *gen) sqlSession() {
	g.line("require %s", pick(g, `db(":memory:")`, `db(":memory:")`, "db", `db("*")`, `db("data.db")`))
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
	{"create_progress", "print(type_of(%s))", [][]string{poolTasks, {`["fetch", "load"]`, "[]", "nothing", `["a", "a"]`, "[1, nothing]", "[[]]"}}},
	{"start_step", "print(type_of(%s))", [][]string{poolTasks, poolSteps}},
	{"complete_step", "print(type_of(%s))", [][]string{poolTasks, poolSteps, {`"ok"`, "nothing", "5", "[1]", "true", "double", "2 ** 70"}}},
	{"fail_step", "print(type_of(%s))", [][]string{poolTasks, poolSteps, {`"no network"`, "nothing", "5"}}},
	{"progress_percent", "", [][]string{poolTasks}},
	{"progress_display", `print(replace_re(%s, "\\(\\d+ms\\)", "(ms)"))`, [][]string{poolTasks}},
	{"resume_point", "", [][]string{poolTasks}},
	{"memory_summary", "print(type_of(%s))", nil},
}

func (g *gen) memorySession() {
	if g.chance(90) {
		g.line(`require memory("doc")`)
	} else {
		g.flags = nil // whether the refusal of a memory without a name is on record is open
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
	{"sleep", "", [][]string{{"0", "0.001", "-1", "nothing", `"0"`, "true", "[1]", "double", "0d", `bytes("x")`}}},
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
	{"llm_step", "", [][]string{{`"hi"`, `""`, "5"}, {"[]", `[{"name": "find", "describe": "d", "params": ["q", 3]}]`, "nothing", `["junk"]`}, {`""`, `"c"`, "nothing"}}},
	{"llm_stream", "", [][]string{{`"hi"`, `""`, "5"}, {`""`, `"c"`, "nothing"}, {"double", `((piece) => raise("called"))`, "say"}}},
	{"agents", "", nil},
	{"agent_stop", "", [][]string{{`"Nobody_0"`, "5", "nothing"}, {`"why"`, "nothing"}}},
	{"render", "print(get(%s, \"body\"))", [][]string{{`"page.html"`, `"nowhere.html"`, `"docs/a.md"`}, {`{"title": "<b>"}`, "{}", "nothing", "5"}}},
}

func (g *gen) restSession() {
	for _, r := range []string{"time", "random", "llm", `file.read(".")`} {
		if g.chance(90) {
			g.line("require %s", r)
		}
	}
	g.play(16, restCalls)
}
