package timefn

import (
	"math"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/moment"
	"github.com/synrun/synrun/runtime/value"
)

// calendar is a date or a datetime.
type calendar interface {
	AddDays(n int64) (value.Value, error)
	AddMonths(n int64) (value.Value, error)
	Truncate(unit string) (value.Value, bool, error)
	Fields() moment.Fields
}

func calendarArg(fn string, v value.Value) (calendar, error) {
	if v.Kind() == value.KObject {
		if c, ok := v.Object().(calendar); ok {
			return c, nil
		}
	}
	return nil, value.Errorf("%s: takes a date or datetime, got %s", fn, value.TypeName(v))
}

func addDays(_ value.Thread, args []value.Value) (value.Value, error) {
	c, n, err := moveArgs("add_days", "days", args)
	if err != nil {
		return value.Value{}, err
	}
	return c.AddDays(n)
}

func addMonths(_ value.Thread, args []value.Value) (value.Value, error) {
	c, n, err := moveArgs("add_months", "months", args)
	if err != nil {
		return value.Value{}, err
	}
	return c.AddMonths(n)
}

func moveArgs(fn, what string, args []value.Value) (calendar, int64, error) {
	c, err := calendarArg(fn, args[0])
	if err != nil {
		return nil, 0, err
	}
	n, ok := builtin.Integer(args[1])
	if !ok {
		return nil, 0, value.Errorf("%s: the number of %s must be an integer, got %s", fn, what, value.Display(args[1]))
	}
	if !n.IsInt64() { // out of range in any case
		if n.Sign() < 0 {
			return c, math.MinInt64, nil
		}
		return c, math.MaxInt64, nil
	}
	return c, n.Int64(), nil
}

func truncate(_ value.Thread, args []value.Value) (value.Value, error) {
	c, err := calendarArg("truncate", args[0])
	if err != nil {
		return value.Value{}, err
	}
	unit := value.Display(args[1])
	v, ok, err := c.Truncate(unit)
	if !ok && err == nil {
		err = value.Errorf("truncate: unknown unit %s", builtin.Quote(unit))
	}
	return v, err
}

func dateRange(t value.Thread, args []value.Value) (value.Value, error) {
	const fn = "date_range"
	for _, v := range args[:2] {
		if _, err := calendarArg(fn, v); err != nil {
			return value.Value{}, err
		}
	}
	if value.TypeName(args[0]) != value.TypeName(args[1]) {
		return value.Value{}, value.Errorf("date_range: start and end must be the same type")
	}
	step, err := stepArg(args[2])
	if err != nil {
		return value.Value{}, err
	}
	b := value.NewBuilder(t, 0)
	add := func(v value.Value) error {
		if b.Len()&63 == 0 {
			if err := t.Charge(64 * 48); err != nil {
				return err
			}
			if err := t.Work(64); err != nil {
				return err
			}
		}
		return b.AddFresh(v)
	}
	switch from := args[0].Object().(type) {
	case moment.Date:
		to, _ := value.ObjectOf[moment.Date](args[1])
		days, ok := step.WholeDays()
		if !ok {
			return value.Value{}, value.Errorf(`date_range: a date has no hours — use datetimes, or step by "day"`)
		}
		err = from.Range(to, days, add)
	case moment.Datetime:
		to, _ := value.ObjectOf[moment.Datetime](args[1])
		err = from.Range(to, step, add)
	}
	return b.List(), err
}

func stepArg(v value.Value) (moment.Step, error) {
	switch {
	case v.IsUnset():
		return moment.Step{Days: 1}, nil
	case v.IsText():
		if s, ok := moment.UnitStep(v.Str()); ok {
			return s, nil
		}
	default:
		if d, ok := value.ObjectOf[moment.Duration](v); ok && d > 0 {
			return moment.Step{Elapsed: d}, nil
		}
	}
	return moment.Step{}, value.Errorf("date_range: step must be a positive duration or a unit, got %s", value.Display(v))
}

