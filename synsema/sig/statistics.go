package sig

// Rows of the family statistics.
var (
	Argmax = Row{Name: "argmax", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "values"}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		Doc:     "Position of the first largest value; along an axis of an array",
		Example: "argmax([3, 9, 2])",
		Shows:   "1"}
	Argmin = Row{Name: "argmin", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "values"}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		Doc:     "Position of the first smallest value; along an axis of an array",
		Example: "argmin([3, nothing, 1])",
		Shows:   "2"}
	Corr = Row{Name: "corr", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "xs"}, {Name: "ys"}},
		Doc:     "Correlation of two series (Pearson), from -1 to 1",
		Example: "corr([1, 2, 3], [2, 4, 6])",
		Shows:   "1.0"}
	Cov = Row{Name: "cov", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "xs"}, {Name: "ys"}, {Name: "ddof", Opt: true, Passing: KeyOnly, Default: "1"}},
		Doc:     "Covariance of two series",
		Example: "cov([1, 2, 3], [1, 2, 3])",
		Shows:   "1.0"}
	Cumsum = Row{Name: "cumsum", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "values"}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		Doc:     "Running sums; missing values stay in their place",
		Example: "cumsum([1, 2, 3])",
		Shows:   "[1, 3, 6]"}
	Diff = Row{Name: "diff", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "values"}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		Doc:     "Differences of neighbours",
		Example: "diff([1, 4, 9])",
		Shows:   "[3, 5]"}
	Histogram = Row{Name: "histogram", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "data"}, {Name: "bins", Opt: true, Default: "10"}},
		Doc:     "Map of counts and edges; bins is their number or the list of edges",
		Notes:   "A missing value is an error here: `histogram(drop_missing(xs))`. The counts are one fewer than the edges.",
		Example: "histogram([1, 2, 2, 3, 5], 4)",
		Shows:   "{counts: [1, 2, 1, 1], edges: [1.0, 2.0, 3.0, 4.0, 5.0]}"}
	Lstsq = Row{Name: "lstsq", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "matrix"}, {Name: "target"}},
		Doc:     "Least squares solution of a matrix equation",
		Example: "lstsq(array([[1, 0], [0, 2]]), [1, 4])",
		Shows:   "[1, 2]"}
	Mean = Row{Name: "mean", Family: "statistics", Status: Core,
		Params:  []Param{{Name: "values"}, {Name: "along", Opt: true}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		Doc:     "Arithmetic mean of a list or array; exact for decimals",
		Example: "mean([1.5d, 2.5d])",
		Shows:   "2.0"}
	Median = Row{Name: "median", Family: "statistics", Status: Core,
		Params:  []Param{{Name: "values"}, {Name: "along", Opt: true}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		Doc:     "Middle value, or the mean of the two in the middle",
		Example: "median([3, 1, 2])",
		Shows:   "2.0"}
	Mode = Row{Name: "mode", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "values"}},
		Doc:     "Most frequent value, the first of several",
		Example: "mode([1, 2, 2])",
		Shows:   "2"}
	Percentile = Row{Name: "percentile", Family: "statistics", Status: Extended,
		Params:   []Param{{Name: "values"}, {Name: "percent"}, {Name: "along", Opt: true}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		OwnCount: true,
		Doc:      "Value below which that percent of the values lie, interpolated",
		Example:  "percentile([10, 20, 30, 40], 25)",
		Shows:    "17.5"}
	Polyfit = Row{Name: "polyfit", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "xs"}, {Name: "ys"}, {Name: "degree"}},
		Doc:     "Coefficients of the polynomial that fits best, highest degree first",
		Example: "length(polyfit([0, 1, 2], [1, 3, 5], 1))",
		Shows:   "2"}
	Polyval = Row{Name: "polyval", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "coefficients"}, {Name: "x"}},
		Doc:     "Value of a polynomial, highest degree first, at a number or at every item",
		Example: "polyval([2, 1], 10)",
		Shows:   "21.0"}
	Product = Row{Name: "product", Family: "statistics", Status: Core,
		Params:  []Param{{Name: "values"}, {Name: "along", Opt: true}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		Doc:     "Product of a list or array",
		Example: "product([2, 3, 4])",
		Shows:   "24"}
	Quantile = Row{Name: "quantile", Family: "statistics", Status: Extended,
		Params:   []Param{{Name: "values"}, {Name: "fraction"}, {Name: "along", Opt: true}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		OwnCount: true,
		Doc:      "Value at that fraction of the sorted values, interpolated",
		Example:  "quantile([1, 2, 3, 4, 5], 0.1)",
		Shows:    "1.4"}
	Std = Row{Name: "std", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "values"}, {Name: "along", Opt: true}, {Name: "axis", Opt: true, Passing: KeyOnly}, {Name: "ddof", Opt: true, Passing: KeyOnly, Default: "1"}},
		Doc:     "Standard deviation of a sample; ddof = 0 for a whole population",
		Example: "std([1, 2, 3, 4])",
		Shows:   "1.2909944487358056"}
	Sum = Row{Name: "sum", Family: "statistics", Status: Core,
		Params:  []Param{{Name: "values"}, {Name: "along", Opt: true}, {Name: "axis", Opt: true, Passing: KeyOnly}},
		Doc:     "Sum of a list or array, exact for integers and decimals",
		Example: "sum([0.1d, 0.2d])",
		Shows:   "0.3"}
	Var = Row{Name: "var", Family: "statistics", Status: Extended,
		Params:  []Param{{Name: "values"}, {Name: "along", Opt: true}, {Name: "axis", Opt: true, Passing: KeyOnly}, {Name: "ddof", Opt: true, Passing: KeyOnly, Default: "1"}},
		Doc:     "Variance of a sample; ddof = 0 for a whole population",
		Example: "var([1, 2, 3, 4], ddof = 0)",
		Shows:   "1.25"}
)

var rowsStatistics = []*Row{
	&Argmax,
	&Argmin,
	&Corr,
	&Cov,
	&Cumsum,
	&Diff,
	&Histogram,
	&Lstsq,
	&Mean,
	&Median,
	&Mode,
	&Percentile,
	&Polyfit,
	&Polyval,
	&Product,
	&Quantile,
	&Std,
	&Sum,
	&Var,
}
