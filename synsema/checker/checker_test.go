package checker_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/synrun/synrun/synsema/checker"
)

// run checks the first file of an archive, with the others as modules.
func run(archive string, opt checker.Options) *checker.Result {
	files := txtar.Parse([]byte(archive)).Files
	opt.Read = func(name string) ([]byte, error) {
		for _, f := range files {
			if f.Name == name {
				if string(f.Data) == "cannot\n" {
					return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("permission denied")}
				}
				return f.Data, nil
			}
		}
		return nil, fs.ErrNotExist
	}
	return checker.Check(files[0].Name, files[0].Data, opt)
}

// output is what check prints, both streams.
func output(r *checker.Result) string {
	var out bytes.Buffer
	r.WriteText(&out, &out, false)
	r.WriteWarnings(&out, 0)
	return out.String()
}

func TestCheck(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"modules count once", "-- main.syn --\nuse \"./a.syn\" as a\nuse \"./b.syn\" as b\n-- a.syn --\nuse \"./b.syn\" as b\n-- b.syn --\nexport let x be 1\n",
			"OK: 2 statements parsed. 2 module(s) validated.\n"},
		{"missing module", "-- main.syn --\ntask f()\n    use \"./gone.syn\" as g\n", "Error: module not found: ./gone.syn\n"},
		{"unreadable module", "-- main.syn --\nuse \"./a.syn\" as a\n-- a.syn --\ncannot\n", "Error: cannot read 'a.syn': permission denied\n"},
		{"circular", "-- main.syn --\nuse \"./a.syn\" as a\n-- a.syn --\nuse \"./main.syn\" as m\n",
			"Error: circular import: module './main.syn' is already being loaded\n"},
		{"itself", "-- main.syn --\nuse \"./main.syn\" as m\n", "Error: circular import: module './main.syn' is already being loaded\n"},
		{"escape", "-- d/main.syn --\nuse \"../a.syn\" as a\n", "Error: module path escapes the importing directory: '../a.syn'\n"},
		{"error in a module", "-- d/main.syn --\nuse \"./e/a.syn\" as a\n-- d/e/a.syn --\nlet 5 be 1\n",
			"Error: d/e/a.syn:1:5: Expected variable after 'let', got NUMBER\n"},
		{"top-level require", "-- main.syn --\nuse \"./a.syn\" as a\n-- a.syn --\nrequire time\n",
			"Error: module './a.syn' must not have a top-level 'require'\n"},
		{"capability in a module", "-- main.syn --\nuse \"./a.syn\" as a\nread_file(\"x\")\n-- a.syn --\nexport task r()\n    give read_file(\"x\")\n",
			"OK: 2 statements parsed. 1 module(s) validated.\nwarning: main.syn: file_read(\"x\") is used by read_file (line 2), read_file (a.syn line 2) but no `require` grants it — add `require file.read(\"x\")`. A module's needs are declared by the file that imports it.\n"},
		{"grants", "-- main.syn --\nrequire file(\"data/*\")\nrequire net(\"*.example.com\")\nrequire env\nrequire secret(NAME)\nlet NAME be \"k\"\nwrite_file(\"data/x/y\", 1)\nhttp_get(\"https://api.example.com:8443/x\")\nenv(\"A\")\nsecret(\"k\")\nread_file(NAME)\nprint(now())\n", "OK: 11 statements parsed.\n"},
		{"uncovered", "-- main.syn --\nrequire file.read(\"data/*\")\n\"etc/p\" |> read_file\nwrite_file(\"data/x\", 1)\nrandom(rng(1))\nrandom()\n",
			"OK: 5 statements parsed.\nwarning: main.syn: file_write(\"data/x\") is used by write_file (line 3) but no `require` grants it — add `require file.write(\"data/x\")`. A module's needs are declared by the file that imports it.\nwarning: main.syn: random is used by random (line 5) but no `require` grants it — add `require random`. A module's needs are declared by the file that imports it.\n"},
		{"csv", "-- main.syn --\nrequire file\nlet rows be csv_parse(read_file(\"x\"))\nprint(rows[0] != \"\")\nprint(\"\" == rows[1])\n",
			"OK: 4 statements parsed.\nwarning: main.syn:3: changed in v0.6.29: an empty CSV field is `nothing`, so `x == \"\"` no longer finds it — use is_missing(x) (a quoted \"\" is still empty text)\n"},
		{"lost write of a key that only the write reads", "-- main.syn --\neach r in [{\"n\": 1}]\n    set r[\"n\"] to r[\"n\"] + 1\n",
			"OK: 1 statements parsed.\nwarning: main.syn:2: `set r[…]` changes the loop's copy, not the item in the list (value semantics, v0.6.29) — build the new list: set xs to apply(xs, (r) => merge(r, {…})), or write by index: set xs[i][…] to …\n"},
		{"seen writes", "-- main.syn --\neach r in [{\"n\": 1}]\n    set r[\"n\"] to 1\n    print(r.n)\neach r in [{\"n\": 1}]\n    set r[k] to 1\n    print(r.n)\neach r in [{\"n\": 1}]\n    let r be {}\n    set r.x to 1\ntask f(p)\n    set p.x.y to 1\n    give p\nlet k be 1\n",
			"OK: 5 statements parsed.\n"},
		{"members through of", "-- main.syn --\nuse \"./a.syn\" as a\nprint(x of a, y of a)\n-- a.syn --\nexport let x be 1\n",
			"OK: 2 statements parsed. 1 module(s) validated.\nwarning: main.syn:2: module `a` does not export `y`\n"},
		{"renamed in a module", "-- main.syn --\nuse \"./a.syn\" as a\nprint(eye(1))\n-- a.syn --\nexport task f(x)\n    give fold(eye(x))\n",
			"OK: 2 statements parsed. 1 module(s) validated.\nwarning: main.syn:2: `eye` is deprecated — use `identity` (the old name goes away in v1.0)\nwarning: a.syn:2: `fold` is deprecated — use `fold_text` (the old name goes away in v1.0)\n"},
		{"flat", "-- main.fsyn --\nLet x be 1.\nWhen x, print(x).\n", "OK: 2 statements parsed.\n"},
		{"std", "-- main.syn --\nprint(var([1]), std([1], ddof = 0), std([2]))\n",
			"OK: 1 statements parsed.\nwarning: main.syn:1: changed in v0.6.29: `var` is the sample form (ddof = 1) — for the population form write var(xs, ddof = 0)\nwarning: main.syn:1: changed in v0.6.29: `std` is the sample form (ddof = 1) — for the population form write std(xs, ddof = 0)\n"},
	}
	for _, tt := range tests {
		if got := output(run(tt.src, checker.Options{})); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestFurther(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"near names", "let total be 1\nprint(lenght([1]), totl, json_decod(\"1\"), xy, std([1, 2], ddof = 0, ddof = 1))\n",
			"2: Undefined variable: 'lenght' — did you mean 'length'?\n2: Undefined variable: 'totl' — did you mean 'total'?\n2: Undefined variable: 'json_decod' — did you mean 'json_decode'?\n2: Undefined variable: 'xy'\n2: duplicate argument 'ddof'\n"},
		{"names", "print(len(x))\nlet x be 1\nset y to 2\ntask f()\n    give z + w\ntask g()\n    let w be 1\nlet z be pi\n",
			"1: Undefined variable: 'len' — in Synsema: length(x)\n3: Cannot set undefined variable: 'y'. Use 'let' first.\n5: Undefined variable: 'w'\n"},
		{"scopes", "each i in [1]\n    let k be i\ntry\n    let t be 1\nrecover e\n    print(e, t)\nmatch 1\n    is [a, ...b]\n        print(a, b)\n    is {c: d}\n        print(c, d)\nprint(t, i, k, error)\nlet q be (v) => v\nprint(v)\nagent A\n    print(size)\nspawn A with size = 1\n",
			"11: Undefined variable: 'c'\n12: Undefined variable: 'i'\n12: Undefined variable: 'k'\n12: Undefined variable: 'error'\n14: Undefined variable: 'v'\n"},
		{"tasks", "task f(a, b = 1)\n    give a\nf()\nf(1, 2, 3)\nf(1, c = 2)\nf(1, a = 2)\n1 |> f()\n1 |> f(2, 3)\nf(b = 2)\n",
			"3: task 'f' is missing argument 'a' — pass it, or give the parameter a default in the task: a = …\n4: task 'f' takes 2 arguments, got 3\n5: unknown parameter 'c'\n6: duplicate argument 'a'\n8: task 'f' takes 2 arguments, got 3\n9: task 'f' is missing argument 'a' — pass it, or give the parameter a default in the task: a = …\n"},
		{"replaced tasks are not known", "task f(a)\n    give a\ntask g(a)\n    give a\ntask g()\n    give 1\nset f to 1\nf()\ng(1, 2, 3)\n", ""},
		{"builtins", "length()\nlength(1, 2)\n[1] |> length\n[1] |> length(2)\nlength(x = 1)\n",
			"1: length() needs 1 argument, got 0\n2: length() takes at most 1 argument, got 2\n4: length() takes at most 1 argument, got 2\n5: length() does not accept named arguments (got x = …); pass it by position\n"},
		{"unreachable", "task f()\n    give 1\n    print(2)\n    print(3)\nwhile true\n    stop\n    print(1)\n",
			"3: this statement is never reached: `give` above it leaves the block\n7: this statement is never reached: `stop` above it leaves the block\n"},
		{"serve is left alone", "serve on 80\n    route \"GET /:id\"\n        give params.id\n", ""},
	}
	for _, tt := range tests {
		r := run("-- main.syn --\n"+tt.src, checker.Options{All: true})
		var got strings.Builder
		for _, d := range r.Diagnostics {
			got.WriteString(strings.TrimPrefix(d.Plain(), "main.syn:") + "\n")
		}
		if got.String() != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, &got, tt.want)
		}
	}
}

