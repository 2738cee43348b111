package audit

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// smallLog writes a record of every kind and returns its file.
func smallLog(t *testing.T) (Options, string) {
	t.Helper()
	l, opt := open(t, nil)
	call := l.Begin(testID)
	must(t, call.Check(granted(`file_read("é\"x")`)))
	must(t, call.Check(refusedEntry(`net("h")`)))
	must(t, call.End(&Outcome{OK: true, Args: []byte(`{"a":[1,{"b":2}]}`)}))
	must(t, l.Manage(&Action{Action: "on", Name: "p"}))
	must(t, l.Close())
	return opt, currentFile(opt)
}

// TestEveryFlip changes every byte of a small record, in the long form every
// bit: all changes are found.
func TestEveryFlip(t *testing.T) {
	opt, path := smallLog(t)
	whole := []byte(read(t, path))
	v := verifyOK(t, opt)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	defer f.Close()
	for i, c := range whole {
		changes := []byte{1 << (i % 8)}
		if soak() {
			changes = []byte{1, 2, 4, 8, 16, 32, 64, 128, c ^ '\n', c ^ ' ', c ^ '"', c ^ '}'}
		}
		for _, x := range changes {
			if x == 0 {
				continue
			}
			_, err := f.WriteAt([]byte{c ^ x}, int64(i))
			must(t, err)
			if got := verify(t, opt, ""); got.OK() {
				t.Fatalf("byte %d, %q to %q: not found\n%s", i, c, c^x, bytes.Split(whole, []byte("\n"))[bytes.Count(whole[:i], []byte("\n"))])
			}
		}
		_, err := f.WriteAt([]byte{c}, int64(i))
		must(t, err)
	}
	if again := verifyOK(t, opt); again.Head != v.Head {
		t.Error("the record was not restored")
	}
}

