package schedule

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// A log grows to maxLog bytes; then its older half goes.
const maxLog = 1 << 20

const logHead = "\n══ "

// quoted keeps what a tool says from passing for the beginning or the end of a
// run: a line of it that begins as one of the log's own is set in.
func quoted(text string) string {
	text = strings.ReplaceAll("\n"+text, "\n══", "\n ══")
	return strings.ReplaceAll(text, "\n──", "\n ──")[1:]
}

func (s *Schedules) logFile(id string) string { return filepath.Join(s.dir(), id+".log") }

// log appends a run to the log of its task.
func (s *Schedules) log(d *Done) error {
	path := s.logFile(d.Task.ID)
	entry := fmt.Sprintf("%s%s · %s · plugin\n%s\n── %s · %s s\n", logHead,
		d.Started.In(s.opt.Zone).Format("2006-01-02 15:04:05"), oneLine(d.Task.Name, maxName), quoted(d.Text), d.Status, d.Took())
	if info, err := os.Stat(path); err == nil && info.Size()+int64(len(entry)) > maxLog {
		if err := shorten(path); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, entry)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// shorten keeps the newer half of a log, from the beginning of a run on.
func shorten(path string) error {
	src, err := tail(path, maxLog/2)
	if err != nil {
		return err
	}
	if i := bytes.Index(src, []byte(logHead)); i >= 0 {
		src = src[i:]
	}
	return manifest.WriteFile(path, src)
}

// tail reads the last n bytes of a file.
func tail(path string, n int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > n {
		if _, err := f.Seek(-n, io.SeekEnd); err != nil {
			return nil, err
		}
	}
	return io.ReadAll(io.LimitReader(f, n))
}

// Log returns the last n runs of a task as they stand in its log; 0 is all. A
// task that never ran has none.
func (s *Schedules) Log(id string, n int) (string, error) {
	if _, err := s.Get(id); err != nil {
		return "", err
	}
	if !validID(id) {
		return "", nil
	}
	src, err := tail(s.logFile(id), 2*maxLog)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", failed("log", "", "cannot read %s: %v", s.logFile(id), cause(err))
	}
	for at := len(src); n > 0; n-- {
		i := bytes.LastIndex(src[:at], []byte(logHead))
		if i < 0 {
			break
		}
		if at = i; n == 1 {
			src = src[i:]
		}
	}
	return string(src), nil
}

// Follow writes what is added to the log of a task until the context ends.
func (s *Schedules) Follow(ctx context.Context, id string, w io.Writer) error {
	path := s.logFile(id)
	var at int64
	old, err := os.Stat(path)
	if err == nil {
		at = old.Size()
	}
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
		info, err := os.Stat(path)
		if err != nil {
			at, old = 0, nil
			continue
		}
		if old != nil && !os.SameFile(old, info) || info.Size() < at {
			at = info.Size() // it was shortened; what it holds was shown
		}
		old = info
		if info.Size() > at {
			n, err := copyFrom(w, path, at)
			if err != nil {
				return err
			}
			at += n
		}
	}
}

func copyFrom(w io.Writer, path string, at int64) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, nil // gone again
	}
	defer f.Close()
	if _, err := f.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	return io.Copy(w, f)
}

// A webhook is told once, and its answer does not matter.
const (
	notifyTimeout = 10 * time.Second
	maxNotified   = 20_000 // characters of the output
)

// notify posts the end of a run to the address that its task names.
func (s *Schedules) notify(d *Done) {
	t := &d.Task
	if t.Notify == "" || !s.opt.AllowNotify {
		return
	}
	output := d.Text
	if r := []rune(output); len(r) > maxNotified {
		output = string(r[:maxNotified])
	}
	body := object(
		"type", jsondoc.String("schedule.done"), "id", jsondoc.String(t.ID), "name", jsondoc.String(t.Name), "status", jsondoc.String(d.Status),
		"started", number(d.Started.Unix()), "finished", number(d.Finished.Unix()), "summary", jsondoc.String(d.Summary), "output", jsondoc.String(output),
	).Encode()
	if err := s.post(t.Notify, body); err != nil {
		s.opt.Note(fmt.Sprintf("%s: %s was not told: %v", t.ID, t.Notify, err))
	}
}

func (s *Schedules) post(address, body string) error {
	if !webAddress(address) {
		return errors.New("not an http or https address")
	}
	client := s.opt.Client
	if client == nil {
		client = &http.Client{}
	}
	once := *client
	// An answer that points elsewhere is an answer.
	once.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	ctx, stop := context.WithTimeout(context.Background(), notifyTimeout)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "lampson")
	resp, err := once.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("it answered %s", resp.Status)
	}
	return nil
}
