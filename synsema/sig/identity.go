package sig

// Rows of the family identity.
var (
	CaptokenAllows = Row{Name: "captoken_allows", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "ask a verified token"}
	CaptokenAttenuate = Row{Name: "captoken_attenuate", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "time",
		Doc:    "narrow a capability token"}
	CaptokenMint = Row{Name: "captoken_mint", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "time",
		Doc:    "mint a capability token"}
	CaptokenVerify = Row{Name: "captoken_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "time",
		Doc:    "verify a capability token"}
	DidKeyDecode = Row{Name: "did_key_decode", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "decode a did:key"}
	DidKeyDocument = Row{Name: "did_key_document", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "DID document"}
	DidKeyEncode = Row{Name: "did_key_encode", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "did:key text"}
	DocumentSign = Row{Name: "document_sign", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "sign",
		Doc:    "add a data-integrity proof"}
	DocumentVerify = Row{Name: "document_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "verify a proof"}
	HttpSign = Row{Name: "http_sign", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "sign",
		Doc:    "sign a request (RFC 9421)"}
	HttpSignatureVerify = Row{Name: "http_signature_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Cap:    "time",
		Doc:    "verify a signed request"}
	Lineage = Row{Name: "lineage", Family: "identity", Status: Recognised,
		Doc: "data read so far"}
	OidcVerify = Row{Name: "oidc_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Cap:    "time", CapNote: "+net",
		Doc: "verify a third-party ID token"}
	Receipt = Row{Name: "receipt", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a", Opt: true}},
		Cap:    "sign", CapNote: "when signing",
		Doc: "receipt of the unit of work"}
	ReceiptVerify = Row{Name: "receipt_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "verify a receipt"}
)

var rowsIdentity = []*Row{
	&CaptokenAllows,
	&CaptokenAttenuate,
	&CaptokenMint,
	&CaptokenVerify,
	&DidKeyDecode,
	&DidKeyDocument,
	&DidKeyEncode,
	&DocumentSign,
	&DocumentVerify,
	&HttpSign,
	&HttpSignatureVerify,
	&Lineage,
	&OidcVerify,
	&Receipt,
	&ReceiptVerify,
}
