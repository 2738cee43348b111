package progen

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Outcome is what a command did with a program.
type Outcome struct {
	Code int    `json:"code"`
	Out  string `json:"out"`
	Err  string `json:"err"`
}

// Failed reports a program that ended in an error.
func (o *Outcome) Failed() bool { return o.Code != 0 }

type recogniser struct {
	name string
	re   *regexp.Regexp
}

var recognisers = sync.OnceValue(func() []recogniser {
	var list []recogniser
	for _, c := range faultCases() {
		if c.message != "$^" {
			list = append(list, recogniser{c.name, regexp.MustCompile(`^(?:` + c.message + `)$`)})
		}
	}
	return list
})

// Messages gives the names of the catalogue errors among what was printed.
func (o *Outcome) Messages() []string {
	var found []string
	try := func(msg string) {
		for _, r := range recognisers() {
			if r.re.MatchString(msg) {
				found = append(found, r.name)
				return
			}
		}
	}
	for _, l := range strings.Split(o.Out, "\n") {
		if _, msg, ok := strings.Cut(l, "! "); ok {
			try(msg)
		}
	}
	for _, l := range strings.Split(o.Err, "\n") {
		if msg, ok := strings.CutPrefix(l, "Runtime error: "); ok {
			try(place.ReplaceAllString(msg, ""))
		}
	}
	return found
}

var place = regexp.MustCompile(`^[\w./-]+\.syn:\d+:\d+: `)

// Counts sums up what many programs covered.
type Counts struct {
	Programs, Failed int
	Tags             map[string]int
}

// Add counts one program and what became of it.
func (c *Counts) Add(p *Program, o *Outcome) {
	if c.Tags == nil {
		c.Tags = map[string]int{}
	}
	c.Programs++
	if o.Failed() {
		c.Failed++
	}
	c.Tags["style "+p.Style]++
	for t, n := range p.Tags {
		c.Tags[t] += n
	}
	for _, m := range o.Messages() {
		c.Tags["error "+m]++
	}
}

// Expected are the tags that a long run must have: every form, pair, builtin
// and error of the catalogue.
func Expected() []string {
	var tags []string
	for _, op := range binaryOps {
		for _, l := range operandKinds {
			for _, r := range operandKinds {
				tags = append(tags, sprintf("op %s %s %s", op, l, r))
			}
		}
	}
	for _, row := range callRows() {
		tags = append(tags, "builtin "+row.Name)
	}
	for _, c := range faultCases() {
		if c.message != "$^" {
			tags = append(tags, "error "+c.name)
		}
	}
	for _, u := range unaryForms {
		for _, k := range operandKinds {
			tags = append(tags, sprintf("unary %s %s", u.name, k))
		}
	}
	for _, f := range strings.Split(formNames, ",") {
		tags = append(tags, strings.TrimSpace(f))
	}
	return tags
}

const formNames = `form let, form set, form set path, form when, form otherwise, form otherwise when, form each list, form each map, form each text, form each bytes,
	form each range, form while, form match, form match guard, form match otherwise, form task, form default, form named argument, form give, form stop, form type, form enum, form try,
	form raise, form use, form export, form test, form require, form sandbox, form sandbox under, form sandbox expression, form invariant, form intent, form agent,
	form spawn, form share, form observe, form signal, form wait_for, form human, form show, form trace, form measure, form log, form checkpoint, form serve, form expect,
	form proxy, form stream, form socket, form server, form expression, form lambda, form pipe, form template, form when inline, form when expression block, form chain, form of,
	form closure, form model, form judge, form ceiling, pattern list, pattern rest, pattern map, pattern variant, pattern any, pattern name, pattern variable, pattern value,
	pattern map literal, pattern expression, alias step, damaged`

// Rare gives those of the expected tags that have fewer than n occurrences.
func (c *Counts) Rare(expected []string, n int) []string {
	var rare []string
	for _, t := range expected {
		if c.Tags[t] < n {
			rare = append(rare, sprintf("%s: %d", t, c.Tags[t]))
		}
	}
	return rare
}

// Names gives all tags in order.
func (c *Counts) Names() []string { return slices.Sorted(maps.Keys(c.Tags)) }
