// compare times whole processes: `synsema run` of a program against the same
// program in other interpreters. The commands run in turn, one round after the
// other, so that a machine that gets slower gets slower for all of them. It
// prints medians with their spread, and the ratio to the fastest peer, round
// by round.
//
//	compare -synsema ../bin/synsema -peer ../bin/peer -n 20 progs/fib progs/mandel
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
	rounds := flag.Int("n", 20, "rounds")
	flag.Var(&free, "run", "NAME=COMMAND, repeated: commands to compare instead of programs")
	flag.Parse()
	if len(free) > 0 {
		compare(free, *rounds)
		return
	}
	for _, prog := range flag.Args() {
		cmds := runs{{name: "synsema", argv: []string{*synsema, "run", prog + ".syn"}}}
		for _, ext := range []string{"tengo", "lua", "star", "js"} {
			if _, err := os.Stat(prog + "." + ext); err == nil {
				cmds = append(cmds, &command{name: ext, argv: []string{*peer, prog + "." + ext}})
			}
		}
		fmt.Println(filepath.Base(prog))
		compare(cmds, *rounds)
	}
}

func compare(cmds runs, rounds int) {
	for round := -1; round < rounds; round++ { // the first is a warm-up
		for _, c := range cmds {
			took, out, err := once(c.argv)
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", c.name, err)
				os.Exit(1)
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
			fmt.Fprintf(os.Stderr, "%s prints something else: %q\n", c.name, c.out)
			os.Exit(1)
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

func once(argv []string) (ms float64, out string, err error) {
	c := exec.Command(argv[0], argv[1:]...)
	c.Stderr = io.Discard
	start := time.Now()
	b, err := c.Output()
	return float64(time.Since(start).Microseconds()) / 1000, string(b), err
}

func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}
