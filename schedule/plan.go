package schedule

import (
	"fmt"
	"strings"
	"time"

	"github.com/synrun/synrun/manifest/jsondoc"
)

// The kinds of plans.
const (
	Every  = "every"  // a span after the end of the run before
	Daily  = "daily"  // at a time of each day
	Weekly = "weekly" // at a time of some days
	Once   = "once"   // at one moment, then never
	Cron   = "cron"   // five fields
)

// Plan is when a task runs, as its words were understood. The members that its
// kind does not need are zero.
type Plan struct {
	Kind    string
	Seconds int64  // every
	HH, MM  int    // daily, weekly, once with a day
	Days    []int  // weekly: Monday = 1 … Sunday = 7, sorted
	Delay   int64  // once: seconds after the task was made
	Date    string // once: YYYY-MM-DD
	Rel     string // once: today or tomorrow, as seen when the task was made
	Expr    string // cron
}

// Describe says a plan in English. moment is when a plan of the kind once comes.
func (p Plan) Describe(moment time.Time) string {
	switch p.Kind {
	case Every:
		return "every " + spanText(p.Seconds)
	case Daily:
		return fmt.Sprintf("every day at %02d:%02d", p.HH, p.MM)
	case Weekly:
		names := make([]string, len(p.Days))
		for i, d := range p.Days {
			names[i] = [...]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}[d-1]
		}
		return fmt.Sprintf("%s at %02d:%02d", strings.Join(names, ", "), p.HH, p.MM)
	case Cron:
		return "cron " + p.Expr
	}
	return "once, " + moment.Format("2006-01-02 at 15:04")
}

// spanText shows seconds in the largest unit that leaves no rest.
func spanText(n int64) string {
	for _, u := range []struct {
		name string
		size int64
	}{{"d", 86400}, {"h", 3600}, {"min", 60}} {
		if n%u.size == 0 {
			return fmt.Sprintf("%d %s", n/u.size, u.name)
		}
	}
	return fmt.Sprintf("%d s", n)
}

// Moment is when a plan of the kind once comes, for a task made at created.
func (p Plan) Moment(created time.Time, loc *time.Location) time.Time {
	switch {
	case p.Delay > 0:
		return created.Add(time.Duration(p.Delay) * time.Second)
	case p.Rel != "":
		y, m, d := created.In(loc).Date()
		if p.Rel == "tomorrow" {
			d++
		}
		return localTime(y, m, d, p.HH, p.MM, loc)
	}
	day, err := time.Parse(time.DateOnly, p.Date)
	if err != nil {
		return time.Time{}
	}
	y, m, d := day.Date()
	return localTime(y, m, d, p.HH, p.MM, loc)
}

// Next is the first run after now of a task made at created; the zero time when
// there is none. A run that is due exactly now counts as past.
func (p Plan) Next(now, created time.Time, loc *time.Location) time.Time {
	switch p.Kind {
	case Every:
		return now.Add(time.Duration(p.Seconds) * time.Second)
	case Daily, Weekly:
		y, m, d := now.In(loc).Date()
		// One day more than a week: a day whose time is over comes again. One
		// day less than today: a time that a gap of the clock moved over
		// midnight.
		for i := -1; i <= 8; i++ {
			day := time.Date(y, m, d+i, 0, 0, 0, 0, time.UTC)
			if p.Kind == Weekly && !p.on(day.Weekday()) {
				continue
			}
			if t := localTime(y, m, d+i, p.HH, p.MM, loc); t.After(now) {
				return t
			}
		}
	case Once:
		if t := p.Moment(created, loc); t.After(now) {
			return t
		}
	case Cron:
		if c, err := parseCron(p.Expr); err == nil {
			return c.next(now, loc)
		}
	}
	return time.Time{}
}

func (p Plan) on(d time.Weekday) bool {
	for _, n := range p.Days {
		if n%7 == int(d) {
			return true
		}
	}
	return false
}

// localTime is the instant of a local time. Of a time that the clock shows
// twice it is the first; one that the clock skips is moved on by as much as is
// skipped, so that a task of every day runs once on every day.
func localTime(y int, m time.Month, d, hh, mm int, loc *time.Location) time.Time {
	const day = 24 * time.Hour
	wall := time.Date(y, m, d, hh, mm, 0, 0, time.UTC)
	before, after := offsetAt(wall.Add(-day).In(loc)), offsetAt(wall.Add(day).In(loc))
	early := wall.Add(-time.Duration(before) * time.Second).In(loc)
	late := wall.Add(-time.Duration(after) * time.Second).In(loc)
	isEarly, isLate := offsetAt(early) == before, offsetAt(late) == after
	if isLate && (!isEarly || late.Before(early)) {
		return late
	}
	return early // also for a skipped time: the offset from before the jump lands behind it
}

func offsetAt(t time.Time) int {
	_, offset := t.Zone()
	return offset
}

// doc is the plan as it stands in the state file. A plan of the kind once has
// all its members, because readers of the original look at each.
func (p Plan) doc() jsondoc.Value {
	var v jsondoc.Value
	v.Kind = jsondoc.Object
	v.Set("kind", jsondoc.String(p.Kind))
	switch p.Kind {
	case Every:
		v.Set("seconds", number(p.Seconds))
	case Weekly:
		days := jsondoc.Value{Kind: jsondoc.List}
		for _, d := range p.Days {
			days.Items = append(days.Items, number(int64(d)))
		}
		v.Set("days", days)
	case Once:
		v.Set("delay", number(p.Delay))
		v.Set("date", jsondoc.String(p.Date))
		v.Set("rel", jsondoc.String(p.Rel))
	case Cron:
		v.Set("expr", jsondoc.String(p.Expr))
	}
	if p.Kind == Daily || p.Kind == Weekly || p.Kind == Once {
		v.Set("hh", number(int64(p.HH)))
		v.Set("mm", number(int64(p.MM)))
	}
	return v
}

// readPlan reads a plan of the state file; ok is false when it is none.
func readPlan(v jsondoc.Value) (p Plan, ok bool) {
	p = Plan{
		Kind: textOf(v, "kind"), Seconds: intOf(v, "seconds"), Delay: intOf(v, "delay"),
		HH: int(intOf(v, "hh")), MM: int(intOf(v, "mm")), Date: textOf(v, "date"), Rel: textOf(v, "rel"), Expr: textOf(v, "expr"),
	}
	if p.HH < 0 || p.HH > 23 || p.MM < 0 || p.MM > 59 {
		return p, false
	}
	switch p.Kind {
	case Every:
		ok = p.Seconds >= 60 && p.Seconds <= maxSpan
	case Daily:
		ok = true
	case Weekly:
		days, _ := v.Get("days")
		for _, it := range days.Items {
			d := int(it.Float())
			if d < 1 || d > 7 {
				return p, false
			}
			p.Days = append(p.Days, d)
		}
		ok = len(p.Days) > 0
	case Once:
		ok = p.Delay > 0 && p.Delay <= maxSpan || p.Rel == "today" || p.Rel == "tomorrow" || isDate(p.Date)
	case Cron:
		_, err := parseCron(p.Expr)
		ok = err == nil
	}
	return p, ok
}
