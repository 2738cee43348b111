package gate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/caps"
)

func TestOutput(t *testing.T) {
	w := open(t, setup{ceiling: "stdout"})
	fails(t, w.Print(at("print"), "one\ntwo"), "")
	fails(t, w.Log(at("print"), "three"), "")
	fails(t, w.Eprint(at("print"), "four"), "")
	if w.out.String() != "one\ntwo\n" || w.err.String() != "[LOG] three\nfour\n" {
		t.Errorf("%q %q", w.out.String(), w.err.String())
	}
	if len(w.entries) != 1 {
		t.Errorf("%d entries for three lines", len(w.entries))
	}
	agent := w.Fork(ForkConfig{Caps: w.set.Agent(nil), Agent: "A_0"})
	defer agent.Close()
	fails(t, agent.Print(at("print"), "hi"), "")
	fails(t, agent.Log(at("print"), "hi"), "")
	if !strings.HasSuffix(w.out.String(), "[A_0] hi\n[A_0] [LOG] hi\n") {
		t.Errorf("%q", w.out.String())
	}
}

func TestDeniedOutput(t *testing.T) {
	w := open(t, setup{ceiling: "time"})
	for range 2 {
		fails(t, w.Print(at("print"), "x"), "Capability not granted: stdout …")
	}
	if len(w.entries) != 1 || w.out.Len() > 0 {
		t.Errorf("%d entries, %q", len(w.entries), w.out.String())
	}
	w = open(t, setup{})
	fails(t, w.Print(at("print"), "x"), "")
	if len(w.entries) != 0 {
		t.Error("recorded without a ceiling")
	}
}

func TestCollectedOutput(t *testing.T) {
	var stderr bytes.Buffer
	c := NewCollector(&stderr, false)
	w := open(t, setup{config: func(cfg *Config) { cfg.Output = c; cfg.Stdin = strings.NewReader("a\r\nb") }})
	fails(t, w.Print(at("print"), "x"), "")
	fails(t, w.Log(at("print"), "y"), "")
	fails(t, w.Eprint(at("print"), "z"), "")
	prompt := "? "
	if s, ok, err := w.ReadLine(at("read_line"), &prompt); s != "a" || !ok || err != nil {
		t.Error(s, ok, err)
	}
	if got := strings.Join(c.Lines(), ","); got != "x,[LOG] y" || stderr.String() != "z\n? " {
		t.Errorf("%s %q", got, stderr.String())
	}
}

func TestOutputLimit(t *testing.T) {
	w := open(t, setup{config: func(c *Config) { c.Limits.Output = 10 }})
	fails(t, w.Print(at("print"), "12345"), "")
	err := w.Print(at("print"), "1234567")
	fails(t, err, "limit exceeded: output (10 B)")
	var e *Error
	if !errors.As(err, &e) || e.Catchable() {
		t.Error("a program could catch it")
	}
	fails(t, w.Print(at("print"), ""), "limit exceeded: output (10 B)")
	if w.out.String() != "12345\n" {
		t.Errorf("%q", w.out.String())
	}
}

func TestChecksLimit(t *testing.T) {
	w := open(t, setup{require: []string{"random"}, config: func(c *Config) { c.Limits.Checks = 3 }})
	var err error
	for range 4 {
		_, err = w.Now(at("now"))
	}
	fails(t, err, "limit exceeded: checks (3)")
	if len(w.entries) != 3 {
		t.Errorf("%d entries", len(w.entries))
	}
}

func TestReadLimit(t *testing.T) {
	w := open(t, setup{require: []string{"file.read"}, files: map[string]string{"big": strings.Repeat("x", 2000)}, config: func(c *Config) { c.Limits.Read = 1 << 10 }})
	_, err := w.ReadFile(at("read_file"), "big")
	fails(t, err, "limit exceeded: read (1 KiB)")
	_, err = w.ReadFile(at("read_file"), "/dev/zero")
	fails(t, err, "limit exceeded: read (1 KiB)")
}

func TestReadLine(t *testing.T) {
	w := open(t, setup{config: func(c *Config) { c.Stdin = strings.NewReader("a\n\nb\xe2\x82A\r\r\nlast") }})
	for _, want := range []string{"a", "", "b\ufffdA\r", "last"} {
		if s, ok, err := w.ReadLine(at("read_line"), nil); s != want || !ok || err != nil {
			t.Errorf("%q %v %v, want %q", s, ok, err, want)
		}
	}
	for range 2 {
		if _, ok, err := w.ReadLine(at("read_line"), nil); ok || err != nil {
			t.Error(ok, err)
		}
	}
	w = open(t, setup{ceiling: "stdout,stdin"})
	_, _, err := w.ReadLine(at("read_line"), nil)
	fails(t, err, "Capability not granted: stdin …")
	w.set.Grant(item(t, w.set.Platform(), "stdin"), At{})
	_, _, err = w.ReadLine(at("read_line"), nil)
	fails(t, err, "")
}

