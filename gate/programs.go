package gate

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// programFiles are the files and folders that a program needs to be run: the
// program itself, the programs that interpret it, and the libraries that were
// installed with each of them outside the system's own folders.
func programFiles(path string, env []string) (files []string) {
	const deepest = 5 // more than the kernel allows
	for range deepest {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return files
		}
		files = append(files, real)
		files = append(files, libraries(real, lastValue(env, "HOME"))...)
		if name := filepath.Base(real); strings.HasPrefix(name, "python") && isDir("/etc/"+name) {
			files = append(files, "/etc/"+name) // Debian keeps a part of the library there
		}
		interpreter, argument := shebang(real)
		if interpreter == "" {
			return files
		}
		path = interpreter
		if filepath.Base(interpreter) != "env" {
			continue
		}
		if real, err := filepath.EvalSymlinks(interpreter); err == nil {
			files = append(files, real)
		}
		if path, err = findRunnable(envProgram(argument), "/", env); err != nil {
			return files
		}
	}
	return files
}

// libraries are the folders beside the one a program lies in that hold what
// belongs to it: /opt/x/lib of /opt/x/bin/program. The system's are lent anyway.
func libraries(program, home string) (dirs []string) {
	bin := filepath.Dir(program)
	prefix := filepath.Dir(bin)
	if base := filepath.Base(bin); base != "bin" && base != "sbin" {
		return nil
	}
	switch prefix {
	case "/", "/usr", "/usr/local", filepath.Clean(home):
		return nil
	}
	for _, name := range []string{"lib", "lib64", "libexec"} {
		if dir := filepath.Join(prefix, name); isDir(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// shebang reads the first line of a script: its interpreter and the argument.
func shebang(path string) (interpreter, argument string) {
	f, err := os.Open(path)
	if err != nil {
		return "", ""
	}
	defer f.Close()
	var head [256]byte
	n, _ := f.Read(head[:])
	line, _, _ := bytes.Cut(head[:n], []byte("\n"))
	rest, ok := strings.CutPrefix(string(line), "#!")
	if !ok {
		return "", ""
	}
	interpreter, argument, _ = strings.Cut(strings.Trim(rest, " \t\r"), " ")
	return interpreter, strings.TrimSpace(argument)
}

// envProgram is the program that env is told to run.
func envProgram(argument string) string {
	for _, word := range strings.Fields(argument) {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			return word
		}
	}
	return ""
}

// findRunnable is FindProgram for a confined child. The stand-ins of version
// managers are passed over where the program itself is in the PATH too: they are
// scripts that start a dozen others to find it.
func findRunnable(word, dir string, env []string) (string, error) {
	path, err := FindProgram(word, dir, env)
	if err != nil || strings.ContainsAny(word, pathSeparators) || filepath.Base(filepath.Dir(path)) != "shims" {
		return path, err
	}
	plain, _ := withoutShims(lastValue(env, "PATH"))
	if real, err := FindProgram(word, dir, []string{"PATH=" + plain}); err == nil {
		return real, nil
	}
	return path, nil
}

// withoutShims parts a PATH into the folders of programs and those of stand-ins.
func withoutShims(path string) (plain, shims string) {
	var parts [2][]string
	for _, d := range filepath.SplitList(path) {
		i := 0
		if filepath.Base(d) == "shims" {
			i = 1
		}
		parts[i] = append(parts[i], d)
	}
	const separator = string(filepath.ListSeparator)
	return strings.Join(parts[0], separator), strings.Join(parts[1], separator)
}

// FindConfined is FindProgram for a process that is to be confined.
func FindConfined(word, dir string, env []string) (string, error) {
	path, err := findRunnable(word, dir, env)
	if err == nil && !filepath.IsAbs(path) {
		err = errors.New("not an absolute path")
	}
	return path, err
}
