package gate

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Launch describes the process of a plugin: one that the host starts for a
// call, not one that a program asked for, so no capability is checked here.
type Launch struct {
	Path string   // absolute
	Args []string // the name of the program first
	Dir  string
	Env  []string // the whole environment

	Input  bool // Process.Stdin is a pipe; else standard input is empty
	Stream bool // Process.Stdout is a pipe; else standard output goes to Output

	// Output and Errors take what the process writes. When they are the same
	// writer, both streams are one pipe, so that their order is kept. Writes
	// come from one goroutine a pipe.
	Output, Errors io.Writer

	Sandbox *Sandbox // nil: the process has the rights of this one
}

// Process is a running process that Start started.
type Process struct {
	Stdin  *os.File // nil without Launch.Input
	Stdout *os.File // nil without Launch.Stream

	cmd     *exec.Cmd
	box     *confined // nil for a process with the user's rights
	exit    Exit
	ended   chan struct{}
	pumps   sync.WaitGroup
	drained chan struct{} // closed when every pipe that is pumped has ended
	pipes   []*os.File
	end     sync.Once
}

// Start starts a process as the leader of a process group of its own.
func Start(l Launch) (*Process, error) {
	p := &Process{ended: make(chan struct{}), drained: make(chan struct{})}
	io, err := p.connect(&l)
	if err == nil {
		if l.Sandbox != nil {
			err = p.startConfined(&l, io)
		} else {
			p.cmd = &exec.Cmd{Path: l.Path, Args: l.Args, Dir: l.Dir, Env: l.Env, Stdin: io.in, Stdout: io.out, Stderr: io.errors}
			ownGroup(p.cmd)
			err = p.cmd.Start()
		}
	}
	io.close()
	if err != nil {
		p.closePipes()
		close(p.drained)
		return nil, err
	}
	p.pump(&l)
	go p.watch()
	return p, nil
}

// childFiles are the ends that only the child needs.
type childFiles struct{ in, out, errors *os.File }

func (c *childFiles) close() {
	for _, f := range []*os.File{c.in, c.out, c.errors} {
		if f != nil {
			f.Close()
		}
	}
}

func (p *Process) connect(l *Launch) (c childFiles, err error) {
	if l.Input {
		c.in, p.Stdin, err = os.Pipe()
	} else {
		c.in, err = os.Open(os.DevNull)
	}
	if err != nil {
		return c, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return c, err
	}
	c.out = w
	if l.Stream {
		p.Stdout = r
	}
	p.pipes = append(p.pipes, r)
	if l.Errors == l.Output && !l.Stream {
		c.errors, err = duplicate(w)
		return c, err
	}
	if r, c.errors, err = os.Pipe(); err == nil {
		p.pipes = append(p.pipes, r)
	}
	return c, err
}

// pump moves what the process writes to where it is wanted.
func (p *Process) pump(l *Launch) {
	to := []io.Writer{l.Output, l.Errors}
	for i, f := range p.pipes {
		if f == p.Stdout {
			continue
		}
		p.pumps.Add(1)
		go func() {
			defer p.pumps.Done()
			w := to[i]
			if w == nil {
				w = io.Discard
			}
			_, _ = io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{f}, make([]byte, 32<<10))
		}()
	}
	go func() {
		p.pumps.Wait()
		close(p.drained)
	}()
}

// watch waits for the end of the leader, which stays unburied until Close: so
// long its group keeps its number, and a signal to it can hit nobody else.
func (p *Process) watch() {
	p.exit = waitProcess(p.cmd)
	if p.box != nil {
		p.exit = p.box.exit(p.exit)
	}
	close(p.ended)
}

// Pid is the number of the process as this machine knows it.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Ended is closed when the process itself has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Kill ends the process and its group at once.
func (p *Process) Kill() {
	select {
	case <-p.ended:
		// Its group may live on.
	default:
		_ = killOne(p.cmd.Process.Pid, sigKill)
	}
	_ = killGroup(p.cmd.Process.Pid, sigKill)
}

const (
	// lastWords is how long those that a process left behind may go on writing
	// when it has ended by itself.
	lastWords = 100 * time.Millisecond
	// abandon is how long a pipe may stay open after everybody was killed.
	abandon = 500 * time.Millisecond
)

// Close ends whatever is left of the process, once it has ended or shall end
// now, and gives up all that is held for it. It returns how the process ended.
func (p *Process) Close() Exit {
	p.end.Do(func() {
		select {
		case <-p.ended:
			p.settle(lastWords)
		default:
		}
		p.Kill()
		<-p.ended
		if p.Stdin != nil {
			p.Stdin.Close()
		}
		if !p.settle(abandon) {
			for _, f := range p.pipes {
				_ = f.SetReadDeadline(time.Unix(1, 0))
			}
			<-p.drained
		}
		p.closePipes()
		reap(p.cmd)
		if p.box != nil {
			p.box.close()
		}
	})
	return p.exit
}

func (p *Process) settle(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.drained:
		return true
	case <-timer.C:
		return false
	}
}

func (p *Process) closePipes() {
	if p.Stdin != nil {
		p.Stdin.Close()
	}
	for _, f := range p.pipes {
		f.Close()
	}
}

// Run waits for the process to end, or kills it when the context ends; killed
// tells which.
func (p *Process) Run(ctx context.Context) (exit Exit, killed bool) {
	select {
	case <-p.ended:
	case <-ctx.Done():
		select {
		case <-p.ended: // both at once: it ended in time
		default:
			killed = true
			p.Kill()
		}
	}
	return p.Close(), killed
}

// StartText is the reason why a process did not start, without the path that
// was tried.
func StartText(err error) string { return startText(err) }

// FindProgram resolves the first word of a command as it is to be started: one
// with a separator is relative to dir, any other is looked up in the PATH of
// env, whose relative entries do not count.
func FindProgram(word, dir string, env []string) (string, error) {
	switch {
	case word == "":
		return "", errors.New("no command")
	case strings.IndexByte(word, 0) >= 0:
		return "", errors.New("a NUL byte in the command")
	case strings.ContainsAny(word, pathSeparators):
		if !filepath.IsAbs(word) {
			word = filepath.Join(dir, word)
		}
		return word, executable(word)
	}
	reason := errors.New("executable file not found in $PATH")
	for _, d := range filepath.SplitList(lastValue(env, "PATH")) {
		if !filepath.IsAbs(d) {
			continue
		}
		path := filepath.Join(d, word)
		err := executable(path)
		if err == nil {
			return path, nil
		}
		if errors.Is(err, os.ErrPermission) {
			reason = err
		}
	}
	return "", reason
}

// lastValue is the value of a variable in an environment, where the last
// setting counts.
func lastValue(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(env[i], "="); ok && k == name {
			return v
		}
	}
	return ""
}
