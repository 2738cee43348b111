package sig

// Rows of the family spend.
var (
	Spend = Row{Name: "spend", Family: "spend", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Cap:    "spend",
		Doc:    "Declare an external spend"}
	SpendTotal = Row{Name: "spend_total", Family: "spend", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "Accumulated spend"}
)

var rowsSpend = []*Row{
	&Spend,
	&SpendTotal,
}
