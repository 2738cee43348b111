package moment

import (
	"math"
	"strings"
	"time"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// Reasons why a text does not match a pattern.
const (
	invalid   = "input contains invalid characters"
	premature = "premature end of input"
	outside   = "input is out of range"
	trailing  = "trailing input"
	notEnough = "input is not enough for unique date and time"
)

// field is a number that a text may give.
type field int

const (
	fYear field = iota
	fCentury
	fYear2 // of the century
	fIsoYear
	fIsoYear2
	fMonth
	fDay
	fYearDay
	fWeekday  // by name; 0 is Sunday
	fWeekday0 // by number from Sunday
	fWeekday1 // by number from Monday, kept as 0 for Sunday
	fIsoWeek
	fWeekU // weeks from Sunday
	fWeekW // weeks from Monday
	fHour
	fHour12
	fHalf // 0 am, 1 pm
	fMinute
	fSecond
	fNano
	fOffset
	fStamp
	fieldCount
)

// reader matches a text against a pattern.
type reader struct {
	in   string
	has  [fieldCount]bool
	val  [fieldCount]int64
	zone string // read by %Z
}

// set stores a field; a second, different value is out of range.
func (r *reader) set(f field, n int64) string {
	if r.has[f] && r.val[f] != n {
		return outside
	}
	r.has[f], r.val[f] = true, n
	return ""
}

func (r *reader) setIn(f field, n, low, high int64) string {
	if n < low || n > high {
		return outside
	}
	return r.set(f, n)
}

// digits reads from low to high digits.
func (r *reader) digits(low, high int) (string, string) {
	n := 0
	for n < high && n < len(r.in) && r.in[n] >= '0' && r.in[n] <= '9' {
		n++
	}
	switch {
	case r.in == "":
		return "", premature
	case n < low:
		return "", invalid
	}
	s := r.in[:n]
	r.in = r.in[n:]
	return s, ""
}

func (r *reader) skipSpace() {
	for r.in != "" && isSpace(r.in[0]) {
		r.in = r.in[1:]
	}
}

func (r *reader) number(f field, width int, low, high int64) string {
	r.skipSpace()
	s, reason := r.digits(1, width)
	if reason != "" {
		return reason
	}
	return r.setIn(f, int64(number(s)), low, high)
}

// name reads one of the names, long or short, in any case.
func (r *reader) name(names []string, f field, first int64) string {
	for i, name := range names {
		for _, n := range [...]string{name, name[:3]} {
			if len(r.in) >= len(n) && strings.EqualFold(r.in[:len(n)], n) {
				r.in = r.in[len(n):]
				return r.set(f, first+int64(i))
			}
		}
	}
	if len(r.in) < 3 {
		return premature
	}
	return invalid
}

func (r *reader) literal(text string) string {
	for i := 0; i < len(text); i++ {
		if r.in == "" {
			return premature
		}
		if r.in[0] != text[i] {
			return invalid
		}
		r.in = r.in[1:]
	}
	return ""
}

func (r *reader) read(it item) string {
	switch it.code {
	case "":
		if it.spaces {
			r.skipSpace()
			return ""
		}
		return r.literal(it.text)
	case "Y":
		return r.number(fYear, 4, 0, 9999)
	case "C":
		return r.number(fCentury, 2, 0, 99)
	case "y":
		return r.number(fYear2, 2, 0, 99)
	case "G":
		return r.number(fIsoYear, 4, 0, 9999)
	case "g":
		return r.number(fIsoYear2, 2, 0, 99)
	case "m":
		return r.number(fMonth, 2, 1, 12)
	case "b", "B", "h":
		return r.name(months[:], fMonth, 1)
	case "d", "e":
		return r.number(fDay, 2, 1, 31)
	case "a", "A":
		return r.name(weekdays[:], fWeekday, 0)
	case "w":
		return r.number(fWeekday0, 1, 0, 6)
	case "u":
		return r.isoWeekday()
	case "U":
		return r.number(fWeekU, 2, 0, 53)
	case "W":
		return r.number(fWeekW, 2, 0, 53)
	case "V":
		return r.number(fIsoWeek, 2, 1, 53)
	case "j":
		return r.number(fYearDay, 3, 1, 366)
	case "H", "k":
		return r.number(fHour, 2, 0, 23)
	case "I", "l":
		return r.number(fHour12, 2, 1, 12)
	case "p", "P":
		return r.half()
	case "M":
		return r.number(fMinute, 2, 0, 59)
	case "S":
		return r.number(fSecond, 2, 0, 59)
	case "f":
		r.skipSpace()
		return r.fraction(1, 9)
	case ".f":
		if !strings.HasPrefix(r.in, ".") {
			return ""
		}
		r.in = r.in[1:]
		return r.fraction(1, 9)
	case ".3f", ".6f", ".9f":
		if reason := r.literal("."); reason != "" {
			return reason
		}
		n := int(it.code[1] - '0')
		return r.fraction(n, n)
	case "3f", "6f", "9f":
		n := int(it.code[0] - '0')
		return r.fraction(n, n)
	case "z", ":z", "::z":
		return r.offset()
	case "Z":
		return r.abbreviation()
	case "s":
		return r.stamp()
	default: // %+
		for _, part := range rfc3339 {
			if reason := r.read(part); reason != "" {
				return reason
			}
		}
		return ""
	}
}

var rfc3339 = [...]item{{code: "Y"}, {text: "-"}, {code: "m"}, {text: "-"}, {code: "d"}, {text: "T"},
	{code: "H"}, {text: ":"}, {code: "M"}, {text: ":"}, {code: "S"}, {code: ".f"}, {code: ":z"}}

// abbreviation reads the letters of %Z.
func (r *reader) abbreviation() string {
	n := 0
	for n < len(r.in) && (r.in[n]|0x20 >= 'a' && r.in[n]|0x20 <= 'z') {
		n++
	}
	switch {
	case r.in == "":
		return premature
	case n == 0:
		return invalid
	}
	r.zone, r.in = r.in[:n], r.in[n:]
	return ""
}

func (r *reader) isoWeekday() string {
	r.skipSpace()
	s, reason := r.digits(1, 1)
	if reason != "" {
		return reason
	}
	n := int64(number(s))
	if n < 1 || n > 7 {
		return outside
	}
	return r.set(fWeekday1, n%7)
}

func (r *reader) half() string {
	if len(r.in) < 2 {
		return premature
	}
	half := strings.ToLower(r.in[:2])
	r.in = r.in[2:]
	switch half {
	case "am":
		return r.set(fHalf, 0)
	case "pm":
		return r.set(fHalf, 1)
	}
	return invalid
}

func (r *reader) fraction(low, high int) string {
	s, reason := r.digits(low, high)
	if reason != "" {
		return reason
	}
	return r.set(fNano, fractionNanos(s))
}

func (r *reader) offset() string {
	r.skipSpace()
	if r.in == "" {
		return premature
	}
	if r.in[0] == 'Z' || r.in[0] == 'z' {
		r.in = r.in[1:]
		return r.set(fOffset, 0)
	}
	n := offsetLength(r.in)
	if n == 0 {
		return invalid
	}
	offset, ok := parseOffset(r.in[:n])
	if !ok {
		return outside
	}
	r.in = r.in[n:]
	return r.set(fOffset, int64(offset))
}

func (r *reader) stamp() string {
	r.skipSpace()
	sign := int64(1)
	if r.in != "" && (r.in[0] == '-' || r.in[0] == '+') {
		if r.in[0] == '-' {
			sign = -1
		}
		r.in = r.in[1:]
	}
	s, reason := r.digits(1, math.MaxInt32)
	if reason != "" {
		return reason
	}
	if s = strings.TrimLeft(s, "0"); len(s) > 15 {
		return outside
	}
	return r.set(fStamp, sign*int64(number(s)))
}

// match reads a whole text.
func match(fn, text, pattern string) (*reader, error) {
	items, err := parsePattern(fn, pattern)
	if err != nil {
		return nil, err
	}
	r := &reader{in: text}
	for _, it := range items {
		if reason := r.read(it); reason != "" {
			return nil, mismatch(fn, text, pattern, reason)
		}
	}
	if r.in != "" {
		return nil, mismatch(fn, text, pattern, trailing)
	}
	return r, nil
}

func mismatch(fn, text, pattern, reason string) error {
	return value.Errorf("%s: %s does not match %s: %s", fn, builtin.Quote(text), builtin.Quote(pattern), reason)
}

// year completes a year of two digits.
func (r *reader) year(full, short field) (int, bool) {
	switch {
	case r.has[full]:
		return int(r.val[full]), true
	case !r.has[short]:
		return 0, false
	case full == fYear && r.has[fCentury]:
		return int(r.val[fCentury]*100 + r.val[short]), true
	case r.val[short] < 70:
		return int(r.val[short]) + 2000, true
	}
	return int(r.val[short]) + 1900, true
}

// weekday gives the weekday from any of the directives for it; 0 is Sunday.
func (r *reader) weekday() (int, bool) {
	for _, f := range [...]field{fWeekday, fWeekday0, fWeekday1} {
		if r.has[f] {
			return int(r.val[f]), true
		}
	}
	return 0, false
}

// date finds the day that the fields name, and tests all others against it.
func (r *reader) date() (Date, string) {
	y, hasYear := r.year(fYear, fYear2)
	isoYear, hasIso := r.year(fIsoYear, fIsoYear2)
	weekday, hasWeekday := r.weekday()
	var d Date
	ok := true
	switch {
	case hasYear && r.has[fMonth] && r.has[fDay]:
		d, ok = MakeDate(y, int(r.val[fMonth]), int(r.val[fDay]))
	case hasYear && r.has[fYearDay]:
		d, ok = ordinal(y, int(r.val[fYearDay]))
	case hasIso && r.has[fIsoWeek] && hasWeekday:
		jan4, known := MakeDate(isoYear, 1, 4)
		monday, _ := jan4.startOf("week")
		d = Date{monday.day + 7*(r.val[fIsoWeek]-1) + int64(weekday+6)%7}
		ok = known && d.day >= minDay && d.day <= maxDay
	case hasYear && r.has[fWeekU] && hasWeekday:
		d, ok = ordinal(y, weekOrdinal(y, int(r.val[fWeekU]), weekday, 0))
	case hasYear && r.has[fWeekW] && hasWeekday:
		d, ok = ordinal(y, weekOrdinal(y, int(r.val[fWeekW]), weekday, 1))
	default:
		return d, notEnough
	}
	if !ok || !r.agrees(d) {
		return d, outside
	}
	return d, ""
}

// ordinal is the n-th day of a year.
func ordinal(y, n int) (Date, bool) {
	first, ok := MakeDate(y, 1, 1)
	d := Date{first.day + int64(n) - 1}
	dy, _, _ := d.civil()
	return d, ok && n >= 1 && dy == y
}

// weekOrdinal is the day of the year of a weekday (0 is Sunday) in a week
// counted from the first that begins with the weekday start.
func weekOrdinal(y, week, weekday, start int) int {
	first, _ := MakeDate(max(y, 1), 1, 1)
	jan1 := (first.Fields().Weekday - start + 7) % 7 // days into its week
	return 7*week + (weekday-start+7)%7 - jan1 + 1 - 7*btoi(jan1 == 0)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// agrees tests every field of the date that was given.
func (r *reader) agrees(d Date) bool {
	w := d.utc()
	f := d.Fields()
	isoYear, isoWeek := w.ISOWeek()
	sunday := f.Weekday % 7
	for _, c := range [...]struct {
		f field
		n int
	}{
		{fYear, f.Year}, {fCentury, f.Year / 100}, {fYear2, f.Year % 100}, {fIsoYear, isoYear}, {fIsoYear2, isoYear % 100},
		{fMonth, f.Month}, {fDay, f.Day}, {fYearDay, f.YearDay}, {fWeekday, sunday}, {fWeekday0, sunday}, {fWeekday1, sunday}, {fIsoWeek, isoWeek},
		{fWeekU, weekNumber(f.YearDay, sunday)}, {fWeekW, weekNumber(f.YearDay, f.Weekday-1)},
	} {
		if r.has[c.f] && r.val[c.f] != int64(c.n) {
			return false
		}
	}
	return true
}

// clock gives the seconds of the day; given is false when no field of the
// time of day was read.
func (r *reader) clock() (sec int64, given bool, reason string) {
	h := r.val[fHour]
	switch {
	case r.has[fHour12] && r.has[fHalf]:
		h12 := r.val[fHour12]%12 + 12*r.val[fHalf]
		if r.has[fHour] && h != h12 {
			return 0, true, outside
		}
		h = h12
	case r.has[fHour]:
		if r.has[fHalf] && h/12 != r.val[fHalf] || r.has[fHour12] && (h+11)%12+1 != r.val[fHour12] {
			return 0, true, outside
		}
	case r.has[fHour12], r.has[fHalf], r.has[fMinute], r.has[fSecond], r.has[fNano]:
		return 0, true, notEnough
	default:
		return 0, false, ""
	}
	if r.has[fSecond] && !r.has[fMinute] || r.has[fNano] && !r.has[fSecond] {
		return 0, true, notEnough
	}
	return h*3600 + r.val[fMinute]*60 + r.val[fSecond], true, ""
}

// ParseDate reads a date by a pattern.
func ParseDate(fn, text, pattern string) (Date, error) {
	r, err := match(fn, text, pattern)
	if err != nil {
		return Date{}, err
	}
	d, reason := r.date()
	if reason != "" {
		return d, mismatch(fn, text, pattern, reason)
	}
	return d, nil
}

// ParseDatetime reads a datetime by a pattern. A zone from outside converts,
// or is that of a local time.
func ParseDatetime(fn, text, pattern string, outer *Zone) (Datetime, error) {
	r, err := match(fn, text, pattern)
	if err != nil {
		return Datetime{}, err
	}
	if r.zone != "" && !r.has[fOffset] {
		if !strings.EqualFold(r.zone, "utc") && !strings.EqualFold(r.zone, "gmt") {
			return Datetime{}, value.Errorf("%s: %s: a zone abbreviation is not a zone (only UTC and GMT are read; use %%z or the zone argument)", fn, builtin.Quote(r.zone))
		}
	}
	zone := UTC
	switch {
	case outer != nil:
		zone = outer
	case r.has[fOffset]:
		zone = fixed(int(r.val[fOffset]))
	}
	if r.has[fStamp] {
		return r.fromStamp(fn, text, pattern, zone)
	}
	d, reason := r.date()
	if reason != "" {
		return Datetime{}, mismatch(fn, text, pattern, reason)
	}
	clock, given, reason := r.clock()
	if reason != "" {
		return Datetime{}, mismatch(fn, text, pattern, reason)
	}
	local := d.day*daySeconds + clock
	switch {
	case r.has[fOffset]:
		return NewDatetime(local-r.val[fOffset], r.val[fNano], zone)
	case !given:
		return d.StartOfDay(zone)
	}
	sec, ok := zone.resolve(local, choice{keep: noOffset})
	if !ok {
		return Datetime{}, gap(fn, local, r.val[fNano], zone)
	}
	return NewDatetime(sec, r.val[fNano], zone)
}

// fromStamp makes the instant of %s; the other fields must agree with it in
// the zone that was read, or in UTC.
func (r *reader) fromStamp(fn, text, pattern string, zone *Zone) (Datetime, error) {
	t, err := NewDatetime(r.val[fStamp], r.val[fNano], zone)
	if err != nil {
		return t, err
	}
	wall := time.Unix(t.sec+r.val[fOffset], 0).UTC()
	day, _ := floorDiv(wall.Unix(), daySeconds)
	clock := wall.Hour()*3600 + wall.Minute()*60 + wall.Second()
	if sec, given, reason := r.clock(); !r.agrees(Date{day}) || given && reason == "" && sec != int64(clock) {
		return t, mismatch(fn, text, pattern, outside)
	}
	return t, nil
}
