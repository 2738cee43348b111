package sig

// Rows of the family regex.
var (
	Capture = Row{Name: "capture", Family: "regex", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "pattern"}},
		Renamed: "regex_capture",
		Doc:     "Old name of regex_capture; gives bare text when the pattern has no groups",
		Example: `regex_capture("a1", "[0-9]")`,
		Shows:   `["1"]`}
	FindAll = Row{Name: "find_all", Family: "regex", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "pattern"}},
		Renamed: "regex_find_all",
		Doc:     "Old name of regex_find_all",
		Example: `regex_find_all("a1b22", "[0-9]+")`,
		Shows:   `["1", "22"]`}
	Matches = Row{Name: "matches", Family: "regex", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "pattern"}},
		Doc:     "Whether the whole text matches a regular expression",
		Notes:   "To look for a match inside of a text: `regex_capture(text, pattern) != nothing`.",
		Example: `matches("12345", "[0-9]+")`,
		Shows:   "true"}
	RegexCapture = Row{Name: "regex_capture", Family: "regex", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "pattern"}},
		Doc:     "Groups of the first match (the match itself when there are none), or nothing",
		Notes:   "A group that took no part is `nothing`. Named groups come in their order, too.",
		Example: `regex_capture("2026-09", "([0-9]+)-([0-9]+)")`,
		Shows:   `["2026", "09"]`}
	RegexFindAll = Row{Name: "regex_find_all", Family: "regex", Status: Core,
		Params: []Param{{Name: "text"}, {Name: "pattern"}},
		Doc:    "List of all matches",
		Notes: "Gives whole matches also when the pattern has groups. For the groups of each match:\n" +
			"`apply(regex_find_all(text, pattern), (m) => regex_capture(m, pattern))`.",
		Example: `regex_find_all("a1b22", "[0-9]+")`,
		Shows:   `["1", "22"]`}
	RegexReplace = Row{Name: "regex_replace", Family: "regex", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "pattern"}, {Name: "replacement"}},
		Doc:     "Every match replaced; `\\N` and `\\g<name>` in the replacement insert groups",
		Notes:   "`\\0` is the whole match, and `$` means itself. The replacement is text: no function.",
		Example: `regex_replace("2026-10", "([0-9]+)-([0-9]+)", "\\2/\\1")`,
		Shows:   "10/2026"}
	ReplaceRe = Row{Name: "replace_re", Family: "regex", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "pattern"}, {Name: "replacement"}},
		Renamed: "regex_replace",
		Doc:     "Old name of regex_replace",
		Example: `regex_replace("a1", "[0-9]", "#")`,
		Shows:   "a#"}
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
