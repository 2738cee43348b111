package synrun

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/execkind"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/rpckind"
	"github.com/synrun/synrun/synkind"
	"github.com/synrun/synrun/wasmkind"
)

// globals are the flags that every command has.
type globals struct {
	workspace, home string
	format          string
	mode, profile   string
	requireCeiling  bool
	allowUnconfined bool
	trustProject    bool
	json            bool
	color           string
	noInput, yes    bool
	quiet, verbose  bool
}

func (g *globals) add(root *cobra.Command) {
	f := root.PersistentFlags()
	f.StringVar(&g.workspace, "workspace", "", "the project `DIR` (default $SYNRUN_WORKSPACE, else the current folder)")
	f.StringVar(&g.home, "home", "", "state `DIR` (default $SYNRUN_HOME, else ~/.synrun)")
	f.StringVar(&g.format, "format", "", "`F` of plugin, legacy, lamp, rpc: which one, when a name exists in several")
	f.StringVar(&g.mode, "mode", "", "`M` of ask, yolo, strict: what happens when a model calls a tool")
	f.StringVar(&g.profile, "profile", "", "`P` of build, plan, review, explore, worker: which tools an agent sees (default build)")
	f.BoolVar(&g.requireCeiling, "require-ceiling", false, "hide and refuse what has no ceiling")
	f.BoolVar(&g.allowUnconfined, "allow-unconfined", false, "run processes that cannot be confined; recorded")
	f.BoolVar(&g.trustProject, "trust-project", false, "project lamps count as approved")
	f.BoolVar(&g.json, "json", false, "one JSON value on standard output")
	f.StringVar(&g.color, "color", "auto", "colours: `WHEN` is auto, always or never")
	f.BoolVar(&g.noInput, "no-input", false, "never ask a question")
	f.BoolVarP(&g.yes, "yes", "y", false, "the answer to this command's own question is yes")
	f.BoolVarP(&g.quiet, "quiet", "q", false, "no notes and no progress")
	f.BoolVarP(&g.verbose, "verbose", "v", false, "say why: folders looked into, rule that decided")
	for flag, words := range choices {
		_ = root.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
}

// choices are the flags that take one of a few words.
var choices = map[string][]string{
	"color":   {"auto", "always", "never"},
	"format":  {"plugin", "legacy", "lamp", "rpc"},
	"mode":    {"ask", "yolo", "strict"},
	"profile": {"build", "plan", "review", "explore", "worker"},
}

// check refuses values that are none of the known ones.
func (g *globals) check(a *app) error {
	oneOf := func(flag, value string) error {
		known := choices[flag]
		if value == "" || slices.Contains(known, value) {
			return nil
		}
		return usageError("flag_value", "--"+flag+" must be one of "+strings.Join(known, ", ")+", got '"+value+"'"+host.DidYouMean(value, known), "")
	}
	if g.color == "" {
		g.color = "auto"
	}
	for _, f := range [][2]string{{"color", g.color}, {"format", g.format}, {"mode", g.mode}, {"profile", g.profile}} {
		if err := oneOf(f[0], f[1]); err != nil {
			return err
		}
	}
	a.color = g.color == "always" || g.color == "auto" && a.OutTerminal && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
	return nil
}

// places are the folders to work in.
func (a *app) places() (manifest.Places, error) {
	p, err := manifest.PlacesFrom(getenv, a.flags.workspace, a.flags.home)
	if err == nil {
		for _, dir := range p.Scanned() {
			a.verbose("looking into %s", dir)
		}
	}
	return p, err
}

// config is config.json, overlaid by the flags.
func (a *app) config(home string) (host.Config, error) {
	c, err := host.LoadConfig(home)
	if err != nil {
		return c, err
	}
	if a.flags.mode != "" {
		c.Mode = host.Mode(a.flags.mode)
	}
	if a.flags.profile != "" {
		c.Profile = host.Profile(a.flags.profile)
	}
	c.RequireCeiling = c.RequireCeiling || a.flags.requireCeiling
	return c, nil
}

// runners are one for each kind. What they compile is kept in the folder cache,
// or where that is empty only in memory.
func (a *app) runners(cache string) map[manifest.Kind]manifest.Runner {
	return map[manifest.Kind]manifest.Runner{
		manifest.KindSyn:  &synkind.Runner{Command: isolatedCommand()},
		manifest.KindExec: execkind.New(),
		manifest.KindRPC:  rpckind.New(),
		manifest.KindWasm: wasmkind.New(wasmkind.Options{Cache: cache}),
	}
}

// isolatedCommand is the program of isolated calls: this one.
func isolatedCommand() []string {
	program := getenv("LAMPSON_SYNSEMA")
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil
		}
	}
	return []string{program, "isolated"}
}

// open opens the host, once a command.
func (a *app) open() (*host.Host, error) {
	if a.host != nil {
		return a.host, nil
	}
	places, err := a.places()
	if err != nil {
		return nil, err
	}
	cfg, err := a.config(places.Home)
	if err != nil {
		return nil, err
	}
	h, err := a.openAt(places, cfg)
	if err != nil {
		return nil, err
	}
	a.host = h
	return h, nil
}

func (a *app) openAt(places manifest.Places, cfg host.Config) (*host.Host, error) {
	h, err := host.Open(host.Options{
		Places: places, Config: cfg, Runners: a.runners(filepath.Join(places.Home, "cache")), Environ: os.Environ(),
		Asker:           &terminalAsker{a},
		AllowUnconfined: a.flags.allowUnconfined, TrustProject: a.flags.trustProject,
		Note: func(text string) { a.note("%s", text) },
	})
	var write *audit.WriteError
	if errors.As(err, &write) || errors.Is(err, fs.ErrPermission) {
		return nil, failure("home", "cannot write "+places.Home+": "+osReason(err), "--home DIR")
	}
	return h, err
}

// osReason is why the operating system refused something, without the path.
func osReason(err error) string {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// formatFlag is --format as the host wants it.
func (a *app) formatFlag() manifest.Format { return manifest.Format(a.flags.format) }

// by is who acts, for the record.
const by = "user"
