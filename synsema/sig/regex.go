package sig

// Rows of the family regex.
var (
	Capture = Row{Name: "capture", Family: "regex", Status: Core,
		Params:  []Param{{Name: "a"}, {Name: "b"}},
		Renamed: "regex_capture",
		Doc:     "deprecated; like regex_capture but bare text when there are no groups"}
	FindAll = Row{Name: "find_all", Family: "regex", Status: Core,
		Params:  []Param{{Name: "a"}, {Name: "b"}},
		Renamed: "regex_find_all",
		Doc:     "deprecated alias of regex_find_all"}
	Matches = Row{Name: "matches", Family: "regex", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "true when the whole text matches"}
	RegexCapture = Row{Name: "regex_capture", Family: "regex", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "first match as a list of groups (or [match]), or nothing"}
	RegexFindAll = Row{Name: "regex_find_all", Family: "regex", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "list of all matches"}
	RegexReplace = Row{Name: "regex_replace", Family: "regex", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Doc:    "replace every match; \\1 and \\g<name> in the replacement"}
	ReplaceRe = Row{Name: "replace_re", Family: "regex", Status: Core,
		Params:  []Param{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Renamed: "regex_replace",
		Doc:     "deprecated alias of regex_replace"}
)

var rowsRegex = []*Row{
	&Capture,
	&FindAll,
	&Matches,
	&RegexCapture,
	&RegexFindAll,
	&RegexReplace,
	&ReplaceRe,
}
