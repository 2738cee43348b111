package caps

import (
	"strings"
	"testing"
)

// mac is a platform that folds the case of paths and names.
var (
	unix = &Platform{Home: "/home/u"}
	fold = &Platform{Home: "/home/u", FoldPaths: true, FoldNames: true}
)

// use is the request of an operation; for net it takes a URL.
func use(t testing.TB, p *Platform, k Kind, scope string) Request {
	t.Helper()
	if k != Net {
		return p.Request(k, scope)
	}
	u, err := ParseURL(scope)
	if err != nil {
		t.Fatalf("%q: %v", scope, err)
	}
	return u.Request()
}

func TestCoversUse(t *testing.T) {
	tests := []struct {
		kind    Kind
		grant   string
		covered []string
		not     []string
	}{
		{FileRead, "*", []string{"a", "../a", "/etc/p", "C:/x", "."}, nil},
		{FileRead, "./*", []string{"a", "a/b", ".hidden", "."}, []string{"../a", "/etc/p", "C:/x", ".."}},
		{FileRead, "*.txt", []string{"a.txt", "x/y.txt"}, []string{"/etc/x.txt", "../x.txt", "a.md"}},
		{FileRead, ".*", []string{".env"}, []string{"../up", ".."}},
		{FileRead, "?*", []string{"a"}, []string{"../up", "/x"}},
		{FileRead, "..*", []string{"..a"}, []string{"../a"}},
		{FileRead, "../*", []string{"../a", "../a/b"}, []string{"../../a", "a", ".."}},
		{FileRead, "/*", []string{"/a/b", "/"}, []string{"a", "C:/x"}},
		{FileRead, "data/*", []string{"data/a", "data/a/b/c", "./data//a", `data\a`, "data/../data/a"}, []string{"data", "data/../k", "data/../../k", "xdata/a", "/data/a"}},
		{FileRead, "data", []string{"data", "data/", "./data"}, []string{"data/a"}},
		{FileRead, "data/", []string{"data"}, []string{"data/a"}},
		{FileRead, "", []string{".", ""}, []string{"a"}},
		{FileRead, ".", []string{"", "./"}, []string{"a"}},
		{FileRead, "log-?.txt", []string{"log-1.txt", "log-é.txt", "log-/.txt"}, []string{"log-10.txt", "log-.txt"}},
		{FileRead, "[ab].txt", []string{"[ab].txt"}, []string{"a.txt", "b.txt"}},
		{FileRead, "{a,b}*", []string{"{a,b}", "{a,b}c"}, []string{"a", "b"}},
		{FileRead, "!a*", []string{"!ab"}, []string{"b"}},
		{FileRead, "a\n*", []string{"a\nb"}, []string{"ab"}},
		{FileRead, "a*b", []string{"a\n/b"}, nil},
		{FileRead, "**", []string{"a/b"}, []string{"/a", "../a"}},
		{FileRead, "~/x/*", []string{"~/x/a", "/home/u/x/a"}, []string{"~x/a", "x/a"}},
		{FileRead, "a/*/../b", []string{"a/b"}, []string{"a/x/b"}},
		{FileRead, "Data/*", []string{"Data/x"}, []string{"data/x"}},
		{File, "ws/*", nil, nil},
		{Net, "api.x.com", []string{"https://api.x.com/", "https://api.x.com:8443/", "http://API.X.COM./"}, []string{"http://www.api.x.com/", "http://x.com/"}},
		{Net, "API.x.com.", []string{"https://api.x.com/"}, nil},
		{Net, "*.x.com", []string{"http://api.x.com/", "http://a.b.x.com/"}, []string{"http://x.com/", "http://evilx.com/"}},
		{Net, "localhost:8545", []string{"http://localhost:8545/"}, []string{"http://localhost/", "http://localhost:80/"}},
		{Net, "*:443", []string{"http://h:443/", "http://[::1]:443/"}, []string{"https://h/", "https://h:4430/"}},
		{Net, "*", []string{"http://h/", "http://h:1/", "http://[::1]/"}, nil},
		{Net, "::1", []string{"http://[::1]/", "http://[::1]:8/"}, []string{"http://h/"}},
		{Net, "[::1]:8", []string{"http://[::1]:8/"}, []string{"http://[::1]/", "http://[::1]:80/"}},
		{Net, "http:///x", nil, []string{"http://h/"}},
		{Net, "bücher.de", []string{"http://bücher.de/", "http://xn--bcher-kva.de/", "http://BÜCHER.de/"}, nil},
		{Exec, "git", []string{"git"}, []string{"/usr/bin/git", "./git", "git.exe", "Git"}},
		{Exec, "./tools/*", []string{"./tools/a", "./tools/a/b", "./tools/..a"}, []string{"./tools/../../bin/sh", `./tools/..\x`, "tools/a", "./tools/.."}},
		{Exec, "tools/../none", []string{"tools/../none"}, []string{"none"}},
		{Exec, "*", []string{"git", "../sh"}, nil},
		{Exec, "**", []string{"git", "../sh"}, nil},
		{Exec, "*a*", []string{"a"}, []string{"../a"}},
		{Exec, "", []string{""}, []string{"a"}},
		{Env, "APP_*", []string{"APP_", "APP_X"}, []string{"APP", "app_x", "XAPP_"}},
		{Env, "*_KEY", []string{"MY_KEY"}, []string{"OPENAI_API_KEY", "SYNSEMA_LLM_KEY", "SYNSEMA_HUMAN_KEY"}},
		{Env, "A?P", []string{"APP", "A_P"}, []string{"AP", "APPP"}},
		{Env, "*", []string{"PATH", "SYNSEMA_AUDIT"}, []string{"ANTHROPIC_API_KEY", "MINIMAX_API_KEY", "DEEPSEEK_API_KEY", "TYPESAFE_API_KEY", "SYNSEMA_JUDGE_X"}},
		{Env, "OPENAI_API_KEY", []string{"OPENAI_API_KEY"}, []string{"openai_api_key"}},
		{Secret, "*", []string{"OPENAI_API_KEY"}, nil},
		{Secret, "OPENAI_*", []string{"OPENAI_API_KEY"}, nil},
		{DB, "*", []string{"a.db", "/a.db", "postgres://h/d", ":memory:"}, nil},
		{DB, "./*", []string{"a.db", ":memory:"}, []string{"/a.db", "postgres://h/d"}},
		{DB, "postgres://localhost/*", []string{"postgres://u:p@LOCALHOST:5/d"}, []string{"postgres://localhost", "mysql://localhost/d", "postgres:/localhost/d"}},
		{DB, "postgres://*", []string{"postgres://h/d", "postgres://h"}, []string{"postgresql://h/d"}},
		{DB, "redis://h:6379", []string{"redis://h"}, []string{"redis://h/0"}},
		{Serve, "8080", []string{"8080"}, []string{"80"}},
		{Reveal, "API_*", []string{"API_KEY"}, []string{"KEY"}},
		{Memory, "m", []string{"m"}, []string{"M", ""}},
		{Spend, "USD", []string{"USD"}, []string{"EUR"}},
	}
	for _, tt := range tests {
		g := unix.Item(tt.kind, tt.grant)
		for _, scope := range tt.covered {
			if !g.Covers(use(t, unix, tt.kind, scope)) {
				t.Errorf("%s does not cover %q", g, scope)
			}
			if !unix.BareItem(tt.kind).Covers(use(t, unix, tt.kind, scope)) && tt.kind != Env {
				t.Errorf("bare %s does not cover %q", tt.kind, scope)
			}
		}
		for _, scope := range tt.not {
			if g.Covers(use(t, unix, tt.kind, scope)) {
				t.Errorf("%s covers %q", g, scope)
			}
		}
	}
}

