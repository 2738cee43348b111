package audit

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"syscall"
	"time"
)

// Options say whose record a Log is and how it is kept.
type Options struct {
	Home      string // folder of the state; made when missing
	Workspace string // the project: absolute, links resolved

	// SyncEveryCall forces the file to the disk before a call answers
	// (audit_sync = "call"). Without it that happens at least once a second.
	SyncEveryCall bool

	// MaxFile is the size from which a file is rotated; 0 is 64 MiB.
	MaxFile int64

	// Now is the clock of the recorder; nil is time.Now.
	Now func() time.Time

	// Note is told what a person should know: a torn record that was put
	// aside. Nil drops it. It is called with the record locked and must not
	// use the Log.
	Note func(text string)

	// Tee is given the lines of this process's records once they are in the
	// file, for a copy elsewhere. Nil drops them. It must not keep the slice,
	// and as little as Note use the Log.
	Tee func(lines []byte)
}

const (
	defaultMaxFile = 64 << 20
	// A queue of this size is written even when nothing demands it. The page
	// cache takes large writes at a fraction of the cost of small ones.
	maxQueue = 256 << 10
	// syncEvery is how long a record may wait for the disk.
	syncEvery = time.Second
	// maxListed bounds the capabilities that a call record lists; the checks
	// themselves are all there.
	maxListed = 10_000
)

// Log is the record of one workspace, open for writing. It may be used by many
// goroutines, and many processes may have the same record open.
//
// # When a record is in the file
//
// Checks that were granted for an act outside the process (file.write, exec,
// net, db, secret, reveal) are in the file when [Call.Check] returns, so before
// the act. All others wait in a queue that is written when it is full, after a
// second, and before [Call.End] or [Log.Manage] return. A process that is
// killed loses no record of a call that was answered.
//
// # Sharing
//
// Every write happens under a lock on the file. The writer that gets it looks
// whether the file is still as it left it; if not, another process wrote, and
// the end of the chain is read again. A last line without its line end is what
// a crash left: it is moved to <slug>.torn.
type Log struct {
	opt  Options
	dir  string
	slug string

	mu      sync.Mutex
	queue   layout
	out     []byte
	file    *os.File // nil until the first write
	size    int64    // of file, as this process left or found it
	end     link     // of the chain, at size
	wrote   bool     // this process added records
	closed  bool
	failed  error // of the last attempt to write or to sync, until one succeeds
	key     *signer
	mac     macKey
	timer   *time.Timer
	armed   bool
	unsaved bool // written, but not yet forced to the disk
	lost    bool // forcing it failed: nothing is promised before it succeeds
}

// Open opens the record of a workspace. Nothing is read or written before the
// first record.
func Open(opt Options) (*Log, error) {
	if opt.MaxFile == 0 {
		opt.MaxFile = defaultMaxFile
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	l := &Log{opt: opt, dir: Dir(opt.Home), slug: Slug(opt.Workspace)}
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return nil, &WriteError{err}
	}
	return l, nil
}

// Call is the part of the record that belongs to one tool call. Its checks may
// come from several goroutines.
type Call struct {
	log     *Log
	id      CallID
	subject subject

	// Guarded by log.mu.
	used, refused listed
}

// listed is a list of capabilities without repetition, in order.
type listed struct {
	list []string
	seen map[string]struct{}
}

func (l *listed) add(capability string) {
	n := len(l.list)
	if n > 0 && l.list[n-1] == capability || n >= maxListed {
		return
	}
	if _, ok := l.seen[capability]; ok {
		return
	}
	if l.seen == nil {
		l.seen = map[string]struct{}{}
	}
	l.seen[capability] = struct{}{}
	l.list = append(l.list, capability)
}

// Begin starts the record of a call. It writes nothing.
func (l *Log) Begin(id CallID) *Call {
	return &Call{log: l, id: id, subject: newSubject(&id)}
}

// ID returns what Begin was given.
func (c *Call) ID() CallID { return c.id }

// Check records one capability check. When it fails the act must not happen:
// the record cannot be written.
func (c *Call) Check(e *Entry) error {
	family, scope := SplitCapability(e.Capability)
	l := c.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(); err != nil {
		return err
	}
	n := len(l.queue.marks)
	if e.At.IsZero() {
		stamped := *e
		stamped.At = l.opt.Now()
		e = &stamped
	}
	l.queue.check(&c.subject, e, family, scope)
	if e.Granted && precedesAct(family) || l.failed != nil || len(l.queue.text) >= maxQueue {
		if err := l.flush(false); err != nil {
			l.queue.drop(n)
			return err
		}
	} else {
		l.arm()
	}
	switch {
	case e.Origin == runtimeOrigin: // nobody asked
	case e.Granted:
		c.used.add(e.Capability)
	default:
		c.refused.add(e.Capability)
	}
	return nil
}

