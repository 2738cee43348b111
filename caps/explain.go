package caps

import (
	"cmp"
	"slices"
	"strings"
)

// A Risk ranks what an item hands out.
type Risk uint8

// The ranks.
const (
	Low Risk = iota
	Medium
	High
)

// String returns "low", "medium" or "high".
func (r Risk) String() string { return [...]string{"low", "medium", "high"}[r] }

// MarshalText writes the rank as a word.
func (r Risk) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// An Explanation says in words what one item of a ceiling allows.
type Explanation struct {
	Item   string `json:"item"`   // as it stands in a list
	Family string `json:"family"` // wire name of the kind
	Scope  string `json:"scope"`  // as written, "" without one
	Words  string `json:"words"`
	Risk   Risk   `json:"risk"`
	Note   string `json:"note"` // what a person should know, or ""
}

// Explain explains a ceiling item by item, most dangerous first; items of equal
// risk keep their order.
func Explain(l *List) []Explanation {
	out := make([]Explanation, 0, len(l.Items()))
	for _, it := range l.Items() {
		out = append(out, it.Explain())
	}
	slices.SortStableFunc(out, func(a, b Explanation) int { return cmp.Compare(b.Risk, a.Risk) })
	return out
}

// Explain says in words what the item allows.
func (it *Item) Explain() Explanation {
	e := Explanation{Item: it.Text(), Family: it.Kind().String(), Scope: it.text}
	e.Words, e.Risk = it.words()
	e.Note = it.note()
	if e.Note != "" && !it.useless() {
		e.Risk = max(e.Risk, Medium)
	}
	return e
}

// wordings says how each kind reads: verb, noun and scope together for one
// scope, every for all of them.
var wordings = [kindEnd]struct {
	verb, noun, every     string
	scopedRisk, everyRisk Risk
}{
	Net:        {"connect to", "", "connect to any host", Medium, High},
	File:       {"read, change and delete", "", "read, change and delete any file of the user", Medium, High},
	FileRead:   {"read", "", "read any file of the user", Low, High},
	FileWrite:  {"create, change and delete", "", "create, change and delete any file of the user", Medium, High},
	Exec:       {"start", "program", "start any program", Medium, High},
	Env:        {"read", "variable", "read any environment variable but the runtime's own keys", Low, Medium},
	Secret:     {"use, without seeing it,", "secret", "use any secret, without seeing it", Medium, High},
	Reveal:     {"see in plain text", "secret", "see any secret in plain text", High, High},
	DB:         {"use", "database", "use any database", Medium, High},
	Serve:      {"serve on", "port", "serve on any port", Medium, Medium},
	Memory:     {"keep state under", "name", "keep state under any name", Low, Medium},
	Sign:       {"sign with", "key", "sign with any key", High, High},
	Wallet:     {"make key material from", "secret", "make key material from any secret", High, High},
	Spend:      {"spend in", "unit", "spend in any unit", High, High},
	Time:       {"", "", "read the clock and sleep", Low, Low},
	Random:     {"", "", "use unseeded randomness", Low, Low},
	Stdout:     {"", "", "print", Low, Low},
	Stdin:      {"", "", "read standard input", Low, Low},
	LLM:        {"", "", "ask a language model, which costs money and sends data out", Medium, Medium},
	Judge:      {"", "", "ask a judge model, which costs money and sends data out", Medium, Medium},
	SandboxRun: {"", "", "run other programs in isolation, with no more than it has itself", Medium, Medium},
	Attest:     {"", "", "ask the platform for an attestation document", Low, Low},
}

func (it *Item) words() (string, Risk) {
	k := it.Kind()
	w := wordings[k]
	switch {
	case it.useless():
		return "nothing", Low
	case !it.req.scoped, it.all, it.wholeFamily():
		return w.every, w.everyRisk
	}
	risk := w.scopedRisk
	if k == Exec && interpreter(it.text) {
		risk = High
	}
	switch {
	case k == File, k == FileRead, k == FileWrite:
		return w.verb + " " + it.pathWords(), risk
	case k == Net:
		return w.verb + " " + it.hostWords(), risk
	case it.Wild():
		return w.verb + " any " + w.noun + " that matches " + it.text, risk
	default:
		return w.verb + " the " + w.noun + " " + it.text, risk
	}
}

