package confine

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// Probe tells what this machine can do. The answer does not change while a
// process runs, and is found out once, by trying.
func Probe() Features { return probed() }

// known is what Probe found out, when it was asked.
var known atomic.Pointer[Features]

// Current is what Probe would say, as far as that can be told without trying:
// trying takes as long as several starts, and nearly always all is there. Start
// finds out when it is not.
func Current() Features {
	if f := known.Load(); f != nil {
		return *f
	}
	return Features{
		Landlock: landlockVersion(), Seccomp: hasSeccomp(), ProcessLimit: kernelAtLeast(6, 14),
		Namespaces: true, UserNamespace: true, Network: true, FreshProc: true,
	}
}

var probed = sync.OnceValue(func() Features {
	f := probe()
	known.Store(&f)
	return f
})

func probe() Features {
	f := Features{Landlock: landlockVersion(), Seccomp: hasSeccomp()}
	if _, err := initProgram(); err != nil {
		return f
	}
	f.ProcessLimit = kernelAtLeast(6, 14)
	for _, f.UserNamespace = range []bool{true, false} {
		if f.Namespaces = tries(f, false, false); f.Namespaces {
			break
		}
	}
	if !f.Namespaces {
		f.UserNamespace, f.ProcessLimit = false, false
		return f
	}
	f.FreshProc = tries(f, true, false)
	f.Network = tries(f, false, true)
	return f
}

// try1 builds the namespaces of a sandbox and leaves them at once.
func tries(f Features, proc, network bool) bool {
	f.Namespaces, f.FreshProc = true, proc
	temp, err := os.MkdirTemp("", "synrun-probe-")
	if err != nil {
		return false
	}
	defer os.Remove(temp)
	b := &builder{policy: &Policy{Net: network, Temp: temp}, can: f, script: &script{}, limits: Limits{}.filled()}
	defer b.release()
	s := b.script
	ns := b.namespaces()
	s.flags = unix.CLONE_VM | unix.CLONE_VFORK | uintptr(unix.SIGCHLD) | ns
	s.split = true // decides about /proc; there are no programs
	if f.Landlock == 0 {
		return false
	}
	if b.rules, err = newRules(f.Landlock, 0); err != nil {
		return false
	}
	b.signals()
	if ns&unix.CLONE_NEWUSER != 0 {
		b.identity()
	}
	if network {
		b.network()
	}
	b.limitProcesses(ns)
	b.mounts()
	s.split = false
	s.program = []step{do("leave", unix.SYS_EXIT_GROUP, 0)}
	pid, err := s.run()
	if err != nil {
		return false
	}
	bury(pid)
	if b.listener != nil && *b.listener != 0 {
		unix.Close(int(*b.listener))
	}
	return s.failed == nil
}

func hasSeccomp() bool {
	// Asking for the action that refuses tells whether filters are there at all.
	const getAction = 2
	action := uint32(unix.SECCOMP_RET_ERRNO)
	return seccompCall(getAction, &action) == nil
}

func kernelAtLeast(major, minor int) bool {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return false
	}
	parts := strings.FieldsFunc(unix.ByteSliceToString(u.Release[:]), func(r rune) bool { return r < '0' || r > '9' })
	if len(parts) < 2 {
		return false
	}
	a, _ := strconv.Atoi(parts[0])
	b, _ := strconv.Atoi(parts[1])
	return a > major || a == major && b >= minor
}
