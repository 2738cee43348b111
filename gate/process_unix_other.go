//go:build unix && !linux

package gate

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

func waitProcess(c *exec.Cmd) Exit {
	state, err := c.Process.Wait()
	if err != nil {
		return Exit{Code: -1}
	}
	c.ProcessState = state
	return exitOfState(state)
}

var errNoPty = errors.New("terminals are not available on this system")

func openPty(cols, rows int) (host, child *os.File, err error) { return nil, nil, errNoPty }

func resizePty(host *os.File, cols, rows int) error { return errNoPty }

func controllingTerminal(c *exec.Cmd) {}

func exitOf(status syscall.WaitStatus) Exit {
	if status.Signaled() {
		return Exit{Code: -1, Signal: int(status.Signal())}
	}
	return Exit{Code: status.ExitStatus()}
}

func exitOfState(s *os.ProcessState) Exit {
	if status, ok := s.Sys().(syscall.WaitStatus); ok {
		return exitOf(status)
	}
	return Exit{Code: s.ExitCode()}
}
