package sig

// Rows of the family maps.
var (
	Items = Row{Name: "items", Family: "maps", Status: Core,
		Params:  []Param{{Name: "map"}},
		Doc:     "List of {key, value} in the order of the map",
		Example: `items({"b": 1})`,
		Shows:   `[{key: "b", value: 1}]`}
	Keys = Row{Name: "keys", Family: "maps", Status: Core,
		Params:  []Param{{Name: "map"}},
		Doc:     "List of the keys in the order of the map",
		Example: `keys({"b": 1, "a": 2})`,
		Shows:   `["b", "a"]`}
	Merge = Row{Name: "merge", Family: "maps", Status: Core,
		Params:   []Param{{Name: "maps", Rest: true}},
		OwnCount: true,
		Doc:      "New map of all maps; the rightmost value of a key wins",
		Example:  `merge({"a": 1, "b": 2}, {"b": 3})`,
		Shows:    "{a: 1, b: 3}"}
	Remove = Row{Name: "remove", Family: "maps", Status: Core,
		Params:  []Param{{Name: "map"}, {Name: "key"}},
		Doc:     "New map without a key",
		Example: `remove({"a": 1, "b": 2}, "a")`,
		Shows:   "{b: 2}"}
	Values = Row{Name: "values", Family: "maps", Status: Core,
		Params:  []Param{{Name: "map"}},
		Doc:     "List of the values in the order of the map",
		Example: `values({"b": 1, "a": 2})`,
		Shows:   "[1, 2]"}
)

var rowsMaps = []*Row{
	&Items,
	&Keys,
	&Merge,
	&Remove,
	&Values,
}
