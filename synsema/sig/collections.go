package sig

// Rows of the family collections.
var (
	Contains = Row{Name: "contains", Family: "collections", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "membership in list, text, map or bytes"}
	IndexOf = Row{Name: "index_of", Family: "collections", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "position of an item, of a match or of a piece of text, or nothing"}
	Length = Row{Name: "length", Family: "collections", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "code points of text, items of list/map, bytes of bytes, first dimension of array"}
	Reverse = Row{Name: "reverse", Family: "collections", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "reversed list or text"}
	Slice = Row{Name: "slice", Family: "collections", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Doc:    "sub-list, sub-text, sub-bytes or rows, clamped"}
)

var rowsCollections = []*Row{
	&Contains,
	&IndexOf,
	&Length,
	&Reverse,
	&Slice,
}
