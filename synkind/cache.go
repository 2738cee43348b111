package synkind

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/synsema/checker"
	"github.com/synrun/synrun/synsema/flat"
	"github.com/synrun/synrun/synsema/memory"
	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/srcfile"
)

// cache keeps compiled programs by what they were made from: the text, the
// name it has in messages and the folder of its modules. Compiled programs are
// immutable, so that any number of calls may run one at the same time. A file
// that nobody touched since it was read is not read again.
type cache struct {
	mu    sync.Mutex
	all   map[key]*compiled
	files map[string]*manifest.Memo[*compiled]
}

// maxPrograms bounds the cache. It is emptied when it is full: programs change
// while they are written, and hardly ever else.
const maxPrograms = 256

type key struct {
	file, dir string
	sum       [sha256.Size]byte
}

// compiled is a program, or why it does not start.
type compiled struct {
	code  *runtime.Program
	err   error
	notes []string // warnings about the program
}

// program compiles a source, or finds it compiled.
func (c *cache) program(file, dir string, src []byte) *compiled {
	k := key{file, dir, sha256.Sum256(src)}
	c.mu.Lock()
	p := c.all[k]
	c.mu.Unlock()
	if p != nil {
		return p
	}
	p = compile(file, dir, src)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil || len(c.all) >= maxPrograms {
		c.all = map[key]*compiled{}
	}
	c.all[k] = p
	return p
}

// entry is the program of a plugin, read from its folder.
func (c *cache) entry(file, dir, entry string) (*compiled, error) {
	read := func(string) (*compiled, error) {
		src, err := srcfile.ReadIn(dir, entry)
		if err != nil {
			return nil, err
		}
		// Modules lie below the folder of the program, which may be deeper than
		// the plugin's.
		return c.program(file, filepath.Join(dir, filepath.Dir(entry)), src), nil
	}
	// A link, or a folder on the way, may come to mean another file while
	// this one stays the same.
	full := filepath.Join(dir, entry)
	info, err := os.Lstat(full)
	if err != nil || !info.Mode().IsRegular() || filepath.Base(entry) != entry {
		return read(full)
	}
	c.mu.Lock()
	if c.files == nil || len(c.files) >= maxPrograms {
		c.files = map[string]*manifest.Memo[*compiled]{}
	}
	id := full + "\x00" + file
	memo := c.files[id]
	if memo == nil {
		memo = &manifest.Memo[*compiled]{}
		c.files[id] = memo
	}
	c.mu.Unlock()
	return memo.GetStamped(full, manifest.StampOf(info), read)
}

func compile(file, dir string, src []byte) *compiled {
	p := &compiled{}
	if !utf8.Valid(src) {
		p.err = fmt.Errorf("cannot read '%s': not valid UTF-8", file)
		return p
	}
	if flat.IsFlat(file) {
		src = flat.Translate(src)
	}
	tree, err := parser.Parse(file, src)
	if err != nil {
		p.err = err
		var pe *parser.Error
		if errors.As(err, &pe) {
			p.err = fmt.Errorf("%s: %s", pe.Stage, pe.Error())
		}
		return p
	}
	for _, d := range checker.Deprecated(tree, map[string]bool{}) {
		p.notes = append(p.notes, "warning: "+d.Plain())
	}
	if _, err := memory.Declared(tree); err != nil {
		p.err = startError(err.Error())
		return p
	}
	p.code, err = runtime.Compile(tree, runtime.Options{Load: loader(file, dir)})
	if err != nil {
		p.err = startError(err.Error())
	}
	return p
}

// loader reads the modules of a program. Their names begin with the folder of
// the program as it is shown, which stands for its real folder.
func loader(file, dir string) runtime.Loader {
	shown := path.Dir(file)
	return func(name string) ([]byte, error) {
		rel, ok := name, true
		if shown != "." {
			rel, ok = strings.CutPrefix(name, shown+"/")
		}
		if !ok {
			return nil, fs.ErrNotExist
		}
		src, err := srcfile.ReadIn(dir, rel)
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err // the program does not learn where its folder lies
		}
		return src, err
	}
}

// startError is the error of a program that loads and may not start.
type startError string

func (e startError) Error() string { return "Runtime error: " + string(e) }