func TestAWaitingReadEndsWithTheRun(t *testing.T) {
	r, pipe := io.Pipe()
	defer pipe.Close()
	w := open(t, setup{config: func(c *Config) { c.Stdin = r; c.Limits.Time = 100 * time.Millisecond }})
	_, _, err := w.ReadLine(at("read_line"), nil)
	fails(t, err, "limit exceeded: time (0.1s)")
}

func TestARecorderThatFailsStopsTheRun(t *testing.T) {
	w := open(t, setup{require: []string{"file"}})
	sink := func(caps.Entry) { w.Stop(&Error{Kind: KindInternal, Text: "cannot record"}) }
	g := w.Fork(ForkConfig{Caps: w.set.Worker(sink)})
	defer g.Close()
	fails(t, g.WriteFile(at("write_file"), "x", nil), "cannot record")
	if _, err := os.Stat(filepath.Join(w.dir, "x")); err == nil {
		t.Error("it acted without a record")
	}
}

func TestEnvironment(t *testing.T) {
	file, warnings := ParseEnvFile([]byte("  A=1\n#x\n\nB = \"two # x\" y\nC='it\nbad\n1x=2\nD=a#b #c\nE= # note\nF=#x\nA=3\r\nPLAIN=no\nEMPTY=\n"))
	if got := strings.Join(warnings, "|"); got != "synsema: warning: ignoring malformed .env line 6: no '='|synsema: warning: ignoring invalid .env key on line 7: '1x'" {
		t.Error(got)
	}
	w := open(t, setup{require: []string{"env=?", "env=PLAIN", "secret=*", "env=API_*", "env=EMPTY"}, config: func(c *Config) { c.EnvFile = file }})
	for name, want := range map[string]string{"A": "3", "B": "two # x", "C": "it", "D": "a#b", "E": "", "F": "#x", "PLAIN": "1", "EMPTY": ""} {
		if got, err := w.Env(at("env"), name, nil); got != want || err != nil {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	def := "d"
	if got, _ := w.Env(at("env"), "Z", &def); got != "d" {
		t.Error(got)
	}
	_, err := w.Env(at("env"), "Z", nil)
	fails(t, err, `env("Z"): variable not defined (not in the process environ, .env, or a default)`)
	_, err = w.Env(at("env"), "X_Y_Z", &def)
	fails(t, err, "env(\"X_Y_Z\") not permitted: missing capability — add `require env(\"X_Y_Z\")` (or a prefix: `require env(\"X_*\")`)")
	if plain, found, err := w.Secret(at("secret"), "OPENAI_API_KEY", false); plain != "k" || !found || err != nil {
		t.Error(plain, found, err)
	}
	w.set.Grant(item(t, w.set.Platform(), "env"), At{})
	_, err = w.Env(at("env"), "OPENAI_API_KEY", nil)
	fails(t, err, "env(\"OPENAI_API_KEY\") not permitted: missing capability — add `require env(\"OPENAI_API_KEY\")`")
}

func TestReveal(t *testing.T) {
	dir := t.TempDir()
	w := open(t, setup{require: []string{"reveal=K*"}, config: func(c *Config) {
		c.HostEnviron = MapEnviron(map[string]string{"SYNSEMA_AUDIT_DIR": filepath.Join(dir, "a")})
		c.Now = func() time.Time { return time.Unix(0, 0) }
	}})
	fails(t, w.Reveal(at("secret-builtin"), "KEY"), "")
	fails(t, w.Reveal(at("secret-builtin"), "other"), "reveal() not permitted: Capability not granted: reveal(\"other\") …")
	b, _ := os.ReadFile(filepath.Join(dir, "a/reveal.log"))
	want := "1970-01-01T00:00:00Z reveal result=granted name=KEY at=main.syn:3 program=main\n1970-01-01T00:00:00Z reveal result=denied name=other at=main.syn:3 program=main\n"
	if string(b) != want {
		t.Errorf("%q", b)
	}
	if err := os.WriteFile(filepath.Join(dir, "f"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w = open(t, setup{require: []string{"reveal"}, config: func(c *Config) {
		c.HostEnviron = MapEnviron(map[string]string{"SYNSEMA_AUDIT_DIR": filepath.Join(dir, "f")})
	}})
	fails(t, w.Reveal(at("secret-builtin"), "KEY"), `reveal("KEY") failed: cannot write the audit log (…`)
}

func TestClockAndRandomness(t *testing.T) {
	w := open(t, setup{config: func(c *Config) { c.Rand = bytes.NewReader(bytes.Repeat([]byte{1, 2, 3, 4}, 1000)) }})
	if _, err := w.Now(at("now")); err != nil {
		t.Error(err)
	}
	_, err := w.RandomUint64(at("random"))
	fails(t, err, "Capability not granted: random …")
	w.set.Grant(item(t, w.set.Platform(), "random"), At{})
	p := make([]byte, 300)
	fails(t, w.Random(at("random_bytes"), p), "")
	if !bytes.Equal(p[:4], []byte{1, 2, 3, 4}) {
		t.Error(p[:4])
	}
	begin := time.Now()
	fails(t, w.Sleep(at("sleep"), 0.05), "")
	if time.Since(begin) < 40*time.Millisecond {
		t.Error("woke early")
	}
	time.AfterFunc(50*time.Millisecond, func() { w.Stop(Cancelled("done")) })
	fails(t, w.Sleep(at("sleep"), 60), "cancelled: done")
}

func TestChild(t *testing.T) {
	w := open(t, setup{require: []string{"time"}, files: map[string]string{"sub/x": ""}, config: func(c *Config) { c.Limits.Checks = 5 }})
	out := NewCollector(io.Discard, false)
	c, err := w.Child(ChildConfig{
		Caps: caps.New(caps.Config{Ambient: caps.Ambient()}), Output: out, Dir: "sub", Timeout: 0.1,
		Env: map[string]string{"A": "1", "SYNSEMA_IDENTITY": "x", "SYNSEMA_RUN_DEPTH": "0"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if c.Depth() != 1 || c.Dir() != filepath.Join(w.dir, "sub") || c.MaxDepth() != 4 {
		t.Error(c.Depth(), c.Dir(), c.MaxDepth())
	}
	if v, ok := c.lookup("A"); v != "1" || !ok {
		t.Error(v, ok)
	}
	for _, name := range []string{"SYNSEMA_IDENTITY", "PLAIN", "PATH"} {
		if _, ok := c.lookup(name); ok {
			t.Errorf("%s reached the child", name)
		}
	}
	if c.hostPath() != os.Getenv("PATH") {
		t.Error("commands of the child are looked up elsewhere")
	}
	if err := c.Sleep(at("sleep"), 60); err == nil || !c.TimedOut() {
		t.Error(err, c.TimedOut())
	}
	c.Close()
	for range 4 {
		_, err = w.Now(at("now"))
	}
	fails(t, err, "")
	_, err = w.Now(at("now"))
	fails(t, err, "limit exceeded: checks (5)")
	_, err = w.Child(ChildConfig{Caps: caps.New(caps.Config{}), Dir: "none"})
	fails(t, err, "no such file or directory")
}

func TestPureProfile(t *testing.T) {
	w := open(t, setup{require: []string{"file", "exec", "db", "net"}, config: func(c *Config) { c.Pure = true }})
	_, err := w.ReadFile(at("read_file"), "x")
	fails(t, err, "read_file: not available in the pure profile — this run has no filesystem (drop --profile pure to run it natively)")
	if fi, err := w.FileInfo(at("file_exists"), "x"); fi.Exists || err != nil {
		t.Error(fi, err)
	}
	_, err = w.Run(at("run"), Program{Command: "sh"})
	fails(t, err, "run: not available in the pure profile — this run has no child processes (drop --profile pure to run it natively)")
	fails(t, w.OpenDB(at("db_open"), "x", ""), "db_open: not available in the pure profile — this run has no database drivers (drop --profile pure to run it natively)")
	if err := w.Native("zip_with"); err != nil {
		t.Error(err)
	}
	fails(t, w.Native("cron_every"), "cron_every: not available in the pure profile — this run has no scheduler threads (drop --profile pure to run it natively)")
	if len(w.entries) != 0 {
		t.Error("a check was made")
	}
}

func TestLimitsText(t *testing.T) {
	l, err := ParseLimits(PluginLimits(), "time=5s, memory=256MiB,output=1MiB,steps=100000000,checks=7,handles=2,read=10KiB")
	if err != nil || l != (Limits{5 * time.Second, 256 << 20, 1 << 20, 10 << 10, 100000000, 7, 2}) {
		t.Errorf("%+v %v", l, err)
	}
	for _, bad := range []string{"time", "time=x", "memory=-1", "x=1", "steps=0", "memory=99999999999GiB"} {
		if _, err := ParseLimits(Limits{}, bad); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
	for want, e := range map[string]*Error{
		"limit exceeded: time (60s)":        LimitError("time", int64(time.Minute)),
		"limit exceeded: memory (512 MiB)":  LimitError("memory", 512<<20),
		"limit exceeded: steps (100000000)": LimitError("steps", 100000000),
		"limit exceeded: handles (64)":      LimitError("handles", 64),
	} {
		if e.Text != want {
			t.Errorf("%s, want %s", e.Text, want)
		}
	}
}

func TestAWorkersContextEndsItAlone(t *testing.T) {
	w := open(t, setup{})
	ctx, stop := context.WithCancelCause(w.Context())
	g := w.Fork(ForkConfig{Caps: w.set.Agent(nil), Agent: "A_0", Context: ctx})
	defer g.Close()
	stop(Cancelled("stopped by agent_stop"))
	if e := g.Stopped(); e == nil || e.Text != "cancelled: stopped by agent_stop" {
		t.Error(e)
	}
	if e := w.Stopped(); e != nil {
		t.Error(e)
	}
}
