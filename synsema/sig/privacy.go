package sig

// Rows of the family privacy.
var (
	GaussianNoise = Row{Name: "gaussian_noise", Family: "privacy", Status: Recognised,
		Params: []Param{{Name: "value"}, {Name: "scale"}},
		Doc:    "Deterministic Gaussian noise"}
	LaplaceNoise = Row{Name: "laplace_noise", Family: "privacy", Status: Recognised,
		Params: []Param{{Name: "value"}, {Name: "scale"}},
		Doc:    "Deterministic Laplace noise"}
)

var rowsPrivacy = []*Row{
	&GaussianNoise,
	&LaplaceNoise,
}
