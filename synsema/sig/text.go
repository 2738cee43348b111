package sig

// Rows of the family text.
var (
	EndsWith = Row{Name: "ends_with", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "suffix"}},
		Doc:     "Whether a text ends with another",
		Example: `ends_with("report.csv", ".csv")`,
		Shows:   "true"}
	Fmt = Row{Name: "fmt", Family: "text", Status: Core,
		Params: []Param{{Name: "template"}, {Name: "values", Opt: true}},
		Doc:    "Fills the holes `{name}` and `{a.b}` of a template from a map; `{{` is a brace",
		Notes: "There is no format of width or digits: round with `round_to`, pad with `join` and `range`.\n" +
			"What is no name in braces stays as it is; a name without a value is an error.",
		Example: `fmt("Hi {user.name}, {n} new", {"user": {"name": "Ana"}, "n": 3})`,
		Shows:   "Hi Ana, 3 new"}
	Fold = Row{Name: "fold", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}},
		Renamed: "fold_text",
		Doc:     "Old name of fold_text",
		Example: `fold_text("Crème")`,
		Shows:   "creme"}
	FoldText = Row{Name: "fold_text", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}},
		Doc:     "Lower case without the common Latin diacritics, for comparing names",
		Example: `fold_text("Crème Brûlée")`,
		Shows:   "creme brulee"}
	Join = Row{Name: "join", Family: "text", Status: Core,
		Params: []Param{{Name: "items"}, {Name: "separator"}, {Name: "on", Opt: true}, {Name: "how", Opt: true}},
		Doc:    `With two arguments: one text of all items with a separator between them. With three or four: the join of two tables, join(left, right, on, how = "inner")`,
		Notes: "`on` is a column that both tables have, or a list of them: rename a column first if it has\n" +
			"another name on one side. `how` is inner, left, right, outer, semi (rows of the left that\n" +
			"have a partner) or anti (those that have none). A column of the right that the left has,\n" +
			"too, gets `_right` behind its name.",
		Example: `join(["a", 1, true], "-")`,
		Shows:   "a-1-true"}
	Lower = Row{Name: "lower", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}},
		Doc:     "Lower case by the full Unicode mapping",
		Example: `lower("ÀÉÎ")`,
		Shows:   "àéî"}
	Replace = Row{Name: "replace", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "old"}, {Name: "new"}},
		Doc:     "Every occurrence of a piece of text replaced, literally",
		Example: `replace("banana", "na", "NA")`,
		Shows:   "baNANA"}
	ReplaceText = Row{Name: "replace_text", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "old"}, {Name: "new"}},
		Renamed: "replace",
		Doc:     "Old name of replace",
		Example: `replace("abc", "b", "-")`,
		Shows:   "a-c"}
	Split = Row{Name: "split", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "separator"}},
		TooMany: " — split(text, sep) has no limit argument",
		Doc:     "List of the pieces between separators, empty ones included; an empty separator gives the characters",
		Example: `split("a,b,,c", ",")`,
		Shows:   `["a", "b", "", "c"]`}
	StartsWith = Row{Name: "starts_with", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "prefix"}},
		Doc:     "Whether a text starts with another",
		Example: `starts_with("https://x", "https:")`,
		Shows:   "true"}
	StripAnsi = Row{Name: "strip_ansi", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}},
		Doc:     "The text that a terminal would show: without escape sequences and control characters",
		Example: `strip_ansi(decode(bytes([27])) + "[1mbold")`,
		Shows:   "bold"}
	Trim = Row{Name: "trim", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}},
		Doc:     "Without white space at both ends",
		Example: `"[" + trim("  a b  ") + "]"`,
		Shows:   "[a b]"}
	Upper = Row{Name: "upper", Family: "text", Status: Core,
		Params:  []Param{{Name: "text"}},
		Doc:     "Upper case by the full Unicode mapping",
		Example: `upper("straße")`,
		Shows:   "STRASSE"}
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
