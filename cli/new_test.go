package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewPluginWorks goes the way of an author with every kind of plugin: new,
// check without a finding, tests green, on, a call.
func TestNewPluginWorks(t *testing.T) {
	for _, c := range []struct {
		kind, lang string
		need       string // a program without which the plugin does not run
	}{
		{"syn", "", ""}, {"exec", "sh", "sh"}, {"exec", "python3", "python3"}, {"exec", "node", "node"},
		{"rpc", "python3", "python3"}, {"rpc", "go", "go"}, {"wasm", "c", ""}, {"wasm", "go", "go"},
	} {
		t.Run(strings.Trim(c.kind+"-"+c.lang, "-"), func(t *testing.T) {
			if _, err := exec.LookPath(c.need); c.need != "" && err != nil && os.Getenv("CI") == "" {
				t.Skip("needs " + c.need)
			}
			dir := t.TempDir()
			// A project with a module of its own must not get into the build.
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module project\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			synrun := func(code int, want string, args ...string) {
				t.Helper()
				cmd := command(t, "synrun", append([]string{"--home", filepath.Join(dir, "home")}, args...)...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
				r := run(t, cmd)
				if r.code != code || !strings.Contains(r.output, want) {
					t.Fatalf("synrun %s: exit %d\n%s\nwant %d and %q", strings.Join(args, " "), r.code, r.output, code, want)
				}
			}
			args := []string{"plugin", "new", "mine", "--kind", c.kind, "--tool", "say-hi"}
			if c.lang != "" {
				args = append(args, "--lang", c.lang)
			}
			synrun(0, "mine written to ", args...)
			synrun(0, "1 checked, 0 faulty, 0 warnings", "plugin", "check", "--strict", "mine")
			synrun(0, " passed, 0 failed", "plugin", "test", "mine")
			synrun(1, "is not enabled", "call", "mine.say-hi", "who=Ana")
			synrun(0, "mine is on", "plugin", "on", "mine")
			synrun(0, "Hello, Ana!\n", "call", "mine.say-hi", "who=Ana")
			synrun(0, "Hello, world!\n", "call", "mine.say-hi", `{}`)
		})
	}
}

// TestWasmTemplate: the module that comes with the template is its source.
func TestWasmTemplate(t *testing.T) {
	if _, err := exec.LookPath("clang"); err != nil && os.Getenv("CI") == "" {
		t.Skip("needs clang with wasi-libc")
	}
	built := filepath.Join(t.TempDir(), "main.wasm")
	source := filepath.Join("..", "host", "templates", "wasm-c")
	out, err := exec.Command("clang", "--target=wasm32-wasi", "-Os", "-s", "-o", built, filepath.Join(source, "main.c")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := t.TempDir()
	synrun := func(args ...string) string {
		cmd := command(t, "synrun", append([]string{"--home", filepath.Join(dir, "home")}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
		return run(t, cmd).output
	}
	synrun("plugin", "new", "mine", "--kind", "wasm")
	module := filepath.Join(dir, ".lampson", "plugins", "mine", "main.wasm")
	for _, from := range []string{module, built} {
		src, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(module, src, 0o644); err != nil {
			t.Fatal(err)
		}
		synrun("plugin", "on", "mine")
		for args, want := range map[string]string{
			`{"who": "Zoë"}`: "Hello, Zoë!\n", `{"when": "now", "who":"B"}`: "Hello, B!\n", `{"who": 5}`: "Hello, world!\n",
			`{"x": "who", "who": "a\"b\\n\ud83d\ude00"}`: "Hello, a\"b\\n😀!\n", `{}`: "Hello, world!\n",
		} {
			if got := synrun("call", "mine.hello", args); got != want {
				t.Errorf("%s: %q, want %q", args, got, want)
			}
		}
	}
}
