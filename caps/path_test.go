package caps

import "testing"

func TestPath(t *testing.T) {
	home := &Platform{Home: "/home/u/"}
	tests := []struct{ in, want string }{
		{"./data//x/./y", "data/x/y"},
		{"data/", "data"},
		{"./data/../../etc/p", "../etc/p"},
		{"/data/../../etc", "/etc"},
		{`C:\data\..\x`, "C:/x"},
		{"c:/..", "c:/"},
		{"./", "."},
		{"", "."},
		{".", "."},
		{"..", ".."},
		{"a/..", "."},
		{"../a/../..", "../.."},
		{"../../a/b/../c", "../../a/c"},
		{"./*", "*"},
		{"a/*/../b", "a/b"},
		{"/", "/"},
		{"//", "/"},
		{"/..", "/"},
		{"//server/share", "/server/share"},
		{`a\b`, "a/b"},
		{"C:", "C:"},
		{"C:x/..", "."},
		{"1:/../x", "x"},
		{"...", "..."},
		{"a...b/..", "."},
		{"~", "/home/u"},
		{"~/x", "/home/u/x"},
		{`~\x`, "/home/u/x"},
		{"~user/x", "~user/x"},
		{"a/~", "a/~"},
		{"./~/x", "~/x"},
		{"~/../x", "/home/x"},
		{":memory:", ":memory:"},
	}
	for _, tt := range tests {
		got := home.Path(tt.in)
		if got != tt.want {
			t.Errorf("Path(%q) = %q, want %q", tt.in, got, tt.want)
		}
		if !isClean(got) || clean(got) != got {
			t.Errorf("Path(%q) = %q is not stable", tt.in, got)
		}
	}
	for home, want := range map[string]string{"": "~/x", "  ": "~/x", "/": "/x", `C:\Users\u\`: "C:/Users/u/x", "rel": "rel/x"} {
		if got := (&Platform{Home: home}).Path("~/x"); got != want {
			t.Errorf("home %q: got %q, want %q", home, got, want)
		}
	}
	if got := (&Platform{Home: "/"}).Path("~"); got != "/" {
		t.Errorf("home /: ~ is %q", got)
	}
}

func TestPathIsReadOnce(t *testing.T) {
	p := &Platform{Home: "/home/u"}
	// A file that is called "~" must not become the home directory on a second
	// reading.
	if got := p.Request(FileRead, "./~/k").Scope(); got != "~/k" {
		t.Errorf("Request: %q", got)
	}
	if got := p.PathRequest(FileRead, "~/k").Scope(); got != "~/k" {
		t.Errorf("PathRequest: %q", got)
	}
}

func TestPathDoesNotAllocate(t *testing.T) {
	p := &Platform{Home: "/home/u"}
	for _, path := range []string{"data/x/y.txt", "/usr/lib", "../x", ".", "*", "C:/x"} {
		if n := testing.AllocsPerRun(100, func() { p.Request(FileRead, path) }); n != 0 {
			t.Errorf("%q: %v allocations", path, n)
		}
	}
}

func TestItemDir(t *testing.T) {
	p := &Platform{Home: "/h"}
	tests := []struct {
		scope, dir string
		ok         bool
		tree       bool
	}{
		{"d/*", "d", true, true},
		{"logs/a-*.txt", "logs", true, false},
		{"./*", ".", true, true},
		{"*.txt", ".", true, false},
		{"/*", "/", true, true},
		{"/a*", "/", true, false},
		{"../*", "..", true, true},
		{"C:/*", "C:/", true, true},
		{"~/x/?", "/h/x", true, false},
		{"d/*/e", "d", true, false},
		{"*", "", false, false},
		{"d", "", false, false},
	}
	for _, tt := range tests {
		it := p.Item(FileRead, tt.scope)
		dir, ok := it.Dir()
		if dir != tt.dir || ok != tt.ok {
			t.Errorf("Dir(%q) = %q, %v; want %q, %v", tt.scope, dir, ok, tt.dir, tt.ok)
		}
		if _, tree := it.Tree(); tree != tt.tree {
			t.Errorf("Tree(%q) = %v", tt.scope, tree)
		}
	}
	for _, it := range []*Item{p.BareItem(FileRead), p.Item(DB, "postgres://h/*"), p.Item(Env, "A/*")} {
		if dir, ok := it.Dir(); ok {
			t.Errorf("%s has the directory %q", it, dir)
		}
	}
}

func TestDatabaseScopes(t *testing.T) {
	p := &Platform{}
	for in, want := range map[string]string{
		"postgres://U:p@[::1]:5432/DB/x?y":  "postgres://[::1]/db",
		"POSTGRESQL://Host:5/Db#f":          "postgresql://host/db",
		"redis://h:6379":                    "redis://h",
		"redis://h:6379/0":                  "redis://h/0",
		"mongodb://a:1,b:2/d":               "mongodb://a,b/d",
		"mongodb+srv://u@h/":                "mongodb+srv://h",
		"mysql://u:p@x@h/d":                 "mysql://h/d",
		"postgres://h?host=evil":            "postgres://h",
		"./x//y.db":                         "x/y.db",
		":memory:":                          ":memory:",
		"oracle://h/d":                      "oracle:/h/d",
		"postgres://localhost/*":            "postgres://localhost/*",
		"file:x?mode=ro":                    "file:x?mode=ro",
		"sqlite.db":                         "sqlite.db",
		"rediss://h:1/0/1":                  "rediss://h/0",
		"postgres:///only":                  "postgres:///only",
		"postgres://h:5432,i:5433/replicas": "postgres://h,i/replicas",
	} {
		if got := p.Request(DB, in).Scope(); got != want {
			t.Errorf("db %q is %q, want %q", in, got, want)
		}
	}
	if got := p.Item(DB, "postgres://u:pw@H/D").String(); got != `db("postgres://h/d")` {
		t.Error(got)
	}
	if got := p.Item(DB, "./x//y").String(); got != `db("./x//y")` {
		t.Error(got)
	}
}
