package gate

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const processFamily = "process"

// Exit is how a process ended.
type Exit struct {
	Code   int // -1 when a signal ended it
	Signal int // 0 when none did
}

// SpawnOptions are what a live process is started with.
type SpawnOptions struct {
	Args          []string
	Dir           string
	Env           [][2]string
	Lines         bool   // an event a line; else chunks as they come
	Merge         bool   // standard error arrives as stdout
	OnFull        string // block, drop_oldest or error
	MaxQueue      int
	MaxQueueBytes int64
	Group         bool // signals reach what the process started
	Pty           bool
	Cols, Rows    int
	Term          string
}

// Spawning is a command that was asked for and allowed, before its options are
// looked at.
type Spawning struct {
	g   *Gate
	cmd command
}

// Spawn asks for a command and for room among the live processes.
func (g *Gate) Spawn(at At, cmd string) (*Spawning, error) {
	if e := g.native(at, noHub); e != nil {
		return nil, e
	}
	c, err := g.askExec(at, cmd)
	if err != nil {
		return nil, err
	}
	limit := g.KnobInt("SYNSEMA_PROC_MAX", 64, 1024)
	if n := g.countOf(processFamily); n >= limit {
		return nil, ioError("proc_spawn: process budget reached ("+strconv.Itoa(n)+" live, max "+strconv.Itoa(limit)+
			"); proc_close some or raise SYNSEMA_PROC_MAX", nil)
	}
	return &Spawning{g, c}, nil
}

// process is a live child. Its fields below mu belong to the lock of the table.
type process struct {
	g       *Gate
	id      int64
	shown   string
	cmd     *exec.Cmd
	group   bool
	lines   bool
	tty     *os.File // of a pty: input and output
	started time.Time
	ended   chan struct{} // closed when the process is dead
	readers sync.WaitGroup
	outputs []*os.File

	sending sync.Mutex // one sender at a time
	stdin   *os.File

	queue     queue
	exit      *Exit
	killed    bool
	drained   bool // nothing more will be read
	exitTaken bool
	inputShut bool
	reaped    bool
}

// Start starts the process and returns its handle.
func (s *Spawning) Start(o SpawnOptions) (int64, error) {
	g := s.g
	cannot := func(err error) error {
		return ioError(`proc_spawn: cannot start "`+s.cmd.shown+`": `+startText(err), err)
	}
	if o.Pty && o.Term != "" {
		o.Env = append([][2]string{{"TERM", o.Term}}, o.Env...)
	}
	env, err := g.childEnv("proc_spawn", o.Env)
	if err != nil {
		return 0, err
	}
	if s.cmd.err == nil && hasNUL(o.Args) {
		s.cmd.err = errors.New("a NUL byte in an argument")
	}
	if s.cmd.err != nil {
		return 0, cannot(s.cmd.err)
	}
	if e := g.acquire(); e != nil {
		return 0, e
	}
	p := &process{g: g, shown: s.cmd.shown, group: o.Group, lines: o.Lines, started: time.Now(), ended: make(chan struct{})}
	p.queue = newQueue(g.live, o.MaxQueue, o.MaxQueueBytes, o.OnFull)
	p.cmd = &exec.Cmd{Path: s.cmd.path, Args: append([]string{s.cmd.shown}, o.Args...), Dir: g.childDir(o.Dir), Env: env}
	if o.Group {
		ownGroup(p.cmd)
	}
	names, theirs, err := p.connect(o)
	if err == nil {
		err = p.cmd.Start()
	}
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		p.closePipes()
		g.free()
		return 0, cannot(err)
	}
	id := g.add(func(id int64) source { p.id = id; return p })
	for i, f := range p.outputs {
		p.readers.Add(1)
		go p.read(f, names[i])
	}
	go p.watchEnd()
	return id, nil
}

// connect makes the pipes or the terminal of the child. theirs are the ends
// that only the child needs.
func (p *process) connect(o SpawnOptions) (names []string, theirs []*os.File, err error) {
	if o.Pty {
		tty, child, err := openPty(o.Cols, o.Rows)
		if err != nil {
			return nil, nil, err
		}
		p.tty, p.stdin = tty, tty
		p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = child, child, child
		controllingTerminal(p.cmd)
		p.outputs = []*os.File{tty}
		return []string{"stdout"}, []*os.File{child}, nil
	}
	in, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	p.stdin, p.cmd.Stdin = w, in
	theirs = append(theirs, in)
	for _, name := range [...]string{"stdout", "stderr"} {
		if name == "stderr" && o.Merge {
			p.cmd.Stderr = p.cmd.Stdout
			break
		}
		r, w, err := os.Pipe()
		if err != nil {
			return nil, theirs, err
		}
		p.outputs, names, theirs = append(p.outputs, r), append(names, name), append(theirs, w)
		if name == "stdout" {
			p.cmd.Stdout = w
		} else {
			p.cmd.Stderr = w
		}
	}
	return names, theirs, nil
}

