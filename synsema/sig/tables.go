package sig

// Rows of the family tables.
var (
	Count = Row{Name: "count", Family: "tables", Status: Core,
		Params:  []Param{{Name: "list", Opt: true}},
		Doc:     "Number of items that are not nothing; without an argument the aggregate that counts the rows of a group",
		Example: "count([1, nothing, 3])",
		Shows:   "2"}
	CountBy = Row{Name: "count_by", Family: "tables", Status: Core,
		Params:  []Param{{Name: "rows"}, {Name: "key", Opt: true}},
		Doc:     "List of {key, count}, the most frequent first and ties in order of appearance; without a key the items themselves are counted",
		Example: `count_by(["x", "y", "x"])`,
		Shows:   `[{key: "x", count: 2}, {key: "y", count: 1}]`}
	CountMissing = Row{Name: "count_missing", Family: "tables", Status: Core,
		Params:  []Param{{Name: "list"}},
		Doc:     "Number of items that are nothing",
		Example: "count_missing([1, nothing, 3])",
		Shows:   "1"}
	DropMissing = Row{Name: "drop_missing", Family: "tables", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "columns", Opt: true}},
		Doc:     "Without what is nothing, and without rows that lack a value in any column or in those named",
		Example: "drop_missing([1, nothing, 2])",
		Shows:   "[1, 2]"}
	FillMissing = Row{Name: "fill_missing", Family: "tables", Status: Core,
		Params:  []Param{{Name: "list"}, {Name: "value"}},
		Doc:     "Every nothing replaced, also inside of rows; a map gives a value for each column",
		Example: `fill_missing([{"a": nothing, "b": 2}], {"a": 0})`,
		Shows:   "[{a: 0, b: 2}]"}
	FillNan = Row{Name: "fill_nan", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "list"}, {Name: "number"}},
		Doc:     "Every nan replaced by a number",
		Example: "fill_nan([nan, 1], 0)",
		Shows:   "[0, 1]"}
	FirstOf = Row{Name: "first_of", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "column"}},
		Doc:     "Aggregate: the value of a column in the first row of a group",
		Example: `summarize([{"g": 1, "v": 7}], "g", {"v": first_of("v")})`,
		Shows:   "[{g: 1, v: 7}]"}
	IsMissing = Row{Name: "is_missing", Family: "tables", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Whether the value is nothing",
		Example: "is_missing(nothing)",
		Shows:   "true"}
	MaxOf = Row{Name: "max_of", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "column"}},
		Doc:     "Aggregate: the largest value of a column",
		Example: `summarize([{"g": 1, "v": 7}, {"g": 1, "v": 9}], "g", {"v": max_of("v")})`,
		Shows:   "[{g: 1, v: 9}]"}
	MeanOf = Row{Name: "mean_of", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "column"}},
		Doc:     "Aggregate: the mean of a column",
		Example: `summarize([{"g": 1, "v": 7}, {"g": 1, "v": 9}], "g", {"v": mean_of("v")})`,
		Shows:   "[{g: 1, v: 8.0}]"}
	MedianOf = Row{Name: "median_of", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "column"}},
		Doc:     "Aggregate: the median of a column",
		Example: `summarize([{"g": 1, "v": 7}, {"g": 1, "v": 9}], "g", {"v": median_of("v")})`,
		Shows:   "[{g: 1, v: 8.0}]"}
	MinOf = Row{Name: "min_of", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "column"}},
		Doc:     "Aggregate: the smallest value of a column",
		Example: `summarize([{"g": 1, "v": 7}, {"g": 1, "v": 9}], "g", {"v": min_of("v")})`,
		Shows:   "[{g: 1, v: 7}]"}
	NUniqueOf = Row{Name: "n_unique_of", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "column"}},
		Doc:     "Aggregate: the number of different values of a column",
		Example: `summarize([{"g": 1, "v": 7}, {"g": 1, "v": 9}], "g", {"v": n_unique_of("v")})`,
		Shows:   "[{g: 1, v: 2}]"}
	Pivot = Row{Name: "pivot", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "rows"}, {Name: "index"}, {Name: "columns"}, {Name: "values"}, {Name: "aggregate", Opt: true}},
		Doc:     "One row for each value of the index column, one column for each value of another; a cell without a row is nothing, one with several needs an aggregate",
		Notes:   "The aggregate is `count()`, `sum_of(\"v\")` or their like.",
		Example: `pivot([{"m": 1, "k": "x", "v": 5}, {"m": 1, "k": "y", "v": 6}], "m", "k", "v")`,
		Shows:   "[{m: 1, x: 5, y: 6}]"}
	QuantileOf = Row{Name: "quantile_of", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "column"}, {Name: "level"}},
		Doc:     "Aggregate: a quantile of a column, its level from 0 to 1",
		Example: `summarize([{"g": 1, "v": 7}, {"g": 1, "v": 9}], "g", {"v": quantile_of("v", 0.5)})`,
		Shows:   "[{g: 1, v: 8.0}]"}
	SumOf = Row{Name: "sum_of", Family: "tables", Status: Extended,
		Params:  []Param{{Name: "column"}},
		Doc:     "Aggregate: the sum of a column",
		Example: `summarize([{"g": 1, "v": 7}, {"g": 1, "v": 9}], "g", {"v": sum_of("v")})`,
		Shows:   "[{g: 1, v: 16}]"}
	Summarize = Row{Name: "summarize", Family: "tables", Status: Extended,
		Params: []Param{{Name: "rows"}, {Name: "by"}, {Name: "aggregates"}},
		Doc:    "One row for each group, with the key columns and one entry for each aggregate",
		Notes: "`by` is a column or a list of columns, `aggregates` a map of new columns: `count()`,\n" +
			"`sum_of(\"v\")` and their like, or a task that gets the rows of a group.",
		Example: `summarize([{"g": "n", "v": 1}, {"g": "s", "v": 2}, {"g": "n", "v": 3}], "g", {"sum": sum_of("v"), "n": count()})`,
		Shows:   `[{g: "n", sum: 4, n: 2}, {g: "s", sum: 2, n: 1}]`}
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
