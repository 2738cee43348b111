package csv

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/timefn"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// when reads a date or datetime as the builtin of that name reads a text.
func (p *parser) when(kind, s string) (value.Value, bool) {
	row := &sig.Date
	if kind == "datetime" {
		row = &sig.Datetime
	}
	v, err := builtin.Invoke(p.t, timefn.Table, row, value.OfText(s))
	return v, err == nil
}
