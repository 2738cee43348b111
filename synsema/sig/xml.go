package sig

// Rows of the family xml.
var (
	XmlParse = Row{Name: "xml_parse", Family: "xml", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "map from XML text (xmltodict convention)"}
)

var rowsXml = []*Row{
	&XmlParse,
}
