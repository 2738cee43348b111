package schedule

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxSpan is the longest span that is taken for a plan: a hundred years.
const maxSpan = 100 * 366 * 24 * 3600

// maxWords bounds the text of a plan; a person types much less.
const maxWords = 400

// ParseWhen reads the words that say when a task runs, in English or Spanish:
//
//	in 2h · tomorrow 08:00 · once 2026-08-29 15:14 · every 6h · daily 09:00 ·
//	mon,wed 08:30 · weekdays · cron 0 9 * * mon-fri
//
// The error is an *Error whose text says what was expected.
func ParseWhen(text string) (Plan, error) {
	low := strings.ToLower(strings.TrimSpace(text))
	if low == "" {
		return Plan{}, bad("empty schedule")
	}
	if len(low) > maxWords {
		return Plan{}, notUnderstood(oneLine(low, 20) + "…")
	}
	if fields := strings.Fields(low); fields[0] == "cron" {
		// Before commas become spaces: a list of cron has some.
		return parseCronPlan(fields[1:])
	}
	words := phrases(strings.Fields(strings.ReplaceAll(low, ",", " ")))
	if len(words) == 0 {
		return Plan{}, bad("empty schedule")
	}
	first, rest := words[0], words[1:]
	switch first {
	case "in", "en":
		if len(rest) == 0 {
			return Plan{}, bad("in needs a span: in 2h, in 30m")
		}
		n, ok := span(rest)
		if !ok {
			return Plan{}, bad("bad delay '%s' (min 60 s; e.g. in 2h, in 30m)", strings.Join(rest, " "))
		}
		return Plan{Kind: Once, Delay: n}, nil
	case "every", "cada":
		if len(rest) == 0 {
			return Plan{}, bad("every needs a span: every 6h, every 30m, every 2d")
		}
		n, ok := span(rest)
		if !ok {
			return Plan{}, bad("bad interval '%s' (min 60 s; e.g. every 6h, every 30m, every 2d)", strings.Join(rest, " "))
		}
		return Plan{Kind: Every, Seconds: n}, nil
	case "today", "hoy", "tomorrow", "mañana", "manana":
		if len(rest) == 0 {
			return Plan{}, bad("%s needs a time: %s 15:14", first, first)
		}
		p := Plan{Kind: Once, Rel: "today"}
		if first != "today" && first != "hoy" {
			p.Rel = "tomorrow"
		}
		return p.at(rest)
	case "once":
		if len(rest) < 2 || !isDate(rest[0]) {
			return Plan{}, bad("once needs a date and time: once 2026-08-29 15:14")
		}
		return Plan{Kind: Once, Date: rest[0]}.at(rest[1:])
	case "daily", "diario", "diaria":
		if len(rest) == 0 {
			return Plan{Kind: Daily, HH: 9}, nil
		}
		return Plan{Kind: Daily}.at(rest)
	}
	switch {
	case isDate(first):
		if len(rest) == 0 {
			return Plan{}, bad("once needs a date and time: once 2026-08-29 15:14")
		}
		return Plan{Kind: Once, Date: first}.at(rest)
	case len(rest) == 0 && timeLike(first):
		return Plan{Kind: Daily}.at(words)
	}
	return weekly(text, words)
}

// phrases replaces what is said in several words by one, or by none.
func phrases(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		switch {
		case i > 0 && i+2 < len(words) && words[i] == "a" && words[i+1] == "las":
			i++
		case i > 0 && i+1 < len(words) && words[i] == "at":
		case i+2 < len(words) && words[i] == "todos" && words[i+1] == "los" && (words[i+2] == "días" || words[i+2] == "dias"):
			out = append(out, "daily")
			i += 2
		case i+1 < len(words) && words[i] == "every" && words[i+1] == "day":
			out = append(out, "daily")
			i++
		default:
			out = append(out, words[i])
		}
	}
	return out
}

// at gives the plan its time: the one word that is left.
func (p Plan) at(words []string) (Plan, error) {
	hh, mm, ok := clock(words[0])
	if !ok {
		return Plan{}, badTime(words[0])
	}
	if len(words) > 1 {
		return Plan{}, notUnderstood(words[1])
	}
	p.HH, p.MM = hh, mm
	return p, nil
}

