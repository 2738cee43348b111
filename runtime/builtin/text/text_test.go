package text

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestText(t *testing.T) {
	Rows(Table).CheckRows(t, "text")
	refused := " — convert it on purpose (text(x)), or drop the missing ones first: where(xs, (x) => x != nothing)"
	Rows(Table).Run(t, []Case{
		{"upper", List{"straße"}, "STRASSE"},
		{"upper", List{nil}, "NONE"},
		{"fold_text", List{"Crème Ærø Dvořák"}, "creme aero dvořak"},
		{"fold", List{"É"}, "e"},
		{"trim", List{"\u00a0 a\u200b "}, "a\u200b"},
		{"starts_with", List{true, "Tr"}, "true"},
		{"ends_with", List{"abc", ""}, "true"},
		{"replace", List{"abc", "", "-"}, "-a-b-c-"},
		{"replace", List{"ñ", "", "-"}, "-ñ-"},
		{"replace", List{"aaa", "aa", "b"}, "ba"},
		{"replace_text", List{"abc", "x", "y"}, "abc"},
		{"split", List{"", ","}, `[""]`},
		{"split", List{"añ", ""}, `["a", "ñ"]`},
		{"split", List{"1<>2<>", "<>"}, `["1", "2", ""]`},
		{"join", List{List{"a", 1, true, 2.5}, "-"}, "a-1-true-2.5"},
		{"join", List{List{1, nil}, ","}, "join: item 2 is nothing" + refused},
		{"join", List{"abc", ","}, "First argument to join must be a list"},
		{"join", List{List{}, ","}, ""},
		{"fmt", List{"{{{a}}} {a}} {{a", Map{"a": 1}}, "{1} 1} {a"},
		{"fmt", List{"{a.b.c}|{x.y}", Map{"a": Map{"b": Map{"c": List{1}}}}}, "[1]|{x.y}"},
		{"fmt", List{"{3,5} { x } {} {a..b}", nil}, "{3,5} { x } {} {a..b}"},
		{"fmt", List{"{a}"}, "fmt: no value for {a} — pass it in the map, or write {{a}} for a literal brace"},
		{"fmt", List{"x", 5}, "fmt(template, values): values must be a map, got number"},
		{"strip_ansi", List{"\x1b[38;5;12mA\x1b[0K\x1b]0;t\aB\x1b(0C\x1b=D\a"}, "ABCD"},
		{"strip_ansi", List{"one\rtwo\r\r\nx\r"}, "two\nx"},
		{"strip_ansi", List{"abc\r\x1b[K\nx"}, "abc\nx"},
		{"strip_ansi", List{"\x1b[31"}, "31"},
		{"strip_ansi", List{"a\x1b]open"}, "a"},
	})
}

// TestCaseMapping compares the tables with golang.org/x/text.
func TestCaseMapping(t *testing.T) {
	upper, lower := cases.Upper(language.Und), cases.Lower(language.Und)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r == 0xd800 {
			r = 0xe000
		}
		s := string(r)
		if got, want := Upper(s), upper.String(s); got != want {
			t.Errorf("Upper(%+q) = %+q, want %+q", s, got, want)
		}
		if got, want := Lower(s), lower.String(s); got != want {
			t.Errorf("Lower(%+q) = %+q, want %+q", s, got, want)
		}
	}
	for _, s := range []string{"ΑΣ", "ΑΣΑ", "Σ", "ΑΣ.", "ΑΣ'Β", "Α.Σ", "ΣΣ ΣΑΣ", "aΣ\u0301b", "aΣ\u0301"} {
		if got, want := Lower(s), lower.String(s); got != want {
			t.Errorf("Lower(%q) = %q, want %q", s, got, want)
		}
	}
}

// TestLimits checks that what is to be built is charged before it is built.
func TestLimits(t *testing.T) {
	big := value.OfASCII(strings.Repeat("a", 1<<16))
	for _, c := range [][]any{
		{"replace", big, "a", strings.Repeat("b", 1<<16)},
		{"join", List{big, big, big, big, big, big, big, big, big, big, big, big, big, big, big, big, big}, big},
		{"split", big, ""},
	} {
		thread := &Thread{MaxMemory: 1 << 20}
		if _, err := Rows(Table).Call(thread, c[0].(string), c[1:]...); err != ErrLimit {
			t.Errorf("%s: got %v, charged %d", c[0], err, thread.Memory)
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	line := value.OfASCII(strings.Repeat("field,", 1000))
	b.SetBytes(int64(len(line.Str())))
	for b.Loop() {
		if _, err := split(&Thread{}, []value.Value{line, value.OfASCII(",")}); err != nil {
			b.Fatal(err)
		}
	}
}
