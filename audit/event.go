package audit

import "time"

// Entry is one answer to a capability check, granted or refused.
// It never holds a secret, the content of a file, an argument or a value.
type Entry struct {
	At         time.Time // zero: the time of the recorder
	Context    string    // name of the set: program, agent, parallel, request, repl
	Capability string    // display form: file_read("notes.txt"), stdout
	Granted    bool
	Source     string // the operation, or ambient, ceiling, token, sandbox
	Reason     string
	Origin     string // program or runtime
	File       string // empty: no place in the program (null)
	Line       int    // 0: null
	Child      bool   // made by a program that the program ran (run_program); not stored
}

// CallID says which call a record belongs to.
type CallID struct {
	Call   string // a ULID, see NewCallID
	Format string // plugin, legacy, lamp, rpc
	Plugin string
	Tool   string
}

// Outcome is what a call's own record says besides its CallID and its
// capabilities, which the Call gathers itself.
type Outcome struct {
	At        time.Time // zero: the time of the recorder
	Runner    string    // syn, exec, rpc, wasm
	Actor     string    // model, user, schedule, mcp
	Mode      string    // empty: null
	Decision  string    // allow, deny, lost
	Reason    string
	Ceiling   *string // nil: no ceiling
	OK        bool
	Exit      *int // nil: null (rpc, or nothing ran)
	Duration  time.Duration
	Bytes     int64
	Truncated bool
	TimedOut  bool
	ArgsMAC   string // see Log.ArgsMAC; empty: null

	// Warnings are what the runtime had to say about the program; most calls
	// have none, and then none are stored.
	Warnings []string

	// Args and Output are stored only when the user asked for it (audit_args).
	// Args is JSON; it is stored in canonical form.
	Args   []byte
	Output *string

	// Used and Refused replace the capabilities gathered by Call.Check, for a
	// call whose checks were made elsewhere. Nil: those gathered.
	Used, Refused []string
}

// Action is a management action: something a person changed, or an agent with
// a person's yes.
type Action struct {
	At     time.Time // zero: the time of the recorder
	Action string    // on, off, create, install, uninstall, remove, settings, trust, rule, schedule, unconfined, prune
	Format string    // empty: null
	Plugin string    // empty: null
	Name   string    // what it was done to: a plugin, a setting, a rule, a schedule
	Scope  string    // empty: null
	Digest string    // empty: null
	By     string    // the actor
	Detail string
}

// WriteError says that a record could not be written, so that what it would
// have recorded must not happen.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return "the record cannot be written: " + reason(e.Err) }
func (e *WriteError) Unwrap() error { return e.Err }
