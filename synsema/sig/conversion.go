package sig

// Rows of the family conversion.
var (
	Decimal = Row{Name: "decimal", Family: "conversion", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "exact decimal from text/integer/decimal; 2nd argument = fallback"}
	Float = Row{Name: "float", Family: "conversion", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "lossy conversion to float; 2nd argument = fallback"}
	Hex = Row{Name: "hex", Family: "conversion", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "0x… text: minimal digits for an integer >= 0, two digits per byte for bytes"}
	Int = Row{Name: "int", Family: "conversion", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "exact integer; kwargs base, fallback"}
	Number = Row{Name: "number", Family: "conversion", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "value to float; 2nd argument = fallback instead of an error"}
	Text = Row{Name: "text", Family: "conversion", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "display form of any value"}
	TypeOf = Row{Name: "type_of", Family: "conversion", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "type name as text"}
)

var rowsConversion = []*Row{
	&Decimal,
	&Float,
	&Hex,
	&Int,
	&Number,
	&Text,
	&TypeOf,
}