// weekly reads a set of days with a time among them. The last time counts.
func weekly(text string, words []string) (Plan, error) {
	p := Plan{Kind: Weekly, HH: 9}
	for _, w := range words {
		switch w {
		case "weekdays", "laborables":
			p.Days = []int{1, 2, 3, 4, 5}
			continue
		case "weekend", "finde":
			p.Days = []int{6, 7}
			continue
		case "weekly", "semanal", "on", "los":
			continue
		}
		if d := dayOf(w); d != 0 {
			if !slices.Contains(p.Days, d) {
				p.Days = append(p.Days, d)
			}
			continue
		}
		if !timeLike(w) {
			return Plan{}, notUnderstood(w)
		}
		var ok bool
		if p.HH, p.MM, ok = clock(w); !ok {
			return Plan{}, badTime(w)
		}
	}
	if len(p.Days) == 0 {
		return Plan{}, bad("no day found in '%s' (mon…sun / lun…dom, weekdays, weekend)", strings.TrimSpace(text))
	}
	slices.Sort(p.Days)
	return p, nil
}

// dayOf is the day that a word names, Monday = 1, or 0.
func dayOf(w string) int {
	for day, beginnings := range [...][]string{
		1: {"mon", "lun"}, 2: {"tue", "mar"}, 3: {"wed", "mie", "mié"}, 4: {"thu", "jue"},
		5: {"fri", "vie"}, 6: {"sat", "sab", "sáb"}, 7: {"sun", "dom"},
	} {
		for _, b := range beginnings {
			if strings.HasPrefix(w, b) {
				return day
			}
		}
	}
	return 0
}

// span reads NUMBER [UNIT], joined or in two words. Without a unit it is hours.
func span(words []string) (seconds int64, ok bool) {
	if len(words) > 2 {
		return 0, false
	}
	number := words[0]
	i := strings.IndexFunc(number, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	unit := ""
	if i >= 0 {
		number, unit = number[:i], number[i:]
	}
	if len(words) == 2 {
		if unit != "" {
			return 0, false
		}
		unit = words[1]
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || strings.HasPrefix(number, ".") || strings.HasSuffix(number, ".") {
		return 0, false
	}
	n = math.Round(n * float64(unitSeconds(unit)))
	if !(n >= 60 && n <= maxSpan) {
		return 0, false
	}
	return int64(n), true
}

func unitSeconds(unit string) int {
	switch unit {
	case "s", "seg", "segundo", "segundos", "second", "seconds":
		return 1
	case "m", "min", "minuto", "minutos", "minute", "minutes":
		return 60
	case "", "h", "hora", "horas", "hour", "hours":
		return 3600
	case "d", "día", "días", "dia", "dias", "day", "days":
		return 86400
	}
	return 0
}

// timeLike reports whether a word is meant as a time of the day.
func timeLike(w string) bool { return w[0] >= '0' && w[0] <= '9' || strings.ContainsRune(w, ':') }

// clock reads H, HH, H:MM or HH:MM.
func clock(w string) (hh, mm int, ok bool) {
	h, m, colon := strings.Cut(w, ":")
	if hh, ok = digits(h, 1, 2); !ok || hh > 23 {
		return 0, 0, false
	}
	if colon {
		if mm, ok = digits(m, 2, 2); !ok || mm > 59 {
			return 0, 0, false
		}
	}
	return hh, mm, true
}

func digits(s string, least, most int) (n int, ok bool) {
	if len(s) < least || len(s) > most {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// isDate reports whether a word is a day that exists, as YYYY-MM-DD.
func isDate(w string) bool {
	_, err := time.Parse(time.DateOnly, w)
	return err == nil
}

func badTime(w string) *Error { return bad("bad time '%s' (HH:MM, 24 h)", w) }

func notUnderstood(w string) *Error {
	return bad("cannot understand '%s' — use: every 6h | daily 09:00 | mon,wed 08:30 | weekdays 09:00", w)
}
