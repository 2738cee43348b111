package synsema

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime"
)

// parse reads the flags; the code counts when the options are nil.
func (c *command) parse(args []string) (*options, int) {
	o, err := parseFlags(c.name, args)
	if err == errNoSource {
		writeHelp(c.Err, c.name)
		return nil, exitUsage
	}
	if err != nil {
		return nil, c.usage("%s", err)
	}
	return o, exitOK
}

func (c *command) run(args []string) int {
	o, code := c.parse(args)
	if o == nil {
		return code
	}
	src, err := c.readSource(o.words[0], o)
	if err != nil {
		return c.unreadable(err)
	}
	s, err := c.newSession(o)
	if err != nil {
		return c.usage("%s", err)
	}
	if o.json() && !o.explain {
		return s.report(src)
	}
	return s.plain(src)
}

// plain is the normal mode: output goes out as it comes, errors to stderr.
func (s *session) plain(src *source) int {
	c := s.c
	w := wiring{output: gate.Streams(c.Out, c.Err)}
	if c.InTerminal && !src.stdin {
		w.human = &person{c: c}
	}
	p, err := s.load(src, w)
	if err != nil {
		if s.o.explain {
			s.explainLoad(err)
		} else {
			fmt.Fprintln(c.Err, startText(err))
		}
		return s.close(exitFailure, exitFailure)
	}
	defer p.close()
	err = p.run()
	code := exitOK
	var exit *runtime.Exit
	switch {
	case c.unread():
		return s.close(exitOK, exitOK)
	case c.interrupted():
		return s.close(cli.Interrupted, cli.Interrupted)
	case errors.As(err, &exit):
	case err != nil && s.o.explain:
		s.explain(p, err)
		code = exitFailure
	case err != nil:
		fmt.Fprintln(c.Err, "Runtime error: "+err.Error())
		code = exitFailure
	}
	for _, line := range p.agentErrors() {
		fmt.Fprintln(c.Err, line)
		code = exitFailure
	}
	if exit != nil {
		code = exit.Code
	}
	return s.close(code, code)
}

// startText is the line of a program that does not start.
func startText(err error) string {
	var start *startError
	if errors.As(err, &start) {
		return "Runtime error: " + err.Error()
	}
	return err.Error()
}

// report is the mode of plugin hosts: one line of JSON is all of stdout.
func (s *session) report(src *source) int {
	s.keep = true
	out := gate.NewCollector(s.c.Err, false)
	errs := []string{}
	code, ok := exitOK, true
	var steps, tokens int64
	p, err := s.load(src, wiring{output: out})
	if err != nil {
		errs, code, ok = append(errs, startText(err)), exitFailure, false
	} else {
		defer p.close()
		err = p.run()
		var exit *runtime.Exit
		switch {
		case errors.As(err, &exit):
		case err != nil:
			errs, code, ok = append(errs, "Runtime error: "+err.Error()), exitFailure, false
		}
		for _, line := range p.agentErrors() {
			errs, code, ok = append(errs, line), exitFailure, false
		}
		if exit != nil {
			code = exit.Code
		}
		steps = p.m.Steps()
		if s.model != nil {
			tokens = s.model.Used()
		}
	}
	if s.c.interrupted() {
		code, ok = cli.Interrupted, false
	}
	s.mu.Lock()
	entries := s.entries
	s.mu.Unlock()
	b := append([]byte(nil), `{"ok": `...)
	b = fmt.Appendf(b, `%t, "output": `, ok)
	b = appendTexts(b, out.Lines())
	b = append(b, `, "errors": `...)
	b = appendTexts(b, errs)
	b = append(b, `, "audit": [`...)
	for i := range entries {
		if i > 0 {
			b = append(b, ',')
		}
		b = audit.AppendEntry(b, &entries[i])
	}
	b = fmt.Appendf(b, `], "exit": %d, "llm_tokens": %d, "steps": %d}`+"\n", code, tokens, steps)
	_, _ = s.c.Out.Write(b)
	return s.close(code, code)
}

// appendTexts appends a compact list of texts.
func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, t := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, t)
	}
	return append(b, ']')
}

func appendText(b []byte, t string) []byte {
	w := &appender{b}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(t)
	return w.b[:len(w.b)-1]
}

type appender struct{ b []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

func (c *command) conform(args []string) int {
	o, code := c.parse(args)
	if o == nil {
		return code
	}
	src, err := c.readSource(o.words[0], o)
	if err != nil {
		return c.unreadable(err)
	}
	s, err := c.newSession(o)
	if err != nil {
		return c.usage("%s", err)
	}
	out := gate.NewCollector(c.Err, false)
	errs := []string{}
	p, err := s.load(src, wiring{output: out, human: yes{}, inline: !o.swarm})
	if err != nil {
		errs = append(errs, startText(err))
	} else {
		defer p.close()
		err = p.run()
		var exit *runtime.Exit
		if err != nil && !errors.As(err, &exit) {
			errs = append(errs, "Runtime error: "+err.Error())
		}
		if o.swarm {
			errs = append(errs, p.agentErrors()...)
		}
	}
	b := fmt.Appendf(nil, `{"ok": %t, "out": `, len(errs) == 0)
	b = appendTexts(b, out.Lines())
	b = append(b, `, "err": `...)
	b = appendTexts(b, errs)
	switch {
	case o.swarm && p != nil:
		b = p.appendSwarm(b)
	case o.swarm:
		b = append(b, `, "blackboard": {}, "agents": {}`...)
	}
	b = append(b, "}\n"...)
	_, _ = c.Out.Write(b)
	shown := exitOK
	if len(errs) > 0 {
		shown = exitFailure
	}
	if c.interrupted() {
		return s.close(cli.Interrupted, shown)
	}
	return s.close(exitOK, shown)
}

func appendPair(b []byte, i int, key, value string) []byte {
	if i > 0 {
		b = append(b, ", "...)
	}
	b = append(appendText(b, key), ": "...)
	return appendText(b, value)
}
