package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"
)

// This file is the parallel part of a verification: what can be said of every
// record by itself, above all its hash. Files are read in blocks of whole
// lines, which several goroutines examine; the results come in order.

// exam is what examining one line gave.
type exam struct {
	from, to   uint32 // the line in its block
	special    bool   // a checkpoint or a statement about pruning
	seq        int64
	prev, hash []byte // in hex
	fault      string
}

func (e *exam) line(b *block) []byte { return b.data[e.from:e.to] }

// block is a stretch of whole lines of one file.
type block struct {
	data       []byte
	lines      int   // bytes of data that are whole lines
	at         Place // of the line before the first
	exams      []exam
	unfinished int // bytes behind the last line end of the file
	done       chan struct{}
}

const blockSize = 1 << 20

// examineAll examines all lines of a snapshot and calls fn with the blocks in
// their order, until fn returns false.
func examineAll(snap *Snapshot, fn func(*block) bool) error {
	workers := min(runtime.GOMAXPROCS(0), 4)
	work := make(chan *block, workers)      // to be examined, by whoever comes
	ordered := make(chan *block, 2*workers) // the same, in order
	stop := make(chan struct{})
	free := sync.Pool{New: func() any { return new(block) }}
	var failed error // written before ordered is closed, read after

	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(ordered)
		defer close(work)
		emit := func(b *block) bool {
			b.done = make(chan struct{})
			select {
			case ordered <- b:
				work <- b
				return true
			case <-stop:
				return false
			}
		}
		for i, f := range snap.files {
			more, err := readBlocks(f, snap.sizes[i], &free, emit)
			if err != nil {
				failed = err
			}
			if !more || err != nil {
				return
			}
		}
	})
	for range workers {
		wg.Go(func() {
			var r Record
			for b := range work {
				b.examine(&r)
				close(b.done)
			}
		})
	}
	stopped := false
	for b := range ordered {
		<-b.done
		if !stopped && !fn(b) {
			stopped = true
			close(stop)
		}
		free.Put(b)
	}
	wg.Wait()
	return failed
}

// readBlocks cuts a file into blocks; emit takes them until it returns false.
func readBlocks(f *os.File, size int64, free *sync.Pool, emit func(*block) bool) (bool, error) {
	r := io.NewSectionReader(f, 0, size)
	line := 0
	var rest []byte // the beginning of a line, for the next block
	for size > 0 || len(rest) > 0 {
		b := free.Get().(*block)
		b.at, b.unfinished, b.exams = Place{f.Name(), line}, 0, b.exams[:0]
		b.data = append(b.data[:0], rest...)
		for {
			n := min(size, blockSize)
			have := len(b.data)
			b.data = append(b.data, make([]byte, n)...)
			if _, err := io.ReadFull(r, b.data[have:]); err != nil {
				return false, err
			}
			size -= n
			b.lines = bytes.LastIndexByte(b.data, '\n') + 1
			if b.lines > 0 || size == 0 {
				break
			}
			if len(b.data) > maxLine {
				return false, errLongLine
			}
		}
		rest = append(rest[:0], b.data[b.lines:]...)
		if size == 0 {
			b.unfinished = len(rest)
			rest = rest[:0]
		}
		line += bytes.Count(b.data[:b.lines], []byte{'\n'})
		if !emit(b) {
			return false, nil
		}
	}
	return true, nil
}

func (b *block) examine(r *Record) {
	for from := 0; from < b.lines; {
		to := from + bytes.IndexByte(b.data[from:b.lines], '\n')
		e := exam{from: uint32(from), to: uint32(to)}
		e.fault = e.examine(r, b.data[from:to])
		b.exams = append(b.exams, e)
		from = to + 1
	}
}

// examine fills in what a line says, and returns what is wrong with it.
func (e *exam) examine(r *Record, line []byte) string {
	if err := r.Parse(line); err != nil {
		return "not a record: " + err.Error()
	}
	if r.stream || r.IsSummary() {
		return "a line of a plain stream, which has no chain"
	}
	var ok bool
	if e.seq, ok = r.Int(FieldSeq); !ok || e.seq < 1 {
		return "not a record: it has no number"
	}
	e.prev, e.hash = r.hashText(FieldPrev), r.hashText(FieldHash)
	if e.prev == nil || e.hash == nil {
		return "not a record: prev or hash is missing"
	}
	if !r.Has(FieldType) || r.RawTime() == nil {
		return "not a record: type or time is missing"
	}
	e.special = r.Is(FieldType, "checkpoint") || r.Is(FieldAction, pruneAction) && r.Is(FieldType, "manage")
	sum, err := r.digest()
	if err != nil {
		return "not a record: " + err.Error()
	}
	var text [64]byte
	hex.Encode(text[:], sum[:])
	if string(e.hash) != string(text[:]) {
		return "its hash does not fit its content"
	}
	return ""
}

// hashText returns a member that is a text of 64 characters, as a hash is.
func (r *Record) hashText(f Field) []byte {
	raw := r.Raw(f)
	if len(raw) != 66 || raw[0] != '"' {
		return nil
	}
	return raw[1:65]
}

// digest returns the SHA-256 of the canonical form of a record without its
// hash.
func (r *Record) digest() ([32]byte, error) {
	if r.asWritten() {
		// The line up to the hash, and a brace, is that form.
		at := len(r.text) - hashTail
		saved := r.text[at]
		r.text[at] = '}'
		sum := sha256.Sum256(r.text[:at+1])
		r.text[at] = saved
		return sum, nil
	}
	return digestAny(r.Stored)
}

// asWritten tells whether a record has the form in which Log writes it:
// canonical but for the hash, which stands last.
func (r *Record) asWritten() bool {
	hash := r.value[FieldHash]
	return r.form.hashLast && r.form.canonical && hash.to-hash.from == 66 && len(r.text) > hashTail &&
		canonicalTexts(r.text)
}

// digestAny is digest for any form of JSON.
func digestAny(line []byte) ([32]byte, error) {
	text, err := Canonical(line)
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
func canonicalTexts(line []byte) bool {
	if hasControl(line) || !utf8.Valid(line) {
		return false
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
