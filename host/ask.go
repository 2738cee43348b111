package host

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/synrun/synrun/audit"
)

// Question is what a person is asked before a model's call goes on.
type Question struct {
	ID      string
	Source  string // who asks: "chat", "mcp", "schedule:<id>"
	Message string // the call on one line
	Why     string // the reason of the verdict
	Tool    string // the full name a standing answer would be about; empty where none is possible
	Created time.Time
	Expires time.Time
}

// Answer is what a person said.
type Answer uint8

// The answers. The zero Answer is a no.
const (
	No Answer = iota
	Once
	Session // and until the host ends
	Always  // and by a rule from now on
	Never   // no, and by a rule from now on
)

// Asker puts questions to a person. It returns when there is an answer or the
// context ends; ErrNobody says that there is no way to ask.
type Asker interface {
	Ask(ctx context.Context, q Question) (Answer, error)
}

// ErrNobody says that nobody could be asked.
var ErrNobody = fmt.Errorf("there is nobody to ask")

// chatTimeout is how long an answer is awaited where a person sits.
const chatTimeout = 180 * time.Second

// maxAsked is the length of the line that shows a call.
const maxAsked = 160

// CallLine shows a call on one line, as a person is asked about it.
func CallLine(name, args string) string {
	s := strings.ReplaceAll(name+" "+args, "\r", "")
	s = strings.ReplaceAll(s, "\n", " ⏎ ")
	if utf8.RuneCountInString(s) > maxAsked {
		s = string([]rune(s)[:maxAsked]) + "…"
	}
	return s
}

// ask puts a question and turns the answer into a decision. asker, when there is
// one, is the request's own, such as an MCP client. No answer in time, and nobody
// to give one, is a no.
func (h *Host) ask(ctx context.Context, asker Asker, q Question, wait time.Duration) (bool, error) {
	if asker == nil {
		asker = h.opt.Asker
	}
	if asker == nil {
		return false, nil
	}
	if wait <= 0 {
		wait = chatTimeout
	}
	now := h.opt.Now()
	q.ID, q.Created, q.Expires = audit.NewCallID(), now, now.Add(wait)
	ctx, stop := context.WithTimeout(ctx, wait)
	defer stop()
	answer, err := asker.Ask(ctx, q)
	if err != nil {
		return false, nil
	}
	switch answer {
	case Session:
		h.mu.Lock()
		if q.Tool != "" {
			h.session[q.Tool] = true
		}
		h.mu.Unlock()
	case Always, Never:
		if q.Tool == "" {
			break
		}
		d := Allow
		if answer == Never {
			d = Deny
		}
		if err := h.AddRule(Rule{q.Tool, d}, string(ActorUser)); err != nil {
			return false, err
		}
	}
	return answer == Once || answer == Session || answer == Always, nil
}

// DeniedByPolicy and DeniedByUser are the texts a model gets.
func DeniedByPolicy(reason string) string {
	return "DENIED by policy (" + reason + "). Do not retry this exact action; explain or propose an alternative."
}

// DeniedByUser is the text when a person said no or could not be asked.
func DeniedByUser(reason string) string {
	return "DENIED by the user (" + reason + "). Do not retry this exact action; ask the user or propose an alternative."
}
