package caps

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// The oracle is a second, naive statement of the covering rule: recursion over
// characters, lists of segments, no shared code with the package. It knows
// nothing of what the package is fast at.

type oracleScope struct {
	kind    string
	scoped  bool
	pattern bool
	raw     string
}

func oracleChars(s string) (chars []string) { return strings.Split(s, "") }

// oracleGlob says whether r matches g; in a pattern r "*" and "?" are matched
// only by wildcards that are wide enough.
func oracleGlob(g, r []string, pattern bool) bool {
	const unknown, no, yes = 0, 1, 2
	memo := make([]byte, (len(g)+1)*(len(r)+1))
	var walk func(i, j int) bool
	walk = func(i, j int) bool {
		if i == len(g) {
			return j == len(r)
		}
		m := &memo[i*(len(r)+1)+j]
		if *m != unknown {
			return *m == yes
		}
		ok := false
		switch g[i] {
		case "*":
			ok = walk(i+1, j) || j < len(r) && walk(i, j+1)
		case "?":
			ok = j < len(r) && (!pattern || r[j] != "*") && walk(i+1, j+1)
		default:
			ok = j < len(r) && r[j] == g[i] && walk(i+1, j+1)
		}
		*m = no
		if ok {
			*m = yes
		}
		return ok
	}
	return walk(0, 0)
}

