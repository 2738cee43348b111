package sig

// Rows of the family zk.
var (
	Groth16Verify = Row{Name: "groth16_verify", Family: "zk", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "proof"}, {Name: "inputs"}},
		Doc:    "Verify a Groth16 proof"}
)

var rowsZk = []*Row{
	&Groth16Verify,
}
