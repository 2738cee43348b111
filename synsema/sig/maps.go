package sig

// Rows of the family maps.
var (
	Items = Row{Name: "items", Family: "maps", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "list of {key, value} in insertion order"}
	Keys = Row{Name: "keys", Family: "maps", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "list of keys"}
	Merge = Row{Name: "merge", Family: "maps", Status: Core,
		Params: []Param{{Name: "values", Rest: true}},
		Doc:    "new map, the rightmost value wins"}
	Remove = Row{Name: "remove", Family: "maps", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "new map without a key"}
	Values = Row{Name: "values", Family: "maps", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "list of values"}
)

var rowsMaps = []*Row{
	&Items,
	&Keys,
	&Merge,
	&Remove,
	&Values,
}
