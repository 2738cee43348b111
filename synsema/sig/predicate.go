package sig

// Rows of the family predicate.
var (
	IsArray = Row{Name: "is_array", Family: "predicate", Status: Extended,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is a numeric array",
		Example: "is_array([1, 2])",
		Shows:   "false"}
	IsBytes = Row{Name: "is_bytes", Family: "predicate", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is bytes",
		Example: `is_bytes(bytes("a"))`,
		Shows:   "true"}
	IsComplex = Row{Name: "is_complex", Family: "predicate", Status: Extended,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is a complex number",
		Example: "is_complex(1)",
		Shows:   "false"}
	IsDecimal = Row{Name: "is_decimal", Family: "predicate", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is a decimal",
		Example: "is_decimal(1.50d)",
		Shows:   "true"}
	IsInteger = Row{Name: "is_integer", Family: "predicate", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is an exact integer, of any size; 1.0 is not",
		Example: "is_integer(2 ** 80)",
		Shows:   "true"}
	IsList = Row{Name: "is_list", Family: "predicate", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is a list",
		Example: "is_list([])",
		Shows:   "true"}
	IsMap = Row{Name: "is_map", Family: "predicate", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is a map",
		Example: `is_map({"a": 1})`,
		Shows:   "true"}
	IsText = Row{Name: "is_text", Family: "predicate", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is a text",
		Example: "is_text(5)",
		Shows:   "false"}
)

var rowsPredicate = []*Row{
	&IsArray,
	&IsBytes,
	&IsComplex,
	&IsDecimal,
	&IsInteger,
	&IsList,
	&IsMap,
	&IsText,
}
