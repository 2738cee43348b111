package sig

// Rows of the family random.
var (
	Choice = Row{Name: "choice", Family: "random", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "one item with a generator"}
	Random = Row{Name: "random", Family: "random", Status: Core,
		Params: []Param{{Name: "a", Opt: true}},
		Cap:    "random", CapNote: "pure with a generator",
		Doc: "float in [0,1)"}
	RandomBytes = Row{Name: "random_bytes", Family: "random", Status: Core,
		Params: []Param{{Name: "a"}},
		Cap:    "random",
		Doc:    "bytes from the OS random source"}
	RandomInt = Row{Name: "random_int", Family: "random", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "random", CapNote: "pure with a generator",
		Doc: "integer between two bounds, inclusive"}
	RandomNormal = Row{Name: "random_normal", Family: "random", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "normal variate; kwargs mean, std"}
	Rng = Row{Name: "rng", Family: "random", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "seeded generator"}
	RngSpawn = Row{Name: "rng_spawn", Family: "random", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "independent child generators"}
	Sample = Row{Name: "sample", Family: "random", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "n distinct items with a generator"}
	Shuffle = Row{Name: "shuffle", Family: "random", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "shuffled copy with a generator"}
	Token = Row{Name: "token", Family: "random", Status: Core,
		Params: []Param{{Name: "a", Opt: true}},
		Cap:    "random",
		Doc:    "unguessable base64url text"}
)

var rowsRandom = []*Row{
	&Choice,
	&Random,
	&RandomBytes,
	&RandomInt,
	&RandomNormal,
	&Rng,
	&RngSpawn,
	&Sample,
	&Shuffle,
	&Token,
}
