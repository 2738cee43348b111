package sig

// Rows of the family lists.
var (
	Append = Row{Name: "append", Family: "lists", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "new list with the item at the end"}
	Chunk = Row{Name: "chunk", Family: "lists", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "consecutive sub-lists of a size"}
	Enumerate = Row{Name: "enumerate", Family: "lists", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "list of {index, item}"}
	Get = Row{Name: "get", Family: "lists", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "map value or list item, or a default instead of an error"}
	Insert = Row{Name: "insert", Family: "lists", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "new list with the item at a position"}
	Range = Row{Name: "range", Family: "lists", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Doc:    "list of integers end / start,end / start,end,step"}
)

var rowsLists = []*Row{
	&Append,
	&Chunk,
	&Enumerate,
	&Get,
	&Insert,
	&Range,
}
