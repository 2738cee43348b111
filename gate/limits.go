package gate

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Limits bound one run with its agents and workers. Zero means no limit.
// Memory and Steps are counted by the machine, the others by the gate.
type Limits struct {
	Time    time.Duration
	Memory  int64 // bytes of values held by the program
	Output  int64 // bytes printed
	Read    int64 // bytes of one file read or one HTTP body
	Steps   int64
	Checks  int64 // recorded checks
	Handles int64 // open files, processes, connections
}

// PluginLimits are the limits of a plugin call whose host says nothing else.
func PluginLimits() Limits {
	return Limits{
		Time: 60 * time.Second, Memory: 512 << 20, Output: 64 << 20, Read: 32 << 20,
		Steps: 1e10, Checks: 100_000, Handles: 64,
	}
}

// CommandLimits are the limits of the commands run, test and conform.
func CommandLimits() Limits { return Limits{Memory: 2 << 30} }

// ParseLimits reads the form of SYNSEMA_LIMITS, `time=5s,memory=256MiB,steps=1000`,
// on top of base.
func ParseLimits(base Limits, text string) (Limits, error) {
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		name, value, _ := strings.Cut(item, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		var err error
		switch name {
		case "time":
			base.Time, err = parseDuration(value)
		case "memory":
			base.Memory, err = parseSize(value)
		case "output":
			base.Output, err = parseSize(value)
		case "read":
			base.Read, err = parseSize(value)
		case "steps":
			base.Steps, err = parseCount(value)
		case "checks":
			base.Checks, err = parseCount(value)
		case "handles":
			base.Handles, err = parseCount(value)
		default:
			return base, fmt.Errorf("unknown limit '%s' (known: time, memory, output, read, steps, checks, handles)", name)
		}
		if err != nil {
			return base, fmt.Errorf("bad value for limit '%s': '%s'", name, value)
		}
	}
	return base, nil
}

// LimitError is the error of a run that went over one of its limits. amount is
// a duration, a size in bytes or a count, according to what.
func LimitError(what string, amount int64) *Error {
	var shown string
	switch what {
	case "time":
		shown = formatSeconds(time.Duration(amount))
	case "memory", "output", "read":
		shown = formatSize(amount)
	default:
		shown = strconv.FormatInt(amount, 10)
	}
	return &Error{Kind: KindLimit, What: what, Text: "limit exceeded: " + what + " (" + shown + ")"}
}

func parseDuration(s string) (time.Duration, error) {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		s = strconv.FormatFloat(n, 'f', -1, 64) + "s"
	}
	d, err := time.ParseDuration(s)
	if err == nil && d <= 0 {
		err = strconv.ErrRange
	}
	return d, err
}

func parseCount(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && n <= 0 {
		err = strconv.ErrRange
	}
	return n, err
}

var sizeUnits = [...]struct {
	suffix string
	shift  uint
}{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"B", 0}, {"", 0}}

func parseSize(s string) (int64, error) {
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(s, u.suffix)
		if !ok {
			continue
		}
		n, err := parseCount(strings.TrimSpace(number))
		if err != nil {
			return 0, err
		}
		if n > math.MaxInt64>>u.shift {
			return 0, strconv.ErrRange
		}
		return n << u.shift, nil
	}
	return 0, strconv.ErrSyntax
}

func formatSize(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return strconv.FormatInt(n>>30, 10) + " GiB"
	case n >= 1<<20 && n%(1<<20) == 0:
		return strconv.FormatInt(n>>20, 10) + " MiB"
	case n >= 1<<10 && n%(1<<10) == 0:
		return strconv.FormatInt(n>>10, 10) + " KiB"
	}
	return strconv.FormatInt(n, 10) + " B"
}

func formatSeconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
}
