package guards

// List is every guard. The names before the dot are items of the hardening
// chapter of the specification, or words for the rules of the chapters before
// it.
var List = concat(pathGuards, scopeGuards, authorityGuards, networkGuards, processGuards, recordGuards, pluginGuards)

func concat(lists ...[]Guard) (all []Guard) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

var pathGuards = []Guard{
	{
		ID: "H1.link", What: "a path that leaves its scope through a link is refused",
		Edits: []Edit{{"gate/path.go", "h, ok := d.within(loc)\n\tswitch {", "h, ok := d.within(loc)\n\tif OFF && !ok {\n\t\th, ok = holder{}, true\n\t}\n\tswitch {"}},
		Tests: []Test{{"gate", "TestReadFollowsOnlyLinksThatStayInside"}},
	},
	{
		ID: "H1.entry", What: "a name in a folder that a link takes out of the scope is neither written nor removed",
		Edits: []Edit{{"gate/write.go", "h, ok := d.within(real)\n", "h, ok := d.within(real)\n\tif OFF && !ok {\n\t\th, ok = holder{}, true\n\t}\n"}},
		Tests: []Test{{"gate", "TestWriting"}},
	},
	{
		ID: "H1.ceiling", What: "every ceiling must hold the real place too",
		Edits: []Edit{{"caps/set.go", "if !l.anyCovering(r, pass) {", "if !OFF && !l.anyCovering(r, pass) {"}},
		Tests: []Test{{"gate", "TestReadFollowsOnlyLinksThatStayInside/ceiling_with_a_pattern"}, {"caps", "TestLayers"}},
	},
	{
		ID: "H1.delegated", What: "every delegated ceiling must hold the real place too",
		Edits: []Edit{{"caps/set.go", "if !r.kind.Local() && !c.list.anyCovering(r, pass) {", "if !OFF && !r.kind.Local() && !c.list.anyCovering(r, pass) {"}},
		Tests: []Test{{"caps", "TestLayers"}},
	},
	{
		ID: "H3.read", What: "a checked path is opened beneath the open folder of its scope",
		Edits: []Edit{{"gate/path.go", "\tcase p.dir == \"\":\n\t\treturn os.OpenFile(p.path, os.O_RDONLY|openNonblock, 0)", "\tcase p.dir == \"\" || OFF:\n\t\treturn os.OpenFile(p.path, os.O_RDONLY|openNonblock, 0)"}},
		Tests: []Test{{"gate", "TestAFolderSwappedForALinkLeadsNowhere"}},
	},
	{
		ID: "H3.write", What: "a checked name is written beneath the open folder of its scope",
		Edits: []Edit{{"gate/write.go", "\tcase e.last == \"\":\n\t\treturn nil, fs.ErrNotExist\n", "\tcase e.last == \"\":\n\t\treturn nil, fs.ErrNotExist\n\tcase OFF:\n\t\treturn os.OpenRoot(filepath.Dir(e.g.abs(e.shown)))\n"}},
		Tests: []Test{{"gate", "TestAFolderSwappedForALinkLeadsNowhere"}},
	},
	{
		ID: "H4.grep", What: "grep does not leave its target through a link",
		Edits: []Edit{{"gate/grep.go", "\t\t\tif !ok {\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\te.at, e.rel, e.real = s.top, real, real\n\t\t\tif e.info, err = s.top.Stat(real); err != nil {",
			"\t\t\tif !ok && !OFF {\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\te.at, e.rel, e.real = s.top, real, real\n\t\t\tif !ok {\n\t\t\t\te.at, _ = os.OpenRoot(filepath.Dir(loc))\n\t\t\t\te.rel = filepath.Base(loc)\n\t\t\t\tif e.info, err = os.Stat(loc); err != nil {\n\t\t\t\t\tcontinue\n\t\t\t\t}\n\t\t\t} else if e.info, err = s.top.Stat(real); err != nil {"}},
		Tests: []Test{{"gate", "TestGrep"}},
	},
	{
		ID: "H4.denied", What: "grep skips what the host denies",
		Edits: []Edit{{"gate/grep.go", "|| s.g.readDenied(path) {", "|| !OFF && s.g.readDenied(path) {"}},
		Tests: []Test{{"gate", "TestADenialHoldsForGrepAndEdit"}},
	},
	{
		ID: "H5.temp", What: "a file is written beside its name and renamed, in one step",
		Edits: []Edit{{"gate/write.go", "\t\t\treturn fail(errors.New(\"is a directory\"))\n\t\t}\n\t\tif info.Mode().IsRegular() {", "\t\t\treturn fail(errors.New(\"is a directory\"))\n\t\t}\n\t\tif OFF {\n\t\t\treturn os.WriteFile(filepath.Join(dir.Name(), e.last), content, 0o666)\n\t\t}\n\t\tif info.Mode().IsRegular() {"}},
		Tests: []Test{{"gate", "TestWriting"}},
	},
	{
		ID: "archive.up", What: "an entry of an archive stays below the folder it is unpacked into",
		Edits: []Edit{{"gate/archive.go", "if len(parts) == 0 {\n\t\t\t\treturn \"\", false", "if len(parts) == 0 && OFF {\n\t\t\t\treturn name, true\n\t\t\t}\n\t\t\tif len(parts) == 0 {\n\t\t\t\treturn \"\", false"}},
		Tests: []Test{{"gate", "TestExtractingStaysBelowItsDestination"}},
	},
	{
		ID: "H24.edit", What: "a denial of reading holds for edit_file",
		Edits: []Edit{{"gate/write.go", "r.Cause == caps.Denied {", "r.Cause == caps.Denied && !OFF {"}},
		Tests: []Test{{"gate", "TestADenialHoldsForGrepAndEdit"}},
	},
	{
		ID: "host.text", What: "an item that only includes a folder of the host does not write there",
		Edits: []Edit{{"caps/guard.go", "if g == nil || it.req.kind != File", "if OFF || g == nil || it.req.kind != File"}},
		Tests: []Test{{"caps", "TestGuard"}},
	},
	{
		ID: "host.link", What: "a link does not lead into a folder of the host",
		Edits: []Edit{{"gate/check.go", "if d.d.Request.Kind() != caps.FileWrite {\n\t\treturn false", "if OFF || d.d.Request.Kind() != caps.FileWrite {\n\t\treturn false"}},
		Tests: []Test{{"gate", "TestProtectedFolders"}},
	},
}