// runtimeOrigin is the origin of what the runtime grants of itself, or would
// if the ceiling let it.
const runtimeOrigin = "runtime"

// precedesAct tells whether a granted check of a family is followed by an act
// outside the process, which its record must precede.
func precedesAct(family string) bool {
	switch family {
	case "file.write", "exec", "net", "db", "secret", "reveal", "file":
		return true
	}
	return false
}

// Used and Refused list the capabilities that the checks so far were granted
// and refused, each once, in the order of their first check. What the runtime
// grants of itself does not count: nobody asked for it.
func (c *Call) Used() []string    { return c.copyOf(&c.used) }
func (c *Call) Refused() []string { return c.copyOf(&c.refused) }

func (c *Call) copyOf(l *listed) []string {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	return append([]string{}, l.list...)
}

// End writes the record of the call itself. When it returns nil, that record
// and all checks before it are in the file: the call may answer.
func (c *Call) End(o *Outcome) error {
	var args []byte
	if o.Args != nil {
		var err error
		if args, err = Canonical(o.Args); err != nil {
			return &WriteError{errors.New("the arguments are not JSON: " + err.Error())}
		}
	}
	l := c.log
	l.mu.Lock()
	defer l.mu.Unlock()
	stamped := *o
	if o.At.IsZero() {
		stamped.At = l.opt.Now()
	}
	used, refused := c.used.list, c.refused.list
	if o.Used != nil {
		used = o.Used
	}
	if o.Refused != nil {
		refused = o.Refused
	}
	return l.write(l.opt.SyncEveryCall, func() { l.queue.call(&c.id, &stamped, used, refused, args) })
}

// Manage records a management action. It is in the file when Manage returns.
func (l *Log) Manage(a *Action) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	stamped := *a
	if a.At.IsZero() {
		stamped.At = l.opt.Now()
	}
	return l.write(l.opt.SyncEveryCall, func() { l.queue.manage(&stamped) })
}

// write queues the records that lay lays out and writes the queue. When it
// fails those records are taken back; what was queued before stays.
func (l *Log) write(sync bool, lay func()) error {
	if err := l.usable(); err != nil {
		return err
	}
	n := len(l.queue.marks)
	lay()
	err := l.flush(false)
	if err == nil && sync {
		return l.sync()
	}
	if err != nil {
		l.queue.drop(n)
	}
	return err
}

func (l *Log) usable() error {
	if l.closed {
		return &WriteError{fs.ErrClosed}
	}
	return nil
}

// Flush writes what is queued.
func (l *Log) Flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue.marks) == 0 {
		return nil
	}
	return l.flush(false)
}

// Sync writes what is queued and forces the file to the disk.
func (l *Log) Sync() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue.marks) > 0 {
		if err := l.flush(false); err != nil {
			return err
		}
	}
	return l.sync()
}

// Close writes what is queued and, if this process wrote anything, a signed
// checkpoint, and forces the file to the disk. The Log cannot be used
// afterwards; closing it again does nothing.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	if l.timer != nil {
		l.timer.Stop()
	}
	var err error
	if l.wrote || len(l.queue.marks) > 0 {
		err = l.flush(true)
	}
	if l.file != nil {
		err = errors.Join(err, l.sync(), l.file.Close())
		l.file = nil
	}
	return err
}

// arm sees to it that what is queued or unsaved now is on the disk in a second.
func (l *Log) arm() {
	if l.armed {
		return
	}
	l.armed = true
	if l.timer == nil {
		l.timer = time.AfterFunc(syncEvery, l.tick)
	} else {
		l.timer.Reset(syncEvery)
	}
}

// tick writes and syncs in the background. The disk is waited for without the
// lock, so that checks go on meanwhile.
func (l *Log) tick() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.armed = false
	if l.closed {
		return
	}
	if len(l.queue.marks) > 0 && l.flush(false) != nil {
		l.arm()
		return
	}
	if !l.unsaved || l.file == nil {
		return
	}
	l.unsaved = false
	file := l.file
	l.mu.Unlock()
	err := dataSync(file)
	l.mu.Lock()
	// A file that was rotated meanwhile is closed, and was synced before.
	if err != nil && !errors.Is(err, fs.ErrClosed) {
		l.failed, l.unsaved, l.lost = err, true, true
		l.arm()
	}
}

// sync forces what was written to the disk.
func (l *Log) sync() error {
	if !l.unsaved || l.file == nil {
		return nil
	}
	if err := dataSync(l.file); err != nil {
		l.failed = err
		return &WriteError{err}
	}
	l.unsaved, l.lost = false, false
	return nil
}

// reason words an error of the operating system for people, without the path
// and the name of the system call.
func reason(err error) string {
	var no syscall.Errno
	if errors.As(err, &no) {
		return no.Error()
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
