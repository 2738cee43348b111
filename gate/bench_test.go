package gate

import (
	"io"
	"testing"

	"github.com/synrun/synrun/caps"
)

// quiet is a gate under a ceiling of ten items with a recorder that only
// counts.
func quiet(b *testing.B, require ...string) *Gate {
	b.Helper()
	p := caps.DefaultPlatform("/home/nobody")
	l, err := p.ParseList("stdout,time,random,env=PLUGIN_*,env=LAMP_*,net=*.example.com,net=127.0.0.1,exec=git,db=*.db,file=*")
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	set := caps.New(caps.Config{Platform: p, Ceilings: []*caps.List{l}, Ambient: caps.Ambient(), Sink: func(caps.Entry) { n++ }})
	for _, name := range require {
		it, _ := p.Declare(name, nil)
		set.Grant(it, caps.At{})
	}
	scope := "./*"
	it, _ := p.Declare("file", &scope)
	set.Grant(it, caps.At{})
	g, err := New(Config{Caps: set, Dir: b.TempDir(), Output: Streams(io.Discard, io.Discard)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(g.Close)
	return g
}

func BenchmarkNow(b *testing.B) {
	g := quiet(b)
	for b.Loop() {
		if _, err := g.Now(At{Source: "now()", File: "main.syn", Line: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRandom(b *testing.B) {
	g := quiet(b, "random")
	for b.Loop() {
		if _, err := g.RandomUint64(At{Source: "random()"}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	g := quiet(b)
	for b.Loop() {
		if err := g.Print(At{Source: "print()"}, "a line of output"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadFile(b *testing.B) {
	g := quiet(b)
	if err := g.WriteFile(At{Source: "write_file()"}, "data/x.txt", []byte("content\n")); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := g.ReadFile(At{Source: "read_file()"}, "data/x.txt"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFileExists(b *testing.B) {
	g := quiet(b)
	for b.Loop() {
		if _, err := g.FileInfo(At{Source: "file_exists()"}, "data/none"); err != nil {
			b.Fatal(err)
		}
	}
}