func (p *process) closePipes() {
	if p.stdin != nil {
		p.stdin.Close()
	}
	for _, f := range p.outputs {
		f.Close()
	}
}

const (
	longestLine  = 1 << 20
	longestChunk = 64 << 10
)

// read turns a stream of the child into events.
func (p *process) read(f *os.File, name string) {
	defer p.readers.Done()
	buf := make([]byte, longestChunk)
	var rest []byte // an unfinished line or character
	for {
		n, err := f.Read(buf)
		if n > 0 {
			var ok bool
			if p.lines {
				rest, ok = p.pushLines(name, rest, buf[:n])
			} else {
				rest, ok = p.pushChunk(name, append(rest, buf[:n]...))
			}
			if !ok {
				break
			}
		}
		if err != nil {
			if len(rest) > 0 {
				p.push(name, Text(rest))
			}
			break
		}
		select {
		case <-p.ended:
			// The child is dead; whoever holds the pipe now has a second more.
			_ = f.SetReadDeadline(time.Now().Add(pipeWait))
		default:
		}
	}
}

func (p *process) push(name, text string) bool {
	p.g.live.mu.Lock()
	defer p.g.live.mu.Unlock()
	return p.queue.push(Event{Source: "proc", Handle: p.id, Type: name, Text: text})
}

func (p *process) pushLines(name string, rest, b []byte) ([]byte, bool) {
	for len(b) > 0 {
		i := indexNewline(b)
		if i < 0 {
			rest = append(rest, b...)
			for len(rest) >= longestLine {
				piece, cut := completeText(rest[:longestLine])
				if !p.push(name, Text(piece)) {
					return nil, false
				}
				rest = append(append([]byte(nil), cut...), rest[longestLine:]...)
			}
			return rest, true
		}
		line := b[:i]
		if len(rest) > 0 {
			rest = append(rest, line...)
			line = rest
		}
		if n := len(line); n > 0 && line[n-1] == '\r' {
			line = line[:n-1]
		}
		if !p.push(name, Text(line)) {
			return nil, false
		}
		rest, b = rest[:0], b[i+1:]
	}
	return rest, true
}

func (p *process) pushChunk(name string, b []byte) ([]byte, bool) {
	for len(b) > 0 {
		whole, rest := completeText(b[:min(len(b), longestChunk)])
		if len(whole) == 0 {
			return append([]byte(nil), b...), true
		}
		if !p.push(name, Text(whole)) {
			return nil, false
		}
		b = b[len(whole):]
		if len(rest) == len(b) {
			return append([]byte(nil), b...), true
		}
	}
	return nil, true
}

// watchEnd waits for the death of the child and then for its pipes.
func (p *process) watchEnd() {
	exit := waitProcess(p.cmd)
	t := p.g.live
	t.mu.Lock()
	p.exit = &exit
	t.notify()
	t.mu.Unlock()
	close(p.ended)
	p.shutInput()
	for _, f := range p.outputs {
		_ = f.SetReadDeadline(time.Now().Add(pipeWait))
	}
	p.readers.Wait()
	t.mu.Lock()
	p.drained = true
	t.notify()
	t.mu.Unlock()
	for _, f := range p.outputs {
		f.Close()
	}
}

func (p *process) shutInput() {
	p.g.live.mu.Lock()
	shut := p.inputShut
	p.inputShut = true
	p.g.live.mu.Unlock()
	if shut {
		return
	}
	if p.tty == nil {
		p.stdin.Close()
	} else {
		_, _ = p.tty.Write([]byte{4}) // the end of input, as a person types it
	}
}

func (p *process) family() string { return processFamily }

func (p *process) take() (Event, bool) {
	if ev, ok := p.queue.pop(); ok {
		return ev, true
	}
	if p.drained && !p.exitTaken {
		p.exitTaken = true
		return Event{Source: "proc", Handle: p.id, Type: "exit", Exit: p.exit}, true
	}
	return Event{}, false
}

func (p *process) failed(caller string) error {
	if !p.queue.overflow || p.queue.len() > 0 {
		return nil
	}
	return ioError(caller+": event queue full, process "+strconv.FormatInt(p.id, 10)+" was killed", nil)
}

func (p *process) done() bool { return p.exitTaken }

