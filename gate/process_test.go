package gate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func runProgram(t *testing.T, w *world, p Program) (*Outcome, error) {
	t.Helper()
	if p.Timeout == 0 {
		p.Timeout = 20
	}
	if p.MaxOutput == 0 {
		p.MaxOutput = 1 << 20
	}
	return w.Run(at("run"), p)
}

func sh(script string) Program { return Program{Command: "sh", Args: []string{"-c", script}} }

func TestRun(t *testing.T) {
	w := open(t, setup{require: []string{"exec"}, config: func(c *Config) {
		c.EnvFile, _ = ParseEnvFile([]byte("PLAIN=x\nOTHER=y"))
	}})
	out, err := runProgram(t, w, sh("echo out; echo err >&2; exit 3"))
	if err != nil || out.ExitCode != 3 || string(out.Stdout) != "out\n" || string(out.Stderr) != "err\n" {
		t.Fatalf("%+v %v", out, err)
	}
	out, err = runProgram(t, w, sh("kill -9 $$"))
	if err != nil || out.ExitCode != -1 {
		t.Errorf("%+v %v", out, err)
	}
	p := sh("yes | head -c 100000; cat >/dev/null")
	p.MaxOutput, p.Stdin, p.HasStdin = 10, []byte("ignored"), true
	out, err = runProgram(t, w, p)
	if err != nil || string(out.Stdout) != "y\ny\ny\ny\ny\n" || !out.StdoutTruncated || out.StderrTruncated {
		t.Errorf("%+v %v", out, err)
	}
	// Nothing of the .env, no provider's key, the rest of the environment.
	out, _ = runProgram(t, w, sh("echo $PLAIN-$OTHER-$OPENAI_API_KEY-$LANG-$(pwd)"))
	if got := string(out.Stdout); got != "---C-"+w.dir+"\n" {
		t.Errorf("%q", got)
	}
	_, err = runProgram(t, w, Program{Command: "no-such-command"})
	fails(t, err, `run: cannot start "no-such-command": executable file not found in $PATH`)
	_, err = runProgram(t, w, Program{Command: "./no/such"})
	fails(t, err, `run: cannot start "./no/such": no such file or directory`)
	p = sh("true")
	p.Dir = "/no/such"
	_, err = runProgram(t, w, p)
	fails(t, err, `run: cannot start "sh": no such file or directory`)
	_, err = runProgram(t, w, Program{Command: "sh", Args: []string{"a\x00b"}})
	fails(t, err, `run: cannot start "sh": a NUL byte in an argument`)
	_, err = runProgram(t, w, Program{Command: "sh", Timeout: -1})
	fails(t, err, `run: "sh" timed out after -1s`)
}

