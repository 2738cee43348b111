package sig

// Rows of the family collections.
var (
	Contains = Row{Name: "contains", Family: "collections", Status: Core,
		Params:  []Param{{Name: "collection"}, {Name: "value"}},
		Doc:     "Whether a list has an item, a map a key, a text a piece, bytes a byte or bytes",
		Example: "contains([1, 2], 2)",
		Shows:   "true"}
	IndexOf = Row{Name: "index_of", Family: "collections", Status: Core,
		Params:  []Param{{Name: "collection"}, {Name: "value"}},
		Doc:     "Position of an item, of the first item that satisfies a function, or of a piece of text; nothing when there is none",
		Example: `index_of("héllo", "llo")`,
		Shows:   "2"}
	Length = Row{Name: "length", Family: "collections", Status: Core,
		Params:  []Param{{Name: "collection"}},
		Doc:     "Characters of a text, items of a list or map, bytes of bytes",
		Example: `length("héllo")`,
		Shows:   "5"}
	Reverse = Row{Name: "reverse", Family: "collections", Status: Core,
		Params:  []Param{{Name: "collection"}},
		Doc:     "List or text in reverse order",
		Example: "reverse([1, 2, 3])",
		Shows:   "[3, 2, 1]"}
	Slice = Row{Name: "slice", Family: "collections", Status: Core,
		Params:  []Param{{Name: "collection"}, {Name: "start", Opt: true, Default: "0"}, {Name: "end", Opt: true}},
		Doc:     "Part of a list, text or bytes from start to before end; negative positions count from the end, nothing is out of range",
		Example: "slice([1, 2, 3, 4], 1, -1)",
		Shows:   "[2, 3]"}
)

var rowsCollections = []*Row{
	&Contains,
	&IndexOf,
	&Length,
	&Reverse,
	&Slice,
}
