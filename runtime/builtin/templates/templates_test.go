package templates

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

// thread evaluates the few expressions that these tests use.
type thread struct{ Thread }

func (t *thread) EvalIn(src, _ string, _ int, names []string, vals []value.Value) (value.Value, error) {
	for i, name := range names {
		if src == name+" + 1" {
			return value.OfInt(vals[i].Int() + 1), nil
		}
	}
	switch src {
	case `"}"`:
		return value.OfText("}"), nil
	case `"<br>"`:
		return value.OfText("<br>"), nil
	case `{"a": 9}`:
		return Of(Map{"a": 9}), nil
	case "5":
		return value.OfInt(5), nil
	case "m":
		return Of(Map{}), nil
	}
	return value.Value{}, value.Errorf("cannot evaluate %s", src)
}

func TestRender(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"p.html": "P{ a }", "i.html": `{ include "i.html" }`, "l.html": `L[{ slot }|{ slot "s" }]`,
		"l2.html": `{ layout "l.html" }M({ slot }){ fill "s" }ms{ end }`, "bad.html": "\n{ nope }",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	g, err := gate.New(gate.Config{Dir: dir, Caps: caps.New(caps.Config{Ambient: []caps.Kind{caps.FileRead}})})
	if err != nil {
		t.Fatal(err)
	}
	data := Map{"a": 1}
	withList := func(xs ...any) value.Value {
		m := value.NewMap(0)
		m.Set("a", value.OfInt(1))
		m.Set("b", value.OfText(`<&"'>`))
		m.Set("xs", Of(List(xs)).Share())
		m.Set("n", value.Nothing)
		return m.Value()
	}
	for _, c := range []struct {
		template string
		data     any
		want     string
	}{
		{"{a}{ a }-{ a + 1 }", data, "11-2"},
		{"{ b }{ raw b }", withList(), `&lt;&amp;&quot;&#x27;&gt;<&"'>`},
		{`{ -- c }{ "}" }{ raw "<br>" }`, data, "}<br>"},
		{"{ raw }{ not }{ end }{ a }", data, "{ not }1"},
		{"{ each x in xs }{ x + 1 },{ otherwise }none{ end }", withList(1, 2), "2,3,"},
		{"{ each x in xs }{ x }{ otherwise }none{ end }", withList(), "none"},
		{"{ when n }one{ otherwise when a }two{ otherwise }three{ end }", withList(), "two"},
		{"{ when n }one{ otherwise }three{ end }", withList(), "three"},
		{`{ include "p.html" }{ include "p.html" with {"a": 9} }`, data, "P1P9"},
		{`{ layout "l.html" }body{ fill "s" }S{ a }{ end }tail`, data, "L[bodytail|S1]"},
		{`{ layout "l2.html" }body`, data, "L[M(body)|ms]"},
		{`a{ slot }b{ slot "x" }`, data, "ab"},
		{"\n{ nope }", data, "x.html:2: field 'nope' is not in the template data"},
		{"{ each x in 5 }{ end }", data, "x.html:1: Cannot iterate over number in '{ each }'"},
		{"{ each x in m }{ end }", data, "x.html:1: Cannot iterate over map in '{ each }' — iterate its keys: { each k in keys(m) }"},
		{"{ each 5 }", data, "x.html:1: expected '{ each name in list }'"},
		{"\n{ when a }", data, "x.html:2: missing '{ end }' for '{ when ... }'"},
		{"{ end }", data, "x.html:1: '{ end }' without a matching block"},
		{"{ otherwise }", data, "x.html:1: 'otherwise' outside a 'when' or 'each' block"},
		{"a\n{ b", data, "x.html:2: unclosed '{' in template"},
		{`{ fill "s" }{ end }`, data, "x.html:1: 'fill' is only allowed at the top level of a page that declares a layout"},
		{`{ layout "l.html" }{ when a }{ fill "s" }{ end }{ end }`, data, "x.html:1: 'fill' is only allowed at the top level of a page that declares a layout"},
		{`{ include "i.html" }`, data, "i.html:1: templates nested deeper than 50"},
		{`{ include "zz.html" }`, data, "x.html:1: template not found: zz.html"},
		{`{ include "../p.html" }`, data, "x.html:1: template path escapes the working directory: '../p.html'"},
		{`{ include "p.html" with 5 }`, data, "x.html:1: include with needs a map, got number"},
		{`{ include "bad.html" }`, data, "bad.html:2: field 'nope' is not in the template data"},
		{"{ 1 / 0 }", data, "x.html:1: cannot evaluate 1 / 0"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "x.html"), []byte(c.template), 0o600); err != nil {
			t.Fatal(err)
		}
		v, err := render(&thread{Thread{G: g}}, []value.Value{value.OfText("x.html"), Of(c.data)})
		if err == nil {
			v, _ = v.Map().Get("body")
		}
		if got := Show(v, err); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.template, got, c.want)
		}
	}
	for path, want := range map[string]string{
		"../x":      "template path escapes the working directory: '../x'",
		"/x":        "template path must be relative to the working dir: '/x'",
		"zz.html":   "template not found: zz.html",
		`a\..\..\x`: `template path escapes the working directory: 'a\..\..\x'`,
	} {
		if got := Show(render(&thread{Thread{G: g}}, []value.Value{value.OfText(path), {}})); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
	if got := Show(render(&thread{Thread{G: g}}, []value.Value{value.OfText("zz"), value.OfInt(5)})); got != "render: data must be a map, got number" {
		t.Error(got)
	}
}

func FuzzParsePage(f *testing.F) {
	for _, s := range []string{"{ a }{ raw }x{ end }", "{ each x in xs }{ x }{ end }", "{ when a }{ otherwise when b }{ end }", `{ "}" }{ -- }`, `{ layout "l" }{ fill "s" }{ end }`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := parsePage("f", s, func() error { return nil })
		if err == nil && !strings.Contains(s, "{") && (len(p.nodes) > 1 || len(p.nodes) == 1 && p.nodes[0].text != s) {
			t.Errorf("%q was not copied", s)
		}
	})
}
