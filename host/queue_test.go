package host_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/synrun/synrun/host"
)

func TestQueue(t *testing.T) {
	q := host.Queue{Home: t.TempDir()}
	question := host.Question{ID: "01J", Message: "plugin_x_y {}", Created: time.Now(), Expires: time.Now().Add(time.Minute)}
	if _, err := q.Ask(context.Background(), question); !errors.Is(err, host.ErrNobody) {
		t.Errorf("nobody attends: %v", err)
	}
	stop, err := q.Attend()
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan host.Answer, 1)
	go func() {
		a, _ := q.Ask(context.Background(), question)
		got <- a
	}()
	for {
		pending, err := q.Pending()
		if err != nil {
			t.Fatal(err)
		}
		if len(pending) == 1 && pending[0].Message == question.Message {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := q.Answer("01J", host.Session); err != nil {
		t.Fatal(err)
	}
	if a := <-got; a != host.Session {
		t.Errorf("answer %v", a)
	}
	if err := q.Answer("01J", host.Once); err == nil {
		t.Error("answered twice")
	}
	if err := q.Answer("../x", host.Once); err == nil {
		t.Error("an id that is a path")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if a, err := q.Ask(ctx, question); a != host.No || err == nil {
		t.Errorf("no answer in time: %v %v", a, err)
	}
	if pending, _ := q.Pending(); len(pending) != 0 {
		t.Errorf("left: %+v", pending)
	}
	stop()
	if q.Attended() {
		t.Error("still attended")
	}
}
