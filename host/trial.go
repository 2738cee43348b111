package host

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/synrun/synrun/manifest"
)

// Trial is one line of CALLS.jsonl, tried.
type Trial struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Message string `json:"message"`
	MS      int64  `json:"ms"`
}

// trialLine is a line of CALLS.jsonl: a call and what is expected of it.
type trialLine struct {
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
	Want   *string         `json:"want"`
	WantRE *string         `json:"want_re"`
	OK     *bool           `json:"ok"`
}

// InTrial calls f with a host whose workspace and home exist only meanwhile: the
// workspace holds a copy of the plugin, which is on there, and what lies in its
// testdata folder. Whether the plugin itself is on does not matter.
//
// opt gives runners, environment and configuration; its places are replaced. The
// runners are closed.
func InTrial(p *manifest.Plugin, opt Options, f func(h *Host, copied *manifest.Plugin) error) error {
	base, err := os.MkdirTemp("", "synrun-test-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(base)
	if opt.Places, err = trialPlaces(base, p); err != nil {
		return err
	}
	opt.Asker, opt.AllowUnconfined = nil, false
	h, err := Open(opt)
	if err != nil {
		return err
	}
	defer h.Close()
	copied, err := h.Plugin(p.ID, p.Format)
	if err != nil {
		return err
	}
	if _, err := h.On(copied, TurnOptions{By: "test"}); err != nil {
		return err
	}
	return f(h, copied)
}

// TryCalls makes the calls that a plugin's CALLS.jsonl lists, in a trial. A
// plugin without that file has none.
func TryCalls(ctx context.Context, p *manifest.Plugin, opt Options) (trials []Trial, err error) {
	if _, err := os.Stat(filepath.Join(p.Dir, callsFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	err = InTrial(p, opt, func(h *Host, copied *manifest.Plugin) error {
		trials, err = h.TryCalls(ctx, copied)
		return err
	})
	return trials, err
}

const callsFile = "CALLS.jsonl"

// TryCalls makes the calls that the CALLS.jsonl of a plugin lists.
func (h *Host) TryCalls(ctx context.Context, p *manifest.Plugin) ([]Trial, error) {
	src, err := os.ReadFile(filepath.Join(p.Dir, callsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	trials := []Trial{}
	lines := bufio.NewScanner(bytes.NewReader(src))
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		var l trialLine
		if err := json.Unmarshal(text, &l); err != nil || l.Tool == "" {
			trials = append(trials, Trial{Name: fmt.Sprintf("line %d", n), Message: "not a call: {\"tool\", \"args\", \"want\" or \"want_re\", \"ok\"}"})
			continue
		}
		trials = append(trials, h.try(ctx, p, l))
	}
	return trials, lines.Err()
}

// trialPlaces lays out the workspace of a trial.
func trialPlaces(base string, p *manifest.Plugin) (manifest.Places, error) {
	ws := filepath.Join(base, "workspace")
	if err := os.MkdirAll(ws, 0o755); err != nil {
		return manifest.Places{}, err
	}
	places, err := manifest.PlacesFrom(func(string) string { return "" }, ws, filepath.Join(base, "home"))
	if err != nil {
		return places, err
	}
	user := filepath.Join(base, "user")
	places.UserHome, places.Lampson = user, filepath.Join(user, "lampson")
	places.Lamps, places.Config, places.System = filepath.Join(user, ".lamps"), filepath.Join(user, ".config"), nil
	to := places.ProjectDir(p.Format, p.ID)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return places, err
	}
	if err := os.CopyFS(to, os.DirFS(p.Dir)); err != nil {
		return places, err
	}
	data := filepath.Join(p.Dir, "testdata")
	if st, err := os.Stat(data); err != nil || !st.IsDir() {
		return places, nil
	}
	return places, os.CopyFS(ws, os.DirFS(data))
}

func (h *Host) try(ctx context.Context, p *manifest.Plugin, l trialLine) Trial {
	t := Trial{Name: l.Tool}
	if len(l.Args) > 0 {
		t.Name = CallLine(l.Tool, Spaced(l.Args))
	}
	start := time.Now()
	r, err := h.Call(ctx, Request{Name: string(p.Format) + ":" + p.ID + "." + l.Tool, Args: l.Args})
	t.MS = time.Since(start).Milliseconds()
	switch {
	case err != nil:
		t.Message = err.Error()
	case l.OK != nil && r.OK != *l.OK:
		t.Message = fmt.Sprintf("expected ok %t, got %s", *l.OK, quote(r.Output))
	case l.Want != nil && r.Output != *l.Want:
		t.Message = fmt.Sprintf("expected %s, got %s", quote(*l.Want), quote(r.Output))
	case l.WantRE != nil:
		re, err := regexp.Compile(*l.WantRE)
		if err != nil {
			t.Message = "want_re: " + err.Error()
		} else if !re.MatchString(r.Output) {
			t.Message = fmt.Sprintf("expected a match of %s, got %s", *l.WantRE, quote(r.Output))
		}
	}
	t.OK = t.Message == ""
	return t
}

// quote shows a text on one line.
func quote(s string) string {
	const shown = 200
	if runes := []rune(s); len(runes) > shown {
		s = string(runes[:shown]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
