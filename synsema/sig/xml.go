package sig

// Rows of the family xml.
var (
	XmlParse = Row{Name: "xml_parse", Family: "xml", Status: Core,
		Params:  []Param{{Name: "text"}},
		Doc:     "Map of an XML document: attributes as `@name`, repeated children as lists, text as `#text`; no DTD is processed",
		Example: `xml_parse("<r id=\"1\"><i>a</i><i>b</i></r>")`,
		Shows:   `{r: {@id: "1", i: ["a", "b"]}}`}
)

var rowsXml = []*Row{
	&XmlParse,
}
