package sig

// Rows of the family attestation.
var (
	Attest = Row{Name: "attest", Family: "attestation", Status: Recognised,
		Params: []Param{{Name: "a", Opt: true}},
		Cap:    "attest",
		Doc:    "platform attestation document"}
	AttestKey = Row{Name: "attest_key", Family: "attestation", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Cap:    "attest",
		Doc:    "key derived from the measurement"}
	AttestationDocument = Row{Name: "attestation_document", Family: "attestation", Status: Recognised,
		Doc: "identity of the attested server"}
	AttestationKey = Row{Name: "attestation_key", Family: "attestation", Status: Recognised,
		Cap: "attest",
		Doc: "key of the attested server"}
	AttestationVerify = Row{Name: "attestation_verify", Family: "attestation", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "verify an attestation document"}
)

var rowsAttestation = []*Row{
	&Attest,
	&AttestKey,
	&AttestationDocument,
	&AttestationKey,
	&AttestationVerify,
}
