package synrun

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/audit/query"
	"github.com/synrun/synrun/confine"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/schedule"
)

// finding is one line of doctor.
type finding struct {
	Check    string   `json:"check"`
	State    string   `json:"state"` // ok, limited, missing
	Detail   string   `json:"detail"`
	NeededBy []string `json:"needed_by"`
}

const (
	stateOK      = "ok"
	stateLimited = "limited"
	stateMissing = "missing"
)

func (a *app) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "what this machine can enforce, and whether the state is sound", Args: noArgs,
		Example: "synrun doctor\nsynrun doctor --json",
		RunE: func(*cobra.Command, []string) error {
			places, err := a.places()
			if err != nil {
				return err
			}
			findings, faulty := a.examine(places)
			defer a.warnRoot()
			if a.flags.json {
				if err := a.printJSON(findings); err != nil {
					return err
				}
				return fail(faulty)
			}
			t := &table{a: a, header: []string{"CHECK", "STATE", "DETAIL"}, fixed: 2, folded: []int{2}}
			t.paint = func(row, column int, cell string) string {
				if column != 1 {
					return cell
				}
				switch findings[row].State {
				case stateOK:
					return a.paint(green, cell)
				case stateLimited:
					return a.paint(yellow, cell)
				}
				return a.paint(red, cell)
			}
			for _, f := range findings {
				detail := f.Detail
				if len(f.NeededBy) > 0 && f.State != stateOK {
					detail += " (needed by " + strings.Join(f.NeededBy, ", ") + ")"
				}
				t.add(f.Check, f.State, detail)
			}
			t.print()
			return fail(faulty)
		},
	}
}

// examine makes all findings, in their order. It is faulty when something is
// missing that a plugin needs, or the state is not sound.
func (a *app) examine(places manifest.Places) ([]finding, bool) {
	var rows []host.Row
	if h, err := a.open(); err == nil {
		rows, _ = h.List(host.ListFilter{})
	}
	confined := []string{}
	for _, r := range rows {
		if r.State == host.On && r.Plugin.Confine {
			confined = append(confined, r.Name)
		}
	}
	list := machine(confined)
	faulty := false
	for _, f := range list {
		faulty = faulty || f.State == stateMissing && len(f.NeededBy) > 0
	}
	for _, f := range []finding{homeFinding(places), stateFinding(places), auditFinding(places)} {
		faulty = faulty || f.State != stateOK
		list = append(list, f)
	}
	return append(list, daemonFinding(places), pluginsFinding(rows)), faulty
}

// machine is what the operating system offers. needed names the plugins that
// run confined.
func machine(needed []string) []finding {
	f := confine.Probe()
	var list []finding
	add := func(check, state, detail string, needed []string) {
		if needed == nil {
			needed = []string{}
		}
		list = append(list, finding{check, state, detail, needed})
	}
	have := func(ok bool, detail, lack string) (string, string) {
		if ok {
			return stateOK, detail
		}
		return stateMissing, lack
	}
	add("kernel", stateOK, kernel(), nil)
	switch {
	case f.Landlock >= 4:
		add("landlock", stateOK, fmt.Sprintf("version %d: files and network ports", f.Landlock), needed)
	case f.Landlock > 0:
		add("landlock", stateLimited, fmt.Sprintf("version %d: files, no network ports", f.Landlock), needed)
	default:
		add("landlock", stateMissing, "files cannot be confined", needed)
	}
	state, detail := have(f.Seccomp, "system calls can be filtered", "system calls cannot be filtered")
	add("seccomp", state, detail, needed)
	switch {
	case f.Namespaces && f.UserNamespace:
		add("user-namespaces", stateOK, "mounts and processes of their own", needed)
	case f.Namespaces:
		add("user-namespaces", stateLimited, "only with the privileges of root", needed)
	default:
		add("user-namespaces", stateMissing, "no mounts and processes of their own", needed)
	}
	unixLike := runtime.GOOS != "windows"
	state, detail = have(unixLike, "children end with what they started", "grandchildren may outlive a call")
	add("process-groups", state, detail, nil)
	state, detail = have(unixLike, "memory, files, processor time", "no limits for children")
	add("rlimits", state, detail, needed)
	state, detail = have(runtime.GOOS == "linux", "paths are opened below a folder", "links are followed by hand")
	if state == stateMissing {
		state = stateLimited
	}
	add("openat2", state, detail, nil)
	if runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" {
		add("wazero", stateOK, "compiler", nil)
	} else {
		add("wazero", stateLimited, "interpreter", nil)
	}
	add("native", stateLimited, "not part of this build; programs are interpreted", nil)
	return list
}

