package runtime_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime"
	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/sig"
)

// setup is how a program of these tests is run; the zero value is as `run`
// would, in a directory of its own.
type setup struct {
	gate.Config
	ceiling  string
	children func(caps.Entry)
}

// run gives what a program printed, notices included, and its error.
func (s setup) run(t *testing.T, source string) ([]string, error) {
	t.Helper()
	tree, err := parser.Parse("main.syn", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	p, err := runtime.Compile(tree, runtime.Options{})
	if err != nil {
		return nil, err
	}
	platform := &caps.Platform{}
	var ceilings []*caps.List
	if s.ceiling != "" {
		l, err := platform.ParseList(s.ceiling)
		if err != nil {
			t.Fatal(err)
		}
		ceilings = append(ceilings, l)
	}
	s.Caps = caps.New(caps.Config{Platform: platform, Ceilings: ceilings, Ambient: caps.Ambient()})
	var stderr lines
	out := gate.NewCollector(&stderr, true)
	s.Output, s.Program = out, "main.syn"
	if s.Dir == "" {
		s.Dir = t.TempDir()
	}
	g, err := gate.New(s.Config)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	m := runtime.New(p, g)
	m.RecordChildren(s.children)
	err = m.Run()
	for _, e := range m.WaitAgents() {
		t.Error(e)
	}
	return append(out.Lines(), stderr.list()...), err
}

// lines is a writer of lines.
type lines struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) list() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.b.Len() == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(l.b.String(), "\n"), "\n")
}

func (s setup) expect(t *testing.T, source string, want ...string) {
	t.Helper()
	got, err := s.run(t, source)
	if err != nil {
		t.Errorf("%v\n%s", err, source)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q\n%s", got, want, source)
	}
}

func TestRunProgramRefuses(t *testing.T) {
	for call, want := range map[string]string{
		`run_program()`:                                         "run_program: missing source",
		`run_program(3)`:                                        "run_program: source must be text, got number",
		`run_program("1", 3)`:                                   "run_program: opts must be a map, got number",
		`run_program("1", {"x": 1})`:                            `run_program: unknown option "x" (valid options: ceiling, profile, env, timeout, cwd, filename)`,
		`run_program("1", {"profile": "fast"})`:                 `run_program: profile must be "native" or "pure", got "fast"`,
		`run_program("1", {"ceiling": 3})`:                      "run_program: ceiling must be text, got number",
		`run_program("1", {"ceiling": ","})`:                    "run_program: ceiling: --cap-set requires at least one capability",
		`run_program("1", {"ceiling": {"x": "y"}})`:             "run_program: ceiling: unknown capability \"x\" — use the same names as `require`",
		`run_program("1", {"ceiling": {"time": nothing}})`:      "run_program: ceiling: time is process-local and cannot be delegated",
		`run_program("1", {"env": [1]})`:                        "run_program: env must be a map of text",
		`run_program("1", {"env": {"A": 1}})`:                   "run_program: env must be a map of text",
		`run_program("1", {"env": {"A": as_secret("s", "l")}})`: `run_program: env "A" is a secret — reveal() it explicitly (audited) if the child really needs the value`,
		`run_program("1", {"timeout": "1"})`:                    "run_program: timeout must be a number of seconds",
		`run_program("1", {"timeout": -1})`:                     "run_program: timeout must be > 0",
		`run_program("1", {"cwd": 1})`:                          "run_program: cwd must be text, got number",
	} {
		if _, err := (setup{}).run(t, "require sandbox_run\n"+call); err == nil || err.Error() != "main.syn:2:12: "+want {
			t.Errorf("%s: %v", call, err)
		}
	}
	deep := setup{Config: gate.Config{Environ: gate.MapEnviron(map[string]string{"SYNSEMA_RUN_DEPTH": "2", "SYNSEMA_RUN_PROGRAM_MAX_DEPTH": "2"})}}
	if _, err := deep.run(t, "require sandbox_run\nrun_program(\"1\")"); err == nil ||
		err.Error() != "main.syn:2:12: run_program: max depth 2 exceeded (set SYNSEMA_RUN_PROGRAM_MAX_DEPTH to raise it)" {
		t.Error(err)
	}
}

