package caps

import "strings"

// A Cause says why a request was refused.
type Cause uint8

// The causes. The last two are found by whoever looks at the file system; see
// [Decision.Refuse].
const (
	None         Cause = iota // it was not refused
	NoGrant                   // nothing granted covers it
	AboveCeiling              // declared, but the host ceiling does not cover it
	Delegated                 // declared, but a delegated ceiling does not cover it
	Caveat                    // declared, but a token asks for a run without clock or entropy
	Denied                    // an embedder's denial covers it
	ByLink                    // the path leaves the granted scope through a symbolic link
	Writable                  // the program may write the command it would run
)

// Reasons of entries, exactly as consumers of the record compare them. Those
// that contain a name are built by [Decision.Reason].
const (
	ReasonAmbient       = "auto-granted by the runtime"
	ReasonNoGrant       = "No matching grant found"
	ReasonCeiling       = "above host ceiling (--sandbox/--cap-set)"
	ReasonSandbox       = "above sandbox ceiling (sandbox under)"
	ReasonParentCeiling = "above parent ceiling"
	ReasonParentProfile = "above parent profile"
	ReasonBundled       = "bundled asset (part of the program)"
	ReasonLink          = "the path leaves the granted scope through a symbolic link"
	ReasonWritable      = "the program may write this command"
)

// Sources of entries that are not an operation.
const (
	SourceAmbient = "ambient"
	SourceCeiling = "ceiling"
	SourceToken   = "token"
	SourceSandbox = "sandbox"
	SourceTool    = "tool-scope"
	SourceProgram = "run_program()"
)

// Origins of entries.
const (
	OriginProgram = "program" // a require or a call of the program
	OriginRuntime = "runtime" // an ambient grant, a bundled asset
)

// At says which operation asks, and from where.
type At struct {
	Source string // the operation: "read_file()"
	File   string // "" when there is no place
	Line   int
}

// An Entry is one line of the record: the outcome of a check, of an ambient
// grant, or of a refused grant. Its time is the recorder's.
type Entry struct {
	Context string // name of the set that decided
	Request Request
	Granted bool
	Source  string
	Reason  string
	Origin  string
	File    string // "" for no place
	Line    int
	Rule    *Item // the grant or denial that decided, nil when none did

	shown string // the capability when it is shown other than the request
}

// Capability returns the display form: file_read("notes.txt").
func (e *Entry) Capability() string {
	if e.shown != "" {
		return e.shown
	}
	return e.Request.String()
}

// Scope returns the scope that is shown.
func (e *Entry) Scope() string {
	if e.shown == "" {
		return e.Request.scope
	}
	rest := strings.TrimPrefix(e.shown, e.Request.kind.Display())
	return strings.TrimSuffix(strings.TrimPrefix(rest, `("`), `")`)
}

// A Decision is the answer to a request.
type Decision struct {
	Request Request
	Granted bool
	Cause   Cause
	Rule    *Item // the grant that covers it, or the denial

	ceiling *Ceiling // for Delegated and Caveat
	set     *Set     // the set that decided
}

// Refuse turns a granted decision into a refusal for a cause that only the
// caller can see: [ByLink] or [Writable].
func (d Decision) Refuse(c Cause) Decision {
	d.Granted, d.Cause, d.Rule = false, c, nil
	return d
}

// Reason returns the reason for the record.
func (d Decision) Reason() string {
	switch d.Cause {
	case None:
		if d.Rule == nil {
			return ""
		}
		return d.Rule.granted
	case AboveCeiling:
		return ReasonCeiling
	case Delegated, Caveat:
		return d.ceiling.reason(d.Cause)
	case Denied:
		return "Explicitly denied by " + d.Rule.String()
	case ByLink:
		return ReasonLink
	case Writable:
		return ReasonWritable
	default:
		return ReasonNoGrant
	}
}

