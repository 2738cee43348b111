package sig

// Rows of the family webauthn.
var (
	WebauthnRegister = Row{Name: "webauthn_register", Family: "webauthn", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "Verify a passkey registration"}
	WebauthnVerify = Row{Name: "webauthn_verify", Family: "webauthn", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "Verify a passkey assertion"}
)

var rowsWebauthn = []*Row{
	&WebauthnRegister,
	&WebauthnVerify,
}
