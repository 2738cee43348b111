package manifest

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Memo keeps what was read from a file for as long as the file is the same. The
// zero Memo is empty. It is safe for concurrent use; what it returns is shared
// and must not be changed.
type Memo[T any] struct {
	mu    sync.Mutex
	stamp FileStamp
	read  time.Time
	value T
	valid bool
}

// Get returns what read makes of the file at path, which need not exist. It
// reads again when the file changed, or was written so shortly before the last
// reading that a further change could not be told.
func (m *Memo[T]) Get(path string, read func(path string) (T, error)) (T, error) {
	return m.GetStamped(path, stampAt(path), read)
}

// GetStamped is Get for a file that was just looked at.
func (m *Memo[T]) GetStamped(path string, st FileStamp, read func(path string) (T, error)) (T, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.valid && st == m.stamp && st.Settled(m.read) {
		return m.value, nil
	}
	now := time.Now()
	v, err := read(path)
	if err != nil {
		m.valid = false
		return v, err
	}
	m.stamp, m.read, m.value, m.valid = st, now, v, true
	return v, nil
}

// stampAt is the stamp of what lies at path itself; zero for nothing.
func stampAt(path string) FileStamp {
	info, err := os.Lstat(path)
	if err != nil {
		return FileStamp{}
	}
	return StampOf(info)
}

// folderCache keeps plugins that were read, as long as nothing they were read
// from changed: the folder (which changes when a file comes, goes or is
// replaced), the manifest and the program. Plugins whose program does not lie
// directly in their folder, or is a link, depend on more than that and are read
// each time.
type folderCache struct {
	roots func() []root // of the formats plugin and legacy

	mu    sync.Mutex
	known map[string]cachedFolder
}

type cachedFolder struct {
	folder, manifest, program FileStamp
	read                      time.Time
	file, main                string
	plugin                    *Plugin
}

// get returns the plugin at dir, which read makes.
func (c *folderCache) get(dir, variant string, read func() *Plugin) *Plugin {
	if c == nil {
		return read()
	}
	key := variant + dir
	c.mu.Lock()
	old, ok := c.known[key]
	c.mu.Unlock()
	if ok && old.fresh(dir) {
		return old.plugin
	}
	next := cachedFolder{read: time.Now(), folder: stampAt(dir)}
	p := read()
	if next.watch(p) {
		c.mu.Lock()
		if c.known == nil {
			c.known = map[string]cachedFolder{}
		}
		c.known[key] = next
		c.mu.Unlock()
	}
	return p
}

// peek returns the plugin at dir if it was read before and nothing changed.
func (c *folderCache) peek(dir, variant string) *Plugin {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	old, ok := c.known[variant+dir]
	c.mu.Unlock()
	if ok && old.fresh(dir) {
		return old.plugin
	}
	return nil
}

// watch notes what a plugin was read from; false when that is too much to watch.
func (f *cachedFolder) watch(p *Plugin) bool {
	if p.Broken() || strings.ContainsAny(p.Entry, `/\`) {
		return false
	}
	if info, err := os.Lstat(p.Dir); err != nil || !info.IsDir() {
		return false // a link to a folder elsewhere
	}
	f.plugin, f.file = p, Path(p)
	f.manifest = stampAt(f.file)
	if p.Entry != "" {
		f.main = filepath.Join(p.Dir, p.Entry)
		info, err := os.Lstat(f.main)
		if err != nil || !info.Mode().IsRegular() {
			return false
		}
		if p.Kind == KindRPC || p.Kind == KindWasm { // its mode, its imports
			f.program = StampOf(info)
		} else {
			f.main = ""
		}
	}
	return f.folder.Settled(f.read) && f.manifest.Settled(f.read) && f.program.Settled(f.read)
}

func (f *cachedFolder) fresh(dir string) bool {
	return stampAt(dir) == f.folder && stampAt(f.file) == f.manifest && (f.main == "" || stampAt(f.main) == f.program)
}
