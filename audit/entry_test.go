package audit_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
)

// checker is a capability set under a ceiling of ten items whose answers go
// into a record.
func checker(t testing.TB) (set *caps.Set, call *audit.Call, file string) {
	t.Helper()
	opt := audit.Options{Home: t.TempDir(), Workspace: "/w/bench"}
	log, err := audit.Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	call = log.Begin(audit.CallID{Call: audit.NewCallID(), Format: "plugin", Plugin: "wordcount", Tool: "count"})
	platform := &caps.Platform{}
	ceiling, err := platform.ParseList("stdout,time,random,env=PLUGIN_*,env=LAMP_*,net=api.test,net=*.example.com:443,exec=git,file.write=out/*,file.read=data/*")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(ceiling.Items()); n != 10 {
		t.Fatalf("the ceiling has %d items", n)
	}
	set = caps.New(caps.Config{Platform: platform, Ceilings: []*caps.List{ceiling}, Fixed: true, Sink: func(e caps.Entry) {
		entry := audit.EntryOf(&e)
		if err := call.Check(&entry); err != nil {
			t.Error(err)
		}
	}})
	return set, call, filepath.Join(audit.Dir(opt.Home), audit.Slug(opt.Workspace)+".jsonl")
}

var place = caps.At{Source: "read_file()", File: "main.syn", Line: 17}

func TestEntryOf(t *testing.T) {
	set, call, file := checker(t)
	platform := &caps.Platform{}
	set.Check(platform.Request(caps.FileRead, "./data/a.csv"), place)
	set.Check(platform.Request(caps.FileRead, "/etc/passwd"), place)
	if err := call.End(&audit.Outcome{}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"capability":"file_read(\"data/a.csv\")","context":"program","family":"file.read","file":"main.syn","format":"plugin","granted":true,"line":17,"origin":"program"`,
		`"reason":"Granted by file_read(\"data/*\")","scope":"data/a.csv"`,
		`"capability":"file_read(\"/etc/passwd\")","context":"program","family":"file.read","file":"main.syn","format":"plugin","granted":false`,
		`"refused":["file_read(\"/etc/passwd\")"]`, `"used":["file_read(\"data/a.csv\")"]`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("missing %s in\n%s", want, got)
		}
	}
}

// BenchmarkGrantedCheck is the whole price of a check that is granted and
// recorded: request, decision under ten items, entry, chained record, file.
// The paths change, so that no answer is remembered. hash is the yardstick: the
// SHA-256 of the bytes of one record alone.
func BenchmarkGrantedCheck(b *testing.B) {
	var paths [64]string
	for i := range paths {
		paths[i] = "data/" + strings.Repeat("x", 20) + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ".csv"
	}
	platform := &caps.Platform{}
	b.Run("check", func(b *testing.B) {
		set, _, _ := checker(b)
		for i := 0; b.Loop(); i++ {
			if !set.Check(platform.Request(caps.FileRead, paths[i%len(paths)]), place).Granted {
				b.Fatal("refused")
			}
		}
	})
	b.Run("hash", func(b *testing.B) {
		set, call, file := checker(b)
		set.Check(platform.Request(caps.FileRead, paths[0]), place)
		if err := call.End(&audit.Outcome{}); err != nil {
			b.Fatal(err)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		line := content[:strings.IndexByte(string(content), '\n')+1]
		if len(line) < 350 {
			b.Fatalf("the record has only %d bytes", len(line))
		}
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			sha256.Sum256(line)
		}
	})
}
