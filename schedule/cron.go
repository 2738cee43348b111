package schedule

import (
	"strconv"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// cronPlan is five fields of cron that were understood.
type cronPlan struct {
	fields cron.Schedule
	// fixed says that the hours are named. Such a task means a time of the
	// day: it runs once where the clock shows that time twice, and right after
	// the gap where the clock skips it. One of every hour follows the hours as
	// they pass.
	fixed bool
}

func parseCronPlan(fields []string) (Plan, error) {
	p := Plan{Kind: Cron, Expr: strings.Join(fields, " ")}
	if _, err := parseCron(p.Expr); err != nil {
		return Plan{}, err
	}
	return p, nil
}

// parseCron reads five fields.
func parseCron(expr string) (*cronPlan, error) {
	wrong := bad("bad cron expression '%s' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri", expr)
	fields := strings.Fields(expr)
	if len(fields) != 5 || len(expr) > maxWords {
		return nil, wrong
	}
	for _, f := range fields {
		for _, part := range strings.Split(f, ",") {
			if part == "" || strings.ContainsAny(part, "=@") {
				return nil, wrong
			}
		}
	}
	days, ok := sundays(fields[4])
	if !ok {
		return nil, wrong
	}
	fields[4] = days
	s, err := cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow).Parse(strings.Join(fields, " "))
	if err != nil {
		return nil, wrong
	}
	return &cronPlan{s, !strings.ContainsAny(fields[1], "*?")}, nil
}

// sundays rewrites the days of the week so that Sunday is 0 alone. In cron it is
// 7 too, and a range may end with it.
func sundays(field string) (string, bool) {
	names := [...]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}
	day := func(s string) (int, bool) {
		for i, n := range names {
			if s == n {
				return i, true
			}
		}
		n, ok := digits(s, 1, 1)
		return n, ok && n <= 7
	}
	var out []string
	for _, part := range strings.Split(field, ",") {
		span, step, stepped := strings.Cut(part, "/")
		if span == "*" || span == "?" {
			out = append(out, part)
			continue
		}
		by := 1
		if stepped {
			var ok bool
			if by, ok = digits(step, 1, 2); !ok || by == 0 {
				return "", false
			}
		}
		low, high, ranged := strings.Cut(span, "-")
		from, ok := day(low)
		if !ok {
			return "", false
		}
		to := from
		switch {
		case ranged:
			if to, ok = day(high); !ok {
				return "", false
			}
			if to == 0 && from > 0 {
				to = 7
			}
		case stepped:
			to = 6 // 2/3 is 2-6/3
		}
		if to < from {
			return "", false
		}
		for d := from; d <= to; d += by {
			out = append(out, strconv.Itoa(d%7))
		}
	}
	return strings.Join(out, ","), true
}

// next is the first run after now, or the zero time: the plan names a day that
// never comes.
//
// The library is asked about stretches of time in which the clock has one
// offset, so that it never meets a jump of the clock.
func (c *cronPlan) next(now time.Time, loc *time.Location) time.Time {
	const years = 9 // a 29 February comes after eight years at most
	horizon := now.AddDate(years, 0, 0)
	// Begin a day early: a time that the last jump skipped may still lie ahead.
	t := now.In(loc).Add(-25 * time.Hour)
	from := t
	var best time.Time
	for {
		change, more := nextChange(t, horizon)
		offset, to := offsetAt(t), change
		jump := time.Duration(0)
		if more && c.fixed {
			jump = time.Duration(offsetAt(change)-offset) * time.Second
		}
		to = to.Add(max(jump, 0)) // the skipped times come behind the jump
		after := from.Add(-time.Second)
		if after.Before(now) {
			after = now
		}
		run := c.within(after, offset, horizon)
		if !run.IsZero() && (!more || run.Before(to)) && (best.IsZero() || run.Before(best)) {
			best = run
		}
		from = change.Add(max(-jump, 0)) // the clock showed these times already
		if !more || !best.IsZero() && from.After(best) {
			break
		}
		t = change
	}
	if best.IsZero() {
		return best
	}
	return best.In(loc)
}

// nextChange is when the offset of the zone next changes; more is false when
// it does not before the horizon.
func nextChange(t, horizon time.Time) (change time.Time, more bool) {
	const step = 24 * time.Hour
	offset := offsetAt(t)
	for ; t.Before(horizon); t = t.Add(step) {
		if offsetAt(t.Add(step)) == offset {
			continue
		}
		low, high := t.Unix(), t.Add(step).Unix()
		for high-low > 1 {
			middle := (low + high) / 2
			if offsetAt(time.Unix(middle, 0).In(t.Location())) == offset {
				low = middle
			} else {
				high = middle
			}
		}
		return time.Unix(high, 0).In(t.Location()), true
	}
	return time.Time{}, false
}

// within asks the library, which looks five years ahead, as often as the
// horizon needs.
func (c *cronPlan) within(t time.Time, offset int, horizon time.Time) time.Time {
	zone := time.FixedZone("", offset)
	for ; t.Before(horizon); t = t.AddDate(5, 0, 0) {
		if run := c.fields.Next(t.In(zone)); !run.IsZero() {
			return run
		}
	}
	return time.Time{}
}
