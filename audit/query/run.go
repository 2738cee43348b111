package query

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/synrun/synrun/audit"
)

// Run calls fn with the last n records that pass the filter, or with all when n
// is 0, newest last. Records of several sources come in the order of their
// times. A record is valid during the call only.
func Run(sources []*audit.Source, f *Filter, n int, fn func(*audit.Record) error) error {
	snaps, err := open(sources)
	if err != nil {
		return err
	}
	defer closeAll(snaps)
	return run(snaps, f, n, fn)
}

func open(sources []*audit.Source) ([]*audit.Snapshot, error) {
	var snaps []*audit.Snapshot
	for _, s := range sources {
		snap, err := s.Open()
		if err != nil {
			closeAll(snaps)
			return nil, err
		}
		snaps = append(snaps, snap)
	}
	return snaps, nil
}

func closeAll(snaps []*audit.Snapshot) {
	for _, s := range snaps {
		s.Close()
	}
}

func run(snaps []*audit.Snapshot, f *Filter, n int, fn func(*audit.Record) error) error {
	switch {
	case n > 0:
		return last(snaps, f, n, fn)
	case len(snaps) == 1:
		return snaps[0].Scan(func(r *audit.Record, _ audit.Place) error {
			if f.Match(r) {
				return fn(r)
			}
			return nil
		})
	}
	return merge(snaps, f, fn)
}

// last reads every source from its end until it has n records, so that looking
// at the newest ones does not cost the whole record.
func last(snaps []*audit.Snapshot, f *Filter, n int, fn func(*audit.Record) error) error {
	type found struct{ at, line []byte }
	var all []found
	for _, s := range snaps {
		var mine []found
		err := s.ScanBack(func(r *audit.Record) bool {
			if !f.Match(r) {
				return true
			}
			mine = append(mine, found{bytes.Clone(r.RawTime()), bytes.Clone(r.Stored)})
			return len(mine) < n
		})
		if err != nil {
			return err
		}
		slices.Reverse(mine)
		all = append(all, mine...)
	}
	if len(snaps) > 1 {
		slices.SortStableFunc(all, func(a, b found) int { return bytes.Compare(a.at, b.at) })
	}
	var r audit.Record
	for _, one := range all[max(0, len(all)-n):] {
		if err := r.Parse(one.line); err != nil {
			continue
		}
		if err := fn(&r); err != nil {
			return err
		}
	}
	return nil
}

// merge brings the records of several sources into the order of their times.
func merge(snaps []*audit.Snapshot, f *Filter, fn func(*audit.Record) error) error {
	type stream struct {
		next func() (*audit.Record, bool)
		r    *audit.Record
		err  error
	}
	var streams []*stream
	for _, s := range snaps {
		st := &stream{}
		next, stop := iter.Pull(func(yield func(*audit.Record) bool) {
			err := s.Scan(func(r *audit.Record, _ audit.Place) error {
				if f.Match(r) && !yield(r) {
					return errStop
				}
				return nil
			})
			if err != errStop {
				st.err = err
			}
		})
		defer stop()
		st.next = next
		var ok bool
		if st.r, ok = next(); ok {
			streams = append(streams, st)
		} else if st.err != nil {
			return st.err
		}
	}
	for len(streams) > 0 {
		st := slices.MinFunc(streams, func(a, b *stream) int { return bytes.Compare(a.r.RawTime(), b.r.RawTime()) })
		if err := fn(st.r); err != nil {
			return err
		}
		var ok bool
		if st.r, ok = st.next(); !ok {
			if st.err != nil {
				return st.err
			}
			streams = slices.DeleteFunc(streams, func(s *stream) bool { return s == st })
		}
	}
	return nil
}

type stopError struct{}

func (stopError) Error() string { return "stop" }

var errStop = stopError{}

// Follow is Run, and then calls fn with new records as they come, until the
// context ends or fn returns an error. With n = 0 it begins with all records.
func Follow(ctx context.Context, sources []*audit.Source, f *Filter, n int, fn func(*audit.Record) error) error {
	snaps, err := open(sources)
	if err != nil {
		return err
	}
	defer closeAll(snaps)
	if err := run(snaps, f, n, fn); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := make(chan []byte)
	ended := make(chan error, len(snaps))
	for _, s := range snaps {
		go func() {
			ended <- s.Follow(ctx, func(r *audit.Record) error {
				select {
				case lines <- bytes.Clone(r.Stored):
					return nil
				case <-ctx.Done():
					return errStop
				}
			})
		}()
	}
	var r audit.Record
	var failed error
	for running := len(snaps); running > 0; {
		select {
		case line := <-lines:
			if failed == nil && r.Parse(line) == nil && f.Match(&r) {
				if failed = fn(&r); failed != nil {
					cancel()
				}
			}
		case err := <-ended:
			running--
			if err != errStop {
				failed = cmp.Or(failed, err)
			}
			cancel() // all or none
		}
	}
	return failed
}
