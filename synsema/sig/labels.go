package sig

// Rows of the family labels.
var (
	Declassify = Row{Name: "declassify", Family: "labels", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "Remove labels; identity when labels are off"}
	IsPrivate = Row{Name: "is_private", Family: "labels", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "Has labels; false when labels are off"}
	LabelOf = Row{Name: "label_of", Family: "labels", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "Labels of a value; [] when labels are off"}
	Private = Row{Name: "private", Family: "labels", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "Label a value; error unless labels are on"}
)

var rowsLabels = []*Row{
	&Declassify,
	&IsPrivate,
	&LabelOf,
	&Private,
}
