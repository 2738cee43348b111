package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/synsema/srcfile"
)

// Hasher hashes the code of plugins. A file is read again only when its size,
// times, inode or mode changed; what is known is kept in a folder that may be
// deleted at any time. It is safe for concurrent use.
type Hasher struct {
	Cache string // folder; empty keeps nothing between processes

	mu    sync.Mutex
	known map[string]map[string]fileHash // plugin folder → path
}

// FileStamp is what tells that a file was not touched since it was last read.
type FileStamp struct {
	Size, Modified, Changed int64
	Inode                   uint64
	Mode                    uint32
}

type fileHash struct {
	Stamp FileStamp `json:"stamp"`
	Hash  string    `json:"hash"`
}

// settled is the age from which a file's times can be trusted to change when
// the file does: clocks of file systems are coarse.
const settled = 2 * time.Second

// Settled reports whether a file with this stamp, read at that moment, would
// show a later change: it was not written just then.
func (s FileStamp) Settled(read time.Time) bool {
	return read.Sub(time.Unix(0, max(s.Modified, s.Changed))) > settled
}

// Code returns the regular files of a plugin folder with mode and hash. Folders
// for data and log files are left out: a plugin may write there. Links count
// with their target, as they decide what is run.
func (h *Hasher) Code(dir string) (map[string]string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	known := h.load(dir)
	next := make(map[string]fileHash, len(known))
	code := map[string]string{}
	dirty := false
	now := time.Now()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel == "data" || rel == "cache" || rel == "state" {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(rel, ".log") || pluginState(rel) {
			return nil
		}
		if d.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			code[rel] = "link " + target
			return err
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		st := StampOf(info)
		fh, ok := known[rel]
		if !ok || fh.Stamp != st {
			hash, err := hashFile(path)
			if err != nil {
				return err
			}
			fh, dirty = fileHash{st, hash}, true
		}
		if st.Settled(now) {
			next[rel] = fh
		}
		code[rel] = fmt.Sprintf("%03o %s", info.Mode().Perm(), fh.Hash)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("cannot read the code of %s: %w", dir, err)
	}
	h.known[dir] = next
	if dirty {
		h.save(dir, next)
	}
	return code, nil
}

// pluginState names the file in which the state of an rpc plugin lies; turning
// the plugin on writes it.
func pluginState(rel string) bool { return rel == "plugin.conf" }

func hashFile(path string) (string, error) {
	f, err := srcfile.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func (h *Hasher) cacheFile(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(h.Cache, "code", hex.EncodeToString(sum[:12])+".json")
}

func (h *Hasher) load(dir string) map[string]fileHash {
	if h.known == nil {
		h.known = map[string]map[string]fileHash{}
	}
	if k, ok := h.known[dir]; ok || h.Cache == "" {
		return k
	}
	var k map[string]fileHash
	if src, err := os.ReadFile(h.cacheFile(dir)); err == nil {
		_ = json.Unmarshal(src, &k) // a cache that cannot be read is an empty one
	}
	return k
}

func (h *Hasher) save(dir string, k map[string]fileHash) {
	if h.Cache == "" {
		return
	}
	if src, err := json.Marshal(k); err == nil {
		_ = WriteFile(h.cacheFile(dir), src) // without it the next process hashes again
	}
}
