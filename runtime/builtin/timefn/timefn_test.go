package timefn

import (
	"math"
	"testing"
	"time"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/moment"
	"github.com/synrun/synrun/runtime/value"
)

func TestRows(t *testing.T) { Rows(Table).CheckRows(t, "time") }

func at(text string, zone ...any) value.Value {
	v, err := Rows(Table).Call(&Thread{}, "datetime", append(List{text}, zone...)...)
	if err != nil {
		panic(err)
	}
	return v
}

func day(text string) value.Value {
	d, ok := moment.ParseISODate(text)
	if !ok {
		panic(text)
	}
	return d.Value()
}

const (
	isoForm  = " is not an ISO 8601 date-time (YYYY-MM-DDTHH:MM:SS, with an optional offset and [zone])"
	dateForm = " is not a date in the form YYYY-MM-DD (for other formats: parse_date(text, format))"
)

func TestConstructors(t *testing.T) {
	hour := moment.Duration(moment.Hour).Value()
	Rows(Table).Run(t, []Case{
		{"date", List{2026, 1, 31}, "2026-01-31"}, {"date", List{2026.0, 2, 1}, "2026-02-01"}, {"date", List{"2024-02-29"}, "2024-02-29"}, {"date", List{at("2026-01-01T23:30:00-03:00")}, "2026-01-01"},
		{"date", List{2026, 2, 30}, "date(2026, 2, 30): not a valid calendar date"}, {"date", List{0, 1, 1}, "date(0, 1, 1): not a valid calendar date"}, {"date", List{2026, Big("1000000000000000000000"), 1}, "date(2026, 1000000000000000000000, 1): not a valid calendar date"},
		{"date", List{2026, 1}, "date(year, month, day), date(text) or date(datetime): got 2 arguments"}, {"date", List{5}, "date(year, month, day), date(text) or date(datetime): got number"}, {"date", List{hour}, "date(): a duration is not a date"},
		{"date", List{2026, 1.5, 1}, "date: the month must be an integer, got 1.5"}, {"date", List{"2026-1-1"}, `date: "2026-1-1"` + dateForm}, {"date", List{" 2026-01-01 "}, `date: " 2026-01-01 "` + dateForm},
		{"datetime", List{2026, 1, 2, 3, 4, 5}, "2026-01-02T03:04:05Z"}, {"datetime", List{2026, 1, 2, "+05:30"}, "2026-01-02T00:00:00+05:30"}, {"datetime", List{2026, 1, 2, 3, nil, 5}, "2026-01-02T03:00:05Z"},
		{"datetime", List{2026, 1, 2, 3, 4, 5, "Europe/Madrid"}, "2026-01-02T03:04:05+01:00[Europe/Madrid]"}, {"datetime", List{2026, 1}, "datetime(year, month, day, …): the day is missing"}, {"datetime", List{2026, 2, 30}, "datetime: 2026-2-30 is not a valid calendar date"},
		{"datetime", List{2026, 2, 3, 25}, "datetime: 25:0:0 is not a valid time"}, {"datetime", List{2026, 1, 2, 3.5}, "datetime: the hour must be an integer, got 3.5"}, {"datetime", List{true}, "datetime: expected a text, a number, a date or a datetime, got bool"},
		{"datetime", List{60}, "1970-01-01T00:01:00Z"}, {"datetime", List{1.5}, "1970-01-01T00:00:01.500Z"}, {"datetime", List{0.1}, "1970-01-01T00:00:00.100Z"}, {"datetime", List{-0.5}, "1969-12-31T23:59:59.500Z"}, {"datetime", List{Dec("0.0000000005")}, "1970-01-01T00:00:00Z"},
		{"datetime", List{math.NaN()}, "date out of range"}, {"datetime", List{1e18}, "date out of range"}, {"datetime", List{Big("100000000000000000000000")}, "date out of range"}, {"datetime", List{2026, "UTC"}, "1970-01-01T00:33:46Z"},
		{"datetime", List{day("2024-09-08"), "America/Santiago"}, "2024-09-08T01:00:00-03:00[America/Santiago]"}, {"datetime", List{at("2026-01-01"), "+01:00"}, "2026-01-01T01:00:00+01:00"},
		{"datetime", List{"2026-01-01T10:00:00.123456789Z"}, "2026-01-01T10:00:00.123456789Z"}, {"datetime", List{"2026-01-01 10:00"}, "2026-01-01T10:00:00Z"}, {"datetime", List{"2026-01-01t10:00:00-0430"}, "2026-01-01T10:00:00-04:30"},
		{"datetime", List{"2026-01-01T10:00:00+05:30:15"}, "2026-01-01T10:00:00+05:30:15"}, {"datetime", List{"2026-01-01T10:00:00Z[Europe/Madrid]"}, "2026-01-01T11:00:00+01:00[Europe/Madrid]"}, {"datetime", List{"2026-01-01T10:00:00-00:00"}, "2026-01-01T10:00:00Z"},
		{"datetime", List{"2026-07-01T10:00:00+01:00[Europe/Madrid]"}, "datetime: the offset +01:00 does not match Europe/Madrid at that time"}, {"datetime", List{"2026-01-01T10:00:00[Europe/Madrid]", "UTC"}, "2026-01-01T09:00:00Z"},
		{"datetime", List{"2026-03-29T02:30:00", "Europe/Madrid"}, "datetime: 2026-03-29 02:30:00 does not exist in Europe/Madrid (it falls in a daylight-saving gap)"}, {"datetime", List{"2026-10-25T02:30:00", "Europe/Madrid"}, "2026-10-25T02:30:00+02:00[Europe/Madrid]"},
		{"datetime", List{"yesterday"}, `datetime: "yesterday"` + isoForm}, {"datetime", List{"2026-01-01T24:00:00"}, `datetime: "2026-01-01T24:00:00"` + isoForm}, {"datetime", List{"2026-01-01T10:00:00.1234567891"}, `datetime: "2026-01-01T10:00:00.1234567891"` + isoForm},
		{"datetime", List{"2026-01-01T10:00:00+1"}, `datetime: "2026-01-01T10:00:00+1"` + isoForm}, {"datetime", List{"2026-01-01[UTC]"}, `datetime: "2026-01-01[UTC]"` + isoForm}, {"datetime", List{"2026-01-01", 5}, "datetime: a time zone is a text, got number"},
		{"datetime", List{"2026-01-01", "Local"}, `datetime: unknown time zone "Local" — use an IANA name like "America/Buenos_Aires", "Europe/Madrid" or "UTC", or a fixed offset like "+05:30"`},
		{"datetime", List{"1900-01-01T00:00:00", "America/Buenos_Aires"}, "1900-01-01T00:00:00-04:16:48[America/Buenos_Aires]"},
		{"duration", List{Named{"hours": 1, "minutes": 30}}, "PT1H30M"}, {"duration", List{1, 2, 3}, "P1DT2H3M"}, {"duration", List{}, "PT0S"}, {"duration", List{Named{"days": 0.1}}, "PT2H24M"}, {"duration", List{Named{"seconds": -1.25}}, "-PT1.25S"},
		{"duration", List{Named{"milliseconds": 0.0000005}}, "PT0S"}, {"duration", List{Named{"seconds": Dec("1.5")}}, "PT1.5S"}, {"duration", List{Named{"days": 200000}}, "duration: out of range"}, {"duration", List{Named{"days": 106751, "hours": 24}}, "duration: out of range"},
		{"duration", List{"x"}, "duration: amounts must be numbers, got text"}, {"duration", List{Named{"weeks": math.Inf(1)}}, "duration: out of range"}, {"duration", List{Named{"days": nil}}, "PT0S"},
	})
}

