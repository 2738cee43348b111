package synsema

import "testing"

func TestClassify(t *testing.T) {
	tests := []struct {
		message, category  string
		recoverable, retry bool
	}{
		{"Division by zero", "data", true, false},
		{"a division BY ZERO somewhere", "data", true, false},
		{"Cannot set undefined variable: 'x'. Use 'let' first.", "logic", false, false},
		{"Index 5 out of bounds (length 3)", "data", true, false},
		{"Index 5\nout of bounds", "unknown", false, false},
		{"out of bounds, Index 5", "unknown", false, false},
		{"Capability not granted: net(\"http.example\")", "capability", false, false},
		{"could not reach http://x: timed out", "io", true, true},
		{"timed out", "io", true, true},
		{"File not found: x", "io", true, false},
		{"Map has no key 'a'", "data", true, false},
		{"something else", "unknown", false, false},
		{"", "unknown", false, false},
	}
	for _, tt := range tests {
		c := classify(tt.message)
		if c.category != tt.category || c.recoverable != tt.recoverable || c.retry != tt.retry || len(c.suggestions) == 0 {
			t.Errorf("%q: %+v", tt.message, c)
		}
	}
}

func TestParseFlags(t *testing.T) {
	tests := []struct {
		words []string
		err   string
		args  string
	}{
		{[]string{"a.syn"}, "", "[]"},
		{[]string{"a.syn", "x", "--", "-y", "z"}, "", "[-y z x]"},
		{[]string{"--sandbox", "-", "--no-env-file"}, "", "[]"},
		{[]string{"--cap-set"}, "--cap-set requires a value", ""},
		{[]string{"--cap-set", "--sandbox", "a.syn"}, "--cap-set requires a value", ""},
		{[]string{"--cap-set", "a", "--cap-set=b", "a.syn"}, "--cap-set is given twice; write one list", ""},
		{[]string{"--sandbox=1", "a.syn"}, "unknown flag '--sandbox=1'", ""},
		{[]string{"-v", "a.syn"}, "unknown flag '-v'", ""},
		{[]string{"--format", "xml", "a.syn"}, "--format must be 'human' or 'json', got 'xml'", ""},
		{[]string{"--format"}, "--format requires a value (human|json)", ""},
		{[]string{"--labels", "a.syn"}, "--labels is not supported by this implementation", ""},
		{[]string{"--sandbox", "--cap-set=time", "a.syn"}, "--sandbox and --cap-set are mutually exclusive; choose one", ""},
		{[]string{"--deterministic", "--profile", "native", "a.syn"}, "--deterministic runs the pure profile; drop --profile native", ""},
	}
	for _, tt := range tests {
		o, err := parseFlags("run", tt.words)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if text != tt.err {
			t.Errorf("%q: error %q, want %q", tt.words, text, tt.err)
			continue
		}
		if err == nil {
			if got := sprint(o.args("run")); got != tt.args {
				t.Errorf("%q: arguments %s, want %s", tt.words, got, tt.args)
			}
		}
	}
}

func sprint(words []string) string {
	s := "["
	for i, w := range words {
		if i > 0 {
			s += " "
		}
		s += w
	}
	return s + "]"
}