func toTimezone(_ value.Thread, args []value.Value) (value.Value, error) {
	t, ok := value.ObjectOf[moment.Datetime](args[0])
	if !ok {
		return value.Value{}, value.Errorf("to_timezone: takes a datetime, got %s", value.TypeName(args[0]))
	}
	z, err := moment.ZoneArg("to_timezone", args[1])
	if err != nil {
		return value.Value{}, err
	}
	return t.In(z).Value(), nil
}

func timestamp(_ value.Thread, args []value.Value) (value.Value, error) {
	t, ok := value.ObjectOf[moment.Datetime](args[0])
	if !ok {
		return value.Value{}, value.Errorf("timestamp() takes a datetime, got %s", value.TypeName(args[0]))
	}
	return value.OfFloat(t.Timestamp()), nil
}

func inUnits(_ value.Thread, args []value.Value) (value.Value, error) {
	d, ok := value.ObjectOf[moment.Duration](args[0])
	if !ok {
		return value.Value{}, value.Errorf("in_units(duration, unit): the first argument is a %s", value.TypeName(args[0]))
	}
	name := value.Display(args[1])
	var unit int64
	switch name {
	case "weeks":
		unit = moment.Week
	case "days":
		unit = moment.Day
	case "hours":
		unit = moment.Hour
	case "minutes":
		unit = moment.Minute
	case "seconds":
		unit = moment.Second
	case "milliseconds":
		unit = moment.Millisecond
	default:
		return value.Value{}, value.Errorf("in_units: unknown unit %s", builtin.Quote(name))
	}
	return value.OfFloat(moment.Ratio(int64(d), unit)), nil
}

// The keys of date_parts.
var (
	yearKey    = value.Constant("year").Text()
	monthKey   = value.Constant("month").Text()
	dayKey     = value.Constant("day").Text()
	hourKey    = value.Constant("hour").Text()
	minuteKey  = value.Constant("minute").Text()
	secondKey  = value.Constant("second").Text()
	weekdayKey = value.Constant("weekday").Text()
	yeardayKey = value.Constant("yearday").Text()
	zoneKey    = value.Constant("zone").Text()
)

func dateParts(_ value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	var m *value.Map
	set := func(key *value.Text, n int) { m.SetText(key, value.OfInt(int64(n))) }
	if d, ok := value.ObjectOf[moment.Date](v); ok {
		f := d.Fields()
		m = value.NewMap(5)
		set(yearKey, f.Year)
		set(monthKey, f.Month)
		set(dayKey, f.Day)
		set(weekdayKey, f.Weekday)
		set(yeardayKey, f.YearDay)
		return m.Value(), nil
	}
	t, ok := value.ObjectOf[moment.Datetime](v)
	if !ok {
		if !v.IsReal() {
			return v, value.Errorf("date_parts: takes a number, date or datetime, got %s", value.TypeName(v))
		}
		var err error
		if t, err = moment.FromSeconds(v, moment.UTC); err != nil {
			return v, err
		}
	}
	f := t.Fields()
	m = value.NewMap(9)
	set(yearKey, f.Year)
	set(monthKey, f.Month)
	set(dayKey, f.Day)
	set(hourKey, f.Hour)
	set(minuteKey, f.Minute)
	set(secondKey, f.Second)
	set(weekdayKey, f.Weekday)
	set(yeardayKey, f.YearDay)
	m.SetText(zoneKey, value.OfText(t.Zone().Name()))
	return m.Value(), nil
}

// patternArg reads an optional pattern; ok is false when there is none.
func patternArg(fn string, v value.Value) (pattern string, ok bool, err error) {
	switch {
	case v.Absent():
		return "", false, nil
	case v.IsText():
		return v.Str(), true, nil
	}
	return "", false, value.Errorf("%s: the pattern must be a text, got %s", fn, value.TypeName(v))
}

