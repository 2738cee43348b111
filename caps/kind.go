package caps

import "strings"

// A Kind is one sort of authority. The zero Kind is no kind.
type Kind uint8

// The kinds, in the order of the canonical list.
const (
	Net Kind = 1 + iota
	File
	FileRead
	FileWrite
	Exec
	Env
	Time
	Random
	Stdout
	Stdin
	LLM
	Judge
	DB
	Serve
	Secret
	Reveal
	Sign
	Wallet
	Spend
	Memory
	SandboxRun
	Attest
	kindEnd // one past the last kind
)

// Known is the canonical list of names, as it stands in messages.
const Known = "net, file, file.read, file.write, exec, env, time, random, stdout, stdin, llm, judge, db, serve, " +
	"secret, reveal, sign, wallet, spend, memory, sandbox_run, attest"

// A KindInfo describes a kind for people.
type KindInfo struct {
	Name    string // wire name: in require, in lists, in maps
	Scope   string // what the scope of a request is, or "none"
	Allows  string // what it allows, in words
	Ambient bool   // granted by the runtime itself under run and test
}

var kinds = [kindEnd]struct {
	KindInfo
	display string
	local   bool // bound to the process: cannot be delegated
	noScope bool // operations request it without a scope
}{
	Net:        {KindInfo{"net", "host or host:port", "outgoing HTTP, WebSocket and what is built on them", false}, "net", false, false},
	File:       {KindInfo{"file", "path", "everything file.read and file.write allow", false}, "file", false, false},
	FileRead:   {KindInfo{"file.read", "path", "read, list, look at, search and watch files", false}, "file_read", false, false},
	FileWrite:  {KindInfo{"file.write", "path", "create, replace, append to, edit and delete files", false}, "file_write", false, false},
	Exec:       {KindInfo{"exec", "command as the program writes it", "start a child process", false}, "exec", false, false},
	Env:        {KindInfo{"env", "variable name", "read an environment variable as text", false}, "env", false, false},
	Time:       {KindInfo{"time", "none", "read the clock and sleep", true}, "time", true, true},
	Random:     {KindInfo{"random", "none", "unseeded randomness and tokens", false}, "random", true, true},
	Stdout:     {KindInfo{"stdout", "none", "print (enforced only under a ceiling)", true}, "stdout", true, true},
	Stdin:      {KindInfo{"stdin", "none", "read standard input (enforced only under a ceiling)", false}, "stdin", true, true},
	LLM:        {KindInfo{"llm", "none", "ask a language model", true}, "llm", false, true},
	Judge:      {KindInfo{"judge", "none", "judge blocks", true}, "judge", false, true},
	DB:         {KindInfo{"db", "SQLite path or connection URL", "open and use a database", false}, "db", false, false},
	Serve:      {KindInfo{"serve", "port", "bind an HTTP server", false}, "serve", false, false},
	Secret:     {KindInfo{"secret", "variable name", "read a variable as an opaque secret", false}, "secret", false, false},
	Reveal:     {KindInfo{"reveal", "name of the secret", "turn a secret back into plain text", false}, "reveal", false, false},
	Sign:       {KindInfo{"sign", "name of the key's secret", "sign with a private key", false}, "sign", false, false},
	Wallet:     {KindInfo{"wallet", "name of the secret", "create, derive or import key material", false}, "wallet", false, false},
	Spend:      {KindInfo{"spend", "unit", "record an external spend", false}, "spend", false, false},
	Memory:     {KindInfo{"memory", "declared memory name", "keep state between runs", false}, "memory", false, false},
	SandboxRun: {KindInfo{"sandbox_run", "none", "run another program in isolation", false}, "sandbox_run", false, true},
	Attest:     {KindInfo{"attest", "none", "ask the platform for an attestation document", false}, "attest", false, true},
}

// tableOrder is the order in which the kinds are introduced to people.
var tableOrder = [...]Kind{
	Net, File, FileRead, FileWrite, Exec, Env, Secret, Reveal, Time, Random, Stdout, Stdin,
	LLM, Judge, DB, Serve, Memory, SandboxRun, Sign, Wallet, Spend, Attest,
}

// Kinds returns every kind in the order of the reference table.
func Kinds() []Kind { return append([]Kind(nil), tableOrder[:]...) }

// Names returns the wire names of all kinds in canonical order.
func Names() []string {
	names := make([]string, 0, kindEnd-1)
	for k := Net; k < kindEnd; k++ {
		names = append(names, kinds[k].Name)
	}
	return names
}

// ParseKind finds a kind by its wire name. The display spellings file_read and
// file_write are accepted too; names are case-sensitive.
func ParseKind(name string) (Kind, bool) {
	for k := Net; k < kindEnd; k++ {
		if name == kinds[k].Name || name == kinds[k].display {
			return k, true
		}
	}
	return 0, false
}

// Closest returns the wire name that an unknown name was probably meant to be,
// or "" when none is near.
func Closest(name string) string {
	if len(name) > 32 {
		return ""
	}
	name = strings.ToLower(name)
	best, found := 1+len(name)/3, ""
	for _, known := range Names() {
		if d := distance(name, known); d < best || d == best && found == "" {
			best, found = d, known
		}
	}
	return found
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// Info describes the kind.
func (k Kind) Info() KindInfo { return kinds[k].KindInfo }

// String returns the wire name: file.read.
func (k Kind) String() string { return kinds[k].Name }

// Display returns the name used in messages and in the record: file_read.
func (k Kind) Display() string { return kinds[k].display }

// Ambient reports whether run and test grant the kind by themselves.
func (k Kind) Ambient() bool { return kinds[k].Ambient }

// Local reports whether the kind is bound to the process: stdout, stdin, time
// and random cannot be delegated.
func (k Kind) Local() bool { return kinds[k].local }

// Path reports whether scopes of the kind are paths (for db: may be).
func (k Kind) Path() bool { return k == File || k == FileRead || k == FileWrite || k == DB }

// Ambient lists what run, test and agents are granted without asking, in the
// order of their entries in the record.
func Ambient() []Kind { return []Kind{Stdout, Time, LLM, Judge} }

// includes reports whether authority of kind g answers requests of kind r.
func (k Kind) includes(r Kind) bool {
	return k == r || k == File && (r == FileRead || r == FileWrite)
}
