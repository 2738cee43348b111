package vet

import (
	"slices"
	"sync"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/synsema/checker"
)

// Codes of findings about the plugin itself. Those about its program are the
// checker's, but for above-ceiling, which both have.
const (
	CodeManifest    = "bad-manifest"
	CodeName        = "bad-name"
	CodeKind        = "bad-kind"
	CodeEntry       = "bad-entry"
	CodeImport      = "wasm-import"
	CodeCommand     = "bad-command"
	CodeTools       = "bad-tools"
	CodeCaps        = "bad-caps"
	CodeCeiling     = "bad-ceiling"
	CodeTimeout     = "bad-timeout"
	CodeDescription = "bad-description"
	CodeProfile     = "bad-profile"
	CodeFiles       = "bad-files"
	CodeVersion     = "bad-version"
	CodeProtocol    = "bad-protocol"
	CodeSettings    = "bad-settings"
	CodeCompletion  = "bad-completion"

	CodeOtherName   = manifest.NoteName
	CodeField       = "unknown-field"
	CodeWrongFolder = manifest.NoteWrongFolder
	CodeLongName    = manifest.NoteLongName
	CodeNotPulled   = manifest.NoteNotPulled
	CodeSchema      = "bad-schema"
	CodeProgram     = "missing-program"
	CodeNotRunnable = "not-executable"
	CodeShell       = "shell-syntax"
	CodeStart       = "wasm-start"
	CodeCalls       = "bad-calls"

	CodeOverreach = "overreach"
	CodeBare      = "bare-require"
	CodeAbove     = checker.CodeAboveCeiling
	CodeCareless  = "careless-ceiling"
	CodeNoStdout  = manifest.NoteNoStdout
)

// Codes is the one table of everything that a check may find: what concerns the
// manifest, the folder and the ceiling, then the rules of the language.
var Codes = sync.OnceValue(func() []checker.Rule { return slices.Concat(own[:], checker.Rules()) })