func TestRunProgramResults(t *testing.T) {
	const head = "require sandbox_run\nrequire env\nrequire stdin\nlet r be run_program("
	for _, c := range []struct{ call, show, want string }{
		{`"print(1)\nlog 2\neprint(3)"`, "[r.ok, r.output, r.exit, r.timed_out, r.llm_tokens]", `[true, ["1", "[LOG] 2"], 0, false, 0]`},
		{`"exit(3)"`, "[r.ok, r.exit]", "[true, 3]"},
		{`"let x be ("`, "[r.ok, r.exit, r.steps, starts_with(r.errors[0], \"Parse error: <run_program>:1:\")]", "[false, 1, 0, true]"},
		{`"print(nope)", {"filename": "n.syn"}`, "[r.ok, r.errors]", `[false, ["Runtime error: n.syn:1:7: Undefined variable: 'nope'"]]`},
		{`"while true\n    let x be 1", {"timeout": 0.05}`, "[r.ok, r.errors, r.exit, r.timed_out, r.audit, r.steps]",
			`[false, ["run_program: timed out after 0s"], nothing, true, [], nothing]`},
		{`"print(1)", {"cwd": "none"}`, "[r.ok, r.errors, r.exit]", `[false, ["run_program: cannot start the child: no such file or directory"], nothing]`},
		{`"require env\nprint(env(\"A\"), env(\"HOST\", \"no\"), env(\"SYNSEMA_IDENTITY\", \"nobody\"))", {"env": {"A": "1", "SYNSEMA_IDENTITY": "me"}, "ceiling": "stdout,env"}`, "r.output", `["1 no nobody"]`},
		{`"require stdin\nprint(read_line(), args())", {"ceiling": "stdout,stdin"}`, "r.output", `["nothing []"]`},
		{`"print(1)", {"ceiling": "exec"}`, "[r.ok, r.output]", "[false, []]"},
		{`"agent A\n    raise \"oops\"\nspawn A", {}`, "[r.ok, r.errors]", `[false, ["Agent error [A_0]: <run_program>:2:5: oops"]]`},
		{`"require memory(\"m\")\nremember(\"rule\", \"x\")\nprint(length(recall()))", {"profile": "native"}`, "[r.ok, r.output]", "[false, []]"},
		{`"try\n    read_file(\"x\")\nrecover e\n    print(e)"`, "r.output",
			`["read_file: not available in the pure profile — this run has no filesystem (drop --profile pure to run it natively)"]`},
	} {
		env := gate.MapEnviron(map[string]string{"HOST": "secret", "SYNSEMA_RUN_PROGRAM_MAX_DEPTH": ""})
		s := setup{Config: gate.Config{Environ: env, Stdin: strings.NewReader("typed\n"), Args: []string{"a"}}}
		s.expect(t, head+c.call+")\nprint("+c.show+")", c.want)
	}
}

// What a child does counts for its caller, and what it is refused is seen by
// the host that asks for it.
func TestRunProgramLimits(t *testing.T) {
	spin := "require sandbox_run\nlet i be 0\nwhile true\n    run_program(\"let n be 0\\nwhile n < 1000\\n    set n to n + 1\")"
	s := setup{Config: gate.Config{Limits: gate.Limits{Steps: 100_000}}}
	if _, err := s.run(t, spin); err == nil || err.Error() != "limit exceeded: steps (100000)" {
		t.Error(err)
	}

	endless := `require sandbox_run
let r be run_program("while true\n    print(\"0123456789012345678901234567890123456789\")")
print(r.ok, r.exit)`
	s = setup{Config: gate.Config{Limits: gate.Limits{Memory: 8 << 20}}}
	s.expect(t, endless, "false 1")

	checks := setup{Config: gate.Config{Limits: gate.Limits{Checks: 50}}}
	many := "require sandbox_run\nwhile true\n    run_program(\"now()\")"
	if _, err := checks.run(t, many); err == nil || err.Error() != "limit exceeded: checks (50)" {
		t.Error(err)
	}

	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(30*time.Millisecond, func() { cancel(gate.Cancelled("enough")) })
	s = setup{Config: gate.Config{Context: ctx}}
	if _, err := s.run(t, "require sandbox_run\nrun_program(\"while true\\n    let x be 1\")\nprint(1)"); err == nil || err.Error() != "cancelled: enough" {
		t.Error(err)
	}

	var seen []string
	s = setup{children: func(e caps.Entry) { seen = append(seen, fmt.Sprint(e.Capability(), " ", e.Granted)) }}
	s.expect(t, "require sandbox_run\nrun_program(\"require net(\\\"h\\\")\")")
	if !slices.Contains(seen, `net("h") false`) {
		t.Errorf("the host saw %q", seen)
	}
}

