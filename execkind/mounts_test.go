package execkind_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/synrun/synrun/execkind"
	"github.com/synrun/synrun/manifest"
)

// TestEveryPlugin: plugins/* names the folder of every global plugin for
// reading, and none of them for writing.
func TestEveryPlugin(t *testing.T) {
	for caps, want := range map[string]string{
		"file=plugins/*":            "stored\nno\n",
		"file=plugins/store/*":      "stored\nyes\n",
		"file.read=plugins/other/*": "none\nno\n",
	} {
		w := newWorld(t, "sh a.sh", caps, map[string]string{
			"a.sh": `{ read x < "$STORE/d.txt"; } 2>/dev/null && echo "$x" || echo none
{ echo new > "$STORE/e.txt"; } 2>/dev/null && echo yes || echo no`,
		})
		store := filepath.Join(w.home, ".synrun", "plugins", "store")
		write(t, filepath.Join(store, "d.txt"), "stored\n")
		w.env = append(w.env, "STORE="+store)
		c := w.call()
		c.Mounts = []manifest.Mount{{Name: "plugins/store", Dir: store}}
		var b bytes.Buffer
		c.Stdout, c.Stderr = &b, &b
		if _, err := execkind.New().Run(t.Context(), c); err != nil || b.String() != want {
			t.Errorf("%s: %q, want %q, %v", caps, b.String(), want, err)
		}
	}
}
