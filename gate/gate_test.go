package gate

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/caps"
)

// world is a gate over a folder of its own, with what it printed and recorded.
type world struct {
	*Gate
	dir      string
	out, err bytes.Buffer
	entries  []caps.Entry
	set      *caps.Set
}

type setup struct {
	require []string // "file.read=data/*", "random"
	ceiling string   // "" is none
	files   map[string]string
	config  func(*Config)
	denials []string
}

func open(t *testing.T, s setup) *world {
	t.Helper()
	w := &world{dir: t.TempDir()}
	if real, err := filepath.EvalSymlinks(w.dir); err == nil {
		w.dir = real
	}
	for name, text := range s.files {
		path := filepath.Join(w.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			if err := os.Symlink(target, path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := caps.DefaultPlatform("/home/nobody")
	c := caps.Config{Platform: p, Ambient: caps.Ambient(), Sink: func(e caps.Entry) { w.entries = append(w.entries, e) }}
	if s.ceiling != "" {
		l, err := p.ParseList(s.ceiling)
		if err != nil {
			t.Fatal(err)
		}
		c.Ceilings = []*caps.List{l}
	}
	for _, d := range s.denials {
		c.Denials = append(c.Denials, item(t, p, d))
	}
	w.set = caps.New(c)
	for _, r := range s.require {
		w.set.Grant(item(t, p, r), caps.At{File: "main.syn", Line: 1})
	}
	w.entries = nil
	cfg := Config{
		Caps: w.set, Dir: w.dir, Home: "/home/nobody", Output: Streams(&w.out, &w.err), Program: "main",
		Environ: MapEnviron(map[string]string{"PATH": os.Getenv("PATH"), "HOME": "/home/nobody", "LANG": "C", "PLAIN": "1", "OPENAI_API_KEY": "k"}),
	}
	if s.config != nil {
		s.config(&cfg)
	}
	g, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	w.Gate = g
	t.Cleanup(g.Close)
	return w
}

func item(t *testing.T, p *caps.Platform, text string) *caps.Item {
	t.Helper()
	name, scope, scoped := strings.Cut(text, "=")
	s := &scope
	if !scoped {
		s = nil
	}
	it, ok := p.Declare(name, s)
	if !ok {
		t.Fatalf("unknown capability %q", text)
	}
	return it
}

func at(name string) At { return At{Source: name + "()", File: "main.syn", Line: 3} }

// fails checks the text of an error, or that there is none for "".
func fails(t *testing.T, err error, want string) {
	t.Helper()
	got := ""
	if err != nil {
		got = err.Error()
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("error of type %T, not *Error", err)
		}
	}
	if strings.HasSuffix(want, "…") && strings.HasPrefix(got, strings.TrimSuffix(want, "…")) {
		return
	}
	if got != want {
		t.Errorf("error\n got %s\nwant %s", got, want)
	}
}

// recorded checks the last entry.
func (w *world) recorded(t *testing.T, want string) {
	t.Helper()
	if len(w.entries) == 0 {
		t.Errorf("nothing recorded, want %s", want)
		return
	}
	e := w.entries[len(w.entries)-1]
	got := e.Capability() + " " + e.Reason + " " + e.Source
	if got != want {
		t.Errorf("recorded\n got %s\nwant %s", got, want)
	}
}

const byLink = " — the path leaves the granted scope through a symbolic link"

func TestReadFollowsOnlyLinksThatStayInside(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "x"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"d/a": "in", "d/inner": "-> a", "d/sub/b": "deep", "d/up": "-> sub/../a", "d/out": "-> " + outside + "/x",
		"d/folder": "-> " + outside, "d/back": "-> ../d/sub", "other": "o", "d/dotdot": "-> ../other", "ws": "-> d",
		"d/loop": "-> loop", "d/dangling": "-> nowhere", "d/gone": "-> " + outside + "/nowhere",
	}
	const denied = "Capability not granted: file_read(\""
	for _, tt := range []struct{ name, require, ceiling, path, want string }{
		{"plain", "file.read=d/*", "", "d/a", ""},
		{"link inside", "file.read=d/*", "", "d/inner", ""},
		{"link through a parent inside", "file.read=d/*", "", "d/up", ""},
		{"link that comes back", "file.read=d/*", "", "d/back/b", ""},
		{"link out", "file.read=d/*", "", "d/out", denied + `d/out")` + byLink},
		{"folder out", "file.read=d/*", "", "d/folder/x", denied + `d/folder/x")` + byLink},
		{"missing file in a folder out", "file.read=d/*", "", "d/folder/none", denied + `d/folder/none")` + byLink},
		{"dangling link out", "file.read=d/*", "", "d/gone", denied + `d/gone")` + byLink},
		{"sibling", "file.read=d/*", "", "d/dotdot", denied + `d/dotdot")` + byLink},
		{"the prefix itself is a link", "file.read=ws/*", "", "ws/a", ""},
		{"out of a linked prefix", "file.read=ws/*", "", "ws/out", denied + `ws/out")` + byLink},
		{"exact", "file.read=d/out", "", "d/out", ""},
		{"bare", "file.read", "", "d/out", ""},
		{"star", "file.read=*", "", "d/out", ""},
		{"dot star", "file.read=./*", "", "d/dotdot", ""},
		{"dot star, out", "file.read=./*", "", "d/out", denied + `d/out")` + byLink},
		{"one of two grants passes", "file.read=./*", "", "d/dotdot", ""},
		{"ceiling refuses", "file.read", "file.read", "d/out", ""},
		{"ceiling with a pattern", "file.read=d/out", "file.read=d/*", "d/out", denied + `d/out")` + byLink},
		{"ceiling of another folder", "file.read=d/*", "file.read=./*", "d/inner", ""},
		{"loop", "file.read=d/*", "", "d/loop", "File not found: d/loop"},
		{"dangling", "file.read=d/*", "", "d/dangling", "File not found: d/dangling"},
		{"NUL", "file.read=d/*", "", "d/\x00a", "File not found: d/\x00a"},
		{"missing folder", "file.read=none/*", "", "none/a", "File not found: none/a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, setup{require: []string{tt.require}, ceiling: tt.ceiling, files: files})
			_, err := w.ReadFile(at("read_file"), tt.path)
			fails(t, err, tt.want)
			if strings.HasSuffix(tt.want, byLink) {
				if len(w.entries) != 1 || w.entries[0].Granted {
					t.Errorf("entries: %+v", w.entries)
				}
				w.recorded(t, `file_read("`+tt.path+`") the path leaves the granted scope through a symbolic link read_file()`)
			}
		})
	}
}