func oraclePath(s string) (root string, segments []string) {
	if s == "~" || strings.HasPrefix(s, "~/") || strings.HasPrefix(s, `~\`) {
		s = "/home/u" + s[1:]
	}
	s = strings.ReplaceAll(s, `\`, "/")
	switch {
	case strings.HasPrefix(s, "/"):
		root = "/"
	case len(s) > 2 && s[1:3] == ":/" && strings.Contains("abcdefghijklmnopqrstuvwxyz", strings.ToLower(s[:1])):
		root = s[:3]
	}
	for _, seg := range strings.Split(s[len(root):], "/") {
		last := len(segments) - 1
		switch {
		case seg == "" || seg == ".":
		case seg != "..":
			segments = append(segments, seg)
		case last >= 0 && segments[last] != "..":
			segments = segments[:last]
		case root == "":
			segments = append(segments, seg)
		}
	}
	return root, segments
}

func oracleCovers(g, r oracleScope) bool {
	if g.kind != r.kind && !(g.kind == "file" && (r.kind == "file.read" || r.kind == "file.write")) {
		return false
	}
	if r.kind == "env" && r.scoped {
		for _, prefix := range []string{"SYNSEMA_LLM_", "SYNSEMA_JUDGE_", "SYNSEMA_HUMAN_"} {
			if strings.HasPrefix(r.raw, prefix) {
				return g.scoped && g.raw == r.raw
			}
		}
		if slices.Contains([]string{"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "MINIMAX_API_KEY", "DEEPSEEK_API_KEY", "TYPESAFE_API_KEY"}, r.raw) {
			return g.scoped && g.raw == r.raw
		}
	}
	if !g.scoped {
		return true
	}
	if !r.scoped {
		return false
	}
	switch r.kind {
	case "file", "file.read", "file.write":
		if g.raw == "*" {
			return true
		}
		if r.pattern && r.raw == "*" {
			return false
		}
		groot, gsegs := oraclePath(g.raw)
		rroot, rsegs := oraclePath(r.raw)
		gtext, rtext := groot+strings.Join(gsegs, "/"), rroot+strings.Join(rsegs, "/")
		if gtext == "" {
			gtext = "."
		}
		if rtext == "" {
			rtext = "."
		}
		if gtext == rtext {
			return true
		}
		ups := func(segs []string) int {
			return len(segs) - len(slices.DeleteFunc(slices.Clone(segs), func(s string) bool { return s == ".." }))
		}
		if (groot == "") != (rroot == "") || groot == "" && ups(gsegs) != ups(rsegs) {
			return false
		}
		return oracleGlob(oracleChars(gtext), oracleChars(rtext), r.pattern)
	case "exec":
		if slices.Contains(strings.FieldsFunc("x/"+strings.ReplaceAll(r.raw, `\`, "/"), func(c rune) bool { return c == '/' }), "..") {
			return g.raw == r.raw || g.raw != "" && strings.Trim(g.raw, "*") == ""
		}
	}
	return g.raw == r.raw || oracleGlob(oracleChars(g.raw), oracleChars(r.raw), r.pattern)
}

var fuzzKinds = []Kind{File, FileRead, FileWrite, Exec, Env, Secret, Memory, Time}

// FuzzCover compares the covering rule with the oracle, and tests that
// covering is transitive: what a granted pattern covers, every ceiling that
// covers the pattern covers too.
func FuzzCover(f *testing.F) {
	for _, s := range [][3]string{
		{"*", "./*", "../x"}, {"./*", "*.txt", "a/../../b.txt"}, {"a*b*c", "a?b*c", "axbyc"},
		{"?.x", "*.x", "a.x"}, {"OPENAI_*", "OPENAI_API_KEY", "OPENAI_API_KEY"}, {"./t/*", "./t/../x", `./t\..\x`},
		{"[a]{b}\\*", "[a]{b}\\c", "[a]{b}\\c"}, {"**", "?*?", "é\n/"}, {"~/x", "/home/u/x", "~"}, {"/..*", "/..a", "/../a"},
		{"c:/*", "C:/*", "c:/x"}, {"", ".", "./"}, {"a*a*a*b", strings.Repeat("a", 40), "b"},
	} {
		for k := range fuzzKinds {
			f.Add(byte(k), byte(k), s[0], s[1], s[2], byte(0))
			f.Add(byte(k), byte(k), s[0], s[1], s[2], byte(3))
		}
	}
	f.Fuzz(func(t *testing.T, gk, rk byte, g, r, c string, bare byte) {
		if !utf8.ValidString(g+"\x00"+r+"\x00"+c) || len(g)+len(r)+len(c) > 300 {
			return
		}
		gkind, rkind := fuzzKinds[int(gk)%len(fuzzKinds)], fuzzKinds[int(rk)%len(fuzzKinds)]
		build := func(k Kind, scope string, bare bool) *Item {
			if bare {
				return unix.BareItem(k)
			}
			return unix.Item(k, scope)
		}
		grant, want := build(gkind, g, bare&1 != 0), build(rkind, r, bare&2 != 0)
		og := oracleScope{gkind.String(), bare&1 == 0, true, g}
		or := oracleScope{rkind.String(), bare&2 == 0, true, r}
		covers := grant.Covers(want.Request())
		if o := oracleCovers(og, or); covers != o {
			t.Fatalf("%s covers the pattern %s: %v, the oracle says %v", grant, want, covers, o)
		}
		or = oracleScope{rkind.String(), true, false, r}
		if got, o := grant.Covers(unix.Request(rkind, r)), oracleCovers(og, or); got != o {
			t.Fatalf("%s covers the use %q: %v, the oracle says %v", grant, r, got, o)
		}
		use := unix.Request(rkind, c)
		if covers && want.Covers(use) && !grant.Covers(use) {
			t.Fatalf("%s covers %s, which covers the use of %q, but does not cover it itself", grant, want, c)
		}
		if !want.Covers(want.Request()) && want.Kind() != Net {
			t.Fatalf("%s does not cover itself", want)
		}
	})
}

// FuzzParseList tests that a list that can be written as text reads back as
// itself, that the structured form always does, and that intersecting a list
// with itself keeps what it allows.
func FuzzParseList(f *testing.F) {
	for _, s := range []string{
		"stdout,time,env=PLUGIN_*,env=LAMP_*", " stdout , file.read = a/* ,, file_read=b/*, ", "none", " none ", "none,stdout",
		"", ",", "net=https://u:pw@H.:8/x,net=*", "file.read=", "exec=a=b", "Stdout", "db=postgres://U:p@h:5/D", "net=[::1],net=::1",
		"net=http:///", "file.read=./*,file=*", "env", "env==",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := unix.ParseList(text)
		if err != nil {
			if l != nil || err.Error() == "" || err.(*ListError).Flag() == "" {
				t.Fatalf("%q: a bad error", text)
			}
			return
		}
		same := func(m *List, how string) {
			if !slices.EqualFunc(l.Items(), m.Items(), func(a, b *Item) bool {
				return a.req == b.req && a.text == b.text && a.all == b.all && a.Wild() == b.Wild()
			}) {
				t.Fatalf("%q: %s: %q became %q", text, how, l, m)
			}
		}
		if s, err := l.Text(); err == nil {
			m, err := unix.ParseList(s)
			if err != nil {
				t.Fatalf("%q: %v", s, err)
			}
			same(m, "text")
		}
		if utf8.ValidString(text) {
			data, err := l.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			m, err := unix.DecodeList(data)
			if err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			same(m, "JSON")
		}
		both := Intersect(l, l)
		for _, it := range l.Items() {
			if l.Covering(it.Request()) != nil && both.Covering(it.Request()) == nil {
				t.Fatalf("%q ∩ itself loses %s", l, it)
			}
		}
		if l.Reduce().String() == "none" && len(l.items) > 0 {
			t.Fatalf("%q reduces to nothing", l)
		}
	})
}

// TestGlobCost: matching must not explode, whatever the pattern.
func TestGlobCost(t *testing.T) {
	text := strings.Repeat("a", MaxScope)
	for _, g := range []string{
		strings.Repeat("a*", MaxScope/2-1) + "b",
		strings.Repeat("*a", MaxScope/2-1) + "b",
		strings.Repeat("*a?", MaxScope/3-1) + "b?",
		strings.Repeat("?*", MaxScope/2-1) + "b",
		strings.Repeat("*aaaaaaaa", MaxScope/9-1) + "?b",
		strings.Repeat("*", 64) + "b" + strings.Repeat("*a", 1000) + "?",
	} {
		it := unix.Item(Env, g)
		start := time.Now()
		it.Covers(unix.Request(Env, text))
		it.Covers(unix.Item(Env, text[1:]+"*").Request())
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("%.12s…: %v", g, d)
		} else {
			t.Logf("%.12s… (%d bytes): %v", g, len(g), d)
		}
	}
}
