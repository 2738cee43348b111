//go:build linux || darwin

package audit

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const streamLines = `{"ts":"2026-01-31T09:05:07.042Z","context":"program","capability":"file_read(\"a\\nb\")","granted":true,"source":"read_file()","reason":"Granted by file_read(\"a\\nb\")","origin":"program","file":"main.syn","line":7}
{"ts":"2026-01-31T09:05:07.042Z","context":"program","capability":"time","granted":false,"source":"ceiling","reason":"above host ceiling (--sandbox/--cap-set)","origin":"program","file":null,"line":null}
{"summary":{"granted":1,"denied":1,"exit":3}}
`

func feed(t *testing.T, s *Stream) {
	t.Helper()
	must(t, s.Entry(granted(`file_read("a\nb")`)))
	must(t, s.Entry(refusedEntry("time")))
	must(t, s.Close(3))
}

func streamOptions(stderr io.Writer) StreamOptions {
	return StreamOptions{Stderr: stderr, Now: func() time.Time { return testTime }}
}

// giveAway closes a file and returns the destination of a descriptor that is
// nobody's: the stream closes it.
func giveAway(t *testing.T, f *os.File) string {
	t.Helper()
	fd, err := unix.Dup(int(f.Fd()))
	must(t, err)
	must(t, f.Close())
	return "fd:" + strconv.Itoa(fd)
}

func TestStreamDestinations(t *testing.T) {
	dir := t.TempDir()
	var stderr bytes.Buffer
	s, err := OpenStream("json", streamOptions(&stderr))
	must(t, err)
	feed(t, s)
	if stderr.String() != streamLines {
		t.Errorf("json:\n%s", stderr.String())
	}

	path := filepath.Join(dir, "a.jsonl")
	must(t, os.WriteFile(path, []byte("old content"), 0o600))
	s, err = OpenStream(path, streamOptions(nil))
	must(t, err)
	feed(t, s)
	if got := read(t, path); got != streamLines {
		t.Errorf("file:\n%s", got)
	}
	fresh := filepath.Join(dir, "fresh")
	s, err = OpenStream(fresh, streamOptions(nil))
	must(t, err)
	must(t, s.Close(0))
	if info, err := os.Stat(fresh); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}

	r, w, err := os.Pipe()
	must(t, err)
	s, err = OpenStream(giveAway(t, w), streamOptions(nil))
	must(t, err)
	feed(t, s)
	if got, _ := io.ReadAll(r); string(got) != streamLines {
		t.Errorf("fd:\n%s", got)
	}

	socket := filepath.Join(dir, "s")
	listener, err := net.Listen("unix", socket)
	must(t, err)
	got := make(chan string)
	go func() {
		c, err := listener.Accept()
		if err != nil {
			got <- err.Error()
			return
		}
		b, _ := io.ReadAll(c)
		got <- string(b)
	}()
	s, err = OpenStream("unix:"+socket, streamOptions(nil))
	must(t, err)
	feed(t, s)
	if text := <-got; text != streamLines {
		t.Errorf("unix:\n%s", text)
	}
}

func TestStreamRefused(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	must(t, os.Symlink(filepath.Join(dir, "target"), link))
	for dest, want := range map[string]string{
		"":                         "--audit requires a value",
		"fd:2":                     "--audit fd:N needs N >= 3 (0-2 are stdin/stdout/stderr)",
		"fd:x":                     "--audit: invalid fd 'fd:x'",
		"fd:":                      "--audit: invalid fd 'fd:'",
		"fd:-1":                    "--audit: invalid fd 'fd:-1'",
		"fd:999":                   "--audit: invalid fd 'fd:999'",
		"unix:" + dir + "/none":    "--audit: cannot connect to unix socket " + dir + "/none: no such file or directory (is the collector listening?)",
		dir + "/none/x":            "--audit: cannot create " + dir + "/none/x: no such file or directory",
		dir:                        "--audit: cannot create " + dir + ": is a directory",
		link:                       "--audit: cannot create " + link + ": too many levels of symbolic links",
		filepath.Join(dir, "mine"): "--audit: cannot create " + dir + "/mine: the program may write this file under its ceiling",
	} {
		_, err := OpenStream(dest, StreamOptions{Writable: func(p string) bool { return strings.HasSuffix(p, "mine") }})
		var d *DestError
		if !errors.As(err, &d) || err.Error() != want {
			t.Errorf("%q: %v, want %s", dest, err, want)
		}
	}
}

// TestStreamFails: a destination that takes nothing more ends the run.
func TestStreamFails(t *testing.T) {
	r, w, err := os.Pipe()
	must(t, err)
	s, err := OpenStream(giveAway(t, w), streamOptions(nil))
	must(t, err)
	must(t, s.Entry(granted("time")))
	must(t, r.Close())
	if err := s.Entry(granted("time")); err == nil || err.Error() != "the record cannot be written: broken pipe" {
		t.Errorf("got %v", err)
	}
	if err := s.Entry(granted("time")); err == nil {
		t.Error("goes on after an error")
	}
	if err := s.Close(0); err == nil {
		t.Error("closed without an error")
	}
}

func TestAppendEntry(t *testing.T) {
	e := granted(`file_read("a\nb")`)
	e.At = testTime
	if got := string(AppendEntry(nil, e)); got != strings.SplitN(streamLines, "\n", 2)[0] {
		t.Error(got)
	}
}

func TestRevealLog(t *testing.T) {
	dir := t.TempDir()
	env := map[string]string{"HOME": dir}
	log := &RevealLog{Env: func(k string) (string, bool) { v, ok := env[k]; return v, ok }, Now: func() time.Time { return testTime }}
	must(t, log.Append(&Reveal{Name: "API_KEY", Granted: true, File: "dir/main.syn", Line: 4, Program: "dir/main.syn"}))
	must(t, log.Append(&Reveal{Name: "a b\"'\\\n\x00\x7fé", File: "my file.syn", Line: 1, Program: "/x/my file.syn"}))
	path := filepath.Join(dir, ".synsema", "audit", "reveal.log")
	want := "2026-01-31T09:05:07Z reveal result=granted name=API_KEY at=dir/main.syn:4 program=main\n" +
		`2026-01-31T09:05:07Z reveal result=denied name=a\x20b\x22\x27\x5c\x0a\x00\x7fé at=my\x20file.syn:1 program=my\x20file` + "\n"
	if got := read(t, path); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	env["SYNSEMA_AUDIT_DIR"] = filepath.Join(dir, "other")
	must(t, log.Append(&Reveal{Name: "K"}))
	read(t, filepath.Join(dir, "other", "reveal.log"))
	env["SYNSEMA_AUDIT_DIR"] = filepath.Join(path, "sub")
	if err := log.Append(&Reveal{Name: "K"}); err == nil || err.Error() != "not a directory" {
		t.Errorf("got %v", err)
	}
	clear(env)
	if err := log.Append(&Reveal{Name: "K"}); err == nil || err.Error() != "no home directory (set SYNSEMA_AUDIT_DIR)" {
		t.Errorf("got %v", err)
	}
	env["USERPROFILE"] = dir
	must(t, log.Append(&Reveal{Name: "K"}))
}
