package sig

// Rows of the family bits.
var (
	BitAnd = Row{Name: "bit_and", Family: "bits", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "bitwise and on 64-bit integers"}
	BitNot = Row{Name: "bit_not", Family: "bits", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "bitwise complement"}
	BitOr = Row{Name: "bit_or", Family: "bits", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "bitwise or"}
	BitXor = Row{Name: "bit_xor", Family: "bits", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "bitwise exclusive or"}
	Shl = Row{Name: "shl", Family: "bits", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "shift left; overflow is an error"}
	Shr = Row{Name: "shr", Family: "bits", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "arithmetic shift right"}
)

var rowsBits = []*Row{
	&BitAnd,
	&BitNot,
	&BitOr,
	&BitXor,
	&Shl,
	&Shr,
}
