package schedule

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParseWhen(t *testing.T) {
	day := func(hh, mm int) Plan { return Plan{Kind: Daily, HH: hh, MM: mm} }
	week := func(hh, mm int, days ...int) Plan { return Plan{Kind: Weekly, HH: hh, MM: mm, Days: days} }
	every := func(n int64) Plan { return Plan{Kind: Every, Seconds: n} }
	in := func(n int64) Plan { return Plan{Kind: Once, Delay: n} }
	rel := func(r string, hh, mm int) Plan { return Plan{Kind: Once, Rel: r, HH: hh, MM: mm} }
	on := func(d string, hh, mm int) Plan { return Plan{Kind: Once, Date: d, HH: hh, MM: mm} }
	for _, c := range []struct {
		text string
		want Plan
	}{
		{"every 6h", every(6 * 3600)}, {"EVERY 6", every(6 * 3600)}, {"cada 30 min", every(1800)}, {"every 90s", every(90)},
		{"every 90 segundos", every(90)}, {"every 1 minute", every(60)}, {"every 2 days", every(172800)}, {"cada 2 días", every(172800)},
		{"cada 1 dia", every(86400)}, {"every 1.5h", every(5400)}, {"every 3 hours", every(10800)}, {"every 60", every(60 * 3600)}, {"every 120 seg", every(120)},
		{"in 2h", in(7200)}, {"en 2 horas", in(7200)}, {"in 30m", in(1800)}, {"in 90 s", in(90)},
		{"daily", day(9, 0)}, {"daily 08:30", day(8, 30)}, {"diario a las 8", day(8, 0)}, {"every day at 7:05", day(7, 5)}, {"every day", day(9, 0)},
		{"todos los días 23:59", day(23, 59)}, {"todos los dias", day(9, 0)}, {"9", day(9, 0)}, {"09", day(9, 0)}, {" 0:00 ", day(0, 0)}, {"diaria 6", day(6, 0)},
		{"daily at 10:00", day(10, 0)},
		{"today 15:14", rel("today", 15, 14)}, {"hoy a las 15", rel("today", 15, 0)}, {"tomorrow 8", rel("tomorrow", 8, 0)}, {"mañana 08:00", rel("tomorrow", 8, 0)},
		{"manana at 08:00", rel("tomorrow", 8, 0)},
		{"once 2026-08-29 15:14", on("2026-08-29", 15, 14)}, {"2026-08-29 15:14", on("2026-08-29", 15, 14)}, {"once 2028-02-29 at 1", on("2028-02-29", 1, 0)},
		{"mon,wed 08:30", week(8, 30, 1, 3)}, {"lun, mié 08:30", week(8, 30, 1, 3)}, {"monday", week(9, 0, 1)}, {"weekdays 09:00", week(9, 0, 1, 2, 3, 4, 5)},
		{"laborables", week(9, 0, 1, 2, 3, 4, 5)}, {"weekend 10:00", week(10, 0, 6, 7)}, {"finde", week(9, 0, 6, 7)}, {"mon weekend", week(9, 0, 6, 7)},
		{"weekend mon", week(9, 0, 1, 6, 7)}, {"weekly sun 7", week(7, 0, 7)}, {"semanal los domingos 7:00", week(7, 0, 7)}, {"on fri at 18:00", week(18, 0, 5)},
		{"sáb,dom", week(9, 0, 6, 7)}, {"sab 12:00 dom", week(12, 0, 6, 7)}, {"wed,mon,wed 8", week(8, 0, 1, 3)}, {"08:30 tue", week(8, 30, 2)},
		{"martes jueves viernes 6", week(6, 0, 2, 4, 5)}, {"thu 8 9:30", week(9, 30, 4)},
		{"cron */5 * * * *", Plan{Kind: Cron, Expr: "*/5 * * * *"}}, {"CRON 0 9 * * MON-FRI", Plan{Kind: Cron, Expr: "0 9 * * mon-fri"}},
		{"cron 0,30 9 1,15 jan-jun 7", Plan{Kind: Cron, Expr: "0,30 9 1,15 jan-jun 7"}},
	} {
		got, err := ParseWhen(c.text)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("ParseWhen(%q) = %+v, %v; want %+v", c.text, got, err, c.want)
		}
		back, ok := readPlan(got.doc())
		if !ok || !reflect.DeepEqual(back, got) {
			t.Errorf("the plan of %q reads back as %+v, %v", c.text, back, ok)
		}
	}
}

