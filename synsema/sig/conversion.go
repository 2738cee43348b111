package sig

// Rows of the family conversion.
var (
	Decimal = Row{Name: "decimal", Family: "conversion", Status: Core,
		Params:  []Param{{Name: "value"}, {Name: "fallback", Opt: true}},
		Doc:     "Exact decimal of a text, integer or decimal; the scale is what was written",
		Example: `decimal("1.50") * 2`,
		Shows:   "3.00"}
	Float = Row{Name: "float", Family: "conversion", Status: Core,
		Params:  []Param{{Name: "value"}, {Name: "fallback", Opt: true}},
		Doc:     "Float of a number, bool or text; may lose digits",
		Example: `float("2.5e3")`,
		Shows:   "2500.0"}
	Hex = Row{Name: "hex", Family: "conversion", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Text `0x…`: the least digits of an integer that is not negative, two digits for each byte of bytes",
		Example: "hex(7960)",
		Shows:   "0x1f18"}
	Int = Row{Name: "int", Family: "conversion", Status: Core,
		Params:  []Param{{Name: "value"}, {Name: "fallback", Opt: true}, {Name: "base", Opt: true, Passing: KeyOnly}, {Name: "fallback", Opt: true, Passing: KeyOnly}},
		Doc:     "Exact integer of a number without fraction or of a text; never rounds. `base` reads digits of another base, a fallback replaces the error",
		Example: `int("ff", base = 16)`,
		Shows:   "255"}
	Number = Row{Name: "number", Family: "conversion", Status: Core,
		Params:   []Param{{Name: "value"}, {Name: "fallback", Opt: true}},
		OwnCount: true,
		Doc:      "Float of a number, bool or text, refusing integers that a float would round; a fallback replaces the error",
		Example:  `number("1_000.5")`,
		Shows:    "1000.5"}
	Text = Row{Name: "text", Family: "conversion", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Text form of any value, as `print` shows it",
		Example: `text([1, "a", nothing])`,
		Shows:   `[1, "a", nothing]`}
	TypeOf = Row{Name: "type_of", Family: "conversion", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Name of the type: number, decimal, text, bool, list, map, task, nothing, …",
		Example: "type_of(1.5d)",
		Shows:   "decimal"}
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
