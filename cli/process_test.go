package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// command starts one of the commands as a process of its own: this test binary
// under that name.
func command(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	return exec.Command(link, args...)
}

// ran is how a process ended.
type ran struct {
	code   int
	output string
	peak   int64 // bytes
	took   time.Duration
}

func run(t *testing.T, cmd *exec.Cmd) ran {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	peak := int64(0)
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = u.Maxrss << 10
	}
	r := ran{cmd.ProcessState.ExitCode(), out.String(), peak, time.Since(start)}
	if strings.Contains(r.output, "goroutine ") || strings.Contains(r.output, "panic:") {
		t.Errorf("a stack trace:\n%.2000s", r.output)
	}
	return r
}
