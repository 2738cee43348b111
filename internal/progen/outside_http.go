package progen

// What programs send to the server (server.go), and what they may not send.
var (
	poolURLs = []string{`"http://SERVER/echo"`, `"http://SERVER/echo?x=1#part"`, `"http://SERVER"`, `"http://SERVER/é%20?q=é"`, `"HTTP://SERVER/echo"`, `"http://ann:p%40ss@SERVER/echo"`,
		`"http://SERVER/json"`, `"http://SERVER/nojson"`, `"http://SERVER/missing"`, `"http://SERVER/error"`, `"http://SERVER/moved"`, `"http://SERVER/chunks"`, `"http://SERVER/bytes"`,
		`"http://SERVER/bare"`, `"http://SERVER/early"`, `"http://SERVER/broken"`, `"http://127.0.0.1:99999/x"`, `"ftp://SERVER/x"`, `"http://[zz]/"`, `"http:///x"`, `"http://a b/"`,
		`"http://a@b@SERVER/"`, `"http://127.0.0.1:x/"`, `"http://10.0.0.1/"`, `"http://[::1]:1/"`, `"http://169.254.169.254/"`, `"http://h.test\\x/"`, `"SERVER/echo"`}
	poolHeaders = []string{"nothing", "{}", `{"X-A": "1", "x-b": true, "X-C": nothing}`, `{"Authorization": bearer("t")}`, `{"Host": "evil", "Content-Length": "99", "Connection": "x"}`,
		`{"bad name": "x"}`, `{"X": "a\r\nB: c"}`, `{"X": as_secret("k")}`, `{"Content-Type": "text/x"}`, `{"": "x"}`, `{"X-A": 1.50d, "x-a": [1]}`, `{"User-Agent": "u"}`, `{"X": "é"}`}
	poolQueries  = []string{"nothing", "{}", `{"a": 1, "q": "a b&c"}`, `{"é": true, "n": nothing}`, `{"l": [1], "~-._": "*"}`}
	poolBodies   = []string{"nothing", `"text"`, `""`, `bytes("00ff", "hex")`, `{"a": 1, "b": [true, nothing]}`, "[1, 2.5]", "5", "true", `as_secret("b")`, `{"f": double}`, `{"s": as_secret("b")}`}
	poolMethods  = []string{`"GET"`, `"get"`, `"POST"`, `"HEAD"`, `"PATCH"`, `"BREW"`, `"G T"`, `"DELETE"`}
	poolSeconds  = []string{"20", "nothing", "19.5", "0", `"x"`}
	poolRequests = append([]string{`{"method": "put", "body": "x"}`, `{"headers": {"X": "1"}, "timeout": 20}`, `{"zz": 1}`, `{"tls_pin": nothing}`, `{"method": nothing}`, `{"attested": {}}`, "{}"}, poolMethods...)
)

var httpCalls = []outsideCall{
	{"http", "", [][]string{poolMethods, poolURLs, poolHeaders, poolQueries, poolBodies, poolSeconds}},
	{"http_bytes", "", [][]string{poolMethods, poolURLs, poolHeaders, poolQueries, poolBodies, poolSeconds}},
	{"http_get", "", [][]string{poolURLs, poolHeaders, poolQueries, poolSeconds}},
	{"http_post", "", [][]string{poolURLs, poolBodies, poolHeaders, poolSeconds}},
	{"http_put", "", [][]string{poolURLs, poolBodies, poolHeaders, poolSeconds}},
	{"http_delete", "", [][]string{poolURLs, poolHeaders, poolSeconds}},
	{"fetch", "", [][]string{poolURLs, poolRequests, poolHeaders, poolBodies, poolSeconds}},
}

func (g *gen) httpSession() {
	g.line("require %s", pick(g, `net("127.0.0.1")`, `net("127.0.0.1")`, `net("SERVER")`, `net("http://u:p@SERVER/x")`, "net", `net("*.test")`))
	g.play(14, httpCalls)
}

// The program that asks may lend what it has itself.
var (
	poolSources = []string{`"print(1)"`, `"print(2)\neprint(3)\nprint(1 / 0)"`, `"let x = "`, `"print(text(args()), env(\"A\", \"no\"))\nrequire env(\"A\")"`,
		`"require env(\"A\")\nprint(env(\"A\", \"no\"))"`, `"require file.read(\"notes.txt\")\nprint(length(read_file(\"notes.txt\")))"`, `"require exec(\"true\")\nprint(run(\"true\")[\"exit_code\"])"`,
		`"print(type_of(now()), read_line())"`, `""`, `"require file.read(\"docs\")\nprint(list_dir(\"docs\"))\nraise(\"é\")"`}
	poolRunOptions = []string{"nothing", "{}", `{"ceiling": "stdout"}`, `{"ceiling": "stdout,file.read=notes.txt", "profile": "native"}`, `{"ceiling": "none"}`, `{"ceiling": "zz"}`, `{"ceiling": 5}`,
		`{"ceiling": {"file.read": ["docs"]}, "profile": "native"}`, `{"profile": "native", "ceiling": "stdout,env=A", "env": {"A": "1"}}`, `{"env": {"A": 1}}`, `{"env": {"A": as_secret("s")}}`, `{"env": 5}`,
		`{"timeout": 0}`, `{"timeout": "x"}`, `{"timeout": 60}`, `{"cwd": "docs", "ceiling": "stdout,file.read=notes.txt,exec=true", "profile": "native"}`, `{"cwd": 5}`, `{"filename": "inner.syn"}`,
		`{"filename": nothing}`, `{"profile": "x"}`, `{"zz": 1}`, `{"profile": nothing, "ceiling": "sandbox"}`}
)

var programCalls = []outsideCall{
	{"run_program", "let r be %s\nprint(keys(r))\nprint(r[\"ok\"], r[\"output\"], r[\"errors\"], r[\"exit\"], r[\"timed_out\"])\n" +
		"each a in r[\"audit\"]\n    print(a[\"context\"], a[\"capability\"], a[\"granted\"], a[\"source\"], a[\"reason\"], a[\"origin\"], a[\"file\"], a[\"line\"])",
		[][]string{poolSources, poolRunOptions}},
}

func (g *gen) programSession() {
	for _, r := range []string{"sandbox_run", `file.read("notes.txt")`, `file.read("docs")`, `exec("true")`, `env("A")`} {
		if g.chance(85) {
			g.line("require %s", r)
		}
	}
	g.play(4, programCalls)
}
