package reference

import (
	"fmt"
	"slices"
	"strings"
)

// Word is the entry of a statement or an operation that is written with
// words.
type Word struct {
	Names   []string // the words that lead to this entry, the first is its title
	Group   string   // heading in the list of words
	Form    string   // how it is written, one form on each line
	Doc     string
	Example string
}

// Words are the statements and the operations written with words, in the
// order of the reference.
func Words() []Word { return words }

// FindWord is the entry of a word, nil when it has none.
func FindWord(name string) *Word {
	for i := range words {
		if slices.Contains(words[i].Names, name) {
			return &words[i]
		}
	}
	return nil
}

// String is the entry for a terminal.
func (w *Word) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  (%s)\n%s\n  %s.\n", strings.Join(w.Names, ", "), w.Group, indent(w.Form), w.Doc)
	if w.Example != "" {
		b.WriteString("\nexample:\n" + indent(w.Example))
	}
	return b.String()
}

const (
	groupNames   = "names and values"
	groupFlow    = "control flow"
	groupTasks   = "tasks and types"
	groupErrors  = "errors and tests"
	groupModules = "modules and authority"
	groupNotes   = "logs and measures"
	groupPeople  = "people and models"
	groupAgents  = "agents"
	groupServers = "servers"
	groupOps     = "operators"
)

