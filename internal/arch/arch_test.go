// Package arch holds the rules of the house: which room may import which,
// which libraries each may use, and what the runtime never calls. They are
// tests, so that a breach is a red line and not a discussion.
package arch

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/synrun/synrun"

// pkg is what `go list` says about a package.
type pkg struct {
	ImportPath string
	Dir        string
	Standard   bool
	Imports    []string
	GoFiles    []string
}

var load = sync.OnceValues(func() ([]pkg, error) { return list("./...") })

// deps are all packages that the product links, those of libraries too.
func list(args ...string) ([]pkg, error) {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Standard,Imports,GoFiles"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, errors.New(string(exit.Stderr))
		}
		return nil, err
	}
	var pkgs []pkg
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
}

func packages(t *testing.T) []pkg {
	t.Helper()
	pkgs, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// room is the room that a package of ours lies in: its path below the module,
// as far as the table below knows it.
func room(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, module+"/")
	if !ok {
		return "", false
	}
	for r := rest; ; {
		if _, known := level[r]; known {
			return r, true
		}
		i := strings.LastIndexByte(r, '/')
		if i < 0 {
			return rest, true
		}
		r = r[:i]
	}
}

// level orders the rooms: a package imports only rooms of a lower level, and
// packages of its own room.
var level = map[string]int{
	"cmd": 100, "examples": 100,
	"cli": 89, "cli/synrun": 92, "cli/synsema": 91, "cli/model": 90,
	"web": 80, "mcp": 80, "hub": 80, "lsp": 80,
	"schedule": 70,
	"host":     60, "registry": 65,
	"vet": 50, "vet/asks": 45,
	"synkind": 40, "execkind": 40, "rpckind": 40, "wasmkind": 40,
	"manifest": 35,
	"runtime":  30, "runtime/builtin": 28, "runtime/value": 26,
	"runtime/precise": 25, "runtime/complexnum": 25, "runtime/linalg": 25, "runtime/ndarray": 25,
	"runtime/generator": 25, "runtime/moment": 25,
	"gate":  20,
	"audit": 15, "confine": 15,
	"caps": 10, "synsema": 10,
	"internal": 200, // helpers of tests and generators: nobody imports them
}

func TestArrowsPointDown(t *testing.T) {
	for _, p := range packages(t) {
		from, ok := room(p.ImportPath)
		if !ok {
			continue
		}
		if _, known := level[from]; !known {
			t.Errorf("%s: the room %q is not in the table of rooms", p.ImportPath, from)
			continue
		}
		for _, imp := range p.Imports {
			to, ours := room(imp)
			if !ours || to == from {
				continue
			}
			if level[to] >= level[from] && !sameHouse(from, to) {
				t.Errorf("%s imports %s: an arrow that points up", p.ImportPath, imp)
			}
		}
	}
}

// sameHouse allows what the parts of the runtime import of each other: values,
// numbers and builtins, none of which knows the machine.
func sameHouse(from, to string) bool {
	return strings.HasPrefix(from, "runtime/") && strings.HasPrefix(to, "runtime/")
}

// The language and the capabilities are pure logic about nothing of ours.
func TestPureRooms(t *testing.T) {
	for _, p := range packages(t) {
		from, _ := room(p.ImportPath)
		if from != "caps" && from != "synsema" {
			continue
		}
		for _, imp := range p.Imports {
			if to, ours := room(imp); ours && (from == "caps" || to != "synsema") {
				t.Errorf("%s imports %s", p.ImportPath, imp)
			}
		}
	}
}

