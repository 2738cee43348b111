package synsema

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
)

// yes is the person of tests: every gate passes, no question has an answer.
type yes struct{}

func (yes) Decide(context.Context, string, string) (bool, error) { return true, nil }

func (yes) Ask(context.Context, string, []string) (string, error) { return "", nil }

// person asks whoever sits at the terminal. Prompts go to standard error.
type person struct {
	c  *command
	mu sync.Mutex
}

func (p *person) Decide(ctx context.Context, verb, message string) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.c.Err, "[%s] %s (y/n): ", verb, message)
	for {
		line, ok := p.line(ctx)
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes", "s", "si", "sí":
			return true, nil
		case "n", "no":
			return false, nil
		}
		if !ok {
			fmt.Fprintln(p.c.Err)
			return false, context.Cause(ctx)
		}
		fmt.Fprintln(p.c.Err, "please answer 'y' or 'n' (sí/no also accepted)")
		fmt.Fprintf(p.c.Err, "[%s] %s (y/n): ", verb, message)
	}
}

func (p *person) Ask(ctx context.Context, message string, _ []string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.c.Err, "[ask] %s: ", message)
	line, _ := p.line(ctx)
	return strings.TrimSpace(line), context.Cause(ctx)
}

// line reads one line of the terminal, not a byte more. It is false at the
// end of the input and at the end of the run.
func (p *person) line(ctx context.Context) (string, bool) {
	type answer struct {
		line string
		ok   bool
	}
	got := make(chan answer, 1)
	go func() {
		var b strings.Builder
		var one [1]byte
		for {
			n, err := p.c.In.Read(one[:])
			if n == 1 {
				if one[0] == '\n' {
					got <- answer{b.String(), true}
					return
				}
				b.WriteByte(one[0])
			}
			if err != nil || n == 0 && err == io.EOF {
				got <- answer{b.String(), b.Len() > 0}
				return
			}
		}
	}()
	select {
	case a := <-got:
		return a.line, a.ok
	case <-ctx.Done():
		return "", false
	}
}
