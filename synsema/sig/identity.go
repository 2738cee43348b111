package sig

// Rows of the family identity.
var (
	CaptokenAllows = Row{Name: "captoken_allows", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "token"}, {Name: "kind"}, {Name: "scope", Opt: true}},
		Doc:    "Ask a verified token"}
	CaptokenAttenuate = Row{Name: "captoken_attenuate", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "token"}, {Name: "caps"}, {Name: "options", Opt: true}},
		Cap:    "time",
		Doc:    "Narrow a capability token"}
	CaptokenMint = Row{Name: "captoken_mint", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "caps"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "time",
		Doc:    "Mint a capability token"}
	CaptokenVerify = Row{Name: "captoken_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "token"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "time",
		Doc:    "Verify a capability token"}
	DidKeyDecode = Row{Name: "did_key_decode", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "did"}},
		Doc:    "Decode a did:key"}
	DidKeyDocument = Row{Name: "did_key_document", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "did"}},
		Doc:    "DID document"}
	DidKeyEncode = Row{Name: "did_key_encode", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "public_key"}, {Name: "kind", Opt: true}},
		Doc:    "Did:key text"}
	DocumentSign = Row{Name: "document_sign", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "document"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "sign",
		Doc:    "Add a data-integrity proof"}
	DocumentVerify = Row{Name: "document_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "document"}, {Name: "key"}, {Name: "options", Opt: true}},
		Doc:    "Verify a proof"}
	HttpSign = Row{Name: "http_sign", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "request"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "sign",
		Doc:    "Sign a request (RFC 9421)"}
	HttpSignatureVerify = Row{Name: "http_signature_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "request"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "time",
		Doc:    "Verify a signed request"}
	Lineage = Row{Name: "lineage", Family: "identity", Status: Recognised,
		Doc: "Data read so far"}
	OidcVerify = Row{Name: "oidc_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "token"}, {Name: "options"}},
		Cap:    "time", CapNote: "+net",
		Doc: "Verify a third-party ID token"}
	Receipt = Row{Name: "receipt", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "key", Opt: true}},
		Cap:    "sign", CapNote: "when signing",
		Doc: "Receipt of the unit of work"}
	ReceiptVerify = Row{Name: "receipt_verify", Family: "identity", Status: Recognised,
		Params: []Param{{Name: "receipt"}, {Name: "key"}, {Name: "options", Opt: true}},
		Doc:    "Verify a receipt"}
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