func (p *process) signal(sig syscall.Signal) error {
	if p.group || p.tty != nil {
		return killGroup(p.cmd.Process.Pid, sig)
	}
	err := killOne(p.cmd.Process.Pid, sig)
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// graceToEnd is how long a closed process may take to end by itself.
const graceToEnd = 2 * time.Second

// shut ends the process and all it started.
func (p *process) shut(atOnce bool) {
	t := p.g.live
	t.mu.Lock()
	p.queue.close()
	p.killed = true
	t.mu.Unlock()
	if !atOnce {
		select {
		case <-p.ended:
		default:
			_ = p.signal(sigTerm)
			timer := time.NewTimer(graceToEnd)
			select {
			case <-p.ended:
			case <-timer.C:
			case <-p.g.run.ctx.Done():
			}
			timer.Stop()
		}
	}
	// Also when the leader is dead: its group may not be.
	_ = p.signal(sigKill)
	<-p.ended
	t.mu.Lock()
	reaped := p.reaped
	p.reaped = true
	t.mu.Unlock()
	if !reaped {
		reap(p.cmd)
	}
	p.shutInput()
	for _, f := range p.outputs {
		_ = f.SetReadDeadline(time.Unix(1, 0))
	}
	if p.tty != nil {
		p.tty.Close()
	}
}

// ProcReceive waits for the next event of a process; ok is false at the
// timeout.
func (g *Gate) ProcReceive(id int64, seconds float64) (Event, bool, error) {
	return receive[*process](g, "proc_recv", id, processFamily, seconds)
}

// ProcSend writes to the standard input of a process.
func (g *Gate) ProcSend(id int64, data []byte) error {
	p, err := get[*process](g, "proc_send", id, processFamily)
	if err != nil {
		return err
	}
	p.sending.Lock()
	defer p.sending.Unlock()
	g.live.mu.Lock()
	shut := p.inputShut
	g.live.mu.Unlock()
	if shut {
		return ioError("proc_send: stdin is closed", nil)
	}
	release := g.deadlineOn(p.stdin.SetWriteDeadline)
	defer release()
	if _, err := p.stdin.Write(data); err != nil {
		if e := g.Stopped(); e != nil {
			return e
		}
		if errors.Is(err, os.ErrClosed) {
			return ioError("proc_send: stdin is closed", err)
		}
		return ioError("proc_send: stdin write failed: "+osText(err), err)
	}
	return nil
}

// ProcCloseStdin ends the input of a process.
func (g *Gate) ProcCloseStdin(id int64) error {
	p, err := get[*process](g, "proc_close_stdin", id, processFamily)
	if err == nil {
		p.shutInput()
	}
	return err
}

// ProcStatus is running, exited, killed or closed.
func (g *Gate) ProcStatus(id int64) string {
	g.live.mu.Lock()
	defer g.live.mu.Unlock()
	p, ok := g.live.open[id].(*process)
	if !ok {
		return "closed"
	}
	return p.status()
}

func (p *process) status() string {
	switch {
	case p.exit == nil:
		return "running"
	case p.killed:
		return "killed"
	}
	return "exited"
}

// ProcKill signals a process and what it started: TERM (the default) or KILL.
func (g *Gate) ProcKill(id int64, signal string) error {
	p, err := get[*process](g, "proc_kill", id, processFamily)
	if err != nil {
		return err
	}
	sig := sigTerm
	switch strings.TrimPrefix(strings.ToUpper(signal), "SIG") {
	case "TERM":
	case "KILL":
		sig = sigKill
	default:
		return usage(`proc_kill: the signal must be "TERM" (default) or "KILL"`)
	}
	g.live.mu.Lock()
	if p.exit == nil {
		p.killed = true
	}
	g.live.mu.Unlock()
	_ = p.signal(sig)
	return nil
}

// ProcWait waits for the end of a process; nil at the timeout. Events stay.
func (g *Gate) ProcWait(id int64, seconds float64) (*Exit, error) {
	var exit *Exit
	_, err := g.wait(seconds, func() (bool, error) {
		p, err := find[*process](g, "proc_wait", id, processFamily)
		if err != nil {
			return false, err
		}
		exit = p.exit
		return exit != nil, nil
	})
	return exit, err
}

// ProcStats is what proc_stats tells.
type ProcStats struct {
	PID         int
	Command     string
	Status      string
	Exit        *Exit
	Pty, Tree   bool
	Queued      int
	QueuedBytes int64
	Dropped     int64
	Uptime      float64
}

// ProcStats describes a process.
func (g *Gate) ProcStats(id int64) (ProcStats, error) {
	g.live.mu.Lock()
	defer g.live.mu.Unlock()
	p, err := find[*process](g, "proc_stats", id, processFamily)
	if err != nil {
		return ProcStats{}, err
	}
	return ProcStats{
		PID: p.cmd.Process.Pid, Command: p.shown, Status: p.status(), Exit: p.exit, Pty: p.tty != nil, Tree: p.group,
		Queued: p.queue.len(), QueuedBytes: p.queue.bytes, Dropped: p.queue.dropped, Uptime: time.Since(p.started).Seconds(),
	}, nil
}

// ProcClose ends a process: asked first, then killed. Idempotent.
func (g *Gate) ProcClose(id int64) error { return g.closeHandle("proc_close", id, processFamily) }

// ProcResize changes the size of the terminal of a process.
func (g *Gate) ProcResize(id int64, cols, rows int) error {
	p, err := get[*process](g, "proc_resize", id, processFamily)
	if err != nil {
		return err
	}
	if p.tty == nil {
		return usage("proc_resize: the process has no pty (spawn it with {pty: true})")
	}
	if err := resizePty(p.tty, cols, rows); err != nil {
		return ioError("proc_resize: "+osText(err), err)
	}
	return nil
}
