//go:build linux

package execkind_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/synrun/synrun/internal/poor"
	"github.com/synrun/synrun/manifest"
)

func TestMain(m *testing.M) {
	poor.Main()
	os.Exit(m.Run())
}

// TestPoorerMachines runs the tests below on machines that lack something, as
// root and as an ordinary user.
func TestPoorerMachines(t *testing.T) {
	for _, uid := range poor.Users() {
		for _, lacks := range poor.Machines {
			poor.Run(t, uid, lacks, "TestOnPoorerMachine")
		}
	}
}

// unlessRoot is a refusal that root is spared: it makes namespaces by its own
// right.
func unlessRoot(refusal string) string {
	if os.Geteuid() == 0 {
		return ""
	}
	return refusal
}

func TestOnPoorerMachine(t *testing.T) {
	lacks := poor.Lacks()
	for _, c := range []struct {
		lacks, caps, want string
	}{
		{"landlock", "time", "files need Landlock"},
		{"landlock", "net=a.test", "files need Landlock"},
		{"namespaces", "net=a.test", "net needs a network namespace"},
		{"namespaces", "file=workspace/*", "the host's folders in what may be written need a mount namespace"},
		{"namespaces", "file=workspace/sub/*", ""},
		{"namespaces", "time", ""},
		{"user namespaces", "net=a.test,file=workspace/*", unlessRoot("net needs a network namespace")},
		{"user namespaces", "file=workspace/sub/*", ""},
	} {
		if c.lacks != lacks {
			continue
		}
		w := newWorld(t, "sh a.sh", c.caps, map[string]string{"a.sh": "echo ran; read x < secret.txt && echo $x", "../secret.txt": "secret\n", "../sub/x": ""})
		_, text, err := w.try(t.Context())
		var missing *manifest.ConfineError
		switch {
		case c.want == "" && (err != nil || text != "ran\nsecret\n" && !strings.HasSuffix(text, "cannot open secret.txt: Permission denied\n")):
			t.Errorf("%s: %q, %v", c.caps, text, err)
		case c.want != "" && (!errors.As(err, &missing) || missing.What != c.want || text != ""):
			t.Errorf("%s: %q, %v; want %s", c.caps, text, err, c.want)
		}
		if c.want == "" {
			continue
		}
		w.anyway = true // a person said so
		if _, text, err := w.try(t.Context()); err != nil || text != "ran\nsecret\n" || !w.recorded("granted unconfined confine") {
			t.Errorf("%s, unconfined: %q, %v, %q", c.caps, text, err, w.entries)
		}
	}
}
