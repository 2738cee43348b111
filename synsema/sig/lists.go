package sig

// Rows of the family lists.
var (
	Append = Row{Name: "append", Family: "lists", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "value"}},
		Doc:     "New list with one more item at the end",
		Example: "append([1, 2], 3)",
		Shows:   "[1, 2, 3]"}
	Chunk = Row{Name: "chunk", Family: "lists", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "size"}},
		Doc:     "Consecutive lists of a size, the last one may be shorter",
		Example: "chunk([1, 2, 3, 4, 5], 2)",
		Shows:   "[[1, 2], [3, 4], [5]]"}
	Enumerate = Row{Name: "enumerate", Family: "lists", Status: Core,
		Params:  []Param{{Name: "list"}},
		Doc:     "List of {index, item}",
		Example: `enumerate(["x", "y"])`,
		Shows:   `[{index: 0, item: "x"}, {index: 1, item: "y"}]`}
	Get = Row{Name: "get", Family: "lists", Status: Core,
		Params:   []Param{{Name: "collection"}, {Name: "key"}, {Name: "default", Opt: true}},
		OwnCount: true,
		Doc:      "Value of a key or item at a position, or the default (nothing) when there is none",
		Example:  `get({"a": 1}, "z", 0)`,
		Shows:    "0"}
	Insert = Row{Name: "insert", Family: "lists", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "position"}, {Name: "value"}},
		Doc:     "New list with an item before a position; negative positions count from the end",
		Example: "insert([1, 2], 1, 9)",
		Shows:   "[1, 9, 2]"}
	Range = Row{Name: "range", Family: "lists", Status: Core,
		Params:   []Param{{Name: "start"}, {Name: "end", Opt: true}, {Name: "step", Opt: true}},
		OwnCount: true,
		Doc:      "List of integers: range(end), range(start, end) or range(start, end, step); the end is not in it",
		Example:  "range(2, 10, 3)",
		Shows:    "[2, 5, 8]"}
)

var rowsLists = []*Row{
	&Append,
	&Chunk,
	&Enumerate,
	&Get,
	&Insert,
	&Range,
}
