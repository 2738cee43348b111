package sig

// Rows of the family bytes.
var (
	Bytes = Row{Name: "bytes", Family: "bytes", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "bytes from text (utf8, hex, base64, base64url, base58, base32) or a list"}
	BytesToInt = Row{Name: "bytes_to_int", Family: "bytes", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "non-negative integer from big-endian bytes"}
	Decode = Row{Name: "decode", Family: "bytes", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "text from bytes (utf8, utf8_lossy, hex, base64, base64url, base58, base32)"}
	IntToBytes = Row{Name: "int_to_bytes", Family: "bytes", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "big-endian bytes of a non-negative integer"}
	IntToBytesLe = Row{Name: "int_to_bytes_le", Family: "bytes", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "little-endian bytes of fixed size"}
	XorBytes = Row{Name: "xor_bytes", Family: "bytes", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "byte-wise XOR of two bytes values of equal length"}
)

var rowsBytes = []*Row{
	&Bytes,
	&BytesToInt,
	&Decode,
	&IntToBytes,
	&IntToBytesLe,
	&XorBytes,
}
