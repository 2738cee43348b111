package flat

import (
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/synsema/parser"
)

func TestTranslate(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"comment and blank", "  -- note\n\nprint(1).", "  -- note\n\nprint(1)"},
		{"when", "When x > 1, print(x).", "when x > 1\n    print(x)"},
		{"first comma", "When f(a, b), print(1).", "when f(a\n    b), print(1)"},
		{"otherwise when", "Otherwise when x, give 1.", "otherwise when x\n    give 1"},
		{"otherwise", "Otherwise, give 2.\notherwise stop", "otherwise\n    give 2\notherwise\n    stop"},
		{"then", "Then print(1)..", "print(1)"},
		{"each", "For each x in xs, when x, print(x).", "each x in xs\n    when x\n        print(x)"},
		{"nothing after the comma", "When f(a), ", "When f(a),"},
		{"no condition", "When , x, y", "when , x\n    y"},
		{"glued", "otherwisex\nWhenx, y", "otherwise\n    x\nWhenx, y"},
		{"otherwise with no condition", "Otherwise when x", "otherwise\n    when x"},
		{"words", "Let a be 1.\nSet a to 2\nStop.\nLettuce", "let a be 1\nset a to 2\nstop\nLettuce"},
		{"indentation is dropped", "    print(1)", "print(1)"},
		{"task", "task f(a, b): ignored\n  When a, give b.\n  Give a.\nEND\nprint(1)", "task f(a, b)\n    when a\n        give b\n    give a\nprint(1)"},
		{"blank before the body", "task f():\n\n\n  give 1\nend", "task f()\n    give 1"},
		{"blank ends the body", "task f():\n  give 1\n\nprint(2)", "task f()\n    give 1\n\nprint(2)"},
		{"agent", "agent A:\n  Share 1 as \"x\".\nend", "agent A\n    share 1 as \"x\""},
		{"type", "type P:\n  x: number.\n  y: number..\nend", "type P\n    x: number\n    y: number"},
		{"no header", "type: 1\ntask f:\nend", "type: 1\ntask f:\nend"},
		{"header to the end", "task f():", "task f()"},
		{"unicode", "For each ítem in xs, print(ítem).", "each ítem in xs\n    print(ítem)"},
	}
	for _, tt := range tests {
		if got := string(Translate([]byte(tt.src))); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestLongLine(t *testing.T) {
	start := time.Now()
	Translate([]byte(strings.Repeat("when a, ", 1<<17)))
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}

// FuzzFlat checks that every text translates, that lines never get lost
// without reason, and that the result can be given to the parser.
func FuzzFlat(f *testing.F) {
	f.Add("task f(n):\n    When n > 10, give \"big\".\n    Otherwise, give 1.\nend\n\ntype P:\n    a: number.\nend\nLet x be 1.\nFor each k in [1, 2], print(k).\nThen stop.\n")
	f.Add("Otherwise when a, otherwise, then when b, c")
	f.Add("agent A:\n\n\n")
	f.Add("when ,,,")
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<14 {
			return
		}
		out := string(Translate([]byte(src)))
		if strings.Count(src, "\n") == 0 && strings.TrimSpace(src) != "" && !strings.Contains(src, ":") &&
			strings.Trim(src, " .\t\r") != "" && strings.TrimSpace(out) == "" {
			t.Errorf("%q is lost", src)
		}
		parser.Parse("x.fsyn", []byte(out))
	})
}
