package host

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/synrun/synrun/gate"
)

// keptOutput is how much output of one call is kept.
const keptOutput = 8 << 20

// output collects what a plugin writes. Of a plugin that writes more than is
// kept, the oldest lines fall out.
type output struct {
	mu   sync.Mutex
	buf  []byte
	full bool // something fell out
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := len(p)
	if len(p) > keptOutput {
		p, o.full = p[len(p)-keptOutput:], true
	}
	o.buf = append(o.buf, p...)
	// Twice the size before anything moves keeps a long stream linear.
	if len(o.buf) > 2*keptOutput {
		o.trim()
	}
	return n, nil
}

func (o *output) trim() {
	if len(o.buf) <= keptOutput {
		return
	}
	cut := len(o.buf) - keptOutput
	if nl := bytes.IndexByte(o.buf[cut:], '\n'); nl >= 0 {
		cut += nl + 1
	}
	o.buf, o.full = append(o.buf[:0], o.buf[cut:]...), true
}

// text returns the output: its lines joined, so that one line end at the very
// end is gone.
func (o *output) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.trim()
	s := strings.ReplaceAll(gate.Text(o.buf), "\r\n", "\n")
	return strings.TrimSuffix(s, "\n")
}

// lines returns the lines of the output.
func (o *output) lines() []string {
	s := o.text()
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// maxChars is the length of a result's text, but for rpc.
const maxChars = 30_000

// cutChars cuts a text after so many code points and says how many are gone.
func cutChars(s string, limit int) (string, bool) {
	if len(s) <= limit {
		return s, false
	}
	n := utf8.RuneCountInString(s)
	if n <= limit {
		return s, false
	}
	end := 0
	for range limit {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return fmt.Sprintf("%s\n\n[... truncated: %d more chars ...]", s[:end], n-limit), true
}

// maxBytes is the length of the text of an rpc plugin.
const maxBytes = 65_536

// cutBytes cuts a text at the last character that ends within the limit.
func cutBytes(s string, limit int) (string, bool) {
	if len(s) <= limit {
		return s, false
	}
	end := limit
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return fmt.Sprintf("%s\n[... truncated: %d more bytes ...]", s[:end], len(s)-end), true
}
