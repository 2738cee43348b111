// Command progen compares two implementations of the language with generated
// programs.
//
//	progen -other "COMMAND" -n 20000   compares this engine with a second implementation of the specification
//	progen -mutate -n 2000             shows how many mutants of this engine the programs find
//	progen -print 17                   prints the program of a seed
//
// COMMAND is a `synsema` command, started anew for every program. With -server
// it is started once and answers programs as `progen -serve` does: each line of
// its input is a JSON object {"args": […], "files": {NAME: TEXT}}; it writes the
// files into a new directory, runs the command `synsema` with the arguments there,
// and prints one line {"code": N, "out": TEXT, "err": TEXT}, with DIR for the
// directory.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/cli/synsema"
	"github.com/synrun/synrun/internal/progen"
)

func main() { os.Exit(run()) }

func run() int {
	var (
		other   = flag.String("other", "", "command of a second implementation")
		server  = flag.Bool("server", false, "the other command answers many programs")
		from    = flag.Int("from", 0, "first seed")
		n       = flag.Int("n", 1000, "number of programs")
		jobs    = flag.Int("jobs", 2, "programs at a time")
		timeout = flag.Duration("timeout", 20*time.Second, "for one program")
		show    = flag.Int("print", -1, "print the program of a seed")
		serve   = flag.Bool("serve", false, "run programs from standard input")
		only    = flag.String("only", "", "with -mutate: mutants whose name matches this regular expression")
		mutate  = flag.Bool("mutate", false, "try the generator on mutants of this engine")
		outside = flag.Bool("outside", false, "programs that use files, processes, databases and the like")
		style   = flag.String("style", "", "compare only programs of this style")
		keep    = flag.Int("keep", 20, "differences to print")
		counts  = flag.Bool("counts", false, "print how often everything occurred")
	)
	flag.Parse()
	program, expected := progen.New, progen.Expected()
	if *outside {
		program, expected = progen.Outside, progen.ExpectedOutside()
	}
	switch {
	case *serve:
		if err := progen.Serve(os.Stdin, os.Stdout, here); err != nil {
			fmt.Fprintln(os.Stderr, "progen:", err)
			return 1
		}
		return 0
	case *show >= 0:
		printProgram(program(*show))
		return 0
	case *mutate:
		return mutants(*from, *n, *only)
	case *other == "":
		flag.Usage()
		return 2
	}
	newOther := func() runner { return progen.NewCommand(*timeout, strings.Fields(*other)...) }
	if *server {
		newOther = func() runner { return progen.NewProcess(*timeout, strings.Fields(*other)...) }
	}
	return compare(program, expected, newOther, *from, *n, *jobs, *keep, *timeout, *counts, *style)
}

// here runs the command in this process.
func here(args []string) *progen.Outcome {
	var out, errs bytes.Buffer
	code := synsema.Main(args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	return &progen.Outcome{Code: code, Out: out.String(), Err: errs.String()}
}

func printProgram(p *progen.Program) {
	fmt.Printf("-- %s: synsema %s\n%s", p.Style, strings.Join(p.Args, " "), p.Files["main.syn"])
	for name, text := range p.Files {
		if name != "main.syn" {
			fmt.Printf("-- file %s\n%s", name, text)
		}
	}
}

type runner interface {
	Run(*progen.Program) (*progen.Outcome, error)
	Close()
}

func compare(program func(seed int) *progen.Program, expected []string, newOther func() runner, from, n, jobs, keep int, timeout time.Duration, all bool, style string) int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "progen:", err)
		return 1
	}
	server, err := progen.NewServer()
	if err != nil {
		fmt.Fprintln(os.Stderr, "progen:", err)
		return 1
	}
	defer server.Close()
	var (
		mu        sync.Mutex
		counts    progen.Counts
		leeways   = map[string]int{}
		different int
		wg        sync.WaitGroup
		next      = from
	)
	for range jobs {
		wg.Go(func() {
			a := progen.NewProcess(timeout, self, "-serve")
			b := newOther()
			defer a.Close()
			defer b.Close()
			for {
				mu.Lock()
				seed := next
				next++
				mu.Unlock()
				if seed >= from+n {
					return
				}
				p := server.Place(program(seed))
				if style != "" && p.Style != style {
					continue
				}
				x, ours := a.Run(p)
				y, theirs := b.Run(p)
				server.Hide(x)
				server.Hide(y)
				diff, seen := "", map[string]int{}
				switch {
				case errors.Is(ours, progen.ErrTimeout) && errors.Is(theirs, progen.ErrTimeout):
					seen["neither ends: damage can take the end of a loop away"]++
				case ours != nil:
					diff = "this engine: " + ours.Error()
				case theirs != nil:
					diff = "the other: " + theirs.Error()
				default:
					diff = progen.Compare(p, x, y, seen)
				}
				mu.Lock()
				if x != nil {
					counts.Add(p, x)
				}
				for name, n := range seen {
					leeways[name] += n
				}
				if diff != "" {
					different++
					if different <= keep {
						fmt.Printf("seed %d (%s): %s\n", seed, p.Style, diff)
					}
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Printf("%d programs, %d (%d %%) ended in an error, %d differ\n", counts.Programs, counts.Failed, 100*counts.Failed/max(1, counts.Programs), different)
	for _, name := range slices.Sorted(maps.Keys(leeways)) {
		fmt.Printf("%8d lines with a leeway: %s\n", leeways[name], name)
	}
	if all {
		for _, t := range counts.Names() {
			fmt.Printf("%8d %s\n", counts.Tags[t], t)
		}
	}
	if rare := counts.Rare(expected, 50*n/20000); len(rare) > 0 && style == "" {
		fmt.Printf("rarer than wished: %s\n", strings.Join(rare, ", "))
	}
	if different > 0 {
		return 1
	}
	return 0
}
