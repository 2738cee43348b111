package gate

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/synrun/synrun/caps"
)

// Event is something that happened at a handle: output of a process, a message
// of a connection, a change of a watched file.
type Event struct {
	Source string // proc, watch, ws, tcp or pipe
	Handle int64
	Type   string
	Text   string
	Binary []byte // instead of Text when IsBinary
	// IsBinary says that the data are bytes.
	IsBinary bool
	Exit     *Exit // of the type exit
	Path     string
	IsDir    bool
}

// size is what the event counts in a queue.
func (e *Event) size() int64 { return int64(len(e.Text) + len(e.Binary) + len(e.Path)) }

// source is an open handle that yields events. All methods but shut are called
// with the table locked.
type source interface {
	// family names what it is: "process", "file watch", "WebSocket connection".
	family() string
	// take returns the next event, if there is one.
	take() (Event, bool)
	// failed is the error of a handle that cannot go on; the handle is retired.
	failed(caller string) error
	// done reports that no event will come any more.
	done() bool
	// shut ends it; at once says to wait for nobody.
	shut(atOnce bool)
}

// handles are the open handles of an interpreter and its workers. Numbers are
// never used twice in a run.
type handles struct {
	mu      sync.Mutex
	open    map[int64]source
	changed chan struct{} // closed at the next event
	last    int64         // the handle that select served last
	// questions are checks that goroutines of handles wait for.
	questions []question
}

// question is a check on behalf of a handle that works by itself.
type question struct {
	at      At
	request caps.Request
	answer  chan permission
}

// permission is the answer: whether it may be, and whether the host was named
// literally.
type permission struct{ ok, named bool }

// answer makes the checks that handles wait for, on the goroutine of the
// program, to which its capability set belongs.
func (g *Gate) answer() {
	g.live.mu.Lock()
	questions := g.live.questions
	g.live.questions = nil
	g.live.mu.Unlock()
	for _, q := range questions {
		ok := g.ask(q.at, q.request) == nil
		q.answer <- permission{ok, g.caps.NamesHost(q.request)}
	}
}

// notify wakes everyone who waits. The table is locked.
func (t *handles) notify() {
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}

func (t *handles) wake() {
	t.mu.Lock()
	t.notify()
	t.mu.Unlock()
}

// wait calls try with the table locked until it reports true. It gives up at
// the timeout (false, nil) and when the run ends.
func (g *Gate) wait(seconds float64, try func() (bool, error)) (bool, error) {
	t := g.live
	var expired <-chan time.Time
	if seconds > 0 {
		timer := time.NewTimer(duration(seconds))
		defer timer.Stop()
		expired = timer.C
	}
	for {
		if e := g.Stopped(); e != nil {
			return false, e
		}
		g.answer()
		t.mu.Lock()
		ok, err := try()
		if ok || err != nil {
			t.mu.Unlock()
			return ok, err
		}
		if t.changed == nil {
			t.changed = make(chan struct{})
		}
		changed := t.changed
		t.mu.Unlock()
		if expired == nil {
			return false, nil
		}
		select {
		case <-changed:
		case <-expired:
			return false, nil
		case <-g.ctx.Done():
			return false, stopError(g.ctx)
		}
	}
}

// add gives a new source its number.
func (g *Gate) add(make func(id int64) source) int64 {
	id := g.run.lastID.Add(1)
	s := make(id)
	t := g.live
	t.mu.Lock()
	if t.open == nil {
		t.open = map[int64]source{}
	}
	t.open[id] = s
	t.mu.Unlock()
	return id
}

// countOf counts the open handles of a family.
func (g *Gate) countOf(family string) int {
	t := g.live
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, s := range t.open {
		if s.family() == family {
			n++
		}
	}
	return n
}

// retire takes a handle out of the table. The table is locked.
func (g *Gate) retire(id int64) source {
	s, ok := g.live.open[id]
	if !ok {
		return nil
	}
	delete(g.live.open, id)
	g.live.notify()
	g.free()
	return s
}

// closeHandle ends a handle of a family. An unknown one is closed already.
func (g *Gate) closeHandle(caller string, id int64, family string) error {
	t := g.live
	t.mu.Lock()
	s, ok := t.open[id]
	if ok && s.family() != family {
		t.mu.Unlock()
		return wrongFamily(caller, id, s, family)
	}
	s = g.retire(id)
	t.mu.Unlock()
	if s != nil {
		s.shut(false)
	}
	return nil
}

func (g *Gate) closeHandles() {
	t := g.live
	t.mu.Lock()
	all := t.open
	t.open = nil
	t.notify()
	t.mu.Unlock()
	atOnce := g.Stopped() != nil
	var wg sync.WaitGroup
	for _, s := range all {
		g.free()
		wg.Add(1)
		go func() { defer wg.Done(); s.shut(atOnce) }()
	}
	wg.Wait()
}

// find returns the handle id of a family. The table is locked.
func find[S source](g *Gate, caller string, id int64, family string) (S, error) {
	s, ok := g.live.open[id]
	if !ok {
		var none S
		return none, ioError(caller+": unknown or closed "+handleWord(family)+" handle "+strconv.FormatInt(id, 10), nil)
	}
	own, ok := s.(S)
	if !ok {
		return own, wrongFamily(caller, id, s, family)
	}
	return own, nil
}

