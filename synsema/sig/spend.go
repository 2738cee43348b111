package sig

// Rows of the family spend.
var (
	Spend = Row{Name: "spend", Family: "spend", Status: Recognised,
		Params: []Param{{Name: "amount"}, {Name: "unit"}, {Name: "reason"}},
		Cap:    "spend",
		Doc:    "Declare an external spend"}
	SpendTotal = Row{Name: "spend_total", Family: "spend", Status: Recognised,
		Params: []Param{{Name: "unit"}, {Name: "options", Opt: true}},
		Doc:    "Accumulated spend"}
)

var rowsSpend = []*Row{
	&Spend,
	&SpendTotal,
}
