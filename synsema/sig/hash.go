package sig

// Rows of the family hash.
var (
	ConstantTimeEq = Row{Name: "constant_time_eq", Family: "hash", Status: Core,
		Params:  []Param{{Name: "left"}, {Name: "right"}},
		Doc:     "Compares texts, bytes or secrets in constant time",
		Example: `constant_time_eq("abc", "abd")`,
		Shows:   "false"}
	Hmac = Row{Name: "hmac", Family: "hash", Status: Core,
		Params:  []Param{{Name: "data"}, {Name: "key"}, {Name: "algo", Opt: true, Default: `"sha256"`}},
		Doc:     "Message authentication code as bytes; algo is sha256 or sha512",
		Example: `slice(hmac("data", "key"), 0, 4)`,
		Shows:   "bytes(5031fe3d)"}
	HmacSha256 = Row{Name: "hmac_sha256", Family: "hash", Status: Core,
		Params:  []Param{{Name: "data"}, {Name: "key"}},
		Renamed: "hmac",
		Doc:     "Old form of hmac; gives lower-case hex text",
		Example: `slice(decode(hmac("data", "key"), "hex"), 0, 8)`,
		Shows:   "5031fe3d"}
	Keccak256 = Row{Name: "keccak256", Family: "hash", Status: Extended,
		Params:  []Param{{Name: "value"}},
		Doc:     "Keccak digest of 256 bits as it was before SHA-3",
		Example: `slice(hex(keccak256("")), 0, 10)`,
		Shows:   "0xc5d24601"}
	Sha256 = Row{Name: "sha256", Family: "hash", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "SHA-256 digest of text or bytes, as bytes",
		Example: `slice(decode(sha256("abc"), "hex"), 0, 8)`,
		Shows:   "ba7816bf"}
	Sha512 = Row{Name: "sha512", Family: "hash", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "SHA-512 digest of text or bytes, as bytes",
		Example: `length(sha512("abc"))`,
		Shows:   "64"}
	Sha512256 = Row{Name: "sha512_256", Family: "hash", Status: Extended,
		Params:  []Param{{Name: "value"}},
		Doc:     "SHA-512/256 digest of text or bytes, as bytes",
		Example: `length(sha512_256("abc"))`,
		Shows:   "32"}
	VerifyHmac = Row{Name: "verify_hmac", Family: "hash", Status: Core,
		Params:  []Param{{Name: "data"}, {Name: "signature"}, {Name: "key"}, {Name: "algo", Opt: true, Default: `"sha256"`}},
		Doc:     "Checks a signature in hex, base64 or bytes in constant time",
		Example: `verify_hmac("data", hmac("data", "key"), "key")`,
		Shows:   "true"}
)

var rowsHash = []*Row{
	&ConstantTimeEq,
	&Hmac,
	&HmacSha256,
	&Keccak256,
	&Sha256,
	&Sha512,
	&Sha512256,
	&VerifyHmac,
}