func TestPureCallerLendsNoNative(t *testing.T) {
	s := setup{Config: gate.Config{Pure: true}}
	s.expect(t, `require sandbox_run
require file
let r be run_program("require file\ntry\n    read_file(\"x\")\nrecover e\n    print(contains(e, \"pure profile\"))", {"profile": "native", "ceiling": "stdout,file"})
print(r.output)`, `["true"]`)
}

func TestMemoryIsKept(t *testing.T) {
	dir := t.TempDir()
	s := setup{Config: gate.Config{Dir: dir}}
	const head = "require memory(\"notes\")\n"
	s.expect(t, head+`remember("learning", "one", ["a"])
remember("rule", "two", "b")
forget_memory(remember("context", "three"))
add_rule("size", "must", "n <= 3")
create_progress("job", ["x", "y"])
complete_step("job", "x", "fine")`)
	s.expect(t, head+`print(collect(recall(), "content"), remember("context", "four"))
print(collect(check_rules(nothing, {"n": 4}), "rule"), resume_point("job"), progress_percent("job"))`,
		`["two", "one"] mem_4`, `["size"] y 50.0`)
	s.expect(t, "require memory(\"other\")\nprint(recall())", "[]")
	if _, err := os.Stat(filepath.Join(dir, ".synsema", "state", "notes.db")); err != nil {
		t.Error(err)
	}

	pure := setup{Config: gate.Config{Dir: dir, Pure: true}}
	pure.expect(t, head+"print(recall(), remember(\"rule\", \"x\"))", "[] mem_1")

	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, ".synsema"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s = setup{Config: gate.Config{Dir: broken}}
	got, err := s.run(t, head+"print(remember(\"rule\", \"x\"))")
	if err != nil || len(got) != 2 || got[0] != "mem_1" || !strings.HasPrefix(got[1], "synsema: warning: cannot open memory") {
		t.Errorf("%q %v", got, err)
	}
}

func TestMemoryIsShared(t *testing.T) {
	setup{}.expect(t, `require memory("notes")
remember("context", "of the main program")
agent Roller
    remember("context", "of an agent")
    share collect(recall(), "content") as "mine"
    share length(recall(from = "*")) as "all"
    signal "done"

spawn Roller
wait_for "done"
observe "mine" as mine
observe "all" as total
print(mine, total)
parallel_map((n) => remember("context", "w" + text(n)), range(8))
print(length(recall()), length(recall(from = "Roller")), length(recall(from = "main")))
print(length(unique(collect(recall(), "id"))))`,
		`["of an agent"] 2`, "10 1 9", "10")
}

func TestMemoryIsRefused(t *testing.T) {
	_, err := setup{}.run(t, "recall()")
	if err == nil || !strings.Contains(err.Error(), `Add: require memory("main") at the top of the program`) {
		t.Error(err)
	}
	_, err = setup{ceiling: "stdout"}.run(t, "require memory(\"m\")\nrecall()")
	if err == nil || !strings.Contains(err.Error(), `memory("m") — declared but above the host ceiling`) {
		t.Error(err)
	}
	_, err = setup{}.run(t, "require memory(\"a\")\nrequire memory(\"b\")")
	if err == nil || !strings.HasPrefix(err.Error(), "Multiple memory declarations") {
		t.Error(err)
	}
	setup{}.expect(t, `require memory("m")
sandbox
    try
        recall()
    recover e
        print(contains(e, "Capability not granted"))`, "true")
}

func TestGeneratorsInWorkers(t *testing.T) {
	const shared = "parallel_map: the same generator reaches more than one item — make one per item before the call: rng_spawn(g, n)"
	for _, use := range []string{"g()", "random(g)", "random_int(g, 1, 6)", "shuffle(g, [1])", "rng_spawn(g, 1)"} {
		setup{}.expect(t, `let g be rng(1)
let boxes be {"deep": [g]}
task outside(n)
    give `+use+`
try
    parallel_map(outside, [1])
recover e
    print(e)
try
    parallel_map((n) => boxes.deep[0](), [1])
recover e
    print(e)
try
    parallel_map((f) => f(1), [outside])
recover e
    print(e)
print(parallel_map((n) => n, [1]), random(g) == random(rng(1)))`, shared, shared, shared, "[1] true")
	}
	setup{}.expect(t, `let gs be rng_spawn(rng(1), 3)
let a be parallel_map((g) => g(), gs)
print(a == apply(gs, (g) => g()))`, "true")
}

// model is a model that answers from a list.
type model struct {
	answers []gate.ModelReply
	asked   []gate.ModelRequest
	err     error
	used    int64
}