func TestAFolderSwappedForALinkLeadsNowhere(t *testing.T) {
	w := open(t, setup{require: []string{"file=d/*"}, files: map[string]string{"d/sub/a": "in", "o/a": "out"}})
	if s, err := w.ReadFile(at("read_file"), "d/sub/a"); err != nil || s != "in" {
		t.Fatal(s, err)
	}
	// What the check saw is a folder; what the act finds is a link.
	d := pathDecision{g: w.Gate, at: at("read_file"), d: w.set.Decide(w.set.Platform().Request(caps.FileRead, "d/sub/a"))}
	p, _ := d.place()
	de := pathDecision{g: w.Gate, at: at("write_file"), d: w.set.Decide(w.set.Platform().Request(caps.FileWrite, "d/sub/a"))}
	e, _ := de.entry()
	if err := os.RemoveAll(filepath.Join(w.dir, "d/sub")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(w.dir, "o"), filepath.Join(w.dir, "d/sub")); err != nil {
		t.Fatal(err)
	}
	if _, err := p.open(); err == nil {
		t.Error("the swapped folder was read")
	}
	if err := w.replace(e, []byte("x")); err == nil {
		t.Error("the swapped folder was written")
	}
	if b, _ := os.ReadFile(filepath.Join(w.dir, "o/a")); string(b) != "out" {
		t.Errorf("outside now holds %q", b)
	}
}

