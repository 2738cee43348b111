package sig

// Rows of the family time.
var (
	AddDays = Row{Name: "add_days", Family: "time", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "calendar days later"}
	AddMonths = Row{Name: "add_months", Family: "time", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "calendar months later"}
	Date = Row{Name: "date", Family: "time", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Doc:    "civil date"}
	DateParts = Row{Name: "date_parts", Family: "time", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "map of calendar fields"}
	DateRange = Row{Name: "date_range", Family: "time", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "list of dates, inclusive"}
	Datetime = Row{Name: "datetime", Family: "time", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}, {Name: "d", Opt: true}, {Name: "e", Opt: true}, {Name: "f", Opt: true}, {Name: "g", Opt: true}},
		Doc:    "instant with a zone"}
	Duration = Row{Name: "duration", Family: "time", Status: Core,
		Params: []Param{{Name: "a", Opt: true}, {Name: "b", Opt: true}, {Name: "c", Opt: true}, {Name: "d", Opt: true}, {Name: "e", Opt: true}, {Name: "f", Opt: true}},
		Doc:    "exact amount of time; named days, hours, minutes, seconds, milliseconds, weeks"}
	FormatTime = Row{Name: "format_time", Family: "time", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "text of a timestamp, date or datetime"}
	InUnits = Row{Name: "in_units", Family: "time", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "a duration as a float in a unit"}
	Now = Row{Name: "now", Family: "time", Status: Core,
		Cap: "time",
		Doc: "current unix timestamp"}
	ParseDate = Row{Name: "parse_date", Family: "time", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "date from text and a strftime pattern"}
	ParseDatetime = Row{Name: "parse_datetime", Family: "time", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}, {Name: "c", Opt: true}},
		Doc:    "datetime from text, pattern and zone"}
	ParseTime = Row{Name: "parse_time", Family: "time", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "unix timestamp from text"}
	Sleep = Row{Name: "sleep", Family: "time", Status: Core,
		Params: []Param{{Name: "a", Opt: true}},
		Cap:    "time",
		Doc:    "pause for seconds"}
	Timestamp = Row{Name: "timestamp", Family: "time", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "unix seconds of a datetime"}
	ToTimezone = Row{Name: "to_timezone", Family: "time", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "same instant in another zone"}
	Truncate = Row{Name: "truncate", Family: "time", Status: Extended,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "start of the period"}
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