func kernel() string {
	text, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return runtime.GOOS + "/" + runtime.GOARCH
	}
	return runtime.GOOS + " " + strings.TrimSpace(string(text))
}

func homeFinding(p manifest.Places) finding {
	f := finding{"home", stateOK, p.Home, []string{}}
	info, err := os.Stat(p.Home)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Detail += ": not there yet, made when it is needed"
	case err != nil:
		f.State, f.Detail = stateMissing, p.Home+": "+err.Error()
	case info.Mode().Perm()&0o077 != 0:
		f.State, f.Detail = stateLimited, fmt.Sprintf("%s: others may enter it (mode %04o, should be 0700)", p.Home, info.Mode().Perm())
	default:
		probe, err := os.CreateTemp(p.Home, ".probe")
		if err != nil {
			f.State, f.Detail = stateMissing, "cannot write "+p.Home
			break
		}
		_ = probe.Close()
		_ = os.Remove(probe.Name())
	}
	return f
}

func stateFinding(p manifest.Places) finding {
	files := []string{
		filepath.Join(p.Home, "config.json"), filepath.Join(p.Home, "approved.json"), filepath.Join(p.Home, "rules.json"),
		filepath.Join(p.State(), "plugins.json"), filepath.Join(p.State(), "schedules.json"), filepath.Join(p.State(), "incompatible.json"),
	}
	n := 0
	for _, file := range files {
		var v any
		if err := manifest.ReadState(file, &v); err != nil {
			return finding{"state", stateMissing, err.Error(), []string{}}
		}
		if v != nil {
			n++
		}
	}
	if _, err := host.LoadConfig(p.Home); err != nil {
		return finding{"state", stateMissing, err.Error(), []string{}}
	}
	return finding{"state", stateOK, fmt.Sprintf("%d files", n), []string{}}
}

func auditFinding(p manifest.Places) finding {
	key, err := audit.PublicKey(p.Home)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return finding{"audit", stateMissing, err.Error(), []string{}}
	}
	v, err := audit.Verify(audit.Workspace(p.Home, p.Workspace), audit.VerifyOptions{Key: key})
	if err != nil {
		return finding{"audit", stateMissing, err.Error(), []string{}}
	}
	text, _, _ := strings.Cut(query.VerifyText(v, "", nil), "\n")
	if !v.OK() {
		return finding{"audit", stateMissing, text, []string{}}
	}
	return finding{"audit", stateOK, strings.TrimPrefix(text, "ok: "), []string{}}
}

func daemonFinding(p manifest.Places) finding {
	d := schedule.LookForDaemon(p.Home)
	last := "last tick: never"
	if !d.Tick.IsZero() {
		last = "last tick: " + d.Tick.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	if d.Running {
		return finding{"daemon", stateOK, fmt.Sprintf("running (pid %d), %s", d.PID, last), []string{}}
	}
	return finding{"daemon", stateLimited, "not running, " + last, []string{}}
}

func pluginsFinding(rows []host.Row) finding {
	on, changed, broken, open := 0, 0, 0, 0
	for i := range rows {
		switch rows[i].State {
		case host.On:
			on++
		case host.Changed:
			changed++
		case host.Incompatible:
			broken++
		case host.Broken:
			broken++
			continue
		}
		if !rows[i].Plugin.Bounded() {
			open++
		}
	}
	state := stateOK
	if changed > 0 || broken > 0 {
		state = stateLimited
	}
	return finding{"plugins", state, fmt.Sprintf("%d on, %d changed, %d broken, %d without ceiling", on, changed, broken, open), []string{}}
}
