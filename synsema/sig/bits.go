package sig

// Rows of the family bits.
var (
	BitAnd = Row{Name: "bit_and", Family: "bits", Status: Extended,
		Params:  []Param{{Name: "m"}, {Name: "n"}},
		Doc:     "Bitwise and of 64-bit integers",
		Example: "bit_and(12, 10)",
		Shows:   "8"}
	BitNot = Row{Name: "bit_not", Family: "bits", Status: Extended,
		Params:  []Param{{Name: "n"}},
		Doc:     "Bitwise complement of a 64-bit integer",
		Example: "bit_not(0)",
		Shows:   "-1"}
	BitOr = Row{Name: "bit_or", Family: "bits", Status: Extended,
		Params:  []Param{{Name: "m"}, {Name: "n"}},
		Doc:     "Bitwise or of 64-bit integers",
		Example: "bit_or(12, 10)",
		Shows:   "14"}
	BitXor = Row{Name: "bit_xor", Family: "bits", Status: Extended,
		Params:  []Param{{Name: "m"}, {Name: "n"}},
		Doc:     "Bitwise exclusive or of 64-bit integers",
		Example: "bit_xor(12, 10)",
		Shows:   "6"}
	Shl = Row{Name: "shl", Family: "bits", Status: Extended,
		Params:  []Param{{Name: "value"}, {Name: "count"}},
		Doc:     "Shift left by 0 to 63 bits; overflow is an error",
		Example: "shl(1, 10)",
		Shows:   "1024"}
	Shr = Row{Name: "shr", Family: "bits", Status: Extended,
		Params:  []Param{{Name: "value"}, {Name: "count"}},
		Doc:     "Shift right by 0 to 63 bits, keeping the sign",
		Example: "shr(-8, 1)",
		Shows:   "-4"}
)

var rowsBits = []*Row{
	&BitAnd,
	&BitNot,
	&BitOr,
	&BitXor,
	&Shl,
	&Shr,
}
