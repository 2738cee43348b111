package gate

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var wide = ExtractLimits{MaxEntries: 100, MaxBytes: 1 << 20}

func zipOf(t *testing.T, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, n := range names {
		h := &zip.FileHeader{Name: n, Method: zip.Deflate}
		if strings.HasSuffix(n, "@") {
			h.SetMode(os.ModeSymlink | 0o777)
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(n, "/") {
			_, _ = f.Write([]byte("of " + n))
		}
	}
	_ = w.Close()
	return b.Bytes()
}

func TestExtractingStaysBelowItsDestination(t *testing.T) {
	for _, name := range []string{"../x", "a/../../x", "/etc/x", `..\x`, `C:\x`, "c:/x", `\x`, "a\x00b", "."} {
		w := open(t, setup{require: []string{"file=*"}})
		_, err := w.ZipExtract(at("zip_extract"), zipOf(t, "ok", name), "out", wide)
		fails(t, err, `zip_extract: entry "`+name+`" would escape the destination directory (rejected, nothing written)`)
		if _, err := os.Stat(filepath.Join(w.dir, "out")); err == nil {
			t.Errorf("%q: something was written", name)
		}
	}
}

func TestExtractingAsksForEveryEntryFirst(t *testing.T) {
	w := open(t, setup{require: []string{"file.write=out/a*"}, files: map[string]string{"out/alink": "-> ../other", "other/x": ""}})
	_, err := w.ZipExtract(at("zip_extract"), zipOf(t, "a1", "b1"), "out", wide)
	fails(t, err, `Capability not granted: file_write("out/b1") …`)
	_, err = w.ZipExtract(at("zip_extract"), zipOf(t, "a1", "alink/x"), "out", wide)
	fails(t, err, `Capability not granted: file_write("out/alink/x")`+byLink)
	if _, err := os.Stat(filepath.Join(w.dir, "out/a1")); err == nil {
		t.Error("written before all was allowed")
	}
	names, err := w.ZipExtract(at("zip_extract"), zipOf(t, "a1", "a2/", "a3/~/b", "alink@", "./a4//x"), "./out", wide)
	if err != nil || strings.Join(names, " ") != "a1 a3/~/b a4/x" {
		t.Error(names, err)
	}
	if b, err := os.ReadFile(filepath.Join(w.dir, "out/a3/~/b")); string(b) != "of a3/~/b" {
		t.Error(string(b), err)
	}
	if info, err := os.Stat(filepath.Join(w.dir, "out/a2")); err != nil || !info.IsDir() {
		t.Error("the directory is missing")
	}
}

func TestArchiveLimits(t *testing.T) {
	w := open(t, setup{require: []string{"file=*"}, config: func(c *Config) { c.Limits.Memory = 1 << 20 }})
	_, err := w.ZipExtract(at("zip_extract"), zipOf(t, "a", "b", "c"), "out", ExtractLimits{2, 100})
	fails(t, err, "zip_extract: 3 entries, above max_entries 2")
	_, err = w.ZipExtract(at("zip_extract"), zipOf(t, "a", "b"), "out", ExtractLimits{2, 7})
	fails(t, err, "zip_extract: uncompressed size above max_bytes 7 (nothing written)")
	_, err = w.ZipExtract(at("zip_extract"), []byte("no"), "out", wide)
	fails(t, err, "zip_extract: not a zip: …")
	_, err = w.TarExtract(at("tar_extract"), []byte("no"), "out", wide)
	fails(t, err, "tar_extract: not a tar: …")

	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	tw := tar.NewWriter(z)
	_ = tw.WriteHeader(&tar.Header{Name: "bomb", Typeflag: tar.TypeReg, Size: 8 << 20, Mode: 0o644})
	_, _ = tw.Write(make([]byte, 8<<20))
	_ = tw.Close()
	_ = z.Close()
	_, err = w.TarExtract(at("tar_extract"), b.Bytes(), "out", wide)
	fails(t, err, "tar_extract: uncompressed size above max_bytes 1048576 (nothing written)")
	_, err = w.TarExtract(at("tar_extract"), b.Bytes(), "out", ExtractLimits{100, 1 << 30})
	fails(t, err, "limit exceeded: memory (1 MiB)")
}

func TestArchivesAreReproducible(t *testing.T) {
	w := open(t, setup{require: []string{"file=*"}, files: map[string]string{"f": "content"}})
	entries := []ArchiveEntry{{Path: "a/b", Bytes: []byte("x")}, {Path: "c", From: "f", HasFrom: true}}
	make := map[string]func() ([]byte, error){
		"zip":    func() ([]byte, error) { return w.ZipCreate(at("zip_create"), entries) },
		"tar":    func() ([]byte, error) { return w.TarCreate(at("tar_create"), entries, false) },
		"tar.gz": func() ([]byte, error) { return w.TarCreate(at("tar_create"), entries, true) },
	}
	for kind, create := range make {
		one, err := create()
		two, _ := create()
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s: %v", kind, err)
		}
		extract, name := w.TarExtract, "tar_extract"
		if kind == "zip" {
			extract, name = w.ZipExtract, "zip_extract"
		}
		names, err := extract(at(name), one, "out-"+kind, wide)
		if err != nil || strings.Join(names, " ") != "a/b c" {
			t.Errorf("%s: %v %v", kind, names, err)
		}
	}
	_, err := w.ZipCreate(at("zip_create"), []ArchiveEntry{{Path: "x", From: "none", HasFrom: true}})
	fails(t, err, "zip_create: cannot read none: no such file or directory")
	for path, want := range map[string]string{"../a": "contains '..'", "/a": "must be relative", "c:/a": "must be relative", "./": "is empty", `a\b`: ""} {
		if _, wrong := ArchiveName(path); wrong != want {
			t.Errorf("%s: %q", path, wrong)
		}
	}
}

// FuzzEntryName looks for a name that leads out of the destination.
func FuzzEntryName(f *testing.F) {
	for _, s := range []string{"../x", "a/../b", `..\x`, "/x", "c:x", "a//./b", "~/x", "a/.. /b", "...."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		clean, ok := entryName(name)
		if !ok {
			return
		}
		joined := filepath.Join("/dest", filepath.FromSlash(clean))
		if rest, in := below("/dest", joined); !in || rest != clean && clean != "" {
			t.Errorf("%q became %q", name, joined)
		}
	})
}

// FuzzExtract looks for an archive that writes outside, or that panics.
func FuzzExtract(f *testing.F) {
	var b bytes.Buffer
	tw := tar.NewWriter(&b)
	_ = tw.WriteHeader(&tar.Header{Name: "a/../../x", Typeflag: tar.TypeReg, Size: 1})
	_, _ = tw.Write([]byte("x"))
	_ = tw.Close()
	f.Add(b.Bytes())
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, archive []byte) {
		w := open(t, setup{require: []string{"file=*"}})
		_, _ = w.ZipExtract(at("zip_extract"), archive, "out", wide)
		_, _ = w.TarExtract(at("tar_extract"), archive, "out", wide)
		list, err := os.ReadDir(w.dir)
		if err != nil || len(list) > 1 || len(list) == 1 && list[0].Name() != "out" {
			t.Errorf("%v %v", list, err)
		}
	})
}