var words = []Word{
	{[]string{"let", "be"}, groupNames, "let NAME be VALUE",
		"Declares a variable in the current scope", "let total be 3 + 4"},
	{[]string{"set", "to"}, groupNames, "set NAME to VALUE\nset NAME.member to VALUE\nset NAME[index] to VALUE",
		"Changes a variable, or a place inside of its list or map; whoever else holds the list keeps the old one", "let xs be [1, 2]\nset xs[0] to 9"},
	{[]string{"true", "false"}, groupNames, "true\nfalse", "The two bools", "let done be false"},
	{[]string{"nothing"}, groupNames, "nothing", "The value that stands for a missing one", "let answer be nothing"},
	{[]string{"of"}, groupNames, "NAME of VALUE", "The entry of a map, as VALUE.NAME", "let user be {\"name\": \"Ana\"}\nprint(name of user)"},

	{[]string{"when", "otherwise", "then"}, groupFlow, "when CONDITION\n    …\notherwise when CONDITION\n    …\notherwise\n    …\nwhen CONDITION then VALUE otherwise VALUE",
		"Runs the first branch whose condition holds; the inline form with `then` is a value", "let n be 3\nprint(when n > 2 then \"many\" otherwise \"few\")"},
	{[]string{"each", "in"}, groupFlow, "each NAME in LIST\n    …\nVALUE in COLLECTION\nVALUE not in COLLECTION",
		"Runs the body for every item of a list, character of a text or key of a map; as an operator, `in` says whether a collection contains a value", "each n in range(3)\n    print(n)"},
	{[]string{"while"}, groupFlow, "while CONDITION\n    …", "Runs the body as long as the condition holds", "let n be 3\nwhile n > 0\n    set n to n - 1"},
	{[]string{"stop"}, groupFlow, "stop", "Leaves the innermost loop", "each n in range(9)\n    when n == 3\n        stop"},
	{[]string{"match", "is"}, groupFlow, "match VALUE\n    is PATTERN\n        …\n    is PATTERN when CONDITION\n        …\n    otherwise\n        …",
		"Runs the first arm whose pattern fits: a value, `_`, `[first, ...rest]`, `{key: name}`, an enum variant", "match [1, 2, 3]\n    is [first, ...rest]\n        print(first, rest)\n    otherwise\n        print(\"empty\")"},

	{[]string{"task"}, groupTasks, "task NAME(PARAMETER, PARAMETER = DEFAULT)\n    …\n(PARAMETER) => VALUE",
		"Declares a task; the form with an arrow is a task without a name", "task area(width, height = 1)\n    give width * height\nprint(area(3, height = 2))"},
	{[]string{"give"}, groupTasks, "give VALUE", "Ends the task with a result", "task double(n)\n    give n * 2"},
	{[]string{"type"}, groupTasks, "type NAME\n    FIELD: TYPE", "Declares a record: a constructor that makes maps with these fields. The types are notes for the reader", "type Point\n    x: number\n    y: number\nprint(Point(1, 2))"},
	{[]string{"enum"}, groupTasks, "enum NAME\n    VARIANT\n    VARIANT(FIELD)", "Declares a choice between variants, which may carry fields", "enum Shape\n    empty\n    circle(radius)\nprint(Shape.circle(2).radius)"},

	{[]string{"try", "recover"}, groupErrors, "try\n    …\nrecover NAME\n    …", "Runs the second part when the first one fails; the name holds the text of the error", "try\n    print(1 / 0)\nrecover err\n    print(err)"},
	{[]string{"raise"}, groupErrors, "raise MESSAGE", "Fails with a message", "try\n    raise \"no rows\"\nrecover err\n    print(err)"},
	{[]string{"invariant"}, groupErrors, "invariant: CONDITION\ninvariant \"TEXT\": CONDITION", "Fails unless the condition holds", "let balance be 10\ninvariant \"never in debt\": balance >= 0"},
	{[]string{"test"}, groupErrors, "test \"NAME\"\n    …", "A test: run by `synsema test`, skipped by `synsema run`", "test \"adds\"\n    assert_eq(1 + 1, 2)"},

	{[]string{"use", "as"}, groupModules, "use \"./FILE.syn\" as NAME", "Loads a module; its exports are members of the name. The path is relative to the file", "use \"./tally.syn\" as tally"},
	{[]string{"export"}, groupModules, "export task …\nexport let …\nexport type …\nexport enum …", "Makes a declaration of a module visible to those who use it", "export let version be 3"},
	{[]string{"require"}, groupModules, "require CAPABILITY\nrequire CAPABILITY(\"SCOPE\")", "Asks for a capability. The ceiling of the host decides how much of it is granted", "require file.read(\"data/*\")\nrequire random"},
	{[]string{"sandbox"}, groupModules, "sandbox\n    …\nsandbox VALUE\nsandbox under {\"CAPABILITY\": \"SCOPE\"}\n    …", "Runs a part of the program without capabilities, or with no more than those of the map", "sandbox\n    print(length(\"untrusted\"))"},
	{[]string{"intent"}, groupModules, "intent: \"TEXT\"", "Declares what the program is for; frozen once the program has started", "intent: \"Count words in notes\""},
	{[]string{"repeat", "and_then", "allow", "deny", "verify"}, groupModules, "(no statement)", "Reserved for later versions; these words begin no statement and cannot be names", ""},

	{[]string{"log"}, groupNotes, "log VALUE", "Prints a line for the people who run the program", "log \"3 rows skipped\""},
	{[]string{"trace"}, groupNotes, "trace \"NAME\"\n    …", "Marks the beginning and the end of a part of the program", "trace \"import\"\n    print(1)"},
	{[]string{"measure"}, groupNotes, "measure \"NAME\"\n    …", "Prints how long a part of the program takes", "measure \"sum\"\n    print(sum(range(10)))"},
	{[]string{"checkpoint"}, groupNotes, "checkpoint VALUE", "Notes a value at a point of the program", "checkpoint {\"rows\": 3}"},

	{[]string{"reason", "with"}, groupPeople, "reason about VALUE\nreason about VALUE with key = VALUE", "Asks the model to think about a value", "let advice be reason about \"which rows look wrong?\""},
	{[]string{"decide"}, groupPeople, "decide between OPTIONS given VALUE", "Asks the model to choose one of a list", "let next be decide between [\"keep\", \"drop\"] given \"an empty row\""},
	{[]string{"analyze"}, groupPeople, "analyze VALUE for \"ASPECT\"", "Asks the model what a value says about one aspect", "let tone be analyze \"Great!\" for \"tone\""},
	{[]string{"generate"}, groupPeople, "generate \"WHAT\" given VALUE", "Asks the model to write something", "let title be generate \"title\" given \"a page about bees\""},
	{[]string{"judge"}, groupPeople, "judge VALUE\n    NAME: whether QUESTION\n    NAME: choose QUESTION between OPTIONS\n    NAME: rate QUESTION across LEVELS", "Asks a judge questions about a value; recognised, but not executed by this runtime", ""},
	{[]string{"ask"}, groupPeople, "ask QUESTION\nask QUESTION with OPTIONS within 5m", "Asks a person and gives the answer", "let name be ask \"Your name?\""},
	{[]string{"approve"}, groupPeople, "approve QUESTION\napprove QUESTION within 5m", "Asks a person for permission: a bool, false without a person", "when approve \"Delete 3 files?\"\n    print(\"deleting\")"},
	{[]string{"confirm"}, groupPeople, "confirm QUESTION\nconfirm QUESTION within 5m", "Asks a person to confirm: a bool, false without a person", "when confirm \"Send it?\"\n    print(\"sent\")"},
	{[]string{"show"}, groupPeople, "show VALUE\nshow VALUE as \"NAME\"", "Shows a value to the person who runs the program", "let rows be [1, 2, 3]\nshow rows as \"rows\""},

	{[]string{"agent"}, groupAgents, "agent NAME\n    …", "Declares an agent: a part of the program that runs beside the others", "agent Reader\n    share 3 as \"rows\""},
	{[]string{"spawn"}, groupAgents, "spawn NAME\nspawn NAME with key = VALUE", "Starts an agent", "agent Reader\n    print(1)\nspawn Reader"},
	{[]string{"share"}, groupAgents, "share VALUE as KEY", "Puts a value on the blackboard that all agents see", "share 3 as \"rows\""},
	{[]string{"observe"}, groupAgents, "observe KEY as NAME", "Reads a value of the blackboard", "share 3 as \"rows\"\nobserve \"rows\" as n"},
	{[]string{"signal"}, groupAgents, "signal EVENT\nsignal EVENT with VALUE", "Sends an event to the agents that wait for it", "signal \"ready\" with 3"},
	{[]string{"wait_for", "timeout"}, groupAgents, "wait_for EVENT timeout SECONDS as NAME", "Waits for an event", "wait_for \"ready\" timeout 1 as n"},

	{[]string{"serve", "routes", "route", "stream", "socket", "send", "proxy", "expect", "rate_limit", "private"}, groupServers, "serve on PORT\n    …", "The words of servers are parsed and checked; running one is an error in this runtime", ""},

	{[]string{"and", "or"}, groupOps, "VALUE and VALUE\nVALUE or VALUE", "Both, or one of two conditions; the second is not evaluated when the first decides", "print(1 < 2 and 2 < 3)"},
	{[]string{"not"}, groupOps, "not VALUE\nVALUE not in COLLECTION", "The opposite of a condition; binds looser than a comparison", "print(not 1 == 2)"},
}

// Operator is a row of the table of operators.
type Operator struct {
	Symbols string // separated by spaces
	Doc     string
}

// Operators lists the operators from those that bind loosest to those that
// bind tightest.
func Operators() []Operator {
	return []Operator{
		{"|>", "the value on the left becomes the first argument of the call on the right"},
		{"or", "true when one side is; the right side only if the left is false"},
		{"and", "true when both sides are; the right side only if the left is true"},
		{"not", "the opposite"},
		{"== != < > <= >= in not_in", "comparisons; several in a row are a chain: `0 <= n < 10`"},
		{"+ -", "sum and difference; `+` also joins texts, lists and bytes"},
		{"* / // %", "product, quotient (a float for integers), whole quotient, remainder with the sign of the divisor"},
		{"-", "(in front of a value) the negative"},
		{"**", "power; groups to the right, and `-2 ** 2` is `-(2 ** 2)`"},
		{"f(x) x[i] x.m m_of_x", "call, item, member"},
	}
}