func TestCoversKinds(t *testing.T) {
	for g := Net; g < kindEnd; g++ {
		for r := Net; r < kindEnd; r++ {
			want := g == r || g == File && (r == FileRead || r == FileWrite)
			if got := unix.BareItem(g).Covers(Bare(r)); got != want {
				t.Errorf("%s covers %s: %v", g, r, got)
			}
			if unix.Item(g, "x").Covers(Bare(r)) {
				t.Errorf(`%s("x") covers bare %s`, g, r)
			}
			if unix.Item(g, "*").Covers(Bare(r)) {
				t.Errorf(`%s("*") covers bare %s`, g, r)
			}
		}
	}
	if !unix.Item(File, "ws/*").Covers(unix.Request(FileWrite, "ws/a")) || !unix.Item(File, "ws/*").Covers(unix.Request(FileRead, "ws/a")) {
		t.Error("file does not cover reading and writing")
	}
	if unix.Item(FileRead, "ws/*").Covers(unix.Item(File, "ws/a").Request()) {
		t.Error("file.read covers file")
	}
	if unix.BareItem(Env).Covers(unix.Request(Env, "OPENAI_API_KEY")) {
		t.Error("bare env hands out a provider key")
	}
	if unix.Item(Env, "").Covers(Bare(Env)) || !unix.Item(Env, "").Covers(unix.Request(Env, "")) {
		t.Error("absent and empty scope are mixed up")
	}
}

