// Package moment is the kinds of time (40 §12): date, datetime and duration,
// their text forms and arithmetic, zones, and the strftime patterns that
// write and read them. It never asks the clock.
package moment

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// Zone is UTC, a fixed offset or a zone of the IANA database.
type Zone struct {
	name   string
	offset int            // seconds east of UTC, for a zone without loc
	loc    *time.Location // of an IANA zone
}

// UTC is the zone of universal time.
var UTC = &Zone{name: "UTC"}

// fixed gives the zone of an offset in seconds.
func fixed(offset int) *Zone {
	if offset == 0 {
		return UTC
	}
	return &Zone{name: offsetText(offset, true), offset: offset}
}

// Name is "UTC", an offset or an IANA name.
func (z *Zone) Name() string { return z.name }

// Location is the zone as the standard library knows zones.
func (z *Zone) Location() *time.Location {
	switch {
	case z.loc != nil:
		return z.loc
	case z.offset == 0:
		return time.UTC
	}
	return time.FixedZone(z.name, z.offset)
}

// at gives the offset in force at an instant, and its abbreviation.
func (z *Zone) at(sec int64) (offset int, abbreviation string) {
	if z.loc == nil {
		return z.offset, z.name
	}
	abbreviation, offset = time.Unix(sec, 0).In(z.loc).Zone()
	return offset, abbreviation
}

func (z *Zone) offsetAt(sec int64) int {
	offset, _ := z.at(sec)
	return offset
}

// choice says what to do with a local time that the clock skips or repeats.
type choice struct {
	// forward moves a skipped time on by the length of the gap; otherwise it
	// is not ok.
	forward bool
	// keep is the offset to prefer in a repeated hour; noOffset takes the
	// first occurrence.
	keep int
}

const noOffset = 1 << 30

// resolve finds the instant of a local time, given as if it were UTC.
func (z *Zone) resolve(local int64, c choice) (sec int64, ok bool) {
	if z.loc == nil {
		return local - int64(z.offset), true
	}
	const day = 86400
	before, after := int64(z.offsetAt(local-day)), int64(z.offsetAt(local+day))
	a, b := local-before, local-after
	okA, okB := int64(z.offsetAt(a)) == before, int64(z.offsetAt(b)) == after
	switch {
	case okA && okB && a != b:
		if c.keep == int(after) || c.keep != int(before) && b < a {
			return b, true
		}
		return a, true
	case okA:
		return a, true
	case okB:
		return b, true
	}
	return a, c.forward // the offset before the gap lands behind it
}

// ParseZone reads a zone: an IANA name, UTC or Z in any case, or an offset.
func ParseZone(s string) (*Zone, bool) {
	if strings.EqualFold(s, "utc") || strings.EqualFold(s, "z") {
		return UTC, true
	}
	if offset, ok := parseOffset(s); ok {
		return fixed(offset), true
	}
	return loadZone(s)
}

// ZoneArg reads a zone argument of a builtin.
func ZoneArg(fn string, v value.Value) (*Zone, error) {
	if !v.IsText() {
		return nil, value.Errorf("%s: a time zone is a text, got %s", fn, value.TypeName(v))
	}
	if z, ok := ParseZone(v.Str()); ok {
		return z, nil
	}
	return nil, unknownZone(fn, v.Str())
}

func unknownZone(fn, name string) error {
	return value.Errorf(`%s: unknown time zone %s — use an IANA name like "America/Buenos_Aires", "Europe/Madrid" or "UTC", or a fixed offset like "+05:30"`, fn, builtin.Quote(name))
}

// offsetLength is the length of the offset that s begins with, 0 for none:
// +hh, +hhmm, +hh:mm, +hhmmss, +hh:mm:ss.
func offsetLength(s string) int {
	if len(s) < 3 || s[0] != '+' && s[0] != '-' || !digits(s[1:3]) {
		return 0
	}
	n := 3
	colon := len(s) > 3 && s[3] == ':'
	for range 2 {
		m := n
		if colon {
			if len(s) <= m || s[m] != ':' {
				break
			}
			m++
		}
		if len(s) < m+2 || !digits(s[m:m+2]) {
			break
		}
		n = m + 2
	}
	return n
}

// parseOffset reads an offset that is all of s.
func parseOffset(s string) (seconds int, ok bool) {
	if s == "" || offsetLength(s) != len(s) {
		return 0, false
	}
	limits, parts := [3]int{23, 59, 59}, [3]int{}
	rest := strings.ReplaceAll(s[1:], ":", "")
	for i := 0; i*2 < len(rest); i++ {
		if parts[i] = number(rest[i*2 : i*2+2]); parts[i] > limits[i] {
			return 0, false
		}
	}
	seconds = parts[0]*3600 + parts[1]*60 + parts[2]
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}

// offsetText is +05:30, with seconds only if there are any.
func offsetText(offset int, seconds bool) string {
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	s := fmt.Sprintf("%c%02d:%02d", sign, offset/3600, offset/60%60)
	if seconds && offset%60 != 0 {
		s += fmt.Sprintf(":%02d", offset%60)
	}
	return s
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// number reads digits.
func number(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n = 10*n + int(s[i]-'0')
	}
	return n
}

//go:embed zones.bin
var packed string // see zonegen.go

// loaded holds the zones that some program has used; they are never changed.
var loaded sync.Map // of name to *Zone

func loadZone(name string) (*Zone, bool) {
	if z, ok := loaded.Load(name); ok {
		return z.(*Zone), true
	}
	data, ok := zoneData(name)
	if !ok {
		return nil, false
	}
	loc, err := time.LoadLocationFromTZData(name, data)
	if err != nil {
		return nil, false
	}
	z, _ := loaded.LoadOrStore(name, &Zone{name: name, loc: loc})
	return z.(*Zone), true
}

func zoneData(name string) ([]byte, bool) {
	rest := packed
	next := func() int {
		n, w := binary.Uvarint([]byte(rest[:min(len(rest), binary.MaxVarintLen64)]))
		rest = rest[w:]
		return int(n)
	}
	var offset, length, size int
	found := false
	for range next() {
		n := int(rest[0])
		here := rest[1 : 1+n]
		rest = rest[1+n:]
		o, l, s := next(), next(), next()
		if here == name {
			offset, length, size, found = o, l, s, true
		}
	}
	if !found {
		return nil, false
	}
	data := make([]byte, size)
	r := flate.NewReader(bytes.NewReader([]byte(rest[offset : offset+length])))
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, false
	}
	return data, true
}
