package caps

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestParseList(t *testing.T) {
	for in, want := range map[string]string{
		" stdout , file.read = a/* ,, file_read=b/*, ": "stdout,file.read=a/*,file.read=b/*",
		"none":                        "none",
		" none\t":                     "none",
		"exec=a=b":                    "exec=a=b",
		"file.read=":                  "file.read=",
		"env = ":                      "env=",
		"net=https://u:pw@H.:8/x":     "net=h:8",
		"net=*,net=*,time,time":       "net=*,net=*,time,time",
		"db=postgres://U:pw@h/D":      "db=postgres://h/d",
		"file.read=./a//b":            "file.read=./a//b",
		"stdout\n,\ttime":             "stdout,time",
		"file_write=x,sandbox_run,db": "file.write=x,sandbox_run,db",
	} {
		l, err := unix.ParseList(in)
		if err != nil || l.String() != want {
			t.Errorf("%q: %q, %v; want %q", in, l, err, want)
		}
	}
	unknown := "--cap-set: unknown capability '%s'. Known: net, file, file.read, file.write, exec, env, time, random, stdout, stdin, llm, judge, db, serve, secret, reveal, sign, wallet, spend, memory, sandbox_run, attest (or `none` for an empty ceiling)"
	for in, want := range map[string]string{
		"stdout,teleport":                        fmt.Sprintf(unknown, "teleport"),
		"Stdout":                                 fmt.Sprintf(unknown, "Stdout"),
		"stdout,file.read=a,b.txt":               fmt.Sprintf(unknown, "b.txt"),
		"none,stdout":                            fmt.Sprintf(unknown, "none"),
		"none,":                                  fmt.Sprintf(unknown, "none"),
		"=x":                                     fmt.Sprintf(unknown, ""),
		"":                                       "--cap-set requires at least one capability",
		" , ":                                    "--cap-set requires at least one capability",
		"env=" + strings.Repeat("a", MaxScope+1): "--cap-set: a scope is longer than 4096 bytes",
		strings.Repeat("time,", MaxItems+1):      "--cap-set: more than 1024 items",
	} {
		_, err := unix.ParseList(in)
		var bad *ListError
		if !errors.As(err, &bad) || bad.Flag() != want {
			t.Errorf("%.40q: %v", in, err)
		}
	}
	if l, err := unix.ParseList(strings.Repeat("time,", MaxItems) + ",,"); err != nil || len(l.Items()) != MaxItems {
		t.Error(err)
	}
}

func TestManifestCaps(t *testing.T) {
	for in, want := range map[string]string{
		"":                                       "",
		",":                                      "",
		"net=h, time":                            "",
		"none":                                   `unknown capability "none"`,
		"nett":                                   `unknown capability "nett"`,
		"env=" + strings.Repeat("a", MaxScope+1): "a scope is longer than 4096 bytes",
		strings.Repeat("time,", MaxItems+1):      "more than 1024 items",
	} {
		_, err := unix.PluginCeiling(in)
		if got := fmt.Sprint(err); got != want && !(err == nil && want == "") {
			t.Errorf("%.40q: %v", in, err)
		}
	}
	if got := PluginText("time"); got != "stdout,time,env=PLUGIN_*,env=LAMP_*,time" {
		t.Error(got)
	}
	if got := PluginText(""); got != "stdout,time,env=PLUGIN_*,env=LAMP_*" {
		t.Error(got)
	}
	if l, err := unix.PluginCeiling(strings.Repeat("time,", MaxItems)); err != nil || len(l.Items()) != MaxItems+4 {
		t.Error(err)
	}
}

func TestListForms(t *testing.T) {
	l := NewList(unix.Item(FileRead, "a,exec"), unix.BareItem(Time), unix.Item(Env, ""), unix.Item(Exec, " x "))
	if _, err := l.Text(); err == nil {
		t.Error("a scope with a comma became text")
	}
	if _, err := NewList(unix.Item(Exec, " x")).Text(); err == nil {
		t.Error("a scope with a blank became text")
	}
	data, err := json.Marshal(l)
	if err != nil || string(data) != `[{"name":"file.read","scope":"a,exec"},{"name":"time"},{"name":"env","scope":""},{"name":"exec","scope":" x "}]` {
		t.Errorf("%s, %v", data, err)
	}
	back, err := unix.DecodeList(data)
	if err != nil || back.String() != l.String() || len(back.Items()) != 4 {
		t.Error(back, err)
	}
	if l, err := unix.DecodeList([]byte("null")); l != nil || err != nil {
		t.Error("the absent ceiling is lost")
	}
	if l, err := unix.DecodeList([]byte("[]")); l == nil || err != nil || l.String() != "none" {
		t.Error("the empty ceiling is lost")
	}
	if data, _ := json.Marshal(struct{ A, B *List }{nil, NewList()}); string(data) != `{"A":null,"B":[]}` {
		t.Errorf("%s", data)
	}
	for _, bad := range []string{`{}`, `[{"name":"x"}]`, `[1]`, ``} {
		if _, err := unix.DecodeList([]byte(bad)); err == nil {
			t.Errorf("%.30s is accepted", bad)
		}
	}
}

