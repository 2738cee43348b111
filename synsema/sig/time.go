package sig

// Rows of the family time.
var (
	AddDays = Row{Name: "add_days", Family: "time", Status: Extended,
		Params:  []Param{{Name: "moment"}, {Name: "count"}},
		Doc:     "The date or datetime that many calendar days later, at the same time of day",
		Example: "add_days(date(2026, 1, 31), 1)",
		Shows:   "2026-02-01"}
	AddMonths = Row{Name: "add_months", Family: "time", Status: Extended,
		Params:  []Param{{Name: "moment"}, {Name: "count"}},
		Doc:     "The date or datetime that many calendar months later; the last day of a shorter month",
		Example: "add_months(date(2026, 1, 31), 1)",
		Shows:   "2026-02-28"}
	Date = Row{Name: "date", Family: "time", Status: Core,
		Params:  []Param{{Name: "year"}, {Name: "month", Opt: true}, {Name: "day", Opt: true}},
		Doc:     "Civil day of year, month and day, of a text YYYY-MM-DD, or of a datetime",
		Example: "date(2026, 1, 31)",
		Shows:   "2026-01-31"}
	DateParts = Row{Name: "date_parts", Family: "time", Status: Core,
		Params: []Param{{Name: "moment"}},
		Doc:    "Map of the calendar fields: year, month, day, weekday (1 is Monday), yearday; of a datetime or timestamp also hour, minute, second and zone",
		Notes: "Dates, datetimes and durations have no members of their own: write `date_parts(d).year`,\n" +
			"and `in_units` for durations.",
		Example: "date_parts(date(2026, 1, 31)).weekday",
		Shows:   "6"}
	DateRange = Row{Name: "date_range", Family: "time", Status: Extended,
		Params:  []Param{{Name: "start"}, {Name: "end"}, {Name: "step", Opt: true, Default: `"day"`}},
		Doc:     `List of the dates or datetimes from start to end, both included; a step is a duration or a unit such as "week" or "month"`,
		Example: "date_range(date(2026, 1, 1), date(2026, 1, 3))",
		Shows:   "[2026-01-01, 2026-01-02, 2026-01-03]"}
	Datetime = Row{Name: "datetime", Family: "time", Status: Core,
		Params:  []Param{{Name: "value"}, {Name: "month", Opt: true}, {Name: "day", Opt: true}, {Name: "hour", Opt: true}, {Name: "minute", Opt: true}, {Name: "second", Opt: true}, {Name: "zone", Opt: true}},
		Doc:     "Instant with a zone: of an ISO text, of a timestamp or a date (zone second), or of year, month, day and so on",
		Example: `datetime("2026-01-02T03:04:05", "Europe/Madrid")`,
		Shows:   "2026-01-02T03:04:05+01:00[Europe/Madrid]"}
	Duration = Row{Name: "duration", Family: "time", Status: Core,
		Params: []Param{{Name: "days", Opt: true, Passing: Named}, {Name: "hours", Opt: true, Passing: Named}, {Name: "minutes", Opt: true, Passing: Named}, {Name: "seconds", Opt: true, Passing: Named}, {Name: "milliseconds", Opt: true, Passing: Named}, {Name: "weeks", Opt: true, Passing: Named}},
		Doc:    "Exact amount of time: the sum of its parts, which may be negative or fractions",
		Notes: "Durations can be added, subtracted, compared, multiplied and divided by numbers; one\n" +
			"divided by another is a number. `date - date` and `datetime - datetime` are durations, and\n" +
			"`date + duration` and `datetime + duration` moments; a date moves by whole days.",
		Example: "duration(hours = 1, minutes = 30)",
		Shows:   "PT1H30M"}
	FormatTime = Row{Name: "format_time", Family: "time", Status: Core,
		Params: []Param{{Name: "moment"}, {Name: "pattern", Opt: true}},
		Doc:    "Text of a timestamp, date or datetime by a strftime pattern; without one the ISO 8601 form, as always for a duration",
		Notes: "- date: `%Y %y %m %b %B %d %e %j %F`, weekday `%a %A %u` (1 is Monday) `%w` (0 is Sunday)\n" +
			"- week of the year: `%V` with the year `%G`; `%U` and `%W` count from Sunday and Monday\n" +
			"- time: `%H %I %p %M %S %T %R`, fractions `%f %.f %.3f %.6f`\n" +
			"- zone: `%z %:z %Z`; Unix seconds `%s`; a percent sign `%%`\n" +
			"- `-`, `_` and `0` after `%` pad with nothing, blanks and zeros: `%-d`\n" +
			"\n" +
			"Names are English. A date has no time of day: make a datetime of it for `%H`.",
		Example: `format_time(date(2026, 1, 2), "%d/%m/%Y")`,
		Shows:   "02/01/2026"}
	InUnits = Row{Name: "in_units", Family: "time", Status: Extended,
		Params:  []Param{{Name: "duration"}, {Name: "unit"}},
		Doc:     `A duration as a number of "weeks", "days", "hours", "minutes", "seconds" or "milliseconds"`,
		Example: `in_units(duration(hours = 1, minutes = 30), "minutes")`,
		Shows:   "90.0"}
	Now = Row{Name: "now", Family: "time", Status: Core,
		Cap:     "time",
		Doc:     "Present time as a Unix timestamp in seconds",
		Example: "now() > 0",
		Shows:   "true"}
	ParseDate = Row{Name: "parse_date", Family: "time", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "pattern", Opt: true}},
		Doc:     "Date of a text by a strftime pattern; without one of YYYY-MM-DD",
		Example: `parse_date("03/01/2026", "%d/%m/%Y")`,
		Shows:   "2026-01-03"}
	ParseDatetime = Row{Name: "parse_datetime", Family: "time", Status: Core,
		Params: []Param{{Name: "text"}, {Name: "pattern", Opt: true}, {Name: "zone", Opt: true}},
		Doc:    "Datetime of a text by a strftime pattern; a local time is read in the zone, which is UTC when not given",
		Notes: "The directives are those of `format_time`. `%z` reads an offset (`+0200`, `+02:00`, `Z`),\n" +
			"`%Z` the words UTC and GMT: no other abbreviation of a zone can be read.",
		Example: `parse_datetime("03/01/2026 10:30", "%d/%m/%Y %H:%M")`,
		Shows:   "2026-01-03T10:30:00Z"}
	ParseTime = Row{Name: "parse_time", Family: "time", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "pattern", Opt: true}},
		Doc:     "Unix timestamp of a text, ISO 8601 unless there is a pattern",
		Example: `parse_time("1970-01-01T00:01:00Z")`,
		Shows:   "60.0"}
	Sleep = Row{Name: "sleep", Family: "time", Status: Core,
		Params:  []Param{{Name: "seconds", Opt: true, Default: "0"}},
		Cap:     "time",
		Doc:     "Wait, at most an hour",
		Example: "sleep(0)",
		Shows:   "nothing"}
	Timestamp = Row{Name: "timestamp", Family: "time", Status: Core,
		Params:  []Param{{Name: "dt"}},
		Doc:     "Unix timestamp of a datetime",
		Example: `timestamp(datetime("1970-01-01T00:01:00Z"))`,
		Shows:   "60.0"}
	ToTimezone = Row{Name: "to_timezone", Family: "time", Status: Extended,
		Params:  []Param{{Name: "dt"}, {Name: "zone"}},
		Doc:     "The same instant in another zone",
		Example: `to_timezone(datetime(0), "+01:00")`,
		Shows:   "1970-01-01T01:00:00+01:00"}
	Truncate = Row{Name: "truncate", Family: "time", Status: Extended,
		Params:  []Param{{Name: "moment"}, {Name: "unit"}},
		Doc:     `Start of the "year", "quarter", "month", "week", "day", "hour", "minute" or "second" that the moment lies in`,
		Example: `truncate(date(2026, 8, 15), "quarter")`,
		Shows:   "2026-07-01"}
)

var rowsTime = []*Row{
	&AddDays,
	&AddMonths,
	&Date,
	&DateParts,
	&DateRange,
	&Datetime,
	&Duration,
	&FormatTime,
	&InUnits,
	&Now,
	&ParseDate,
	&ParseDatetime,
	&ParseTime,
	&Sleep,
	&Timestamp,
	&ToTimezone,
	&Truncate,
}
