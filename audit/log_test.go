package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var testTime = time.Date(2026, 1, 31, 9, 5, 7, 42e6, time.UTC)

// soak asks for the long forms of tests, which take minutes: SYNRUN_SOAK=1.
func soak() bool { return os.Getenv("SYNRUN_SOAK") != "" }

// open opens a record in a fresh home with a clock that stands still.
func open(t *testing.T, change func(*Options)) (*Log, Options) {
	t.Helper()
	opt := Options{Home: t.TempDir(), Workspace: "/w/Some Project", Now: func() time.Time { return testTime }}
	if change != nil {
		change(&opt)
	}
	return reopen(t, opt), opt
}

func reopen(t *testing.T, opt Options) *Log {
	t.Helper()
	l, err := Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func source(opt Options) *Source { return Workspace(opt.Home, opt.Workspace) }

func currentFile(opt Options) string {
	return filepath.Join(Dir(opt.Home), Slug(opt.Workspace)+".jsonl")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func verify(t *testing.T, opt Options, expect string) *Verdict {
	t.Helper()
	key, err := PublicKey(opt.Home)
	must(t, err)
	v, err := Verify(source(opt), VerifyOptions{Key: key, Expect: expect})
	must(t, err)
	return v
}

func verifyOK(t *testing.T, opt Options) *Verdict {
	t.Helper()
	v := verify(t, opt, "")
	if !v.OK() {
		t.Fatalf("the record does not verify: %v", v.Broken)
	}
	return v
}

var testID = CallID{Call: "01JD0000000000000000000000", Format: "plugin", Plugin: "wordcount", Tool: "count"}

func granted(capability string) *Entry {
	return &Entry{Context: "program", Capability: capability, Granted: true, Source: "read_file()",
		Reason: "Granted by " + capability, Origin: "program", File: "main.syn", Line: 7}
}

func refusedEntry(capability string) *Entry {
	return &Entry{Context: "program", Capability: capability, Source: "ceiling",
		Reason: "above host ceiling (--sandbox/--cap-set)", Origin: "program"}
}

func TestRecords(t *testing.T) {
	l, opt := open(t, nil)
	call := l.Begin(testID)
	must(t, call.Check(granted(`file_read("a \"b\"\n.txt")`)))
	must(t, call.Check(refusedEntry(`time`)))
	must(t, call.Check(refusedEntry(`time`)))
	exit, ceiling, output := 0, "stdout,time", "one\ntwo"
	must(t, call.End(&Outcome{Runner: "syn", Actor: "user", Decision: "allow", Ceiling: &ceiling, OK: true, Exit: &exit,
		Duration: 4900 * time.Microsecond, Bytes: 8, ArgsMAC: "ab", Args: []byte(`{"b": 1.0, "a": "x"}`), Output: &output}))
	must(t, l.Manage(&Action{Action: "on", Format: "plugin", Plugin: "wordcount", Name: "wordcount", Scope: "project", Digest: "d", By: "user"}))
	must(t, l.Close())

	lines := strings.Split(strings.TrimSuffix(read(t, currentFile(opt)), "\n"), "\n")
	want := []string{
		`{"at":"2026-01-31T09:05:07.042Z","call":"01JD0000000000000000000000","capability":"file_read(\"a \\\"b\\\"\\n.txt\")","context":"program","family":"file.read","file":"main.syn","format":"plugin","granted":true,"line":7,"origin":"program","plugin":"wordcount","prev":"PREV","reason":"Granted by file_read(\"a \\\"b\\\"\\n.txt\")","scope":"a \\\"b\\\"\\n.txt","seq":1,"source":"read_file()","tool":"count","type":"check","hash":"HASH"}`,
		`{"at":"2026-01-31T09:05:07.042Z","call":"01JD0000000000000000000000","capability":"time","context":"program","family":"time","file":null,"format":"plugin","granted":false,"line":null,"origin":"program","plugin":"wordcount","prev":"PREV","reason":"above host ceiling (--sandbox/--cap-set)","scope":null,"seq":2,"source":"ceiling","tool":"count","type":"check","hash":"HASH"}`,
		"", // as the one before
		`{"actor":"user","args":{"a":"x","b":1},"args_mac":"ab","at":"2026-01-31T09:05:07.042Z","bytes":8,"call":"01JD0000000000000000000000","ceiling":"stdout,time","decision":"allow","exit":0,"format":"plugin","mode":null,"ms":4,"ok":true,"output":"one\ntwo","plugin":"wordcount","prev":"PREV","reason":"","refused":["time"],"runner":"syn","seq":4,"timed_out":false,"tool":"count","truncated":false,"type":"call","used":["file_read(\"a \\\"b\\\"\\n.txt\")"],"hash":"HASH"}`,
		`{"action":"on","at":"2026-01-31T09:05:07.042Z","by":"user","detail":"","digest":"d","format":"plugin","name":"wordcount","plugin":"wordcount","prev":"PREV","scope":"project","seq":5,"tool":null,"type":"manage","hash":"HASH"}`,
		"", // the checkpoint: its signature differs
	}
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), strings.Join(lines, "\n"))
	}
	prev := strings.Repeat("0", 64)
	for i, line := range lines {
		// An independent chain: decode, leave out the hash, encode canonically.
		var all map[string]any
		must(t, json.Unmarshal([]byte(line), &all))
		hash, _ := all["hash"].(string)
		if all["prev"] != prev || all["seq"] != float64(i+1) {
			t.Errorf("line %d: prev %v, seq %v", i+1, all["prev"], all["seq"])
		}
		delete(all, "hash")
		sum := sha256.Sum256([]byte(plainCanonical(all)))
		if hash != hex.EncodeToString(sum[:]) {
			t.Errorf("line %d: hash %s, want %x", i+1, hash, sum)
		}
		if want[i] != "" {
			if got := strings.NewReplacer(hash, "HASH", prev, "PREV").Replace(line); got != want[i] {
				t.Errorf("line %d:\n got %s\nwant %s", i+1, got, want[i])
			}
		}
		prev = hash
	}
	v := verifyOK(t, opt)
	if v.Records != 6 || v.Signed != 6 || v.Head != prev || v.First != "2026-01-31T09:05:07.042Z" {
		t.Errorf("verdict %+v", v)
	}
	if info, _ := os.Stat(currentFile(opt)); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
}

