package synrun

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/synrun/synrun/host"
)

// canAsk reports whether there is a person to ask.
func (a *app) canAsk() bool { return a.InTerminal && a.ErrTerminal && !a.flags.noInput }

// confirm asks the command's own question; what names what needs a yes.
func (a *app) confirm(question, what string) error {
	switch {
	case a.flags.yes:
		return nil
	case !a.canAsk():
		return &host.Error{Code: "needs_yes", Text: "this needs a yes (" + what + ")", Try: "run it on a terminal, or add --yes", Exit: exitDenied}
	}
	fmt.Fprintf(a.Err, "%s (y/n): ", question)
	line, err := a.readLine(a.ctx)
	if err != nil {
		return err
	}
	if !isYes(line) {
		return &host.Error{Code: "no", Text: "nothing was done", Exit: exitDenied}
	}
	return nil
}

func isYes(line string) bool {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes", "s", "si", "sí":
		return true
	}
	return false
}

// readLine reads one line of the terminal, or ends with the context.
func (a *app) readLine(ctx context.Context) (string, error) {
	type answer struct {
		line string
		err  error
	}
	got := make(chan answer, 1)
	go func() {
		line, err := bufio.NewReader(a.In).ReadString('\n')
		if line != "" {
			err = nil
		}
		got <- answer{line, err}
	}()
	select {
	case r := <-got:
		return r.line, r.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// terminalAsker puts the host's questions to whoever sits at the terminal.
type terminalAsker struct{ a *app }

// Ask implements host.Asker.
func (t *terminalAsker) Ask(ctx context.Context, q host.Question) (host.Answer, error) {
	a := t.a
	if !a.canAsk() {
		return host.No, host.ErrNobody
	}
	fmt.Fprintf(a.Err, "%s\n", plain(q.Message))
	if q.Why != "" {
		fmt.Fprintf(a.Err, "  %s\n", q.Why)
	}
	choices := "y once, s this session, n no"
	if q.Tool != "" {
		choices = "y once, s this session, a always, n no, never"
	}
	fmt.Fprintf(a.Err, "allow it? (%s): ", choices)
	line, err := a.readLine(ctx)
	if err != nil {
		return host.No, err
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "s", "session":
		return host.Session, nil
	case "a", "always":
		if q.Tool != "" {
			return host.Always, nil
		}
	case "never":
		if q.Tool != "" {
			return host.Never, nil
		}
	}
	if isYes(line) {
		return host.Once, nil
	}
	return host.No, nil
}