func TestAll(t *testing.T) {
	r := run("-- main.syn --\nlet 5 be 1\nreturn x\n", checker.Options{All: true})
	if len(r.Diagnostics) != 2 || r.Diagnostics[1].Code != "not-a-statement" {
		t.Errorf("%+v", r.Diagnostics)
	}
	r = run("-- main.syn --\nuse \"./x.syn\" as x\nuse \"./y.syn\" as y\n", checker.Options{All: true})
	if r.Count(checker.Error) != 2 || r.Diagnostics[0].Code != "missing-module" || r.Diagnostics[0].Pos.Line != 1 || r.Diagnostics[1].Pos.Line != 2 {
		t.Errorf("%+v", r.Diagnostics)
	}
}

func TestReports(t *testing.T) {
	results := []*checker.Result{
		run("-- main.syn --\nrequire env(\"A_*\")\nprint(fold(env(\"B\")))\nlog \"x\"\n", checker.Options{All: true}),
		run("-- bad.syn --\nlet x 1\n", checker.Options{All: true}),
	}
	var out bytes.Buffer
	if err := checker.WriteJSON(&out, results); err != nil {
		t.Fatal(err)
	}
	const want = `{
  "files": [
    {
      "file": "main.syn",
      "ok": true,
      "statements": 3,
      "modules": 0,
      "templates": 0,
      "diagnostics": [
        {
          "file": "main.syn",
          "line": 2,
          "column": 7,
          "end_line": 2,
          "end_column": 11,
          "severity": "warning",
          "code": "deprecated",
          "message": "` + "`fold` is deprecated — use `fold_text`" + ` (the old name goes away in v1.0)",
          "hint": "use ` + "`fold_text`" + ` (the old name goes away in v1.0)"
        },
        {
          "file": "main.syn",
          "line": 2,
          "column": 12,
          "end_line": 2,
          "end_column": 15,
          "severity": "warning",
          "code": "undeclared-capability",
          "message": "env(\"B\") is used by env (line 2) but no ` + "`require` grants it — add `require env(\\\"B\\\")`" + `. A module's needs are declared by the file that imports it.",
          "hint": "add ` + "`require env(\\\"B\\\")`" + `. A module's needs are declared by the file that imports it."
        }
      ],
      "asks": [
        {
          "capability": "env(\"A_*\")",
          "family": "env",
          "scope": "A_*",
          "line": 1,
          "declared": true,
          "symbol": "require"
        },
        {
          "capability": "env(\"B\")",
          "family": "env",
          "scope": "B",
          "line": 2,
          "declared": false,
          "symbol": "env"
        }
      ]
    },
    {
      "file": "bad.syn",
      "ok": false,
      "statements": 0,
      "modules": 0,
      "templates": 0,
      "diagnostics": [
        {
          "file": "bad.syn",
          "line": 1,
          "column": 7,
          "end_line": 1,
          "end_column": 8,
          "severity": "error",
          "code": "expected-token",
          "message": "Expected 'be' after variable name in let binding",
          "hint": ""
        }
      ],
      "asks": []
    }
  ],
  "errors": 1,
  "warnings": 2
}
`
	if out.String() != want {
		t.Errorf("got\n%s", &out)
	}

	out.Reset()
	if err := checker.WriteSARIF(&out, results, "1.2.3", checker.Rules()); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name, Version string
					Rules         []struct{ ID string }
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) != 3 {
		t.Fatalf("got %s", &out)
	}
	for _, res := range log.Runs[0].Results {
		if log.Runs[0].Tool.Driver.Rules[res.RuleIndex].ID != res.RuleID || len(res.Locations) != 1 ||
			res.Locations[0].PhysicalLocation.Region.StartLine < 1 {
			t.Errorf("%+v", res)
		}
	}

	out.Reset()
	results[0].WriteAsks(&out)
	if out.String() != "asks  env(\"A_*\")  line 1  (require)\nasks  env(\"B\")  line 2  (used, not declared)\n" {
		t.Error(out.String())
	}
}

// TestOptions checks that a host's rules for capabilities and templates are
// asked.
func TestOptions(t *testing.T) {
	var uses []string
	opt := checker.Options{
		All:      true,
		Scope:    func(u checker.Capability) checker.Capability { u.Scope = strings.ToUpper(u.Scope); return u },
		Covers:   func(g, u checker.Capability) bool { uses = append(uses, g.String()+" "+u.String()); return false },
		Template: func(file string) error { return errors.New("no template " + file) },
	}
	r := run("-- main.syn --\nrequire env(\"a\")\nenv(\"b\")\n", opt)
	if len(uses) != 1 || uses[0] != `env("a") env("B")` || r.Count(checker.Warning) != 1 {
		t.Errorf("%q %+v", uses, r.Diagnostics)
	}
	r = run("-- main.syn --\nrender(\"a.html\")\n", opt)
	if got := output(r); got != "Error: no template a.html\n" {
		t.Error(got)
	}
	opt.Template = func(string) error { return nil }
	r = run("-- main.syn --\nrequire file\nrender(\"a.html\")\nrender(\"a.html\")\n", opt)
	if got := output(r); !strings.HasPrefix(got, "OK: 3 statements parsed. 1 template(s) validated.\n") {
		t.Error(got)
	}
}
