package sig

// Rows of the family arrays.
var (
	Arange = Row{Name: "arange", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "start"}, {Name: "stop"}, {Name: "step", Opt: true, Default: "1"}},
		Doc:     "Array of start, start + step and so on, below stop",
		Example: "arange(0, 5, 2)",
		Shows:   "[0, 2, 4]"}
	Array = Row{Name: "array", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "values"}},
		Doc:     "Array of nested lists of numbers",
		Example: "array([[1, 2], [3, 4]])",
		Shows:   "[[1, 2], [3, 4]]"}
	At = Row{Name: "at", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "array"}, {Name: "indexes"}},
		Doc:     "One element, by the list of its indexes",
		Example: "at(array([[1, 2], [3, 4]]), [1, 0])",
		Shows:   "3.0"}
	Concat = Row{Name: "concat", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "arrays"}, {Name: "axis", Opt: true, Passing: KeyOnly, Default: "0"}},
		Doc:     "Arrays joined along an axis they have",
		Example: "concat([array([1, 2]), array([3])])",
		Shows:   "[1, 2, 3]"}
	Det = Row{Name: "det", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "matrix"}},
		Doc:     "Determinant",
		Example: "det(array([[2, 0], [0, 3]]))",
		Shows:   "6.0"}
	Dot = Row{Name: "dot", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "left"}, {Name: "right"}},
		Doc:     "Inner product of two vectors",
		Example: "dot(array([1, 2]), array([3, 4]))",
		Shows:   "11.0"}
	Eig = Row{Name: "eig", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "matrix"}},
		Doc:     "Map of the eigenvalues and eigenvectors of a square matrix",
		Example: "length(eig(array([[2, 0], [0, 3]])).values)",
		Shows:   "2"}
	Eye = Row{Name: "eye", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "n"}},
		Renamed: "identity",
		Doc:     "Older name of identity",
		Example: "eye(1)",
		Shows:   "[[1]]"}
	Full = Row{Name: "full", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "shape"}, {Name: "value"}},
		Doc:     "Array filled with a number",
		Example: "full([1, 2], 7)",
		Shows:   "[[7, 7]]"}
	Identity = Row{Name: "identity", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "n"}},
		Doc:     "N by n matrix with ones on the diagonal",
		Example: "identity(2)",
		Shows:   "[[1, 0], [0, 1]]"}
	Inv = Row{Name: "inv", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "matrix"}},
		Doc:     "Inverse of a square matrix",
		Example: "inv(array([[2, 0], [0, 4]]))",
		Shows:   "[[0.5, 0], [0, 0.25]]"}
	Linspace = Row{Name: "linspace", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "start"}, {Name: "stop"}, {Name: "n"}},
		Doc:     "N evenly spaced numbers, both ends included",
		Example: "linspace(0, 1, 3)",
		Shows:   "[0, 0.5, 1]"}
	Matmul = Row{Name: "matmul", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "left"}, {Name: "right"}},
		Doc:     "Matrix product",
		Example: "matmul(array([[1, 2]]), array([[3], [4]]))",
		Shows:   "[[11]]"}
	Ndim = Row{Name: "ndim", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "array"}},
		Doc:     "Number of dimensions",
		Example: "ndim(zeros([2, 3]))",
		Shows:   "2"}
	Norm = Row{Name: "norm", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "array"}, {Name: "kind", Opt: true, Default: `"l2"`}},
		Doc:     `Norm over all elements: "l2", "l1" or "inf"`,
		Example: "norm(array([3, 4]))",
		Shows:   "5.0"}
	Ones = Row{Name: "ones", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "shape"}},
		Doc:     "Array of ones",
		Example: "ones(3)",
		Shows:   "[1, 1, 1]"}
	Reshape = Row{Name: "reshape", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "array"}, {Name: "shape"}},
		Doc:     "The same elements in another shape",
		Example: "reshape(arange(0, 4), [2, 2])",
		Shows:   "[[0, 1], [2, 3]]"}
	Shape = Row{Name: "shape", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "array"}},
		Doc:     "List of the dimensions",
		Example: "shape(zeros([2, 3]))",
		Shows:   "[2, 3]"}
	Size = Row{Name: "size", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "array"}},
		Doc:     "Number of elements",
		Example: "size(zeros([2, 3]))",
		Shows:   "6"}
	Solve = Row{Name: "solve", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "matrix"}, {Name: "right"}},
		Doc:     "Solution x of the linear equations a x = b",
		Notes:   "Both are arrays: `array(xs)` makes one of a list.",
		Example: "solve(array([[2, 0], [0, 4]]), array([2, 8]))",
		Shows:   "[1, 2]"}
	Stack = Row{Name: "stack", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "arrays"}, {Name: "axis", Opt: true, Passing: KeyOnly, Default: "0"}},
		Doc:     "Arrays of one shape joined along a new axis",
		Example: "stack([array([1, 2]), array([3, 4])])",
		Shows:   "[[1, 2], [3, 4]]"}
	Svd = Row{Name: "svd", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "matrix"}},
		Doc:     "Map of u, s and vt, the singular value decomposition",
		Example: "svd(array([[2, 0], [0, 3]])).s",
		Shows:   "[3, 2]"}
	ToList = Row{Name: "to_list", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "array"}},
		Doc:     "Nested lists of an array",
		Example: "to_list(array([[1, 2]]))",
		Shows:   "[[1.0, 2.0]]"}
	Trace = Row{Name: "trace", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "matrix"}},
		Doc:     "Sum of the diagonal",
		Example: "trace(array([[1, 2], [3, 4]]))",
		Shows:   "5.0"}
	Transpose = Row{Name: "transpose", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "array"}},
		Doc:     "Array with its axes in reverse order",
		Example: "transpose(array([[1, 2], [3, 4]]))",
		Shows:   "[[1, 3], [2, 4]]"}
	Zeros = Row{Name: "zeros", Family: "arrays", Status: Extended,
		Params:  []Param{{Name: "shape"}},
		Doc:     "Array of zeros",
		Example: "zeros(3)",
		Shows:   "[0, 0, 0]"}
)

var rowsArrays = []*Row{
	&Arange,
	&Array,
	&At,
	&Concat,
	&Det,
	&Dot,
	&Eig,
	&Eye,
	&Full,
	&Identity,
	&Inv,
	&Linspace,
	&Matmul,
	&Ndim,
	&Norm,
	&Ones,
	&Reshape,
	&Shape,
	&Size,
	&Solve,
	&Stack,
	&Svd,
	&ToList,
	&Trace,
	&Transpose,
	&Zeros,
}
