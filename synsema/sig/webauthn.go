package sig

// Rows of the family webauthn.
var (
	WebauthnRegister = Row{Name: "webauthn_register", Family: "webauthn", Status: Recognised,
		Params: []Param{{Name: "response"}, {Name: "options"}},
		Doc:    "Verify a passkey registration"}
	WebauthnVerify = Row{Name: "webauthn_verify", Family: "webauthn", Status: Recognised,
		Params: []Param{{Name: "response"}, {Name: "credential"}, {Name: "options"}},
		Doc:    "Verify a passkey assertion"}
)

var rowsWebauthn = []*Row{
	&WebauthnRegister,
	&WebauthnVerify,
}
