package regex

import (
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/value"
)

// Column compiles a pattern and gives a function that finds the column, in
// characters from 1, of its first match in a line; 0 when there is none.
func Column(t value.Thread, source string) (func(line string) (int, error), error) {
	p, err := lookup(t, source)
	if err != nil {
		return nil, err
	}
	return func(line string) (int, error) {
		m, err := p.first(t, line)
		if err != nil || m == nil {
			return 0, err
		}
		return utf8.RuneCountInString(line[:m[0]]) + 1, nil
	}, nil
}