func TestCoversPattern(t *testing.T) {
	tests := []struct {
		kind    Kind
		grant   string
		covered []string
		not     []string
	}{
		{FileRead, "*", []string{"*", "./*", "/*", "../*"}, nil},
		{FileRead, "./*", []string{"./*", "d/*", "?", "*.txt"}, []string{"*", "/*", "../*"}},
		{FileRead, "d/*", []string{"d/?*", "d/a*", "d/**", "d//*", "d/*/x"}, []string{"d", "*", "?/*", "d*"}},
		{FileRead, "d/?", []string{"d/?", "d/a"}, []string{"d/*", "d/??"}},
		{FileRead, "d/??", []string{"d/?a", "d/a?"}, []string{"d/*", "d/*a"}},
		{FileRead, "a*b*c", []string{"a*b*c", "abc", "a*b?b*c"}, []string{"a*c", "a?c"}},
		{Net, "?.x", []string{"?.x", "a.x"}, []string{"*.x"}},
		{Net, "*.x", []string{"*.x", "*.a.x", "?.x", "*.x:80"}, []string{"*", "x"}},
		{Net, "*.x:80", []string{"*.x:80"}, []string{"*.x", "*.x:81"}},
		{Net, "*", []string{"*", "*:443", "<no host>"}, nil},
		{Net, "http:///", nil, []string{"http:///", "<no host>"}},
		{Env, "?_KEY", []string{"?_KEY", "A_KEY"}, []string{"*_KEY"}},
		{Env, "*", []string{"*", "A*", "OPENAI_*"}, []string{"OPENAI_API_KEY"}},
		{Exec, "./tools/*", []string{"./tools/?"}, []string{"./tools/../*", "./tools/../x"}},
		{Exec, "*", []string{"**", "../*"}, nil},
		{DB, "*", []string{"postgres://*", "/x/*"}, nil},
		{DB, "postgres://*", []string{"postgres://h/*", "postgres://u:p@h:1/d"}, []string{"*", "mysql://*"}},
	}
	for _, tt := range tests {
		g := unix.Item(tt.kind, tt.grant)
		for _, scope := range tt.covered {
			if !g.Covers(unix.Item(tt.kind, scope).Request()) {
				t.Errorf("%s does not cover the pattern %q", g, scope)
			}
		}
		for _, scope := range tt.not {
			if g.Covers(unix.Item(tt.kind, scope).Request()) {
				t.Errorf("%s covers the pattern %q", g, scope)
			}
		}
		if g.Covers(unix.BareItem(tt.kind).Request()) {
			t.Errorf("%s covers the whole kind", g)
		}
	}
}