// get is find for callers that do not hold the table.
func get[S source](g *Gate, caller string, id int64, family string) (S, error) {
	g.live.mu.Lock()
	defer g.live.mu.Unlock()
	return find[S](g, caller, id, family)
}

func wrongFamily(caller string, id int64, s source, wanted string) error {
	return usage(caller + ": handle " + strconv.FormatInt(id, 10) + " is a " + s.family() + ", not a " + wanted)
}

// handleWord is the word for a family in `unknown or closed … handle`.
func handleWord(family string) string {
	switch family {
	case WSFamily, tcpFamily:
		return "connection"
	case watchFamily:
		return "watch"
	case pipeFamily:
		return "pipe"
	}
	return family
}

// receive waits for the next event of one handle; ok is false at the timeout.
func receive[S source](g *Gate, caller string, id int64, family string, seconds float64) (ev Event, ok bool, err error) {
	if _, err := get[S](g, caller, id, family); err != nil {
		return ev, false, err
	}
	ok, err = g.wait(seconds, func() (bool, error) {
		s, err := find[S](g, caller, id, family)
		if err != nil {
			return false, err
		}
		if err := s.failed(caller); err != nil {
			g.retire(id)
			go s.shut(true)
			return false, err
		}
		var got bool
		ev, got = s.take()
		return got, nil
	})
	return ev, ok, err
}

// Select waits for the next event of any of the handles, fairly; ok is false at
// the timeout and when nothing can come any more. With only set, every handle
// has to be an open one of that family.
func (g *Gate) Select(caller string, ids []int64, seconds float64, only string) (ev Event, ok bool, err error) {
	if g.cfg.Pure {
		return ev, false, g.native(At{Source: caller}, noHub)
	}
	if only != "" {
		for _, id := range ids {
			if _, err := get[source](g, caller, id, only); err != nil {
				return ev, false, err
			}
			g.live.mu.Lock()
			s := g.live.open[id]
			g.live.mu.Unlock()
			if s != nil && s.family() != only {
				return ev, false, wrongFamily(caller, id, s, only)
			}
		}
	}
	gone := false
	ok, err = g.wait(seconds, func() (bool, error) {
		start := 0
		for i, id := range ids {
			if id == g.live.last {
				start = i + 1
			}
		}
		gone = true
		for i := range ids {
			id := ids[(start+i)%len(ids)]
			s, open := g.live.open[id]
			if !open {
				continue
			}
			if err := s.failed(caller); err != nil {
				g.retire(id)
				go s.shut(true)
				return false, err
			}
			if e, got := s.take(); got {
				ev, g.live.last, gone = e, id, false
				return true, nil
			}
			gone = gone && s.done()
		}
		return gone, nil
	})
	return ev, ok && !gone, err
}

// queue holds the events of a handle until somebody takes them. Its methods
// are called with the table locked.
type queue struct {
	t        *handles
	events   []Event
	head     int
	bytes    int64
	max      int
	maxBytes int64
	policy   string // block, drop_oldest or error
	dropped  int64
	overflow bool
	shut     bool
	room     *sync.Cond
}

func newQueue(t *handles, limit int, maxBytes int64, policy string) queue {
	return queue{t: t, max: limit, maxBytes: maxBytes, policy: policy, room: sync.NewCond(&t.mu)}
}

func (q *queue) len() int { return len(q.events) - q.head }

func (q *queue) full(size int64) bool {
	n := q.len()
	return n >= q.max || n > 0 && q.bytes+size > q.maxBytes
}

// push adds an event, as the policy says; false means that nobody wants more.
func (q *queue) push(ev Event) bool {
	size := ev.size()
	for q.full(size) && !q.shut {
		switch q.policy {
		case "drop_oldest":
			q.pop()
			q.dropped++
		case "error":
			q.overflow, q.shut = true, true
			q.t.notify()
		default:
			q.room.Wait()
		}
	}
	if q.shut {
		return false
	}
	q.events = append(q.events, ev)
	q.bytes += size
	q.t.notify()
	return true
}

func (q *queue) pop() (Event, bool) {
	if q.len() == 0 {
		return Event{}, false
	}
	ev := q.events[q.head]
	q.events[q.head] = Event{}
	q.head++
	q.bytes -= ev.size()
	if q.head == len(q.events) {
		q.events, q.head = q.events[:0], 0
	} else if q.head > 1024 && q.head*2 > len(q.events) {
		n := copy(q.events, q.events[q.head:])
		clear(q.events[n:])
		q.events, q.head = q.events[:n], 0
	}
	q.room.Broadcast()
	return ev, true
}

// close lets nobody wait for room any more.
func (q *queue) close() {
	q.shut = true
	q.room.Broadcast()
}

// deadlineOn arranges that set is called when the run ends, to get a blocked
// read or write back.
func (g *Gate) deadlineOn(set func(time.Time) error) (release func()) {
	stop := context.AfterFunc(g.ctx, func() { _ = set(time.Unix(1, 0)) })
	return func() { stop() }
}
