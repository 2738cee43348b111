package xml

import (
	stdxml "encoding/xml"
	"io"
	"strings"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestXML(t *testing.T) {
	Rows(Table).CheckRows(t, "xml")
	var cases []Case
	for _, c := range [][2]string{
		{"<a/>", "{a: nothing}"},
		{`<r id="1"><i>a</i><i>b</i><e/><t x="y">hi</t></r>`, `{r: {@id: "1", i: ["a", "b"], e: nothing, t: {@x: "y", #text: "hi"}}}`},
		{"<a>t<b/>u</a>", `{a: {b: nothing, #text: "tu"}}`},
		{"<a>1<![CDATA[ <2> ]]>3</a>", `{a: "1 <2> 3"}`},
		{"\ufeff<?xml version='1.0' encoding='latin1'?>\n<!-- c --><a>é</a>\n", `{a: "é"}`},
		{"<n:a xmlns:n='u' n:x='1'><n:b/></n:a>", `{n:a: {@n:x: "1", n:b: nothing}}`},
		{"<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;</a>", `{a: "&<>\"'AB"}`},
		{"<a x=\"a\nb\r\nc\"/>", `{a: {@x: "a b c"}}`},
		{"<a>x\r\ny\rz</a>", `{a: "x\ny\nz"}`},
		{"<a><b x='1'/><b>t</b><b><c/></b></a>", `{a: {b: [{@x: "1"}, "t", {c: nothing}]}}`},
		{"<é/>", "{é: nothing}"},
	} {
		cases = append(cases, Case{"xml_parse", List{c[0]}, c[1]})
	}
	Rows(Table).Run(t, append(cases, Case{"xml_parse", List{[]byte("<a>é</a>")}, `{a: "é"}`}, Case{"xml_parse", List{5}, "xml_parse: expected XML text, got number"}))
}

func TestInvalid(t *testing.T) {
	for _, s := range []string{
		"", " ", "x<a/>", "<a/><b/>", "<a/>t", "<a>", "<a", "</a>", "<a><b></a></b>", "<!DOCTYPE a><a/>", "<a>&foo;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
		"<a x=1/>", "<a x/>", "<a x='1' x='2'/>", "<a x='1'y='2'/>", "<a>]]></a>", "<a b='<'/>", "<a>b & c</a>", "<1a/>", "< a/>", "<a><!-- -- --></a>",
		"<a><?xml version='1.0'?></a>", "<a>\x01</a>", "<a><!ELEMENT b></a>", "<![CDATA[x]]>", "<a x='1", "<a><![CDATA[x</a>", "\xff",
		strings.Repeat("<a>", 10_001),
		"<?xml ?><a/>", "<?xml encoding='utf-8'?><a/>", "<?xml version='1.0'encoding='x'?><a/>", "<?xml version='1.0' encoding=''?><a/>",
		"<?xml version='1.0' standalone='maybe'?><a/>", "<?xml version='1.0' standalone='no' encoding='x'?><a/>", "<?xml version='1.0' version='1.0'?><a/>",
		"<?xml version='1.0' encoding='9'?><a/>", "<?xml version='1.0' encoding='x<'?><a/>", "<?xml version='1.0?><a/>", "<?xml version?><a/>", "<?xml version='1.0' x='y'?><a/>",
	} {
		v, err := Rows(Table).Call(&Thread{}, "xml_parse", s)
		if err == nil || !strings.HasPrefix(err.Error(), "xml_parse: ") || !strings.HasSuffix(err.Error(), " (DTDs and external entities are not processed on purpose)") {
			t.Errorf("%.40q gives %s, %v", s, value.Display(v), err)
		}
	}
}

// FuzzParse compares with encoding/xml: what is read here is well-formed
// there, too, apart from what that package does not know or check.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`<a b="1">x<c/>y</a>`, "<a><![CDATA[x]]></a>", "<?xml version='1.0'?><a/>", "<a>&#65;&amp;</a>", "<!-- x --><a></a>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Rows(Table).Call(&Thread{}, "xml_parse", s)
		if err != nil {
			return
		}
		if !v.IsMap() || v.Map().Len() != 1 {
			t.Fatalf("%q gives %s", s, value.Display(v))
		}
		if strings.Contains(s, ":") || strings.Contains(s, "<?") { // prefixes and declarations differ
			return
		}
		d := stdxml.NewDecoder(strings.NewReader(s))
		for {
			if _, err := d.Token(); err == io.EOF {
				return
			} else if err != nil {
				t.Fatalf("%q was read, but encoding/xml says %v", s, err)
			}
		}
	})
}
