package regex

import (
	"regexp"
	"strings"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestRegex(t *testing.T) {
	Rows(Table).CheckRows(t, "regex")
	Rows(Table).Run(t, []Case{
		{"matches", List{"ab", "a|ab"}, "true"},
		{"matches", List{"abc\n", "abc"}, "false"},
		{"matches", List{"٣", `\d`}, "true"},
		{"matches", List{"a b", "(?x) a \\s b # c"}, "true"},
		{"matches", List{"ab", "a(?i)B"}, "true"},
		{"matches", List{"ABab", "(?i:ab)ab"}, "true"},
		{"matches", List{"é", `(?-u)\w`}, "false"},
		{"matches", List{"é", `\u00e9`}, "true"},
		{"matches", List{"-", `[\w-]`}, "true"},
		{"matches", List{"é", `[^\W\d]`}, "true"},
		{"matches", List{"a]", "[a][]]"}, "true"},
		{"matches", List{"Ω", `\p{Script=Greek}`}, "true"},
		{"matches", List{"Ω", `\p{Uppercase}`}, "true"},
		{"matches", List{"a{b", "a{b"}, "true"},
		{"matches", List{"aaaa", "a{2}{2}"}, "true"},
		{"regex_find_all", List{"xaaab", "a**"}, `["", "aaa", ""]`},
		{"regex_find_all", List{"abab", "(?x) ( a b ) + ? +"}, `["abab"]`},
		{"regex_find_all", List{"aab", "[a]+?+b"}, `["aab"]`},
		{"regex_find_all", List{"baac", "a*"}, `["", "aa", ""]`},
		{"regex_find_all", List{"été ete", `\bete\b`}, `["ete"]`},
		{"regex_find_all", List{"é e éb", `\b\w`}, `["é", "e", "é"]`},
		{"regex_find_all", List{"aéa", `\Ba`}, `["a"]`},
		{"regex_find_all", List{"é", `\b`}, `["", ""]`},
		{"find_all", List{"a1b22", `\d+`}, `["1", "22"]`},
		{"regex_capture", List{"ab", "(a)(x)?b"}, `["a", nothing]`},
		{"regex_capture", List{"éab", `\b(é)(x)?`}, `["é", nothing]`},
		{"regex_capture", List{"abc", "[0-9]"}, "nothing"},
		{"capture", List{"a1", "[0-9]"}, "1"},
		{"capture", List{"a1", "([0-9])"}, `["1"]`},
		{"regex_replace", List{"2026-10", "([0-9]+)-([0-9]+)", `\2/\1`}, "10/2026"},
		{"regex_replace", List{"ab", "(a)(b)", `\2\1\3\10|\g<2>|\g<x>`}, "ba|b|"},
		{"regex_replace", List{"a.b", `\.`, `\\\0`}, `a\.b`},
		{"regex_replace", List{"cost", "c", "$1"}, "$1ost"},
		{"regex_replace", List{"abc", "", "."}, ".a.b.c."},
		{"regex_replace", List{"é é", `\bé\b`, "x"}, "x x"},
	})
}

func TestRefused(t *testing.T) {
	for _, p := range []string{
		"(", "a(?=b)", "(?<!a)b", `(a)\1`, `\01`, "[a-z&&[^b]]", "[a[b]]", "[a--b]", `\Qa\E`, `[\b]`, "(?P=n)", "(?z)", "a)", "[z-a]", `\`, `\p{Nope}`,
		"(((((a{100}){100}){100}){100}){100})", "*a", "a|*", "a" + strings.Repeat("*", 1000), `\b{start}`,
	} {
		_, err := Rows(Table).Call(&Thread{}, "matches", "a", p)
		if err == nil || !strings.HasPrefix(err.Error(), "invalid regex pattern ") {
			t.Errorf("%s: %v", p, err)
		}
	}
	for _, c := range [][2]string{{"(it's", `"(it's"`}, {"(\n\\", `'(\n\\'`}, {`("'`, `'("\''`}} {
		if got := quotePattern(c[0]); got != c[1] {
			t.Errorf("quotePattern(%q) = %s", c[0], got)
		}
	}
}

// TestMachine compares the own machine with package regexp.
func TestMachine(t *testing.T) {
	patterns := []string{"a*", "a*?", "(a|ab)(c|bcd)(d*)", "^a|b$", "(?m)^.$", "x*", "(a+)(b+)?", "[^a]", `\b`, `\w+\b`, "(?:a|b)*?c", "a{2,3}", "()", `\Aab`, `ab\z`}
	texts := []string{"", "a", "aab", "abcd", "a\nb\n", "xaaay", "ab ab", "ccc", "bcab"}
	for _, source := range patterns {
		p, err := compile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range texts {
			compareMachines(t, p, s)
		}
	}
}

func compareMachines(t *testing.T, p *pattern, s string) {
	t.Helper()
	want := p.find.FindAllStringSubmatchIndex(s, -1)
	n := 0
	err := eachFrom(&Thread{}, s, nil, newMachine(p.prog, 2*(p.groups+1), &Thread{}, s).find, func(m []int) error {
		if n >= len(want) || !equal(m, want[n]) {
			t.Errorf("%q on %q: match %d is %v, want %v", p.source, s, n, m, want)
		}
		n++
		return nil
	})
	if err != nil || n != len(want) {
		t.Errorf("%q on %q: %d matches, want %v (%v)", p.source, s, n, want, err)
	}
	m, _ := newMachine(p.progFull, 2, &Thread{}, s).find(0)
	if (m != nil) != p.full.MatchString(s) {
		t.Errorf("%q on %q: full match %v", p.source, s, m)
	}
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// FuzzTranslate checks that translation never yields what regexp cannot
// compile except with an error, and that the two machines agree.
func FuzzTranslate(f *testing.F) {
	for _, p := range []string{`\d+`, `[\w-]+`, `(?x) a # b`, `(?P<n>a)|(?<m>b)`, `[^\s\D]`, `\p{L}{2,3}`, `(?i-u:\w)`, `[[:alpha:]]`, `\bx\B`, `a{1,2}{3}`} {
		f.Add(p, "a1 b2 xy éa")
	}
	f.Fuzz(func(t *testing.T, source, s string) {
		if len(source) > 60 || len(s) > 60 || strings.ToValidUTF8(s, "") != s {
			return
		}
		p, err := compile(source)
		if err != nil {
			return
		}
		if !p.boundary || isASCII(s) {
			compareMachines(t, p, s)
		}
	})
}

// TestTranslationIsPlainForPlainPatterns guards against slowing the common
// case down.
func TestTranslationIsPlainForPlainPatterns(t *testing.T) {
	for _, p := range []string{"abc", "a.c*", "[a-z0-9_]+", "(a|b)?c{2,3}", "^x$"} {
		got, _, err := translate(p)
		if err != nil || got != p {
			t.Errorf("translate(%q) = %q, %v", p, got, err)
		}
		regexp.MustCompile(got)
	}
}

func TestInterrupted(t *testing.T) {
	big := value.OfText("é" + strings.Repeat("a ", 1<<16))
	if _, err := Rows(Table).Call(&Thread{MaxSteps: 1 << 14}, "regex_find_all", big, `\b\w+x\b`); err != ErrLimit {
		t.Errorf("got %v", err)
	}
	// each match is found at once, and sought up to the end of the text
	again := value.OfText(strings.Repeat("a", 30_000))
	for _, pattern := range []string{`a(?:.*b)?`, `a(.*b)?`, `a(?:.*b$)?`, `a(.*b$)?`} {
		if _, err := Rows(Table).Call(&Thread{MaxSteps: 1 << 18}, "regex_find_all", again, pattern); err != ErrLimit {
			t.Errorf("%s: got %v", pattern, err)
		}
	}
}

// TestEachInParts: matches that package regexp finds in parts, and those that
// the own machine finds behind them, are those of one search.
func TestEachInParts(t *testing.T) {
	for _, source := range []string{`\b\w+\b`, `(?m)^.*$`, `(?m)$|a`, `\b(\w)(\s?)`, `x*\b`} {
		p, err := compile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{strings.Repeat("ab\ncd e", 5_000), strings.Repeat("a ", 10_000) + "\n", strings.Repeat("\n", 10_000)} {
			for _, groups := range []bool{false, true} {
				want := p.find.FindAllStringSubmatchIndex(s, -1)
				n := 0
				err := p.each(&Thread{}, s, groups, func(m []int) error {
					if n >= len(want) || !equal(m, want[n][:len(m)]) {
						t.Fatalf("%s, groups %v: match %d of %d is %v", source, groups, n, len(want), m)
					}
					n++
					return nil
				})
				if err != nil || n != len(want) {
					t.Errorf("%s, groups %v: %d matches, want %d (%v)", source, groups, n, len(want), err)
				}
			}
		}
	}
}

// TestCacheIsBounded: neither many nor large patterns stay.
func TestCacheIsBounded(t *testing.T) {
	c := cache{room: 1 << 20}
	for i := range cached + 40 {
		source := strings.Repeat("x", i)
		if i >= cached+20 {
			source += strings.Repeat(`\w`, i-cached-20)
		}
		p, err := compile(source)
		if err != nil {
			t.Fatal(err)
		}
		c.keep(p)
		weight := 0
		for e := c.order.Front(); e != nil; e = e.Next() {
			weight += e.Value.(*pattern).weight()
		}
		if c.order.Len() > cached || len(c.known) != c.order.Len() || weight != c.weight || weight > c.room {
			t.Fatalf("%d patterns of %d bytes, counted as %d", c.order.Len(), weight, c.weight)
		}
		if small := p.weight() <= c.room/4; (c.find(source) != nil) != small {
			t.Fatalf("a pattern of %d bytes is kept: %v", p.weight(), !small)
		}
	}
}

// TestTooLargePatterns: what would take long to compile is refused before.
func TestTooLargePatterns(t *testing.T) {
	for source, want := range map[string]string{
		strings.Repeat(`[\w\W]`, 300):    errTooLarge.Error(),
		"[" + strings.Repeat(`\W`, 9000): errTooLarge.Error(),
		strings.Repeat(`\p{L}`, 9000):    errTooLarge.Error(),
		strings.Repeat("(a)?", 9000):     "9000 groups are too many for a regex of 36002 instructions",
		strings.Repeat(`a|`, 1<<17+1):    "the pattern has 262146 bytes; the limit is 262144",
	} {
		if _, err := compile(source); err == nil || err.Error() != want {
			t.Errorf("%.20s…: %v", source, err)
		}
	}
	if _, err := compile(strings.Repeat(`\d\s`, 300) + strings.Repeat(`\w`, 100)); err != nil {
		t.Error(err)
	}
}
