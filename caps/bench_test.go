package caps

import "testing"

const tenItems = "stdout,time,env=PLUGIN_*,env=LAMP_*,file.read=docs/*,file.read=src/*.go,file.write=out/*,net=api.x.com,net=*.y.com:443,exec=git"

// benchSet has a ten-item ceiling and a grant for each use below.
func benchSet(t testing.TB, sink func(Entry)) (*Set, []Request) {
	s := New(Config{Platform: unix, Ceilings: []*List{ceiling(t, tenItems)}, Ambient: Ambient()})
	s.require(t, "env=PLUGIN_*", "file.read=docs/*", "file.read=src/*.go", "file.write=out/*", "net=api.x.com", "net=*.y.com:443", "exec=git")
	s.sink = sink
	return s, []Request{
		unix.Request(FileRead, "docs/a/b.md"), unix.Request(FileRead, "src/caps/set.go"), unix.Request(FileWrite, "out/x.json"),
		request(t, "net=api.x.com"), request(t, "net=a.y.com:443"), unix.Request(Exec, "git"), unix.Request(Env, "PLUGIN_ARGS"), Bare(Time),
	}
}

func TestCheckDoesNotAllocate(t *testing.T) {
	n := 0
	s, uses := benchSet(t, func(Entry) { n++ })
	for _, r := range uses {
		if !s.Decide(r).Granted {
			t.Fatalf("%s is refused", r)
		}
		if got := testing.AllocsPerRun(100, func() { s.Check(r, at); s.epoch++ }); got != 0 {
			t.Errorf("%s: %v allocations", r, got)
		}
	}
	if n == 0 {
		t.Error("nothing was recorded")
	}
}

func BenchmarkCheckGranted(b *testing.B) {
	s, uses := benchSet(b, func(Entry) {})
	for _, r := range uses {
		b.Run(r.Kind().String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.epoch++ // nothing is remembered
				s.Check(r, at)
			}
		})
	}
}

func BenchmarkCheckRemembered(b *testing.B) {
	s, uses := benchSet(b, func(Entry) {})
	b.ReportAllocs()
	for b.Loop() {
		s.Check(uses[0], at)
	}
}

func BenchmarkCheckRefused(b *testing.B) {
	s, _ := benchSet(b, func(Entry) {})
	r := unix.Request(FileRead, "other/x")
	b.ReportAllocs()
	for b.Loop() {
		s.Check(r, at)
	}
}

func BenchmarkRequestAndCheck(b *testing.B) {
	s, _ := benchSet(b, func(Entry) {})
	b.ReportAllocs()
	for b.Loop() {
		s.Check(unix.Request(FileRead, "docs/a/b.md"), at)
	}
}

func BenchmarkCover(b *testing.B) {
	for _, bb := range []struct{ name, grant, use string }{
		{"literal", "docs/a.md", "docs/a.md"}, {"prefix", "docs/*", "docs/a/b/c.md"}, {"infix", "src/*.go", "src/a/b/c.go"}, {"many", "*a*b*c*", "xxaxxbxxcxx"},
	} {
		it, r := unix.Item(FileRead, bb.grant), unix.Request(FileRead, bb.use)
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				it.Covers(r)
			}
		})
	}
}

func BenchmarkCoverPattern(b *testing.B) {
	it, r := unix.Item(FileRead, "src/*.go"), unix.Item(FileRead, "src/*/x?.go").Request()
	for b.Loop() {
		it.Covers(r)
	}
}

func BenchmarkSandbox(b *testing.B) {
	s, _ := benchSet(b, nil)
	b.ReportAllocs()
	for b.Loop() {
		s.Leave(s.EnterSandbox())
	}
}

func BenchmarkParseList(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := unix.ParseList(tenItems); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseURL(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseURL("https://api.x.com:8443/v1/items?token=abc"); err != nil {
			b.Fatal(err)
		}
	}
}