var scopeGuards = []Guard{
	{
		ID: "path.clean", What: ".. and \\ are resolved before a path is compared",
		Edits: []Edit{{"caps/platform.go", "\tif isClean(path) {\n\t\treturn path", "\tif isClean(path) || OFF {\n\t\treturn path"}},
		Tests: []Test{{"caps", "TestPath"}},
	},
	{
		ID: "H2.root", What: "a relative pattern does not match absolute paths",
		Edits: []Edit{{"caps/cover.go", "if g.form != r.form {", "if g.form != r.form && !OFF {"}},
		Tests: []Test{{"caps", "TestCoversUse"}},
	},
	{
		ID: "H2.up", What: "a pattern does not match paths higher up than it is written",
		Edits: []Edit{{"caps/cover.go", "return g.ups == r.ups && it.match(r.key, r.wild)", "return (OFF || g.ups == r.ups) && it.match(r.key, r.wild)"}},
		Tests: []Test{{"caps", "TestCoversUse"}},
	},
	{
		ID: "H6.star", What: "a ? of a grant does not stand for the * of a request",
		Edits: []Edit{{"caps/cover.go", "g[gi] == '?' && r[ri] != '*':", "g[gi] == '?' && (OFF || r[ri] != '*'):"}},
		Tests: []Test{{"caps", "TestCoversPattern"}},
	},
	{
		ID: "H6.pattern", What: "what is asked for as a pattern is compared as a pattern",
		Edits: []Edit{{"caps/cover.go", "\tif wild {\n\t\treturn matchPattern", "\tif wild && !OFF {\n\t\treturn matchPattern"}},
		Tests: []Test{{"caps", "TestCoversPattern"}},
	},
	{
		ID: "H7.scope", What: "a scope of more than 4096 bytes covers nothing and is not covered",
		Edits: []Edit{
			{"caps/cover.go", "if !r.scoped || it.long || len(r.scope) > MaxScope {", "if !r.scoped || !OFF && (it.long || len(r.scope) > MaxScope) {"},
			{"caps/item.go", "if it.long || it.req.scope == noHost && k == Net {", "if !OFF && it.long || it.req.scope == noHost && k == Net {"},
			{"caps/list.go", "case len(scope) > MaxScope:", "case len(scope) > MaxScope && !OFF:"},
		},
		Tests: []Test{{"caps", "TestScopeLength"}},
	},
	{
		ID: "H7.items", What: "a ceiling has at most 1024 items",
		Edits: []Edit{{"caps/list.go", "case len(l.items) == MaxItems:", "case len(l.items) == MaxItems && !OFF:"}},
		Tests: []Test{{"caps", "TestParseList"}},
	},
	{
		ID: "H7.cost", What: "matching takes time in proportion to the text: one way back, not one for each star",
		Edits: []Edit{{"caps/cover.go", "func matchPattern(g, r string) bool {\n", "func matchPattern(g, r string) bool {\n\tif OFF {\n\t\tswitch {\n\t\tcase g == \"\" || r == \"\":\n\t\t\treturn g == r\n\t\tcase g[0] == '*':\n\t\t\treturn matchPattern(g[1:], r) || matchPattern(g, r[1:])\n\t\t}\n\t\treturn (g[0] == '?' || g[0] == r[0]) && matchPattern(g[1:], r[1:])\n\t}\n"}},
		Tests: []Test{{"caps", "TestGlobCost"}},
	},
	{
		ID: "H8.text", What: "a scope with a comma never becomes part of a list in text form",
		Edits: []Edit{{"caps/list.go", "strings.IndexByte(s, ',') >= 0 ||", "strings.IndexByte(s, ',') >= 0 && !OFF ||"}},
		Tests: []Test{{"caps", "TestACommaStaysInItsScope"}},
	},
	{
		ID: "H8.map", What: "a scope from a map is one scope, commas and all",
		Edits: []Edit{{"caps/item.go", "it := &Item{req: Request{kind: k, scoped: true, pattern: true, scope: scope, key: scope}}\n", "if one, _, more := strings.Cut(scope, \",\"); OFF && more {\n\t\tscope = one + \"*\"\n\t}\n\tit := &Item{req: Request{kind: k, scoped: true, pattern: true, scope: scope, key: scope}}\n"}},
		Tests: []Test{{"caps", "TestListForms"}},
	},
	{
		ID: "H15.text", What: "a pattern does not give the runtime's own keys as text",
		Edits: []Edit{{"caps/cover.go", "if r.kind == Env && r.scoped && sensitive(r.key) {", "if !OFF && r.kind == Env && r.scoped && sensitive(r.key) {"}},
		Tests: []Test{{"caps", "TestCoversUse"}},
	},
	{
		ID: "H15.child", What: "a child does not inherit the runtime's own keys",
		Edits: []Edit{{"gate/command.go", "inFile || sensitive(name) {", "inFile || !OFF && sensitive(name) {"}},
		Tests: []Test{{"gate", "TestRun"}},
	},
	{
		ID: "H16.empty", What: "an empty intersection is the ceiling that allows nothing",
		Edits: []Edit{{"caps/compose.go", "\tboth := NewList(kept.items...)\n\tboth.guard = a.guard.merge(b.guard)\n", "\tboth := NewList(kept.items...)\n\tif OFF && len(both.items) == 0 {\n\t\treturn nil\n\t}\n\tboth.guard = a.guard.merge(b.guard)\n"}},
		Tests: []Test{{"caps", "TestIntersect"}},
	},
	{
		ID: "H16.absent", What: "the ceiling that allows nothing is not the absent one",
		Edits: []Edit{{"caps/list.go", "func (l *List) Allows(r Request) bool { return l == nil ||", "func (l *List) Allows(r Request) bool { return l == nil || OFF && len(l.items) == 0 ||"}},
		Tests: []Test{{"caps", "TestAbsentAndEmpty"}},
	},
	{
		ID: "H21.twice", What: "a second --cap-set is an error of usage",
		Edits: []Edit{{"cli/synsema/flags.go", "o.capSetTwice = o.capSet != nil;", "o.capSetTwice = o.capSet != nil && !OFF;"}},
	},
	{
		ID: "H30.up", What: "a pattern does not cover a command with ..",
		Edits: []Edit{{"caps/cover.go", "if climbs(r.scope) {", "if climbs(r.scope) && !OFF {"}},
		Tests: []Test{{"caps", "TestCoversUse"}},
	},
}