func (m *model) Complete(_ context.Context, q gate.ModelRequest) (gate.ModelReply, error) {
	m.asked = append(m.asked, q)
	if m.err != nil {
		return gate.ModelReply{}, m.err
	}
	r := m.answers[0]
	m.answers = m.answers[1:]
	m.used += r.Tokens
	if q.OnChunk != nil {
		for _, c := range strings.SplitAfter(r.Text, " ") {
			if err := q.OnChunk(c); err != nil {
				return gate.ModelReply{}, err
			}
		}
	}
	return r, nil
}

func (m *model) Used() int64 { return m.used }

func texts(list ...string) []gate.ModelReply {
	var out []gate.ModelReply
	for _, s := range list {
		out = append(out, gate.ModelReply{Text: s, Tokens: 5})
	}
	return out
}

func TestDecide(t *testing.T) {
	const notice = "[synsema] notice: decide got an answer that is none of its options, twice; the program receives the answer as it is"
	for _, c := range []struct {
		answers []gate.ModelReply
		want    []string
	}{
		{texts("Left"), []string{"Left"}},
		{texts(" **left**! "), []string{"Left"}},
		{texts("I would go left, I think"), []string{"Left"}},
		{texts("leftover", "RIGHT."), []string{"right"}},
		{texts("left or right", "right"), []string{"right"}},
		{texts("up", "down"), []string{"down", notice}},
		{[]gate.ModelReply{{Text: "[x error: y]", Failed: true}}, []string{"[x error: y]"}},
	} {
		m := &model{answers: c.answers}
		s := setup{Config: gate.Config{Model: m}}
		s.expect(t, `print(decide between ["Left", "right"] given "q")`, c.want...)
		if len(m.answers) != 0 || !reflect.DeepEqual(m.asked[0].Options, []string{"Left", "right"}) {
			t.Errorf("%v asked %v", c.want, m.asked)
		}
	}
}

func TestModelSteps(t *testing.T) {
	m := &model{answers: append(texts("two words", "end"), gate.ModelReply{Tool: "find", Args: [][2]string{{"q", "x"}}, Tokens: 3})}
	s := setup{Config: gate.Config{Model: m}}
	s.expect(t, `print(llm_stream("p", "c", (piece) => print("piece", piece)))
print(llm_step("p", [], ""))
print(llm_step("p", [{"name": "find", "describe": "d", "params": ["q", 3]}, "junk", {"x": 1}], "c"))
print(llm_usage(), llm_available())`,
		"piece two ", "piece words", "two words", `{kind: "final", text: "end", tokens: 5}`,
		`{kind: "tool", name: "find", args: {q: "x"}, tokens: 3}`, "13 true")
	if m.asked[0].Prompt != "p\nc" || m.asked[1].Prompt != "p" {
		t.Errorf("%q %q", m.asked[0].Prompt, m.asked[1].Prompt)
	}
	if want := []gate.ModelTool{{Name: "find", Description: "d", Params: []string{"q"}}}; !reflect.DeepEqual(m.asked[2].Tools, want) {
		t.Errorf("%v", m.asked[2].Tools)
	}

	s = setup{Config: gate.Config{Model: &model{answers: texts("x")}}}
	s.expect(t, "try\n    llm_stream(\"p\", \"\", (piece) => raise(\"mine\"))\nrecover e\n    print(e)", "mine")
	s = setup{Config: gate.Config{Model: &model{err: fmt.Errorf("no luck")}}}
	s.expect(t, "try\n    llm_step(\"p\")\nrecover e\n    print(e)", "no luck")
	s = setup{Config: gate.Config{Model: &model{}}, ceiling: "stdout"}
	if _, err := s.run(t, `llm_step("p")`); err == nil || !strings.HasPrefix(err.Error(), "main.syn:1:9: Capability not granted: llm") {
		t.Error(err)
	}
}

// The examples of the builtins that ask for something are true, too.
func TestServiceExamples(t *testing.T) {
	for _, family := range sig.Families() {
		for _, row := range family {
			switch row.Cap {
			case "memory", "llm", "sandbox_run":
				at := strings.LastIndexByte(row.Example, '\n') + 1
				got, err := setup{}.run(t, row.Example[:at]+"print("+row.Example[at:]+")")
				if err != nil || len(got) == 0 || got[0] != row.Shows {
					t.Errorf("%s: %q %v", row.Name, got, err)
				}
			}
		}
	}
}