// TestTampering changes whole lines. What only the chain or the signature can
// show is made with correct hashes.
func TestTampering(t *testing.T) {
	tests := []struct {
		name   string
		change func([]string) []string
		want   string // with FILE for the file's name; "" when it cannot be seen
	}{
		{"line removed", func(l []string) []string { return append(l[:1:1], l[2:]...) }, "broken at record 2 (FILE:2): its number is 3"},
		{"first removed", func(l []string) []string { return l[1:] }, "broken at record 1 (FILE:1): the records before 2 are missing, and no signed record says that they were pruned"},
		{"lines swapped", func(l []string) []string { l[1], l[2] = l[2], l[1]; return l }, "broken at record 2 (FILE:2): its number is 3"},
		{"line twice", func(l []string) []string { return append(l[:2:2], l[1:]...) }, "broken at record 3 (FILE:3): its number is 2"},
		{"blank line", func(l []string) []string { return append(l[:2:2], append([]string{""}, l[2:]...)...) }, "broken at record 3 (FILE:3): not a record: not JSON"},
		{"content", func(l []string) []string { l[1] = strings.Replace(l[1], "false", "true", 1); return l }, "broken at record 2 (FILE:2): its hash does not fit its content"},
		{"content with a new hash", func(l []string) []string { l[1] = rehash(strings.Replace(l[1], "false", "true", 1), ""); return l },
			"broken at record 3 (FILE:3): its prev is not the hash of the record before it"},
		{"all made anew", func(l []string) []string { return rechain(l, "false", "true") }, "broken at record 5 (FILE:5): the signature of the checkpoint does not match the key of this home"},
		{"all made anew, unsigned", func(l []string) []string { return rechain(l[:4], "false", "true") }, ""},
		{"cut off", func(l []string) []string { return l[:3] }, ""},
		{"member twice", func(l []string) []string {
			l[1] = strings.Replace(l[1], `"granted":false`, `"granted":true,"granted":false`, 1)
			return l
		}, `broken at record 2 (FILE:2): not a record: the member "granted" occurs twice`},
		{"hidden in an escape", func(l []string) []string { l[1] = strings.Replace(l[1], `"ceiling"`, `"ceil\u0069ng"`, 1); return l }, "same"},
		{"plain stream", func(l []string) []string {
			l[1] = `{"ts":"2026-01-31T09:05:07.042Z","context":"program","capability":"net","granted":true,"source":"s","reason":"r","origin":"program","file":null,"line":null}`
			return l
		}, "broken at record 2 (FILE:2): a line of a plain stream, which has no chain"},
		{"no hash", func(l []string) []string { l[1] = `{"seq":2,"at":"x","type":"call"}`; return l }, "broken at record 2 (FILE:2): not a record: prev or hash is missing"},
		{"number", func(l []string) []string { l[0] = rehash(strings.Replace(l[0], `"seq":1`, `"seq":0`, 1), ""); return l }, "broken at record 1 (FILE:1): not a record: it has no number"},
		{"start", func(l []string) []string {
			l[0] = rehash(l[0], strings.Repeat("1", 64))
			return l
		}, "broken at record 1 (FILE:1): the first record does not begin a chain: its prev is not zero"},
		{"other form", func(l []string) []string { // blanks and another order mean the same record
			l[1] = strings.Replace(l[1], `","`, `" , "`, 3)
			return l
		}, "same"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt, path := smallLog(t)
			head := verifyOK(t, opt).Head
			lines := tt.change(strings.Split(strings.TrimSuffix(read(t, path), "\n"), "\n"))
			must(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
			v := verify(t, opt, head)
			if tt.want == "same" {
				if !v.OK() {
					t.Errorf("%v", v.Broken)
				}
				return
			}
			if !v.Missing && tt.name != "first removed" {
				t.Error("the old head is still in the chain")
			}
			got := ""
			if v.Broken != nil {
				got = v.Broken.Error()
			}
			if want := strings.ReplaceAll(tt.want, "FILE", filepath.Base(path)); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// rehash gives a line another prev (empty: its own) and the hash that fits.
func rehash(line, prev string) string {
	var all map[string]any
	if err := json.Unmarshal([]byte(line), &all); err != nil {
		panic(err)
	}
	if prev != "" {
		all["prev"] = prev
		if all["type"] == "checkpoint" {
			all["head"] = prev
		}
	}
	delete(all, "hash")
	text := plainCanonical(all)
	var r Record
	if err := r.Parse([]byte(text[:len(text)-1] + hashMember + strings.Repeat("0", 64) + `"}`)); err != nil {
		panic(err)
	}
	sum, err := r.digest()
	if err != nil {
		panic(err)
	}
	return text[:len(text)-1] + hashMember + fmt.Sprintf("%x", sum) + `"}`
}

// rechain makes a chain anew after a change, as somebody without the key can.
func rechain(lines []string, from, to string) []string {
	prev := strings.Repeat("0", 64)
	for i, line := range lines {
		if i == 1 {
			line = strings.Replace(line, from, to, 1)
		}
		lines[i] = rehash(line, prev)
		prev = lines[i][len(lines[i])-66 : len(lines[i])-2]
	}
	return lines
}

func TestSignedReach(t *testing.T) {
	l, opt := open(t, nil)
	must(t, l.Manage(&Action{Action: "on"}))
	must(t, l.Close())
	m := reopen(t, opt)
	must(t, m.Manage(&Action{Action: "off"}))
	must(t, m.Manage(&Action{Action: "on"}))
	if v := verifyOK(t, opt); v.Signed != 2 || v.LastSeq != 4 {
		t.Errorf("signed %d of %d", v.Signed, v.LastSeq)
	}
	// Without a key nothing is signed; with another one it does not match.
	v, err := Verify(source(opt), VerifyOptions{})
	must(t, err)
	if !v.OK() || v.Signed != 0 {
		t.Errorf("%+v", v)
	}
	other, err := loadSigner(t.TempDir())
	must(t, err)
	v, err = Verify(source(opt), VerifyOptions{Key: other.key.Public().(ed25519.PublicKey)})
	must(t, err)
	if v.OK() || v.Broken.Seq != 2 {
		t.Errorf("another key: %+v", v)
	}
}

// TestVerifyLarge makes blocks and long lines meet.
func TestVerifyLarge(t *testing.T) {
	l, opt := open(t, func(o *Options) { o.MaxFile = 3 << 20 })
	for i := range 40 {
		text := strings.Repeat("ü", i*20_000)
		must(t, l.Begin(testID).End(&Outcome{OK: true, Output: &text}))
		must(t, l.Manage(&Action{Action: "on"}))
	}
	must(t, l.Close())
	v := verifyOK(t, opt)
	files, _ := listRotated(Dir(opt.Home), Slug(opt.Workspace))
	if want := int64(81 + len(files)); v.Records != want || len(files) < 3 {
		t.Errorf("%d records, want %d", v.Records, want)
	}
}

func TestPrune(t *testing.T) {
	now := testTime
	l, opt := open(t, func(o *Options) {
		o.MaxFile = 4 << 10
		o.Now = func() time.Time { now = now.Add(time.Minute); return now }
	})
	for i := range 60 {
		must(t, l.Manage(&Action{Action: "on", Name: fmt.Sprint(i)}))
	}
	seqAt := map[int64]string{}
	hashAt := map[int64]string{}
	collect := func() (first, last int64) {
		must(t, source(opt).Scan(func(r *Record, _ Place) error {
			seq, _ := r.Int(FieldSeq)
			if first == 0 {
				first = seq
			}
			last = seq
			seqAt[seq], hashAt[seq] = string(r.RawTime()), r.Text(FieldHash)
			return nil
		}))
		return
	}
	_, last := collect()
	// Into the middle of some file, at the exact time of a record, while a
	// writer has the record open.
	before, err := time.Parse(time.RFC3339, seqAt[31])
	must(t, err)
	p, err := Prune(opt, before, "user")
	must(t, err)
	if p.Removed != 30 || p.Start != 31 || p.Prev != hashAt[30] || p.Files < 1 {
		t.Errorf("%+v", p)
	}
	v := verifyOK(t, opt)
	if v.FirstSeq != 31 || v.LastSeq != last+2 || v.Pruned == nil || v.Pruned.Start != 31 || v.Signed != last+2 {
		t.Errorf("%+v", v)
	}
	must(t, l.Manage(&Action{Action: "on", Name: "after"}))
	verifyOK(t, opt)
	// Nothing more to do.
	if p, err := Prune(opt, before, "user"); err != nil || p.Removed != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if _, l := collect(); l != last+3 {
		t.Error("pruning nothing left a record")
	}
	// Once more, further.
	before, _ = time.Parse(time.RFC3339, seqAt[45])
	if _, err := Prune(opt, before, "user"); err != nil {
		t.Fatal(err)
	}
	if v := verifyOK(t, opt); v.FirstSeq != 45 || v.Pruned.Start != 45 {
		t.Errorf("%+v", v)
	}
	// Everything.
	if _, err := Prune(opt, now.Add(time.Hour), "user"); err != nil {
		t.Fatal(err)
	}
	if v := verifyOK(t, opt); v.Records != 2 || v.FirstSeq != v.Pruned.Seq {
		t.Errorf("%+v", v)
	}
	must(t, l.Manage(&Action{Action: "on", Name: "after all"}))
	must(t, l.Close())
	verifyOK(t, opt)
}

func TestPruneNothing(t *testing.T) {
	opt := Options{Home: t.TempDir(), Workspace: "/w/none"}
	if p, err := Prune(opt, time.Now(), "user"); err != nil || p.Removed != 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestPruneInterrupted stops a pruning between its removals.
func TestPruneInterrupted(t *testing.T) {
	now := testTime
	l, opt := open(t, func(o *Options) {
		o.MaxFile = 4 << 10
		o.Now = func() time.Time { now = now.Add(time.Minute); return now }
	})
	for range 60 {
		must(t, l.Manage(&Action{Action: "on"}))
	}
	must(t, l.acquire())
	cut, err := l.findCut(testTime.Add(40 * time.Minute).Format(timeLayout))
	must(t, err)
	must(t, l.statePrune(cut, testTime.Add(40*time.Minute), "user"))
	unlockFile(l.file)
	verifyOK(t, opt) // nothing removed yet
	if len(cut.whole) < 2 {
		t.Fatalf("%d files go", len(cut.whole))
	}
	for _, path := range cut.whole {
		must(t, os.Remove(path))
		if v := verifyOK(t, opt); v.FirstSeq == 1 || v.Pruned == nil {
			t.Errorf("%+v", v)
		}
	}
	p, err := Prune(opt, testTime.Add(40*time.Minute), "user")
	must(t, err)
	if v := verifyOK(t, opt); v.FirstSeq != cut.start || p.Start != cut.start {
		t.Errorf("%+v, %+v, want %d", v, p, cut.start)
	}
}

// TestPruneForged: without the key nobody can shorten a chain.
func TestPruneForged(t *testing.T) {
	opt, path := smallLog(t)
	lines := strings.Split(strings.TrimSuffix(read(t, path), "\n"), "\n")
	last := lines[len(lines)-1]
	hash := func(line string) string { return line[len(line)-66 : len(line)-2] }
	claim := rehash(`{"action":"prune","at":"2026-01-31T09:05:07.042Z","by":"user","detail":"","digest":"`+hash(lines[1])+`","format":null,"name":"3","plugin":null,"prev":"","scope":null,"seq":6,"tool":null,"type":"manage"}`, hash(last))
	must(t, os.WriteFile(path, []byte(strings.Join(append(lines[2:], claim), "\n")+"\n"), 0o600))
	if v := verify(t, opt, ""); v.OK() {
		t.Error("an unsigned statement was believed")
	}
	if v, err := Verify(source(opt), VerifyOptions{}); err != nil || !v.OK() {
		t.Errorf("without a key the statement holds: %v, %v", v.Broken, err)
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		line string
		ok   bool
	}{
		{`{"seq":1,"type":"call"}`, true}, {` { "seq" : 1 } `, true}, {`{"s\u0065q":1}`, true}, {`{"seq":-1,"exit":1.5e3}`, true},
		{`{"args":{"a":[1,{"b":"]}"}]},"seq":1}`, true}, {`{"used":["a","b\"]"],"seq":1}`, true}, {`{"used":[],"x":[1,[2]],"seq":1}`, true},
		{``, false}, {`{`, false}, {`[]`, false}, {`"x"`, false}, {`{"seq":1`, false}, {`{"seq":}`, false}, {`{"seq":1,}`, false},
		{`{"seq":1,"seq":2}`, false}, {`{"seq":tru}`, false}, {`{"a":"x}`, false}, {`{"a":[1}`, false}, {`{"seq":1}}`, false}, {`null`, false},
	}
	for _, tt := range tests {
		var r Record
		if err := r.Parse([]byte(tt.line)); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.line, err)
		} else if tt.ok && r.value[FieldSeq].from == 0 {
			t.Errorf("%s: no number", tt.line)
		}
	}
	var r Record
	must(t, r.Parse([]byte(`{"capability":"a\"b\\c\u00e9","line":7,"granted":true,"used":["x","y\"z"],"tool":null}`)))
	line, _ := r.Int(FieldLine)
	if r.Text(FieldCapability) != `a"b\cé` || line != 7 || strings.Join(r.Texts(FieldUsed), " ") != `x y"z` || r.Has(FieldTool) || !r.Is(FieldCapability, `a"b\cé`) {
		t.Errorf("%q %v %q", r.Text(FieldCapability), line, r.Texts(FieldUsed))
	}
}

// FuzzParse compares the scanner with encoding/json.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"seq":1,"used":["a"],"args":{"x":[1]},"granted":true,"reason":"a\"b"}`))
	f.Add([]byte(`{"seq":1,"seq":2}`))
	f.Add([]byte(`{"ts":"x","at":"y"}`))
	zeros := strings.Repeat("0", 64)
	for _, start := range []string{`{"a":1`, `{"a":"\u001f\n\"\\é"`, `{"a":[],"b":["x","y"]`, `{"a":-0`, `{"a":"\/"`, `{"b":1,"a":2`, `{"a":{"c":1,"b":2}`, "{\"a\":\"\x01\"", `{"a":01`, `{"a":"\u000a"`} {
		f.Add([]byte(start + `,"hash":"` + zeros + `"}`))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.IndexByte(line, '\n') >= 0 {
			return
		}
		var r Record
		if r.Parse(line) != nil {
			return
		}
		// The quick way to the hash may be taken only where it is right.
		sum, err := r.digest()
		slow, slowErr := digestAny(line)
		if sum != slow || (err == nil) != (slowErr == nil) {
			t.Fatalf("digest %x, %v; want %x, %v", sum, err, slow, slowErr)
		}
		if err != nil {
			return
		}
		var all map[string]any
		if err := json.Unmarshal(line, &all); err != nil {
			return // the inside of texts is looked at when hashes are
		}
		for name, v := range all {
			field, ok := fieldOf([]byte(name))
			if s, isText := v.(string); ok && isText && name != "at" && r.Text(field) != s {
				t.Errorf("%s: %q, want %q", name, r.Text(field), s)
			}
		}
	})
}

func TestHasControl(t *testing.T) {
	for n := range 20 {
		for i := range n {
			for c := range 256 {
				b := bytes.Repeat([]byte{'x'}, n)
				b[i] = byte(c)
				if hasControl(b) != (c < 0x20) {
					t.Fatalf("byte %#x at %d of %d", c, i, n)
				}
			}
		}
	}
}
