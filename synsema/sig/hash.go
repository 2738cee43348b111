package sig

// Rows of the family hash.
var (
	ConstantTimeEq = Row{Name: "constant_time_eq", Family: "hash", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "constant-time comparison of text, bytes or secrets"}
	Hmac = Row{Name: "hmac", Family: "hash", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "MAC as bytes; algo sha256 (default) or sha512"}
	HmacSha256 = Row{Name: "hmac_sha256", Family: "hash", Status: Core,
		Params:  []Param{{Name: "a"}, {Name: "b"}},
		Renamed: "hmac",
		Doc:     "deprecated; SHA-256 MAC as bare hex text"}
	Keccak256 = Row{Name: "keccak256", Family: "hash", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "pre-NIST Keccak-256 digest as bytes"}
	Sha256 = Row{Name: "sha256", Family: "hash", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "SHA-256 digest as bytes"}
	Sha512 = Row{Name: "sha512", Family: "hash", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "SHA-512 digest as bytes"}
	Sha512256 = Row{Name: "sha512_256", Family: "hash", Status: Extended,
		Params: []Param{{Name: "a"}},
		Doc:    "SHA-512/256 digest as bytes"}
	VerifyHmac = Row{Name: "verify_hmac", Family: "hash", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d", Opt: true}},
		Doc:    "constant-time check of a hex/base64/bytes signature"}
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
