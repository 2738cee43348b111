//go:build linux

package rpckind_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/synrun/synrun/internal/poor"
	"github.com/synrun/synrun/manifest"
)

// TestPoorerMachines runs the tests below on machines that lack something, as
// root and as an ordinary user.
func TestPoorerMachines(t *testing.T) {
	for _, uid := range poor.Users() {
		for _, lacks := range poor.Machines {
			poor.Run(t, uid, lacks, "TestOnPoorerMachine")
		}
	}
}

// What a machine cannot enforce of a ceiling it does not run, unless a person
// says so.
func TestOnPoorerMachine(t *testing.T) {
	for _, c := range []struct {
		lacks, caps, want string
		user              bool // root makes namespaces by its own right
	}{
		{"landlock", "time", "files need Landlock", false},
		{"namespaces", "net=a.test", "net needs a network namespace", false},
		{"namespaces", "time", "", false},
		{"user namespaces", "net=a.test", "net needs a network namespace", true},
	} {
		if c.lacks != poor.Lacks() || c.user && os.Geteuid() == 0 {
			continue
		}
		w := newWorld(t, "plain", c.caps)
		call := w.request("count", `{}`)
		out, err := w.runner.Run(t.Context(), call)
		var missing *manifest.ConfineError
		switch {
		case c.want == "" && (err != nil || out.Text != "1 2"):
			t.Errorf("%s: %+v, %v", c.caps, out, err)
		case c.want != "" && (!errors.As(err, &missing) || missing.What != c.want):
			t.Errorf("%s: %+v, %v; want %s", c.caps, out, err, c.want)
		}
		if c.want == "" {
			continue
		}
		call.AllowUnconfined = true
		if out, err := w.runner.Run(t.Context(), call); err != nil || out.Text != "1 2" {
			t.Errorf("%s, unconfined: %+v, %v", c.caps, out, err)
		}
		if got := call.Record.(*record).entries; !slices.Contains(got, "unconfined true confine") {
			t.Errorf("%s, unconfined: %q is on record", c.caps, got)
		}
	}
}
