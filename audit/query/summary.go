package query

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/synrun/synrun/audit"
)

// Summary counts records: the answer of --summary, and with its JSON names that
// of --summary --json.
type Summary struct {
	Plugins []PluginSummary `json:"plugins"`
	Refused []RefusedCount  `json:"refused"`
}

// PluginSummary counts the records of one plugin.
type PluginSummary struct {
	Plugin string `json:"plugin"`
	Format string `json:"format"`
	Calls  int    `json:"calls"`
	Failed int    `json:"failed"` // calls that ran and failed
	Checks int    `json:"checks"`
	Denied int    `json:"denied"` // refused checks and denied calls
	Last   string `json:"last"`
}

// RefusedCount is how often a plugin was refused a capability.
type RefusedCount struct {
	Capability string `json:"capability"`
	Plugin     string `json:"plugin"`
	Count      int    `json:"count"`
}

// mostRefused is how many capabilities a summary names.
const mostRefused = 10

// Summarize counts the records of the sources that pass the filter.
func Summarize(sources []*audit.Source, f *Filter) (*Summary, error) {
	plugins := map[string]*PluginSummary{}
	refused := map[[2]string]int{}
	var key []byte
	for _, s := range sources {
		err := s.Scan(func(r *audit.Record, _ audit.Place) error {
			check := r.Is(audit.FieldType, "check")
			if !check && !r.Is(audit.FieldType, "call") || !f.Match(r) {
				return nil
			}
			key = append(append(append(key[:0], r.Raw(audit.FieldFormat)...), 0), r.Raw(audit.FieldPlugin)...)
			p := plugins[string(key)]
			if p == nil {
				p = &PluginSummary{Plugin: r.Text(audit.FieldPlugin), Format: r.Text(audit.FieldFormat)}
				plugins[string(key)] = p
			}
			if at := r.RawTime(); string(at) > p.Last {
				p.Last = string(at)
			}
			if check {
				p.Checks++
				if refusedCheck(r) {
					p.Denied++
					refused[[2]string{r.Text(audit.FieldCapability), p.Plugin}]++
				}
				return nil
			}
			p.Calls++
			switch VerdictOf(r) {
			case "DENIED":
				p.Denied++
			case "failed":
				p.Failed++
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sum := &Summary{Plugins: []PluginSummary{}, Refused: []RefusedCount{}}
	for _, p := range plugins {
		sum.Plugins = append(sum.Plugins, *p)
	}
	slices.SortFunc(sum.Plugins, func(a, b PluginSummary) int {
		return cmp.Or(cmp.Compare(a.Plugin, b.Plugin), cmp.Compare(a.Format, b.Format))
	})
	for k, n := range refused {
		sum.Refused = append(sum.Refused, RefusedCount{k[0], k[1], n})
	}
	slices.SortFunc(sum.Refused, func(a, b RefusedCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Capability, b.Capability), cmp.Compare(a.Plugin, b.Plugin))
	})
	sum.Refused = sum.Refused[:min(len(sum.Refused), mostRefused)]
	return sum, nil
}

// SummaryColumns and RefusedColumns are the headings of the two tables.
var (
	SummaryColumns = [6]string{"PLUGIN", "CALLS", "FAILED", "CHECKS", "DENIED", "LAST"}
	RefusedColumns = [3]string{"REFUSED", "PLUGIN", "TIMES"}
)

// Row returns the cells of a plugin; loc is as in [Row].
func (p *PluginSummary) Row(loc *time.Location) [6]string {
	at := p.Last
	if loc != nil {
		if t, err := time.Parse(time.RFC3339, at); err == nil {
			at = t.In(loc).Format("2006-01-02 15:04:05")
		}
	}
	return [6]string{p.Plugin, strconv.Itoa(p.Calls), strconv.Itoa(p.Failed), strconv.Itoa(p.Checks), strconv.Itoa(p.Denied), at}
}

// Row returns the cells of a refused capability.
func (c *RefusedCount) Row() [3]string {
	return [3]string{c.Capability, c.Plugin, strconv.Itoa(c.Count)}
}