// payPattern charges the directives of a pattern: two bytes of it may stand
// for a dozen.
func payPattern(t value.Thread, pattern string) error {
	if len(pattern) < 256 {
		return nil
	}
	if err := t.Charge(600 * len(pattern)); err != nil {
		return err
	}
	return t.Work(len(pattern))
}

func formatTime(t value.Thread, args []value.Value) (value.Value, error) {
	const fn = "format_time"
	x := args[0]
	known := x.IsReal()
	if x.Kind() == value.KObject {
		switch x.Object().(type) {
		case moment.Date, moment.Datetime, moment.Duration:
			known = true
		}
	}
	if !known {
		return x, value.Errorf("format_time: takes a number, date, datetime or duration, got %s", value.TypeName(x))
	}
	var at moment.Datetime
	if x.IsReal() {
		var err error
		if at, err = moment.FromSeconds(x, moment.UTC); err != nil {
			return x, err
		}
	}
	pattern, ok, err := patternArg(fn, args[1])
	if err != nil {
		return x, err
	}
	if err := payPattern(t, pattern); err != nil {
		return x, err
	}
	if x.IsReal() {
		if !ok {
			pattern = "%Y-%m-%dT%H:%M:%SZ"
		}
		return textOf(moment.FormatDatetime(fn, pattern, at))
	}
	switch o := x.Object().(type) {
	case moment.Date:
		if ok {
			return textOf(moment.FormatDate(fn, pattern, o))
		}
	case moment.Datetime:
		if ok {
			return textOf(moment.FormatDatetime(fn, pattern, o))
		}
	}
	return value.OfText(value.Display(x)), nil
}

func textOf(s string, err error) (value.Value, error) {
	if err != nil {
		return value.Value{}, err
	}
	return value.OfText(s), nil
}

// parseArgs reads the text, pattern and zone of the parsers.
func parseArgs(t value.Thread, fn string, args []value.Value) (text, pattern string, hasPattern bool, zone *moment.Zone, err error) {
	if len(args) > 2 && !args[2].Absent() {
		if zone, err = moment.ZoneArg(fn, args[2]); err != nil {
			return "", "", false, nil, err
		}
	}
	if !args[0].IsText() {
		return "", "", false, nil, value.Errorf("%s: the first argument must be a text, got %s", fn, value.TypeName(args[0]))
	}
	if pattern, hasPattern, err = patternArg(fn, args[1]); err == nil {
		err = payPattern(t, pattern)
	}
	return args[0].Str(), pattern, hasPattern, zone, err
}

func parseDate(t value.Thread, args []value.Value) (value.Value, error) {
	const fn = "parse_date"
	text, pattern, ok, _, err := parseArgs(t, fn, args)
	if err != nil {
		return value.Value{}, err
	}
	if !ok {
		return dateOf(args[0])
	}
	d, err := moment.ParseDate(fn, text, pattern)
	if err != nil {
		return value.Value{}, err
	}
	return d.Value(), nil
}

func parseDatetime(t value.Thread, args []value.Value) (value.Value, error) {
	at, err := readDatetime(t, "parse_datetime", args)
	if err != nil {
		return value.Value{}, err
	}
	return at.Value(), nil
}

func parseTime(t value.Thread, args []value.Value) (value.Value, error) {
	at, err := readDatetime(t, "parse_time", args)
	if err != nil {
		return value.Value{}, err
	}
	return value.OfFloat(at.Timestamp()), nil
}

func readDatetime(t value.Thread, fn string, args []value.Value) (moment.Datetime, error) {
	text, pattern, ok, zone, err := parseArgs(t, fn, args)
	switch {
	case err != nil:
		return moment.Datetime{}, err
	case ok:
		return moment.ParseDatetime(fn, text, pattern, zone)
	}
	return moment.ParseISO(fn, text, zone)
}