func TestNulls(t *testing.T) {
	l, opt := open(t, nil)
	must(t, l.Begin(CallID{Call: "c", Format: "rpc", Plugin: "p", Tool: "t"}).End(&Outcome{Runner: "rpc", Actor: "mcp", Mode: "ask", Decision: "deny", Reason: "rule: *"}))
	must(t, l.Manage(&Action{Action: "rule", Name: "plugin_*", By: "user", Detail: "allow"}))
	got := read(t, currentFile(opt))
	for _, want := range []string{`"args_mac":null`, `"ceiling":null`, `"exit":null`, `"mode":"ask"`, `"used":[]`, `"refused":[]`, `"format":null,"name":"plugin_*","plugin":null`, `"digest":null`, `"scope":null`} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in %s", want, got)
		}
	}
	if strings.Contains(got, `"args":`) || strings.Contains(got, `"output":`) {
		t.Error("arguments or output stored unasked")
	}
}

// TestBeforeTheAct shows which checks are in the file when Check returns.
func TestBeforeTheAct(t *testing.T) {
	tests := []struct {
		entry *Entry
		now   bool
	}{
		{granted(`file_write("x")`), true}, {granted(`exec("git")`), true}, {granted(`net("h:1")`), true},
		{granted(`db("x.db")`), true}, {granted(`secret("K")`), true}, {granted(`reveal("K")`), true}, {granted(`net`), true},
		{granted(`file_read("x")`), false}, {granted(`env("X")`), false}, {granted(`stdout`), false}, {granted(`time`), false},
		{refusedEntry(`net("h")`), false},
	}
	for _, tt := range tests {
		l, opt := open(t, nil)
		call := l.Begin(testID)
		must(t, call.Check(granted(`stdout`)))
		must(t, call.Check(tt.entry))
		content, _ := os.ReadFile(currentFile(opt))
		want := 0
		if tt.now {
			want = 2
		}
		if got := strings.Count(string(content), "\n"); got != want {
			t.Errorf("%s: %d records in the file, want %d", tt.entry.Capability, got, want)
		}
		must(t, call.End(&Outcome{OK: true}))
		if got := strings.Count(read(t, currentFile(opt)), "\n"); got != 3 {
			t.Errorf("%s: %d records after the end, want 3", tt.entry.Capability, got)
		}
	}
}