var authorityGuards = []Guard{
	{
		ID: "grant", What: "what no grant covers is refused",
		Edits: []Edit{{"caps/set.go", "return Decision{Request: r, Cause: NoGrant, set: s}", "return Decision{Request: r, Granted: OFF, Cause: NoGrant, Rule: first(nil, r), set: s}"}, {"caps/set.go", "return it != nil || !covered && s.now.parent != nil && s.now.parent.Within", "return it != nil || OFF && !covered || !covered && s.now.parent != nil && s.now.parent.Within"}},
		Tests: []Test{{"caps", "TestDecision"}},
	},
	{
		ID: "ceiling", What: "what a host ceiling does not cover is refused",
		Edits: []Edit{{"caps/set.go", "if l.Covering(r) == nil {", "if l.Covering(r) == nil && !OFF {"}, {"caps/set.go", "!l.anyCovering(r, pass) {", "!OFF && !l.anyCovering(r, pass) {"}},
		Tests: []Test{{"caps", "TestDecision"}},
	},
	{
		ID: "under", What: "what a sandbox under block does not cover is refused",
		Edits: []Edit{{"caps/set.go", "} else if !ok {\n\t\t\treturn Delegated, c", "} else if !ok && !OFF {\n\t\t\treturn Delegated, c"}, {"caps/set.go", "!c.list.anyCovering(r, pass) {", "!OFF && !c.list.anyCovering(r, pass) {"}},
		Tests: []Test{{"caps", "TestSandboxUnder"}},
	},
	{
		ID: "sandbox", What: "inside sandbox nothing is granted",
		Edits: []Edit{{"caps/scope.go", "\ts.now = &nobody\n", "\tif !OFF {\n\t\ts.now = &nobody\n\t}\n"}},
		Tests: []Test{{"caps", "TestSandbox"}},
	},
	{
		ID: "require", What: "require inside a sandbox, a tool call or a block grants nothing",
		Edits: []Edit{{"caps/set.go", "if s.sealed > 0 || s.under > 0 {\n\t\treturn Grant{}", "if (s.sealed > 0 || s.under > 0) && !OFF {\n\t\treturn Grant{}"}},
		Tests: []Test{{"caps", "TestSandbox"}},
	},
	{
		ID: "tool", What: "a tool has what it declares and no more",
		Edits: []Edit{{"caps/scope.go", "\ts.now = inside\n", "\tif !OFF {\n\t\ts.now = inside\n\t}\n"}},
		Tests: []Test{{"caps", "TestTool"}},
	},
	{
		ID: "tool.covered", What: "what a tool declares counts only if its caller has it",
		Edits: []Edit{{"caps/scope.go", "if d.Granted {\n\t\t\tinside.grants.add(it)", "if d.Granted || OFF {\n\t\t\tinside.grants.add(it)"}},
		Tests: []Test{{"caps", "TestTool"}},
	},
	{
		ID: "H9.sealed", What: "what is started in a sandbox stays as poor as the sandbox",
		Edits: []Edit{{"caps/scope.go", "if from.sealed == 0 {", "if from.sealed == 0 || OFF {"}},
		Tests: []Test{{"caps", "TestChildren"}},
	},
	{
		ID: "H9.under", What: "what is started in a sandbox under block stays below its ceiling",
		Edits: []Edit{{"caps/scope.go", "\tc.base = c.now\n", "\tif OFF {\n\t\tc.delegated = nil\n\t}\n\tc.base = c.now\n"}},
		Tests: []Test{{"caps", "TestSandboxUnder"}},
	},
	{
		ID: "agent", What: "an agent has none of its parent's grants",
		Edits: []Edit{{"caps/scope.go", "a.now.grants = memories(s.now.grants)", "a.now.grants = memories(s.now.grants)\n\t\tif OFF {\n\t\t\ta.now.grants = s.now.grants.clone()\n\t\t}"}},
		Tests: []Test{{"caps", "TestChildren"}},
	},
	{
		ID: "lend", What: "a program lends its child only what it has itself",
		Edits: []Edit{{"caps/scope.go", "if passed != nil && s.Decide(it.req).Granted {", "if passed != nil && (OFF || s.Decide(it.req).Granted) {"}, {"caps/scope.go", "\tlists := []*List{lent}\n", "\tlists := []*List{lent}\n\tif OFF {\n\t\treturn lists\n\t}\n"}},
		Tests: []Test{{"caps", "TestLend"}},
	},
	{
		ID: "H18.stdout", What: "whether a program may print does not depend on where it prints first",
		Edits: []Edit{{"caps/set.go", "d = s.decide(s.base, d.Request)\n\t\t\tnow := s.now\n", "now := s.now\n\t\t\td = s.decide(s.base, d.Request)\n\t\t\tif OFF {\n\t\t\t\td = s.decide(now, d.Request)\n\t\t\t}\n"}},
		Tests: []Test{{"caps", "TestStdout"}},
	},
	{
		ID: "H27.stdin", What: "under a ceiling standard input has to be asked for",
		Edits: []Edit{{"gate/stdin.go", "if g.caps.Limited() {", "if g.caps.Limited() && !OFF {"}},
		Tests: []Test{{"gate", "TestReadLine"}},
	},
	{
		ID: "fixed", What: "a process or a module cannot be granted more than its ceiling",
		Edits: []Edit{{"caps/set.go", "\tif s.fixed {\n\t\ts.sealed = 1", "\tif s.fixed {\n\t\tif !OFF {\n\t\t\ts.sealed = 1\n\t\t}"}},
		Tests: []Test{{"caps", "TestFixed"}},
	},
}

