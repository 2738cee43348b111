package confine

import (
	"slices"
	"testing"
)

func TestViews(t *testing.T) {
	rw := func(paths ...string) (list []Access) {
		for _, p := range paths {
			list = append(list, Access{p, Read | Write})
		}
		return list
	}
	for _, c := range []struct {
		name      string
		files     []Access
		protected []string
		want      []view
	}{
		{"nothing", nil, []string{"/w/.lampson"}, nil},
		{"read only", []Access{{"/w", Read}}, []string{"/w/.lampson"}, nil},
		{"a folder", rw("/w"), nil, []view{{"/w", true}}},
		{"a folder in a folder", rw("/w", "/w/a"), nil, []view{{"/w", true}}},
		{"twice", rw("/w", "/w"), nil, []view{{"/w", true}}},
		{"protected", rw("/w"), []string{"/w/.lampson", "/v/.lampson"}, []view{{"/w", true}, {"/w/.lampson", false}}},
		{"protected in protected", rw("/w"), []string{"/w/a", "/w/a/b"}, []view{{"/w", true}, {"/w/a", false}}},
		{"lent again", rw("/w", "/w/a/data"), []string{"/w/a"}, []view{{"/w", true}, {"/w/a", false}, {"/w/a/data", true}}},
		{"named itself", rw("/w/a"), []string{"/w/a"}, []view{{"/w/a", true}}},
		{"similar names", rw("/w"), []string{"/w2"}, []view{{"/w", true}}},
		{"everything", rw("/"), []string{"/h"}, []view{{"/", true}, {"/h", false}}},
	} {
		p := Policy{Files: c.files, Protected: c.protected}
		if got := p.views(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
