package host_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/synrun/synrun/host"
)

func packed(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	for name, body := range files {
		mode := int64(0o644)
		if strings.HasPrefix(body, "#!") {
			mode = 0o755
		}
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: mode, Size: int64(len(body)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	gz.Close()
	return b.Bytes()
}

func rpcArchive(t *testing.T, version string) []byte {
	return packed(t, map[string]string{
		"demo-1/manifest.json": fmt.Sprintf(`{"id": "demo", "name": "D", "version": "%s", "protocol_version": 1, "description": "d", "main": "run", "settings": {"k": 1}, "tools": [{"name": "go"}]}`, version),
		"demo-1/run":           "#!/bin/sh\n",
	})
}

func TestInstall(t *testing.T) {
	w := newWorld(t, nil)
	file := filepath.Join(t.TempDir(), "demo.tar.gz")
	install := func(archive []byte, req host.InstallRequest) string {
		t.Helper()
		if err := os.WriteFile(file, archive, 0o644); err != nil {
			t.Fatal(err)
		}
		if req.Source == "" {
			req.Source = file
		}
		req.By = "user"
		_, text, err := w.Install(context.Background(), req)
		if err != nil {
			return err.Error()
		}
		return text
	}
	root := filepath.Join(w.places.ConfigDir(), "amber", "plugins")
	dir := filepath.Join(root, "demo")
	steps := []struct {
		archive []byte
		force   bool
		want    string
	}{
		{rpcArchive(t, "1.2.0"), false, "installed demo 1.2.0 in " + dir + "; it is off — turn it on with: synrun plugin on demo"},
		{rpcArchive(t, "1.2.0"), false, "plugin 'demo' 1.2.0 is already installed (--force reinstalls it)"},
		{rpcArchive(t, "1.1.9"), false, "refusing to downgrade 'demo' from 1.2.0 to 1.1.9 (--force)"},
		{rpcArchive(t, "1.2.0"), true, "installed demo 1.2.0 in " + dir + "; it is off — turn it on with: synrun plugin on demo"},
		{rpcArchive(t, "1.10.0"), false, "upgraded demo 1.2.0 → 1.10.0; it is off — turn it on with: synrun plugin on demo"},
		{rpcArchive(t, "x"), true, "version 'x' is not MAJOR.MINOR.PATCH"},
		{packed(t, map[string]string{"readme": ""}), false, "archive does not contain manifest.json"},
		{packed(t, map[string]string{"../x": ""}), false, "unsafe entry in archive: ../x (..)"},
		{[]byte("no"), false, "cannot unpack archive"},
		{packed(t, map[string]string{"plugin.json": `{"name": "hello", "version": "0.1.0", "entry": "m.syn", "tools": [{"name": "t"}]}`, "m.syn": "print(1)"}), false,
			"installed hello 0.1.0 in " + filepath.Join(w.places.GlobalDir(), "hello") + "; it is off — turn it on with: synrun plugin on hello"},
	}
	for i, s := range steps {
		if i == 4 { // settings survive an upgrade, being on does not
			p, err := w.Plugin("demo", "")
			if err != nil {
				t.Fatal(err)
			}
			w.on(t, p)
			if err := w.SetSetting(p, "k", "7", "user"); err != nil {
				t.Fatal(err)
			}
		}
		if got := install(s.archive, host.InstallRequest{Force: s.force}); got != s.want {
			t.Errorf("step %d:\n got %s\nwant %s", i, got, s.want)
		}
	}
	p, err := w.Plugin("demo", "")
	if err != nil {
		t.Fatal(err)
	}
	if st, _, err := w.Status(p); st != host.Off || err != nil {
		t.Errorf("after the upgrade: %s %v", st, err)
	}
	if v, err := w.Setting(p, "k"); v != "7" || err != nil {
		t.Errorf("after the upgrade: k=%s %v", v, err)
	}
	for _, dir := range []string{root, w.places.GlobalDir()} {
		if left, _ := filepath.Glob(filepath.Join(dir, ".staging-*")); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	}
	if text, err := w.Uninstall(p, "user"); err != nil || text != "uninstalled demo" {
		t.Errorf("%q %v", text, err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder is still there")
	}
	// One of the project stays, and hides the installed one from nobody who
	// uninstalls it.
	mine := w.plugin(t, "mine", simple)
	unversioned := packed(t, map[string]string{"plugin.json": `{"name": "mine", "entry": "m.syn", "tools": [{"name": "t"}]}`, "m.syn": "print(1)"})
	behind := filepath.Join(w.places.GlobalDir(), "mine")
	for _, want := range []string{
		"installed mine in " + behind + "; it is off — turn it on with: synrun plugin on mine",
		"plugin 'mine' is already installed (--force reinstalls it)",
	} {
		if got := install(unversioned, host.InstallRequest{}); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
	if text, err := w.Uninstall(mine, "user"); err != nil || text != "uninstalled mine" {
		t.Errorf("%q %v", text, err)
	}
	if _, err := os.Stat(behind); err == nil {
		t.Error("the installed one is still there")
	}
	if _, err := w.Uninstall(mine, "user"); err == nil || !strings.HasPrefix(err.Error(), "refusing to uninstall a workspace plugin: delete "+mine.Dir) {
		t.Errorf("%v", err)
	}

	archive := rpcArchive(t, "2.0.0")
	sum := sha256.Sum256(archive)
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/demo.tar.gz":
			rw.Write(archive)
		case "/moved":
			http.Redirect(rw, r, "/demo.tar.gz", http.StatusFound)
		case "/loop":
			http.Redirect(rw, r, "/loop", http.StatusFound)
		default:
			http.NotFound(rw, r)
		}
	}))
	defer server.Close()
	if got := install(nil, host.InstallRequest{Source: server.URL + "/gone"}); got != "download failed: HTTP 404" {
		t.Errorf("%s", got)
	}
	if got := install(nil, host.InstallRequest{Source: server.URL + "/loop"}); !strings.Contains(got, "more than 5 redirects") {
		t.Errorf("%s", got)
	}
	if got := install(nil, host.InstallRequest{Source: server.URL + "/moved", SHA256: strings.Repeat("0", 64)}); !strings.HasPrefix(got, "the archive's SHA-256 is ") {
		t.Errorf("%s", got)
	}
	if got := install(nil, host.InstallRequest{Source: server.URL + "/moved", SHA256: hex.EncodeToString(sum[:])}); !strings.HasPrefix(got, "installed demo 2.0.0 in ") {
		t.Errorf("%s", got)
	}
	if got := install(nil, host.InstallRequest{Source: "/no/such/file"}); got != "cannot read file: /no/such/file" {
		t.Errorf("%s", got)
	}
}
