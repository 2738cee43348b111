//go:build linux

package confine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The attack suite. Every attack is a function that tries to do what a confined
// program must not be able to, and is run as a program of its own, in up to six
// ways: without a sandbox (where it must succeed, or it shows nothing), in the
// sandbox (where it must be refused), both as whoever runs the tests and, for
// root, as an ordinary user too; and in the sandbox without the layer that owns
// it, where it must succeed again.
//
// The test program plays all parts: TestMain turns it into the host of an attack,
// and that turns itself into the attack.

const (
	hostVariable   = "SYNRUN_TEST_HOST"
	attackVariable = "SYNRUN_TEST_ATTACK"
	nobody         = 65534
)

// scene is what an attack finds.
type scene struct {
	Attack   string
	Confined bool
	Off      layer
	Poor     bool // a machine without namespaces

	Exe      string
	Outside  string // a folder that is not lent, of the user
	Work     string // a folder that is lent to be read and written, with a protected folder .host in it
	Read     string // a folder that is lent to be read
	Temp     string
	Socket   string // a Unix socket in Outside
	Abstract string
	TCP, UDP string
	Victim   int // a process of the same user
}

func (s *scene) secret() string { return filepath.Join(s.Outside, "secret.txt") }

const inherited = 77 // a descriptor that was open before

func TestMain(m *testing.M) {
	for name, play := range map[string]func(*scene) int{hostVariable: playHost, attackVariable: playAttack} {
		if text := os.Getenv(name); text != "" {
			var s scene
			if err := json.Unmarshal([]byte(text), &s); err != nil {
				panic(err)
			}
			os.Unsetenv(name)
			os.Exit(play(&s))
		}
	}
	os.Exit(m.Run())
}

func (s *scene) json() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// playHost starts the attack, confined or not, and passes its result on.
func playHost(s *scene) int {
	fd, err := unix.Open(s.secret(), unix.O_RDONLY, 0)
	if err == nil {
		err = unix.Dup3(fd, inherited, 0)
	}
	if err != nil {
		fmt.Println("HOST", err)
		return 9
	}
	if !s.Confined {
		return playAttack(s)
	}
	a := attackNamed(s.Attack)
	p := &Policy{
		Temp: s.Temp, off: s.Off, Protected: []string{filepath.Join(s.Work, ".host")},
		Files: []Access{{s.Exe, Read | Execute}, {s.Work, Read | Write}, {s.Read, Read}},
	}
	if a.policy != nil {
		a.policy(p)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	can := Probe()
	if s.Poor {
		p.Protected = nil // which it would refuse
		can = Features{Landlock: can.Landlock, Seccomp: can.Seccomp}
	}
	c, err := start(Command{Path: s.Exe, Args: []string{s.Exe}, Dir: s.Work, Env: []string{"HOME=/", attackVariable + "=" + s.json()}, In: null, Out: os.Stdout, Errs: os.Stdout}, p, can)
	if err != nil {
		fmt.Println("HOST", err)
		return 9
	}
	var ws unix.WaitStatus
	if _, err := unix.Wait4(c.Pid, &ws, 0, nil); err != nil {
		panic(err)
	}
	code, signal := -1, int(ws.Signal())
	if ws.Exited() {
		code, signal = ws.ExitStatus(), 0
	}
	code, signal = c.Exit(code, signal)
	c.Close()
	if signal != 0 {
		fmt.Println("SIGNAL", signal)
	}
	return code
}

// playAttack attacks, and tells how it went.
func playAttack(s *scene) int {
	err := attackNamed(s.Attack).run(s)
	var e syscall.Errno
	switch {
	case err == nil:
		fmt.Println("OK")
	case errors.As(err, &e):
		fmt.Println("ERRNO", int(e), err)
	default:
		fmt.Println("FAILED", err)
	}
	return 0
}

func attackNamed(name string) *attack {
	for _, list := range [][]attack{attacks, parts} {
		if i := slices.IndexFunc(list, func(a attack) bool { return a.name == name }); i >= 0 {
			return &list[i]
		}
	}
	panic("no attack " + name)
}

// result is how an attack went.
type result struct {
	ok    bool
	errno syscall.Errno
	text  string
}

func (r result) String() string { return strings.TrimSpace(r.text) }

func (s scene) play(t *testing.T, uid int) result {
	t.Helper()
	cmd := exec.Command(s.Exe)
	cmd.Dir = s.Work
	s.dress(t, uid)
	cmd.Env = []string{hostVariable + "=" + s.json(), "TMPDIR=" + filepath.Dir(s.Temp)}
	if uid != os.Geteuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	cmd.WaitDelay = time.Second
	timer := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	out, _ := cmd.CombinedOutput()
	r := result{text: string(out)}
	for line := range strings.Lines(r.text) {
		var n int
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "OK\n":
			r.ok = true
		case "HOST":
			t.Fatalf("%s (confined %t, uid %d, off %b): %s", s.Attack, s.Confined, uid, s.Off, out)
		case "ERRNO":
			if _, err := fmt.Sscan(rest, &n); err == nil {
				r.errno = syscall.Errno(n)
			}
		}
	}
	return r
}