func TestCalendar(t *testing.T) {
	madrid := func(s string) value.Value { return at(s, "Europe/Madrid") }
	hours := func(n int64) value.Value { return moment.Duration(n * moment.Hour).Value() }
	Rows(Table).Run(t, []Case{
		{"add_days", List{day("2026-01-31"), -31}, "2025-12-31"}, {"add_months", List{day("2026-01-31"), 1}, "2026-02-28"}, {"add_months", List{day("2024-01-31"), 1}, "2024-02-29"}, {"add_months", List{day("2026-01-31"), -2}, "2025-11-30"},
		{"add_days", List{madrid("2026-03-28T12:00:00"), 1}, "2026-03-29T12:00:00+02:00[Europe/Madrid]"}, {"add_days", List{madrid("2026-03-28T02:30:00"), 1}, "2026-03-29T03:30:00+02:00[Europe/Madrid]"},
		{"add_days", List{at("2026-10-25T02:30:00+01:00", "Europe/Madrid"), 0}, "2026-10-25T02:30:00+01:00[Europe/Madrid]"}, {"add_days", List{day("2026-01-01"), Big("100000000000000000000")}, "date out of range"}, {"add_months", List{day("0001-01-01"), -1}, "date out of range"},
		{"add_days", List{5, 1}, "add_days: takes a date or datetime, got number"}, {"add_months", List{day("2026-01-01"), "x"}, "add_months: the number of months must be an integer, got x"},
		{"truncate", List{day("2026-08-15"), "quarter"}, "2026-07-01"}, {"truncate", List{day("2026-01-08"), "week"}, "2026-01-05"}, {"truncate", List{day("2026-01-08"), "hour"}, "truncate: a date has no hours"}, {"truncate", List{day("2026-01-08"), "age"}, `truncate: unknown unit "age"`},
		{"truncate", List{at("2026-10-25T02:30:00+01:00", "Europe/Madrid"), "hour"}, "2026-10-25T02:00:00+01:00[Europe/Madrid]"}, {"truncate", List{at("2024-09-08T15:00:00", "America/Santiago"), "day"}, "2024-09-08T01:00:00-03:00[America/Santiago]"}, {"truncate", List{at("2026-05-06T07:08:09.5Z"), "year"}, "2026-01-01T00:00:00Z"},
		{"date_range", List{day("2026-01-31"), day("2026-05-01"), "month"}, "[2026-01-31, 2026-02-28, 2026-03-31, 2026-04-30]"}, {"date_range", List{day("2026-01-01"), day("2026-01-05"), hours(48)}, "[2026-01-01, 2026-01-03, 2026-01-05]"}, {"date_range", List{day("2026-01-03"), day("2026-01-01")}, "[]"},
		{"date_range", List{day("9999-12-30"), day("9999-12-31")}, "[9999-12-30, 9999-12-31]"}, {"date_range", List{day("2026-01-01"), day("2026-01-02"), "hour"}, `date_range: a date has no hours — use datetimes, or step by "day"`}, {"date_range", List{day("2026-01-01"), at("2026-01-02")}, "date_range: start and end must be the same type"},
		{"date_range", List{day("2026-01-01"), day("2026-01-02"), hours(-1)}, "date_range: step must be a positive duration or a unit, got -PT1H"}, {"date_range", List{at("1970-01-01"), at("1980-01-01"), "second"}, "date_range: more than 1000000 steps"},
		{"date_range", List{madrid("2026-03-28T02:30:00"), madrid("2026-03-30T12:00:00")}, "[2026-03-28T02:30:00+01:00[Europe/Madrid], 2026-03-29T03:30:00+02:00[Europe/Madrid], 2026-03-30T02:30:00+02:00[Europe/Madrid]]"},
		{"to_timezone", List{at("2026-01-01T00:00:00Z"), "-03:00"}, "2025-12-31T21:00:00-03:00"}, {"to_timezone", List{day("2026-01-01"), "UTC"}, "to_timezone: takes a datetime, got date"}, {"timestamp", List{at("1970-01-01T00:01:00.5Z")}, "60.5"}, {"timestamp", List{5}, "timestamp() takes a datetime, got number"},
		{"in_units", List{hours(36), "days"}, "1.5"}, {"in_units", List{hours(1), "years"}, `in_units: unknown unit "years"`}, {"in_units", List{5, "days"}, "in_units(duration, unit): the first argument is a number"},
		{"date_parts", List{1.5}, `{year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 1, weekday: 4, yearday: 1, zone: "UTC"}`}, {"date_parts", List{day("2026-01-31")}, "{year: 2026, month: 1, day: 31, weekday: 6, yearday: 31}"}, {"date_parts", List{"x"}, "date_parts: takes a number, date or datetime, got text"},
	})
}