// libraries are the modules of others that each room may import directly.
var libraries = map[string][]string{
	"caps":            {"github.com/gobwas/glob", "golang.org/x/net/idna"},
	"audit":           {"github.com/expr-lang/expr", "golang.org/x/sys"},
	"gate":            {"golang.org/x/net", "golang.org/x/sys", "github.com/valyala/fasthttp", "modernc.org/sqlite", "modernc.org/libc", "github.com/jackc/pgx", "github.com/go-sql-driver/mysql", "github.com/redis/go-redis", "go.mongodb.org/mongo-driver", "github.com/coder/websocket", "github.com/creack/pty", "github.com/fsnotify/fsnotify", "golang.org/x/term"},
	"confine":         {"golang.org/x/sys"},
	"manifest":        {"github.com/santhosh-tekuri/jsonschema", "golang.org/x/sys", "golang.org/x/text"}, // text: the language of its messages
	"host":            {"golang.org/x/sys"},
	"runtime":         {},
	"runtime/builtin": {"golang.org/x/text", "gonum.org/v1/gonum", "github.com/pelletier/go-toml", "golang.org/x/crypto", "github.com/beevik/etree"},
	"runtime/linalg":  {"gonum.org/v1/gonum"},
	"wasmkind":        {"github.com/tetratelabs/wazero", "golang.org/x/sys"},
	"mcp":             {"github.com/modelcontextprotocol/go-sdk"},
	"schedule":        {"github.com/robfig/cron"},
	"hub":             {"github.com/nats-io/nats.go", "github.com/nats-io/nats-server"},
	"registry":        {"oras.land/oras-go", "github.com/opencontainers"},
	"cli":             {"golang.org/x/sys"},
	"cli/synrun":      {"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term", "github.com/chzyer/readline"},
}

func TestLibraries(t *testing.T) {
	for _, p := range packages(t) {
		from, ok := room(p.ImportPath)
		if !ok || from == "internal" {
			continue
		}
		for _, imp := range p.Imports {
			first, _, _ := strings.Cut(imp, "/")
			if !strings.Contains(first, ".") || strings.HasPrefix(imp, module) {
				continue
			}
			if !slices.ContainsFunc(libraries[from], func(lib string) bool { return imp == lib || strings.HasPrefix(imp, lib+"/") }) {
				t.Errorf("%s imports %s, which is not among the libraries of %s", p.ImportPath, imp, from)
			}
		}
	}
}

// TestRuntimeHasOneDoor: the runtime reaches the outside through gate alone.
func TestRuntimeHasOneDoor(t *testing.T) {
	forbidden := []string{"os", "os/exec", "os/signal", "os/user", "net", "net/http", "database/sql", "syscall", "math/rand", "math/rand/v2", "golang.org/x/sys/unix"}
	for _, p := range packages(t) {
		if from, ok := room(p.ImportPath); !ok || from != "runtime" && !strings.HasPrefix(from, "runtime/") {
			continue
		}
		for _, imp := range p.Imports {
			if slices.Contains(forbidden, imp) {
				t.Errorf("%s imports %s", p.ImportPath, imp)
			}
		}
	}
}

// TestOneRoomStartsProcesses: gate is the sole user of os/exec.
func TestOneRoomStartsProcesses(t *testing.T) {
	for _, p := range packages(t) {
		from, ok := room(p.ImportPath)
		if ok && from != "gate" && from != "internal" && slices.Contains(p.Imports, "os/exec") {
			t.Errorf("%s imports os/exec", p.ImportPath)
		}
	}
}

// TestSynsemaIsSmall: the language command links nothing of the plugin host.
func TestSynsemaIsSmall(t *testing.T) {
	pkgs, err := list("-deps", "./cmd/synsema")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		if to, ours := room(p.ImportPath); ours {
			switch to {
			case "host", "manifest", "vet", "synkind", "execkind", "rpckind", "wasmkind", "web", "mcp", "hub", "schedule", "registry", "cli/synrun":
				t.Errorf("synsema links %s", p.ImportPath)
			}
		}
		for _, lib := range []string{"github.com/modelcontextprotocol", "github.com/robfig/cron", "github.com/nats-io", "github.com/santhosh-tekuri/jsonschema", "github.com/spf13/cobra", "oras.land", "github.com/expr-lang"} {
			if strings.HasPrefix(p.ImportPath, lib) {
				t.Errorf("synsema links %s", p.ImportPath)
			}
		}
	}
}
