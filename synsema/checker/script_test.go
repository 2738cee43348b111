package checker_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/synrun/synrun/synsema/checker"
)

// TestScripts runs what the grammar scripts expect of `synsema check`, without
// a command: exec, ! exec, stdout, stderr and cmp lines that follow a check.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("../../testdata/script/grammar/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	checks := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) { checks += runScript(t, txtar.Parse(data)) })
	}
	if checks < 100 {
		t.Errorf("only %d checks ran", checks)
	}
}

var pattern = regexp.MustCompile(`'((?:[^']|'')*)'|(\S+)`)

// words splits a script line; '…' quotes, ” inside stands for '.
func words(line string) (list []string) {
	for _, m := range pattern.FindAllStringSubmatch(line, -1) {
		if m[2] != "" {
			list = append(list, m[2])
		} else {
			list = append(list, strings.ReplaceAll(m[1], "''", "'"))
		}
	}
	return list
}

func runScript(t *testing.T, ar *txtar.Archive) (checks int) {
	files := map[string][]byte{}
	for _, f := range ar.Files {
		files[f.Name] = f.Data
	}
	read := func(name string) ([]byte, error) {
		if data, ok := files[name]; ok {
			return data, nil
		}
		return nil, fs.ErrNotExist
	}
	var stdout, stderr bytes.Buffer
	active := false
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		w := words(line)
		if len(w) == 0 || strings.HasPrefix(w[0], "#") {
			continue
		}
		negate := w[0] == "!"
		if negate {
			w = w[1:]
		}
		switch w[0] {
		case "exec":
			active = len(w) == 4 && w[1] == "synsema" && w[2] == "check"
			if !active {
				continue
			}
			checks++
			stdout.Reset()
			stderr.Reset()
			r := checker.Check(w[3], files[w[3]], checker.Options{Read: read})
			r.WriteText(&stdout, &stderr, false)
			r.WriteWarnings(&stderr, 0)
			if r.OK() == negate {
				t.Errorf("%s: ok = %v\n%s%s", line, r.OK(), &stdout, &stderr)
			}
		case "stdout", "stderr":
			if !active {
				continue
			}
			out := stdout.String()
			if w[0] == "stderr" {
				out = stderr.String()
			}
			if regexp.MustCompile(`(?m)`+w[1]).MatchString(out) == negate {
				t.Errorf("%s\ngot: %s", line, out)
			}
		case "cmp":
			if !active {
				continue
			}
			out := stdout.String()
			if w[1] == "stderr" {
				out = stderr.String()
			}
			if out != string(files[w[2]]) {
				t.Errorf("%s\ngot:\n%s\nwant:\n%s", line, out, files[w[2]])
			}
		}
	}
	return checks
}