// setScene makes the folders, sockets and processes of the attacks of one user.
func setScene(t *testing.T, uid int) scene {
	t.Helper()
	base, err := os.MkdirTemp("", "synrun-attack-")
	if err == nil {
		base, err = filepath.EvalSymlinks(base)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	s := scene{
		Exe: filepath.Join(base, "attack"), Outside: filepath.Join(base, "outside"), Work: filepath.Join(base, "work"),
		Read: filepath.Join(base, "read"), Temp: filepath.Join(base, "tmp", "t"), Abstract: "@synrun-attack-" + filepath.Base(base),
	}
	s.Socket = filepath.Join(s.Outside, "sock")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	must(err)
	copyFile(t, self, s.Exe, 0o755)
	for _, dir := range []string{s.Outside, s.Work, s.Read, s.Temp, filepath.Join(s.Work, ".host")} {
		must(os.MkdirAll(dir, 0o755))
	}
	copyFile(t, self, filepath.Join(s.Outside, "program"), 0o755)
	must(filepath.WalkDir(base, func(path string, _ os.DirEntry, err error) error {
		if err == nil {
			err = os.Chown(path, uid, uid)
		}
		return err
	}))
	if os.Geteuid() == 0 { // one that lends root's rights
		must(os.Chown(filepath.Join(s.Outside, "program"), 0, 0))
		must(os.Chmod(filepath.Join(s.Outside, "program"), 0o755|os.ModeSetuid))
	}
	listen := func(network, address string) net.Listener {
		l, err := net.Listen(network, address)
		must(err)
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = io.WriteString(c, "hello\n")
				c.Close()
			}
		}()
		return l
	}
	listen("unix", s.Socket)
	must(os.Chmod(s.Socket, 0o777))
	listen("unix", s.Abstract)
	s.TCP = listen("tcp", "127.0.0.1:0").Addr().String()
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(err)
	t.Cleanup(func() { udp.Close() })
	go answerNames(udp)
	s.UDP = udp.LocalAddr().String()
	dgram, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: s.Socket + "-dgram", Net: "unixgram"})
	must(err)
	t.Cleanup(func() { dgram.Close() })
	must(os.Chmod(s.Socket+"-dgram", 0o777))
	victim := exec.Command("sleep", "600")
	victim.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if uid != os.Geteuid() {
		victim.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
	}
	must(victim.Start())
	t.Cleanup(func() { _ = victim.Process.Kill(); _ = victim.Wait() })
	s.Victim = victim.Process.Pid
	return s
}

// answerNames is a name server that knows no name.
func answerNames(c net.PacketConn) {
	b := make([]byte, 512)
	for {
		n, from, err := c.ReadFrom(b)
		if err != nil {
			return
		}
		if n >= 12 {
			b[2], b[3] = 0x81, 0x83 // the answer: there is none
			_, _ = c.WriteTo(b[:n], from)
		}
	}
}

