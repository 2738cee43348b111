package sig

// Rows of the family random.
var (
	Choice = Row{Name: "choice", Family: "random", Status: Extended,
		Params:  []Param{{Name: "generator"}, {Name: "items"}},
		Doc:     "One item, by a generator",
		Example: `choice(rng(6), ["red", "green", "blue", "black"])`,
		Shows:   "green"}
	Random = Row{Name: "random", Family: "random", Status: Core,
		Params:  []Param{{Name: "generator", Opt: true}},
		Cap:     "random",
		CapNote: "pure with a generator",
		Doc:     "Number in [0, 1): unpredictable, or the next of a generator",
		Example: "random(rng(42))",
		Shows:   "0.7739560485559633"}
	RandomBytes = Row{Name: "random_bytes", Family: "random", Status: Core,
		Params:  []Param{{Name: "n"}},
		Cap:     "random",
		Doc:     "N unpredictable bytes",
		Example: "length(random_bytes(16))",
		Shows:   "16"}
	RandomInt = Row{Name: "random_int", Family: "random", Status: Core,
		Params:  []Param{{Name: "generator"}, {Name: "low"}, {Name: "high", Opt: true}},
		Cap:     "random",
		CapNote: "pure with a generator",
		Doc:     "Integer from low to high, both included; a generator may come first",
		Example: "random_int(rng(12345), 0, 9)",
		Shows:   "6"}
	RandomNormal = Row{Name: "random_normal", Family: "random", Status: Extended,
		Params:  []Param{{Name: "generator"}, {Name: "mean", Opt: true, Passing: KeyOnly, Default: "0"}, {Name: "std", Opt: true, Passing: KeyOnly, Default: "1"}},
		Doc:     "Normally distributed number, by a generator",
		Example: "round_to(random_normal(rng(0)), 9)",
		Shows:   "0.125730221"}
	Rng = Row{Name: "rng", Family: "random", Status: Core,
		Params:  []Param{{Name: "seed"}},
		Doc:     "Generator of the same sequence for the same seed",
		Example: "rng(42)()",
		Shows:   "0.7739560485559633"}
	RngSpawn = Row{Name: "rng_spawn", Family: "random", Status: Extended,
		Params:  []Param{{Name: "generator"}, {Name: "n"}},
		Doc:     "List of n independent generators made from one",
		Example: "length(rng_spawn(rng(3), 2))",
		Shows:   "2"}
	Sample = Row{Name: "sample", Family: "random", Status: Extended,
		Params:  []Param{{Name: "generator"}, {Name: "items"}, {Name: "n"}},
		Doc:     "N different items in random order, by a generator",
		Example: "sample(rng(2), range(20), 5)",
		Shows:   "[5, 1, 13, 4, 8]"}
	Shuffle = Row{Name: "shuffle", Family: "random", Status: Extended,
		Params:  []Param{{Name: "generator"}, {Name: "items"}},
		Doc:     "The items in random order, by a generator",
		Example: "shuffle(rng(1), range(10))",
		Shows:   "[8, 4, 7, 0, 1, 2, 5, 9, 6, 3]"}
	Token = Row{Name: "token", Family: "random", Status: Core,
		Params:  []Param{{Name: "n", Opt: true, Default: "32"}},
		Cap:     "random",
		Doc:     "Unguessable text of n random bytes, as base64url",
		Example: "length(token())",
		Shows:   "43"}
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
