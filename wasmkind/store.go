package wasmkind

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"

	"github.com/synrun/synrun/manifest"
)

// store is the folder of compiled modules: one folder for each, named after the
// digest of the module. When they take too much room the ones that were not used
// for longest are removed. Everything in it may be deleted at any time.
//
// wazero can keep the machine code of a module, but under a name made of the
// module itself, which it wants to decode and to validate again before it looks:
// for a program of 3 MB that takes several times as long as reading the machine
// code. So it is given the module's shell instead, in which the functions are
// empty, and finds the machine code of the whole module under the shell's name:
//
//	<digest>/shell-2.wasm
//	<digest>/wazero-<version>-<platform>/<key>
//
// What load and keep see to is that wazero never compiles a shell and runs it.
type store struct {
	dir   string // empty: nothing is kept
	limit int64
}

// shellName has a number that changes when lean does, so that what an earlier
// version made is made anew.
const shellName = "shell-2.wasm"

// load gives a module that was kept, or nil.
func (s *store) load(digest string) *module {
	if s.dir == "" {
		return nil
	}
	dir := filepath.Join(s.dir, digest)
	code, err := os.ReadFile(filepath.Join(dir, shellName))
	if err != nil {
		return nil
	}
	before, err := machineCode(dir)
	if err != nil {
		return nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil
	}
	m, err := compile(digest, code, cache)
	if err == nil {
		// Had wazero found nothing that it can use, it would have kept what it
		// made of the empty functions: in another file, or in place of that one.
		after, err := machineCode(dir)
		if err == nil && os.SameFile(before, after) && before.ModTime().Equal(after.ModTime()) {
			now := time.Now()
			_ = os.Chtimes(dir, now, now)
			return m
		}
		m.close()
	}
	_ = os.RemoveAll(dir)
	return nil
}

var errNotOne = errors.New("there is not one file of machine code")

// machineCode finds the only file that wazero keeps in a folder.
func machineCode(dir string) (fs.FileInfo, error) {
	path, err := machineCodePath(dir)
	if err != nil {
		return nil, err
	}
	return os.Stat(path)
}

func machineCodePath(dir string) (string, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var found []string
	for _, e := range list {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), "wazero-") {
			continue
		}
		inner, err := os.ReadDir(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		for _, f := range inner {
			found = append(found, filepath.Join(dir, e.Name(), f.Name()))
		}
	}
	if len(found) != 1 {
		return "", errNotOne
	}
	return found[0], nil
}

// compile compiles a module and keeps it for later processes. That it cannot be
// kept is no error.
func (s *store) compile(digest string, code []byte) (*module, error) {
	if s.dir == "" || os.MkdirAll(s.dir, 0o700) != nil {
		return compile(digest, code, nil)
	}
	work, err := os.MkdirTemp(s.dir, workPrefix)
	if err != nil {
		return compile(digest, code, nil)
	}
	defer os.RemoveAll(work)
	cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(work, "whole"))
	if err != nil {
		return compile(digest, code, nil)
	}
	m, err := compile(digest, code, cache)
	if err != nil {
		// It may be that the machine code cannot be written.
		return compile(digest, code, nil)
	}
	if s.keep(digest, work, code) == nil {
		s.prune(digest)
	}
	return m, nil
}

// keep makes the folder of a module whose machine code wazero left in the folder
// "whole" of a working folder.
func (s *store) keep(digest, work string, code []byte) error {
	machine, err := machineCodePath(filepath.Join(work, "whole"))
	if err != nil {
		return err
	}
	empty, ok := shell(code)
	if !ok {
		return errModule
	}
	dir := filepath.Join(work, "shell")
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return err
	}
	m, err := compile(digest, empty, cache)
	if err != nil {
		return err
	}
	m.close()
	name, err := machineCodePath(dir)
	if err == nil {
		err = os.Rename(machine, name)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, shellName), empty, 0o600)
	}
	if err != nil {
		return err
	}
	final := filepath.Join(s.dir, digest)
	if err = os.Rename(dir, final); err != nil {
		// There is one that could not be loaded.
		_ = os.RemoveAll(final)
		err = os.Rename(dir, final)
	}
	return err
}

var errModule = errors.New("not a module")

const (
	workPrefix = "compile-"
	knownDir   = "modules"
	maxKnown   = 4096
)

func (s *store) knownFile(path string) string {
	return filepath.Join(s.dir, knownDir, hash([]byte(path))[:24]+".json")
}

// known is what an earlier process learned of a file.
func (s *store) known(path string) (k known, ok bool) {
	if s.dir == "" {
		return k, false
	}
	text, err := os.ReadFile(s.knownFile(path))
	return k, err == nil && json.Unmarshal(text, &k) == nil && len(k.Digest) == 2*sha256.Size
}

func (s *store) keepKnown(path string, k known) {
	if s.dir == "" {
		return
	}
	if text, err := json.Marshal(k); err == nil {
		_ = manifest.WriteFile(s.knownFile(path), text) // without it the next process hashes again
	}
}

// prune removes compiled modules until they take no more room than they may, and
// what processes left behind that were killed while they compiled.
func (s *store) prune(keep string) {
	type entry struct {
		path string
		size int64
		used time.Time
	}
	list, err := os.ReadDir(s.dir)
	if err != nil {
		return
	}
	var all []entry
	var total int64
	for _, e := range list {
		info, err := e.Info()
		path := filepath.Join(s.dir, e.Name())
		if err != nil || !e.IsDir() {
			continue
		}
		if strings.HasPrefix(e.Name(), workPrefix) && time.Since(info.ModTime()) > time.Hour {
			_ = os.RemoveAll(path)
		}
		if len(e.Name()) != 2*sha256.Size {
			continue
		}
		en := entry{path: path, used: info.ModTime()}
		_ = filepath.WalkDir(path, func(_ string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				if info, err := d.Info(); err == nil {
					en.size += info.Size()
				}
			}
			return nil
		})
		total += en.size
		if e.Name() != keep {
			all = append(all, en)
		}
	}
	slices.SortFunc(all, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, en := range all {
		if total <= s.limit {
			break
		}
		if os.RemoveAll(en.path) == nil {
			total -= en.size
		}
	}
	if list, err := os.ReadDir(filepath.Join(s.dir, knownDir)); err == nil && len(list) > maxKnown {
		_ = os.RemoveAll(filepath.Join(s.dir, knownDir))
	}
}
