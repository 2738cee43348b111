package progen

import (
	"slices"
	"strings"

	"github.com/synrun/synrun/synsema/sig"
)

// Outside makes the program of a seed that uses builtins with a capability,
// within a directory of its own: files, archives, processes, SQLite, the
// environment, memories, other programs, and HTTP with the Server that is
// placed into it. Some run under a ceiling, some give their record. What
// differs from run to run (times, identifiers, absolute paths) is not printed.
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
	switch {
	case g.chance(20):
		g.tag("flag --cap-set")
		g.flags = append(g.flags, "--cap-set", pick(g, ceilings...))
		if s.name == "config" {
			break // the second implementation writes a prompt to stderr before it looks at stdin
		}
		fallthrough
	case g.chance(20):
		g.tag("flag --format json")
		g.flags = append(g.flags, "--format", "json")
	}
	g.prelude()
	s.make(g)
	g.line(`print("end")`)
	g.files["main.syn"] = g.source()
	return &Program{Seed: seed, Style: g.style, Args: append(append([]string{"run"}, g.flags...), "main.syn"), Files: g.files, Tags: g.tags}
}

// ceilings leave a part of what the sessions ask for.
var ceilings = []string{
	"stdout,time,file=docs/*,file.write=out/*,exec=printf,env=PROGEN_*,db=:memory:,memory=doc,net=127.0.0.1,sandbox_run",
	"stdout,file.read=*,file.write=.,exec,secret,reveal,stdin,db,net,random",
	"stdout,file.read=notes.txt,exec=*,env,db=data.db,net=*:80,sandbox_run,memory=other",
	"time",
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
		{"http", (*gen).httpSession},
		{"programs", (*gen).programSession},
	}
}

// ExpectedOutside are the tags that a long run of such programs must have.
func ExpectedOutside() []string {
	var tags []string
	for _, list := range [][]outsideCall{fileCalls, archiveCalls, processCalls, sqlCalls, memoryCalls, configCalls, restCalls, httpCalls, programCalls} {
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

// wrongValues fit hardly any argument: other kinds, and values at the edges of
// the kinds that fit.
var wrongValues = []string{`""`, "5", "-1", "nothing", "true", "[1]", `{"a": 1}`, "1.5", `"é"`, "2 ** 70", `bytes("x")`, "double",
	"nan", "-inf", `"a\u0000b"`, `as_secret("s")`, "1.50d", "date(2024, 2, 29)", `join(apply(range(2000), (i) => "ab"), "/")`, "-(2 ** 63)", `[["a"], nothing]`, `"\n"`}

// wrongHandles are no handle of any call, so that none of them waits.
var wrongHandles = []string{`""`, "0", "-1", "nothing", "true", "[77]", `{"a": 77}`, `["x"]`, "1.5", "2 ** 70", `bytes("x")`, "double", "1e300", `as_secret("s")`, "-(2 ** 63)", "77"}

// wrongTimes are no number of seconds, or so many that what is waited for comes
// before.
var wrongTimes = []string{`""`, `"x"`, "true", "[1]", `{"a": 1}`, "2 ** 70", "inf", `bytes("x")`, "double", `as_secret("s")`, "date(2024, 2, 29)"}

// wrong gives what may stand for argument j instead of a value of its pool,
// nothing when the pool has all that may be given: what one text is as the
// steps of a progress and whether an empty result is shown are open, a sleep
// of 2 ** 70 seconds is one, and the second implementation neither takes
// nothing for an absent target (60 §60.2.2) nor looks at sizes of a terminal.
func (c *outsideCall) wrong(j int) []string {
	if j >= len(c.args) {
		return nil
	}
	switch {
	case c.name == "create_progress" && j == 1, c.name == "complete_step" && j == 2, c.name == "sleep", c.name == "db_close",
		c.name == "proc_resize" && j > 0:
		return nil
	case strings.HasPrefix(c.name, "proc_") && c.name != "proc_spawn" && j == 0, c.name == "select" && j == 0:
		return wrongHandles
	case c.name == "read_file" && j > 0: // what is no number is found when arguments are read, before or after the check
		return []string{"-1", "0", "2 ** 70", "-(2 ** 63)", "1.5", `"1.9"`, "1.50d", `" 2 "`, `"1e0"`}
	case c.name == "db_open" && j == 0: // an empty name, and what is left before a NUL, are names for the second implementation
		return without(wrongValues, `""`, `"a\u0000b"`)
	case strings.HasSuffix(c.name, "_extract") && j == 1: // a blank name is none for the second implementation
		return without(wrongValues, `"\n"`)
	case (strings.HasPrefix(c.name, "http") || c.name == "fetch") && j == len(c.args)-1: // nor does it take very long times
		return without(wrongValues, "2 ** 70")
	case c.name == "proc_recv" || c.name == "proc_wait" || c.name == "proc_select" || c.name == "select":
		return wrongTimes
	}
	return wrongValues
}

func without(list []string, some ...string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(some, s) })
}

// play writes n calls of a list, each in turn and then any. A third of them
// have a wrong or extreme argument, or one too many or too few; the tag
// "wrong NAME" counts these.
func (g *gen) play(n int, list []outsideCall) {
	first := g.n(len(list))
	for i := range n {
		c := list[(first+i)%len(list)]
		if i >= len(list) {
			c = pick(g, list...)
		}
		g.tag("builtin %s", c.name)
		args := g.outsideArgs(&c)
		if g.chance(34) {
			g.tag("wrong %s", c.name)
			args = g.spoil(&c, args)
		}
		call := sprintf("%s(%s)", c.name, strings.Join(args, ", "))
		if c.show == "" {
			g.show(call)
		} else {
			g.guarded("%s", strings.ReplaceAll(c.show, "%s", call))
		}
	}
}

// outsideArgs are values of the pools for the parameters of a call.
func (g *gen) outsideArgs(c *outsideCall) []string {
	args := []string{}
	row := sig.Lookup(c.name)
	for j, pool := range c.args {
		if row != nil && j < len(row.Params) && row.Params[j].Opt && g.chance(40) {
			break
		}
		args = append(args, pick(g, pool...))
	}
	return args
}

// spoil makes one argument wrong, rarely two, or their number.
func (g *gen) spoil(c *outsideCall, args []string) []string {
	var places []int
	for j := range args {
		if len(c.wrong(j)) > 0 {
			places = append(places, j)
		}
	}
	switch at := g.n(10); {
	case at == 0 && len(args) > 0:
		return args[:len(args)-1]
	case at == 1 || len(places) == 0 && at < 6:
		for len(args) < len(c.args) {
			args = append(args, pick(g, c.args[len(args)]...))
		}
		return append(args, "1")
	case at == 2 || len(places) == 0:
		return append(args, "zz = 1")
	}
	for range 1 + g.n(5)/4 {
		j := pick(g, places...)
		args[j] = pick(g, c.wrong(j)...)
	}
	return args
}
