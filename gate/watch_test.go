package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestWatch(t *testing.T) {
	w := open(t, setup{require: []string{"file.read=d", "file.read=d/f"}, files: map[string]string{
		"d/f": "1", "d/sub/g": "", "d/.git/x": "", "d/link": "-> ../other", "other/x": "",
	}})
	o := WatchOptions{Recursive: true, Interval: 0.02, Ignore: []string{".git", "*.tmp"}, MaxEntries: 100, MaxQueue: 100}
	_, err := w.Watch(at("watch"), "other", o)
	fails(t, err, `Capability not granted: file_read("other") …`)
	small := o
	small.MaxEntries = 2
	_, err = w.Watch(at("watch"), "d", small)
	fails(t, err, "watch: the watched tree has more than 2 entries; narrow the path, add ignore patterns, or raise max_entries")
	id, err := w.Watch(at("watch"), "d", o)
	if err != nil {
		t.Fatal(err)
	}
	one, err := w.Watch(at("watch"), "d/f", o)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	next := func(id int64, want string) {
		t.Helper()
		ev, ok, err := w.WatchReceive(id, 5)
		got := ev.Type + " " + ev.Path
		if ev.IsDir {
			got += "/"
		}
		if !ok || err != nil || got != want {
			t.Errorf("%q %v %v, want %q", got, ok, err, want)
		}
	}
	write("d/skip.tmp", "")
	write("d/.git/y", "")
	write("other/y", "")
	write("d/f", "22")
	next(id, "modify d/f")
	next(one, "modify d/f")
	if err := os.Rename(filepath.Join(w.dir, "d/sub"), filepath.Join(w.dir, "d/moved")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"delete d/sub/", "delete d/sub/g", "create d/moved/", "create d/moved/g"} {
		next(id, want)
	}
	time.Sleep(60 * time.Millisecond)
	if ev, ok, err := w.WatchReceive(id, 0); ok || err != nil {
		t.Error(ev, err)
	}
	s, err := w.WatchStats(id)
	if err != nil || s.Path != "d" || s.Scans == 0 || s.Entries != 4 {
		t.Errorf("%+v %v", s, err)
	}
	fails(t, w.WatchClose(id), "")
	_, _, err = w.WatchReceive(id, 0)
	fails(t, err, "watch_recv: unknown or closed watch handle 1")
	_, err = w.Watch(at("watch"), "d/f/x", o)
	if err == nil || !strings.HasPrefix(err.Error(), "Capability") {
		t.Error(err)
	}
}
