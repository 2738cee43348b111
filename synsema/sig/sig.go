// Package sig is the table of builtins without their functions: for every
// name its parameters, capability, status, documentation and an example.
//
// A builtin is one row here and one function in runtime/builtin; nothing
// about it is written anywhere else. The checker (arity, capabilities), the
// machine (argument rules), `synsema docs` and the reference pages all read
// these rows. Rows live in one file a family; each row is a variable so that
// the function can be bound to it without repeating its name:
//
//	var Table = []builtin.Def{{&sig.Append, appendItem}, …}
//
// The table is static data: reading it costs nothing at start-up, and the
// index by name is built on first use.
package sig

import "sync"

// Status says how far this runtime goes with a builtin.
type Status uint8

const (
	Core       Status = iota // every plugin may use it
	Extended                 // second wave, same guarantees
	Recognised               // the checker knows it; a call checks its capability, then fails
)

func (s Status) String() string {
	return [...]string{"core", "extended", "recognised"}[s]
}

// Passing says how an argument may be given.
type Passing uint8

const (
	Positional Passing = iota // by position only
	Named                     // by position or by name
	KeyOnly                   // by name only; does not count for the arity
)

// Param is one parameter of a builtin.
type Param struct {
	Name    string
	Opt     bool    // may be absent
	Passing Passing // how it may be given
	Default string  // source text of the default, "" when absent means "not given"
	Rest    bool    // takes all further positional arguments; only on the last positional one
}

// Row is one builtin.
type Row struct {
	Name   string
	Params []Param
	Family string
	// Cap is the wire name of the capability that a call asks for, "" for a
	// pure builtin. CapNote says when it is asked, if not always.
	Cap, CapNote string
	Status       Status
	Doc          string // one line
	Notes        string // Markdown: options, forms of an argument, what surprises; "" for most
	Example      string // a program of one or more lines …
	Shows        string // … and what its last expression displays
	// Renamed is the name to use instead, for names on their way out.
	Renamed string
	// OwnCount marks rows whose function words its own "too few arguments"
	// error: the machine lets any smaller count through.
	OwnCount bool
	// TooMany is appended to the "takes at most" error.
	TooMany string
}

// Min is the least number of positional arguments.
func (r *Row) Min() int {
	n := 0
	for i := range r.Params {
		if p := &r.Params[i]; p.Passing != KeyOnly && !p.Opt {
			n++
		}
	}
	return n
}

// Max is the largest number of positional arguments, -1 for no limit.
func (r *Row) Max() int {
	n := 0
	for i := range r.Params {
		p := &r.Params[i]
		if p.Passing == KeyOnly {
			continue
		}
		if p.Rest {
			return -1
		}
		n++
	}
	return n
}

// TakesNames reports whether any argument may be given by name.
func (r *Row) TakesNames() bool {
	for i := range r.Params {
		if r.Params[i].Passing != Positional {
			return true
		}
	}
	return false
}

var index = sync.OnceValue(func() map[string]*Row {
	m := make(map[string]*Row, 700)
	for _, family := range families {
		for _, r := range family {
			m[r.Name] = r
		}
	}
	return m
})

// Lookup finds a row by name; nil when there is no such builtin.
func Lookup(name string) *Row { return index()[name] }

// Family gives the rows of one family, nil when there is none of that name.
func Family(name string) []*Row {
	for _, rows := range families {
		if rows[0].Family == name {
			return rows
		}
	}
	return nil
}

// Families gives the rows of every family in the order of the reference.
func Families() [][]*Row { return families }
