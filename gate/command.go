package gate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/synrun/synrun/caps"
)

// command is a program that was asked for, found and allowed.
type command struct {
	shown string // as the program wrote it
	path  string // absolute; empty when it was not found
	err   error  // why not
}

// findCommand resolves a command once. A bare name is looked up in the PATH of
// the host, never in the current directory; a path is relative to the
// program's directory.
func (g *Gate) findCommand(cmd string) command {
	c := command{shown: cmd}
	switch {
	case strings.IndexByte(cmd, 0) >= 0:
		c.err = errors.New("a NUL byte in the command")
	case cmd == "":
		c.err = errors.New("no command")
	case strings.ContainsAny(cmd, pathSeparators):
		c.path = g.abs(cmd)
		c.err = executable(c.path)
	default:
		c.err = errors.New("executable file not found in $PATH")
		for _, dir := range filepath.SplitList(g.hostPath()) {
			if !filepath.IsAbs(dir) {
				continue
			}
			path := filepath.Join(dir, cmd)
			if err := executable(path); err == nil {
				c.path, c.err = path, nil
				break
			} else if errors.Is(err, fs.ErrPermission) {
				c.err = err
			}
		}
	}
	return c
}

// hostPath is the PATH of the host, never one that a program was given.
func (g *Gate) hostPath() string {
	path, _ := g.cfg.HostEnviron.Lookup("PATH")
	return path
}

func executable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return syscall.EISDIR
	case info.Mode()&0o111 == 0 && pathSeparators == "/":
		return fs.ErrPermission
	}
	return nil
}

// askExec checks a command, records the answer, and refuses one that the
// program could have written itself.
func (g *Gate) askExec(at At, cmd string) (command, error) {
	d := g.caps.Decide(g.caps.Platform().Request(caps.Exec, cmd))
	if !d.Granted {
		return command{}, g.enter(at, d)
	}
	c := g.findCommand(cmd)
	if c.path != "" && g.writesCommand(c.path) {
		d = d.Refuse(caps.Writable)
	}
	return c, g.enter(at, d)
}

// writesCommand reports whether the program may write the file or its
// directory, by the name it was found under or by its real one.
func (g *Gate) writesCommand(path string) bool {
	paths := []string{path, filepath.Dir(path)}
	if real, err := locate(path); err == nil && real != path {
		paths = append(paths, real, filepath.Dir(real))
	}
	for _, p := range paths {
		if g.caps.MayReplace(filepath.ToSlash(p)) {
			return true
		}
		if rel, err := filepath.Rel(g.cfg.Dir, p); err == nil && g.caps.MayReplace(filepath.ToSlash(rel)) {
			return true
		}
	}
	return false
}

// injects reports a variable that changes what a child executes.
func injects(name string) bool {
	switch name {
	case "PATH", "IFS", "BASH_ENV", "ENV", "NODE_OPTIONS", "RUBYOPT", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EDITOR",
		"GIT_SEQUENCE_EDITOR", "GIT_PAGER", "GIT_ASKPASS", "GIT_EXTERNAL_DIFF", "GIT_PROXY_COMMAND", "GIT_EXEC_PATH",
		"GIT_TEMPLATE_DIR":
		return true
	}
	for _, prefix := range [...]string{"LD_", "DYLD_", "PYTHON", "PERL5", "GIT_CONFIG"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// inherited reports a variable of the minimal environment.
func inherited(name string) bool {
	switch name {
	case "PATH", "HOME", "LANG", "TZ", "TMPDIR", "SYSTEMROOT", "USERPROFILE":
		return true
	}
	return strings.HasPrefix(name, "LC_")
}

// sensitive reports the provider and webhook variables, which children do not
// get unless the program passes one on.
func sensitive(name string) bool {
	switch name {
	case "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "MINIMAX_API_KEY", "DEEPSEEK_API_KEY", "TYPESAFE_API_KEY":
		return true
	}
	return strings.HasPrefix(name, "SYNSEMA_LLM_") || strings.HasPrefix(name, "SYNSEMA_JUDGE_") ||
		strings.HasPrefix(name, "SYNSEMA_HUMAN_")
}

// childEnv makes the environment of a child: the parent's without what is
// sensitive, or under a host ceiling the minimal one; then what the program
// sets.
func (g *Gate) childEnv(source string, set [][2]string) ([]string, error) {
	minimal := g.caps.Limited()
	env := make([]string, 0, 16)
	for _, kv := range g.cfg.Environ.List() {
		name, _, _ := strings.Cut(kv, "=")
		if name == "" || name == "PATH" {
			continue
		}
		if minimal && !inherited(name) && !slices.Contains(g.cfg.ChildEnv, name) {
			continue
		}
		if _, inFile := g.cfg.EnvFile.Lookup(name); inFile || sensitive(name) {
			continue
		}
		env = append(env, kv)
	}
	if path := g.hostPath(); path != "" {
		env = append(env, "PATH="+path)
	}
	for _, kv := range set {
		name := kv[0]
		if injects(name) && !slices.Contains(g.cfg.AllowChildEnv, name) {
			return nil, usage(source + `: env may not set "` + name + `" (it changes what the child executes)`)
		}
		if strings.ContainsAny(name, "=\x00") || name == "" || strings.IndexByte(kv[1], 0) >= 0 {
			continue // no operating system can hold it
		}
		env = slices.DeleteFunc(env, func(have string) bool { return strings.HasPrefix(have, name+"=") })
		env = append(env, name+"="+kv[1])
	}
	return env, nil
}

func hasNUL(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return strings.IndexByte(a, 0) >= 0 })
}