func TestPatterns(t *testing.T) {
	p := at("2026-03-05T08:09:10.0507+01:00")
	unfit := func(fn, text, pattern, reason string) string {
		return fn + `: "` + text + `" does not match "` + pattern + `": ` + reason
	}
	Rows(Table).Run(t, []Case{
		{"format_time", List{p, "%c|%D|%R|%T|%r"}, "Thu Mar  5 08:09:10 2026|03/05/26|08:09|08:09:10|08:09:10 AM"}, {"format_time", List{p, "%C %y %h %e|%_m|%0e|%-H|%k|%l|%P"}, "20 26 Mar  5| 3|05|8| 8| 8|am"},
		{"format_time", List{p, "%f %.f %.3f %6f %3f %s"}, "050700000 .050700 .050 050700 050 1772694550"}, {"format_time", List{p, "%Z %z %:z %::z %+"}, "+01:00 +0100 +01:00 +01:00:00 2026-03-05T08:09:10.050700+01:00"}, {"format_time", List{p, "%v%t%%%n"}, " 5-Mar-2026\t%\n"},
		{"format_time", List{day("2024-12-30"), "%G-W%V-%u %U %W %g %j"}, "2025-W01-1 52 53 25 365"}, {"format_time", List{at("2026-07-01", "Europe/Madrid"), "%Z"}, "CEST"}, {"format_time", List{0}, "1970-01-01T00:00:00Z"}, {"format_time", List{day("2026-01-01")}, "2026-01-01"},
		{"format_time", List{0, "%Q"}, `format_time: "%Q" is not a strftime specifier (e.g. %Y %m %d %H %M %S %z; %% is a literal %)`}, {"format_time", List{0, "%"}, `format_time: "%" is not a strftime specifier (e.g. %Y %m %d %H %M %S %z; %% is a literal %)`}, {"format_time", List{0, "%-é"}, `format_time: "%-é" is not a strftime specifier (e.g. %Y %m %d %H %M %S %z; %% is a literal %)`},
		{"format_time", List{day("2026-01-02"), "%H:%M"}, `format_time: the pattern "%H:%M" asks for a field the value does not have — a date has no time of day or zone; format a datetime`}, {"format_time", List{"x"}, "format_time: takes a number, date, datetime or duration, got text"},
		{"parse_date", List{"2026 64", "%Y %j"}, "2026-03-05"}, {"parse_date", List{"2026-W10-4", "%G-W%V-%u"}, "2026-03-05"}, {"parse_date", List{"Thu, 5 march 2026", "%a, %d %B %Y"}, "2026-03-05"}, {"parse_date", List{"2026 09 4", "%Y %U %w"}, "2026-03-05"}, {"parse_date", List{"2026 09 4", "%Y %W %u"}, "2026-03-05"},
		{"parse_date", List{"5/3/26", "%d/%m/%y"}, "2026-03-05"}, {"parse_date", List{"5/3/70", "%d/%m/%y"}, "1970-03-05"}, {"parse_date", List{"19 26-01-02", "%C %y-%m-%d"}, "1926-01-02"}, {"parse_date", List{"20260102", "%Y%m%d"}, "2026-01-02"},
		{"parse_datetime", List{"08:09 PM 2026-03-05", "%I:%M %p %F"}, "2026-03-05T20:09:00Z"}, {"parse_datetime", List{"1772698150", "%s"}, "2026-03-05T08:09:10Z"}, {"parse_datetime", List{"2026-03-05T08:09:10.25Z", "%Y-%m-%dT%H:%M:%S%.f%z"}, "2026-03-05T08:09:10.250Z"},
		{"parse_datetime", List{"2026-03-05T08:09:10.5+01:00", "%+"}, "2026-03-05T08:09:10.500+01:00"}, {"parse_datetime", List{"2026-01-01 10:00", "%F %H:%M", "Europe/Madrid"}, "2026-01-01T10:00:00+01:00[Europe/Madrid]"}, {"parse_datetime", List{"2026-01-01 10:00 +0100", "%F %R %z", "UTC"}, "2026-01-01T09:00:00Z"},
		{"parse_datetime", List{"2026-03-29 02:30", "%F %R", "Europe/Madrid"}, "parse_datetime: 2026-03-29 02:30:00 does not exist in Europe/Madrid (it falls in a daylight-saving gap)"}, {"parse_datetime", List{"10:00 IST", "%H:%M %Z"}, `parse_datetime: "IST": a zone abbreviation is not a zone (only UTC and GMT are read; use %z or the zone argument)`},
		{"parse_datetime", List{"2026-01-01 10:00 CET +0100", "%F %R %Z %z"}, "2026-01-01T10:00:00+01:00"}, {"parse_time", List{"2026-01-03", "%Y-%m-%d"}, "1767398400.0"}, {"parse_time", List{"x"}, `parse_time: "x"` + isoForm},
		{"parse_date", List{"2026-13-01", "%F"}, unfit("parse_date", "2026-13-01", "%F", "input is out of range")}, {"parse_date", List{"2026-02-30", "%F"}, unfit("parse_date", "2026-02-30", "%F", "input is out of range")}, {"parse_date", List{"2026-02", "%F"}, unfit("parse_date", "2026-02", "%F", "premature end of input")},
		{"parse_date", List{"2026-02-03x", "%F"}, unfit("parse_date", "2026-02-03x", "%F", "trailing input")}, {"parse_date", List{"2026/02/03", "%F"}, unfit("parse_date", "2026/02/03", "%F", "input contains invalid characters")}, {"parse_date", List{"2026-02", "%Y-%m"}, unfit("parse_date", "2026-02", "%Y-%m", "input is not enough for unique date and time")},
		{"parse_date", List{"Fri 2026-03-05", "%a %F"}, unfit("parse_date", "Fri 2026-03-05", "%a %F", "input is out of range")}, {"parse_date", List{"1 2", "%d %d"}, unfit("parse_date", "1 2", "%d %d", "input is out of range")}, {"parse_datetime", List{"2026-03-05 10", "%F %I"}, unfit("parse_datetime", "2026-03-05 10", "%F %I", "input is not enough for unique date and time")},
		{"parse_datetime", List{"2026-01-01 24:00", "%F %R"}, unfit("parse_datetime", "2026-01-01 24:00", "%F %R", "input is out of range")}, {"parse_date", List{5}, "parse_date: the first argument must be a text, got number"}, {"parse_date", List{"x", 5}, "parse_date: the pattern must be a text, got number"}, {"parse_date", List{"2026-01-01", nil}, "2026-01-01"},
	})
}