func TestBackgroundFlush(t *testing.T) {
	l, opt := open(t, nil)
	must(t, l.Begin(testID).Check(granted("time")))
	deadline := time.Now().Add(10 * time.Second)
	for time.Now().Before(deadline) {
		l.mu.Lock()
		done := l.size > 0 && !l.unsaved
		l.mu.Unlock()
		if done {
			if verifyOK(t, opt).Records != 1 {
				t.Error("not one record")
			}
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("not on the disk after ten seconds")
}

func TestUsedAndRefused(t *testing.T) {
	l, _ := open(t, nil)
	call := l.Begin(testID)
	for _, e := range []*Entry{granted("stdout"), granted(`env("A")`), granted("stdout"), refusedEntry("net"), granted(`env("A")`), refusedEntry("net")} {
		must(t, call.Check(e))
	}
	for _, ok := range []bool{true, false} { // as every interpreter begins
		must(t, call.Check(&Entry{Context: "program", Capability: "llm", Granted: ok, Source: "ambient", Origin: "runtime"}))
	}
	if got := fmt.Sprint(call.Used(), call.Refused()); got != `[stdout env("A")] [net]` {
		t.Error(got)
	}
}

func TestSplitCapability(t *testing.T) {
	for in, want := range map[string][2]string{
		`stdout`: {"stdout", ""}, `file_read("a/b")`: {"file.read", "a/b"}, `file_write("")`: {"file.write", ""},
		`net("h:1")`: {"net", "h:1"}, `exec("a("b")c")`: {"exec", `a("b")c`}, `file("x")`: {"file", "x"}, `sandbox_run`: {"sandbox_run", ""},
	} {
		if f, s := SplitCapability(in); f != want[0] || s != want[1] {
			t.Errorf("SplitCapability(%s) = %q, %q", in, f, s)
		}
	}
}

func TestSlug(t *testing.T) {
	sum := func(s string) string { h := sha256.Sum256([]byte(s)); return hex.EncodeToString(h[:4]) }
	for path, want := range map[string]string{
		"/w/Some Project":                        "some-project-",
		"/w/--x--":                               "x-",
		"/w/Ünï":                                 "n-",
		"/w/a-very-long-name-of-a-folder-indeed": "a-very-long-name-of-a-fo-",
		"/":                                      "-",
	} {
		if got := Slug(path); got != want+sum(path) {
			t.Errorf("Slug(%q) = %q, want %q", path, got, want+sum(path))
		}
	}
}

func TestCallID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := NewCallID()
		if len(id) != 26 || id[0] > '7' || strings.Trim(id, crockford) != "" || seen[id] {
			t.Fatalf("bad id %q", id)
		}
		seen[id] = true
	}
	a := NewCallID()
	time.Sleep(2 * time.Millisecond)
	if b := NewCallID(); b <= a {
		t.Errorf("%s is not after %s", b, a)
	}
}

