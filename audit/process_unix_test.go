//go:build linux || darwin

package audit

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Tests that need other processes run this binary again, in one of the roles
// below.

const roleVar = "AUDIT_TEST_ROLE"

func TestMain(m *testing.M) {
	roles := map[string]func(Options, []string) error{"append": roleAppend, "calls": roleCalls, "full": roleFull}
	if role := os.Getenv(roleVar); role != "" {
		words := strings.Split(role, "\x1f")
		opt := Options{Home: words[1], Workspace: "/w/Some Project"}
		if err := roles[words[0]](opt, words[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func roleCmd(t *testing.T, role string, opt Options, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), roleVar+"="+strings.Join(append([]string{role, opt.Home}, args...), "\x1f"))
	cmd.Stderr = os.Stderr
	return cmd
}

// roleAppend records n actions: every record is in the file on its own, so the
// processes take turns all the time.
func roleAppend(opt Options, args []string) error {
	n, _ := strconv.Atoi(args[1])
	opt.MaxFile, _ = strconv.ParseInt(args[2], 10, 64)
	l, err := Open(opt)
	if err != nil {
		return err
	}
	call := l.Begin(CallID{Call: args[0], Format: "plugin", Plugin: "p", Tool: "t"})
	for i := range n {
		e := granted(`net("h")`)
		if i%2 == 0 {
			e = granted(`time`)
		}
		e.Line = i + 1
		if err := call.Check(e); err != nil {
			return err
		}
	}
	return l.Close()
}

func TestManyProcesses(t *testing.T) {
	processes, records, maxFile := 6, 400, int64(200<<10)
	if soak() {
		processes, records, maxFile = 16, 10_000, 8<<20
	}
	opt := Options{Home: t.TempDir(), Workspace: "/w/Some Project"}
	var running []*exec.Cmd
	for i := range processes {
		cmd := roleCmd(t, "append", opt, fmt.Sprint("process", i), fmt.Sprint(records), fmt.Sprint(maxFile))
		must(t, cmd.Start())
		running = append(running, cmd)
	}
	for _, cmd := range running {
		must(t, cmd.Wait())
	}
	v := verifyOK(t, opt)
	next := map[string]int64{} // every process's records are there, in its order
	must(t, source(opt).Scan(func(r *Record, _ Place) error {
		if r.Is(FieldType, "check") {
			id := r.Text(FieldCall)
			line, _ := r.Int(FieldLine)
			if line != next[id]+1 {
				t.Errorf("%s: %d after %d", id, line, next[id])
			}
			next[id] = line
		}
		return nil
	}))
	files, err := listRotated(Dir(opt.Home), Slug(opt.Workspace))
	must(t, err)
	if len(files) == 0 {
		t.Error("nothing was rotated")
	}
	if len(next) != processes {
		t.Errorf("records of %d processes", len(next))
	}
	for id, n := range next {
		if n != int64(records) {
			t.Errorf("%s: %d records of %d", id, n, records)
		}
	}
	if v.Signed != v.LastSeq {
		t.Errorf("unsigned after %d of %d", v.Signed, v.LastSeq)
	}
}

// roleCalls answers calls until it is killed: an answered call is a line on
// standard output.
func roleCalls(opt Options, args []string) error {
	opt.MaxFile = 64 << 10
	opt.SyncEveryCall = args[1] == "call"
	l, err := Open(opt)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		id := fmt.Sprintf("%s-%d", args[0], i)
		call := l.Begin(CallID{Call: id, Format: "plugin", Plugin: "p", Tool: "t"})
		for j := range i % 7 {
			e := granted("time")
			if j == 3 {
				e = granted(`exec("x")`)
			}
			if err := call.Check(e); err != nil {
				return err
			}
		}
		text := strings.Repeat("y", i%13*1000)
		if err := call.End(&Outcome{OK: true, Output: &text, Bytes: int64(i % 7)}); err != nil {
			return err
		}
		fmt.Println(id)
	}
}

func TestKill(t *testing.T) {
	kills := 12
	if soak() {
		kills = 200
	}
	for _, sync := range []string{"batch", "call"} {
		opt := Options{Home: t.TempDir(), Workspace: "/w/Some Project"}
		answered := map[string]bool{}
		for k := 0; k < kills; k += 2 { // two processes at once
			var running []*exec.Cmd
			lines := make(chan string, 1<<16)
			for p := range 2 {
				cmd := roleCmd(t, "calls", opt, fmt.Sprintf("k%d", k+p), sync)
				out, err := cmd.StdoutPipe()
				must(t, err)
				must(t, cmd.Start())
				running = append(running, cmd)
				go func() {
					for s := bufio.NewScanner(out); s.Scan(); {
						lines <- s.Text()
					}
					lines <- ""
				}()
			}
			time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
			for _, cmd := range running {
				must(t, cmd.Process.Kill())
			}
			for open := 2; open > 0; {
				if id := <-lines; id == "" {
					open--
				} else {
					answered[id] = true
				}
			}
			for _, cmd := range running {
				_ = cmd.Wait()
			}
		}
		if _, err := Repair(opt); err != nil {
			t.Fatal(err)
		}
		if len(answered) == 0 {
			// All were killed before their first answer: nothing to be shown.
			must(t, reopen(t, opt).Manage(&Action{Action: "on"}))
		}
		verifyOK(t, opt)
		checks := map[string]int64{}
		must(t, source(opt).Scan(func(r *Record, _ Place) error {
			id := r.Text(FieldCall)
			switch r.Text(FieldType) {
			case "check":
				checks[id]++
			case "call":
				if want, _ := r.Int(FieldBytes); checks[id] != want {
					t.Errorf("%s: %d checks, want %d", id, checks[id], want)
				}
				delete(answered, id)
			}
			return nil
		}))
		for id := range answered {
			t.Errorf("%s was answered and is not in the record", id)
		}
	}
}

// roleFull runs into a limit of the file size as into a full disk.
func roleFull(opt Options, _ []string) error {
	signal.Ignore(syscall.SIGXFSZ)
	l, err := Open(opt)
	if err != nil {
		return err
	}
	if err := l.Manage(&Action{Action: "on", Name: "first"}); err != nil {
		return err
	}
	limit := uint64(l.size) + 1500
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: unix.RLIM_INFINITY}); err != nil {
		return err
	}
	call := l.Begin(testID)
	if err := call.Check(granted("time")); err != nil { // waits in the queue
		return err
	}
	var failed error
	done := 0
	for range 10 {
		if failed = call.Check(granted(`exec("x")`)); failed != nil {
			break
		}
		done++
	}
	var w *WriteError
	if !errors.As(failed, &w) || failed.Error() != "the record cannot be written: file too large" {
		return fmt.Errorf("the full disk gave %v", failed)
	}
	if err := call.End(&Outcome{OK: true}); err == nil {
		return errors.New("a call was answered without a record")
	}
	if err := call.Check(granted("time")); err == nil {
		return errors.New("a check passes while nothing can be written")
	}
	// Room again: everything goes on, and what was refused is not there.
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY}); err != nil {
		return err
	}
	if err := call.End(&Outcome{OK: true, Bytes: int64(done)}); err != nil {
		return err
	}
	return l.Close()
}

func TestFullDisk(t *testing.T) {
	opt := Options{Home: t.TempDir(), Workspace: "/w/Some Project"}
	out, err := roleCmd(t, "full", opt).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	verifyOK(t, opt)
	var got []string
	done := int64(-1)
	must(t, source(opt).Scan(func(r *Record, _ Place) error {
		got = append(got, r.Text(FieldType)+" "+r.Text(FieldCapability))
		if r.Is(FieldType, "call") {
			done, _ = r.Int(FieldBytes)
		}
		return nil
	}))
	want := []string{"manage ", "check time"}
	for range done {
		want = append(want, `check exec("x")`)
	}
	want = append(want, "call ", "checkpoint ")
	if done < 1 || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("records:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, err := os.Stat(strings.TrimSuffix(currentFile(opt), ".jsonl") + ".torn"); err == nil {
		t.Error("a failed write left a torn line")
	}
}
