package sig

// Rows of the family labels.
var (
	Declassify = Row{Name: "declassify", Family: "labels", Status: Recognised,
		Params: []Param{{Name: "value"}, {Name: "reason"}, {Name: "principals", Opt: true}},
		Doc:    "Remove labels; identity when labels are off"}
	IsPrivate = Row{Name: "is_private", Family: "labels", Status: Recognised,
		Params: []Param{{Name: "value"}},
		Doc:    "Has labels; false when labels are off"}
	LabelOf = Row{Name: "label_of", Family: "labels", Status: Recognised,
		Params: []Param{{Name: "value"}},
		Doc:    "Labels of a value; [] when labels are off"}
	Private = Row{Name: "private", Family: "labels", Status: Recognised,
		Params: []Param{{Name: "value"}, {Name: "principal"}},
		Doc:    "Label a value; error unless labels are on"}
)

var rowsLabels = []*Row{
	&Declassify,
	&IsPrivate,
	&LabelOf,
	&Private,
}