func TestWordsThatAreWrong(t *testing.T) {
	const use = " — use: every 6h | daily 09:00 | mon,wed 08:30 | weekdays 09:00"
	for _, c := range [][2]string{
		{"", "empty schedule"}, {" \t", "empty schedule"}, {",,", "empty schedule"},
		{"in", "in needs a span: in 2h, in 30m"}, {"en", "in needs a span: in 2h, in 30m"},
		{"in 5s", "bad delay '5s' (min 60 s; e.g. in 2h, in 30m)"}, {"in soon", "bad delay 'soon' (min 60 s; e.g. in 2h, in 30m)"},
		{"in 2 h now", "bad delay '2 h now' (min 60 s; e.g. in 2h, in 30m)"},
		{"every", "every needs a span: every 6h, every 30m, every 2d"}, {"cada", "every needs a span: every 6h, every 30m, every 2d"},
		{"every 59s", "bad interval '59s' (min 60 s; e.g. every 6h, every 30m, every 2d)"},
		{"every -6h", "bad interval '-6h' (min 60 s; e.g. every 6h, every 30m, every 2d)"},
		{"every 6 weeks", "bad interval '6 weeks' (min 60 s; e.g. every 6h, every 30m, every 2d)"},
		{"every 1e9h", "bad interval '1e9h' (min 60 s; e.g. every 6h, every 30m, every 2d)"},
		{"every 99999999999999999999d", "bad interval '99999999999999999999d' (min 60 s; e.g. every 6h, every 30m, every 2d)"},
		{"every .5h", "bad interval '.5h' (min 60 s; e.g. every 6h, every 30m, every 2d)"},
		{"every monday 08:00", "bad interval 'monday 08:00' (min 60 s; e.g. every 6h, every 30m, every 2d)"},
		{"today", "today needs a time: today 15:14"}, {"hoy", "hoy needs a time: hoy 15:14"}, {"mañana", "mañana needs a time: mañana 15:14"},
		{"tomorrow 24:00", "bad time '24:00' (HH:MM, 24 h)"}, {"tomorrow noon", "bad time 'noon' (HH:MM, 24 h)"}, {"today 8 pm", "cannot understand 'pm'" + use},
		{"once", "once needs a date and time: once 2026-08-29 15:14"}, {"once 2026-08-29", "once needs a date and time: once 2026-08-29 15:14"},
		{"once 2026-02-30 10:00", "once needs a date and time: once 2026-08-29 15:14"}, {"2026-08-29", "once needs a date and time: once 2026-08-29 15:14"},
		{"once 2026-08-29 9:5", "bad time '9:5' (HH:MM, 24 h)"},
		{"daily 25", "bad time '25' (HH:MM, 24 h)"}, {"daily 8:60", "bad time '8:60' (HH:MM, 24 h)"}, {"123", "bad time '123' (HH:MM, 24 h)"}, {"08:30:00", "bad time '08:30:00' (HH:MM, 24 h)"},
		{"sometimes", "cannot understand 'sometimes'" + use}, {"mon at", "cannot understand 'at'" + use}, {"mon 8am", "bad time '8am' (HH:MM, 24 h)"},
		{"weekly", "no day found in 'weekly' (mon…sun / lun…dom, weekdays, weekend)"}, {"Weekly 08:00", "no day found in 'Weekly 08:00' (mon…sun / lun…dom, weekdays, weekend)"},
		{"*/5 * * * *", "cannot understand '*/5'" + use}, {"0 9 * * 1", "cannot understand '*'" + use}, {"0 9 1 1 1", "no day found in '0 9 1 1 1' (mon…sun / lun…dom, weekdays, weekend)"},
		{"cron", "bad cron expression '' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron 61 * * * *", "bad cron expression '61 * * * *' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron * * * *", "bad cron expression '* * * *' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron TZ=UTC * * * * *", "bad cron expression 'tz=utc * * * * *' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron @daily", "bad cron expression '@daily' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron , * * * *", "bad cron expression ', * * * *' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron * * * * 8", "bad cron expression '* * * * 8' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron * * * * 5-3", "bad cron expression '* * * * 5-3' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron */0 * * * *", "bad cron expression '*/0 * * * *' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
		{"cron 1-99999999999999999999 * * * *", "bad cron expression '1-99999999999999999999 * * * *' — use: cron M H DOM MON DOW, e.g. cron 30 8 * * mon-fri"},
	} {
		_, err := ParseWhen(c[0])
		var e *Error
		if !errors.As(err, &e) || e.Text != c[1] || e.Exit != 2 || e.Try != helpAdd {
			t.Errorf("ParseWhen(%q): %v\nwant %s", c[0], err, c[1])
		}
	}
}

func TestDescribe(t *testing.T) {
	at := time.Date(2026, 8, 29, 15, 14, 0, 0, time.UTC)
	for _, c := range [][2]string{
		{"every 6h", "every 6 h"}, {"every 48h", "every 2 d"}, {"every 90m", "every 90 min"}, {"every 90s", "every 90 s"},
		{"daily", "every day at 09:00"}, {"mon,wed 08:30", "mon, wed at 08:30"}, {"finde", "sat, sun at 09:00"},
		{"once 2026-08-29 15:14", "once, 2026-08-29 at 15:14"}, {"in 2h", "once, 2026-08-29 at 15:14"},
		{"cron */5 * * * *", "cron */5 * * * *"},
	} {
		p, err := ParseWhen(c[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Describe(at); got != c[1] {
			t.Errorf("%q is described as %q, want %q", c[0], got, c[1])
		}
	}
}

// FuzzParseWhen: words never panic, what is understood reads back from the
// state file as the same plan, comes after now, and an error is one for people.
func FuzzParseWhen(f *testing.F) {
	for _, s := range []string{
		"every 6h", "in 2h", "daily at 09:00", "mon,wed 08:30", "once 2026-08-29 15:14", "cron 0 9 * * 5-7", "todos los días a las 8",
		"cron */7 */5 31 feb sun", "weekend 7", "cron 0 0 29 2 *", "every 99999999999d", "mañana 08:00", "1 2 3 4 5",
	} {
		f.Add(s, int64(1_790_000_000))
	}
	madrid := zoneOf(f, "Europe/Madrid")
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		p, err := ParseWhen(text)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || strings.TrimSpace(e.Text) == "" || e.Exit != 2 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		back, ok := readPlan(p.doc())
		if !ok || !reflect.DeepEqual(back, p) {
			t.Fatalf("%q: %+v reads back as %+v, %v", text, p, back, ok)
		}
		now := time.Unix(unix%4_000_000_000, 0)
		if next := p.Next(now, now, madrid); !next.IsZero() && !next.After(now) {
			t.Fatalf("%q: the run after %v is %v", text, now, next)
		} else if next.IsZero() && p.Kind != Once && p.Kind != Cron {
			t.Fatalf("%q: no run after %v", text, now)
		}
		if p.Describe(now) == "" {
			t.Fatalf("%q is not described", text)
		}
	})
}
