package schedule

import (
	"testing"
	"time"

	"github.com/synrun/synrun/runtime/moment"
)

func zoneOf(t testing.TB, name string) *time.Location {
	t.Helper()
	z, ok := moment.ParseZone(name)
	if !ok {
		t.Fatalf("no zone %s", name)
	}
	return z.Location()
}

const stamp = "2006-01-02 15:04 -0700"

func instant(t *testing.T, s string, loc *time.Location) time.Time {
	t.Helper()
	at, err := time.Parse(stamp, s)
	if err != nil {
		t.Fatal(err)
	}
	return at.In(loc)
}

// TestNext follows plans over their next runs: ordinary days, and the jumps of
// the clock of both hemispheres.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		when, zone, now string
		want            []string
	}{
		{"daily 09:00", "UTC", "2026-05-01 08:59 +0000", []string{"2026-05-01 09:00 +0000", "2026-05-02 09:00 +0000"}},
		{"daily 09:00", "UTC", "2026-05-01 09:00 +0000", []string{"2026-05-02 09:00 +0000"}}, // exactly now is past
		{"daily 09:00", "+05:30", "2026-05-01 03:00 +0000", []string{"2026-05-01 09:00 +0530"}},
		{"mon,wed 08:30", "UTC", "2026-05-01 12:00 +0000", []string{"2026-05-04 08:30 +0000", "2026-05-06 08:30 +0000", "2026-05-11 08:30 +0000"}},
		{"fri 08:30", "UTC", "2026-05-01 08:30 +0000", []string{"2026-05-08 08:30 +0000"}},
		{"fri 08:30", "UTC", "2026-05-01 08:29 +0000", []string{"2026-05-01 08:30 +0000"}},
		{"weekend 00:00", "UTC", "2026-05-01 23:59 +0000", []string{"2026-05-02 00:00 +0000", "2026-05-03 00:00 +0000", "2026-05-09 00:00 +0000"}},
		{"every 6h", "UTC", "2026-05-01 08:10 +0000", []string{"2026-05-01 14:10 +0000", "2026-05-01 20:10 +0000"}},

		// Spring in the north: 02:00–03:00 does not exist on 2026-03-29.
		{"daily 02:30", "Europe/Madrid", "2026-03-28 12:00 +0100", []string{"2026-03-29 03:30 +0200", "2026-03-30 02:30 +0200"}},
		{"daily 01:59", "Europe/Madrid", "2026-03-28 12:00 +0100", []string{"2026-03-29 01:59 +0100", "2026-03-30 01:59 +0200"}},
		{"daily 03:00", "Europe/Madrid", "2026-03-28 12:00 +0100", []string{"2026-03-29 03:00 +0200"}},
		{"daily 02:00", "Europe/Madrid", "2026-03-29 01:59 +0100", []string{"2026-03-29 03:00 +0200", "2026-03-30 02:00 +0200"}},
		{"sun 02:30", "America/New_York", "2026-03-07 12:00 -0500", []string{"2026-03-08 03:30 -0400", "2026-03-15 02:30 -0400"}},
		// Autumn in the north: 02:00–03:00 comes twice on 2026-10-25.
		{"daily 02:30", "Europe/Madrid", "2026-10-24 12:00 +0200", []string{"2026-10-25 02:30 +0200", "2026-10-26 02:30 +0100"}},
		{"daily 02:30", "Europe/Madrid", "2026-10-25 02:45 +0200", []string{"2026-10-26 02:30 +0100"}},
		{"daily 03:00", "Europe/Madrid", "2026-10-25 02:45 +0200", []string{"2026-10-25 03:00 +0100"}},
		// The southern hemisphere: 2026-10-04 jumps forward, 2026-04-05 back.
		{"daily 02:15", "Australia/Sydney", "2026-10-03 12:00 +1000", []string{"2026-10-04 03:15 +1100", "2026-10-05 02:15 +1100"}},
		{"daily 02:15", "Australia/Sydney", "2026-04-04 12:00 +1100", []string{"2026-04-05 02:15 +1100", "2026-04-06 02:15 +1000"}},
		{"daily 02:15", "Australia/Lord_Howe", "2026-10-03 12:00 +1030", []string{"2026-10-04 02:45 +1100", "2026-10-05 02:15 +1100"}}, // half an hour
		// A jump at midnight, and a day that was left out.
		{"daily 00:30", "America/Santiago", "2026-09-05 12:00 -0400", []string{"2026-09-06 01:30 -0300", "2026-09-07 00:30 -0300"}},
		{"daily 09:00", "Pacific/Apia", "2011-12-29 08:00 -1000", []string{"2011-12-29 09:00 -1000", "2011-12-31 09:00 +1400", "2012-01-01 09:00 +1400"}},

		{"cron 30 2 * * *", "Europe/Madrid", "2026-03-28 12:00 +0100", []string{"2026-03-29 03:30 +0200", "2026-03-30 02:30 +0200"}},
		{"cron 30 2 * * *", "Europe/Madrid", "2026-10-24 12:00 +0200", []string{"2026-10-25 02:30 +0200", "2026-10-26 02:30 +0100"}},
		{"cron 30 2 * * *", "Europe/Madrid", "2026-10-25 02:10 +0100", []string{"2026-10-26 02:30 +0100"}},
		{"cron 30 2 * * *", "Australia/Sydney", "2026-10-03 12:00 +1000", []string{"2026-10-04 03:30 +1100", "2026-10-05 02:30 +1100"}},
		{"cron 30 2 * * *", "Australia/Sydney", "2026-04-04 12:00 +1100", []string{"2026-04-05 02:30 +1100", "2026-04-06 02:30 +1000"}},
		{"cron 15,45 2,3 * * *", "Europe/Madrid", "2026-03-29 01:00 +0100", []string{"2026-03-29 03:15 +0200", "2026-03-29 03:45 +0200", "2026-03-30 02:15 +0200"}},
		{"cron 45 2 * * *", "Europe/Madrid", "2026-03-29 03:10 +0200", []string{"2026-03-29 03:45 +0200", "2026-03-30 02:45 +0200"}},
		// Tasks of every hour follow the hours as they pass.
		{"cron 0 * * * *", "Europe/Madrid", "2026-10-25 01:30 +0200", []string{"2026-10-25 02:00 +0200", "2026-10-25 02:00 +0100", "2026-10-25 03:00 +0100"}},
		{"cron 0 * * * *", "Europe/Madrid", "2026-03-29 00:30 +0100", []string{"2026-03-29 01:00 +0100", "2026-03-29 03:00 +0200"}},
		{"cron */20 * * * *", "Australia/Lord_Howe", "2026-04-05 01:30 +1100", []string{"2026-04-05 01:40 +1100", "2026-04-05 01:40 +1030", "2026-04-05 02:00 +1030"}},
		{"cron 0 9 * * 5-7", "UTC", "2026-05-01 10:00 +0000", []string{"2026-05-02 09:00 +0000", "2026-05-03 09:00 +0000", "2026-05-08 09:00 +0000"}},
		{"cron 0 9 * * fri-sun", "UTC", "2026-05-01 10:00 +0000", []string{"2026-05-02 09:00 +0000", "2026-05-03 09:00 +0000"}},
		{"cron 0 9 * * 7", "UTC", "2026-05-01 10:00 +0000", []string{"2026-05-03 09:00 +0000"}},
		{"cron 0 9 * * 1/2", "UTC", "2026-05-03 10:00 +0000", []string{"2026-05-04 09:00 +0000", "2026-05-06 09:00 +0000", "2026-05-08 09:00 +0000"}},
		{"cron 0 0 13 * fri", "UTC", "2026-05-09 00:00 +0000", []string{"2026-05-13 00:00 +0000", "2026-05-15 00:00 +0000"}}, // day of the month or of the week
		{"cron 0 0 29 2 *", "UTC", "2096-03-01 00:00 +0000", []string{"2104-02-29 00:00 +0000"}},
		{"cron 0 0 29 2 *", "Europe/Madrid", "2026-03-01 00:00 +0000", []string{"2028-02-29 00:00 +0100"}},
		{"cron 0 0 31 2 *", "Europe/Madrid", "2026-05-01 00:00 +0000", []string{""}},
	} {
		zone, err := Zone(func(string) string { return "" }, c.zone)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ParseWhen(c.when)
		if err != nil {
			t.Fatal(err)
		}
		now := instant(t, c.now, zone)
		for _, want := range c.want {
			next := p.Next(now, now, zone)
			got := ""
			if !next.IsZero() {
				got = next.In(zone).Format(stamp)
			}
			if got != want {
				t.Errorf("%q in %s after %s: %s, want %s", c.when, c.zone, now.Format(stamp), got, want)
				break
			}
			now = next
		}
	}
}

