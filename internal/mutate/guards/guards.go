// Package guards is the list of places in the tree that keep a plugin in: for
// each what it guards, how to take it out, and the tests that must notice.
//
// Taking a guard out is an edit: a piece of source that occurs exactly once,
// and what stands there instead. In the new text OFF is a condition that holds
// when this guard is the one that is out, so that one build serves the whole
// list: the guard is chosen when the tests run, by the variable Variable.
package guards

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Variable names the guards that are out in an instrumented test binary,
// separated by commas.
const Variable = "SYNRUN_GUARD_OFF"

// Attacks is the package whose tests run the hostile programs. With a guard
// out it runs those that the guard stops, and wants them to succeed.
const Attacks = "internal/attack"

// A Guard is one thing that keeps a plugin in.
type Guard struct {
	ID    string
	What  string // what it guards, in words
	Edits []Edit
	Tests []Test // each must fail without the guard; none when an attack shows it
}

// An Edit takes one piece of a guard out.
type Edit struct {
	File      string // from the root of the tree
	Find, Off string
}

// A Test is a pattern of tests in one package, from the root of the tree.
type Test struct{ Package, Run string }

// Item is the item of the specification that the guard belongs to: H1 of
// "H1.entry".
func (g *Guard) Item() string {
	item, _, _ := strings.Cut(g.ID, ".")
	return item
}

// ByID finds a guard, or returns nil.
func ByID(id string) *Guard {
	for i := range List {
		if List[i].ID == id {
			return &List[i]
		}
	}
	return nil
}

// Instrument applies all edits of the list. read gives the source of a file;
// the result is the new source of each file that changes, and for every folder
// of them a file guard_off.go more.
func Instrument(read func(file string) (string, error)) (map[string]string, error) {
	out := map[string]string{}
	for _, g := range List {
		for _, e := range g.Edits {
			text, seen := out[e.File]
			if !seen {
				var err error
				if text, err = read(e.File); err != nil {
					return nil, err
				}
			}
			if n := strings.Count(text, e.Find); n != 1 {
				return nil, fmt.Errorf("guard %s: found %d times in %s: %s", g.ID, n, e.File, e.Find)
			}
			off := strings.ReplaceAll(e.Off, "OFF", `guardOff("`+g.ID+`")`)
			out[e.File] = strings.Replace(text, e.Find, off, 1)
			dir, _ := filepath.Split(e.File)
			if name := dir + "guard_off.go"; out[name] == "" {
				out[name] = "package " + packageName(text) + switches
			}
		}
	}
	return out, nil
}

// switches is what guardOff is in an instrumented package: whether a guard is
// among those that the variable names, separated by commas.
const switches = `

import (
	"os"
	"slices"
	"strings"
)

var guardsOut = strings.Split(os.Getenv("` + Variable + `"), ",")

func guardOff(id string) bool { return slices.Contains(guardsOut, id) }
`

// packageName is the name in the package clause.
func packageName(source string) string {
	for line := range strings.Lines(source) {
		if name, ok := strings.CutPrefix(line, "package "); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}
