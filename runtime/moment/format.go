package moment

import (
	"fmt"
	"strconv"
	"time"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// stamp is what a pattern writes: the wall clock as if it were UTC.
type stamp struct {
	wall time.Time
	// of a datetime only:
	clock  bool
	sec    int64
	nano   int64
	offset int
	zone   string // for %Z
}

// FormatDate writes a date by a strftime pattern.
func FormatDate(fn, pattern string, d Date) (string, error) {
	return write(fn, pattern, stamp{wall: d.utc()})
}

// FormatDatetime writes a datetime in its zone.
func FormatDatetime(fn, pattern string, t Datetime) (string, error) {
	offset, abbreviation := t.zone.at(t.sec)
	s := stamp{wall: time.Unix(t.sec+int64(offset), 0).UTC(), clock: true, sec: t.sec, nano: t.nano, offset: offset, zone: abbreviation}
	if t.zone.loc == nil && t.zone != UTC {
		s.zone = offsetText(offset, false)
	}
	return write(fn, pattern, s)
}

func write(fn, pattern string, s stamp) (string, error) {
	items, err := parsePattern(fn, pattern)
	if err != nil {
		return "", err
	}
	var b []byte
	for _, it := range items {
		if it.code == "" {
			b = append(b, it.text...)
			continue
		}
		var ok bool
		if b, ok = s.append(b, it); !ok {
			return "", value.Errorf("%s: the pattern %s asks for a field the value does not have — a date has no time of day or zone; format a datetime", fn, builtin.Quote(pattern))
		}
	}
	return string(b), nil
}

// pad appends a number of so many digits; fill is the padding of the
// directive unless the pattern gives another.
func pad(b []byte, it item, n, width int, fill byte) []byte {
	switch it.pad {
	case '-':
		return strconv.AppendInt(b, int64(n), 10)
	case '_':
		fill = ' '
	case '0':
		fill = '0'
	}
	digits := strconv.Itoa(n)
	for range width - len(digits) {
		b = append(b, fill)
	}
	return append(b, digits...)
}

// append writes a directive; ok is false when a date cannot answer it.
func (s *stamp) append(b []byte, it item) ([]byte, bool) {
	w := s.wall
	y, m, d := w.Date()
	isoYear, isoWeek := w.ISOWeek()
	switch it.code {
	case "Y":
		return pad(b, it, y, 4, '0'), true
	case "C":
		return pad(b, it, y/100, 2, '0'), true
	case "y":
		return pad(b, it, y%100, 2, '0'), true
	case "G":
		return pad(b, it, isoYear, 4, '0'), true
	case "g":
		return pad(b, it, isoYear%100, 2, '0'), true
	case "m":
		return pad(b, it, int(m), 2, '0'), true
	case "b", "h":
		return append(b, months[m-1][:3]...), true
	case "B":
		return append(b, months[m-1]...), true
	case "d":
		return pad(b, it, d, 2, '0'), true
	case "e":
		return pad(b, it, d, 2, ' '), true
	case "a":
		return append(b, weekdays[w.Weekday()][:3]...), true
	case "A":
		return append(b, weekdays[w.Weekday()]...), true
	case "w":
		return pad(b, it, int(w.Weekday()), 1, '0'), true
	case "u":
		return pad(b, it, fieldsOf(w).Weekday, 1, '0'), true
	case "U":
		return pad(b, it, weekNumber(w.YearDay(), int(w.Weekday())), 2, '0'), true
	case "W":
		return pad(b, it, weekNumber(w.YearDay(), (int(w.Weekday())+6)%7), 2, '0'), true
	case "V":
		return pad(b, it, isoWeek, 2, '0'), true
	case "j":
		return pad(b, it, w.YearDay(), 3, '0'), true
	}
	if !s.clock {
		return b, false
	}
	return s.appendClock(b, it), true
}

// weekNumber counts weeks of the year from the first one that is whole; day
// is the weekday counted from the one that begins weeks.
func weekNumber(yearDay, day int) int { return (yearDay + 6 - day) / 7 }

func (s *stamp) appendClock(b []byte, it item) []byte {
	w := s.wall
	h12 := (w.Hour()+11)%12 + 1
	switch it.code {
	case "H":
		return pad(b, it, w.Hour(), 2, '0')
	case "k":
		return pad(b, it, w.Hour(), 2, ' ')
	case "I":
		return pad(b, it, h12, 2, '0')
	case "l":
		return pad(b, it, h12, 2, ' ')
	case "p", "P":
		half := "am"
		if w.Hour() >= 12 {
			half = "pm"
		}
		if it.code == "p" {
			return append(b, half[0]-32, 'M')
		}
		return append(b, half...)
	case "M":
		return pad(b, it, w.Minute(), 2, '0')
	case "S":
		return pad(b, it, w.Second(), 2, '0')
	case "f":
		return fmt.Appendf(b, "%09d", s.nano)
	case ".f":
		return append(b, fraction(s.nano)...)
	case ".3f", "3f":
		return appendDigits(b, it.code, s.nano/1_000_000, 3)
	case ".6f", "6f":
		return appendDigits(b, it.code, s.nano/1000, 6)
	case ".9f", "9f":
		return appendDigits(b, it.code, s.nano, 9)
	case "Z":
		return append(b, s.zone...)
	case "z":
		o := offsetText(s.offset, false)
		return append(append(b, o[:3]...), o[4:]...)
	case ":z":
		return append(b, offsetText(s.offset, false)...)
	case "::z":
		o := offsetText(s.offset, true)
		if len(o) == 6 {
			o += ":00"
		}
		return append(b, o...)
	case "s":
		return strconv.AppendInt(b, s.sec, 10)
	default: // %+
		b = w.AppendFormat(b, "2006-01-02T15:04:05")
		b = append(b, fraction(s.nano)...)
		return append(b, offsetText(s.offset, false)...)
	}
}

func appendDigits(b []byte, code string, n int64, width int) []byte {
	if code[0] == '.' {
		b = append(b, '.')
	}
	return fmt.Appendf(b, "%0*d", width, n)
}
