package moment

import "github.com/synrun/synrun/runtime/value"

// Calendar steps keep the local time of day; in a skipped hour they move on,
// in a repeated one they keep the offset.

// AddDays moves a date or a datetime by calendar days.
func (d Date) AddDays(n int64) (value.Value, error) {
	e, err := d.addDays(n)
	return e.Value(), err
}

// AddMonths moves by calendar months, to the end of a shorter month.
func (d Date) AddMonths(n int64) (value.Value, error) {
	e, err := d.addMonths(n)
	return e.Value(), err
}

// AddDays moves by calendar days.
func (t Datetime) AddDays(n int64) (value.Value, error) {
	u, err := t.onDay(func(d Date) (Date, error) { return d.addDays(n) })
	return u.Value(), err
}

// AddMonths moves by calendar months.
func (t Datetime) AddMonths(n int64) (value.Value, error) {
	u, err := t.onDay(func(d Date) (Date, error) { return d.addMonths(n) })
	return u.Value(), err
}

// onDay moves the day and keeps the time of day.
func (t Datetime) onDay(move func(Date) (Date, error)) (Datetime, error) {
	offset := t.zone.offsetAt(t.sec)
	day, clock := floorDiv(t.sec+int64(offset), daySeconds)
	d, err := move(Date{day})
	if err != nil {
		return t, err
	}
	return atLocal(d.day*daySeconds+clock, t.nano, t.zone, choice{forward: true, keep: offset})
}

// startOf gives the first day of the period that holds d; ok is false for an
// unknown unit.
func (d Date) startOf(unit string) (Date, bool) {
	y, m, _ := d.civil()
	switch unit {
	case "day":
	case "week":
		d.day -= int64(d.Fields().Weekday - 1)
	case "month":
		d = Date{dayOf(y, m, 1)}
	case "quarter":
		d = Date{dayOf(y, (m-1)/3*3+1, 1)}
	case "year":
		d = Date{dayOf(y, 1, 1)}
	default:
		return d, false
	}
	return d, true
}

// clockUnit is the length in seconds of a unit of the time of day.
func clockUnit(unit string) int64 {
	switch unit {
	case "hour":
		return 3600
	case "minute":
		return 60
	case "second":
		return 1
	}
	return 0
}

// Truncate gives the start of the period; ok is false for an unknown unit.
func (d Date) Truncate(unit string) (v value.Value, ok bool, err error) {
	if clockUnit(unit) > 0 {
		return v, true, value.Errorf("truncate: a date has no hours")
	}
	e, ok := d.startOf(unit)
	if ok && e.day < minDay {
		return v, true, errRange()
	}
	return e.Value(), ok, nil
}

// Truncate gives the start of the period; ok is false for an unknown unit.
func (t Datetime) Truncate(unit string) (v value.Value, ok bool, err error) {
	if step := clockUnit(unit); step > 0 {
		offset := t.zone.offsetAt(t.sec)
		local := t.sec + int64(offset)
		_, over := floorDiv(local, step)
		u, err := atLocal(local-over, 0, t.zone, choice{forward: true, keep: offset})
		return u.Value(), true, err
	}
	d, ok := t.Date().startOf(unit)
	if !ok {
		return v, false, nil
	}
	u, err := d.StartOfDay(t.zone)
	return u.Value(), true, err
}

// MaxSteps bounds the items of a range.
const MaxSteps = 1_000_000

func tooManySteps() error { return value.Errorf("date_range: more than %d steps", MaxSteps) }

// Step is the distance of a range: elapsed time, calendar days or months.
type Step struct {
	Elapsed Duration
	Days    int64
	Months  int64
}

// UnitStep gives the step of a unit name.
func UnitStep(unit string) (Step, bool) {
	switch unit {
	case "second":
		return Step{Elapsed: Second}, true
	case "minute":
		return Step{Elapsed: Minute}, true
	case "hour":
		return Step{Elapsed: Hour}, true
	case "day":
		return Step{Days: 1}, true
	case "week":
		return Step{Days: 7}, true
	case "month":
		return Step{Months: 1}, true
	case "quarter":
		return Step{Months: 3}, true
	case "year":
		return Step{Months: 12}, true
	}
	return Step{}, false
}

// Range calls add with every date from d to end. Months are counted from d.
func (d Date) Range(end Date, s Step, add func(value.Value) error) error {
	return walk(s, func(i int64) (value.Value, bool, error) {
		e, err := d.addDays(s.Days * i)
		if s.Months > 0 {
			e, err = d.addMonths(s.Months * i)
		}
		return e.Value(), err == nil && e.day <= end.day, nil // past the last day there is nothing
	}, add)
}

// Range calls add with every datetime from t to end.
func (t Datetime) Range(end Datetime, s Step, add func(value.Value) error) error {
	if s.Elapsed > 0 && float64(end.sec-t.sec)*float64(second) > float64(s.Elapsed)*(MaxSteps+1) {
		return tooManySteps() // no need to make them all first
	}
	at := t
	return walk(s, func(i int64) (value.Value, bool, error) {
		var err error
		switch {
		case i == 0:
		case s.Elapsed > 0:
			at, err = at.elapse(s.Elapsed, false)
		case s.Months > 0:
			at, err = t.onDay(func(d Date) (Date, error) { return d.addMonths(s.Months * i) })
		default:
			at, err = t.onDay(func(d Date) (Date, error) { return d.addDays(s.Days * i) })
		}
		return at.Value(), err == nil && at.compare(end) <= 0, nil
	}, add)
}

func walk(s Step, item func(i int64) (value.Value, bool, error), add func(value.Value) error) error {
	for i := int64(0); ; i++ {
		v, more, err := item(i)
		if err != nil || !more {
			return err
		}
		if i >= MaxSteps {
			return tooManySteps()
		}
		if err := add(v); err != nil {
			return err
		}
	}
}

// WholeDays turns an elapsed step into days, for a range of dates.
func (s Step) WholeDays() (Step, bool) {
	if s.Elapsed == 0 {
		return s, true
	}
	if int64(s.Elapsed)%dayNanos != 0 {
		return s, false
	}
	return Step{Days: int64(s.Elapsed) / dayNanos}, true
}