// dead waits for a process to be gone.
func dead(t *testing.T, pidFile string) {
	t.Helper()
	b, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	pid := 0
	for _, c := range strings.TrimSpace(string(b)) {
		pid = pid*10 + int(c-'0')
	}
	for range 100 {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return
		}
		if stat, err := os.ReadFile(filepath.Join("/proc", strings.TrimSpace(string(b)), "stat")); err == nil && strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d lives", pid)
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

func TestTimeoutKillsTheWholeTree(t *testing.T) {
	w := open(t, setup{require: []string{"exec=sh"}})
	p := sh("sleep 60 & echo $! > pid; wait")
	p.Timeout = 0.3
	_, err := runProgram(t, w, p)
	fails(t, err, `run: "sh" timed out after 0s`)
	dead(t, filepath.Join(w.dir, "pid"))
}

func TestWhatAChildLeavesBehindIsKilled(t *testing.T) {
	w := open(t, setup{require: []string{"exec=sh"}})
	begin := time.Now()
	out, err := runProgram(t, w, sh("sleep 60 & echo $! > pid; echo done"))
	if err != nil || string(out.Stdout) != "done\n" || time.Since(begin) > 10*time.Second {
		t.Fatalf("%+v %v after %v", out, err, time.Since(begin))
	}
	dead(t, filepath.Join(w.dir, "pid"))
}

func TestCancellationKillsTheWholeTree(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	w := open(t, setup{require: []string{"exec=sh"}, config: func(c *Config) { c.Context = ctx }})
	time.AfterFunc(300*time.Millisecond, func() { cancel(Cancelled("enough")) })
	_, err := runProgram(t, w, sh("sleep 60 & echo $! > pid; wait"))
	fails(t, err, "cancelled: enough")
	var e *Error
	if !errors.As(err, &e) || e.Catchable() {
		t.Error("a program could catch it")
	}
	dead(t, filepath.Join(w.dir, "pid"))
}

const cannotWrite = ` — the program may write the command it would run`

func TestACommandThatTheProgramMayWriteIsNotRun(t *testing.T) {
	tool := "#!/bin/sh\necho ran\n"
	files := map[string]string{"bin/tool": tool, "other/link": "-> ../bin/tool", "safe/tool": tool}
	for _, tt := range []struct{ name, write, cmd, want string }{
		{"folder", "file.write=bin/*", "./bin/tool", `Capability not granted: exec("./bin/tool")` + cannotWrite},
		{"file", "file=bin/tool", "./bin/tool", `Capability not granted: exec("./bin/tool")` + cannotWrite},
		{"directory node", "file.write=bin", "./bin/tool", `Capability not granted: exec("./bin/tool")` + cannotWrite},
		{"through a link", "file.write=bin/*", "other/link", `Capability not granted: exec("other/link")` + cannotWrite},
		{"the link itself", "file.write=other/*", "other/link", `Capability not granted: exec("other/link")` + cannotWrite},
		{"not there yet", "file.write=bin/*", "bin/new", `Capability not granted: exec("bin/new")` + cannotWrite},
		{"absolute", "", "./bin/tool", `Capability not granted: exec("./bin/tool")` + cannotWrite},
		{"elsewhere", "file.write=bin/*", "safe/tool", ""},
		{"bare write", "file.write", "./bin/tool", ""},
		{"star", "file=*", "./bin/tool", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, setup{require: []string{"exec"}, files: files})
			for name := range files {
				_ = os.Chmod(filepath.Join(w.dir, name), 0o755)
			}
			write := tt.write
			if write == "" {
				write = "file.write=" + w.dir + "/*"
			}
			w.set.Grant(item(t, w.set.Platform(), write), At{})
			_, err := runProgram(t, w, Program{Command: tt.cmd})
			fails(t, err, tt.want)
			if tt.want != "" {
				w.recorded(t, `exec("`+tt.cmd+`") the program may write this command run()`)
				if len(w.entries) != 1 || w.entries[0].Granted {
					t.Errorf("%+v", w.entries)
				}
			}
		})
	}
}

func TestABareNameIsNotFoundInTheCurrentDirectory(t *testing.T) {
	w := open(t, setup{
		require: []string{"exec"}, files: map[string]string{"mytool": "#!/bin/sh\n"},
		config: func(c *Config) {
			c.Environ = MapEnviron(map[string]string{"PATH": ".:::" + os.Getenv("PATH")})
		},
	})
	_ = os.Chmod(filepath.Join(w.dir, "mytool"), 0o755)
	_, err := runProgram(t, w, Program{Command: "mytool"})
	fails(t, err, `run: cannot start "mytool": executable file not found in $PATH`)
	p := Program{Command: "sh", Env: [][2]string{{"PATH", w.dir}}}
	_, err = runProgram(t, w, p)
	fails(t, err, `run: env may not set "PATH" (it changes what the child executes)`)
}

func TestChildEnvironment(t *testing.T) {
	w := open(t, setup{require: []string{"exec"}, ceiling: "exec", config: func(c *Config) {
		c.Environ = MapEnviron(map[string]string{
			"PATH": os.Getenv("PATH"), "HOME": "/h", "LC_ALL": "C", "TOKEN": "t", "KEEP": "k", "LD_PRELOAD": "", "SYNSEMA_LLM_MODEL": "m",
		})
		c.ChildEnv = []string{"KEEP"}
		c.AllowChildEnv = []string{"NODE_OPTIONS"}
	}})
	p := sh("echo $HOME $LC_ALL $TOKEN-$KEEP-$SYNSEMA_LLM_MODEL $MINE $NODE_OPTIONS")
	p.Env = [][2]string{{"MINE", "1"}, {"NODE_OPTIONS", "--x"}}
	out, err := runProgram(t, w, p)
	if err != nil || string(out.Stdout) != "/h C -k- 1 --x\n" {
		t.Errorf("%+v %v", out, err)
	}
	for _, name := range []string{"LD_PRELOAD", "DYLD_X", "IFS", "BASH_ENV", "ENV", "PYTHONPATH", "PERL5LIB", "RUBYOPT", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_CONFIG_COUNT", "GIT_EXEC_PATH"} {
		p.Env = [][2]string{{name, "x"}}
		_, err := runProgram(t, w, p)
		fails(t, err, `run: env may not set "`+name+`" (it changes what the child executes)`)
	}
}

