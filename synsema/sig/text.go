package sig

// Rows of the family text.
var (
	EndsWith = Row{Name: "ends_with", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "suffix test"}
	Fmt = Row{Name: "fmt", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "fill {name} holes of a template from a map"}
	Fold = Row{Name: "fold", Family: "text", Status: Core,
		Params:  []Param{{Name: "a"}},
		Renamed: "fold_text",
		Doc:     "deprecated alias of fold_text"}
	FoldText = Row{Name: "fold_text", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "lower case without common Latin diacritics"}
	Join = Row{Name: "join", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}, {Name: "d", Opt: true}},
		Doc:    "2 arguments: text join; 3-4 arguments: table join"}
	Lower = Row{Name: "lower", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "full Unicode lower case"}
	Replace = Row{Name: "replace", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "literal replacement of every occurrence"}
	ReplaceText = Row{Name: "replace_text", Family: "text", Status: Core,
		Params:  []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Renamed: "replace",
		Doc:     "deprecated alias of replace"}
	Split = Row{Name: "split", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "pieces of a text between separators"}
	StartsWith = Row{Name: "starts_with", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "prefix test"}
	StripAnsi = Row{Name: "strip_ansi", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "plain text out of terminal output"}
	Trim = Row{Name: "trim", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "without leading and trailing white space"}
	Upper = Row{Name: "upper", Family: "text", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "full Unicode upper case"}
)

var rowsText = []*Row{
	&EndsWith,
	&Fmt,
	&Fold,
	&FoldText,
	&Join,
	&Lower,
	&Replace,
	&ReplaceText,
	&Split,
	&StartsWith,
	&StripAnsi,
	&Trim,
	&Upper,
}
