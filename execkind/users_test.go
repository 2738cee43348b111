//go:build linux

package execkind_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

const nobody = 65534

// users are whoever runs the tests and, for root, an ordinary user.
func users() []int {
	if os.Geteuid() == 0 {
		return []int{0, nobody}
	}
	return []int{os.Geteuid()}
}

// testsAs runs tests of this program as a user, from where that user can reach
// it, and fails if one of them does.
func testsAs(t *testing.T, uid int, tests string, env ...string) {
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
	cmd.Env = append(append(os.Environ(), "TMPDIR="+home, "HOME="+home, "PATH=/usr/local/bin:/usr/bin:/bin"), env...)
	if uid != os.Geteuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("as %d, %q: %v\n%s", uid, env, err, text)
	}
}

// The sandbox that an ordinary user builds holds and lends what that of root
// does.
func TestAsOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		return // they run as one already
	}
	testsAs(t, nobody, "TestRun|TestConfined|TestConfinedRecord|TestConfinedEnvironment|TestConfinedNet|TestNetAttacks|TestConfinedAtOnce|TestProgramsThatDoNotEnd")
}
