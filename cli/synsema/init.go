package synsema

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// starters are the files that init writes.
var starters = [...]struct{ name, text string }{
	{"hello.syn", `-- A first program. Run it:   synsema run hello.syn
-- Test it:                  synsema test hello.syn

task greeting(name)
    give "Hello, " + name + "!"

let who be args()
when length(who) == 0
    print(greeting("world"))
otherwise
    each name in who
        print(greeting(name))

test "greets by name"
    assert_eq(greeting("Ada"), "Hello, Ada!")
`},
	{".env.example", `# Copy this file to .env: programs read its names with env("NAME") and
# secret("NAME"), after require env("NAME") or require secret("NAME").
# GREETING=Hello
`},
	{".gitignore", ".env\n.synsema/\n"},
	{".mcp.json", `{
  "mcpServers": {
    "synsema-code": {
      "command": "synsema",
      "args": ["code", "--mcp"]
    }
  }
}
`},
}

// initialize writes the starter files. What a person changed stays as it is:
// then the new text is written beside it.
func (c *command) initialize(args []string) int {
	dir := "."
	for i, a := range args {
		switch {
		case a == "--synfide" || a == "--pwa" || a == "--desktop":
			return c.usage("%s: not supported by this implementation", a)
		case strings.HasPrefix(a, "-"):
			return c.usage("unknown flag '%s'", a)
		case i > 0:
			return c.usage("one directory at most")
		}
		dir = a
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return c.fail("cannot create '%s': %s", dir, reason(err))
	}
	for _, f := range starters {
		path := filepath.Join(dir, f.name)
		old, err := os.ReadFile(path)
		switch {
		case err == nil && bytes.Equal(old, []byte(f.text)):
			fmt.Fprintf(c.Out, "init: %s is there already\n", path)
			continue
		case err == nil:
			fmt.Fprintf(c.Out, "init: %s was changed, the new text is %s.new\n", path, path)
			path += ".new"
		case errors.Is(err, fs.ErrNotExist):
			fmt.Fprintf(c.Out, "init: %s created\n", path)
		default:
			return c.fail("cannot read '%s': %s", path, reason(err))
		}
		if err := os.WriteFile(path, []byte(f.text), 0o666); err != nil {
			return c.fail("cannot write '%s': %s", path, reason(err))
		}
	}
	return exitOK
}
