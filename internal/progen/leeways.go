package progen

import (
	"regexp"
	"sync"
)

// A leeway is a difference between this engine and the second implementation
// that was looked into: either the specification leaves it open which of two
// things happens, or its text decides for what this engine does. Each is as
// narrow as the messages allow; a line with a leeway differs in nothing else.
type leeway struct {
	name   string
	rule   string // of the specification, with the reason
	ours   string // regular expressions for the parts of the line that differ
	theirs string
}

var leeways = []leeway{
	{"two faults in the order of a call's arguments",
		"20 §13.3(3): binding goes from left to right, so that a positional argument after a named one comes before a name that it repeats",
		`positional argument after named argument`, `duplicate argument '\w+'`},
	{"hmac with one argument",
		"20 §13.5: too few arguments are found before the builtin looks at one",
		`hmac\(\) needs 2 arguments, got 1`, `hmac: data must be text, bytes or a secret, got \w+`},
	{"hmac_sha256 with two wrong arguments",
		"open: which of two wrong arguments is named; ours is the first",
		`hmac_sha256: data must be text, bytes or a secret, got \w+`, `hmac_sha256: key must be text, bytes or a secret, got \w+`},
	{"json_for_script of what is no JSON",
		"30 §30.10: its error also begins with `json_encode: `",
		`json_encode: `, `json_for_script: `},
	{"clamp with a decimal and a float",
		"40 §8: a decimal x with a float bound, or the reverse, is the mix error, whichever bound it is",
		`! cannot mix decimal and float; convert with float\(x\) or decimal\(\.\.\.\)`, `-?[0-9.e+-]+`},
	{"chunk with a size beyond 64 bits",
		"70 §8: the size must be an integer; one beyond 64 bits is",
		`(?s).*`, `! chunk: size must be an integer, got (?:[0-9]{19,}|[0-9.]+e\+?[0-9]+) — round it on purpose first`},
	{"date_parts of a duration",
		"40 §12.5: `date_parts: takes a number, date or datetime, got {type}`",
		`date_parts: takes a number, date or datetime, got \w+`, `date_parts: takes a date or datetime, got \w+`},
	{"format_time with a pattern that is no text",
		"40 §12.5: `format_time: the pattern must be a text, got {type}`, of any first argument",
		`! format_time: the pattern must be a text, got \w+`, `-?P[0-9DTHMS.]+`},
	{"std and var of what is no list with a wrong ddof",
		"40 §10.1: the type of the first argument is tested before ddof",
		`(?:std|var) expects a list of numbers or an array, got \w+`, `(?:std|var): ddof must be .*`},
	{"named arguments without the first",
		"20 §13.5: arguments count however they are given, and absent ones are `nothing`",
		`(?:sort expects a list|sort_by expects a (?:list|task)), got nothing|sort_by\(\) needs 2 arguments, got 1`, `sort(?:_by)?\(\) needs [12] arguments?, got [01]`},
	{"sort_by with a wrong desc and a key that fails",
		"open: ours looks at all arguments before it calls the key",
		`! sort_by: desc must be true or false, got \w+`, `! .*`},
	{"a statement that is wrong and has no parameters to run with",
		"60 §60.10.2: sql_batch prepares its statement once, so that it is looked at even when the list is empty",
		`! (?:near ".*": syntax error|sql_batch: (?:a NUL character in the statement|one statement per call|ATTACH and VACUUM INTO are not available .*)|unrecognized token: .*|no such table: \w+|incomplete input|.* already exists)`, `\{rows_affected: 0\}`},
	{"a SELECT of a table that is not there, in sql_exec",
		"open: 60 §60.10.2 says of both that they are errors",
		`! no such (?:table|column): \w+`, `! sql_(?:exec|batch): this statement returns rows .*`},
	{"a statement that is wrong and has too many parameters",
		"open: 60 §60.10.2 says of both that they are errors",
		`! (?:no such table: \w+|.* already exists)`, `! sql(?:_exec|_batch)?: the statement has \d+ parameter\(s\) but \d+ value\(s\) were passed`},
	{"a process that is not there and another wrong argument",
		"open: which of two wrong arguments is named",
		`expected a number|proc_send: the data must be text or bytes, got \w+`, `proc_\w+: unknown or closed process handle .*`},
	{"a NUL character in a statement",
		"60 §60.10.2: other errors have the driver's text",
		`sql(?:_exec|_batch)?: a NUL character in the statement`, `the query contains a null character`},
	{"an extraction with two wrong arguments",
		"open: 60 §60.5 orders what creating looks at, not what extracting does",
		`_extract: (?:opts must be a map, got \w+|option "\w+" must be .*|unknown option .*)`, `_extract: (?:the archive must be bytes, got \w+|dest must be a non-empty directory path)`},
	{"an option that fetch does not know and an argument after the options",
		"open: 60 §60.9.1 does not say which of the two is named",
		`fetch: the options map is the last argument`, `fetch: unknown option .*`},
	{"complex numbers with infinite parts",
		"open: 40 §9 gives no value where the polar form has an infinite radius or angle",
		complexText, complexText},
}

const complexText = `(?:-?[0-9.]+(?:e[+-][0-9]+)?|-?inf|nan)[+-](?:[0-9.]+(?:e[+-][0-9]+)?|inf|nan)i`

var leewayRules = sync.OnceValue(func() (list [][2]*regexp.Regexp) {
	for _, l := range leeways {
		list = append(list, [2]*regexp.Regexp{regexp.MustCompile(l.ours), regexp.MustCompile(l.theirs)})
	}
	return list
})

// unbounded tells a complex number with a part that is not finite.
var unbounded = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:inf|nan)(?:[+-]|i)`) })

// leewayOf gives the name of the leeway between two lines, "" when there is
// none.
func leewayOf(ours, theirs string) string {
	for i, re := range leewayRules() {
		x, y := re[0].FindStringIndex(ours), re[1].FindStringIndex(theirs)
		if x == nil || y == nil || ours[:x[0]] != theirs[:y[0]] || ours[x[1]:] != theirs[y[1]:] {
			continue
		}
		if leeways[i].ours == complexText && !unbounded().MatchString(theirs[y[0]:y[1]]) {
			continue
		}
		return leeways[i].name
	}
	return ""
}
