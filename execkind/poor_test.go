//go:build linux

package execkind_test

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/synrun/synrun/manifest"
)

const poorVariable = "SYNRUN_TEST_POOR"

func TestMain(m *testing.M) {
	if lacks := os.Getenv(poorVariable); lacks != "" {
		impoverish(lacks)
	}
	os.Exit(m.Run())
}

// impoverish makes this process one on a machine that lacks something, by a
// filter that answers as such a kernel does.
func impoverish(lacks string) {
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
		panic(err)
	}
	const setFilter, allThreads = 1, 1
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, setFilter, allThreads, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(&prog)
	if e != 0 {
		panic(e)
	}
}

// TestPoorerMachines runs the tests below on machines that lack something, as
// root and as an ordinary user.
func TestPoorerMachines(t *testing.T) {
	for _, uid := range users() {
		for _, lacks := range []string{"landlock", "namespaces", "user namespaces"} {
			testsAs(t, uid, "TestOnPoorerMachine", poorVariable+"="+lacks)
		}
	}
}

// unlessRoot is a refusal that root is spared: it makes namespaces by its own
// right.
func unlessRoot(refusal string) string {
	if os.Geteuid() == 0 {
		return ""
	}
	return refusal
}

func TestOnPoorerMachine(t *testing.T) {
	lacks := os.Getenv(poorVariable)
	for _, c := range []struct {
		lacks, caps, want string
	}{
		{"landlock", "time", "files need Landlock"},
		{"landlock", "net=a.test", "files need Landlock"},
		{"namespaces", "net=a.test", "net needs a network namespace"},
		{"namespaces", "file=workspace/*", "the host's folders in what may be written need a mount namespace"},
		{"namespaces", "file=workspace/sub/*", ""},
		{"namespaces", "time", ""},
		{"user namespaces", "net=a.test,file=workspace/*", unlessRoot("net needs a network namespace")},
		{"user namespaces", "file=workspace/sub/*", ""},
	} {
		if c.lacks != lacks {
			continue
		}
		w := newWorld(t, "sh a.sh", c.caps, map[string]string{"a.sh": "echo ran; read x < secret.txt && echo $x", "../secret.txt": "secret\n", "../sub/x": ""})
		_, text, err := w.try(t.Context())
		var missing *manifest.ConfineError
		switch {
		case c.want == "" && (err != nil || text != "ran\nsecret\n" && !strings.HasSuffix(text, "cannot open secret.txt: Permission denied\n")):
			t.Errorf("%s: %q, %v", c.caps, text, err)
		case c.want != "" && (!errors.As(err, &missing) || missing.What != c.want || text != ""):
			t.Errorf("%s: %q, %v; want %s", c.caps, text, err, c.want)
		}
		if c.want == "" {
			continue
		}
		w.anyway = true // a person said so
		if _, text, err := w.try(t.Context()); err != nil || text != "ran\nsecret\n" || !w.recorded("granted unconfined confine") {
			t.Errorf("%s, unconfined: %q, %v, %q", c.caps, text, err, w.entries)
		}
	}
}
