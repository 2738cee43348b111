package hint

import "strings"

// Near is the candidate that a mistyped name probably means, or "": the first
// of those that are the fewest edits away, at most two and fewer than the name
// has characters, or one that the name is the beginning of.
func Near(name string, candidates []string) string {
	best, found := 3, ""
	for _, c := range candidates {
		if len(name) > 2 && strings.HasPrefix(c, name) && best > 2 {
			best, found = 2, c
		}
		if d := distance(name, c, best); d < best && d < len(c) && d < len(name) {
			best, found = d, c
		}
	}
	return found
}

// distance is the number of edits (insert, delete, replace, swap neighbours)
// between two words; at least limit when it is not below it.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
