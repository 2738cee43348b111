package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/synrun/synrun/manifest"
)

// Queue is the Asker for people who sit at another process of the same home: a
// question is a file, and so is its answer. It asks only while some process
// attends ([Queue.Attend]).
type Queue struct{ Home string }

// Approval records of the queue, as files hold them.
type queued struct {
	ID      string    `json:"id"`
	Source  string    `json:"source"`
	Message string    `json:"message"`
	Why     string    `json:"why"`
	Tool    string    `json:"tool"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires_at"`
	Status  string    `json:"status"` // pending
	PID     int       `json:"pid"`    // of the process that waits
}

const (
	queuePoll  = 100 * time.Millisecond
	attendBeat = 2 * time.Second
	attendGone = 3 * attendBeat
)

func (q Queue) dir() string           { return filepath.Join(q.Home, "run", "approvals") }
func (q Queue) attendants() string    { return filepath.Join(q.Home, "run", "attending") }
func (q Queue) file(id string) string { return filepath.Join(q.dir(), id+".json") }
func (q Queue) reply(id string) string {
	return filepath.Join(q.dir(), id+".answer")
}

// Attend says that somebody answers here, until stop is called.
func (q Queue) Attend() (stop func(), err error) {
	path := filepath.Join(q.attendants(), strconv.Itoa(os.Getpid()))
	if err := manifest.WriteFile(path, nil); err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(attendBeat)
		defer tick.Stop()
		for {
			select {
			case <-done:
				os.Remove(path)
				return
			case now := <-tick.C:
				_ = os.Chtimes(path, now, now) // a beat that is missed is made up by the next
			}
		}
	}()
	return func() { close(done); <-ended }, nil
}

// Attended reports whether some process attends.
func (q Queue) Attended() bool {
	entries, err := os.ReadDir(q.attendants())
	if err != nil {
		return false
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		info, ierr := e.Info()
		if err == nil && ierr == nil && time.Since(info.ModTime()) < attendGone && alive(pid) {
			return true
		}
	}
	return false
}

// Ask puts a question into the queue and waits for its answer.
func (q Queue) Ask(ctx context.Context, question Question) (Answer, error) {
	if !q.Attended() {
		return No, ErrNobody
	}
	if !validID(question.ID) {
		return No, fmt.Errorf("bad id of a question")
	}
	rec := queued{question.ID, question.Source, question.Message, question.Why, question.Tool, question.Created, question.Expires, "pending", os.Getpid()}
	if err := manifest.WriteState(q.file(rec.ID), rec); err != nil {
		return No, err
	}
	defer func() {
		os.Remove(q.file(rec.ID))
		os.Remove(q.reply(rec.ID))
	}()
	tick := time.NewTicker(queuePoll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return No, ctx.Err()
		case <-tick.C:
			word, err := os.ReadFile(q.reply(rec.ID))
			if err == nil {
				return ParseAnswer(strings.TrimSpace(string(word))), nil
			}
		}
	}
}

// Pending lists the questions that wait for an answer, oldest first.
func (q Queue) Pending() ([]Question, error) {
	entries, err := os.ReadDir(q.dir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Question
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok {
			continue
		}
		var r queued
		if err := manifest.ReadState(q.file(id), &r); err != nil || r.ID != id {
			continue // its asker is gone
		}
		if !alive(r.PID) || time.Now().After(r.Expires) {
			os.Remove(q.file(id))
			continue
		}
		list = append(list, Question{r.ID, r.Source, r.Message, r.Why, r.Tool, r.Created, r.Expires})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Created.Before(list[j].Created) })
	return list, nil
}

// Answer answers a question of the queue. A question has one answer; a second
// one, and one to a question that is gone, is an error.
func (q Queue) Answer(id string, a Answer) error {
	gone := failed("no_question", "no question '"+id+"' waits for an answer", "")
	if !validID(id) {
		return gone
	}
	if _, err := os.Stat(q.file(id)); err != nil {
		return gone
	}
	f, err := os.OpenFile(q.reply(id), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return gone
	}
	_, err = f.WriteString(a.String())
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

func validID(id string) bool {
	if id == "" {
		return false
	}
	for _, r := range id {
		if !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z') {
			return false
		}
	}
	return true
}

// String returns the word for an answer.
func (a Answer) String() string {
	return [...]string{"no", "once", "session", "always", "never"}[a]
}

// ParseAnswer reads the word for an answer; "yes" is once, and anything that is
// none is a no.
func ParseAnswer(s string) Answer {
	switch strings.ToLower(s) {
	case "yes", "y", "once":
		return Once
	case "session":
		return Session
	case "always":
		return Always
	case "never":
		return Never
	}
	return No
}

// Either asks the first of several askers that has somebody to ask.
type Either []Asker

// Ask implements Asker.
func (e Either) Ask(ctx context.Context, q Question) (Answer, error) {
	for _, a := range e {
		if a == nil {
			continue
		}
		answer, err := a.Ask(ctx, q)
		if !errors.Is(err, ErrNobody) {
			return answer, err
		}
	}
	return No, ErrNobody
}