func TestCoversFolded(t *testing.T) {
	if !fold.Item(FileRead, "Data/*").Covers(fold.Request(FileRead, "dATA/X")) {
		t.Error("paths are not folded")
	}
	if got := fold.Request(FileRead, "dATA/X").Scope(); got != "dATA/X" {
		t.Errorf("the shown path is folded: %q", got)
	}
	if fold.Item(Env, "*").Covers(fold.Request(Env, "OpenAI_Api_Key")) {
		t.Error("a provider key in another case is handed out")
	}
	if !fold.Item(Env, "openai_API_KEY").Covers(fold.Request(Env, "OpenAI_Api_Key")) {
		t.Error("a named provider key is refused")
	}
	if fold.Item(Exec, "git").Covers(fold.Request(Exec, "Git")) {
		t.Error("commands are folded")
	}
}

func TestScopeLength(t *testing.T) {
	long := strings.Repeat("a", MaxScope+1)
	fits := long[1:]
	for _, k := range []Kind{FileRead, Env, Exec, Net, DB} {
		if unix.Item(k, long).Covers(unix.Item(k, long).Request()) {
			t.Errorf("%s: a scope that is too long covers itself", k)
		}
		if unix.Item(k, "*").Covers(unix.Request(k, long)) {
			t.Errorf(`%s: "*" covers a scope that is too long`, k)
		}
		if !unix.BareItem(k).Covers(unix.Request(k, long)) {
			t.Errorf("%s: the bare item does not cover a scope that is too long", k)
		}
		if !unix.Item(k, fits).Covers(unix.Request(k, fits)) || !unix.Item(k, "*").Covers(unix.Request(k, fits)) {
			t.Errorf("%s: a scope of the greatest length is not covered", k)
		}
	}
}

func TestSensitiveName(t *testing.T) {
	if !unix.SensitiveName("SYNSEMA_HUMAN_URL") || unix.SensitiveName("SYNSEMA_LIMITS") || unix.SensitiveName("openai_api_key") || !fold.SensitiveName("openai_api_key") {
		t.Error("wrong sensitive names")
	}
}

func TestTexts(t *testing.T) {
	for _, tt := range []struct {
		it                  *Item
		shown, text, demand string
	}{
		{unix.Item(FileRead, "./data/*"), `file_read("./data/*")`, "file.read=./data/*", `require file.read("./data/*")`},
		{unix.BareItem(FileWrite), "file_write", "file.write", "require file.write"},
		{unix.Item(Env, ""), "env", "env=", "require env"},
		{unix.Item(Net, "https://u:pw@H:1/x"), `net("h:1")`, "net=h:1", `require net("h:1")`},
		{unix.BareItem(SandboxRun), "sandbox_run", "sandbox_run", "require sandbox_run"},
	} {
		if tt.it.String() != tt.shown || tt.it.Text() != tt.text || tt.it.RequireLine() != tt.demand {
			t.Errorf("%q %q %q", tt.it.String(), tt.it.Text(), tt.it.RequireLine())
		}
	}
	if got := unix.Request(FileRead, "./a//b").String(); got != `file_read("a/b")` {
		t.Error(got)
	}
	if got := strings.Join(Names(), ", "); got != Known {
		t.Errorf("Names and Known differ: %s", got)
	}
	if len(Kinds()) != len(Names()) {
		t.Error("a kind is missing from the table order")
	}
	for _, name := range append(Names(), "file_read", "file_write") {
		if k, ok := ParseKind(name); !ok || k.String() != name && k.Display() != name {
			t.Error(name)
		}
	}
	for _, name := range []string{"", "Net", "file.Read", "sandbox.run", "teleport", "none"} {
		if _, ok := ParseKind(name); ok {
			t.Error(name)
		}
	}
}

func TestClosest(t *testing.T) {
	for in, want := range map[string]string{
		"netwrok": "", "nett": "net", "ent": "net", "file.raed": "file.read", "Stdout": "stdout", "secrets": "secret",
		"teleport": "", "file-read": "file.read", "readfile": "", "": "", "sandboxrun": "sandbox_run",
	} {
		if got := Closest(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestUnbounded(t *testing.T) {
	for text, want := range map[string]bool{"exec": true, "exec=*": true, "exec=?*": true, "exec=git": false, "exec=g*": false, "exec=": false} {
		if got := item(t, text).Unbounded(); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
