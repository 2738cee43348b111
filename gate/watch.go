package gate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/synrun/synrun/caps"
)

const watchFamily = "file watch"

// WatchOptions say what of a folder is watched, and how.
type WatchOptions struct {
	Recursive  bool
	Interval   float64 // seconds
	Ignore     []string
	MaxEntries int
	MaxQueue   int
}

// seen is what a scan remembers of an entry.
type seen struct {
	modified int64
	size     int64
	isDir    bool
}

// watch looks at a tree again and again. Links are entries, not ways.
type watch struct {
	g       *Gate
	id      int64
	shown   string
	opts    WatchOptions
	root    *os.Root // the watched folder, or the one that holds the file
	file    string   // the name of a watched file, "" for a folder
	stop    chan struct{}
	stopped chan struct{}

	queue   queue
	entries int
	scans   int64
}

var errTooMany = errors.New("too many entries")

// Watch reports the changes of a file or a folder through a handle.
func (g *Gate) Watch(at At, path string, o WatchOptions) (int64, error) {
	if e := g.native(at, noHub); e != nil {
		return 0, e
	}
	p, err := g.reach(at, caps.FileRead, path)
	if err != nil {
		return 0, err
	}
	limit := g.KnobInt("SYNSEMA_WATCH_MAX", 64, 1024)
	if n := g.countOf(watchFamily); n >= limit {
		return 0, ioError("watch: watch budget reached ("+strconv.Itoa(n)+" live, max "+strconv.Itoa(limit)+
			"); watch_close some or raise SYNSEMA_WATCH_MAX", nil)
	}
	w := &watch{g: g, shown: p.shown, opts: o, stop: make(chan struct{}), stopped: make(chan struct{})}
	if w.root, w.file, err = p.watchable(); err != nil {
		return 0, ioError(`watch: cannot watch "`+p.shown+`": `+osText(err), err)
	}
	now, err := w.scan()
	if err != nil {
		w.root.Close()
		return 0, ioError("watch: the watched tree has more than "+strconv.Itoa(o.MaxEntries)+
			" entries; narrow the path, add ignore patterns, or raise max_entries", err)
	}
	if e := g.acquire(); e != nil {
		w.root.Close()
		return 0, e
	}
	w.entries = len(now)
	w.queue = newQueue(g.live, o.MaxQueue, 1<<62, "drop_oldest")
	id := g.add(func(id int64) source { w.id = id; return w })
	go w.loop(now)
	return id, nil
}

// watchable opens a place to be looked at: a folder, or the folder and the
// name of a file.
func (p place) watchable() (*os.Root, string, error) {
	info, err := p.stat()
	if err != nil {
		return nil, "", err
	}
	if info.IsDir() {
		root, err := p.openRoot()
		return root, "", err
	}
	parent := p
	file := filepath.Base(p.path)
	if p.dir != "" {
		file, parent.rel = filepath.Base(p.rel), filepath.Dir(p.rel)
	}
	parent.path = filepath.Dir(p.path)
	root, err := parent.openRoot()
	return root, file, err
}

// scan takes the state of everything that is watched, by the path below the
// root.
func (w *watch) scan() (map[string]seen, error) {
	now := make(map[string]seen, w.entries)
	if w.file != "" {
		if info, err := w.root.Lstat(w.file); err == nil {
			now[""] = state(info)
		}
		return now, nil
	}
	return now, w.walk(w.root, "", now)
}

func state(info fs.FileInfo) seen {
	s := seen{modified: info.ModTime().UnixNano(), size: info.Size(), isDir: info.IsDir()}
	if s.isDir {
		s.modified, s.size = 0, 0
	}
	return s
}

func (w *watch) walk(dir *os.Root, rel string, now map[string]seen) error {
	names, err := dirNames(dir)
	if err != nil && names == nil {
		return nil
	}
	for _, name := range names {
		if w.ignored(name) {
			continue
		}
		info, err := dir.Lstat(name)
		if err != nil {
			continue
		}
		path := name
		if rel != "" {
			path = rel + "/" + name
		}
		now[path] = state(info)
		if len(now) > w.opts.MaxEntries {
			return errTooMany
		}
		if !info.IsDir() || !w.opts.Recursive {
			continue
		}
		sub, err := dir.OpenRoot(name)
		if err != nil {
			continue
		}
		err = w.walk(sub, path, now)
		sub.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *watch) ignored(name string) bool {
	return slices.ContainsFunc(w.opts.Ignore, func(p string) bool { return matchName(p, name) })
}

func (w *watch) loop(before map[string]seen) {
	defer close(w.stopped)
	tick := time.NewTicker(duration(w.opts.Interval))
	defer tick.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-w.g.run.ctx.Done():
			return
		case <-tick.C:
		}
		now, err := w.scan()
		if err != nil {
			continue // too large for now; what is known stays
		}
		w.report(before, now)
		before = now
	}
}

// report queues the differences: deletes, creates, modifies, each by path.
func (w *watch) report(before, now map[string]seen) {
	var deleted, created, modified []string
	for path, old := range before {
		if s, ok := now[path]; !ok || s.isDir != old.isDir {
			deleted = append(deleted, path)
		}
	}
	for path, s := range now {
		old, ok := before[path]
		switch {
		case !ok || old.isDir != s.isDir:
			created = append(created, path)
		case old != s:
			modified = append(modified, path)
		}
	}
	w.g.live.mu.Lock()
	defer w.g.live.mu.Unlock()
	w.scans++
	w.entries = len(now)
	push := func(what string, paths []string, from map[string]seen) {
		slices.Sort(paths)
		for _, path := range paths {
			shown := w.shown
			if path != "" {
				shown += "/" + path
				if w.shown == "/" {
					shown = "/" + path
				}
			}
			w.queue.push(Event{Source: "watch", Handle: w.id, Type: what, Path: Text([]byte(shown)), IsDir: from[path].isDir})
		}
	}
	push("delete", deleted, before)
	push("create", created, now)
	push("modify", modified, now)
}

func (w *watch) family() string      { return watchFamily }
func (w *watch) take() (Event, bool) { return w.queue.pop() }
func (w *watch) failed(string) error { return nil }
func (w *watch) done() bool          { return false }

func (w *watch) shut(bool) {
	close(w.stop)
	<-w.stopped
	w.root.Close()
}

// WatchReceive waits for the next change; ok is false at the timeout.
func (g *Gate) WatchReceive(id int64, seconds float64) (Event, bool, error) {
	return receive[*watch](g, "watch_recv", id, watchFamily, seconds)
}

// WatchStats is what watch_stats tells.
type WatchStats struct {
	Path      string
	Recursive bool
	Interval  float64
	Entries   int
	Scans     int64
	Queued    int
	Dropped   int64
}

// WatchStats describes a watch.
func (g *Gate) WatchStats(id int64) (WatchStats, error) {
	g.live.mu.Lock()
	defer g.live.mu.Unlock()
	w, err := find[*watch](g, "watch_stats", id, watchFamily)
	if err != nil {
		return WatchStats{}, err
	}
	return WatchStats{w.shown, w.opts.Recursive, w.opts.Interval, w.entries, w.scans, w.queue.len(), w.queue.dropped}, nil
}

// WatchClose ends a watch. Idempotent.
func (g *Gate) WatchClose(id int64) error { return g.closeHandle("watch_close", id, watchFamily) }
