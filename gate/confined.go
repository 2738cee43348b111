package gate

import (
	"errors"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/confine"
)

// SourceConfine is the source of the entries that a sandbox makes for what it
// lends when it is built. What its child asks of the network has that of the
// proxy.
const SourceConfine = "confine"

// SandboxConfig is what a sandbox is made from.
type SandboxConfig struct {
	// Ceilings are the lists that all have to cover what is lent.
	Ceilings []*caps.List
	Platform *caps.Platform
	// Sink takes the entries of the record, one at a time. When it fails, what
	// was asked for does not happen, and nothing after it.
	Sink func(caps.Entry) error

	Program string              // the command's own file: absolute
	Folder  string              // the plugin's folder: lent to be read and run
	Dir     string              // working directory, which relative paths start from
	Mounts  []VirtualDir        // names that relative paths may begin with instead
	Env     []string            // what the child gets, before the sandbox adds to it
	Lent    func(n string) bool // whether a variable of Env is there because of the ceiling

	Protected      []string // host folders
	AllowAddresses []netip.Prefix
	Resolver       Resolver
	Limits         confine.Limits
}

// VirtualDir is a name that stands for a folder at the start of relative paths.
type VirtualDir struct{ Name, Dir string }

// Sandbox is the operating-system sandbox of one process. It is used once.
type Sandbox struct {
	cfg    SandboxConfig
	policy confine.Policy
	env    []string
	holds  []*placeholder
	temp   string // a folder to be removed
	gate   *Gate  // decides and records, first here, then for the proxy
}

// Limits of what one child can make its host do.
const (
	maxSandboxChecks = 100_000
	maxProxied       = 64 // connections at once
)

// NewSandbox works out what a ceiling lends, records it, and makes what has to
// be there before the process is. Close gives it up, used or not.
func NewSandbox(cfg SandboxConfig) (*Sandbox, error) {
	s := &Sandbox{cfg: cfg}
	set := caps.New(caps.Config{Platform: cfg.Platform, Ceilings: cfg.Ceilings, Fixed: true, Sink: func(e caps.Entry) {
		if err := cfg.Sink(e); err != nil {
			s.gate.Stop(ioError(err.Error(), err))
		}
	}})
	var err error
	s.gate, err = New(Config{Caps: set, Dir: cfg.Dir, AllowAddresses: cfg.AllowAddresses, Resolver: cfg.Resolver,
		Limits: Limits{Checks: maxSandboxChecks, Handles: maxProxied}})
	if err != nil {
		return nil, err
	}
	if err := s.lend(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Env is the environment of the child.
func (s *Sandbox) Env() []string { return s.env }

// Close gives up what is held for the sandbox. Its process has ended.
func (s *Sandbox) Close() {
	s.gate.Close()
	for _, h := range slices.Backward(s.holds) {
		h.release()
	}
	if s.temp != "" {
		_ = os.RemoveAll(s.temp)
	}
}

// ask decides and records; what is refused is not lent, and is no error.
func (s *Sandbox) ask(r caps.Request) (granted bool, err error) {
	return s.enter(s.gate.caps.Decide(r))
}

func (s *Sandbox) enter(d caps.Decision) (granted bool, err error) {
	if err := s.gate.enter(At{Source: SourceConfine}, d); err != nil && d.Granted {
		return false, err
	}
	if e := s.gate.Stopped(); e != nil {
		return false, e
	}
	return d.Granted, nil
}

func (s *Sandbox) lend() (err error) {
	cfg := &s.cfg
	if err := s.makeTemp(); err != nil {
		return err
	}
	s.policy.Limits = cfg.Limits
	s.add(confine.Read|confine.Execute, cfg.Folder)
	for _, path := range programFiles(cfg.Program, cfg.Env) {
		s.add(confine.Read|confine.Execute, path)
	}
	var programs []string
	for _, it := range items(cfg.Ceilings) {
		scope, _ := it.Scope()
		switch it.Kind() {
		case caps.File, caps.FileRead, caps.FileWrite:
			granted, err := s.ask(it.Request())
			if err != nil {
				return err
			}
			if granted {
				s.lendPath(it)
			}
		case caps.Net:
			s.policy.Net = true
		case caps.Exec:
			programs = append(programs, scope)
		}
	}
	if err := s.protect(); err != nil {
		return err
	}
	for _, name := range programs {
		if err := s.lendProgram(name); err != nil {
			return err
		}
	}
	for _, kv := range cfg.Env {
		name, _, _ := strings.Cut(kv, "=")
		if cfg.Lent != nil && cfg.Lent(name) {
			if _, err := s.ask(cfg.Platform.Request(caps.Env, name)); err != nil {
				return err
			}
		}
	}
	s.quiet()
	s.environ()
	return nil
}

// makeTemp finds the child's temporary folder. Where the child has a mount view
// the folder is only the place that its own one is mounted at, so that one serves
// all children of this user; else each gets a new one.
func (s *Sandbox) makeTemp() (err error) {
	base, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil {
		return err
	}
	if confine.Current().Namespaces {
		dir := filepath.Join(base, "synrun-"+strconv.Itoa(os.Getuid()))
		_ = os.Mkdir(dir, 0o700)
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && ownedByUser(info) && info.Mode().Perm() == 0o700 {
			s.policy.Temp = dir
			return nil
		}
	}
	s.temp, err = os.MkdirTemp(base, "synrun-")
	s.policy.Temp = s.temp
	return err
}

func items(lists []*caps.List) []*caps.Item {
	if len(lists) == 0 {
		return nil
	}
	return lists[0].Items()
}

func (s *Sandbox) add(rights confine.Rights, path string) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		s.policy.Files = append(s.policy.Files, confine.Access{Path: real, Rights: rights})
	}
}

