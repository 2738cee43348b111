package csv

import "github.com/synrun/synrun/runtime/value"

// when reads a date or datetime as the builtin of that name reads a text.
func (p *parser) when(kind, s string) (value.Value, bool) {
	return value.Value{}, false
}
