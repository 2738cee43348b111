package gate

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// waitProcess waits for the end of a child and leaves it unburied: as long as
// it is, its process group keeps its number, and a signal to the group can hit
// nobody else.
func waitProcess(c *exec.Cmd) Exit {
	var info unix.Siginfo
	for {
		err := unix.Waitid(unix.P_PID, c.Process.Pid, &info, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	// The union of siginfo_t starts with si_pid and si_uid; si_status follows.
	// It is aligned like a pointer, after three 32-bit fields.
	const word = unsafe.Sizeof(uintptr(0))
	union := (3*4 + word - 1) / word * word
	status := *(*int32)(unsafe.Add(unsafe.Pointer(&info), union+8))
	const exited = 1 // CLD_EXITED; the others are deaths by signal
	if info.Code == exited {
		return Exit{Code: int(status)}
	}
	return Exit{Code: -1, Signal: int(status)}
}

// openPty makes a terminal: the side of the host and the side of the child.
func openPty(cols, rows int) (host, child *os.File, err error) {
	host, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	var n uint32
	err = control(host, func(fd int) error {
		if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
			return err
		}
		n, err = unix.IoctlGetUint32(fd, unix.TIOCGPTN)
		return err
	})
	if err == nil {
		err = resizePty(host, cols, rows)
	}
	if err == nil {
		child, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(n)), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		host.Close()
		return nil, nil, err
	}
	return host, child, nil
}

func resizePty(host *os.File, cols, rows int) error {
	return control(host, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(cols), Row: uint16(rows)})
	})
}

func control(f *os.File, act func(fd int) error) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = act(int(fd)) }); err != nil {
		return err
	}
	return inner
}

// controllingTerminal gives the child its standard input as its terminal, in a
// session of its own (which makes it a group leader).
func controllingTerminal(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
}
