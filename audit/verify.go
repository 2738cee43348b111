package audit

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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
	snap, err := s.open()
	if err != nil {
		return nil, err
	}
	defer snap.close()
	w := walk{opt: opt, missing: opt.Expect != ""}
	for i, f := range snap.files {
		lines := newLineReader(io.NewSectionReader(f, 0, snap.sizes[i]))
		w.place = Place{File: f.Name()}
		for {
			line, err := lines.next()
			if err == errLongLine {
				w.place.Line++
				w.fail(err.Error())
				break
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			w.place.Line++
			if !w.line(line) {
				break
			}
		}
		if w.v.Broken == nil && lines.unfinished > 0 {
			w.place.Line++
			w.fail(fmt.Sprintf("the line is unfinished (%d bytes), as a crash leaves it — try: synrun audit repair", lines.unfinished))
		}
		if w.v.Broken != nil {
			break
		}
	}
	return w.verdict(s)
}

// walk is the state of a verification.
type walk struct {
	opt     VerifyOptions
	v       Verdict
	r       Record
	place   Place
	prev    [64]byte
	started bool
	missing bool
	last    []byte // time of the last record

	// For a chain that begins after record 1: the prev of its first record,
	// and the statements about such beginnings with the record they stand in.
	first      Place
	firstPrev  [64]byte
	statements []PruneStatement
}

func (w *walk) fail(what string) bool {
	if w.v.Broken == nil {
		w.v.Broken = &Broken{Seq: w.v.LastSeq + 1, Place: w.place, What: what}
	}
	return false
}

func (w *walk) line(line []byte) bool {
	r := &w.r
	if err := r.Parse(line); err != nil {
		return w.fail("not a record: " + err.Error())
	}
	if r.stream || r.IsSummary() {
		return w.fail("a line of a plain stream, which has no chain")
	}
	seq, ok := r.Int(FieldSeq)
	prev, hash := r.hashOf(FieldPrev), r.hashOf(FieldHash)
	if !ok || prev == nil || hash == nil || !r.Has(FieldType) || r.RawTime() == nil {
		return w.fail("not a record: seq, at, type, prev or hash is missing")
	}
	if !w.started {
		w.started = true
		if seq < 1 {
			return w.fail(fmt.Sprintf("the first record has the number %d", seq))
		}
		w.v.FirstSeq, w.v.LastSeq = seq, seq-1
		w.v.First = string(r.RawTime())
		copy(w.prev[:], prev)
		copy(w.firstPrev[:], prev)
		w.first = w.place
		if o := origin(); seq == 1 && w.prev != o.hash {
			return w.fail("the first record does not begin a chain: its prev is not zero")
		}
	}
	if seq != w.v.LastSeq+1 {
		return w.fail(fmt.Sprintf("its number is %d", seq))
	}
	if !bytes.Equal(prev, w.prev[:]) {
		return w.fail("its prev is not the hash of the record before it")
	}
	sum, err := r.digest()
	if err != nil {
		return w.fail(err.Error())
	}
	var text [64]byte
	hex.Encode(text[:], sum[:])
	if !bytes.Equal(hash, text[:]) {
		return w.fail("its hash does not fit its content")
	}
	if w.missing && string(hash) == w.opt.Expect {
		w.missing = false
	}
	switch {
	case r.Is(FieldType, "checkpoint"):
		if !w.checkpoint() {
			return false
		}
	case r.Is(FieldType, "manage") && r.Is(FieldAction, pruneAction):
		start, err := strconv.ParseInt(r.Text(FieldName), 10, 64)
		if err != nil || start > seq {
			return w.fail("a statement about pruned records that says no number before its own")
		}
		w.statements = append(w.statements, PruneStatement{start, r.Text(FieldDigest), r.Text(FieldDetail), seq})
	}
	w.prev = text
	w.v.LastSeq = seq
	w.v.Records++
	w.last = append(w.last[:0], r.RawTime()...)
	return true
}

// checkpoint looks at the signature of the record at hand.
func (w *walk) checkpoint() bool {
	head := w.r.hashOf(FieldHead)
	if !bytes.Equal(head, w.prev[:]) {
		return w.fail("the checkpoint is about another head")
	}
	if w.opt.Key == nil {
		return true
	}
	sig, err := hex.DecodeString(w.r.Text(FieldSig))
	if err != nil || len(sig) != ed25519.SignatureSize || !ed25519.Verify(w.opt.Key, head, sig) {
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
	v.Last = string(w.last)
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
		return p.Prev == string(w.firstPrev[:]), nil
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

// hashOf returns a member that is 64 hex digits, nil when it is not.
func (r *Record) hashOf(f Field) []byte {
	raw := r.Raw(f)
	if len(raw) != 66 || raw[0] != '"' {
		return nil
	}
	for _, c := range raw[1:65] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return nil
		}
	}
	return raw[1:65]
}

// digest returns the SHA-256 of the canonical form of a record without its
// hash.
func (r *Record) digest() ([32]byte, error) {
	if r.form.hashLast && r.form.canonical && canonicalTexts(r.text, r.form.escapes) {
		// The form in which Log writes: the line up to the hash, and a brace.
		at := len(r.text) - hashTail
		saved := r.text[at]
		r.text[at] = '}'
		sum := sha256.Sum256(r.text[:at+1])
		r.text[at] = saved
		return sum, nil
	}
	text, err := Canonical(r.Stored)
	if err != nil {
		return [32]byte{}, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return [32]byte{}, err
	}
	delete(all, "hash")
	if text, err = json.Marshal(all); err != nil {
		return [32]byte{}, err
	}
	if text, err = Canonical(text); err != nil {
		return [32]byte{}, err
	}
	return sha256.Sum256(text), nil
}

// canonicalTexts tells whether a line has only the escapes of the canonical
// form, no control characters and no bytes that are not UTF-8.
func canonicalTexts(line []byte, escapes bool) bool {
	if hasControl(line) || !utf8.Valid(line) {
		return false
	}
	if !escapes {
		return true
	}
	for i := bytes.IndexByte(line, '\\'); i >= 0; {
		if i+1 >= len(line) {
			return false
		}
		switch line[i+1] {
		case '"', '\\', 'b', 'f', 'n', 'r', 't':
			i += 2
		case 'u':
			if i+5 >= len(line) || !controlEscape(line[i+2:i+6]) {
				return false
			}
			i += 6
		default:
			return false
		}
		w := bytes.IndexByte(line[i:], '\\')
		if w < 0 {
			break
		}
		i += w
	}
	return true
}

// controlEscape tells whether four digits are those of a control character
// that has no shorter escape.
func controlEscape(digits []byte) bool {
	if digits[0] != '0' || digits[1] != '0' || digits[2] != '0' && digits[2] != '1' {
		return false
	}
	c := strings.IndexByte(hexDigits, digits[3])
	if c < 0 {
		return false
	}
	if digits[2] == '0' {
		switch c {
		case '\b', '\t', '\n', '\f', '\r':
			return false
		}
	}
	return true
}

// hasControl looks for bytes below 0x20, eight at a time.
func hasControl(b []byte) bool {
	const low, high = 0x0101010101010101, 0x8080808080808080
	for ; len(b) >= 8; b = b[8:] {
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		// A byte below 0x20 borrows into its own high bit.
		if (x-low*0x20)&^x&high != 0 {
			return true
		}
	}
	for _, c := range b {
		if c < 0x20 {
			return true
		}
	}
	return false
}
