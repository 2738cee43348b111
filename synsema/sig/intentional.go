package sig

// Rows of the family intentional.
var (
	Apply = Row{Name: "apply", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "list of results of a function over a list (either order)"}
	Collect = Row{Name: "collect", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "list of one property of each map"}
	CountWhere = Row{Name: "count_where", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "number of items that satisfy a predicate"}
	Every = Row{Name: "every", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "true when all items satisfy a predicate"}
	FindFirst = Row{Name: "find_first", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "first item that satisfies a predicate, or nothing"}
	Flatten = Row{Name: "flatten", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "one level of nesting removed (arrays: to 1-D)"}
	GroupBy = Row{Name: "group_by", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "list of {key, items} in order of first appearance"}
	Reduce = Row{Name: "reduce", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "fold a list; the default start value is 0"}
	Some = Row{Name: "some", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "true when one item satisfies a predicate"}
	Sort = Row{Name: "sort", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "new sorted list; named desc"}
	SortBy = Row{Name: "sort_by", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "new list sorted by a key function; named desc"}
	Transform = Row{Name: "transform", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "apply a function to all items, or only to those matching a predicate"}
	Unique = Row{Name: "unique", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "without repeats, first appearance order"}
	Where = Row{Name: "where", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "items that satisfy a predicate (either order)"}
	ZipWith = Row{Name: "zip_with", Family: "intentional", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "combine two lists item by item, as long as the shorter"}
)

var rowsIntentional = []*Row{
	&Apply,
	&Collect,
	&CountWhere,
	&Every,
	&FindFirst,
	&Flatten,
	&GroupBy,
	&Reduce,
	&Some,
	&Sort,
	&SortBy,
	&Transform,
	&Unique,
	&Where,
	&ZipWith,
}