func TestAbsentAndEmpty(t *testing.T) {
	var absent *List
	empty := NewList()
	r := unix.Request(FileRead, "a")
	if !absent.Allows(r) || empty.Allows(r) || absent.String() != "" || empty.String() != "none" {
		t.Error("absent and empty are mixed up")
	}
	if got := Intersect(absent, empty); got != empty || Intersect(empty, absent) != empty || Intersect(absent, absent) != nil {
		t.Error("intersection with the absent ceiling")
	}
}

func TestIntersect(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"file", "file.read", "file.read"},
		{"file.read", "file", "file.read"},
		{"net", "net=a.x,net=b.x", "net=a.x,net=b.x"},
		{"net=a.x,net=b.x", "net", "net=a.x,net=b.x"},
		{"file.read=a*", "file.read=*b", "none"},
		{"file.read=data/*", "file.read=data/../../etc/*", "none"},
		{"file.read=data/*,time", "time,file.read=./data/x", "file.read=./data/x,time"},
		{"file.read=x,file.write=x", "file=x", "file.read=x,file.write=x"},
		{"net=http://u@a.x:80/", "net=a.x", "net=a.x:80"},
		{"stdout", "time", "none"},
		{"net=a,net=*", "net=a", "net=a"},
		{"env=*", "env=OPENAI_API_KEY", "none"},
		{"net=?.x", "net=*.x", "net=?.x"},
		{"none", "net", "none"},
	} {
		if got := Intersect(ceiling(t, tt.a), ceiling(t, tt.b)).String(); got != tt.want {
			t.Errorf("%s ∩ %s = %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
	// Once empty, empty.
	if got := Intersect(Intersect(ceiling(t, "net=a"), ceiling(t, "net=b")), ceiling(t, "net,time")).String(); got != "none" {
		t.Error(got)
	}
}

func TestUnionReduceWithout(t *testing.T) {
	if got := Union(ceiling(t, "time,net=a"), ceiling(t, "net=a,net")).String(); got != "time,net=a,net" {
		t.Error(got)
	}
	if Union(nil, ceiling(t, "time")) != nil {
		t.Error("the absent ceiling allows everything")
	}
	for in, want := range map[string]string{
		"time,net=a,net":                       "time,net",
		"file=d/*,file.read=d/a,file.write=e":  "file=d/*,file.write=e",
		"file.read=a,file.read=./a":            "file.read=a",
		"net=*,net=http://a.x/,env=A,env=A*":   "net=*,env=A*",
		"exec=a,exec=a,exec=a":                 "exec=a",
		"none":                                 "none",
		"env=*,env=OPENAI_API_KEY":             "env=*,env=OPENAI_API_KEY",
		"file.read=*,file.read=./*,file.read=": "file.read=*",
	} {
		if got := ceiling(t, in).Reduce().String(); got != want {
			t.Errorf("%s reduces to %s, want %s", in, got, want)
		}
	}
	base, _ := unix.PluginCeiling("")
	if got := ceiling(t, "stdout,time,env=PLUGIN_ARGS,env=HOME,net=h").Without(base).String(); got != "env=HOME,net=h" {
		t.Error(got)
	}
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct{ a, b, verdict, added, removed string }{
		{"time,net=a", "net=A.,time", "equal", "", ""},
		{"net=*.x", "net=a.x", "narrower", "", "net=*.x"},
		{"net=a.x", "net=*.x", "wider", "net=*.x", ""},
		{"net=a", "net=b", "different", "net=b", "net=a"},
		{"file=d/*", "file.read=d/*,file.write=d/*", "narrower", "", "file=d/*"},
		{"none", "none", "equal", "", ""},
		{"none", "time", "wider", "time", ""},
		{"-", "time", "narrower", "", ""},
		{"time", "-", "wider", "", ""},
		{"-", "-", "equal", "", ""},
		{"file.read=./a/", "file.read=a", "equal", "", ""},
	} {
		c := Compare(ceiling(t, tt.a), ceiling(t, tt.b))
		added, removed := texts(c.Added), texts(c.Removed)
		if c.Verdict != tt.verdict || added != tt.added || removed != tt.removed {
			t.Errorf("%s → %s: %s +%s -%s", tt.a, tt.b, c.Verdict, added, removed)
		}
	}
}

func texts(items []*Item) string {
	var s []string
	for _, it := range items {
		s = append(s, it.Text())
	}
	return strings.Join(s, ",")
}

func TestFamilies(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"file.read=data/*,net,time", "net=a.x,file.read=data/x,file=y", "file.read=data/x,net=a.x"},
		{"file", "file.read", ""},
		{"net", "net", "net"},
		{"net=a", "net", "net=a"},
		{"net=*", "net=a,net=a,net=b*", "net=a,net=b*"},
		{"net=a?", "net=ab", ""},
		{"file.read=data/*", "file.read=data/../../etc/*", "file.read=data/../../etc/*"},
		{"exec=[a]\\*", "exec=[a]\\b", "exec=[a]\\b"},
		{"a=x,b=y", "c", ""},
		{"", "net", ""},
		{" net = a , , net=b", "net", "net=a,net=b"},
		{"b=1,a=1,b=2", "a,b", "b=1,b=2,a=1"},
	} {
		got := ParseFamilies(tt.a).Intersect(ParseFamilies(tt.b)).String()
		if got != tt.want {
			t.Errorf("%s ∩ %s = %q, want %q", tt.a, tt.b, got, tt.want)
		}
	}
	f := ParseFamilies("net=a")
	if f.Intersect(nil) != f || (*Families)(nil).Intersect(f) != f {
		t.Error("the absent ceiling restricts")
	}
	nothing := f.Intersect(ParseFamilies("time"))
	if got := nothing.Intersect(ParseFamilies("net,time")).String(); got != "" {
		t.Errorf("nothing became %q", got)
	}
}

