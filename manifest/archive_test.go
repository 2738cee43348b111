package manifest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type member struct {
	name string
	kind byte
	body string
	mode int64
	link string
}

func pack(t testing.TB, members []member) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	for _, m := range members {
		if m.kind == 0 {
			m.kind = tar.TypeReg
		}
		if m.mode == 0 {
			m.mode = 0o644
		}
		h := &tar.Header{Name: m.name, Typeflag: m.kind, Size: int64(len(m.body)), Mode: m.mode, Linkname: m.link, Format: tar.FormatPAX}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(m.body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

func TestUnpackRefuses(t *testing.T) {
	many := make([]member, maxMembers+1)
	for i := range many {
		many[i].name = "f" + strings.Repeat("0", i%200) + "/" + "1" + strings.Repeat("1", i/200)
	}
	for _, c := range []struct {
		members []member
		want    string
	}{
		{[]member{{name: "/etc/x"}}, "unsafe entry in archive: /etc/x (an absolute path)"},
		{[]member{{name: "a/../../x"}}, "unsafe entry in archive: a/../../x (..)"},
		{[]member{{name: "a/../b"}}, "unsafe entry in archive: a/../b (..)"},
		{[]member{{name: `a\b`}}, `unsafe entry in archive: a\b (a backslash)`},
		{[]member{{name: "C:x"}}, "unsafe entry in archive: C:x (a drive letter)"},
		{[]member{{name: "l", kind: tar.TypeSymlink, link: "/etc/passwd"}}, "unsafe entry in archive: l (a link)"},
		{[]member{{name: "a"}, {name: "l", kind: tar.TypeLink, link: "a"}}, "unsafe entry in archive: l (a link)"},
		{[]member{{name: "p", kind: tar.TypeFifo}}, "unsafe entry in archive: p (neither a file nor a folder)"},
		{[]member{{name: "d", kind: tar.TypeChar}}, "unsafe entry in archive: d (neither a file nor a folder)"},
		{[]member{{name: "a"}, {name: "./a"}}, "unsafe entry in archive: ./a (the same name twice)"},
		{[]member{{name: "Run.sh"}, {name: "run.SH"}}, "unsafe entry in archive: run.SH (the same name twice)"},
		{[]member{{name: "a"}, {name: "a/b"}}, "unsafe entry in archive: a/b (a file and a folder of the same name)"},
		{[]member{{name: "a/b"}, {name: "A"}}, "unsafe entry in archive: A (the same name twice)"},
		{[]member{{name: strings.Repeat("x", 256)}}, "unsafe entry in archive: " + strings.Repeat("x", 256) + " (a name longer than 255 bytes)"},
		{[]member{{name: "a\nb"}}, "unsafe entry in archive: a\nb (a control character in the name)"},
	} {
		err := Unpack(pack(t, c.members), t.TempDir())
		if err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.members[0], err, c.want)
		}
	}
	if err := Unpack(strings.NewReader("not an archive"), t.TempDir()); err != errUnpack {
		t.Errorf("%v", err)
	}
	cut := pack(t, []member{{name: "a", body: strings.Repeat("x", 1000)}}).Bytes()
	if err := Unpack(bytes.NewReader(cut[:len(cut)/2]), t.TempDir()); err != errUnpack {
		t.Errorf("cut short: %v", err)
	}
	if err := Unpack(pack(t, many), t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), "(more than 2000 entries)") {
		t.Errorf("many: %v", err)
	}
}

// TestUnpackBomb: a small archive that claims to be large is refused by what it
// claims, before it is written.
func TestUnpackBomb(t *testing.T) {
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	if err := w.WriteHeader(&tar.Header{Name: "big", Typeflag: tar.TypeReg, Size: 1 << 40, Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	gz.Close()
	if err := Unpack(&b, t.TempDir()); err == nil || err.Error() != "unsafe entry in archive: big (larger than 64 MiB)" {
		t.Errorf("%v", err)
	}
}

func TestUnpack(t *testing.T) {
	dir := t.TempDir()
	err := Unpack(pack(t, []member{
		{name: "./", kind: tar.TypeDir, mode: 0o777}, {name: "./demo/", kind: tar.TypeDir, mode: 0o700},
		{name: "./demo/manifest.json", body: `{"id": "demo", "name": "D", "version": "1.0.0", "protocol_version": 1, "description": "d", "main": "run"}`, mode: 0o600},
		{name: "demo/run", body: "#!/bin/sh\n", mode: 0o6711}, {name: "demo/lib/deep/x", body: "x"},
	}), dir)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{"demo/run": 0o755, "demo/manifest.json": 0o644, "demo/lib/deep/x": 0o644} {
		st, err := os.Stat(filepath.Join(dir, path))
		if err != nil || st.Mode() != want {
			t.Errorf("%s: %v %v", path, st, err)
		}
	}
	p, err := ReadStaged(dir)
	if err != nil || p.Broken() || p.ID != "demo" || p.Format != FormatRPC {
		t.Errorf("%+v %v", p, err)
	}
}

func TestCompareVersions(t *testing.T) {
	order := []string{"x", "0.9.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-2", "1.0.0", "1.0.10", "1.2.0", "10.0.0"}
	order[4], order[5] = "1.0.0-beta", "1.0.0-rc.1"
	for i, a := range order {
		for j, b := range order {
			c := CompareVersions(a, b)
			if c < 0 != (i < j) || c > 0 != (i > j) {
				t.Errorf("%s %s: %d", a, b, c)
			}
		}
	}
	if CompareVersions("1.0.0+a", "1.0.0+b") != 0 {
		t.Error("builds are compared")
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(pack(f, []member{{name: "a/b", body: "x"}}).Bytes())
	base := f.TempDir()
	f.Fuzz(func(t *testing.T, src []byte) {
		outer, err := os.MkdirTemp(base, "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(outer)
		dir := filepath.Join(outer, "in")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		// Packed here, so that the fuzzer changes names and types, not checksums.
		var b bytes.Buffer
		gz := gzip.NewWriter(&b)
		gz.Write(src)
		gz.Close()
		_ = Unpack(&b, dir)
		entries, err := os.ReadDir(outer)
		if err != nil || len(entries) != 1 {
			t.Fatalf("something was written outside: %v %v", entries, err)
		}
	})
}
