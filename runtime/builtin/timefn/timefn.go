// Package timefn holds the builtins of the family time: the clock, the
// constructors of dates, datetimes and durations, calendar functions, and
// writing and reading by patterns. The kinds are in package moment.
package timefn

import (
	"math"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/moment"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Now, Fn: now},
	{Row: &sig.Sleep, Fn: sleep},

	{Row: &sig.Date, Fn: date},
	{Row: &sig.Datetime, Fn: datetime},
	{Row: &sig.Duration, Fn: duration},

	{Row: &sig.AddDays, Fn: addDays},
	{Row: &sig.AddMonths, Fn: addMonths},
	{Row: &sig.Truncate, Fn: truncate},
	{Row: &sig.DateRange, Fn: dateRange, Fresh: true},
	{Row: &sig.ToTimezone, Fn: toTimezone},
	{Row: &sig.Timestamp, Fn: timestamp},
	{Row: &sig.InUnits, Fn: inUnits},
	{Row: &sig.DateParts, Fn: dateParts, Fresh: true},

	{Row: &sig.FormatTime, Fn: formatTime},
	{Row: &sig.ParseTime, Fn: parseTime},
	{Row: &sig.ParseDate, Fn: parseDate},
	{Row: &sig.ParseDatetime, Fn: parseDatetime},
}

func now(t value.Thread, _ []value.Value) (value.Value, error) {
	at, err := t.Gate().Now(t.At())
	if err != nil {
		return value.Value{}, err
	}
	return value.OfFloat(float64(at.UnixNano()) / 1e9), nil
}

const longestSleep = 3600 // seconds

func sleep(t value.Thread, args []value.Value) (value.Value, error) {
	seconds, ok := value.AsFloat(args[0])
	if !ok || math.IsNaN(seconds) {
		seconds = 0
	}
	if err := t.Gate().Sleep(t.At(), min(max(seconds, 0), longestSleep)); err != nil {
		return value.Value{}, err
	}
	return value.Nothing, nil
}

// part reads a whole number of a calendar date or time of day; absent ones
// are 0 where that is allowed. A number beyond 64 bits becomes one that is
// out of range too.
func part(fn, what string, v value.Value, optional bool) (int64, error) {
	if optional && v.Absent() {
		return 0, nil
	}
	switch v.Kind() {
	case value.KInt:
		return v.Int(), nil
	case value.KBig:
		if v.BigInt().Sign() < 0 {
			return math.MinInt64, nil
		}
		return math.MaxInt64, nil
	case value.KFloat:
		if f := v.Float(); f == math.Trunc(f) && !math.IsInf(f, 0) {
			return int64(min(max(f, -1<<62), 1<<62)), nil
		}
	}
	return 0, value.Errorf("%s: the %s must be an integer, got %s", fn, what, value.Display(v))
}

// given counts the arguments up to the last one that was given.
func given(args []value.Value) int {
	n := len(args)
	for n > 0 && args[n-1].IsUnset() {
		n--
	}
	return n
}

const dateForms = "date(year, month, day), date(text) or date(datetime): got "

func date(_ value.Thread, args []value.Value) (value.Value, error) {
	switch n := given(args); n {
	case 1:
		return dateOf(args[0])
	case 2:
		return value.Value{}, value.Errorf(dateForms + "2 arguments")
	}
	var p [3]int64
	for i, what := range [...]string{"year", "month", "day"} {
		var err error
		if p[i], err = part("date", what, args[i], false); err != nil {
			return value.Value{}, err
		}
	}
	clip := func(n int64) int { return int(min(max(n, -1), 100000)) }
	d, ok := moment.MakeDate(clip(p[0]), clip(p[1]), clip(p[2]))
	if !ok {
		return value.Value{}, value.Errorf("date(%s, %s, %s): not a valid calendar date", whole(args[0]), whole(args[1]), whole(args[2]))
	}
	return d.Value(), nil
}

// whole shows an integral number without a point.
func whole(v value.Value) string {
	if i, ok := builtin.Integer(v); ok {
		return i.String()
	}
	return value.Display(v)
}

func dateOf(v value.Value) (value.Value, error) {
	if v.IsText() {
		d, ok := moment.ParseISODate(v.Str())
		if !ok {
			return v, value.Errorf("date: %s is not a date in the form YYYY-MM-DD (for other formats: parse_date(text, format))", builtin.Quote(v.Str()))
		}
		return d.Value(), nil
	}
	if v.Kind() == value.KObject {
		switch o := v.Object().(type) {
		case moment.Date:
			return v, nil
		case moment.Datetime:
			return o.Date().Value(), nil
		case moment.Duration:
			return v, value.Errorf("date(): a duration is not a date")
		}
	}
	return v, value.Errorf("%s%s", dateForms, value.TypeName(v))
}

