package synrun

import (
	"bytes"
	"strings"
	"testing"

	"github.com/synrun/synrun/cli"
)

func TestTable(t *testing.T) {
	t.Setenv("COLUMNS", "")
	tests := []struct {
		name     string
		terminal bool
		width    int
		order    []giving
		want     string
	}{
		{"in a pipe", false, 0, nil, "short\ta long cell that is not cut here\tlast one\n"},
		{"wide", true, 80, nil, "A      B                                 C\nshort  a long cell that is not cut here  last one\n"},
		{"narrow", true, 30, nil, "A      B              C\nshort  a long cell…   last one\n"},
		{"vanishing", true, 40, []giving{{2, 0}}, "A      B\nshort  a long cell that is not cut here\n"},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		a := &app{Streams: cli.Streams{Out: &out, OutTerminal: tt.terminal, Width: tt.width}}
		table := &table{a: a, header: []string{"A", "B", "C"}, fixed: 1, order: tt.order}
		table.add("short", "a long cell that is\nnot cut here", "last one")
		table.print()
		if got := out.String(); got != tt.want {
			t.Errorf("%s:\n%q\nwant\n%q", tt.name, got, tt.want)
		}
		if tt.terminal {
			for line := range strings.SplitSeq(out.String(), "\n") {
				if width(line) > tt.width {
					t.Errorf("%s: %d columns", tt.name, width(line))
				}
			}
		}
	}
}

func TestSetMember(t *testing.T) {
	out, err := setMember([]byte(`{"b": 1, "caps": "time", "a": [1.50]}`), "caps", "net=x")
	want := "{\n  \"b\": 1,\n  \"caps\": \"net=x\",\n  \"a\": [\n    1.50\n  ]\n}\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}
