package synsema

import "strings"

// classify sorts an error by its message. The first row whose words occur in
// it, in their order and whatever their case, decides.
func classify(message string) class {
	lower := strings.ToLower(message)
	for _, row := range classes {
		if row.matches(lower) {
			return row.class
		}
	}
	return class{category: "unknown", suggestions: []string{"Check the error message for details"}}
}

type classRow struct {
	first, then string // then "" for one phrase; both on one line
	class
}

func (r *classRow) matches(lower string) bool {
	if r.then == "" {
		return strings.Contains(lower, r.first)
	}
	for line := range strings.SplitSeq(lower, "\n") {
		if _, rest, ok := strings.Cut(line, r.first); ok && strings.Contains(rest, r.then) {
			return true
		}
	}
	return false
}

var classes = [...]classRow{
	{"division by zero", "", class{"data", true, false, []string{
		"Add a guard: when divisor != 0 before dividing",
		"Add invariant: divisor > 0 before the division",
		"Provide a default: when divisor == 0, give 0 otherwise give x / divisor"}}},
	{"undefined variable", "", class{"logic", false, false, []string{
		"Check spelling of the variable name",
		"Ensure the variable is defined with 'let' before use",
		"If inside a task, check the variable is passed as parameter"}}},
	{"cannot iterate over", "", class{"type", false, false, []string{
		"Ensure the value is a list before using 'each'",
		"Use type_of() to check the type at runtime",
		"Wrap single values in a list: [value]"}}},
	{"index ", " out of bounds", class{"data", true, false, []string{
		"Check length() before accessing by index",
		"Use find_first() instead of direct indexing",
		"Add invariant: index < length(list)"}}},
	{"cannot call value of type", "", class{"type", false, false, []string{
		"Check that the name refers to a task, not a variable",
		"Ensure the task is defined before it's called",
		"Use type_of() to inspect the value"}}},
	{"capability not granted", "", class{"capability", false, false, []string{
		"Add the matching 'require' at the top of the program",
		"If the host set a ceiling (--sandbox/--cap-set), it must widen it — the program cannot",
		"Check if this operation matches the declared intent"}}},
	{"intent violation", "", class{"capability", false, false, []string{
		"The operation falls outside the declared intent",
		"Update the intent declaration to include this operation",
		"Run with --no-strict-intent to allow (not recommended)"}}},
	{"invariant violation", "", class{"logic", true, false, []string{
		"The program state violates a declared guarantee",
		"Check the data that led to this state",
		"Add validation before the invariant point"}}},
	{"http", "", class{"io", true, true, []string{
		"The external service may be temporarily unavailable",
		"Retry with exponential backoff",
		"Check if the URL and credentials are correct",
		"Use a fallback data source"}}},
	{"timed out", "", class{"io", true, true, []string{
		"The operation took too long",
		"Increase the timeout parameter",
		"Retry — it may be a temporary slowdown",
		"Consider an async approach"}}},
	{"file not found", "", class{"io", true, false, []string{
		"Check that the file path is correct",
		"Use file_exists() before reading",
		"Provide a default value if the file is optional"}}},
	{"loop exceeded maximum iterations", "", class{"logic", false, false, []string{
		"The loop condition never becomes false",
		"Add a counter limit or stop condition",
		"Check the loop variable is actually changing"}}},
	{"map has no key", "", class{"data", true, false, []string{
		"Check if the key exists with contains()",
		"Use a default value pattern",
		"Verify the data structure with show or log"}}},
}
