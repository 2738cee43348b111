package sig

// Rows of the family bytes.
var (
	Bytes = Row{Name: "bytes", Family: "bytes", Status: Core,
		Params:  []Param{{Name: "value"}, {Name: "encoding", Opt: true, Default: `"utf8"`}},
		Doc:     "Bytes of a text (utf8, hex, base64, base64url, base58, base32) or of a list of integers",
		Example: `bytes("68690a", "hex")`,
		Shows:   "bytes(68690a)"}
	BytesToInt = Row{Name: "bytes_to_int", Family: "bytes", Status: Core,
		Params:  []Param{{Name: "bytes"}},
		Doc:     "Integer of big-endian bytes",
		Notes:   "Of little-endian bytes: `bytes_to_int(bytes(reverse(apply(range(length(b)), (i) => b[i]))))`.",
		Example: "bytes_to_int(bytes([1, 0]))",
		Shows:   "256"}
	Decode = Row{Name: "decode", Family: "bytes", Status: Core,
		Params:  []Param{{Name: "bytes"}, {Name: "encoding", Opt: true, Default: `"utf8"`}},
		Doc:     "Text of bytes (utf8, utf8_lossy, hex, base64, base64url, base58, base32)",
		Example: `decode(bytes("hi"), "base64")`,
		Shows:   "aGk="}
	IntToBytes = Row{Name: "int_to_bytes", Family: "bytes", Status: Core,
		Params:  []Param{{Name: "value"}, {Name: "size", Opt: true}},
		Doc:     "Big-endian bytes of an integer that is not negative, padded to a size",
		Example: "int_to_bytes(256, 4)",
		Shows:   "bytes(00000100)"}
	IntToBytesLe = Row{Name: "int_to_bytes_le", Family: "bytes", Status: Core,
		Params:  []Param{{Name: "value"}, {Name: "size"}},
		Doc:     "Little-endian bytes of an integer that is not negative",
		Example: "int_to_bytes_le(256, 4)",
		Shows:   "bytes(00010000)"}
	XorBytes = Row{Name: "xor_bytes", Family: "bytes", Status: Extended,
		Params:  []Param{{Name: "data"}, {Name: "mask"}},
		Doc:     "Exclusive or of two bytes values of equal length",
		Example: "xor_bytes(bytes([1, 2]), bytes([3, 2]))",
		Shows:   "bytes(0200)"}
)

var rowsBytes = []*Row{
	&Bytes,
	&BytesToInt,
	&Decode,
	&IntToBytes,
	&IntToBytesLe,
	&XorBytes,
}