func TestWriting(t *testing.T) {
	outside := t.TempDir()
	files := map[string]string{"d/a": "old", "d/link": "-> a", "d/out": "-> " + outside, "d/outfile": "-> " + outside + "/f", "d/sub/x": "", "keep": "k"}
	w := open(t, setup{require: []string{"file=d/*", "file.write=new/*"}, files: files})
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(w.dir, name))
		if err != nil {
			return "error"
		}
		return string(b)
	}
	fails(t, w.WriteFile(at("write_file"), "d/a", []byte("new")), "")
	fails(t, w.WriteFile(at("write_file"), "d/p/q/r", []byte("deep")), "")
	fails(t, w.WriteFile(at("write_file"), "new/p/f", []byte("made")), "")
	if got := read("d/a") + read("d/p/q/r") + read("new/p/f"); got != "newdeepmade" {
		t.Error(got)
	}
	fails(t, w.WriteFile(at("write_file"), "d/sub", nil), "Cannot write file d/sub: is a directory")
	fails(t, w.WriteFile(at("write_file"), "d/a/b", nil), "Cannot write file d/a/b: …")
	const no = `Capability not granted: file_write("`
	fails(t, w.WriteFile(at("write_file"), "d/out/x", nil), no+`d/out/x")`+byLink)
	fails(t, w.AppendFile(at("append_file"), "d/outfile", nil), no+`d/outfile")`+byLink)
	// A link at the name itself is replaced, wherever it leads.
	fails(t, w.WriteFile(at("write_file"), "d/outfile", []byte("mine")), "")
	fails(t, w.WriteFile(at("write_file"), "d/link", []byte("plain")), "")
	if read("d/outfile") != "mine" || read("d/a") != "new" {
		t.Error("a link was followed")
	}
	fails(t, w.AppendFile(at("append_file"), "d/a", []byte("+")), "")
	fails(t, w.AppendFile(at("append_file"), "d/x/y", []byte("+")), "")
	if got := read("d/a") + read("d/x/y"); got != "new++" {
		t.Error(got)
	}
	if left, _ := filepath.Glob(filepath.Join(w.dir, "d", ".synsema*")); len(left) > 0 {
		t.Error("left behind: ", left)
	}

	if n, err := w.EditFile(at("edit_file"), "d/a", "new", "old", false); n != 1 || err != nil {
		t.Error(n, err)
	}
	_, err := w.EditFile(at("edit_file"), "d/a", "+", "-", false)
	fails(t, err, "")
	_, err = w.EditFile(at("edit_file"), "d/a", "zzz", "-", false)
	fails(t, err, "edit_file: pattern not found")
	_, err = w.EditFile(at("edit_file"), "d/a", "", "-", false)
	fails(t, err, "edit_file: empty pattern")
	_, err = w.EditFile(at("edit_file"), "d/none", "a", "b", true)
	fails(t, err, "File not found: d/none")
}

func TestDeleting(t *testing.T) {
	files := map[string]string{"d/a": "1", "d/t/x/y": "1", "d/t/l": "-> ../../keep", "d/e/f": "", "keep/k": "1", "d/lk": "-> t", "d/dead": "-> nope"}
	w := open(t, setup{require: []string{"file=d/*", "file=d"}, files: files})
	fails(t, w.DeleteFile(at("delete_file"), "d/none"), "File not found: d/none")
	fails(t, w.DeleteFile(at("delete_file"), "d/dead"), "File not found: d/dead")
	fails(t, w.DeleteFile(at("delete_file"), "d/t"), `delete_file: "d/t" is a directory (use delete_dir)`)
	fails(t, w.DeleteFile(at("delete_file"), "d/a"), "")
	fails(t, w.DeleteDir(at("delete_dir"), "d/none", true), "Directory not found: d/none")
	fails(t, w.DeleteDir(at("delete_dir"), "d/e/f", true), `delete_dir: "d/e/f" is a file (use delete_file)`)
	fails(t, w.DeleteDir(at("delete_dir"), "d/lk", true), "Cannot delete directory d/lk: is a symbolic link")
	fails(t, w.DeleteDir(at("delete_dir"), "d/t", false), `delete_dir: "d/t" is not empty (pass {"recursive": true} to delete its contents)`)
	w.entries = nil
	fails(t, w.DeleteDir(at("delete_dir"), "d/t", true), "")
	var seen []string
	for _, e := range w.entries {
		seen = append(seen, e.Scope())
	}
	if got := strings.Join(seen, " "); got != "d/t d/t/l d/t/x d/t/x/y" {
		t.Error(got)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "keep/k")); err != nil {
		t.Error("a link was followed")
	}
	fails(t, w.DeleteDir(at("delete_dir"), "d/t", true), "Directory not found: d/t")

	w = open(t, setup{require: []string{"file=d", "file=d/a"}, files: map[string]string{"d/a": "", "d/b": ""}})
	fails(t, w.DeleteDir(at("delete_dir"), "d", true), `Capability not granted: file_write("d/b") …`)
	if _, err := os.Stat(filepath.Join(w.dir, "d/a")); err != nil {
		t.Error("deleted before all was allowed")
	}
}

