package synsema

import (
	"fmt"
	"io"
	"strings"
)

const hostFlags = `flags of the host (anywhere before --):
  --cap-set LIST       the most that the program may be granted, for instance
                       'stdout,time,file.read=data/*'; 'none' for nothing
  --sandbox            the same as --cap-set stdout,time
  --audit DEST         one line of JSON for every capability decision: json
                       (standard error), a file, fd:N, or unix:SOCKET
  --env-file PATH      use PATH instead of ./.env
  --no-env-file        load no .env
  --profile P          native (default), or pure: no operating system
  --deterministic      pure, with a ceiling of stdout alone
  --filename NAME      name of a program from standard input in messages
  --                   everything after it belongs to the program
`

// writeHelp prints the help of one sub-command: what it does, its usage, its
// flags, two examples.
func writeHelp(w io.Writer, name string) {
	usage, flags, examples := "synsema "+name, "", [2]string{}
	switch name {
	case "run":
		usage = "synsema run [FLAGS] FILE|- [ARGUMENT…] [-- ARGUMENT…]"
		flags = `  --explain            on failure print a report with source, variables, advice
  --format F           with --explain: human (default) or json; without it
                       json prints one line with output, errors and audit
  --flat               the program is in flat syntax (also: a name in .fsyn)
  --provider NAME      model provider, instead of SYNSEMA_LLM_PROVIDER

` + hostFlags
		examples = [2]string{"synsema run --cap-set stdout,file.read=data/* report.syn", "synsema run --explain main.syn -- --verbose"}
	case "check":
		usage = "synsema check [FLAGS] FILE|DIR…"
		flags = `  --format F           human (default), json or sarif
  --all                go on after the first error, and warn of names that are
                       not there and of wrong numbers of arguments; implied by
                       json and sarif
  --caps               also list the capabilities that the program asks for
  --cap-set LIST       warn about each asked capability above that ceiling
  --strict             warnings count as errors
  --flat               the files are in flat syntax
`
		examples = [2]string{"synsema check main.syn", "synsema check --caps --format json plugins/"}
	case "test":
		usage = "synsema test [-v] [FLAGS] PATH… [-- ARGUMENT…]"
		flags = "  -v, --verbose        also print what the program printed\n  --flat               the files are in flat syntax\n\n" + hostFlags
		examples = [2]string{"synsema test .", "synsema test -v --sandbox math.syn 'unit/*.syn'"}
	case "conform":
		usage = "synsema conform [--swarm] [FLAGS] FILE"
		flags = "  --swarm              with agents, and their states in the answer\n\n" + hostFlags
		examples = [2]string{"synsema conform main.syn", "synsema conform --swarm --sandbox main.syn"}
	case "repl":
		examples = [2]string{"synsema repl", "echo 'print(1 + 2)' | synsema repl"}
	case "tokens", "ast":
		usage += " FILE"
		examples = [2]string{usage[:len(usage)-4] + "main.syn", "synsema " + name + " notes.fsyn"}
	case "llm", "judge":
		usage += " status [--json]"
		examples = [2]string{"synsema " + name + " status", "synsema " + name + " status --json"}
	case "docs":
		usage += " [NAME] [FLAGS]"
		flags = `  --family F           one family of builtins
  --search WORD        names and descriptions that contain the word
  --status S           core, extended or recognised
  --json               as JSON
  --markdown           as the reference pages
`
		examples = [2]string{"synsema docs json_decode", "synsema docs --search median"}
	case "init":
		usage += " [DIR]"
		examples = [2]string{"synsema init", "synsema init my-project"}
	case "version":
		examples = [2]string{"synsema version", "synsema --version"}
	case "help":
		usage += " [COMMAND]"
		examples = [2]string{"synsema help run", "synsema check --help"}
	}
	line := ""
	for _, s := range subcommands() {
		if s.name == name {
			line = s.line
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "synsema %s: %s\nusage: %s\n", name, line, usage)
	if flags != "" {
		fmt.Fprintf(&b, "\n%s", flags)
	}
	fmt.Fprintf(&b, "\nexamples:\n  %s\n  %s\n", examples[0], examples[1])
	_, _ = io.WriteString(w, b.String())
}
