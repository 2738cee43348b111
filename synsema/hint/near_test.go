package hint

import "testing"

func TestNear(t *testing.T) {
	names := []string{"length", "json_decode", "json_encode", "is", "pi"}
	for name, want := range map[string]string{
		"lenght": "length", "jsondecode": "json_decode", "json_e": "json_encode", "len": "length", "x": "", "qi": "pi", "banana": "", "": "",
	} {
		if got := Near(name, names); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