var own = [...]checker.Rule{
	{Code: CodeManifest, Text: "the manifest cannot be read, or is no JSON object",
		Doc: "The folder needs a manifest of at most 256 KiB: `plugin.json`, `lamp.json` or `manifest.json`, by its format."},
	{Code: CodeName, Text: "the folder or the manifest has a name that its format does not allow",
		Doc: "Plugins: letters, digits and `-`, at most 32. rpc: `[a-z0-9_]+`, the same as the folder. Lamps: the same as the folder."},
	{Code: CodeKind, Text: "`kind` is none of syn, exec and wasm",
		Doc: "Leave it out for a program in Synsema."},
	{Code: CodeEntry, Text: "the program file is not named, is missing, or lies outside the folder",
		Doc: "`entry` (rpc: `main`) is a path inside the plugin's folder; `main` has to be executable and no link, a wasm entry a WebAssembly module."},
	{Code: CodeImport, Text: "the module imports functions that no host of plugins offers",
		Doc: "A module may import WASI preview 1 only: build it for `wasip1`, or for `wasm32-wasi`."},
	{Code: CodeCommand, Text: "`command` is missing, empty, or has an open quote",
		Doc: "It is cut into words and given to no shell."},
	{Code: CodeTools, Text: "the tools are not declared as they have to be",
		Doc: "A list of 1 to 64 objects with a `name` of its own, `parameters` (rpc: `schema`) that are an object, `readonly` true or false."},
	{Code: CodeCaps, Text: "`caps` is no ceiling, or one that the kind cannot be held to",
		Doc: "`synrun caps list` has the families. Processes and modules can be lent only what the sandbox can enforce."},
	{Code: CodeCeiling, Text: "the ceiling of the project or of the session cannot be read",
		Doc: "An absent ceiling widens, so a damaged one refuses every run: fix or remove the file that the message names."},
	{Code: CodeTimeout, Text: "`timeout` is no number of seconds from 1 to 3600",
		Doc: "Leave it out for 60 seconds (lamps: 120)."},
	{Code: CodeDescription, Text: "`description` is missing, no text, or too long",
		Doc: "At most 4,000 characters; rpc plugins must have one."},
	{Code: CodeProfile, Text: "a lamp's `profile` is neither pure nor native",
		Doc: "Only native lamps may start processes."},
	{Code: CodeFiles, Text: "`files` or `env` of a lamp is no list of texts, or names a file outside its folder",
		Doc: "Paths are relative to the folder, without `..` and `:`."},
	{Code: CodeVersion, Text: "`version` is missing or not MAJOR.MINOR.PATCH",
		Doc: "Upgrades compare it."},
	{Code: CodeProtocol, Text: "`protocol_version` is not the one that the host speaks",
		Doc: "It is the number 1."},
	{Code: CodeSettings, Text: "`settings` is no object of texts, numbers and truth values",
		Doc: "Its values are the defaults; their types are those of the settings."},
	{Code: CodeCompletion, Text: "`completion` is no object whose root is the plugin's id",
		Doc: "It documents command words; what runs are the tools."},

	{Code: CodeOtherName, Severity: checker.Warning, Text: "the manifest calls the plugin something else than its folder",
		Doc: "The folder's name counts. Make them the same, so that nobody looks for the other one."},
	{Code: CodeField, Severity: checker.Warning, Text: "a field that nobody reads and that looks like one that is",
		Doc: "Unknown fields are ignored: a mistyped `caps` or `readonly` has no effect."},
	{Code: CodeWrongFolder, Severity: checker.Warning, Text: "a lamp lies among the plugins",
		Doc: "There its `caps` are added to a base and its profile is not looked at. Move it to `.lamps/`."},
	{Code: CodeLongName, Severity: checker.Warning, Text: "a tool's full name has more than 64 characters",
		Doc: "Some model providers refuse it: shorten the plugin's or the tool's name."},
	{Code: CodeNotPulled, Severity: checker.Warning, Text: "a lamp's entry is not among its files",
		Doc: "Whoever pulls the lamp does not get its program: add it to `files`."},
	{Code: CodeSchema, Severity: checker.Warning, Text: "a tool's schema is not valid, or refers to something outside itself",
		Doc: "Nothing is ever loaded for a schema: put the definition into its `$defs`."},
	{Code: CodeProgram, Severity: checker.Warning, Text: "the program, or the interpreter that it names, is not on this machine",
		Doc: "Every call fails until it is installed."},
	{Code: CodeNotRunnable, Severity: checker.Warning, Text: "the command's program is not executable",
		Doc: "`chmod +x` it, or put its interpreter in front."},
	{Code: CodeShell, Severity: checker.Warning, Text: "the command has signs that only a shell understands",
		Doc: "They are given to the program as words. Put the line into a script, or call `sh script.sh`."},
	{Code: CodeStart, Severity: checker.Warning, Text: "the module has no `_start`",
		Doc: "A call runs `_start`: build a command, not a library or reactor."},
	{Code: CodeCalls, Severity: checker.Warning, Text: "a line of CALLS.jsonl is no call",
		Doc: "A line is `{\"tool\", \"args\", \"want\" or \"want_re\", \"ok\"}`."},

	{Code: CodeOverreach, Severity: checker.Warning, Text: "the program asks for a family that its ceiling does not have",
		Doc: "The use will be refused. Add the family to `caps`, or take the request out: a plugin that asks for more than it says breaks its promise."},
	{Code: CodeBare, Severity: checker.Warning, Text: "a `require` of a grave capability without a scope",
		Doc: "`reveal`, `sign`, `spend` and `wallet` should name what they are for; running the program warns, too."},
	{Code: CodeCareless, Severity: checker.Warning, Text: "an item of the ceiling grants a whole family",
		Doc: "Name hosts, folders, programs or variables."},
	{Code: CodeNoStdout, Severity: checker.Warning, Text: "a lamp whose ceiling lacks stdout",
		Doc: "Nothing that it prints is returned: a lamp's `caps` are its whole ceiling."},

	{Code: caps.EscapeCode, Severity: checker.Warning, Text: "the plugin may write its own code",
		Doc: "What runs next is what it wrote, perhaps after somebody else told it to. Keep its data in another folder."},
	{Code: caps.EscapeState, Severity: checker.Warning, Text: "the plugin may write what the host keeps",
		Doc: "It could turn plugins on and widen ceilings. Give it a folder of its own."},
	{Code: caps.EscapeProgram, Severity: checker.Warning, Text: "the plugin may write a program that it, or what it starts, may run",
		Doc: "Together the items are all your rights. Separate what it writes from what it starts."},
	{Code: caps.EscapeProject, Severity: checker.Warning, Text: "the plugin may start a tool that takes orders from files which it may write",
		Doc: "git runs hooks and filters that a folder configures, build tools run what is in the folder. Lend folders that no such tool looks into, or leave the tool out."},
	{Code: caps.EscapeExec, Severity: checker.Warning, Text: "a program that runs whatever it is told to",
		Doc: "Lending an interpreter is lending all your rights, unless a sandbox holds it."},
	{Code: caps.EscapeRoot, Severity: checker.Warning, Text: "a program that would run as root",
		Doc: "Run the host as an ordinary user."},
	{Code: caps.EscapeSecret, Severity: checker.Warning, Text: "plain text of secrets can be sent away",
		Doc: "A secret in a header needs no reveal. Leave reveal out, or the network."},
	{Code: caps.EscapeProc, Severity: checker.Warning, Text: "the plugin reads /proc",
		Doc: "It shows the environment and the open files of your other processes."},
}

// rule is the row of a code; one that is not in the table is an error without
// further words.
func rule(code string) checker.Rule {
	for _, r := range Codes() {
		if r.Code == code {
			return r
		}
	}
	return checker.Rule{Code: code}
}

// codeOf is the code of a fault, by the field of the manifest that it is about.
func codeOf(field string) string {
	switch field {
	case "id", "name":
		return CodeName
	case "kind":
		return CodeKind
	case "entry", "main":
		return CodeEntry
	case "command":
		return CodeCommand
	case "tools":
		return CodeTools
	case "caps":
		return CodeCaps
	case "timeout":
		return CodeTimeout
	case "description":
		return CodeDescription
	case "profile":
		return CodeProfile
	case "files", "env":
		return CodeFiles
	case "version":
		return CodeVersion
	case "protocol_version":
		return CodeProtocol
	case "settings":
		return CodeSettings
	case "completion":
		return CodeCompletion
	}
	return CodeManifest
}
