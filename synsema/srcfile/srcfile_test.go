//go:build unix

package srcfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		os.WriteFile(path("plain"), []byte("text"), 0o600),
		os.Mkdir(path("folder"), 0o700),
		syscall.Mkfifo(path("pipe"), 0o600),
		os.Symlink("plain", path("inside")),
		os.Symlink("/dev/zero", path("endless")),
		os.WriteFile(path("huge"), nil, 0o600),
		os.Truncate(path("huge"), 3<<30),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, want string }{
		{"plain", ""}, {"inside", ""},
		{"folder", "is a directory"}, {"pipe", "not a regular file"}, {"huge", "larger than 32 MiB"},
	} {
		for _, read := range []func() ([]byte, error){
			func() ([]byte, error) { return Read(path(c.name)) },
			func() ([]byte, error) { return ReadIn(dir, c.name) },
		} {
			src, err := read()
			if c.want == "" && (err != nil || string(src) != "text") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %q, %v", c.name, src, err)
			}
		}
	}
	if _, err := Read(path("endless")); !errors.Is(err, ErrNotRegular) {
		t.Errorf("endless: %v", err)
	}
	if _, err := ReadIn(dir, "endless"); err == nil {
		t.Error("a link out of the folder was followed")
	}
	if _, err := Read(path("none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
}
