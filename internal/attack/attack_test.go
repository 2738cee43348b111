// Package attack runs hostile programs. Each file in testdata holds those of
// one theme. An attack is a program NAME.syn, or a plugin NAME.json with its
// program, under lines of its own:
//
//	# guard: H1.link          the guards that stop it (package guards)
//	# ceiling: stdout,net     the host ceiling; none when the line is missing
//	# file: path = text       a file of its world (\n is a line)
//	# link: path -> target    a symbolic link; # hard: likewise
//	# env: NAME=value
//	# show: path              a file that is looked at afterwards
//	# loot: text              what shows that it succeeded
//
// NAME.want holds what must come out: the texts and the whole record. With
// guards taken out (see internal/mutate) only the attacks that name them run,
// and each must get its loot: that is the proof that the guard stops it.
//
// In programs and results $TMP is the folder of the world: the program runs in
// $TMP/plugin, in which it is usually granted work/*.
package attack

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/cli/synrun"
	"github.com/synrun/synrun/cli/synsema"
	"github.com/synrun/synrun/internal/mutate/guards"
)

var update = flag.Bool("update", false, "write what comes out as what is wanted")

// attack is one hostile program.
type attack struct {
	name    string
	lines   map[string][]string // the directives
	program string
	plugin  string // its manifest, when it is a plugin
	want    string
}

func (a *attack) one(key string) string {
	if len(a.lines[key]) == 0 {
		return ""
	}
	return a.lines[key][0]
}

// guards is the set that has to be out, as Variable spells it.
func (a *attack) guards() string { return strings.Join(strings.Fields(a.one("guard")), ",") }

type theme struct {
	name    string
	path    string
	archive *txtar.Archive
	attacks []*attack
}

func themes(t *testing.T) (all []theme) {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no attacks", err)
	}
	for _, path := range paths {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		th := theme{name: strings.TrimSuffix(filepath.Base(path), ".txtar"), path: path, archive: ar}
		byName := map[string]*attack{}
		for _, f := range ar.Files {
			ext := filepath.Ext(f.Name)
			name := strings.TrimSuffix(f.Name, ext)
			a := byName[name]
			if a == nil {
				a = &attack{name: name, lines: map[string][]string{}}
				byName[name] = a
				th.attacks = append(th.attacks, a)
			}
			switch text := string(f.Data); ext {
			case ".syn":
				a.read(text)
			case ".json":
				a.plugin = text
			case ".want":
				a.want = text
			default:
				t.Fatalf("%s: %s is no part of an attack", path, f.Name)
			}
		}
		all = append(all, th)
	}
	return all
}

// read takes the directives off the head of a program.
func (a *attack) read(text string) {
	for strings.HasPrefix(text, "# ") {
		line, rest, _ := strings.Cut(text[2:], "\n")
		key, value, _ := strings.Cut(line, ": ")
		a.lines[key] = append(a.lines[key], value)
		text = rest
	}
	a.program = text
}

func TestAttacks(t *testing.T) {
	out := os.Getenv(guards.Variable)
	for _, th := range themes(t) {
		t.Run(th.name, func(t *testing.T) {
			for _, a := range th.attacks {
				if out != "" && out != a.guards() {
					continue
				}
				t.Run(a.name, func(t *testing.T) {
					got := a.run(t)
					switch {
					case out != "":
						if !a.succeeded(got) {
							t.Errorf("without %s it does not get %q:\n%s", out, a.one("loot"), got)
						}
					case *update:
						a.want = got
					case got != a.want:
						t.Errorf("got\n%s\nwant\n%s", got, a.want)
					}
					if out == "" && a.succeeded(got) {
						t.Errorf("it succeeds:\n%s", got)
					}
				})
			}
		})
		if *update {
			th.write(t)
		}
	}
}

// succeeded looks for the loot, or for the trace that is missing after "without".
func (a *attack) succeeded(got string) bool {
	if trace, ok := strings.CutPrefix(a.one("loot"), "without "); ok {
		return !strings.Contains(got, trace)
	}
	return strings.Contains(got, a.one("loot"))
}

