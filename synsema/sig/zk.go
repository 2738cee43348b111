package sig

// Rows of the family zk.
var (
	Groth16Verify = Row{Name: "groth16_verify", Family: "zk", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "Verify a Groth16 proof"}
)

var rowsZk = []*Row{
	&Groth16Verify,
}
