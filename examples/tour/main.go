// Command tour shows what synrun is for, in a home and a workspace that vanish
// afterwards: a plugin is checked, turned on and called; another of its tools
// is refused; and the record tells all of it.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/cli/synrun"
)

func main() {
	if err := tour(filepath.Join("examples", "example-hello")); err != nil {
		fmt.Fprintln(os.Stderr, "tour:", err)
		os.Exit(1)
	}
}

// step is a command of the tour and the exit code it must have.
type step struct {
	args []string
	code int
}

func tour(plugin string) error {
	base, err := os.MkdirTemp("", "synrun-tour-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(base)
	workspace := filepath.Join(base, "workspace")
	dir := filepath.Join(workspace, ".lampson", "plugins", filepath.Base(plugin))
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	if err := os.CopyFS(dir, os.DirFS(plugin)); err != nil {
		return fmt.Errorf("%w (run it from the top of the repository)", err)
	}
	where := []string{"--workspace", workspace, "--home", filepath.Join(base, "home")}
	for _, s := range []step{
		{[]string{"plugin", "check", "example-hello"}, 0},
		{[]string{"plugin", "on", "example-hello"}, 0},
		{[]string{"call", "example-hello.greet", "who=Ana"}, 0},
		{[]string{"call", "example-hello.peek"}, 1},
		{[]string{"audit", "--plugin", "example-hello", "--where", `origin != "runtime"`}, 0},
		{[]string{"audit", "--verify"}, 0},
	} {
		fmt.Print("$ synrun")
		for _, a := range s.args {
			fmt.Print(" ", quoted(a))
		}
		fmt.Println()
		if code := synrun.Main(append(s.args, where...), cli.Process()); code != s.code {
			return fmt.Errorf("exit code %d, expected %d", code, s.code)
		}
		fmt.Println()
	}
	return nil
}

// quoted shows a word as a person would type it.
func quoted(word string) string {
	for _, r := range word {
		if r == ' ' || r == '"' || r == '!' {
			return "'" + word + "'"
		}
	}
	return word
}
