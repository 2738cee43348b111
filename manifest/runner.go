package manifest

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
)

// Runner executes plugins of one kind. It is safe for concurrent use.
//
// A runner does not decide (that is done), does not word results for people
// (the host does, the same for all kinds) and does not keep the record: it sends
// every capability check to Call.Record before it acts on it.
type Runner interface {
	// Run executes one call and returns when it has ended and everything it
	// started is gone. The context carries the deadline of the call and its
	// cancellation; a runner that is stopped by the deadline returns an Outcome
	// with TimedOut set. An error means that nothing ran or that the runner
	// itself failed; a program that fails is an Outcome.
	Run(ctx context.Context, c *Call) (Outcome, error)
	// Stop ends what the runner keeps alive for a plugin (an rpc process),
	// waiting for its running call. Most runners keep nothing.
	Stop(p *Plugin) error
	// Close stops everything. The runner is not used afterwards.
	Close() error
}

// Call is everything a runner is given for one call.
type Call struct {
	ID     string // ULID; all records of the call carry it
	Plugin *Plugin
	Tool   *Tool
	Args   json.RawMessage // always an object, as the caller wrote it
	Actor  string          // user, model, schedule, mcp

	Ceiling *Ceiling // nil: no ceiling
	Profile string   // lamp: pure or native; else native

	Workspace string  // the project, absolute, links resolved
	Dir       string  // working directory of the program, absolute
	Mounts    []Mount // syn, wasm: virtual folders of the program's relative paths
	// Protected are absolute folders of the host (manifests, state, its home). A
	// file or file.write item of the ceiling reaches below one only when its
	// literal prefix does.
	Protected []string

	Source []byte // lamp: the program with its placeholders replaced; nil: read the entry
	File   string // the name of the program in messages

	Env      []string // the whole environment, "NAME=value"
	Settings json.RawMessage

	Timeout         time.Duration // what the deadline of the context was made from
	Limits          gate.Limits
	AllowAddresses  []string  // hosts that the network guard lets through
	Isolate         bool      // syn: run in a child process
	AllowUnconfined bool      // exec, rpc: run even when the sandbox cannot be built
	Stdout, Stderr  io.Writer // where the program's output goes; may be the same writer
	Record          Recorder
}

// Mount is a virtual folder: a relative path of the program that is Name or
// begins with Name and a slash stands for the same path below Dir.
type Mount struct{ Name, Dir string }

// Outcome is how a run ended. The program's output is what it wrote to
// Call.Stdout and Call.Stderr, except for rpc, whose answer is in Text.
type Outcome struct {
	OK       bool   // rpc: the plugin's own verdict; others: exit code 0
	Exit     int    // exit code; 128+N after signal N
	HasExit  bool   // false for rpc, and when there was no program to exit
	TimedOut bool   // stopped by the deadline
	Killed   bool   // stopped from outside, by the deadline or by cancellation
	Text     string // rpc: the answer, worded as chapter "rpc" of the host says, not yet cut
	Meta     map[string]any
	Errors   []string // syn: the errors the program ended with, one text each
	Notes    []string // warnings of the runtime about the program; never part of the result
}

// StartError says that a program could not be started.
type StartError struct {
	Program string
	Reason  string
}

func (e *StartError) Error() string { return "plugin cannot start: " + e.Program + ": " + e.Reason }

// ConfineError says what part of a ceiling this machine cannot enforce.
type ConfineError struct{ What string }

func (e *ConfineError) Error() string { return "cannot be confined on this machine: " + e.What }

// Ceiling is the most that a call may be granted: a text to show, and the lists
// that all have to cover a use. An empty list covers nothing.
type Ceiling struct {
	Text   string
	Layers []Layer
}

// Layer is one list of a ceiling.
type Layer struct {
	From string // whose list it is: manifest, project, session
	Text string // the list as it was written
	List *caps.List
}

// Recorder takes the capability checks of a call as they happen; *audit.Call is
// one. An error means that the record could not be written; the act that was
// asked for must then not happen.
type Recorder interface {
	Check(e *audit.Entry) error
}
