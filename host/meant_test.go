package host_test

import (
	"testing"

	"github.com/synrun/synrun/host"
)

// TestDidYouMean: two edits make of a short word any other.
func TestDidYouMean(t *testing.T) {
	for _, tt := range []struct{ word, want string }{
		{"lsit", "list"},
		{"lis", "list"},
		{"ak", "ask"},
		{"foo", ""},
		{"", ""},
		{"wordcont", "wordcount"},
		{"cou", "count"},
	} {
		want := ""
		if tt.want != "" {
			want = " — did you mean '" + tt.want + "'?"
		}
		if got := host.DidYouMean(tt.word, []string{"list", "yolo", "ask", "wordcount", "count"}); got != want {
			t.Errorf("%s: %q, want %q", tt.word, got, want)
		}
	}
}