// lendPath lends the file or the folder that an item names.
func (s *Sandbox) lendPath(it *caps.Item) {
	rights := map[caps.Kind]confine.Rights{
		caps.File: confine.Read | confine.Write, caps.FileRead: confine.Read, caps.FileWrite: confine.Write,
	}[it.Kind()]
	path, _ := it.Path()
	dir, tree := it.Tree()
	if tree {
		path = dir
		s.lendMounts(dir, rights)
	}
	real, mount := s.resolve(path)
	loc, err := locate(real)
	if err != nil {
		return // no file can be there
	}
	if _, in := below(mount, loc); !in {
		return // a link leads out of the mount
	}
	if rights&confine.Write != 0 && bare(loc) {
		// What may be written may be made. It goes away again if it is not used.
		_ = s.hold(loc, tree)
	}
	if info, err := os.Lstat(loc); err != nil || info.IsDir() != tree {
		return
	}
	s.policy.Files = append(s.policy.Files, confine.Access{Path: loc, Rights: rights})
}

// lendMounts lends what lies below a folder of the virtual root, as plugins/*
// does every global plugin. It names none of them, so none may be written.
func (s *Sandbox) lendMounts(dir string, rights confine.Rights) {
	for _, m := range s.cfg.Mounts {
		if strings.HasPrefix(m.Name, dir+"/") && rights&confine.Read != 0 {
			s.add(confine.Read, m.Dir)
		}
	}
}

// resolve finds where the canonical path of an item lies, and the folder that
// links must not lead out of.
func (s *Sandbox) resolve(path string) (real, within string) {
	if isRooted(path) {
		return filepath.FromSlash(path), string(filepath.Separator)
	}
	for _, m := range s.cfg.Mounts {
		if rel, ok := relativeTo(m.Name, path); ok {
			within := m.Dir
			if r, err := filepath.EvalSymlinks(within); err == nil {
				within = r
			}
			return filepath.Join(within, filepath.FromSlash(rel)), within
		}
	}
	return filepath.Join(s.cfg.Dir, filepath.FromSlash(path)), string(filepath.Separator)
}

// protect keeps the host's folders as they are although what they lie in may be
// written. One that is not there yet is held, so that it cannot be made.
func (s *Sandbox) protect() error {
	for _, folder := range append(slices.Clone(s.cfg.Protected), s.cfg.Folder) {
		loc, err := locate(filepath.Clean(folder))
		if err != nil || !s.writes(loc) {
			continue
		}
		for _, part := range bareParts(loc) {
			// What this user may not make the child may not either.
			if err := s.hold(part, true); err != nil && !errors.Is(err, os.ErrPermission) && !errors.Is(err, syscall.EROFS) {
				return err
			}
		}
		s.policy.Protected = append(s.policy.Protected, loc)
	}
	return nil
}

// writes reports whether a path lies in what is lent to be written.
func (s *Sandbox) writes(path string) bool {
	return slices.ContainsFunc(s.policy.Files, func(a confine.Access) bool {
		_, in := below(a.Path, path)
		return in && a.Rights&confine.Write != 0
	})
}

// bareParts are the folders of a path that do not exist or are empty, outermost
// first.
func bareParts(path string) (parts []string) {
	for at := path; at != filepath.Dir(at) && bare(at); at = filepath.Dir(at) {
		parts = append(parts, at)
	}
	slices.Reverse(parts)
	return parts
}

