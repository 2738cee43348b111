package manifest

import (
	"path/filepath"
	"testing"
)

func TestPlaces(t *testing.T) {
	ws := t.TempDir()
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		env                          map[string]string
		home, lampson, lamps, config string
	}{
		{map[string]string{"HOME": "/h"}, "/h/.synrun", "/h/lampson", "/h/.lamps", "/h/.config"},
		{map[string]string{"HOME": "/h", "USERPROFILE": "/u"}, "/h/.synrun", "/h/lampson", "/u/.lamps", "/h/.config"},
		{map[string]string{"USERPROFILE": "/u"}, "/u/.synrun", "/u/lampson", "/u/.lamps", "/u/.config"},
		{map[string]string{}, here + "/.synrun", "lampson", here + "/.lamps", ".config"},
		{map[string]string{"HOME": "/h", "SYNRUN_HOME": "/s", "LAMPSON_HOME": "/l", "LAMP_HOME": "/p", "XDG_CONFIG_HOME": "/x"}, "/s", "/l", "/p", "/x"},
	} {
		p, err := PlacesFrom(func(k string) string { return c.env[k] }, ws, "")
		if err != nil {
			t.Fatal(err)
		}
		if p.Home != c.home || p.Lampson != c.lampson || p.Lamps != c.lamps || p.ConfigDir() != c.config {
			t.Errorf("%v: %+v", c.env, p)
		}
	}
}
