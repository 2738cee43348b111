package hint_test

import (
	"regexp"
	"testing"

	"github.com/synrun/synrun/synsema/hint"
	"github.com/synrun/synrun/synsema/sig"
)

var called = regexp.MustCompile(`\b([a-z_0-9]+)\(`)

// A form calls builtins that are there, and stands for none that is.
func TestElsewhere(t *testing.T) {
	for name, form := range hint.AllElsewhere() {
		if sig.Lookup(name) != nil {
			t.Errorf("%s is a builtin", name)
		}
		for _, call := range called.FindAllStringSubmatch(form, -1) {
			if row := sig.Lookup(call[1]); call[1] != "f" && (row == nil || row.Renamed != "" || row.Status == sig.Recognised) {
				t.Errorf("%s: %s calls %s", name, form, call[1])
			}
		}
	}
	if got := hint.Elsewhere("filter"); got != "where(items, (x) => condition)" {
		t.Error(got)
	}
}
