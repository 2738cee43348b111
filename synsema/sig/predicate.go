package sig

// Rows of the family predicate.
var (
	IsArray = Row{Name: "is_array", Family: "predicate", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "true for an array"}
	IsBytes = Row{Name: "is_bytes", Family: "predicate", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "true for bytes"}
	IsComplex = Row{Name: "is_complex", Family: "predicate", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "true for a complex"}
	IsDecimal = Row{Name: "is_decimal", Family: "predicate", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "true for a decimal"}
	IsInteger = Row{Name: "is_integer", Family: "predicate", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "true for an exact integer (not for 1.0)"}
	IsList = Row{Name: "is_list", Family: "predicate", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "true for a list"}
	IsMap = Row{Name: "is_map", Family: "predicate", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "true for a map"}
	IsText = Row{Name: "is_text", Family: "predicate", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "true for text"}
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
