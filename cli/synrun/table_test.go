package synrun

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/host"
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

func TestFoldedTable(t *testing.T) {
	t.Setenv("COLUMNS", "")
	var out bytes.Buffer
	a := &app{Streams: cli.Streams{Out: &out, OutTerminal: true, Width: 24}}
	table := &table{a: a, header: []string{"A", "B", "C"}, fixed: 1, folded: []int{1}}
	table.add("one", "some words, and more of them", "end")
	table.add("two", "as  it is", "end")
	table.add("three", `file_read("workspace/README.md")`, "end")
	table.add("four", strings.Repeat("0123456789", 8), "end")
	table.print()
	want := `A      B             C
one    some words,   end
       and more of
       them
two    as  it is     end
three  file_read("w  end
       orkspace/REA
       DME.md")
four   012345678901  end
       234567890123
       456789012345
       67890123456…
`
	if got := out.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestShortTimes: the day is left out where the room is needed and all records
// are of today.
func TestShortTimes(t *testing.T) {
	t.Setenv("COLUMNS", "")
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.Local)
	for _, tt := range []struct {
		name  string
		width int
		first string
		want  string
	}{
		{"room", 80, "2026-11-30 09:00:00", "2026-11-30 09:00:00"},
		{"narrow", 30, "2026-11-30 09:00:00", "09:00:00"},
		{"yesterday", 30, "2026-11-29 09:00:00", "2026-11-29 09:00:00"},
	} {
		a := &app{Streams: cli.Streams{OutTerminal: true, Width: tt.width}}
		table := &table{a: a, header: []string{"TIME", "WHAT"}, fixed: 1}
		table.add(tt.first, `file_read("README.md")`)
		table.add("2026-11-30 11:00:00", "call")
		shortTimes(table, now)
		if got := table.rows[0][0]; got != tt.want {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

// TestHelpFits: no line of a help is wider than a terminal.
func TestHelpFits(t *testing.T) {
	var out bytes.Buffer
	a := &app{Streams: cli.Streams{Out: &out}}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		out.Reset()
		a.writeHelp(&out, cmd)
		for line := range strings.SplitSeq(out.String(), "\n") {
			if width(line) > helpWidth {
				t.Errorf("%s: %d columns: %s", cmd.CommandPath(), width(line), line)
			}
		}
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(a.root())
}

func TestParagraphs(t *testing.T) {
	long := strings.Repeat("word ", 20)
	want := strings.TrimSpace(strings.Repeat("word ", 16)) + "\n" + strings.TrimSpace(strings.Repeat("word ", 4)) + " and more\n\n  as  it is\nend\n"
	if got := paragraphs(long + "\nand more\n\n  as  it is\nend"); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestMayBeSandbox(t *testing.T) {
	ceiling := "file.read=workspace/*"
	for _, tt := range []struct {
		output, runner string
		ceiling        *string
		want           bool
	}{
		{"main.sh: 8: sed: Permission denied", "exec", &ceiling, true},
		{"[Errno 30] Read-only file system: 'x'", "rpc", &ceiling, true},
		{"no such file", "exec", &ceiling, false},
		{"sed: Permission denied", "exec", nil, false},
		{"Permission denied", "syn", &ceiling, false},
	} {
		r := &host.Result{Output: tt.output}
		r.Host.Runner, r.Host.Ceiling = tt.runner, tt.ceiling
		if got := mayBeSandbox(r); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
		if r.OK = true; mayBeSandbox(r) {
			t.Errorf("%+v: it went well", tt)
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