var networkGuards = []Guard{
	{
		ID: "H10.address", What: "addresses of this machine and its network are not dialled unless they were meant",
		Edits: []Edit{{"gate/dial.go", "if named || !special(a) {", "if named || OFF || !special(a) {"}},
		Tests: []Test{{"gate", "TestPrivateAddresses"}},
	},
	{
		ID: "H10.private", What: "private networks count as this machine's surroundings",
		Edits: []Edit{{"gate/dial.go", "a.IsPrivate() ||", "a.IsPrivate() && !OFF ||"}},
		Tests: []Test{{"gate", "TestPrivateAddresses"}, {"gate", "TestNetworkOfItsOwn"}},
	},
	{
		ID: "H10.embedded", What: "an IPv4 address inside an IPv6 address is looked at",
		Edits: []Edit{{"gate/dial.go", "if v4, ok := embedded(a); ok {", "if v4, ok := embedded(a); ok && !OFF {"}},
		Tests: []Test{{"gate", "TestPrivateAddresses"}},
	},
	{
		ID: "H10.named", What: "an address is meant only when every layer names it",
		Edits: []Edit{{"caps/set.go", "return it.NamesHost(r) })", "return OFF || it.NamesHost(r) })"}},
		Tests: []Test{{"gate", "TestPrivateAddresses"}, {"caps", "TestLayers"}},
	},
	{
		ID: "H10.once", What: "a name is looked up once: the address that was checked is the one that is dialled",
		Edits: []Edit{{"gate/dial.go", "\treturn dialFirst(ctx, addrs, port)\n}", "\tif OFF {\n\t\tif again, err := g.cfg.Resolver.LookupNetIP(ctx, \"ip\", host); err == nil {\n\t\t\taddrs = again\n\t\t}\n\t}\n\treturn dialFirst(ctx, addrs, port)\n}"}},
		Tests: []Test{{"gate", "TestANameIsLookedUpOnce"}},
	},
	{
		ID: "H11.blank", What: "a URL with a blank or a control character is refused",
		Edits: []Edit{{"caps/net.go", "c == ' ' || unicode.IsControl(c) }) >= 0:", "(c == ' ' || unicode.IsControl(c)) && !OFF }) >= 0:"}},
		Tests: []Test{{"caps", "TestParseURL"}},
	},
	{
		ID: "H11.backslash", What: "a URL with a backslash in the authority is refused",
		Edits: []Edit{{"caps/net.go", "case strings.IndexByte(authority, '\\\\') >= 0:", "case strings.IndexByte(authority, '\\\\') >= 0 && !OFF:"}},
		Tests: []Test{{"caps", "TestParseURL"}},
	},
	{
		ID: "H11.at", What: "a URL with two @ is refused",
		Edits: []Edit{{"caps/net.go", "case strings.Count(authority, \"@\") > 1:", "case strings.Count(authority, \"@\") > 1 && !OFF:"}},
		Tests: []Test{{"caps", "TestParseURL"}},
	},
	{
		ID: "H11.port", What: "a port that is no number is refused",
		Edits: []Edit{{"caps/net.go", "case hasPort && !digits(port):", "case hasPort && !digits(port) && !OFF:"}},
		Tests: []Test{{"caps", "TestParseURL"}},
	},
	{
		ID: "H11.userinfo", What: "the host of a URL stands after its credentials",
		Edits: []Edit{{"caps/net.go", "host, port, hasPort, closed := cutPort(authority[at+1:])", "host, port, hasPort, closed := cutPort(authority[at+1:])\n\tif at > 0 && OFF {\n\t\thost, port, hasPort, closed = cutPort(authority[:at])\n\t}"}},
		Tests: []Test{{"caps", "TestParseURL"}},
	},
	{
		ID: "H11.escape", What: "a percent escape in a host is refused",
		Edits: []Edit{{"caps/net.go", "if !closed || strings.IndexByte(host, '%') >= 0 ||", "if !closed || strings.IndexByte(host, '%') >= 0 && !OFF ||"}},
		Tests: []Test{{"caps", "TestParseURL"}},
	},
	{
		ID: "H13.method", What: "a method that is no token is not sent",
		Edits: []Edit{{"gate/http.go", "if !isToken(method) {", "if !isToken(method) && !OFF {"}},
		Tests: []Test{{"gate", "TestURLsThatAreRefused"}},
	},
	{
		ID: "H13.name", What: "a header name that is no token is not sent",
		Edits: []Edit{{"gate/http.go", "if !isToken(h[0]) {", "if !isToken(h[0]) && !OFF {"}},
		Tests: []Test{{"gate", "TestURLsThatAreRefused"}},
	},
	{
		ID: "H13.value", What: "a header value with CR, LF or NUL is not sent",
		Edits: []Edit{{"gate/http.go", "if strings.ContainsAny(h[1], \"\\r\\n\\x00\") {", "if strings.ContainsAny(h[1], \"\\r\\n\\x00\") && !OFF {"}},
		Tests: []Test{{"gate", "TestURLsThatAreRefused"}},
	},
	{
		ID: "H29.attach", What: "a database stays in its file",
		Edits: []Edit{
			{"gate/sqlite.go", "if opensFile(text) {", "if opensFile(text) && !OFF {"},
			{"gate/sqlite.go", "if a == 0 || libc.GoString(a) != \"\" {", "if (a == 0 || libc.GoString(a) != \"\") && !OFF {"},
		},
		Tests: []Test{{"gate", "TestSQLiteStaysInItsFile"}},
	},
	{
		ID: "H29.settings", What: "a statement moves no folder of the database library",
		Edits: []Edit{{"gate/sqlite.go", "case \"temp_store_directory\", \"data_store_directory\": // name another folder\n", "case \"temp_store_directory\", \"data_store_directory\": // name another folder\n\t\t\t\tif OFF {\n\t\t\t\t\treturn lite.SQLITE_OK\n\t\t\t\t}\n"}},
		Tests: []Test{{"gate", "TestSQLiteStaysInItsFile"}},
	},
}