func TestProtectedFolders(t *testing.T) {
	files := map[string]string{"ws/f": "", "ws/.host/state": "s", "ws/l": "-> .host"}
	protect := func(c *Config) { c.Protected = []string{filepath.Join(c.Dir, "ws/.host")} }
	w := open(t, setup{require: []string{"file=ws/*"}, ceiling: "file=ws/*", files: files, config: protect})
	fails(t, w.WriteFile(at("write_file"), "ws/f", nil), "")
	fails(t, w.WriteFile(at("write_file"), "ws/l/state", nil), `Capability not granted: file_write("ws/l/state") — declared but above the host ceiling …`)
	fails(t, w.AppendFile(at("append_file"), "ws/l/state", nil), `Capability not granted: file_write("ws/l/state") — declared but above the host ceiling …`)
	_, err := w.ReadFile(at("read_file"), "ws/l/state")
	fails(t, err, "")
	w = open(t, setup{require: []string{"file=ws/.host/*"}, ceiling: "file=ws/.host/*", files: files, config: protect})
	fails(t, w.WriteFile(at("write_file"), "ws/.host/state", nil), "")
}

func TestReading(t *testing.T) {
	w := open(t, setup{require: []string{"file.read=./*"}, files: map[string]string{
		"l": "one\r\ntwo\nthree", "bad": "a\xe2\x82A\xff\xfe", "dir/z": "zz", "dir/.h": "", "dir/a/b": "",
	}})
	for _, tt := range []struct {
		first, count int64
		want         string
	}{{1, -1, "one\r\ntwo\nthree"}, {2, 1, "two\n"}, {3, 5, "three"}, {4, 1, ""}, {1, 0, ""}} {
		count := &tt.count
		if tt.count < 0 {
			count = nil
		}
		got, err := w.ReadLines(at("read_file"), "l", tt.first, count)
		if got != tt.want || err != nil {
			t.Errorf("%+v: %q %v", tt, got, err)
		}
	}
	zero, less := int64(0), int64(-1)
	_, err := w.ReadLines(at("read_file"), "l", 1, &less)
	fails(t, err, "read_file: limit must be >= 0")
	_, err = w.ReadLines(at("read_file"), "l", 0, &zero)
	fails(t, err, "read_file: offset must be >= 1")
	_, err = w.ReadFile(at("read_file"), "bad")
	fails(t, err, "File not found: bad")
	if got, _ := w.ReadLines(at("read_file"), "bad", 1, nil); got != "a\ufffdA\ufffd\ufffd" {
		t.Errorf("%q", got)
	}
	_, err = w.ReadFile(at("read_file"), "dir")
	fails(t, err, "File not found: dir")
	_, err = w.ReadFile(at("read_file"), "bundle:x")
	fails(t, err, `"bundle:x" is not in the bundle (the program was not built with it, or the name differs)`)
	if s, err := w.ReadFile(at("read_file"), "disk:./l"); s == "" || err != nil {
		t.Error(err)
	}
	list, err := w.ListDir(at("list_dir"), "dir/")
	if err != nil || len(list) != 3 || list[0].Name != ".h" || list[1] != (DirEntry{"a", true, 0}) || list[2] != (DirEntry{"z", false, 2}) {
		t.Errorf("%+v %v", list, err)
	}
	_, err = w.ListDir(at("list_dir"), "l")
	fails(t, err, "Not a directory: l")
	if fi, err := w.FileInfo(at("file_info"), "none"); fi.Exists || err != nil {
		t.Error(fi, err)
	}
	_, err = w.FileInfo(at("file_exists"), "/etc/passwd")
	fails(t, err, `Capability not granted: file_read("/etc/passwd") …`)
	if d, err := w.Cwd(at("cwd")); d != w.dir || err != nil {
		t.Error(d, err)
	}
}

