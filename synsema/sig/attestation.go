package sig

// Rows of the family attestation.
var (
	Attest = Row{Name: "attest", Family: "attestation", Status: Recognised,
		Params: []Param{{Name: "data", Opt: true}},
		Cap:    "attest",
		Doc:    "Platform attestation document"}
	AttestKey = Row{Name: "attest_key", Family: "attestation", Status: Recognised,
		Params: []Param{{Name: "label"}},
		Cap:    "attest",
		Doc:    "Key derived from the measurement"}
	AttestationDocument = Row{Name: "attestation_document", Family: "attestation", Status: Recognised,
		Doc: "Identity of the attested server"}
	AttestationKey = Row{Name: "attestation_key", Family: "attestation", Status: Recognised,
		Cap: "attest",
		Doc: "Key of the attested server"}
	AttestationVerify = Row{Name: "attestation_verify", Family: "attestation", Status: Recognised,
		Params: []Param{{Name: "document"}, {Name: "options"}},
		Doc:    "Verify an attestation document"}
)

var rowsAttestation = []*Row{
	&Attest,
	&AttestKey,
	&AttestationDocument,
	&AttestationKey,
	&AttestationVerify,
}