func TestMoments(t *testing.T) {
	for _, c := range []struct{ when, zone, created, want string }{
		{"in 2h", "Europe/Madrid", "2026-03-29 01:30 +0100", "2026-03-29 04:30 +0200"}, // two hours pass
		{"today 15:14", "UTC", "2026-05-01 08:00 +0000", "2026-05-01 15:14 +0000"},
		{"tomorrow 00:30", "-05:00", "2026-05-31 23:00 -0500", "2026-06-01 00:30 -0500"},
		{"tomorrow 02:30", "Europe/Madrid", "2026-03-28 22:00 +0100", "2026-03-29 03:30 +0200"},
		{"2026-12-31 23:59", "Asia/Kolkata", "2026-05-01 08:00 +0000", "2026-12-31 23:59 +0530"},
		{"once 2026-10-25 02:30", "Europe/Madrid", "2026-05-01 08:00 +0000", "2026-10-25 02:30 +0200"},
	} {
		zone, err := Zone(func(string) string { return "" }, c.zone)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ParseWhen(c.when)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Moment(instant(t, c.created, zone), zone).In(zone).Format(stamp); got != c.want {
			t.Errorf("%q in %s made at %s comes at %s, want %s", c.when, c.zone, c.created, got, c.want)
		}
	}
}

func TestZone(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct{ env, tz, want string }{
		{"+0200", "", "+02:00"}, {"-03:00", "", "-03:00"}, {"-3", "UTC", "-03:00"}, {"+0530", "Europe/Madrid", "+05:30"},
		{"", "Europe/Madrid", "+02:00"}, {"", "UTC", "+00:00"}, {"", "-08", "-08:00"},
		{"Madrid", "", "LAMPSON_TZ: cannot read 'Madrid' as an offset (+0200, -03:00, -3)"},
		{"+99", "", "LAMPSON_TZ: cannot read '+99' as an offset (+0200, -03:00, -3)"},
		{"+3:0", "", "LAMPSON_TZ: cannot read '+3:0' as an offset (+0200, -03:00, -3)"},
		{"", "Mars/Olympus", "config.json: tz: expected the name of a time zone or an offset"},
	} {
		loc, err := Zone(func(string) string { return c.env }, c.tz)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = at.In(loc).Format("-07:00")
		}
		if got != c.want {
			t.Errorf("Zone(%q, %q): %s, want %s", c.env, c.tz, got, c.want)
		}
	}
	if loc, err := Zone(func(string) string { return "" }, ""); err != nil || loc != time.Local {
		t.Errorf("without a setting: %v, %v", loc, err)
	}
}