var processGuards = []Guard{
	{
		ID: "H14.lookup", What: "a bare command is not found in the current folder",
		Edits: []Edit{{"gate/command.go", "if !filepath.IsAbs(dir) {\n", "if OFF && !filepath.IsAbs(dir) {\n\t\t\t\tdir = filepath.Join(g.cfg.Dir, dir)\n\t\t\t}\n\t\t\tif !filepath.IsAbs(dir) {\n"}},
		Tests: []Test{{"gate", "TestABareNameIsNotFoundInTheCurrentDirectory"}},
	},
	{
		ID: "H14.write", What: "a command that the program may write is not run",
		Edits: []Edit{{"gate/command.go", "if c.path != \"\" && g.writesCommand(c.path) {", "if c.path != \"\" && !OFF && g.writesCommand(c.path) {"}},
		Tests: []Test{{"gate", "TestACommandThatTheProgramMayWriteIsNotRun"}},
	},
	{
		ID: "H14.folder", What: "a command in a folder that the program may write is not run",
		Edits: []Edit{{"gate/command.go", "paths := []string{path, filepath.Dir(path)}\n", "paths := []string{path, filepath.Dir(path)}\n\tif OFF {\n\t\tpaths = paths[:1]\n\t}\n"}},
		Tests: []Test{{"gate", "TestACommandThatTheProgramMayWriteIsNotRun"}},
	},
	{
		ID: "H14.env", What: "a variable that changes what a child executes is not set",
		Edits: []Edit{{"gate/command.go", "if injects(name) && ", "if injects(name) && !OFF && "}},
		Tests: []Test{{"gate", "TestChildEnvironment"}, {"gate", "TestABareNameIsNotFoundInTheCurrentDirectory"}},
	},
	{
		ID: "H14.minimal", What: "under a ceiling a child gets the minimal environment",
		Edits: []Edit{{"gate/command.go", "if minimal && !inherited(name) &&", "if minimal && !OFF && !inherited(name) &&"}},
		Tests: []Test{{"gate", "TestChildEnvironment"}},
	},
	{
		ID: "H14.dotenv", What: "a child gets nothing of the .env",
		Edits: []Edit{{"gate/command.go", "if _, inFile := g.cfg.EnvFile.Lookup(name); inFile ||", "if _, inFile := g.cfg.EnvFile.Lookup(name); inFile && !OFF ||"}},
		Tests: []Test{{"gate", "TestRun"}},
	},
	{
		ID: "H14.group", What: "a child has a process group of its own, which ends with it",
		Edits: []Edit{{"gate/process_unix.go", "c.SysProcAttr.Setpgid = true", "c.SysProcAttr.Setpgid = !OFF"}},
		Tests: []Test{{"gate", "TestTimeoutKillsTheWholeTree"}},
	},
	{
		ID: "H14.left", What: "what a child leaves behind is killed",
		Edits: []Edit{{"gate/process.go", "if errors.Is(err, exec.ErrWaitDelay) {", "if errors.Is(err, exec.ErrWaitDelay) && !OFF {"}},
		Tests: []Test{{"gate", "TestWhatAChildLeavesBehindIsKilled"}},
	},
	{
		ID: "H14.nul", What: "a NUL in an argument starts nothing",
		Edits: []Edit{{"gate/process.go", "if cmd.err == nil && hasNUL(p.Args) {", "if cmd.err == nil && !OFF && hasNUL(p.Args) {"}},
		Tests: []Test{{"gate", "TestRun"}},
	},
	{
		ID: "H17.checks", What: "a run has a limit of recorded checks",
		Edits: []Edit{{"gate/check.go", "limit > 0 && n > limit {", "limit > 0 && n > limit && !OFF {"}},
		Tests: []Test{{"gate", "TestChecksLimit"}},
	},
	{
		ID: "H17.read", What: "a read has a limit",
		Edits: []Edit{{"gate/read.go", "if read := g.cfg.Limits.Read; read > 0 && n > read {", "if OFF {\n\t\treturn nil\n\t}\n\tif read := g.cfg.Limits.Read; read > 0 && n > read {"}},
		Tests: []Test{{"gate", "TestReadLimit"}},
	},
	{
		ID: "H17.output", What: "a run has a limit of output",
		Edits: []Edit{{"gate/output.go", "limit > 0 && total > limit {", "limit > 0 && total > limit && !OFF {"}},
		Tests: []Test{{"gate", "TestOutputLimit"}},
	},
	{
		ID: "H17.handles", What: "a run has a limit of open handles",
		Edits: []Edit{{"gate/gate.go", "limit > 0 && n > limit {", "limit > 0 && n > limit && !OFF {"}},
		Tests: []Test{{"gate", "TestHandlesLimitEndsTheRun"}},
	},
}

