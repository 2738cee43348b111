package toml

import (
	"strings"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestTOML(t *testing.T) {
	Rows(Table).CheckRows(t, "toml")
	var cases []Case
	for _, c := range [][2]string{
		{"", "{}"},
		{"a = 1\nb = 1_000\nc = 0xfF\nd = 0o17\ne = 0b11\nf = +5\ng = -0\n", "{a: 1, b: 1000, c: 255, d: 15, e: 3, f: 5, g: 0}"},
		{"a = 1.5e3\nb = -inf\nc = nan\nd = 6.626e-34\ne = 1_0.0_1\n", "{a: 1500.0, b: -inf, c: nan, d: 6.626e-34, e: 10.01}"},
		{"a = \"x\\ty\\u00e9\\\"\"\nb = 'c:\\x'", `{a: "x\ty` + `é` + `\"", b: "c:\\x"}`},
		{"a = \"\"\"\nfoo\r\nbar\\\n   \n  baz\"\"\"\"\"\nb = '''\nx'y'''", `{a: "foo\nbarbaz\"\"", b: "x'y"}`},
		{"d1 = 1979-05-27T07:32:00z\nd2 = 1979-05-27 00:32:00.999999999-07:00\nd3 = 1979-05-27T00:32:00+00:00\nd4 = 1979-05-27\nd5 = 07:32:00.100\n",
			`{d1: "1979-05-27T07:32:00Z", d2: "1979-05-27T00:32:00.999999-07:00", d3: "1979-05-27T00:32:00Z", d4: "1979-05-27", d5: "07:32:00.1"}`},
		{"a.b.c = 1\na.\"b\".d = 2\n[x.y]\nz = {p = 1, q.r = [1, 2.5, \"x\"]}\n", `{a: {b: {c: 1, d: 2}}, x: {y: {z: {p: 1, q: {r: [1, 2.5, "x"]}}}}}`},
		{"[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\nb = 3\n[[a.e]]\nf = 4\n[z]\n", "{a: [{b: 1, c: {d: 2}}, {b: 3, e: [{f: 4}]}], z: {}}"},
		{"a = [1, # one\n 2,\n]", "{a: [1, 2]}"},
		{"[b]\n[a.b]\n[a]\nx = 1\n", "{b: {}, a: {b: {}, x: 1}}"},
		{"[fruit]\napple.color = 1\n[fruit.apple.taste]\nsweet = true\n", "{fruit: {apple: {color: 1, taste: {sweet: true}}}}"},
	} {
		cases = append(cases, Case{"toml_parse", List{c[0]}, c[1]})
	}
	cases = append(cases, []Case{
		{"toml_parse", List{"a =", "bad"}, "bad"},
		{"toml_parse", List{5}, "toml_parse: expected TOML text, got number"},
		{"toml_parse", List{"a = 99999999999999999999"}, "toml_parse: integer out of the 64-bit range"},
		{"toml_encode", List{Map{"": nil}}, "toml_encode: TOML has no null —  is nothing (drop the key or give it a value)"},
		{"toml_encode", List{Map{"a": List{1, nil}}}, "toml_encode: TOML has no null — a[1] is nothing (drop the key or give it a value)"},
		{"toml_encode", List{Map{"a": Map{"b": []byte("x")}}}, "toml_encode: a.b cannot be written as TOML: bytes (use text, numbers, booleans, lists and maps)"},
		{"toml_encode", List{List{}}, "toml_encode: a TOML document is a table — pass a map at the top level (got list)"},
		{"toml_encode", List{Map{"a b": Map{"c": List{1.0, true, Map{"x": "q\"\n"}}}}}, "[\"a b\"]\nc = [1.0, true, {x = \"q\\\"\\n\"}]\n"},
	}...)
	Rows(Table).Run(t, cases)
}

func TestInvalid(t *testing.T) {
	for _, s := range []string{
		"a", "a =", "= 1", "[a", "[[a]", "a = [1 2]", "a = \"x", "a = 'x\ny'", "a = 1 b = 2", "a = {b = 1,}", "a = {\nb = 1}", "a = tru",
		"a = 01", "a = 1__0", "a = .5", "a = 1.", "a = 0x_1", "a = +0x1", "a = 1e", "a = 1979-02-30", "a = 24:00:00", "a = 07:32", "a = \"\\x\"", "a = \"\\ud800\"",
		"[a]\n[a]", "a = 1\na = 2", "[a]\nb = 1\n[a.b]", "a = []\n[[a]]", "a = {b = 1}\n[a]", "a = {b = 1}\na.c = 2", "a.b = 1\n[a]", "[a.b]\nc=1\n[a]\nb.d = 2",
		"[[a]]\n[a]", "[a]\n[[a]]", "a = 1\n[a.b]", "[fruit]\napple.color = 1\n[fruit.apple]", "a = {b.c = 1, b.c.d = 2}", "a = {x = {}}\n[a.x.y]",
		"a = \"\x01\"", "# \x01", "a = " + strings.Repeat("[", 200), "\"\"\"a\"\"\" = 1", "a = 1\rb = 2",
	} {
		if v, err := Rows(Table).Call(&Thread{}, "toml_parse", s); err == nil || !strings.HasPrefix(err.Error(), "toml_parse: ") {
			t.Errorf("%q gives %s, %v", s, value.Display(v), err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a = 1\n[b.c]\nd = [1, {x = 'y'}]\n", "[[a]]\nb.c = 1.5\n", "d = 1979-05-27T07:32:00Z", "a = \"\"\"\nx\"\"\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ToValidUTF8(s, "") != s {
			return
		}
		v, err := Rows(Table).Call(&Thread{}, "toml_parse", s)
		if err != nil {
			return
		}
		text, err := Rows(Table).Call(&Thread{}, "toml_encode", v)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		back, err := Rows(Table).Call(&Thread{}, "toml_parse", text)
		if err != nil {
			t.Fatalf("%q: %q: %v", s, text.Str(), err)
		}
		if eq, _, _ := value.Equal(nil, back, v); !eq && !strings.Contains(value.Display(v), "nan") {
			t.Fatalf("%q: %s becomes %s", s, value.Display(v), value.Display(back))
		}
	})
}
