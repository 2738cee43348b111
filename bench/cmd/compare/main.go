// compare times whole processes: `synsema run` of a program against the same
// program in other interpreters. The commands run in turn, one round after the
// other, so that a machine that gets slower gets slower for all of them. It
// prints medians with their spread, and the ratio to the fastest peer, round
// by round. With -start the time of an empty program is measured in the same
// rounds and subtracted from each.
//
//	compare -synsema ../bin/synsema -peer ../bin/peer -n 20 progs/fib progs/mandel
//	compare -start -python python3 lib/jsontext lib/csvrows
//	compare -n 20 -run 'A=cmd args' -run 'B=cmd args'
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type command struct {
	name string
	argv []string
	out  string
	took []float64 // milliseconds, one a round
	idle []string  // argv of an empty program, nil when start-up counts
}

type runs []*command

func (r *runs) String() string { return "" }

func (r *runs) Set(s string) error {
	name, line, ok := strings.Cut(s, "=")
	if !ok {
		return fmt.Errorf("expected NAME=COMMAND, got %q", s)
	}
	*r = append(*r, &command{name: name, argv: strings.Fields(line)})
	return nil
}

func main() {
	var free runs
	synsema := flag.String("synsema", "synsema", "the synsema command")
	peer := flag.String("peer", "peer", "the command that runs the peers")
	python := flag.String("python", "", "the command that runs PROGRAM.py, none when empty")
	cpu := flag.Bool("cpu", false, "processor time instead of the time on the wall: for a machine that is busy")
	start := flag.Bool("start", false, "subtract the time that an empty program takes")
	rounds := flag.Int("n", 20, "rounds")
	flag.Var(&free, "run", "NAME=COMMAND, repeated: commands to compare instead of programs")
	flag.Parse()
	onProcessor = *cpu
	if len(free) > 0 {
		compare(free, *rounds)
		return
	}
	empty, err := emptyPrograms()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer os.RemoveAll(empty)
	for _, prog := range flag.Args() {
		prog = strings.TrimSuffix(prog, ".syn")
		cmds := runs{{name: "synsema", argv: []string{*synsema, "run", prog + ".syn"}}}
		for _, ext := range []string{"tengo", "lua", "star", "js"} {
			if _, err := os.Stat(prog + "." + ext); err == nil {
				cmds = append(cmds, &command{name: ext, argv: []string{*peer, prog + "." + ext}})
			}
		}
		if _, err := os.Stat(prog + ".py"); err == nil && *python != "" {
			cmds = append(cmds, &command{name: "python", argv: []string{*python, prog + ".py"}})
		}
		for _, c := range cmds {
			if last := len(c.argv) - 1; *start {
				c.idle = append(slices.Clone(c.argv[:last]), filepath.Join(empty, "empty"+filepath.Ext(c.argv[last])))
			}
		}
		fmt.Println(filepath.Base(prog))
		compare(cmds, *rounds)
	}
}

// emptyPrograms makes a folder with an empty program of every language.
func emptyPrograms() (dir string, err error) {
	dir, err = os.MkdirTemp("", "compare")
	if err != nil {
		return "", err
	}
	for _, ext := range []string{"syn", "tengo", "lua", "star", "js", "py"} {
		if err := os.WriteFile(filepath.Join(dir, "empty."+ext), nil, 0o600); err != nil {
			return "", err
		}
	}
	return dir, nil
}

func compare(cmds runs, rounds int) {
	for round := -1; round < rounds; round++ { // the first is a warm-up
		for _, c := range cmds {
			took, out, err := once(c.argv)
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", c.name, err)
				os.Exit(1)
			}
			if c.idle != nil {
				idle, _, err := once(c.idle)
				if err != nil {
					fmt.Fprintf(os.Stderr, "%s: an empty program: %v\n", c.name, err)
					os.Exit(1)
				}
				took = max(took-idle, 0.1)
			}
			if round >= 0 {
				c.took = append(c.took, took)
			}
			c.out = out
		}
	}
	best := -1
	for i, c := range cmds {
		if i > 0 && (best < 0 || median(c.took) < median(cmds[best].took)) {
			best = i
		}
		if c.out != cmds[0].out {
			fmt.Fprintf(os.Stderr, "note: %s prints %q, %s %q\n", c.name, c.out, cmds[0].name, cmds[0].out)
		}
	}
	for i, c := range cmds {
		s := slices.Sorted(slices.Values(c.took))
		fmt.Printf("  %-10s median %8.1f ms   %8.1f … %8.1f", c.name, median(c.took), s[0], s[len(s)-1])
		if i == 0 && best > 0 {
			ratios := make([]float64, rounds)
			for k := range ratios {
				ratios[k] = c.took[k] / cmds[best].took[k]
			}
			fmt.Printf("   %.2f of %s (median of %d rounds)", median(ratios), cmds[best].name, rounds)
		}
		fmt.Println()
	}
}

// onProcessor makes once give processor time.
var onProcessor bool

func once(argv []string) (ms float64, out string, err error) {
	c := exec.Command(argv[0], argv[1:]...)
	c.Stderr = io.Discard
	start := time.Now()
	b, err := c.Output()
	took := time.Since(start)
	if onProcessor && c.ProcessState != nil {
		took = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	return float64(took.Microseconds()) / 1000, string(b), err
}

func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}
