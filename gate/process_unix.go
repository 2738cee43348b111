//go:build unix

package gate

import (
	"errors"
	"os/exec"
	"syscall"
)

const (
	pathSeparators = "/"
	sigTerm        = syscall.SIGTERM
	sigKill        = syscall.SIGKILL
	truncate       = syscall.O_TRUNC
)

// ownGroup makes the child the leader of a process group of its own.
func ownGroup(c *exec.Cmd) {
	if c.SysProcAttr == nil {
		c.SysProcAttr = &syscall.SysProcAttr{}
	}
	c.SysProcAttr.Setpgid = true
}

// killGroup signals a child and all it started. A group that is gone is no
// error.
func killGroup(pid int, sig syscall.Signal) error {
	err := syscall.Kill(-pid, sig)
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// killOne signals the child alone.
func killOne(pid int, sig syscall.Signal) error { return syscall.Kill(pid, sig) }

// reap buries a child whose end is known.
func reap(c *exec.Cmd) {
	if c.ProcessState == nil {
		c.ProcessState, _ = c.Process.Wait()
	}
}
