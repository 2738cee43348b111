//go:build unix && !linux

package gate

import (
	"errors"
	"os"
	"os/exec"
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