func spawn(t *testing.T, w *world, o SpawnOptions, script string) int64 {
	t.Helper()
	s, err := w.Spawn(at("proc_spawn"), "sh")
	if err != nil {
		t.Fatal(err)
	}
	o.Args = []string{"-c", script}
	if o.OnFull == "" {
		o.OnFull = "block"
	}
	if o.MaxQueue == 0 {
		o.MaxQueue, o.MaxQueueBytes = 4096, 1<<26
	}
	o.Group = true
	id, err := s.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// events collects until the exit.
func events(t *testing.T, w *world, id int64) (lines []string, exit *Exit) {
	t.Helper()
	for {
		ev, ok, err := w.ProcReceive(id, 10)
		if err != nil || !ok {
			t.Fatalf("after %q: %v %v", lines, ok, err)
		}
		if ev.Type == "exit" {
			return lines, ev.Exit
		}
		lines = append(lines, ev.Type+":"+ev.Text)
	}
}

func TestLiveProcess(t *testing.T) {
	w := open(t, setup{require: []string{"exec=sh"}})
	id := spawn(t, w, SpawnOptions{Lines: true}, `printf 'a\r\n\nb\377'; read x; echo "got $x" >&2; exit 4`)
	if err := w.ProcSend(id, []byte("hi\n")); err != nil {
		t.Fatal(err)
	}
	lines, exit := events(t, w, id)
	var out, errs []string // the order between the two streams is not defined
	for _, l := range lines {
		if strings.HasPrefix(l, "stdout:") {
			out = append(out, l)
		} else {
			errs = append(errs, l)
		}
	}
	if strings.Join(out, "|") != "stdout:a|stdout:|stdout:b\ufffd" || strings.Join(errs, "|") != "stderr:got hi" {
		t.Errorf("%q", lines)
	}
	if *exit != (Exit{Code: 4}) || w.ProcStatus(id) != "exited" {
		t.Errorf("%+v %s", exit, w.ProcStatus(id))
	}
	fails(t, w.ProcSend(id, []byte("x")), "proc_send: stdin is closed")
	if _, ok, err := w.ProcReceive(id, 0.05); ok || err != nil {
		t.Error(ok, err)
	}
	fails(t, w.ProcClose(id), "")
	fails(t, w.ProcClose(id), "")
	if w.ProcStatus(id) != "closed" {
		t.Error(w.ProcStatus(id))
	}
	_, _, err := w.ProcReceive(id, 0)
	fails(t, err, "proc_recv: unknown or closed process handle 1")
}

func TestKillReachesTheTree(t *testing.T) {
	w := open(t, setup{require: []string{"exec=sh"}})
	id := spawn(t, w, SpawnOptions{Lines: true}, `trap '' TERM; sleep 60 & echo $! > pid; echo up; wait; wait`)
	if ev, ok, err := w.ProcReceive(id, 10); !ok || ev.Text != "up" {
		t.Fatal(ev, ok, err)
	}
	fails(t, w.ProcKill(id, "int"), `proc_kill: the signal must be "TERM" (default) or "KILL"`)
	fails(t, w.ProcKill(id, "sigkill"), "")
	exit, err := w.ProcWait(id, 10)
	if err != nil || exit == nil || exit.Signal != 9 || exit.Code != -1 || w.ProcStatus(id) != "killed" {
		t.Errorf("%+v %v", exit, err)
	}
	dead(t, filepath.Join(w.dir, "pid"))
}

func TestClosingTheGateEndsProcesses(t *testing.T) {
	w := open(t, setup{require: []string{"exec=sh"}})
	spawn(t, w, SpawnOptions{Lines: true}, `sleep 60 & echo $! > pid; wait`)
	for range 200 {
		if b, _ := os.ReadFile(filepath.Join(w.dir, "pid")); len(b) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.Close()
	dead(t, filepath.Join(w.dir, "pid"))
}

func TestQueuePolicies(t *testing.T) {
	w := open(t, setup{require: []string{"exec=sh"}})
	const ten = "for i in 1 2 3 4 5 6 7 8 9 10; do echo $i; done"
	id := spawn(t, w, SpawnOptions{Lines: true, MaxQueue: 3, MaxQueueBytes: 1 << 20}, ten)
	time.Sleep(200 * time.Millisecond)
	if lines, _ := events(t, w, id); len(lines) != 10 {
		t.Errorf("block: %q", lines)
	}
	id = spawn(t, w, SpawnOptions{Lines: true, MaxQueue: 3, MaxQueueBytes: 1 << 20, OnFull: "drop_oldest"}, ten)
	until(t, w, id, func(p *process) bool { return p.drained })
	s, _ := w.ProcStats(id)
	lines, _ := events(t, w, id)
	if strings.Join(lines, " ") != "stdout:8 stdout:9 stdout:10" || s.Dropped != 7 {
		t.Errorf("drop_oldest: %q %+v", lines, s)
	}
	id = spawn(t, w, SpawnOptions{Lines: true, MaxQueue: 3, MaxQueueBytes: 1 << 20, OnFull: "error"}, ten+"; sleep 60")
	until(t, w, id, func(p *process) bool { return p.queue.overflow })
	var err error
	for range 10 {
		if _, _, err = w.ProcReceive(id, 5); err != nil {
			break
		}
	}
	fails(t, err, "proc_recv: event queue full, process 3 was killed")
	if w.ProcStatus(id) != "closed" {
		t.Error(w.ProcStatus(id))
	}
}

// until waits for a state of a process.
func until(t *testing.T, w *world, id int64, reached func(*process) bool) {
	t.Helper()
	for range 1000 {
		w.live.mu.Lock()
		ok := reached(w.live.open[id].(*process))
		w.live.mu.Unlock()
		if ok {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it takes too long")
}

func TestSelectIsFair(t *testing.T) {
	w := open(t, setup{require: []string{"exec=sh"}})
	a := spawn(t, w, SpawnOptions{Lines: true}, "while echo a; do :; done")
	b := spawn(t, w, SpawnOptions{Lines: true}, "while echo b; do :; done")
	for _, id := range []int64{a, b} {
		until(t, w, id, func(p *process) bool { return p.queue.len() > 40 })
	}
	seen := map[string]int{}
	for range 40 {
		ev, ok, err := w.Select("select", []int64{a, b, 99}, 5, "")
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		seen[ev.Text]++
	}
	if seen["a"] < 10 || seen["b"] < 10 {
		t.Error(seen)
	}
	_, _, err := w.Select("proc_select", []int64{a, 99}, 0, processFamily)
	fails(t, err, "proc_select: unknown or closed process handle 99")
	if _, ok, err := w.Select("select", []int64{99}, 5, ""); ok || err != nil {
		t.Error(ok, err)
	}
	_ = w.ProcKill(a, "KILL")
	_ = w.ProcKill(b, "KILL")
}

func TestPty(t *testing.T) {
	if _, err := os.Stat("/dev/ptmx"); err != nil {
		t.Log("no terminals here")
		return
	}
	w := open(t, setup{require: []string{"exec=sh"}})
	id := spawn(t, w, SpawnOptions{Lines: true, Pty: true, Cols: 90, Rows: 33, Term: "dumb"}, `test -t 0 && stty size && echo $TERM`)
	lines, exit := events(t, w, id)
	if strings.Join(lines, "|") != "stdout:33 90|stdout:dumb" || exit.Code != 0 {
		t.Errorf("%q %+v", lines, exit)
	}
}

func TestHandlesLimitEndsTheRun(t *testing.T) {
	w := open(t, setup{require: []string{"exec=sh"}, config: func(c *Config) { c.Limits.Handles = 1 }})
	spawn(t, w, SpawnOptions{Lines: true}, "sleep 5")
	s, err := w.Spawn(at("proc_spawn"), "sh")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Start(SpawnOptions{Args: []string{"-c", "true"}, Group: true, MaxQueue: 1, MaxQueueBytes: 1, OnFull: "block"})
	fails(t, err, "limit exceeded: handles (1)")
	if w.Stopped() == nil {
		t.Error("the run goes on")
	}
}