const datetimeForms = "datetime(text, zone?), datetime(seconds, zone?), datetime(date, zone?) or datetime(year, month, day, …): got "

func datetime(_ value.Thread, args []value.Value) (value.Value, error) {
	const fn = "datetime"
	args = args[:given(args)]
	first := args[0]
	if first.IsReal() && (len(args) > 2 || len(args) == 2 && args[1].IsReal()) {
		return fromParts(args)
	}
	if len(args) > 2 {
		return first, value.Errorf("%s%s and %d more", datetimeForms, value.TypeName(first), len(args)-1)
	}
	var zone *moment.Zone
	if len(args) > 1 && !args[1].IsNothing() {
		var err error
		if zone, err = moment.ZoneArg(fn, args[1]); err != nil {
			return value.Value{}, err
		}
	}
	orUTC := zone
	if zone == nil {
		orUTC = moment.UTC
	}
	var t moment.Datetime
	var err error
	switch {
	case first.IsText():
		t, err = moment.ParseISO(fn, first.Str(), zone)
	case first.IsReal():
		t, err = moment.FromSeconds(first, orUTC)
	default:
		d, isDate := value.ObjectOf[moment.Date](first)
		u, isTime := value.ObjectOf[moment.Datetime](first)
		switch {
		case isDate:
			t, err = d.StartOfDay(orUTC)
		case isTime && zone == nil:
			return first, nil
		case isTime:
			t = u.In(zone)
		default:
			err = value.Errorf("datetime: expected a text, a number, a date or a datetime, got %s", value.TypeName(first))
		}
	}
	if err != nil {
		return value.Value{}, err
	}
	return t.Value(), nil
}

// fromParts is datetime(y, m, d, h?, mi?, s?, zone?); the zone is the last
// argument, wherever that stands.
func fromParts(args []value.Value) (value.Value, error) {
	const fn = "datetime"
	zone := moment.UTC
	if last := args[len(args)-1]; last.IsText() || len(args) == 7 {
		if !last.IsNothing() {
			var err error
			if zone, err = moment.ZoneArg(fn, last); err != nil {
				return value.Value{}, err
			}
		}
		args = args[:len(args)-1]
	}
	if len(args) == 2 {
		return value.Value{}, value.Errorf("datetime(year, month, day, …): the day is missing")
	}
	var p [6]int64
	var shown [6]string
	for i, what := range [...]string{"year", "month", "day", "hour", "minute", "second"} {
		shown[i] = "0"
		if i >= len(args) {
			continue
		}
		var err error
		if p[i], err = part(fn, what, args[i], i > 2); err != nil {
			return value.Value{}, err
		}
		if !args[i].Absent() {
			shown[i] = whole(args[i])
		}
	}
	parts := moment.Parts{Year: p[0], Month: p[1], Day: p[2], Hour: p[3], Minute: p[4], Second: p[5]}
	switch {
	case !parts.ValidDate():
		return value.Value{}, value.Errorf("datetime: %s-%s-%s is not a valid calendar date", shown[0], shown[1], shown[2])
	case !parts.ValidTime():
		return value.Value{}, value.Errorf("datetime: %s:%s:%s is not a valid time", shown[3], shown[4], shown[5])
	}
	t, err := parts.Make(fn, zone)
	if err != nil {
		return value.Value{}, err
	}
	return t.Value(), nil
}

func duration(_ value.Thread, args []value.Value) (value.Value, error) {
	units := [...]int64{moment.Day, moment.Hour, moment.Minute, moment.Second, moment.Millisecond, moment.Week}
	var total moment.Total
	ok := true
	for i, v := range args {
		switch {
		case v.Absent():
		case !v.IsReal():
			return v, value.Errorf("duration: amounts must be numbers, got %s", value.TypeName(v))
		case !total.Add(v, units[i]):
			if ok = false; v.IsFloat() && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)) {
				return v, value.Errorf("duration: out of range")
			}
		}
	}
	d, fits := total.Duration()
	if !ok || !fits {
		return value.Value{}, value.Errorf("duration: out of range")
	}
	return d.Value(), nil
}
