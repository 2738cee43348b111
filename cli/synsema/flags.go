package synsema

import (
	"fmt"
	"strings"
)

// options are the flags and words of run, test and conform.
type options struct {
	sandbox, deterministic bool
	explain, flat          bool
	verbose, swarm         bool
	asJSON                 bool // --json of llm and judge
	capSet, audit          *string
	envFile                *string // --env-file, or "" for --no-env-file
	profile, filename      *string
	format                 *string
	provider               string
	words                  []string // not flags: the source first
	rest                   []string // after --
	capSetTwice            bool
}

// usageError is a command line that cannot be understood.
type usageError string

func (e usageError) Error() string { return string(e) }

func badUsage(format string, args ...any) error { return usageError(fmt.Sprintf(format, args...)) }

// errNoSource: the usage text is the answer.
const errNoSource = usageError("")

// flag is a flag of a sub-command. Exactly one of on and take is set.
type flag struct {
	name string
	on   func(o *options)
	take func(o *options, value string)
}

// flagsOf returns the flags that a sub-command knows.
func flagsOf(command string) []flag {
	flags := []flag{
		{name: "--sandbox", on: func(o *options) { o.sandbox = true }},
		{name: "--cap-set", take: func(o *options, v string) { o.capSetTwice = o.capSet != nil; o.capSet = &v }},
		{name: "--audit", take: func(o *options, v string) { o.audit = &v }},
		{name: "--env-file", take: func(o *options, v string) { o.envFile = &v }},
		{name: "--no-env-file", on: func(o *options) { none := ""; o.envFile = &none }},
		{name: "--profile", take: func(o *options, v string) { o.profile = &v }},
		{name: "--deterministic", on: func(o *options) { o.deterministic = true }},
		{name: "--filename", take: func(o *options, v string) { o.filename = &v }},
		{name: "--jitless", on: func(*options) {}},
	}
	switch command {
	case "run":
		flags = append(flags,
			flag{name: "--explain", on: func(o *options) { o.explain = true }},
			flag{name: "--format", take: func(o *options, v string) { o.format = &v }},
			flag{name: "--provider", take: func(o *options, v string) { o.provider = v }},
			flag{name: "--flat", on: func(o *options) { o.flat = true }})
	case "test":
		flags = append(flags,
			flag{name: "-v", on: func(o *options) { o.verbose = true }},
			flag{name: "--verbose", on: func(o *options) { o.verbose = true }},
			flag{name: "--flat", on: func(o *options) { o.flat = true }})
	case "llm", "judge":
		flags = append(flags, flag{name: "--json", on: func(o *options) { o.asJSON = true }})
	case "conform":
		flags = append(flags, flag{name: "--swarm", on: func(o *options) { o.swarm = true }})
	}
	return flags
}

// parseFlags reads the words of run, test or conform. A word that begins with
// a hyphen is a flag wherever it stands before "--".
func parseFlags(command string, args []string) (*options, error) {
	o := &options{}
	known := flagsOf(command)
words:
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			o.rest = args[i+1:]
			break
		}
		if word == "-" || !strings.HasPrefix(word, "-") {
			o.words = append(o.words, word)
			continue
		}
		if word == "--labels" || word == "--attest" && command == "run" {
			return nil, badUsage("%s is not supported by this implementation", word)
		}
		name, value, joined := strings.Cut(word, "=")
		for _, f := range known {
			switch {
			case f.name != name:
				continue
			case f.on != nil && !joined:
				f.on(o)
				continue words
			case f.take == nil:
				continue
			}
			if !joined {
				if i++; i == len(args) || strings.HasPrefix(args[i], "--") {
					if name == "--format" {
						return nil, badUsage("--format requires a value (human|json)")
					}
					return nil, badUsage("%s requires a value", name)
				}
				value = args[i]
			}
			f.take(o, value)
			if o.capSetTwice {
				return nil, badUsage("--cap-set is given twice; write one list")
			}
			continue words
		}
		return nil, badUsage("unknown flag '%s'", word)
	}
	return o, o.consistent()
}

// consistent refuses flags that exclude each other.
func (o *options) consistent() error {
	switch {
	case o.format != nil && *o.format != "human" && *o.format != "json":
		return badUsage("--format must be 'human' or 'json', got '%s'", *o.format)
	case o.deterministic && (o.sandbox || o.capSet != nil):
		return badUsage("--deterministic already fixes the ceiling (stdout only, no time/random); drop --sandbox/--cap-set")
	case o.sandbox && o.capSet != nil:
		return badUsage("--sandbox and --cap-set are mutually exclusive; choose one")
	case o.deterministic && o.profile != nil && *o.profile == "native":
		return badUsage("--deterministic runs the pure profile; drop --profile native")
	case len(o.words) == 0:
		return errNoSource
	}
	return nil
}

// json reports --format json.
func (o *options) json() bool { return o.format != nil && *o.format == "json" }

// args are the program's own arguments: the words after --, then the extra
// ones before it; with test those are paths.
func (o *options) args(command string) []string {
	if command == "test" {
		return o.rest
	}
	return append(append([]string{}, o.rest...), o.words[1:]...)
}