func (c *Ceiling) reason(cause Cause) string {
	switch {
	case !c.isToken:
		return ReasonSandbox
	case cause == Caveat:
		return "denied by the deterministic caveat of token " + c.token
	default:
		return "above delegated ceiling (token " + c.token + ")"
	}
}

func (c *Ceiling) source() string {
	if c.isToken {
		return SourceToken
	}
	return SourceSandbox
}

const widen = "declared but above the host ceiling (--sandbox/--cap-set). The program cannot fix this; the host must widen the ceiling"

// Message words the refusal for the program. It is "" for a granted request.
func (d Decision) Message() string {
	if d.Granted {
		return ""
	}
	r := d.Request
	own := ""
	switch r.kind {
	case Env, Secret:
		own = variableMessage(d.Cause, r)
	case Reveal:
		own = revealMessage(d.Cause, r)
	case Spend:
		if d.Cause == NoGrant {
			return "Capability not granted: " + r.String() + " — add `" + r.RequireLine() + "` (spending is deny-by-default and writes a persistent audit entry)"
		}
	}
	if own != "" {
		return own
	}
	return "Capability not granted: " + r.String() + " — " + d.why()
}

func (d Decision) why() string {
	switch d.Cause {
	case AboveCeiling:
		return widen
	case Denied:
		return "explicitly denied by " + d.Rule.String()
	case Delegated:
		if d.ceiling.isToken {
			return "denied by the delegated ceiling of token " + d.ceiling.token + ": the program declares it, but the caller's token does not grant it. The program cannot fix this; the caller must present a token that carries it"
		}
		return "outside the ceiling of the enclosing `sandbox under` block; add it to that block's caps or run this outside the block"
	case Caveat:
		return "denied by the deterministic caveat of token " + d.ceiling.token + ": the caller asked for a run without clock or entropy. The program cannot fix this; the caller must mint a token without that caveat"
	case ByLink:
		return "the path leaves the granted scope through a symbolic link"
	case Writable:
		return "the program may write the command it would run"
	default:
		return "this is a permission, not a bug: add `" + d.Request.RequireLine() + "` to the program's preamble (or to the importing file, when this code runs in a module)"
	}
}

// variableMessage words the denials of env and secret, which name their fix.
func variableMessage(c Cause, r Request) string {
	k := r.kind.String()
	head := k + `("` + r.scope + `") not permitted: `
	switch c {
	case AboveCeiling:
		return head + widen
	case NoGrant:
		text := head + "missing capability — add `require " + k + `("` + r.scope + "\")`"
		prefix, _, found := strings.Cut(r.scope, "_")
		if found && !(r.kind == Env && sensitive(r.key)) {
			text += " (or a prefix: `require " + k + `("` + prefix + "_*\")`)"
		}
		return text
	}
	return ""
}

func revealMessage(c Cause, r Request) string {
	switch c {
	case AboveCeiling:
		return `reveal() not permitted: reveal("` + r.scope + `") is ` + widen
	case NoGrant:
		return `reveal() not permitted: Capability not granted: reveal("` + r.scope + "\") — add `require reveal(\"" + r.scope + "\")` (reveal is loud and writes a persistent audit entry)"
	}
	return ""
}

// BareWarning returns the line that a `require` of the kind without scope
// prints, or "" for the kinds of which a bare grant is ordinary.
func BareWarning(k Kind) string {
	var what, example, name string
	switch k {
	case Reveal:
		what, example, name = "revealing ANY secret", "NAME", "the name/label of the secret"
	case Sign:
		what, example, name = "signing with ANY key", "KEY_NAME", "the name of the key's secret"
	case Spend:
		what, example, name = "spending in ANY unit", "USD", "the unit being spent"
	case Wallet:
		what, example, name = "creating custody from ANY secret", "NAME", "the source secret's name, or the new secret's label when generating"
	default:
		return ""
	}
	k2 := k.String()
	return "synsema: warning: bare `require " + k2 + "` permits " + what + "; scope it with `require " + k2 + `("` + example + "\")` (" + name + ")"
}