// write puts the wanted results in place.
func (th *theme) write(t *testing.T) {
	t.Helper()
	var files []txtar.File
	for _, f := range th.archive.Files {
		if filepath.Ext(f.Name) == ".want" {
			continue
		}
		files = append(files, f)
		if filepath.Ext(f.Name) == ".syn" {
			name := strings.TrimSuffix(f.Name, ".syn")
			for _, a := range th.attacks {
				if a.name == name {
					files = append(files, txtar.File{Name: name + ".want", Data: []byte(a.want)})
				}
			}
		}
	}
	ar := txtar.Archive{Comment: th.archive.Comment, Files: files}
	if err := os.WriteFile(th.path, txtar.Format(&ar), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run makes the world of the attack and lets it loose. The result is what came
// out and what was recorded.
func (a *attack) run(t *testing.T) string {
	tmp, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		path := filepath.Join(tmp, "plugin", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		text = strings.ReplaceAll(strings.ReplaceAll(text, `\n`, "\n"), "$TMP", tmp)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	put("work/ok.txt", `fine\n`)
	put("key.txt", `LOOT\n`)
	put("../outside/key.txt", `LOOT\n`)
	for _, f := range a.lines["file"] {
		name, text, _ := strings.Cut(f, " = ")
		put(name, text)
	}
	for key, make := range map[string]func(string, string) error{"link": os.Symlink, "hard": os.Link} {
		for _, l := range a.lines[key] {
			name, target, _ := strings.Cut(strings.ReplaceAll(l, "$TMP", tmp), " -> ")
			if err := make(target, filepath.Join(tmp, "plugin", name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Chdir(filepath.Join(tmp, "plugin"))
	t.Setenv("HOME", filepath.Join(tmp, "home"))
	t.Setenv("SYNRUN_HOME", filepath.Join(tmp, "state"))
	t.Setenv("SYNSEMA_STATE_DIR", filepath.Join(tmp, "state"))
	for _, e := range a.lines["env"] {
		name, value, _ := strings.Cut(strings.ReplaceAll(e, "$TMP", tmp), "=")
		t.Setenv(name, value)
	}
	program := strings.ReplaceAll(a.program, "$TMP", tmp)
	var got string
	if a.plugin == "" {
		got = a.runProgram(t, filepath.Join(tmp, "main.syn"), program)
	} else {
		got = a.callPlugin(t, program)
	}
	for _, name := range a.lines["show"] {
		text, err := os.ReadFile(filepath.Join(tmp, "plugin", name))
		if err != nil {
			text = []byte("none")
		}
		var b strings.Builder
		lines(&b, "file", strings.Split(strings.TrimSpace(string(text)), "\n"))
		got += b.String()
	}
	got = regexp.MustCompile(`"ts":"[^"]*"`).ReplaceAllString(got, `"ts":"T"`)
	return strings.ReplaceAll(strings.ReplaceAll(got, tmp, "$TMP"), "$TMP/main.syn", "main.syn")
}

// report is what `synsema run --format json` prints.
type report struct {
	Output, Errors []string
	Audit          []struct {
		Context, Capability, Source, Reason, Origin string
		Granted                                     bool
		File                                        *string
		Line                                        *int
	}
}

func (a *attack) runProgram(t *testing.T, path, program string) string {
	if err := os.WriteFile(path, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"run", "--format", "json"}
	if len(a.lines["ceiling"]) > 0 {
		args = append(args, "--cap-set", a.one("ceiling"))
	}
	args = append(args, a.lines["arg"]...)
	var out, errs bytes.Buffer
	synsema.Main(append(args, path), cli.Streams{In: strings.NewReader(a.one("stdin")), Out: &out, Err: &errs})
	var b strings.Builder
	lines(&b, "stderr", strings.Split(strings.TrimSpace(errs.String()), "\n"))
	var r report
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			lines(&b, "unreadable", []string{out.String()})
		}
	}
	lines(&b, "out", r.Output)
	lines(&b, "error", r.Errors)
	for _, e := range r.Audit {
		if e.Source == "ambient" || e.Origin == "runtime" {
			continue
		}
		word := "refused"
		if e.Granted {
			word = "granted"
		}
		place := ""
		if e.Line != nil {
			place = " line " + string(rune('0'+*e.Line/10)) + string(rune('0'+*e.Line%10))
		}
		lines(&b, "record", []string{word + " " + e.Capability + " to " + e.Context + ": " + e.Reason + " [" + e.Source + place + "]"})
	}
	return b.String()
}

// lines writes texts so that no text can look like two.
func lines(b *strings.Builder, head string, texts []string) {
	for _, t := range texts {
		if t != "" {
			b.WriteString(head + ": " + strings.NewReplacer("\n", `\n`, "\r", `\r`, "\x00", `\0`).Replace(t) + "\n")
		}
	}
}

// callPlugin turns the plugin on and calls its tool.
func (a *attack) callPlugin(t *testing.T, program string) string {
	dir := ".lampson/plugins/" + strings.Split(a.one("call"), ".")[0]
	if a.one("call") == "" {
		dir = ".lampson/plugins/evil"
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"plugin.json": a.plugin, "main.syn": program} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range a.lines["pluginlink"] {
		name, target, _ := strings.Cut(l, " -> ")
		_ = os.Remove(filepath.Join(dir, name))
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	do := func(head string, args ...string) {
		var out, errs bytes.Buffer
		synrun.Main(append(args, "--no-input"), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		lines(&b, head, strings.Split(strings.TrimSpace(out.String()), "\n"))
		notes := strings.Split(strings.TrimSpace(errs.String()), "\n")
		// Who runs the tests is no matter of the attack.
		notes = slices.DeleteFunc(notes, func(l string) bool { return strings.HasPrefix(l, "note: synrun runs as root") })
		lines(&b, head+" stderr", notes)
	}
	do("on", "plugin", "on", filepath.Base(dir), "--yes")
	for _, w := range a.lines["write"] {
		name, text, _ := strings.Cut(w, " = ")
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.ReplaceAll(text, `\n`, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if a.one("call") != "" {
		do("call", "call", a.one("call"))
	}
	var out bytes.Buffer
	synrun.Main([]string{"audit", "--type", "check", "--json", "-n", "0"}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	for line := range strings.Lines(out.String()) {
		var e struct {
			Capability, Reason, Source string
			Granted                    bool
			Line                       int
		}
		if json.Unmarshal([]byte(line), &e) != nil || e.Source == "ambient" || e.Source == "ceiling" && e.Line == 0 {
			continue
		}
		word := "refused"
		if e.Granted {
			word = "granted"
		}
		lines(&b, "record", []string{word + " " + e.Capability + ": " + e.Reason + " [" + e.Source + "]"})
	}
	return b.String()
}

// TestEveryAttackNamesItsGuard also lists the attacks for internal/mutate.
func TestEveryAttackNamesItsGuard(t *testing.T) {
	n := 0
	seen, named := map[string]bool{}, map[string]bool{}
	for _, th := range themes(t) {
		for _, a := range th.attacks {
			n++
			name := th.name + "/" + a.name
			if seen[name] || a.guards() == "" || a.one("loot") == "" || a.program == "" || a.want == "" {
				t.Errorf("%s is there twice, or without guard, loot, program or result", name)
			}
			seen[name] = true
			for id := range strings.SplitSeq(a.guards(), ",") {
				named[id] = true
				if guards.ByID(id) == nil {
					t.Errorf("%s: there is no guard %s", name, id)
				}
			}
			t.Logf("attack: %s %s", name, a.guards())
		}
	}
	for _, g := range guards.List {
		if len(g.Tests) == 0 && !named[g.ID] {
			t.Errorf("no test and no attack shows that %s is needed", g.ID)
		}
	}
	if n < 60 {
		t.Errorf("%d attacks", n)
	}
}
