package query

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/audit"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fixture is a record with a little of everything. Its clock moves one minute a
// record, from 2026-01-31T09:00.
func fixture(t testing.TB, workspace string) (audit.Options, *audit.Log) {
	t.Helper()
	now := time.Date(2026, 1, 31, 8, 59, 0, 0, time.UTC)
	opt := audit.Options{Home: t.TempDir(), Workspace: workspace, Now: func() time.Time { now = now.Add(time.Minute); return now }}
	l, err := audit.Open(opt)
	must(t, err)
	t.Cleanup(func() { l.Close() })
	call := func(id audit.CallID, o audit.Outcome, entries ...audit.Entry) {
		c := l.Begin(id)
		for _, e := range entries {
			must(t, c.Check(&e))
		}
		must(t, c.End(&o))
	}
	exit := 0
	call(audit.CallID{Call: "01AAAAAAAAAAAAAAAAAAAAAAA1", Format: "plugin", Plugin: "wordcount", Tool: "count"},
		audit.Outcome{Runner: "syn", Actor: "user", Decision: "allow", OK: true, Exit: &exit, Duration: 5 * time.Millisecond, Bytes: 8},
		audit.Entry{Context: "program", Capability: "stdout", Granted: true, Source: "ambient", Reason: "auto-granted by the runtime", Origin: "runtime"},                                                    // 1
		audit.Entry{Context: "program", Capability: `file_read("data/a.txt")`, Granted: true, Source: "read_file()", Reason: `Granted by file_read("data/*")`, Origin: "program", File: "main.syn", Line: 7}, // 2
		audit.Entry{Context: "program", Capability: `net("evil.test:443")`, Source: "http_get()", Reason: "No matching grant found", Origin: "program", File: "main.syn", Line: 9},                           // 3
	) // 4
	call(audit.CallID{Call: "01AAAAAAAAAAAAAAAAAAAAAAB2", Format: "rpc", Plugin: "git", Tool: "log"},
		audit.Outcome{Runner: "rpc", Actor: "model", Mode: "strict", Decision: "deny", Reason: "mode strict"}) // 5
	call(audit.CallID{Call: "01AAAAAAAAAAAAAAAAAAAAAAC3", Format: "plugin", Plugin: "wordcount", Tool: "count"},
		audit.Outcome{Runner: "syn", Actor: "model", Mode: "ask", Decision: "allow", Exit: &exit, Duration: 150 * time.Millisecond},                                              // fails
		audit.Entry{Context: "agent", Capability: `net("evil.test:443")`, Source: "http_get()", Reason: "No matching grant found", Origin: "program", File: "main.syn", Line: 9}) // 6, 7
	must(t, l.Manage(&audit.Action{Action: "on", Format: "plugin", Plugin: "wordcount", Name: "wordcount", Scope: "project", By: "user"})) // 8
	must(t, l.Manage(&audit.Action{Action: "rule", Name: "plugin_*", By: "user", Detail: "allow"}))                                        // 9
	return opt, l
}

// TestAmbient: what the ceiling keeps the runtime from granting of itself is on
// record, but nothing that was denied to anybody.
func TestAmbient(t *testing.T) {
	opt, l := fixture(t, "/w/x")
	call := l.Begin(audit.CallID{Call: "01AAAAAAAAAAAAAAAAAAAAAAD4", Format: "plugin", Plugin: "quiet", Tool: "t"})
	must(t, call.Check(&audit.Entry{Context: "program", Capability: "llm", Source: "ceiling", Reason: "above host ceiling (--sandbox/--cap-set)", Origin: "runtime"}))
	must(t, call.End(&audit.Outcome{OK: true}))
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	if got := seqs(t, sources, Query{Denied: true, Plugin: "quiet"}, 0); got != "" {
		t.Errorf("got %q", got)
	}
	f, err := Query{Plugin: "quiet"}.Compile(sources)
	must(t, err)
	sum, err := Summarize(sources, f)
	must(t, err)
	if p := sum.Plugins[0]; p.Checks != 1 || p.Denied != 0 || len(sum.Refused) != 0 {
		t.Errorf("%+v", sum)
	}
}