func TestArithmetic(t *testing.T) {
	hour, d := moment.Duration(moment.Hour).Value(), day("2026-01-31")
	week := moment.Duration(moment.Week).Value()
	for _, c := range []struct {
		a    any
		op   value.Op
		b    any
		want string
	}{
		{d, value.Add, week, "2026-02-07"}, {week, value.Add, d, "2026-02-07"}, {d, value.Sub, week, "2026-01-24"}, {d, value.Sub, day("2026-01-01"), "P30D"}, {d, value.Add, hour, "a date moves by whole days — use a datetime for hours and minutes: datetime(d, tz) + duration(hours = …)"},
		{at("2026-03-28T12:00:00", "Europe/Madrid"), value.Add, moment.Duration(moment.Day).Value(), "2026-03-29T13:00:00+02:00[Europe/Madrid]"}, {at("2026-01-02"), value.Sub, at("2026-01-01T12:00:00.5"), "PT11H59M59.5S"}, {hour, value.Add, at("2026-01-01"), "2026-01-01T01:00:00Z"},
		{hour, value.Mul, 2.5, "PT2H30M"}, {2, value.Mul, hour, "PT2H"}, {hour, value.Div, 4, "PT15M"}, {hour, value.Div, 3, "PT20M"}, {hour, value.Div, 0.0, "Division by zero"}, {hour, value.Div, hour, "1.0"}, {hour, value.Div, math.Inf(1), "PT0S"}, {hour, value.Mul, math.NaN(), "duration out of range"},
		{hour, value.Mul, Dec("1.5"), "PT1H30M"}, {moment.Duration(moment.Second).Value(), value.Div, 3, "PT0.333333333S"}, {week, value.Mul, 1 << 40, "duration out of range"}, {hour, value.Sub, week, "-P6DT23H"},
		{day("9999-12-31"), value.Add, week, "date out of range"}, {at("9999-12-30"), value.Add, week, "date out of range"}, {hour, value.FloorDiv, hour, "Unsupported operation: duration // duration"}, {1, value.Div, hour, "Unsupported operation: number / duration"},
		{d, value.Mul, 2, "Unsupported operation: date * number"}, {at("2026-01-01"), value.Sub, d, "Unsupported operation: datetime - date"}, {hour, value.Sub, at("2026-01-01"), "Unsupported operation: duration - datetime"}, {"on ", value.Add, d, "on 2026-01-31"},
	} {
		if got := Show(value.Binary(&Thread{}, c.op, Of(c.a), Of(c.b))); got != c.want {
			t.Errorf("%s %s %s = %s, want %s", value.Display(Of(c.a)), c.op, value.Display(Of(c.b)), got, c.want)
		}
	}
	if _, err := value.Order(value.Lt, d, at("2026-01-01")); err == nil || err.Error() != "cannot order a date and a datetime" {
		t.Error(err)
	}
	if _, err := value.Order(value.Lt, d, Of(5)); err == nil || err.Error() != "Unsupported operation: date < number" {
		t.Error(err)
	}
	if eq, _, _ := value.Equal(nil, at("2026-01-01T01:00:00+01:00"), at("2026-01-01T00:00:00Z")); !eq {
		t.Error("one instant in two zones is not equal")
	}
}

func TestClock(t *testing.T) {
	moon := time.Date(1969, 7, 20, 20, 17, 40, 500_000_000, time.UTC)
	g, err := gate.New(gate.Config{Caps: caps.New(caps.Config{Ambient: []caps.Kind{caps.Time}}), Now: func() time.Time { return moon }})
	if err != nil {
		t.Fatal(err)
	}
	th := &Thread{G: g}
	if got := Show(Rows(Table).Call(th, "now")); got != "-14182939.5" {
		t.Errorf("now() = %s", got)
	}
	for _, arg := range []any{-1, "x", nil, math.NaN(), 0.001} {
		if got := Show(Rows(Table).Call(th, "sleep", arg)); got != "nothing" {
			t.Errorf("sleep(%v) = %s", arg, got)
		}
	}
	if _, err := Rows(Table).Call(&Thread{}, "now"); err == nil {
		t.Error("now() without the capability")
	}
}
