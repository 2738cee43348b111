package host

import (
	"os"
	"sync"
	"time"

	"github.com/synrun/synrun/manifest"
)

// memo keeps a parsed state file as long as the file is the same.
type memo[T any] struct {
	mu    sync.Mutex
	stamp manifest.FileStamp
	read  time.Time
	value T
	valid bool
}

// get returns the value of the file at path, parsing it when it changed.
func (m *memo[T]) get(path string, parse func(path string) (T, error)) (T, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	info, err := os.Stat(path)
	var st manifest.FileStamp
	if err == nil {
		st = manifest.StampOf(info)
	}
	if m.valid && st == m.stamp && st.Settled(m.read) {
		return m.value, nil
	}
	now := time.Now()
	v, err := parse(path)
	if err != nil {
		m.valid = false
		return v, err
	}
	m.stamp, m.read, m.value, m.valid = st, now, v, true
	return v, nil
}