// dress puts everything back in its place that an attack may have changed.
func (s *scene) dress(t *testing.T, uid int) {
	t.Helper()
	for _, name := range []string{"new.txt", "x.txt", "linked", "made", "pipe", "unpacked"} {
		_ = os.RemoveAll(filepath.Join(s.Outside, name))
	}
	dir := filepath.Join(s.Outside, "dir")
	_ = os.Mkdir(dir, 0o755)
	_ = os.Chmod(s.Outside, 0o755)
	owners := map[string]int{
		dir: uid, s.secret(): uid, filepath.Join(s.Outside, "victim.txt"): uid,
		filepath.Join(s.Outside, "public.txt"): 12345, filepath.Join(s.Read, "data.txt"): uid,
	}
	for path, owner := range owners {
		var err error
		if path != dir {
			_ = os.Remove(path)
			err = os.WriteFile(path, []byte("secret\n"), 0o600)
			if owner != uid {
				err = errors.Join(err, os.Chmod(path, 0o644))
			}
		}
		if os.Geteuid() == 0 {
			err = errors.Join(err, os.Chown(path, owner, owner))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func copyFile(t *testing.T, from, to string, mode os.FileMode) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err == nil {
		_, err = io.Copy(out, in)
	}
	if err == nil {
		err = out.Close()
	}
	if err == nil {
		err = os.Chmod(to, mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// calm is what the call of a neighbour may take while an attack runs, on a machine
// that may be as busy as it likes; TestCostOfAttacks asks for much less.
const calm = 5 * time.Second

func TestAttacks(t *testing.T) {
	if can := Probe(); can.Landlock < 6 || !can.Namespaces || !can.Network {
		t.Fatalf("this machine cannot run the suite: %+v", can)
	}
	users := []int{os.Geteuid()}
	if users[0] == 0 {
		users = append(users, nobody)
	}
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			for _, uid := range users {
				if a.root && uid != 0 || a.user && (uid == 0 || users[0] != 0) {
					continue
				}
				s := setScene(t, uid)
				s.Attack = a.name
				free := s.play(t, uid)
				absent := slices.Contains(notHere, free.errno)
				if !free.ok && !absent {
					t.Errorf("uid %d: without a sandbox: %s", uid, free)
				}
				s.Confined = true
				var held result
				slowest := besides(t, 1, func() { held = s.play(t, uid) })
				t.Logf("uid %d: a neighbour's call took %v at most", uid, slowest)
				if slowest > calm {
					t.Errorf("uid %d: a neighbour's call took %v", uid, slowest)
				}
				if held.ok || !a.refused(held, absent) {
					t.Errorf("uid %d: confined: %s", uid, held)
				}
				if a.off == 0 || uid != users[0] || absent {
					continue
				}
				s.Off, s.Poor = a.off, a.bare
				if loose := s.play(t, uid); !loose.ok {
					t.Errorf("without the owning layer: %s", loose)
				}
			}
		})
	}
}

// notHere are the errors of things that this kernel was built without.
var notHere = []syscall.Errno{unix.ENOSYS, unix.EAFNOSUPPORT, unix.EPROTONOSUPPORT, unix.EOPNOTSUPP, unix.ESOCKTNOSUPPORT}

// attack is one of them.
type attack struct {
	name   string
	off    layer // the layers that own it; 0: it is not tried without them
	run    func(*scene) error
	policy func(*Policy) // changes what is lent
	also   []syscall.Errno
	bare   bool // its owners are the namespaces too
	root   bool // only root can do that at all
	user   bool // of no use to root, who must arrange it
}

func (a *attack) refused(r result, absent bool) bool {
	if absent && slices.Contains(notHere, r.errno) {
		return true
	}
	if len(a.also) > 0 && slices.Contains(a.also, r.errno) {
		return true
	}
	return slices.Contains([]syscall.Errno{unix.EACCES, unix.EPERM, unix.EROFS}, r.errno)
}

// A poorer machine refuses what it cannot enforce, and enforces the rest.
func TestPoorerMachines(t *testing.T) {
	all := Probe()
	landlockOnly := Features{Landlock: all.Landlock, Seccomp: true}
	lent := []Access{{"/srv", Read | Write}}
	for _, c := range []struct {
		name   string
		can    Features
		policy Policy
		want   string
	}{
		{"no landlock", Features{Seccomp: true, Namespaces: true, Network: true}, Policy{}, "files need Landlock"},
		{"no seccomp", Features{Landlock: 7, Namespaces: true, Network: true}, Policy{}, "system calls need seccomp filters"},
		{"no network namespace", Features{Landlock: 7, Seccomp: true, Namespaces: true}, Policy{Net: true}, "net needs a network namespace"},
		{"no namespaces, net", landlockOnly, Policy{Net: true}, "net needs a network namespace"},
		{"old landlock", Features{Landlock: 2, Seccomp: true}, Policy{}, "files need a mount namespace or Landlock 3"},
		{"landlock without scopes", Features{Landlock: 5, Seccomp: true}, Policy{}, "other processes need a process namespace or Landlock 6"},
		{"protected folder", landlockOnly, Policy{Files: lent, Protected: []string{"/srv/.lampson"}}, "the host's folders in what may be written need a mount namespace"},
		{"nothing", Features{}, Policy{}, "files need Landlock"},
		{"no namespaces", landlockOnly, Policy{Files: lent}, ""},
		{"everything", all, Policy{Net: true, Files: lent, Protected: []string{"/srv/.lampson"}}, ""},
	} {
		err := c.policy.missing(c.can)
		var missing *MissingError
		switch {
		case c.want == "" && err != nil, c.want != "" && (!errors.As(err, &missing) || missing.What != c.want):
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// What a machine without namespaces can still hold back, it does.
func TestAttacksWithoutNamespaces(t *testing.T) {
	s := setScene(t, os.Geteuid())
	s.Confined, s.Poor = true, true
	for _, a := range attacks {
		if !a.poor() {
			continue
		}
		s.Attack = a.name
		if r := s.play(t, os.Geteuid()); r.ok || !a.refused(r, false) && !slices.Contains(notHere, r.errno) {
			t.Errorf("%s: %s", a.name, r)
		}
	}
}

func (a *attack) poor() bool {
	return a.off&(layerLandlock|layerSeccomp|layerMounts|layerDescriptors) != 0 && a.policy == nil && !strings.Contains(a.name, "protected")
}

// Whatever a program leaves behind ends with it.
func TestNothingOutlives(t *testing.T) {
	s := setScene(t, os.Geteuid())
	s.Attack = "start a daemon"
	mark := filepath.Join(s.Work, "mark")
	for _, c := range []struct {
		confined, left bool
		off            layer
	}{{false, true, 0}, {true, false, 0}, {true, true, layerProcesses}} {
		s.Confined, s.Off = c.confined, c.off
		if r := s.play(t, os.Geteuid()); !r.ok {
			t.Fatalf("%+v: %s", c, r)
		}
		time.Sleep(1500 * time.Millisecond)
		if _, err := os.Stat(mark); (err == nil) != c.left {
			t.Errorf("%+v: the mark: %v", c, err)
		}
		os.Remove(mark)
	}
}

// running counts the processes of a program.
func running(exe string) (n int) {
	list, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, path := range list {
		if target, err := os.Readlink(path); err == nil && target == exe {
			n++
		}
	}
	return n
}

// A confined program does not outlive a host that is killed.
func TestEndsWithHost(t *testing.T) {
	for _, poor := range []bool{false, true} {
		s := setScene(t, os.Geteuid())
		s.Attack, s.Confined, s.Poor = "wait", true, poor
		s.dress(t, os.Geteuid())
		host := exec.Command(s.Exe)
		host.Env = []string{hostVariable + "=" + s.json(), "TMPDIR=" + filepath.Dir(s.Temp)}
		if err := host.Start(); err != nil {
			t.Fatal(err)
		}
		until := func(n int) {
			t.Helper()
			deadline := time.Now().Add(10 * time.Second)
			for running(s.Exe) != n && time.Now().Before(deadline) {
				time.Sleep(5 * time.Millisecond)
			}
			if got := running(s.Exe); got != n {
				t.Errorf("poor %t: %d processes, want %d", poor, got, n)
			}
		}
		until(2)
		_ = host.Process.Kill()
		_ = host.Wait()
		until(0)
	}
}