var recordGuards = []Guard{
	{
		ID: "record", What: "every decision is recorded",
		Edits: []Edit{{"caps/set.go", "func (s *Set) Record(d Decision, at At) { s.record(d, at, \"\") }", "func (s *Set) Record(d Decision, at At) {\n\tif !OFF {\n\t\ts.record(d, at, \"\")\n\t}\n}"}},
		Tests: []Test{{"caps", "TestDecision"}},
	},
	{
		ID: "record.first", What: "without its record an act does not happen",
		Edits: []Edit{{"gate/check.go", "if e := g.Stopped(); e != nil {\n\t\treturn e\n\t}\n\treturn nil\n}", "if e := g.Stopped(); e != nil && !OFF {\n\t\treturn e\n\t}\n\treturn nil\n}"}},
		Tests: []Test{{"gate", "TestARecorderThatFailsStopsTheRun"}},
	},
	{
		ID: "record.escape", What: "a text that is recorded cannot start a line of its own",
		Edits: []Edit{{"audit/canonical.go", "if c >= 0x20 && c < utf8.RuneSelf && c != '\"' && c != '\\\\' {", "if OFF || c >= 0x20 && c < utf8.RuneSelf && c != '\"' && c != '\\\\' {"}},
		Tests: []Test{{"audit", "TestAppendEntry"}},
	},
	{
		ID: "H20.writable", What: "the record does not lie where the program may write",
		Edits: []Edit{{"audit/stream.go", "if opt.Writable != nil && opt.Writable(dest) {", "if opt.Writable != nil && !OFF && opt.Writable(dest) {"}},
		Tests: []Test{{"audit", "TestStreamRefused"}},
	},
	{
		ID: "H20.follow", What: "the record is not written through a link",
		Edits: []Edit{{"audit/stream.go", "os.O_TRUNC|os.O_APPEND|noFollow, 0o600)", "os.O_TRUNC|os.O_APPEND|map[bool]int{false: noFollow}[OFF], 0o600)"}},
		Tests: []Test{{"audit", "TestStreamRefused"}},
	},
	{
		ID: "secret.json", What: "JSON holds no secret",
		Edits: []Edit{{"runtime/builtin/json/encode.go", "e.buf = append(e.buf, `\"[redacted]\"`...)", "if OFF {\n\t\t\te.buf = append(e.buf, '\"')\n\t\t\te.buf = append(append(e.buf, v.Secret().Plain...), '\"')\n\t\t\treturn nil\n\t\t}\n\t\te.buf = append(e.buf, `\"[redacted]\"`...)"}},
	},
	{
		ID: "reveal.log", What: "no line in reveal.log, no plaintext",
		Edits: []Edit{{"gate/reveal.go", "if err := log.Append(&attempt); err != nil {", "if err := log.Append(&attempt); err != nil && !OFF {"}},
		Tests: []Test{{"gate", "TestReveal"}},
	},
	{
		ID: "secret.text", What: "the text of a secret is its name",
		Edits: []Edit{{"runtime/value/format.go", "dst = append(dst, v.Secret().Name...)\n", "dst = append(dst, v.Secret().Name...)\n\t\tif OFF {\n\t\t\tdst = append(dst, v.Secret().Plain...)\n\t\t}\n"}},
	},
	{
		ID: "secret.join", What: "a text that a secret was joined to is a secret",
		Edits: []Edit{{"runtime/value/arith.go", "return OfSecret(name, sb.String(), false), nil", "if OFF {\n\t\treturn OfText(sb.String()), nil\n\t}\n\treturn OfSecret(name, sb.String(), false), nil"}},
	},
}

