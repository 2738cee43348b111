package sig

// Rows of the family intentional.
var (
	Apply = Row{Name: "apply", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "function"}, {Name: "list"}},
		Doc:     "List of what a function gives for each item; either order of arguments",
		Example: "apply([1, 2, 3], (x) => x * 2)",
		Shows:   "[2, 4, 6]"}
	Collect = Row{Name: "collect", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "property"}},
		Doc:     "The value of one key of each map; nothing where it is absent",
		Example: `collect([{"a": 1}, {"b": 2}], "a")`,
		Shows:   "[1, nothing]"}
	CountWhere = Row{Name: "count_where", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "predicate"}},
		Doc:     "Number of items that satisfy a function; either order",
		Example: "count_where([1, 2, 3], (x) => x > 1)",
		Shows:   "2"}
	Every = Row{Name: "every", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "predicate"}},
		Doc:     "Whether all items satisfy a function; either order",
		Example: "every([1, 2], (x) => x > 0)",
		Shows:   "true"}
	FindFirst = Row{Name: "find_first", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "predicate"}},
		Doc:     "First item that satisfies a function, or nothing; either order",
		Example: "find_first([1, 2, 3], (x) => x > 1)",
		Shows:   "2"}
	Flatten = Row{Name: "flatten", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}},
		Doc:     "One level of nesting removed; an array becomes one-dimensional",
		Example: "flatten([[1], [2, [3]], 4])",
		Shows:   "[1, 2, [3], 4]"}
	GroupBy = Row{Name: "group_by", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "rows"}, {Name: "key"}},
		Doc:     "List of {key, items} in order of first appearance; the key is a column, a list of columns or a function",
		Example: `group_by(["apple", "bean", "avocado"], (w) => slice(w, 0, 1))`,
		Shows:   `[{key: "a", items: ["apple", "avocado"]}, {key: "b", items: ["bean"]}]`}
	Reduce = Row{Name: "reduce", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "function"}, {Name: "start", Opt: true, Default: "0"}},
		Doc:     "Folds a list with a function of the value so far and the item; starts with 0 unless told otherwise; either order",
		Example: "reduce([1, 2, 3], (sum, x) => sum + x)",
		Shows:   "6"}
	Some = Row{Name: "some", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "predicate"}},
		Doc:     "Whether an item satisfies a function; either order",
		Example: "some([1, 2], (x) => x > 5)",
		Shows:   "false"}
	Sort = Row{Name: "sort", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "items", Passing: Named}, {Name: "desc", Opt: true, Passing: Named, Default: "false"}},
		TooMany: " — sort(xs, desc = true) for descending; sort_by(xs, key) for a key",
		Doc:     "New list in order: numbers, texts, bools, bytes, lists or times; what is missing comes last",
		Example: "sort([3, 1, 2], desc = true)",
		Shows:   "[3, 2, 1]"}
	SortBy = Row{Name: "sort_by", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "items", Passing: Named}, {Name: "key", Passing: Named}, {Name: "desc", Opt: true, Passing: Named, Default: "false"}},
		Doc:     "New list in the order of a key that a function gives for each item; equal keys keep their order; either order of arguments",
		Example: `sort_by(["ccc", "a", "bb"], length)`,
		Shows:   `["a", "bb", "ccc"]`}
	Transform = Row{Name: "transform", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "function"}, {Name: "predicate", Opt: true}},
		Doc:     "Items replaced by what a function gives, all or those that satisfy the predicate; either order",
		Example: "transform([1, 2, 3], (x) => x * 10, (x) => x > 1)",
		Shows:   "[1, 20, 30]"}
	Unique = Row{Name: "unique", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}},
		Doc:     "Without repeated items, in order of first appearance",
		Example: "unique([3, 1, 3, 1.0])",
		Shows:   "[3, 1]"}
	Where = Row{Name: "where", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "predicate"}},
		Doc:     "The items that satisfy a function; either order",
		Example: "where([1, 2, 3], (x) => x > 1)",
		Shows:   "[2, 3]"}
	ZipWith = Row{Name: "zip_with", Family: "intentional", Status: Core,
		Params:  []Param{{Name: "left"}, {Name: "right"}, {Name: "function"}},
		Doc:     "What a function gives for the items of two lists, pair by pair, as far as the shorter goes; the function may come first",
		Example: "zip_with([1, 2, 3], [10, 20], (a, b) => a + b)",
		Shows:   "[11, 22]"}
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