func TestGrep(t *testing.T) {
	w := open(t, setup{require: []string{"file.read=data"}, files: map[string]string{
		"data/b.txt": "x\nfoo bar\r\n\nfoo foo\n", "data/b/c.txt": "FOO\nö foo", "data/in": "-> b", "data/self": "-> .",
		"data/abs": "", "data/out": "-> ../other", "other/o.txt": "foo", "data/bad": "\xff foo\n",
	}, denials: []string{"file.read=data/bad"}})
	if err := os.Remove(filepath.Join(w.dir, "data/abs")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(w.dir, "data/b.txt"), filepath.Join(w.dir, "data/abs")); err != nil {
		t.Fatal(err)
	}
	got, cut, err := w.Grep(at("grep"), "data", GrepQuery{Pattern: "foo", Max: -1})
	var lines []string
	for _, m := range got {
		lines = append(lines, m.File+":"+string(rune('0'+m.Line))+":"+string(rune('0'+m.Col))+":"+m.Text)
	}
	want := "data/abs:2:1:foo bar|data/abs:4:1:foo foo|data/b.txt:2:1:foo bar|data/b.txt:4:1:foo foo|data/b/c.txt:2:3:ö foo|data/in/c.txt:2:3:ö foo"
	if s := strings.Join(lines, "|"); s != want || cut || err != nil {
		t.Errorf("\n got %s\nwant %s\n%v %v", s, want, cut, err)
	}
	if len(w.entries) != 1 {
		t.Errorf("%d entries", len(w.entries))
	}
	got, cut, _ = w.Grep(at("grep"), "data", GrepQuery{Pattern: "foo", Max: 0})
	if len(got) != 1 || !cut {
		t.Error(got, cut)
	}
	glob := "?.tx*"
	got, _, _ = w.Grep(at("grep"), "data", GrepQuery{Pattern: "fOO", Lower: strings.ToLower, Max: -1, Glob: &glob})
	got = got[2:]
	if len(got) != 4 {
		t.Errorf("%+v", got)
	}
	_, _, err = w.Grep(at("grep"), "data/none", GrepQuery{Pattern: "x"})
	fails(t, err, `Capability not granted: file_read("data/none") …`)
	_, _, err = w.Grep(at("grep"), "data", GrepQuery{})
	fails(t, err, "grep: empty pattern")
}

func TestModesOfFiles(t *testing.T) {
	w := open(t, setup{require: []string{"file=d/*"}, files: map[string]string{"d/tool": "x"}})
	if err := os.Chmod(filepath.Join(w.dir, "d/tool"), 0o750); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"d/tool", "d/.env", "d/my-secret.txt", "d/id.pem", "d/plain"} {
		fails(t, w.WriteFile(at("write_file"), name, []byte("y")), "")
	}
	for name, want := range map[string]os.FileMode{"d/tool": 0o750, "d/.env": 0o600, "d/my-secret.txt": 0o600, "d/id.pem": 0o600} {
		info, err := os.Stat(filepath.Join(w.dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
}

func TestAFailedWriteLeavesNothing(t *testing.T) {
	// A write that fails leaves neither the new file nor its temporary.
	w := open(t, setup{require: []string{"file=d/*"}, files: map[string]string{"d/f": "old"}})
	if err := os.Chmod(filepath.Join(w.dir, "d"), 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(w.dir, "d"), 0o755)
	err := w.WriteFile(at("write_file"), "d/f", []byte("new"))
	if os.Geteuid() != 0 {
		fails(t, err, "Cannot write file d/f: permission denied")
	}
	if left, _ := filepath.Glob(filepath.Join(w.dir, "d", ".*")); len(left) > 0 {
		t.Error(left)
	}
}

func FuzzMatchName(f *testing.F) {
	f.Add("*a?b*", "xaybz")
	f.Add("**", "")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 12 || len(name) > 12 {
			return
		}
		if got, want := matchName(pattern, name), naive([]rune(pattern), []rune(name)); got != want {
			t.Errorf("%q %q: %v", pattern, name, got)
		}
	})
}

func naive(p, s []rune) bool {
	switch {
	case len(p) == 0:
		return len(s) == 0
	case p[0] == '*':
		return naive(p[1:], s) || len(s) > 0 && naive(p, s[1:])
	case len(s) == 0:
		return false
	}
	return (p[0] == '?' || p[0] == s[0]) && naive(p[1:], s[1:])
}