func TestTwoLogsAlternate(t *testing.T) {
	a, opt := open(t, nil)
	b := reopen(t, opt)
	for i := range 50 {
		must(t, a.Begin(testID).End(&Outcome{OK: true}))
		must(t, b.Manage(&Action{Action: "on", Name: fmt.Sprint(i)}))
	}
	must(t, a.Close())
	must(t, b.Close())
	if v := verifyOK(t, opt); v.Records != 102 || v.Signed != 102 {
		t.Errorf("%+v", v)
	}
}

func TestManyGoroutines(t *testing.T) {
	l, opt := open(t, func(o *Options) { o.MaxFile = 20 << 10 })
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				call := l.Begin(CallID{Call: NewCallID(), Format: "plugin", Plugin: "p", Tool: "t"})
				for range 5 {
					if err := call.Check(granted("stdout")); err != nil {
						t.Error(err)
					}
				}
				if err := call.End(&Outcome{OK: true}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	must(t, l.Close())
	verifyOK(t, opt)
	// The checks of a call stand before its own record.
	checks, calls := map[string]int{}, 0
	must(t, source(opt).Scan(func(r *Record, _ Place) error {
		switch id := r.Text(FieldCall); r.Text(FieldType) {
		case "check":
			checks[id]++
		case "call":
			calls++
			if checks[id] != 5 {
				t.Errorf("call %s: %d checks before it", id, checks[id])
			}
		}
		return nil
	}))
	if calls != 160 {
		t.Errorf("%d calls", calls)
	}
}

func TestRotation(t *testing.T) {
	a, opt := open(t, func(o *Options) { o.MaxFile = 4 << 10 })
	b := reopen(t, opt)
	for range 60 {
		must(t, a.Begin(testID).End(&Outcome{OK: true}))
		must(t, b.Begin(testID).End(&Outcome{OK: true}))
	}
	must(t, a.Close())
	must(t, b.Close())
	files, err := listRotated(Dir(opt.Home), Slug(opt.Workspace))
	must(t, err)
	if len(files) < 5 {
		t.Fatalf("%d files", len(files))
	}
	for i, f := range files {
		if f.n != i+1 {
			t.Errorf("file %d has the number %d", i, f.n)
		}
		lines := strings.Split(strings.TrimSuffix(read(t, f.path), "\n"), "\n")
		if last := lines[len(lines)-1]; !strings.Contains(last, `"type":"checkpoint"`) {
			t.Errorf("%s does not end in a checkpoint: %s", f.path, last)
		}
	}
	v := verifyOK(t, opt)
	if want := int64(120 + len(files) + 2); v.Records != want || v.LastSeq != want {
		t.Errorf("%d records, want %d", v.Records, want)
	}
	// A file in the middle that is gone is missed.
	must(t, os.Remove(files[2].path))
	if v := verify(t, opt, ""); v.OK() {
		t.Error("a missing file was not noticed")
	}
}

// TestRotationCutShort is a crash between the two steps of a rotation.
func TestRotationCutShort(t *testing.T) {
	a, opt := open(t, nil)
	b := reopen(t, opt)
	for range 20 {
		must(t, a.Begin(testID).End(&Outcome{OK: true}))
	}
	a.opt.MaxFile, b.opt.MaxFile = 4<<10, 4<<10
	must(t, b.Begin(testID).End(&Outcome{OK: true}))
	must(t, a.Begin(testID).End(&Outcome{OK: true}))
	verifyOK(t, opt)
	if files, _ := listRotated(Dir(opt.Home), Slug(opt.Workspace)); len(files) == 0 {
		t.Error("the rotation was not made up for")
	}
}

func TestTornLine(t *testing.T) {
	for _, torn := range []string{`{"at":"2026`, strings.Repeat("\x00", 5000), "x"} {
		var notes []string
		l, opt := open(t, func(o *Options) { o.Note = func(s string) { notes = append(notes, s) } })
		must(t, l.Begin(testID).End(&Outcome{OK: true}))
		f, err := os.OpenFile(currentFile(opt), os.O_APPEND|os.O_WRONLY, 0)
		must(t, err)
		_, err = f.WriteString(torn)
		must(t, err)
		must(t, f.Close())
		if v := verify(t, opt, ""); v.OK() || !strings.Contains(v.Broken.What, "unfinished") {
			t.Errorf("verify does not speak of the unfinished line: %v", v.Broken)
		}
		must(t, l.Begin(testID).End(&Outcome{OK: true}))
		if v := verifyOK(t, opt); v.Records != 2 {
			t.Errorf("%d records", v.Records)
		}
		aside := strings.TrimSuffix(currentFile(opt), ".jsonl") + ".torn"
		if got := read(t, aside); got != torn+"\n" {
			t.Errorf("put aside: %.50q", got)
		}
		want := fmt.Sprintf("an unfinished record (%d bytes) was moved to %s", len(torn), filepath.Base(aside))
		if len(notes) != 1 || notes[0] != want {
			t.Errorf("notes %q, want %q", notes, want)
		}
	}
}

func TestTornLongLine(t *testing.T) {
	// Both the last line and what is torn are longer than the first block read.
	l, opt := open(t, nil)
	long := strings.Repeat("x", 100<<10)
	must(t, l.Begin(testID).End(&Outcome{OK: true, Output: &long}))
	f, _ := os.OpenFile(currentFile(opt), os.O_APPEND|os.O_WRONLY, 0)
	_, _ = f.WriteString(long)
	must(t, f.Close())
	must(t, reopen(t, opt).Manage(&Action{Action: "on"}))
	if v := verifyOK(t, opt); v.Records != 2 {
		t.Errorf("%d records", v.Records)
	}
}

func TestRepair(t *testing.T) {
	l, opt := open(t, nil)
	must(t, l.Begin(testID).End(&Outcome{OK: true}))
	must(t, l.Close())
	done, err := Repair(opt)
	must(t, err)
	if done.Bytes != 0 {
		t.Errorf("repaired %d bytes of a sound record", done.Bytes)
	}
	damage := "\x00\x00\nnot a record\n{\"half"
	f, _ := os.OpenFile(currentFile(opt), os.O_APPEND|os.O_WRONLY, 0)
	_, _ = f.WriteString(damage)
	must(t, f.Close())
	if done, err = Repair(opt); err != nil || done.Bytes != int64(len(damage)) {
		t.Fatalf("Repair: %+v, %v", done, err)
	}
	if got := read(t, done.File); got != damage+"\n" {
		t.Errorf("put aside: %q", got)
	}
	verifyOK(t, opt)
	// Without a repair a damaged last line refuses new records.
	f, _ = os.OpenFile(currentFile(opt), os.O_APPEND|os.O_WRONLY, 0)
	_, _ = f.WriteString("not a record\n")
	must(t, f.Close())
	err = reopen(t, opt).Manage(&Action{Action: "on"})
	if err == nil || !strings.HasPrefix(err.Error(), "the record cannot be written: the last line of some-project-") {
		t.Errorf("got %v", err)
	}
}

func TestRecordGone(t *testing.T) {
	// Deleting the file behind a running process shows.
	l, opt := open(t, nil)
	must(t, l.Begin(testID).End(&Outcome{OK: true}))
	must(t, os.Remove(currentFile(opt)))
	must(t, l.Begin(testID).End(&Outcome{OK: true}))
	if v := verify(t, opt, ""); v.OK() {
		t.Error("not noticed")
	}
}

func TestNoAccess(t *testing.T) {
	// A folder, a link and a pipe in the place of the file are refused.
	for name, make := range map[string]func(string) error{
		"folder": func(p string) error { return os.Mkdir(p, 0o700) },
		"link":   func(p string) error { return os.Symlink("/dev/null", p) },
		"device": func(p string) error { return os.Symlink("/dev/full", p) },
	} {
		l, opt := open(t, nil)
		must(t, make(currentFile(opt)))
		call := l.Begin(testID)
		must(t, call.Check(granted("time")))
		err := call.Check(granted(`file_write("x")`))
		if err == nil || !strings.HasPrefix(err.Error(), "the record cannot be written: ") {
			t.Errorf("%s: %v", name, err)
		}
		if err := call.End(&Outcome{}); err == nil {
			t.Errorf("%s: the call was answered", name)
		}
		if got := len(l.queue.marks); got != 1 {
			t.Errorf("%s: %d records wait, want the first check only", name, got)
		}
		must(t, os.Remove(currentFile(opt)))
		must(t, call.End(&Outcome{OK: true}))
		if v := verifyOK(t, opt); v.Records != 2 {
			t.Errorf("%s: %d records", name, v.Records)
		}
	}
}

func TestClosed(t *testing.T) {
	l, opt := open(t, nil)
	call := l.Begin(testID)
	must(t, l.Close())
	must(t, l.Close())
	if err := call.Check(granted("time")); err == nil {
		t.Error("a closed log takes records")
	}
	if _, err := os.Stat(currentFile(opt)); err == nil {
		t.Error("a log that was not used left a file")
	}
}

func TestArgsMAC(t *testing.T) {
	l, opt := open(t, nil)
	a, err := l.ArgsMAC([]byte(`{"a":1,"b":2}`))
	must(t, err)
	b, err := l.ArgsMAC([]byte(`{ "b":2.0, "a":1 }`))
	must(t, err)
	again, err := reopen(t, opt).ArgsMAC([]byte(`{"a":1,"b":2}`))
	must(t, err)
	other, _ := open(t, nil)
	c, err := other.ArgsMAC([]byte(`{"a":1,"b":2}`))
	must(t, err)
	if a != b || a != again || a == c || len(a) != 64 {
		t.Errorf("%s %s %s %s", a, b, again, c)
	}
}

func TestTee(t *testing.T) {
	var copied strings.Builder
	l, opt := open(t, func(o *Options) { o.Tee = func(lines []byte) { copied.Write(lines) } })
	must(t, l.Begin(testID).Check(granted("time")))
	must(t, l.Manage(&Action{Action: "on"}))
	must(t, l.Close())
	if got := read(t, currentFile(opt)); got != copied.String() || got == "" {
		t.Errorf("copied %s\nwant %s", copied.String(), got)
	}
}

// TestKeyUnusable: without its key a log cannot sign, but it goes on recording.
func TestKeyUnusable(t *testing.T) {
	l, opt := open(t, func(o *Options) { o.MaxFile = 2 << 10 })
	must(t, os.MkdirAll(keyDir(opt.Home), 0o700))
	must(t, os.WriteFile(filepath.Join(keyDir(opt.Home), signKeyFile), []byte("no key"), 0o600))
	for range 20 {
		must(t, l.Begin(testID).End(&Outcome{OK: true}))
	}
	must(t, l.Begin(testID).Check(granted("time")))
	if err := l.Close(); err == nil || !strings.Contains(err.Error(), "is not a key of 32 bytes in hex") {
		t.Errorf("got %v", err)
	}
	if v := verifyOK(t, opt); v.Records != 21 || v.Signed != 0 {
		t.Errorf("%+v", v)
	}
}

// TestSumByHand checks a line as the package comment says.
func TestSumByHand(t *testing.T) {
	l, opt := open(t, nil)
	must(t, l.Manage(&Action{Action: "on", Name: `a"b`}))
	line := strings.TrimSuffix(read(t, currentFile(opt)), "\n")
	text, hash, ok := strings.Cut(line, `,"hash":"`)
	if sum := sha256.Sum256([]byte(text + "}")); !ok || hash != hex.EncodeToString(sum[:])+`"}` {
		t.Errorf("%s\nwant %x", line, sum)
	}
}