func TestCheckpoints(t *testing.T) {
	opt, l := fixture(t, "/w/x")
	must(t, l.Close())
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	for want, q := range map[string]Query{
		"9":      {},
		"9 10":   {Checkpoints: true},
		"10":     {Type: "checkpoint"},
		"8 9 10": {Where: `type in ["manage", "checkpoint"]`},
		"1 2":    {Where: `seq < 3`},
	} {
		if got := seqs(t, sources, q, max(1, len(strings.Fields(want)))); got != want {
			t.Errorf("%+v: got %q, want %q", q, got, want)
		}
	}
}

// seqs runs a query and returns the numbers of what it found.
func seqs(t testing.TB, sources []*audit.Source, q Query, n int) string {
	t.Helper()
	f, err := q.Compile(sources)
	must(t, err)
	var got []string
	must(t, Run(sources, f, n, func(r *audit.Record) error {
		seq, _ := r.Int(audit.FieldSeq)
		got = append(got, fmt.Sprint(seq))
		return nil
	}))
	return strings.Join(got, " ")
}

func TestFilters(t *testing.T) {
	opt, _ := fixture(t, "/w/x")
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	at := func(minute int) time.Time { return time.Date(2026, 1, 31, 9, minute, 0, 0, time.UTC) }
	tests := []struct {
		name string
		q    Query
		n    int
		want string
	}{
		{"all", Query{}, 0, "1 2 3 4 5 6 7 8 9"},
		{"last", Query{}, 3, "7 8 9"},
		{"more than there are", Query{}, 50, "1 2 3 4 5 6 7 8 9"},
		{"type", Query{Type: "call"}, 0, "4 5 7"},
		{"last of a type", Query{Type: "call"}, 2, "5 7"},
		{"denied", Query{Denied: true}, 0, "3 4 5 6 7"},
		{"plugin", Query{Plugin: "git"}, 0, "5"},
		{"plugin and format", Query{Plugin: "plugin:wordcount"}, 0, "1 2 3 4 6 7 8"},
		{"plugin of another format", Query{Plugin: "rpc:wordcount"}, 0, ""},
		{"tool", Query{Tool: "log"}, 0, "5"},
		{"tool of a plugin", Query{Tool: "wordcount.count", Type: "call"}, 0, "4 7"},
		{"full name", Query{Tool: "plugin_wordcount_count", Type: "call"}, 0, "4 7"},
		{"tool of another plugin", Query{Tool: "git.count"}, 0, ""},
		{"call", Query{Call: "01AAAAAAAAAAAAAAAAAAAAAAC3"}, 0, "6 7"},
		{"beginning of a call", Query{Call: "01aaaaaaaaaaaaaaaaaaaaaaC"}, 0, "6 7"},
		{"no such call", Query{Call: "02"}, 0, ""},
		{"since", Query{Since: at(7)}, 0, "8 9"},
		{"until", Query{Until: at(1)}, 0, "1 2"},
		{"both", Query{Since: at(1), Until: at(2)}, 0, "2 3"},
		{"and", Query{Denied: true, Type: "check", Plugin: "wordcount"}, 1, "6"},
		{"where", Query{Where: `type == "check" and not granted and family == "net"`}, 0, "3 6"},
		{"where not of an absent member", Query{Where: `not granted`}, 0, "3 6"},
		{"where nil", Query{Where: `tool == nil`}, 0, "8 9"},
		{"where absent", Query{Where: `action != nil`}, 0, "8 9"},
		{"where compares an absent member", Query{Where: `ms > 100`}, 0, "7"},
		{"where or after an absent member", Query{Where: `ms > 100 or type == "manage"`}, 0, "7 8 9"},
		{"where or before an absent member", Query{Where: `type == "manage" or 100 < ms`}, 0, "7 8 9"},
		{"where texts of an absent member", Query{Where: `tool startsWith "co" or glob(scope, "*") and seq < 5`}, 0, "1 2 3 4 6 7"},
		{"where two members", Query{Where: `bytes <= ms`}, 0, "5 7"},
		{"where glob", Query{Where: `glob(scope, "data/*.txt")`}, 0, "2"},
		{"where glob literal", Query{Where: `glob(capability, "net(\"evil.????:443\")")`}, 0, "3 6"},
		{"where in", Query{Where: `"net(\"evil.test:443\")" in refused`}, 0, "4 7"},
		{"where any", Query{Where: `type == "call" and any(used, # startsWith "file_")`}, 0, "4"},
		{"where len", Query{Where: `type == "call" and len(refused) == 0`}, 0, "5"},
		{"where numbers", Query{Where: `seq in 3..5 and line == 9`}, 0, "3"},
		{"where matches", Query{Where: `type == "check" and reason matches "^Granted by"`}, 0, "2"},
		{"where env", Query{Where: `$env["type"] == "manage"`}, 0, "8 9"},
		{"where time", Query{Where: `at >= "2026-01-31T09:07"`}, 0, "8 9"},
		{"where default", Query{Where: `(ms ?? 0) == 5`}, 0, "4"},
		{"where of the record's filters", Query{Where: `line > 0`, Denied: true}, 0, "3 6"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := seqs(t, sources, tt.q, tt.n); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUsageErrors(t *testing.T) {
	opt, _ := fixture(t, "/w/x")
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	tests := []struct {
		q    Query
		want string
	}{
		{Query{Where: `capabilty == "x"`}, "--where: unknown name capabilty at column 1"},
		{Query{Where: `type == "x" and `}, "--where: unexpected token EOF at column 16"},
		{Query{Where: `seq == "x"`}, "--where: invalid operation: == (mismatched types int and string) at column 5"},
		{Query{Where: `granted > 3`}, "--where: invalid operation: > (mismatched types bool and int) at column 9"},
		{Query{Where: `seq + 1`}, "--where: expected bool, but got int at column 1"},
		{Query{Where: `glob(seq, "x")`}, "--where: cannot use int as argument (type string) to call glob  at column 6"},
		{Query{Where: "type == 'call'\nand foo"}, "--where: unknown name foo at column 20"},
		{Query{Type: "x"}, "--type: 'x' is none of call, check, manage, checkpoint"},
		{Query{Call: "01aaa"}, "--call: '01AAA' is the beginning of several calls: 01AAAAAAAAAAAAAAAAAAAAAAA1, 01AAAAAAAAAAAAAAAAAAAAAAB2"},
	}
	for _, tt := range tests {
		_, err := tt.q.Compile(sources)
		var usage *UsageError
		if !errors.As(err, &usage) || strings.ReplaceAll(err.Error(), "  ", " ") != strings.ReplaceAll(tt.want, "  ", " ") {
			t.Errorf("%+v:\n got %v\nwant %s", tt.q, err, tt.want)
		}
	}
}

func TestSeveralSources(t *testing.T) {
	opt, _ := fixture(t, "/w/x")
	now := time.Date(2026, 1, 31, 9, 2, 30, 0, time.UTC)
	l, err := audit.Open(audit.Options{Home: opt.Home, Workspace: "/w/y", Now: func() time.Time { now = now.Add(3 * time.Minute); return now }})
	must(t, err)
	for i := range 3 { // at 09:05:30, 09:08:30, 09:11:30
		must(t, l.Manage(&audit.Action{Action: "on", Name: fmt.Sprint("y", i)}))
	}
	sources, err := audit.Workspaces(opt.Home)
	must(t, err)
	if len(sources) != 2 {
		t.Fatalf("%d sources", len(sources))
	}
	for n, want := range map[int]string{0: "1 2 3 4 5 6 1 7 8 9 2 3", 5: "7 8 9 2 3", 50: "1 2 3 4 5 6 1 7 8 9 2 3"} {
		if got := seqs(t, sources, Query{}, n); got != want {
			t.Errorf("n=%d: got %q, want %q", n, got, want)
		}
	}
	if got := seqs(t, sources, Query{Type: "manage"}, 0); got != "1 8 9 2 3" {
		t.Errorf("got %q", got)
	}
	stop := errors.New("enough")
	f, _ := Query{}.Compile(nil)
	if err := Run(sources, f, 0, func(*audit.Record) error { return stop }); err != stop {
		t.Errorf("got %v", err)
	}
}

func TestStreamFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	s, err := audit.OpenStream(path, audit.StreamOptions{})
	must(t, err)
	must(t, s.Entry(&audit.Entry{Context: "program", Capability: `file_read("a")`, Granted: true, Source: "read_file()", Reason: "Granted by file_read", Origin: "program", File: "m.syn", Line: 1}))
	must(t, s.Entry(&audit.Entry{Context: "program", Capability: `net("h")`, Source: "http_get()", Reason: "No matching grant found", Origin: "program", File: "m.syn", Line: 2}))
	must(t, s.Close(1))
	sources := []*audit.Source{audit.FileSource(path)}
	for _, q := range []Query{{Denied: true}, {Where: `not granted`}, {Where: `type == "check" and family == "net" and scope == "h"`}} {
		f, err := q.Compile(sources)
		must(t, err)
		var rows [][7]string
		must(t, Run(sources, f, 0, func(r *audit.Record) error { rows = append(rows, Row(r, time.UTC)); return nil }))
		if len(rows) != 1 || rows[0][3] != `net("h")` || rows[0][4] != "DENIED" || rows[0][5] != "m.syn:2" {
			t.Errorf("%+v: %q", q, rows)
		}
	}
	if _, err := audit.FileSource(path + "x").Open(); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestShow(t *testing.T) {
	opt, _ := fixture(t, "/w/x")
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	f, err := Query{}.Compile(nil)
	must(t, err)
	var rows []string
	var lines []byte
	must(t, Run(sources, f, 0, func(r *audit.Record) error {
		cells := Row(r, nil)
		rows = append(rows, strings.Join(cells[:], "|"))
		lines = AppendCSV(lines, r)
		return nil
	}))
	want := []string{
		`2026-01-31T09:00:00.000Z|wordcount|count|stdout|granted|ambient|auto-granted by the runtime`,
		`2026-01-31T09:01:00.000Z|wordcount|count|file_read("data/a.txt")|granted|main.syn:7|Granted by file_read("data/*")`,
		`2026-01-31T09:02:00.000Z|wordcount|count|net("evil.test:443")|DENIED|main.syn:9|No matching grant found`,
		`2026-01-31T09:03:00.000Z|wordcount|count|call|ok||`,
		`2026-01-31T09:04:00.000Z|git|log|call|DENIED||mode strict`,
		`2026-01-31T09:05:00.000Z|wordcount|count|net("evil.test:443")|DENIED|main.syn:9|No matching grant found`,
		`2026-01-31T09:06:00.000Z|wordcount|count|call|failed||`,
		`2026-01-31T09:07:00.000Z|wordcount||on|done||`,
		`2026-01-31T09:08:00.000Z|||rule|done||plugin_*: allow`,
	}
	if !slices.Equal(rows, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
	table, err := csv.NewReader(strings.NewReader(CSVHeader + string(lines))).ReadAll()
	must(t, err)
	if len(table) != 10 || strings.Join(table[0], ",") != "seq,at,type,call,format,plugin,tool,what,verdict,source,file,line,reason" {
		t.Fatalf("%q", table)
	}
	if got := strings.Join(table[2], "|"); got != `2|2026-01-31T09:01:00.000Z|check|01AAAAAAAAAAAAAAAAAAAAAAA1|plugin|wordcount|count|file_read("data/a.txt")|granted|read_file()|main.syn|7|Granted by file_read("data/*")` {
		t.Error(got)
	}
	if got := strings.Join(table[9], "|"); got != `9|2026-01-31T09:08:00.000Z|manage|||||rule|done||||plugin_*: allow` {
		t.Error(got)
	}
}

func TestSummary(t *testing.T) {
	opt, _ := fixture(t, "/w/x")
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	f, err := Query{}.Compile(nil)
	must(t, err)
	sum, err := Summarize(sources, f)
	must(t, err)
	got, err := json.Marshal(sum)
	must(t, err)
	want := `{"plugins":[{"plugin":"git","format":"rpc","calls":1,"failed":0,"checks":0,"denied":1,"last":"2026-01-31T09:04:00.000Z"},` +
		`{"plugin":"wordcount","format":"plugin","calls":2,"failed":1,"checks":4,"denied":2,"last":"2026-01-31T09:06:00.000Z"}],` +
		`"refused":[{"capability":"net(\"evil.test:443\")","plugin":"wordcount","count":2}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if row := sum.Plugins[1].Row(nil); strings.Join(row[:], " ") != "wordcount 2 1 4 2 2026-01-31T09:06:00.000Z" {
		t.Error(row)
	}
	if row := sum.Refused[0].Row(); strings.Join(row[:], " ") != `net("evil.test:443") wordcount 2` {
		t.Error(row)
	}
}

func TestFollow(t *testing.T) {
	opt, l := fixture(t, "/w/x")
	opt.MaxFile = 8 << 10
	other, err := audit.Open(opt) // rotates all the time
	must(t, err)
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	f, err := Query{Type: "manage"}.Compile(sources)
	must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	got := make(chan string, 1000)
	ended := make(chan error, 1)
	go func() {
		ended <- Follow(ctx, sources, f, 1, func(r *audit.Record) error {
			got <- r.Text(audit.FieldName)
			return nil
		})
	}()
	expect := func(want string) {
		t.Helper()
		select {
		case name := <-got:
			if name != want {
				t.Fatalf("got %s, want %s", name, want)
			}
		case <-ctx.Done():
			t.Fatalf("%s does not come", want)
		}
	}
	expect("plugin_*")
	must(t, l.Manage(&audit.Action{Action: "on", Name: "first"}))
	expect("first")
	for i := range 100 { // over several files, and several between two looks
		must(t, other.Manage(&audit.Action{Action: "on", Name: fmt.Sprint("n", i), Detail: strings.Repeat("x", 300)}))
		if i%20 == 0 {
			time.Sleep(150 * time.Millisecond)
		}
	}
	for i := range 100 {
		expect(fmt.Sprint("n", i))
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if files, _ := filepath.Glob(filepath.Join(audit.Dir(opt.Home), "*.*.jsonl")); len(files) < 3 {
		t.Errorf("rotated %d times only", len(files))
	}
}

func TestFollowBeforeTheFirstRecord(t *testing.T) {
	opt := audit.Options{Home: t.TempDir(), Workspace: "/w/new"}
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	f, err := Query{}.Compile(sources)
	must(t, err)
	stop := errors.New("enough")
	ended := make(chan error, 1)
	go func() {
		ended <- Follow(t.Context(), sources, f, 10, func(*audit.Record) error { return stop })
	}()
	l, err := audit.Open(opt)
	must(t, err)
	must(t, l.Manage(&audit.Action{Action: "on"}))
	select {
	case err := <-ended:
		if err != stop {
			t.Errorf("got %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the first record was not seen")
	}
}

func TestParseTime(t *testing.T) {
	zone := time.FixedZone("", 3600)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, zone)
	for word, want := range map[string]string{
		"30s": "2026-11-30T10:59:30Z", "10m": "2026-11-30T10:50:00Z", "2h": "2026-11-30T09:00:00Z", "3d": "2026-11-27T11:00:00Z", "0s": "2026-11-30T11:00:00Z",
		"2026-11-29": "2026-11-28T23:00:00Z", "2026-11-29 10:05:07": "2026-11-29T09:05:07Z", "2026-11-29T10:05": "2026-11-29T09:05:00Z",
		"2026-01-31T09:05:07.042Z": "2026-01-31T09:05:07.042Z", "2026-01-31T09:05:07+02:00": "2026-01-31T07:05:07Z",
	} {
		got, err := ParseTime("since", word, now)
		if err != nil || got.UTC().Format(time.RFC3339Nano) != want {
			t.Errorf("%s: %v, %v; want %s", word, got, err, want)
		}
	}
	for _, word := range []string{"", "x", "3", "h", "-3h", "3w", "2026-13-01", "yesterday", "99999999999999999999d", "1.5h"} {
		_, err := ParseTime("until", word, now)
		var usage *UsageError
		if want := fmt.Sprintf("--until: cannot read '%s' as a time", word); !errors.As(err, &usage) || err.Error() != want {
			t.Errorf("%s: %v", word, err)
		}
	}
}

func TestVerifyText(t *testing.T) {
	opt, l := fixture(t, "/w/x")
	source := audit.Workspace(opt.Home, opt.Workspace)
	text := func(expect string) (string, bool) {
		key, err := audit.PublicKey(opt.Home)
		must(t, err)
		v, err := audit.Verify(source, audit.VerifyOptions{Key: key, Expect: expect})
		must(t, err)
		return VerifyText(v, expect, nil), v.OK()
	}
	seq, hash, err := Head(source)
	must(t, err)
	if got, ok := text(hash); !ok || seq != 9 || got != "ok: 9 records, 2026-01-31T09:00:00.000Z – 2026-01-31T09:08:00.000Z, head "+hash+"\nunsigned: records 1 to 9\n" {
		t.Errorf("%s", got)
	}
	must(t, l.Close())
	if got, ok := text(hash); !ok || strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "ok: 10 records, ") {
		t.Errorf("%s", got)
	}
	if got, ok := text(strings.Repeat("0", 64)); ok || !strings.HasPrefix(got, "broken: the expected hash 0000") {
		t.Errorf("%s", got)
	}
	empty, err := audit.Verify(audit.Workspace(opt.Home, "/w/none"), audit.VerifyOptions{})
	must(t, err)
	if got := VerifyText(empty, "", nil); got != "ok: 0 records\n" {
		t.Error(got)
	}
	p, err := audit.Prune(opt, time.Date(2026, 1, 31, 9, 4, 0, 0, time.UTC), "user")
	must(t, err)
	if got := PruneText(p); !strings.HasPrefix(got, "pruned 4 records (0 files); the chain begins at record 5 after ") {
		t.Error(got)
	}
	got, ok := text(hash)
	if !ok || !strings.Contains(got, "begins at record 5: 4 records before 2026-01-31T09:04:00.000Z removed; the chain begins at record 5 (said by record 11)\n") {
		t.Errorf("%s", got)
	}
}

// BenchmarkWhere scans a record with an expression.
func BenchmarkWhere(b *testing.B) {
	opt := audit.Options{Home: b.TempDir(), Workspace: "/w/bench"}
	l, err := audit.Open(opt)
	must(b, err)
	const n = 100_000
	call := l.Begin(audit.CallID{Call: audit.NewCallID(), Format: "plugin", Plugin: "wordcount", Tool: "count"})
	for i := range n {
		e := &audit.Entry{Context: "program", Capability: fmt.Sprintf(`file_read("workspace/data/input-%d.csv")`, i%5000), Granted: i%10 != 0,
			Source: "read_file()", Reason: `Granted by file_read("workspace/data/*")`, Origin: "program", File: "main.syn", Line: 17}
		must(b, call.Check(e))
	}
	must(b, l.Close())
	sources := []*audit.Source{audit.Workspace(opt.Home, opt.Workspace)}
	for name, expression := range map[string]string{
		"spec": `type == "check" and not granted and family == "net"`,
		"glob": `type == "check" and not granted and glob(scope, "workspace/*-12?.csv")`,
		"ms":   `ms > 100`, // no record has a value
	} {
		b.Run(name, func(b *testing.B) {
			f, err := Query{Where: expression}.Compile(sources)
			must(b, err)
			for b.Loop() {
				must(b, Run(sources, f, 0, func(*audit.Record) error { return nil }))
			}
			b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "records/s")
		})
	}
}
