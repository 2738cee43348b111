package csv

import "strings"

// field is one field of a record: a part of the text where possible.
type field struct {
	s      string
	quoted bool
}

// reader splits a text into records.
type reader struct {
	s         string
	pos       int
	line      int // of pos
	delimiter byte
	fields    []field // of the last record
	start     int     // line of the last record
	open      int     // line of the field whose quote is never closed, or 0
	// room is asked before fields grows beyond n; its error, kept in err, ends
	// the reading.
	room func(n int) error
	err  error
}

// next reads a record; false at the end of the text, and when a quote is
// never closed. Blank lines are skipped.
func (r *reader) next() bool {
	for r.pos < len(r.s) && (r.s[r.pos] == '\n' || r.s[r.pos] == '\r') {
		r.lineEnd()
	}
	if r.pos >= len(r.s) {
		return false
	}
	r.start = r.line
	r.fields = r.fields[:0]
	for {
		if n := len(r.fields); n == cap(r.fields) && r.room != nil {
			if r.err = r.room(max(16, n+n/2)); r.err != nil {
				return false
			}
		}
		if r.pos < len(r.s) && r.s[r.pos] == '"' {
			if !r.quoted() {
				return false
			}
		} else {
			from := r.pos
			r.skip()
			r.fields = append(r.fields, field{r.s[from:r.pos], false})
		}
		if r.pos >= len(r.s) {
			return true
		}
		if r.s[r.pos] != r.delimiter {
			r.lineEnd()
			return true
		}
		r.pos++
	}
}

// lineEnd consumes LF, CR LF or CR.
func (r *reader) lineEnd() {
	if r.s[r.pos] == '\r' && r.pos+1 < len(r.s) && r.s[r.pos+1] == '\n' {
		r.pos++
	}
	r.pos++
	r.line++
}

// skip goes to the end of an unquoted field.
func (r *reader) skip() {
	s, i, d := r.s, r.pos, r.delimiter
	for i < len(s) && s[i] != d && s[i] != '\n' && s[i] != '\r' {
		i++
	}
	r.pos = i
}

// quoted reads a field that begins with a quote. What follows the closing
// quote belongs to the field as it is.
func (r *reader) quoted() bool {
	opened := r.line
	r.pos++
	from := r.pos
	var buf []byte
	for {
		i := strings.IndexByte(r.s[r.pos:], '"')
		if i < 0 {
			r.open = opened
			return false
		}
		r.count(r.s[r.pos : r.pos+i])
		r.pos += i + 1
		if r.pos < len(r.s) && r.s[r.pos] == '"' { // a doubled one stands for itself
			buf = append(buf, r.s[from:r.pos]...)
			r.pos++
			from = r.pos
			continue
		}
		end := r.pos - 1
		tail := r.pos
		r.skip()
		switch {
		case buf == nil && tail == r.pos:
			r.fields = append(r.fields, field{r.s[from:end], true})
		default:
			buf = append(append(buf, r.s[from:end]...), r.s[tail:r.pos]...)
			r.fields = append(r.fields, field{string(buf), true})
		}
		return true
	}
}

// count counts the line ends inside of a quoted field.
func (r *reader) count(s string) {
	r.line += strings.Count(s, "\n")
	for i := strings.IndexByte(s, '\r'); i >= 0; {
		if i+1 == len(s) || s[i+1] != '\n' {
			r.line++
		}
		j := strings.IndexByte(s[i+1:], '\r')
		if j < 0 {
			break
		}
		i += 1 + j
	}
}
