package sig

// Rows of the family tables.
var (
	Count = Row{Name: "count", Family: "tables", Status: Core,
		Params: []Param{{Name: "a", Opt: true}},
		Doc:    "with a list: number of present values; without: an aggregate"}
	CountBy = Row{Name: "count_by", Family: "tables", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "list of {key, count}, most frequent first"}
	CountMissing = Row{Name: "count_missing", Family: "tables", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "number of nothing values in a list"}
	DropMissing = Row{Name: "drop_missing", Family: "tables", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "drop nothing items, or rows with a missing column"}
	FillMissing = Row{Name: "fill_missing", Family: "tables", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "replace nothing by a value (or per column)"}
	FillNan = Row{Name: "fill_nan", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "replace NaN by a number"}
	FirstOf = Row{Name: "first_of", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "aggregate: value of the first row"}
	IsMissing = Row{Name: "is_missing", Family: "tables", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "true when the value is nothing"}
	MaxOf = Row{Name: "max_of", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "aggregate: largest of a column"}
	MeanOf = Row{Name: "mean_of", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "aggregate: mean of a column"}
	MedianOf = Row{Name: "median_of", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "aggregate: median of a column"}
	MinOf = Row{Name: "min_of", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "aggregate: smallest of a column"}
	NUniqueOf = Row{Name: "n_unique_of", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "aggregate: number of distinct present values"}
	Pivot = Row{Name: "pivot", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}, {Name: "e", Opt: true}},
		Doc:    "rows by index, one column per distinct value"}
	QuantileOf = Row{Name: "quantile_of", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "aggregate: quantile of a column"}
	SumOf = Row{Name: "sum_of", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "aggregate: sum of a column"}
	Summarize = Row{Name: "summarize", Family: "tables", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "one row per group with named aggregates"}
)

var rowsTables = []*Row{
	&Count,
	&CountBy,
	&CountMissing,
	&DropMissing,
	&FillMissing,
	&FillNan,
	&FirstOf,
	&IsMissing,
	&MaxOf,
	&MeanOf,
	&MedianOf,
	&MinOf,
	&NUniqueOf,
	&Pivot,
	&QuantileOf,
	&SumOf,
	&Summarize,
}
