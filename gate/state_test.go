package gate

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/synrun/synrun/caps"
)

// stateGate opens a gate in a directory of its own.
func stateGate(t *testing.T, change func(*Config), ceiling string) (*Gate, string) {
	t.Helper()
	dir := t.TempDir()
	p := &caps.Platform{}
	var ceilings []*caps.List
	if ceiling != "" {
		l, err := p.ParseList(ceiling)
		if err != nil {
			t.Fatal(err)
		}
		ceilings = []*caps.List{l}
	}
	cfg := Config{Caps: caps.New(caps.Config{Platform: p, Ceilings: ceilings}), Dir: dir, Program: "sub/main.syn"}
	if change != nil {
		change(&cfg)
	}
	g, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g, dir
}

func TestOpenState(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(*Config)
		ceiling string
		stdin   bool
		want    string // the file, from the directory; "" for none
		err     error
	}{
		{name: "beside the program", want: "sub/.synsema/state/n.db"},
		{name: "covered", ceiling: "stdout,memory=n", want: "sub/.synsema/state/n.db"},
		{name: "above the ceiling", ceiling: "stdout,memory=other"},
		{name: "pure", change: func(c *Config) { c.Pure = true }},
		{name: "from stdin", stdin: true, err: ErrNoState},
		{name: "in a named directory", stdin: true, want: "st/n.db",
			change: func(c *Config) { c.Environ = MapEnviron(map[string]string{"SYNSEMA_STATE_DIR": "st"}) }},
		{name: "a setting of the host", want: "host/n.db",
			change: func(c *Config) {
				c.Environ = MapEnviron(map[string]string{"SYNSEMA_STATE_DIR": "mine"})
				c.HostEnviron = MapEnviron(map[string]string{"SYNSEMA_STATE_DIR": "host"})
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, dir := stateGate(t, c.change, c.ceiling)
			s, content, err := g.OpenState("n", c.stdin)
			if !errors.Is(err, c.err) && err != c.err {
				t.Fatal(err)
			}
			var made []string
			_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, _ error) error {
				if !d.IsDir() {
					rel, _ := filepath.Rel(dir, path)
					made = append(made, filepath.ToSlash(rel))
				}
				return nil
			})
			if c.want == "" {
				if s != nil || made != nil {
					t.Errorf("made %v", made)
				}
				return
			}
			if len(made) != 1 || made[0] != c.want || len(content) != 0 {
				t.Errorf("made %v", made)
			}
		})
	}
}

func TestStateFile(t *testing.T) {
	g, dir := stateGate(t, nil, "")
	s, _, err := g.OpenState("n", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"one\n", "two\n"} {
		if err := s.Append([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if _, content, err := g.OpenState("n", false); err != nil || string(content) != "one\ntwo\n" {
		t.Fatalf("%q %v", content, err)
	}
	if err := s.Replace([]byte("three\n")); err != nil {
		t.Fatal(err)
	}
	if _, content, _ := g.OpenState("n", false); string(content) != "three\n" {
		t.Fatalf("%q", content)
	}
	entries, _ := os.ReadDir(filepath.Dir(s.Path()))
	if len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}

	// A link leads nowhere.
	outside := filepath.Join(dir, "outside")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(filepath.Dir(s.Path()), "link.db")); err == nil {
		if _, _, err := g.OpenState("link", false); err == nil {
			t.Error("the state is kept behind a link")
		}
	}
}