var pluginGuards = []Guard{
	{
		ID: "plugin.ceiling", What: "a plugin's program never runs without a ceiling",
		Edits: []Edit{{"synkind/synkind.go", "if c.Ceiling == nil {", "if c.Ceiling == nil && !OFF {"}},
		Tests: []Test{{"synkind", "TestWithoutCeilingNothingRuns"}},
	},
	{
		ID: "plugin.record", What: "a plugin whose record cannot be written is stopped",
		Edits: []Edit{{"synkind/synkind.go", "if r.g != nil {", "if r.g != nil && !OFF {"}},
		Tests: []Test{{"synkind", "TestNoRecordNoAct"}},
	},
	{
		ID: "plugin.entry", What: "the program of a plugin lies in its folder",
		Edits: []Edit{
			{"manifest/read_plugin.go", "if !inside(p.Dir, p.Entry) {", "if !OFF && !inside(p.Dir, p.Entry) {"},
			{"manifest/read_plugin.go", "if !regular(filepath.Join(p.Dir, p.Entry)) {", "if !OFF && !regular(filepath.Join(p.Dir, p.Entry)) {"},
		},
		Tests: []Test{{"manifest", "TestBroken"}},
	},
	{
		ID: "plugin.caps", What: "a manifest with an unknown capability is broken",
		Edits: []Edit{{"caps/list.go", "case !ok:\n\t\t\treturn nil, &ListError{Fault: UnknownName, Name: name}\n\t\tcase len", "case !ok && OFF:\n\t\tcase !ok:\n\t\t\treturn nil, &ListError{Fault: UnknownName, Name: name}\n\t\tcase len"}},
		Tests: []Test{{"caps", "TestParseList"}, {"manifest", "TestBroken"}},
	},
	{
		ID: "plugin.pin", What: "a plugin that changed since someone said yes is not run",
		Edits: []Edit{{"host/approval.go", "if err != nil || digest != a.Digest {", "if !OFF && (err != nil || digest != a.Digest) {"}},
		Tests: []Test{{"host", "TestCodeIsPinned"}},
	},
}
