package moment

import (
	"math/rand"
	"testing"
	"time"
)

var someZones = []string{"Europe/Madrid", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Santiago", "Pacific/Apia", "Africa/Casablanca", "Etc/GMT+5", "Asia/Kathmandu", "Antarctica/Troll"}

// TestAgainstGo compares offsets, fields and local times with package time.
func TestAgainstGo(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, name := range someZones {
		z, ok := ParseZone(name)
		if !ok {
			t.Fatalf("no zone %s", name)
		}
		loc, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 3000 {
			sec := r.Int63n(4_000_000_000) - 1_000_000_000
			want := time.Unix(sec, 0).In(loc)
			got, err := NewDatetime(sec, 0, z)
			if err != nil {
				t.Fatal(err)
			}
			if s := want.Format("2006-01-02T15:04:05-07:00") + "[" + name + "]"; got.Display() != s && want.Format("-07:00:05") == want.Format("-07:00")+":00" {
				t.Fatalf("%d is %s, want %s", sec, got.Display(), s)
			}
			f := got.Fields()
			if f.YearDay != want.YearDay() || f.Weekday%7 != int(want.Weekday()) || f.Hour != want.Hour() {
				t.Fatalf("fields of %s: %+v", got.Display(), f)
			}
			// the local time leads back to an instant with the same local time
			back, ok := z.resolve(got.local(), choice{keep: noOffset})
			again := time.Unix(back, 0).In(loc)
			if !ok || again.Format(time.DateTime) != want.Format(time.DateTime) || back > sec {
				t.Fatalf("%s resolves to %s", want, again)
			}
			if kept, _ := z.resolve(got.local(), choice{keep: z.offsetAt(sec)}); kept != sec {
				t.Fatalf("%s with its offset resolves to %s", want, time.Unix(kept, 0).In(loc))
			}
		}
	}
}

// TestGaps walks over the days on which clocks change.
func TestGaps(t *testing.T) {
	for _, c := range []struct {
		zone, local string
		ok          bool
		forward     string
	}{
		{"Europe/Madrid", "2026-03-29 01:59:59", true, "2026-03-29 01:59:59"}, {"Europe/Madrid", "2026-03-29 02:00:00", false, "2026-03-29 03:00:00"}, {"Europe/Madrid", "2026-03-29 02:59:59", false, "2026-03-29 03:59:59"}, {"Europe/Madrid", "2026-03-29 03:00:00", true, "2026-03-29 03:00:00"},
		{"Australia/Lord_Howe", "2026-10-04 02:15:00", false, "2026-10-04 02:45:00"}, {"Pacific/Apia", "2011-12-30 12:00:00", false, "2011-12-31 12:00:00"}, {"America/Santiago", "2024-09-08 00:00:00", false, "2024-09-08 01:00:00"},
	} {
		z, _ := ParseZone(c.zone)
		local, err := time.Parse(time.DateTime, c.local)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := z.resolve(local.Unix(), choice{keep: noOffset}); ok != c.ok {
			t.Errorf("%s in %s exists: %v", c.local, c.zone, ok)
		}
		sec, _ := z.resolve(local.Unix(), choice{forward: true, keep: noOffset})
		if got := time.Unix(sec+int64(z.offsetAt(sec)), 0).UTC().Format(time.DateTime); got != c.forward {
			t.Errorf("%s in %s moves to %s, want %s", c.local, c.zone, got, c.forward)
		}
	}
}

// TestRoundTrip writes with every directive and reads back.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for _, pattern := range []string{"%Y-%m-%d %H:%M:%S%.f %z", "%G-W%V-%u %T.%f %:z", "%Y %j %r %::z", "%A %e %B %Y %l:%M:%S %P %z", "%Y %U %a %T %z", "%Y %W %w %T %z", "%C%y%m%d%H%M%S%3f%z", "%s %f", "%+"} {
		for range 300 {
			nano := int64(0)
			if pattern == "%+" || pattern == "%s %f" {
				nano = r.Int63n(second)
			}
			at, err := NewDatetime(r.Int63n(8_000_000_000)-3_000_000_000, nano, fixed(r.Intn(86400)/900*900-43200))
			if err != nil {
				t.Fatal(err)
			}
			text, err := FormatDatetime("format_time", pattern, at)
			if err != nil {
				t.Fatal(err)
			}
			back, err := ParseDatetime("parse_datetime", text, pattern, nil)
			if err != nil || back.compare(at) != 0 {
				t.Fatalf("%s by %s is %q, read back as %s, %v", at.Display(), pattern, text, back.Display(), err)
			}
		}
	}
}

func TestEveryZoneLoads(t *testing.T) {
	for _, name := range []string{"", "Local", "europe/madrid", "../etc/passwd", "Europe", "Factory"} {
		if _, ok := loadZone(name); ok {
			t.Errorf("%q is a zone", name)
		}
	}
	for _, name := range append(someZones, "UTC", "GMT", "Zulu", "US/Pacific", "WET") {
		if _, ok := loadZone(name); !ok {
			t.Errorf("no zone %s", name)
		}
	}
}

func FuzzISO(f *testing.F) {
	f.Add("2026-01-01T10:00:00.5+01:00[Europe/Madrid]")
	f.Fuzz(func(t *testing.T, s string) {
		at, err := ParseISO("datetime", s, nil)
		if err != nil {
			return
		}
		back, err := ParseISO("datetime", at.Display(), nil)
		if err != nil || back.compare(at) != 0 {
			t.Errorf("%q is %s, which reads as %s, %v", s, at.Display(), back.Display(), err)
		}
	})
}

func FuzzPattern(f *testing.F) {
	f.Add("2026-03-05 10:00", "%F %R")
	f.Fuzz(func(t *testing.T, text, pattern string) {
		_, _ = ParseDatetime("parse_datetime", text, pattern, nil)
		_, _ = FormatDatetime("format_time", pattern, Datetime{zone: UTC})
	})
}