// lendProgram lends a program by its name. One that the child may write is no
// program to be lent.
func (s *Sandbox) lendProgram(name string) error {
	d := s.gate.caps.Decide(s.cfg.Platform.Request(caps.Exec, name))
	path, missing := findRunnable(name, s.cfg.Dir, s.cfg.Env)
	if missing == nil && d.Granted {
		if real, err := locate(path); err == nil && (s.writes(path) || s.writes(real) || s.writes(filepath.Dir(real))) {
			d = d.Refuse(caps.Writable)
		}
	}
	granted, err := s.enter(d)
	if err != nil || missing != nil || !granted {
		return err
	}
	for _, path := range programFiles(path, s.cfg.Env) {
		s.add(confine.Read|confine.Execute, path)
	}
	return nil
}

// quietNames are settings of a person in the home folder that programs give up
// over when they may not read them, though they go on when there are none.
var quietNames = [...]string{".gitconfig", ".config/git/config", ".curlrc", ".npmrc"}

func (s *Sandbox) quiet() {
	home := lastValue(s.cfg.Env, "HOME")
	if !filepath.IsAbs(home) {
		return
	}
	for _, name := range quietNames {
		real, err := filepath.EvalSymlinks(filepath.Join(home, name))
		if err != nil {
			continue
		}
		lent := slices.ContainsFunc(s.policy.Files, func(a confine.Access) bool {
			_, in := below(a.Path, real)
			return in
		})
		if !lent {
			s.policy.Quiet = append(s.policy.Quiet, real)
		}
	}
}

var proxyURL = "http://127.0.0.1:" + strconv.Itoa(confine.ProxyPort)

// environ adds what the sandbox itself has to say to its child.
func (s *Sandbox) environ() {
	env := append(slices.Clone(s.cfg.Env), "TMPDIR="+s.policy.Temp)
	if plain, shims := withoutShims(lastValue(env, "PATH")); plain != "" && shims != "" {
		// A shell that finds a stand-in first gives up when it may not run it.
		env = append(env, "PATH="+plain+string(filepath.ListSeparator)+shims)
	}
	if s.policy.Net {
		for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
			env = append(env, name+"="+proxyURL, strings.ToLower(name)+"="+proxyURL)
		}
		env = slices.DeleteFunc(env, func(kv string) bool {
			name, _, _ := strings.Cut(kv, "=")
			return strings.EqualFold(name, "NO_PROXY") // there is nothing to be reached without it
		})
	}
	// Of a name that is there twice the last counts.
	last := map[string]int{}
	for i, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		last[name] = i
	}
	s.env = nil
	for i, kv := range env {
		if name, _, ok := strings.Cut(kv, "="); ok && name != "" && last[name] == i && strings.IndexByte(kv, 0) < 0 {
			s.env = append(s.env, kv)
		}
	}
}

// confined is what is held for a process in a sandbox.
type confined struct {
	child *confine.Child
	proxy *Proxy // nil without net
}

func (b *confined) exit(e Exit) Exit {
	code, signal := b.child.Exit(e.Code, e.Signal)
	return Exit{Code: code, Signal: signal}
}

func (b *confined) close() {
	if b.proxy != nil {
		_ = b.proxy.Close()
	}
	b.child.Close()
}

func (p *Process) startConfined(l *Launch, files childFiles) error {
	box := l.Sandbox
	start := func() (*confine.Child, error) {
		return confine.Start(confine.Command{
			Path: l.Path, Args: l.Args, Dir: l.Dir, Env: box.env, In: files.in, Out: files.out, Errs: files.errors,
		}, &box.policy)
	}
	child, err := start()
	if errors.Is(err, confine.ErrReconsider) {
		if err := box.makeTemp(); err != nil {
			return err
		}
		box.environ()
		child, err = start()
	}
	if err != nil {
		return err
	}
	process, err := os.FindProcess(child.Pid)
	if err != nil {
		return err
	}
	p.cmd = &exec.Cmd{Path: l.Path, Process: process}
	p.box = &confined{child: child}
	if child.Proxy != nil {
		p.box.proxy = box.gate.ServeProxy(child.Proxy)
	}
	return nil
}

// Missing is what this machine lacks to build a sandbox, when that is why a
// process did not start.
func Missing(err error) (what string, ok bool) {
	var missing *confine.MissingError
	var setup *confine.SetupError
	switch {
	case errors.As(err, &missing):
		return missing.What, true
	case errors.As(err, &setup):
		return setup.Error(), true
	}
	return "", false
}

// CPUTime bounds the processor time of a child that may run so long: as much as
// all processors can give.
func CPUTime(wall time.Duration, processors int) time.Duration {
	return wall * time.Duration(processors)
}
