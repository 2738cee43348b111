package poor

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Nobody is an ordinary user.
const Nobody = 65534

const variable = "SYNRUN_TEST_POOR"

// Machines are what machines may lack.
var Machines = []string{"landlock", "namespaces", "user namespaces"}

// Lacks is what the machine of this process was made to lack, or "".
func Lacks() string { return os.Getenv(variable) }

// Main is what TestMain of a package calls first.
func Main() {
	if lacks := Lacks(); lacks != "" {
		if err := impoverish(lacks); err != nil {
			panic(err)
		}
	}
}

// impoverish makes this process one on a machine that lacks something, by a
// filter that answers as such a kernel does.
func impoverish(lacks string) error {
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	ret := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	is := func(k uint32, skip uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k, Jf: skip}
	}
	var code []unix.SockFilter
	switch lacks {
	case "landlock":
		code = []unix.SockFilter{load(0), is(unix.SYS_LANDLOCK_CREATE_RULESET, 1), ret(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS))}
	case "namespaces", "user namespaces":
		all := uint32(unix.CLONE_NEWUSER)
		if lacks == "namespaces" {
			all |= unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET
		}
		code = []unix.SockFilter{
			load(0), is(unix.SYS_CLONE, 3), load(16),
			{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: all, Jf: 1},
			ret(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)),
		}
	}
	code = append(code, ret(unix.SECCOMP_RET_ALLOW))
	prog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const setFilter, allThreads = 1, 1
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, setFilter, allThreads, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(&prog)
	if e != 0 {
		return e
	}
	return nil
}

// Users are whoever runs the tests and, for root, an ordinary user.
func Users() []int {
	if os.Geteuid() == 0 {
		return []int{0, Nobody}
	}
	return []int{os.Geteuid()}
}

// Run runs tests of this program as a user, from where that user can reach it,
// on a machine that lacks something ("": on this one), and fails if they do.
func Run(t *testing.T, uid int, lacks, tests string) {
	t.Helper()
	base, err := os.MkdirTemp("", "synrun-tests-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	program, home := filepath.Join(base, "tests"), filepath.Join(base, "home")
	in, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(program, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(out, in)
	for _, err := range []error{err, out.Close(), os.Mkdir(home, 0o755), os.Chmod(base, 0o755), os.Chmod(program, 0o755), os.Chown(home, uid, uid)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, "-test.run=^("+tests+")$", "-test.v")
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "TMPDIR="+home, "HOME="+home, "PATH=/usr/local/bin:/usr/bin:/bin", variable+"="+lacks)
	if uid != os.Geteuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("as %d, without %q: %v\n%s", uid, lacks, err, text)
	}
}
