package schedule

import (
	"fmt"
	"strings"
	"time"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/runtime/moment"
)

// Zone is the zone in which times are meant: the fixed offset of LAMPSON_TZ,
// else the setting tz (an offset or the name of a zone, whose rules count), else
// the system's.
func Zone(getenv func(string) string, tz string) (*time.Location, error) {
	if v := strings.TrimSpace(getenv("LAMPSON_TZ")); v != "" {
		if seconds, ok := offset(v); ok {
			return fixedZone(seconds), nil
		}
		return nil, &host.Error{Code: "zone", Text: fmt.Sprintf("LAMPSON_TZ: cannot read '%s' as an offset (+0200, -03:00, -3)", v), Exit: 2}
	}
	if tz == "" {
		return time.Local, nil
	}
	if seconds, ok := offset(tz); ok {
		return fixedZone(seconds), nil
	}
	if z, ok := moment.ParseZone(tz); ok {
		return z.Location(), nil
	}
	return nil, &host.Error{Code: "config", Text: "config.json: tz: expected the name of a time zone or an offset", Exit: 2}
}

func fixedZone(seconds int) *time.Location {
	sign, n := '+', seconds
	if n < 0 {
		sign, n = '-', -n
	}
	return time.FixedZone(fmt.Sprintf("%c%02d:%02d", sign, n/3600, n/60%60), seconds)
}

// offset reads +0200, -03:00 or -3 as seconds.
func offset(s string) (seconds int, ok bool) {
	if s == "" || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	rest := strings.Replace(s[1:], ":", "", 1)
	if strings.Contains(s, ":") && len(rest) < 3 {
		return 0, false
	}
	hours, minutes := rest, "00"
	if len(rest) > 2 {
		hours, minutes = rest[:len(rest)-2], rest[len(rest)-2:]
	}
	h, ok1 := digits(hours, 1, 2)
	m, ok2 := digits(minutes, 2, 2)
	if !ok1 || !ok2 || h > 18 || m > 59 {
		return 0, false
	}
	seconds = h*3600 + m*60
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}