func (it *Item) pathWords() string {
	path, _ := it.Path()
	if dir, ok := it.Tree(); ok {
		switch dir {
		case ".":
			return "everything below the working directory"
		case "/":
			return "everything on this machine"
		}
		return "everything below " + dir
	}
	if it.Wild() {
		return "the files that match " + path
	}
	return path
}

func (it *Item) hostWords() string {
	host := it.req.key
	switch {
	case host == "*":
		host = "any host"
	case strings.HasPrefix(host, "*.") && !strings.ContainsAny(host[2:], "*?"):
		host = "the hosts below " + host[2:]
	case it.Wild():
		host = "the hosts that match " + host
	}
	if it.req.port != "" {
		return host + ", port " + it.req.port
	}
	return host
}

// useless reports whether the item covers nothing that is ever asked for.
func (it *Item) useless() bool {
	return it.long || it.Kind() == Net && it.text == noHost ||
		it.req.scoped && kinds[it.Kind()].noScope
}

// wholeFamily reports whether the scope, though not written "*", leaves
// nothing out.
func (it *Item) wholeFamily() bool {
	s := it.text
	if it.Kind().Path() {
		return s == "/*" || s == "**"
	}
	return s != "" && strings.Trim(s, "*") == ""
}

func (it *Item) note() string {
	k := it.Kind()
	switch {
	case it.long:
		return it.Kind().String() + " has a scope of more than 4096 bytes and covers nothing"
	case k == Net && it.text == noHost:
		return "the URL names no host: the item covers nothing"
	case it.useless():
		return it.Text() + " covers nothing: " + k.String() + " is always asked for without a scope"
	case k == Exec && (it.all || !it.req.scoped || interpreter(it.text)):
		return it.Text() + " is the same as all your rights"
	case !it.req.scoped && strings.Contains(careful, " "+k.String()+" "):
		return bareNote(k.String())
	case it.req.scoped && (it.all || it.wholeFamily()):
		return wholeNote(it.Text())
	case k == Exec && climbs(it.text) && it.Wild():
		return it.Text() + " covers no command with a .. in it"
	case k == Net && strings.HasPrefix(it.req.key, "*."):
		return "not " + it.req.key[2:] + " itself"
	case k == Net && LiteralHost(it.req.key):
		return it.Text() + " reaches this machine or its network"
	case k == Env && it.req.scoped && !it.Wild() && sensitive(it.req.key):
		return it.Text() + " reads a key of the runtime as text"
	}
	return ""
}

// interpreter reports whether a command runs whatever it is told to: lending
// it is lending everything.
func interpreter(command string) bool {
	switch programName(command) {
	case "sh", "bash", "zsh", "dash", "ksh", "csh", "tcsh", "fish", "ash", "busybox",
		"cmd", "powershell", "pwsh", "wscript", "cscript", "osascript",
		"python", "pypy", "perl", "ruby", "node", "nodejs", "deno", "bun", "php", "lua", "luajit", "tclsh", "awk", "gawk", "mawk",
		"env", "xargs", "sudo", "su", "doas", "ssh", "docker", "podman", "nsenter", "chroot", "unshare",
		"make", "find", "npx", "npm", "go", "cargo", "java":
		return true
	}
	return false
}

// obedient reports whether a command does what files in the folder tell it to:
// hooks, filters, build steps, settings that name programs.
func obedient(command string) bool {
	switch programName(command) {
	case "git", "hg", "svn", "yarn", "pnpm", "pip", "poetry", "tox", "pytest", "bundle", "rake", "composer",
		"cmake", "ninja", "meson", "bazel", "mvn", "gradle", "dotnet", "swift", "zig", "terraform", "ansible-playbook", "vim", "emacs":
		return true
	}
	return false
}

// programName is a command's last part without what tells its versions apart.
func programName(command string) string {
	name := command
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".exe")
	return strings.TrimRight(name, "0123456789.")
}
