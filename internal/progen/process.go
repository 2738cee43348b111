package progen

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Process runs programs in a child that answers one line of JSON, an
// Outcome, for each line with a Program: starting a command anew for each of
// many small programs would take most of the time.
type Process struct {
	// Quiet drops what the child writes to its error stream.
	Quiet   bool
	command []string
	timeout time.Duration
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     chan []byte
}

// ErrTimeout is the error of a program that did not end in time.
var ErrTimeout = errors.New("no answer in time")

// NewProcess prepares a command; it is started when it is needed.
func NewProcess(timeout time.Duration, command ...string) *Process {
	return &Process{command: command, timeout: timeout}
}

func (p *Process) start() error {
	p.cmd = exec.Command(p.command[0], p.command[1:]...)
	if !p.Quiet {
		p.cmd.Stderr = os.Stderr
	}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		p.cmd = nil
		return err
	}
	lines := make(chan []byte, 1)
	p.out = lines
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(out, 1<<16)
		for {
			l, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			lines <- l
		}
	}()
	return nil
}

// Run runs a program. After an error the child is started anew.
func (p *Process) Run(prog *Program) (*Outcome, error) {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return nil, err
		}
	}
	line, err := json.Marshal(prog)
	if err != nil {
		return nil, err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		p.Close()
		return nil, fmt.Errorf("the command ended: %w", err)
	}
	timer := time.NewTimer(p.timeout)
	defer timer.Stop()
	select {
	case l, ok := <-p.out:
		o := &Outcome{}
		if !ok {
			p.Close()
			return nil, errors.New("the command ended without an answer")
		}
		if err := json.Unmarshal(l, o); err != nil {
			p.Close()
			return nil, err
		}
		return o, nil
	case <-timer.C:
		p.Close()
		return nil, ErrTimeout
	}
}

// Close ends the child.
func (p *Process) Close() {
	if p.cmd == nil {
		return
	}
	_ = p.in.Close()
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	p.cmd = nil
}

// Serve is the other end: it answers programs from in with what run does with
// them, each in a new directory, whose name is DIR in what it prints.
func Serve(in io.Reader, out io.Writer, run func(args []string) *Outcome) error {
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		p := &Program{}
		if err := json.Unmarshal(line, p); err != nil {
			return err
		}
		o, err := serveOne(p, run)
		if err != nil {
			return err
		}
		answer, err := json.Marshal(o)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(answer, '\n')); err != nil {
			return err
		}
	}
}

func serveOne(p *Program, run func(args []string) *Outcome) (*Outcome, error) {
	dir, err := os.MkdirTemp("", "progen")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := p.write(dir); err != nil {
		return nil, err
	}
	if err := os.Chdir(dir); err != nil {
		return nil, err
	}
	o := run(p.Args)
	o.hide(dir)
	return o, os.Chdir(os.TempDir())
}

// hide replaces the name of the directory that a program ran in.
func (o *Outcome) hide(dir string) {
	o.Out = strings.ReplaceAll(o.Out, dir, "DIR")
	o.Err = strings.ReplaceAll(o.Err, dir, "DIR")
}

func (p *Program) write(dir string) error {
	for name, text := range p.Files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// A Command runs each program in a new process of a `synsema` command.
type Command struct {
	timeout time.Duration
	words   []string
}

// NewCommand prepares a command, to which the arguments of programs are added.
func NewCommand(timeout time.Duration, words ...string) *Command { return &Command{timeout, words} }

// Run runs a program in a directory of its own.
func (c *Command) Run(p *Program) (*Outcome, error) {
	dir, err := os.MkdirTemp("", "progen")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := p.write(dir); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.timeout)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, c.words[0], append(c.words[1:len(c.words):len(c.words)], p.Args...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ErrTimeout
	case err != nil && !errors.As(err, &exit):
		return nil, err
	}
	o := &Outcome{Code: cmd.ProcessState.ExitCode(), Out: out.String(), Err: errs.String()}
	o.hide(dir)
	return o, nil
}

// Close does nothing: no process outlives its program.
func (*Command) Close() {}
