package moment

import (
	"strings"
	"time"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// ParseISODate reads YYYY-MM-DD.
func ParseISODate(s string) (Date, bool) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' || !digits(s[:4]) || !digits(s[5:7]) || !digits(s[8:]) {
		return Date{}, false
	}
	return MakeDate(number(s[:4]), number(s[5:7]), number(s[8:]))
}

// isoTime is an ISO text taken apart.
type isoTime struct {
	day    Date
	clock  int64 // seconds of the day
	nano   int64
	dated  bool   // a bare date
	offset string // as written, "" for none
	zone   string // in brackets
	inZone bool   // there are brackets
}

func splitISO(s string) (p isoTime, ok bool) {
	if len(s) < 10 {
		return p, false
	}
	if p.day, ok = ParseISODate(s[:10]); !ok {
		return p, false
	}
	rest := s[10:]
	if rest == "" {
		p.dated = true
		return p, true
	}
	if rest[0] != 'T' && rest[0] != 't' && rest[0] != ' ' {
		return p, false
	}
	rest = rest[1:]
	if len(rest) < 5 || rest[2] != ':' || !digits(rest[:2]) || !digits(rest[3:5]) {
		return p, false
	}
	h, m, sec := number(rest[:2]), number(rest[3:5]), 0
	rest = rest[5:]
	if len(rest) >= 3 && rest[0] == ':' && digits(rest[1:3]) {
		sec = number(rest[1:3])
		rest = rest[3:]
		if strings.HasPrefix(rest, ".") {
			n := 1
			for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
				n++
			}
			if n == 1 || n > 10 {
				return p, false
			}
			p.nano = fractionNanos(rest[1:n])
			rest = rest[n:]
		}
	}
	if h > 23 || m > 59 || sec > 59 {
		return p, false
	}
	p.clock = int64(h*3600 + m*60 + sec)
	switch {
	case strings.HasPrefix(rest, "Z"), strings.HasPrefix(rest, "z"):
		p.offset, rest = rest[:1], rest[1:]
	default:
		n := offsetLength(rest)
		p.offset, rest = rest[:n], rest[n:]
	}
	if strings.HasPrefix(rest, "[") && strings.HasSuffix(rest, "]") {
		p.zone, p.inZone, rest = rest[1:len(rest)-1], true, ""
	}
	return p, rest == ""
}

// fractionNanos reads up to nine digits behind a point.
func fractionNanos(s string) int64 {
	n := int64(number(s))
	for range 9 - len(s) {
		n *= 10
	}
	return n
}

// ParseISO reads an ISO 8601 text for the builtin fn. A zone given from
// outside converts, or is that of a local time.
func ParseISO(fn, s string, outer *Zone) (Datetime, error) {
	p, ok := splitISO(s)
	offset := 0
	if ok && p.offset != "" && p.offset != "Z" && p.offset != "z" {
		offset, ok = parseOffset(p.offset)
	}
	if !ok {
		return Datetime{}, value.Errorf("%s: %s is not an ISO 8601 date-time (YYYY-MM-DDTHH:MM:SS, with an optional offset and [zone])", fn, builtin.Quote(s))
	}
	zone := UTC
	if outer != nil {
		zone = outer
	}
	if p.dated {
		return p.day.StartOfDay(zone)
	}
	if p.inZone {
		if zone, ok = ParseZone(p.zone); !ok {
			return Datetime{}, unknownZone(fn, p.zone)
		}
	}
	local := p.day.day*daySeconds + p.clock
	var sec int64
	switch {
	case p.offset == "":
		if sec, ok = zone.resolve(local, choice{keep: noOffset}); !ok {
			return Datetime{}, gap(fn, local, p.nano, zone)
		}
	case !p.inZone:
		sec, zone = local-int64(offset), fixed(offset)
	default:
		sec = local - int64(offset)
		if p.offset != "Z" && p.offset != "z" && zone.offsetAt(sec) != offset {
			return Datetime{}, value.Errorf("%s: the offset %s does not match %s at that time", fn, p.offset, p.zone)
		}
	}
	t, err := NewDatetime(sec, p.nano, zone)
	if err == nil && outer != nil {
		t = t.In(outer)
	}
	return t, err
}

// Parts is a calendar day and a time of day as numbers, not yet checked.
type Parts struct{ Year, Month, Day, Hour, Minute, Second int64 }

func (p Parts) date() (Date, bool) {
	small := func(n, limit int64) int { return int(max(-1, min(n, limit))) }
	return MakeDate(small(p.Year, 10000), small(p.Month, 13), small(p.Day, 32))
}

// ValidDate reports a day of the calendar.
func (p Parts) ValidDate() bool {
	_, ok := p.date()
	return ok
}

// ValidTime reports a time of day.
func (p Parts) ValidTime() bool {
	return p.Hour >= 0 && p.Hour < 24 && p.Minute >= 0 && p.Minute < 60 && p.Second >= 0 && p.Second < 60
}

// Make finds the instant in a zone, for datetime(…), of valid parts.
func (p Parts) Make(fn string, z *Zone) (Datetime, error) {
	d, _ := p.date()
	local := d.day*daySeconds + p.Hour*3600 + p.Minute*60 + p.Second
	sec, ok := z.resolve(local, choice{keep: noOffset})
	if !ok {
		return Datetime{}, gap(fn, local, 0, z)
	}
	return NewDatetime(sec, 0, z)
}

// Fields are the calendar fields of a moment.
type Fields struct {
	Year, Month, Day, Hour, Minute, Second int
	Weekday                                int // 1 is Monday
	YearDay                                int
}

func fieldsOf(t time.Time) Fields {
	y, m, d := t.Date()
	w := int(t.Weekday())
	if w == 0 {
		w = 7
	}
	return Fields{y, int(m), d, t.Hour(), t.Minute(), t.Second(), w, t.YearDay()}
}

// Fields of a date.
func (d Date) Fields() Fields { return fieldsOf(d.utc()) }

// Fields of a datetime in its zone.
func (t Datetime) Fields() Fields { return fieldsOf(time.Unix(t.local(), 0).UTC()) }

// Zone of the datetime.
func (t Datetime) Zone() *Zone { return t.zone }
