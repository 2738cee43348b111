package manifest

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/synrun/synrun/audit"
)

// Places are the folders in which plugins and their state are looked for.
type Places struct {
	Workspace string // the project: absolute, links resolved
	Home      string // state of this host: absolute
	UserHome  string // the user's home folder; "" when there is none
	Lampson   string // home of the agent whose plugins are read: <UserHome>/lampson
	Lamps     string // home of the lamps: <UserHome>/.lamps
	Config    string // configuration folder: <UserHome>/.config
	XDGConfig string // configuration folder that a variable names; "" when none does
	Extra     []string
	System    []string // data folders of the system, with rpc plugins in amber/plugins
}

// PlacesFrom works the places out from an environment. An empty home or
// workspace is taken from it too.
func PlacesFrom(getenv func(string) string, workspace, home string) (Places, error) {
	user := getenv("HOME")
	if user == "" {
		user = getenv("USERPROFILE")
	}
	if workspace == "" {
		workspace = getenv("SYNRUN_WORKSPACE")
	}
	ws, err := workspacePath(workspace)
	if err != nil {
		return Places{}, err
	}
	if home == "" {
		home = getenv("SYNRUN_HOME")
	}
	if home == "" {
		home = filepath.Join(user, ".synrun")
	}
	if home, err = filepath.Abs(home); err != nil {
		return Places{}, err
	}
	p := Places{
		Workspace: ws, Home: home, UserHome: user,
		Lampson: getenv("LAMPSON_HOME"), Lamps: getenv("LAMP_HOME"),
		Config: filepath.Join(user, ".config"), XDGConfig: getenv("XDG_CONFIG_HOME"),
		System: []string{"/usr/local/share", "/usr/share"},
	}
	if p.Lampson == "" {
		p.Lampson = filepath.Join(user, "lampson")
	}
	if p.Lamps == "" {
		// The lamps' own program looks for its home in this order.
		p.Lamps = filepath.Join(cmp.Or(getenv("USERPROFILE"), getenv("HOME"), "."), ".lamps")
	}
	if p.Lamps, err = filepath.Abs(p.Lamps); err != nil {
		return Places{}, err
	}
	for _, v := range []string{"LAMPSON_PLUGINS_DIR", "SYNRUN_PLUGINS_DIR"} {
		if dir := getenv(v); dir != "" {
			if dir, err = filepath.Abs(dir); err != nil {
				return Places{}, err
			}
			p.Extra = append(p.Extra, dir)
		}
	}
	return p, nil
}

// NoWorkspaceError says that the folder named as the project is not there.
type NoWorkspaceError struct{ Dir string }

func (e *NoWorkspaceError) Error() string { return "no such folder: " + e.Dir }

func workspacePath(dir string) (string, error) {
	if dir == "" {
		dir = "."
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", &NoWorkspaceError{dir}
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", &NoWorkspaceError{dir}
	}
	if st, err := os.Stat(real); err != nil || !st.IsDir() {
		return "", &NoWorkspaceError{dir}
	}
	return real, nil
}

// State is the folder of this workspace below home.
func (p Places) State() string { return filepath.Join(p.Home, "ws", audit.Slug(p.Workspace)) }

// RunDir is the working directory of syn plugins and of what they start.
func (p Places) RunDir() string { return filepath.Join(p.State(), "run") }

// GlobalDir is where plugins that this host installs live.
func (p Places) GlobalDir() string { return filepath.Join(p.Home, "plugins") }

// ProjectDir is the folder of a project plugin of that name and format.
func (p Places) ProjectDir(f Format, name string) string {
	switch f {
	case FormatLegacy:
		return filepath.Join(p.Workspace, ".lampson", "lamps", name)
	case FormatLamp:
		return filepath.Join(p.Workspace, ".lamps", name)
	case FormatRPC:
		return filepath.Join(p.Workspace, ".amber", "plugins", name)
	}
	return filepath.Join(p.Workspace, ".lampson", "plugins", name)
}

// ConfigDir is the folder in which rpc plugins of the user and their state lie.
func (p Places) ConfigDir() string {
	if p.XDGConfig != "" {
		return p.XDGConfig
	}
	return p.Config
}

// Prepare makes the folders of this workspace below home and notes in them
// which workspace they belong to.
func (p Places) Prepare() error {
	if err := os.MkdirAll(p.RunDir(), 0o700); err != nil {
		return fmt.Errorf("cannot write %s: %v", p.Home, reason(err))
	}
	note := filepath.Join(p.State(), "path")
	if _, err := os.Stat(note); err == nil {
		return nil
	}
	if err := WriteFile(note, []byte(p.Workspace+"\n")); err != nil {
		return fmt.Errorf("cannot write %s: %v", p.Home, reason(err))
	}
	return nil
}

// Protected are the folders below which a file item of a ceiling reaches only
// when it names them: manifests, state and plugin code.
func (p Places) Protected() []string {
	list := []string{
		filepath.Join(p.Workspace, ".lampson"), filepath.Join(p.Workspace, ".lamps"),
		filepath.Join(p.Workspace, ".amber"), p.Home,
		filepath.Join(p.Lampson, "plugins"), filepath.Join(p.Lampson, "lamps"),
		filepath.Join(p.Lampson, ".lampson"), p.Lamps,
		filepath.Join(p.ConfigDir(), "amber"), filepath.Join(p.Config, "amber"),
	}
	return append(list, p.Extra...)
}