func TestCarelessNotes(t *testing.T) {
	got := CarelessNotes("time,net,env=*,file.read=/*,exec=**,file.write=a/*,llm,stdout,attest,secret=A,secret")
	want := []string{
		"net is bare: it grants the whole family", "env=* grants the whole family", "file.read=/* grants the whole family",
		"exec=** grants the whole family", "llm is bare: it grants the whole family", "secret is bare: it grants the whole family",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestExplain(t *testing.T) {
	for in, want := range map[string][3]string{
		"exec=sh":                  {"start the program sh", "high", "exec=sh is the same as all your rights"},
		"exec=/usr/bin/python3.11": {"start the program /usr/bin/python3.11", "high", "exec=/usr/bin/python3.11 is the same as all your rights"},
		"exec":                     {"start any program", "high", "exec is the same as all your rights"},
		"exec=*":                   {"start any program", "high", "exec=* is the same as all your rights"},
		"exec=git":                 {"start the program git", "medium", ""},
		"exec=git*":                {"start any program that matches git*", "medium", ""},
		"net":                      {"connect to any host", "high", "net is bare: it grants the whole family"},
		"net=*":                    {"connect to any host", "high", "net=* grants the whole family"},
		"net=a.x:80":               {"connect to a.x, port 80", "medium", ""},
		"net=*.x.com":              {"connect to the hosts below x.com", "medium", "not x.com itself"},
		"net=*:443":                {"connect to any host, port 443", "medium", ""},
		"net=http:///":             {"nothing", "low", "the URL names no host: the item covers nothing"},
		"net=localhost":            {"connect to localhost", "medium", "net=localhost reaches this machine or its network"},
		"file.read=d/*":            {"read everything below d", "low", ""},
		"file.read=./*":            {"read everything below the working directory", "low", ""},
		"file.read=/*":             {"read any file of the user", "high", "file.read=/* grants the whole family"},
		"file.read=*.txt":          {"read the files that match *.txt", "low", ""},
		"file.write=out.txt":       {"create, change and delete out.txt", "medium", ""},
		"file=d/*":                 {"read, change and delete everything below d", "medium", ""},
		"file":                     {"read, change and delete any file of the user", "high", "file is bare: it grants the whole family"},
		"env=PLUGIN_*":             {"read any variable that matches PLUGIN_*", "low", ""},
		"env=*":                    {"read any environment variable but the runtime's own keys", "medium", "env=* grants the whole family"},
		"env=OPENAI_API_KEY":       {"read the variable OPENAI_API_KEY", "medium", "env=OPENAI_API_KEY reads a key of the runtime as text"},
		"secret=K":                 {"use, without seeing it, the secret K", "medium", ""},
		"reveal=K":                 {"see in plain text the secret K", "high", ""},
		"time":                     {"read the clock and sleep", "low", ""},
		"random=x":                 {"nothing", "low", "random=x covers nothing: random is always asked for without a scope"},
		"llm":                      {"ask a language model, which costs money and sends data out", "medium", "llm is bare: it grants the whole family"},
		"db=postgres://h/d":        {"use the database postgres://h/d", "medium", ""},
	} {
		e := item(t, in).Explain()
		if e.Words != want[0] || e.Risk.String() != want[1] || e.Note != want[2] {
			t.Errorf("%s: %q %s %q", in, e.Words, e.Risk, e.Note)
		}
	}
	for _, name := range Names() {
		for _, text := range []string{name, name + "=x", name + "=x*"} {
			if e := item(t, text).Explain(); e.Words == "" || strings.Contains(e.Words, "  ") || e.Item != text {
				t.Errorf("%s: %+v", text, e)
			}
		}
	}
	var order []string
	for _, e := range Explain(ceiling(t, "time,exec=git,stdout,exec=sh,net=h,file.write")) {
		order = append(order, e.Item)
	}
	if got := strings.Join(order, " "); got != "exec=sh file.write exec=git net=h time stdout" {
		t.Error(got)
	}
	data, _ := json.Marshal(item(t, "net=h").Explain())
	if string(data) != `{"item":"net=h","family":"net","scope":"h","words":"connect to h","risk":"medium","note":""}` {
		t.Errorf("%s", data)
	}
}
