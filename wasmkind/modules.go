package wasmkind

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/synrun/synrun/manifest"
)

// maxKept is how many modules that nobody runs are kept compiled in memory.
const maxKept = 16

// module is a compiled module in a runtime of its own, so that giving up one
// gives up everything it holds.
type module struct {
	digest  string
	runtime wazero.Runtime
	cache   wazero.CompilationCache // nil without a folder
	code    wazero.CompiledModule
	users   int
	used    time.Time
}

func (m *module) close() {
	ctx := context.Background()
	_ = m.runtime.Close(ctx)
	if m.cache != nil {
		_ = m.cache.Close(ctx)
	}
}

// known is the digest of a file as it was when it had that stamp.
type known struct {
	Stamp  manifest.FileStamp `json:"stamp"`
	Digest string             `json:"digest"`
}

// modules are the compiled modules.
type modules struct {
	store store

	mu     sync.Mutex
	files  map[string]known
	ready  map[string]*module
	making map[string]*making
	closed bool
}

// making is a compilation that others wait for.
type making struct {
	done chan struct{}
	err  error
}

var errClosed = errors.New("the runner is closed")

// take gives a compiled module, which give must get back.
func (ms *modules) take(ctx context.Context, path string) (*module, error) {
	digest, code, err := ms.digest(path)
	if err != nil {
		return nil, err
	}
	for {
		ms.mu.Lock()
		if ms.closed {
			ms.mu.Unlock()
			return nil, errClosed
		}
		if m := ms.ready[digest]; m != nil {
			m.users++
			m.used = time.Now()
			ms.mu.Unlock()
			return m, nil
		}
		if mk := ms.making[digest]; mk != nil {
			ms.mu.Unlock()
			select {
			case <-mk.done:
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
			if mk.err != nil {
				return nil, mk.err
			}
			continue
		}
		mk := &making{done: make(chan struct{})}
		if ms.making == nil {
			ms.making, ms.ready = map[string]*making{}, map[string]*module{}
		}
		ms.making[digest] = mk
		ms.mu.Unlock()

		m, err := ms.make(digest, path, code)
		ms.mu.Lock()
		delete(ms.making, digest)
		mk.err = err
		close(mk.done)
		if err != nil {
			ms.mu.Unlock()
			return nil, err
		}
		m.users, m.used = 1, time.Now()
		ms.ready[digest] = m
		ms.trim()
		ms.mu.Unlock()
		return m, nil
	}
}

// make loads a module that was compiled before, or compiles it. Its code may be
// given; otherwise it is read when it is needed.
func (ms *modules) make(digest, path string, code []byte) (m *module, err error) {
	if m = ms.store.load(digest); m != nil {
		return m, nil
	}
	if code == nil {
		if code, err = os.ReadFile(path); err != nil {
			return nil, short(err)
		}
		if hash(code) != digest {
			return nil, errors.New("the file was changed just now")
		}
	}
	quick, err := lean(code)
	if errors.Is(err, errMalformed) {
		// wazero can say what is wrong. It must not run what was not understood.
		if m, why := compile(digest, code, nil); why != nil {
			err = why
		} else {
			m.close()
		}
	}
	if err != nil {
		return nil, err
	}
	return ms.store.compile(digest, quick)
}

func (ms *modules) give(m *module) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	m.users--
	if ms.closed && m.users == 0 {
		m.close()
	}
}

// trim gives up the module that was not used for longest. The lock is held.
func (ms *modules) trim() {
	if len(ms.ready) <= maxKept {
		return
	}
	var oldest *module
	for _, m := range ms.ready {
		if m.users == 0 && (oldest == nil || m.used.Before(oldest.used)) {
			oldest = m
		}
	}
	if oldest != nil {
		delete(ms.ready, oldest.digest)
		oldest.close()
	}
}

func (ms *modules) close() error {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	ms.closed = true
	for _, m := range ms.ready {
		if m.users == 0 {
			m.close()
		}
	}
	ms.ready = nil
	return nil
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// digest names what a file holds. A file that was not touched is not read
// again; otherwise its content comes along.
func (ms *modules) digest(path string) (string, []byte, error) {
	now := time.Now()
	info, err := os.Stat(path)
	if err != nil {
		return "", nil, short(err)
	}
	stamp := manifest.StampOf(info)
	ms.mu.Lock()
	k, ok := ms.files[path]
	ms.mu.Unlock()
	if !ok || k.Stamp != stamp {
		k, ok = ms.store.known(path)
	}
	if ok && k.Stamp == stamp {
		ms.remember(path, k)
		return k.Digest, nil, nil
	}
	code, err := os.ReadFile(path)
	if err != nil {
		return "", nil, short(err)
	}
	k = known{stamp, hash(code)}
	if stamp.Settled(now) {
		ms.remember(path, k)
		ms.store.keepKnown(path, k)
	}
	return k.Digest, code, nil
}

func (ms *modules) remember(path string, k known) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if ms.files == nil || len(ms.files) > 1024 {
		ms.files = map[string]known{}
	}
	ms.files[path] = k
}

// short is an error without the path, which its reader knows.
func short(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// compile compiles a module, of which a cache may keep the machine code.
func compile(digest string, code []byte, cache wazero.CompilationCache) (*module, error) {
	ctx := experimental.WithCompilationWorkers(context.Background(), runtime.GOMAXPROCS(0))
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages).WithCloseOnContextDone(true).WithDebugInfoEnabled(false)
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	m := &module{digest: digest, cache: cache, runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	_, err := wasi_snapshot_preview1.Instantiate(ctx, m.runtime)
	if err == nil {
		m.code, err = m.runtime.CompileModule(ctx, code)
	}
	if err == nil && m.code.ExportedFunctions()["_start"] == nil {
		err = errors.New("the module has no _start")
	}
	if err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}
