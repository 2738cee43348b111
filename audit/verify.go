package audit

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
)

// VerifyOptions say what Verify demands beyond an unbroken chain.
type VerifyOptions struct {
	// Key verifies the signatures of checkpoints; nil leaves them unlooked at.
	Key ed25519.PublicKey
	// Expect is a hash that must be in the chain; empty demands none.
	Expect string
}

// Verdict is what Verify found.
type Verdict struct {
	Records     int64
	First, Last string // times of the first and the last record
	FirstSeq    int64
	LastSeq     int64
	Head        string // hash of the last record

	// Broken says what is wrong, at which record and place; nil when nothing is.
	Broken *Broken
	// Missing: the expected hash is not in the chain.
	Missing bool
	// Signed is the number of the last checkpoint with a good signature; what
	// comes after it is unsigned. 0: there is none, or no key was given.
	Signed int64
	// Pruned is the statement that allows the chain to begin after record 1.
	Pruned *PruneStatement
}

// OK tells whether the record is what it should be.
func (v *Verdict) OK() bool { return v.Broken == nil && !v.Missing }

// Broken is the first fault of a chain.
type Broken struct {
	Seq   int64 // of the record that should stand there
	Place Place
	What  string
}

func (b *Broken) Error() string {
	return fmt.Sprintf("broken at record %d (%s:%d): %s", b.Seq, filepath.Base(b.Place.File), b.Place.Line, b.What)
}

// PruneStatement is a record's claim that everything before another record was
// removed on purpose.
type PruneStatement struct {
	Start int64  // number of the first record that was kept
	Prev  string // hash of the record before it
	Text  string // for people
	Seq   int64  // of the record that says so
}

var errStop = errors.New("stop")

// Verify walks the whole chain of a source. It proves that no record was
// changed, moved, left out or put in between, and by the signatures, as far as
// they reach, that the chain was not made anew by somebody without the key of
// this home. That nothing was cut off at the end only Expect can prove: give
// it a head that was kept elsewhere.
//
// The error is for what could not be read; what is wrong with the record is in
// the verdict.
func Verify(s *Source, opt VerifyOptions) (*Verdict, error) {
	snap, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	w := walk{opt: opt, missing: opt.Expect != ""}
	err = examineAll(snap, func(b *block) bool {
		w.place = b.at
		for i := range b.exams {
			w.place.Line++
			if !w.link(&b.exams[i], b.exams[i].line(b)) {
				return false
			}
		}
		if len(b.exams) > 0 && w.r.Parse(b.exams[len(b.exams)-1].line(b)) == nil {
			w.v.Last = string(w.r.RawTime())
		}
		if b.unfinished > 0 {
			w.place.Line++
			return w.fail(fmt.Sprintf("the line is unfinished (%d bytes), as a crash leaves it — try: synrun audit repair", b.unfinished))
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	return w.verdict(s)
}

// walk is the sequential part of a verification: what can only be said of one
// record after another.
type walk struct {
	opt     VerifyOptions
	v       Verdict
	r       Record
	place   Place
	prev    [64]byte
	started bool
	missing bool

	// For a chain that begins after record 1: the prev of its first record,
	// and the statements about such beginnings.
	first      Place
	firstPrev  string
	statements []PruneStatement
}

func (w *walk) fail(what string) bool {
	if w.v.Broken == nil {
		w.v.Broken = &Broken{Seq: w.v.LastSeq + 1, Place: w.place, What: what}
	}
	return false
}

// link puts the next record to the chain.
func (w *walk) link(e *exam, line []byte) bool {
	if !w.started && e.fault == "" {
		w.started = true
		_ = w.r.Parse(line)
		w.v.First = string(w.r.RawTime())
		w.v.FirstSeq, w.v.LastSeq = e.seq, e.seq-1
		copy(w.prev[:], e.prev)
		w.firstPrev, w.first = string(e.prev), w.place
		if e.seq == 1 && w.prev != origin().hash {
			return w.fail("the first record does not begin a chain: its prev is not zero")
		}
	}
	switch {
	case e.fault != "":
		return w.fail(e.fault)
	case e.seq != w.v.LastSeq+1:
		return w.fail(fmt.Sprintf("its number is %d", e.seq))
	case !bytes.Equal(e.prev, w.prev[:]):
		return w.fail("its prev is not the hash of the record before it")
	case e.special && !w.special(line):
		return false
	}
	if w.missing && string(e.hash) == w.opt.Expect {
		w.missing = false
	}
	copy(w.prev[:], e.hash)
	w.v.LastSeq = e.seq
	w.v.Records++
	return true
}

// special looks at the records that say something about the chain itself.
func (w *walk) special(line []byte) bool {
	if err := w.r.Parse(line); err != nil {
		return w.fail(err.Error())
	}
	if w.r.Is(FieldType, "checkpoint") {
		return w.checkpoint()
	}
	seq := w.v.LastSeq + 1
	start, err := strconv.ParseInt(w.r.Text(FieldName), 10, 64)
	if err != nil || start > seq {
		return w.fail("a statement about pruned records that says no number up to its own")
	}
	w.statements = append(w.statements, PruneStatement{start, w.r.Text(FieldDigest), w.r.Text(FieldDetail), seq})
	return true
}

// checkpoint looks at the signature of the record at hand.
func (w *walk) checkpoint() bool {
	head := w.r.Text(FieldHead)
	if head != string(w.prev[:]) {
		return w.fail("the checkpoint is about another head")
	}
	if w.opt.Key == nil {
		return true
	}
	sig, err := hex.DecodeString(w.r.Text(FieldSig))
	if err != nil || len(sig) != ed25519.SignatureSize || !ed25519.Verify(w.opt.Key, []byte(head), sig) {
		return w.fail("the signature of the checkpoint does not match the key of this home")
	}
	w.v.Signed = w.v.LastSeq + 1
	return true
}

// verdict ends the walk over s.
func (w *walk) verdict(s *Source) (*Verdict, error) {
	v := &w.v
	v.Missing = w.missing
	if !w.started {
		return v, nil
	}
	v.Head = string(w.prev[:])
	if v.FirstSeq == 1 || v.Broken != nil {
		return v, nil
	}
	for i, p := range slices.Backward(w.statements) {
		if w.opt.Key != nil && p.Seq > v.Signed {
			continue // anybody can claim that
		}
		fits, err := w.fits(s, &p)
		if err != nil {
			return nil, err
		}
		if fits {
			v.Pruned = &w.statements[i]
			return v, nil
		}
	}
	v.Broken = &Broken{Seq: 1, Place: w.first, What: fmt.Sprintf("the records before %d are missing, and no signed record says that they were pruned", v.FirstSeq)}
	return v, nil
}

// fits tells whether a statement allows the chain to begin where it does: the
// stated record is there, after the one that the statement names. A pruning
// that was interrupted leaves more than it stated.
func (w *walk) fits(s *Source, p *PruneStatement) (bool, error) {
	switch {
	case p.Start < w.v.FirstSeq:
		return false, nil
	case p.Start == w.v.FirstSeq:
		return p.Prev == w.firstPrev, nil
	}
	fits := false
	err := s.Scan(func(r *Record, _ Place) error {
		if seq, _ := r.Int(FieldSeq); seq == p.Start {
			fits = r.Is(FieldPrev, p.Prev)
			return errStop
		}
		return nil
	})
	if err == errStop {
		err = nil
	}
	return fits, err
}
